// SPDX-License-Identifier: Apache-2.0
// idempotency_key_reused: the row's key bought an order already, and which one is asked for many
// rows at once.
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <algorithm>
#include <functional>
#include <semaphore>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

/// Time passes only where the run waits for it.
Desk& oneAfterTheOther(Desk& desk) {
    desk.options.ownThreads = false;
    return desk;
}

/// An approved run, all of whose rows another computer has ordered since.
RunId orderedElsewhere(Desk& desk, OpenDesk& open, int rows) {
    const RunId run = desk.approved(open.ledger, open.submission, differentRows(rows));
    for (const RowRecord& row : desk.rows(run))
        desk.service->makeOrder(row.key, row.request, 2000);
    return run;
}

Error usedUp(bool byOwnCount) {
    Error error = byOwnCount ? localError(ErrorCode::ClientTimeout, "Used up.")
                             : serverError(429, ErrorCode::RateLimited, "Used up.");
    error.stop = byOwnCount ? StopReason::Deadline : StopReason::AttemptsExhausted;
    error.retryAfter = std::chrono::hours(1);
    return error;
}

} // namespace

class RowLookupsTest : public QObject {
    Q_OBJECT

private slots:
    void run_manyRowsOrderedElsewhere_areLookedUpTogether() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 1'200);
        const int before = desk.service->quoteCalls();
        const RunReport report = open.send(run);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 1'200);
        QCOMPARE(report.totals.held, 0);
        QCOMPARE(desk.service->finds(), 0);
        const int calls = desk.service->quoteCalls() - before;
        QVERIFY2(calls <= 4, qPrintable(QString::number(calls)));
        QCOMPARE(desk.service->orders().size(), std::size_t{1'200});
    }

    void run_asManyAsOneCallTakes_areLookedUpAtOnce() {
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 600);
        std::vector<int> creates; // before each call
        desk.service->onQuoteCall = [&](int) {
            creates.push_back(desk.service->creates());
        };
        QCOMPARE(open.send(run).totals.of(RowState::AlreadyOrdered), 600);
        // The first one at once, as nobody knows whether there are more; then the most, and the
        // rest.
        QCOMPARE(creates, (std::vector<int>{1, 501, 600}));
    }

    void run_lastRows_areLookedUpWithoutAWait() {
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 2);
        const SteadyTime begin = desk.clock->now();
        QCOMPARE(open.send(run).totals.of(RowState::AlreadyOrdered), 2);
        QVERIFY(desk.clock->now() == begin);
    }

    void run_rowsThatWaitForTheOrderBudget_holdNoLookUpUpForLongerThanASecond() {
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(3));
        for (const RowRecord& row : desk.rows(run))
            if (row.ref.ordinal < 2)
                desk.service->makeOrder(row.key, row.request, 2000);
        desk.service->budget = 2;
        desk.service->budgetPause = std::chrono::milliseconds(1'500);
        const SteadyTime begin = desk.clock->now();
        std::vector<std::chrono::milliseconds> asked;
        desk.service->onQuoteCall = [&](int) {
            asked.push_back(
                std::chrono::floor<std::chrono::milliseconds>(desk.clock->now() - begin));
        };
        QCOMPARE(open.send(run).totals.of(RowState::AlreadyOrdered), 2);
        const std::chrono::milliseconds second(1'000);
        QCOMPARE(asked, (std::vector<std::chrono::milliseconds>{second * 0, second}));
    }

    // What comes up meanwhile waits with it where the request budget is used up.
    void run_lookUpUnderWay_isTheOnlyOne_data() {
        QTest::addColumn<bool>("usedUp");
        QTest::newRow("answered") << false;
        QTest::newRow("budget used up") << true;
    }
    void run_lookUpUnderWay_isTheOnlyOne() {
        QFETCH(bool, usedUp);
        struct Seen final : RunObserver {
            void onProgress(const RunProgress& progress) override {
                if (bothAnswered && progress.inFlight == 0)
                    reports.release();
            }
            std::atomic<bool> bothAnswered = false;
            std::counting_semaphore<> reports{0};
        } seen;
        constexpr std::chrono::seconds kPatience{10};
        Desk desk;
        desk.options.maxInFlight = 2;
        OpenDesk open(desk);
        const RunId run = orderedElsewhere(desk, open, 2);
        if (usedUp)
            desk.service->quoteErrors = {::usedUp(false)};
        const SteadyTime begin = desk.clock->now();
        const int first = desk.service->quoteCalls();
        std::counting_semaphore<> asked{0};
        desk.service->onCreate = [&](int call) {
            // The second row's answer comes while the first one is looked up.
            if (call == 1 && asked.try_acquire_for(kPatience)) {
                desk.clock->advance(std::chrono::seconds(2));
                seen.bothAnswered = true;
            }
        };
        std::atomic<int> underWay = 0;
        std::atomic<int> most = 0;
        desk.service->onQuoteCall = [&](int call) {
            most = std::max(most.load(), ++underWay);
            asked.release();
            for (int i = 0; call == first && i < 2; ++i)
                if (!seen.reports.try_acquire_for(std::chrono::milliseconds(50)))
                    break; // nothing is told while nothing happens
            --underWay;
        };
        RunControl control;
        const RunReport report = open.submission.run(run, control, &seen).value();
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 2);
        QCOMPARE(most.load(), 1);
        QCOMPARE(desk.service->quoteCalls() - first, 2);
        QCOMPARE(desk.clock->now() - begin >= std::chrono::hours(1), usedUp);
    }

    void run_requestBudgetThatIsThereAgain_isUsedAtOnce() {
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 2);
        desk.service->budget = 1;
        desk.service->budgetPause = std::chrono::hours(1);
        desk.service->quoteErrors = {usedUp(false)};
        const SteadyTime begin = desk.clock->now();
        QCOMPARE(open.send(run).totals.of(RowState::AlreadyOrdered), 2);
        QVERIFY(desk.clock->now() - begin == std::chrono::hours(1));
    }

    // Only what a look-up can settle is taken while the budget of orders is used up.
    void run_rowOfUnknownOutcome_isNotTakenWhileTheOrderBudgetIsUsedUp() {
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(2));
        const RowRecord second = open.row(run, 1);
        desk.service->makeOrder(second.key, second.request, 2000);
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::LostAnswer : Fault::None;
        };
        desk.service->budget = 2;
        desk.service->budgetPause = std::chrono::hours(1);
        Error limited = usedUp(false);
        limited.retryAfter = std::chrono::minutes(1);
        desk.service->quoteErrors = {limited};
        struct Seen final : RunObserver {
            void onRows(const std::vector<RowChange>& changes) override {
                for (const RowChange& change : changes)
                    taken += change.ordinal == 0 && change.state == RowState::Sending ? 1 : 0;
            }
            int taken = 0;
        } seen;
        RunControl control;
        const RunReport report = open.submission.run(run, control, &seen).value();
        QCOMPARE(report.totals.of(RowState::Placed), 1);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 1);
        // Sent, put back when the budget turned out to be used up, and sent once more.
        QCOMPARE(seen.taken, 3);
    }

    // Look-ups that fail are failures of the service like any others: the waits between them grow.
    void run_lookUpsThatFailDuringAWaitForTheBudget_waitForTheService() {
        constexpr int kFailures = 16;
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(2));
        const RowRecord first = open.row(run);
        desk.service->makeOrder(first.key, first.request, 2000);
        desk.service->budget = 1;
        desk.service->budgetPause = std::chrono::hours(1);
        desk.service->quoteErrors.assign(kFailures, serverError(503, ErrorCode::Unavailable, "No.",
                                                                StopReason::AttemptsExhausted));
        const SteadyTime begin = desk.clock->now();
        std::vector<std::chrono::milliseconds> asked;
        desk.service->onQuoteCall = [&](int) {
            asked.push_back(
                std::chrono::floor<std::chrono::milliseconds>(desk.clock->now() - begin));
        };
        QCOMPARE(open.send(run).totals.of(RowState::AlreadyOrdered), 1);
        QCOMPARE(asked.size(), std::size_t{1 + kFailures});
        QVERIFY(std::ranges::adjacent_find(asked, std::greater_equal()) == asked.end());
        QVERIFY(asked.back() < desk.service->budgetPause);
    }

    // Rows whose keys were used for something that nobody can see: the cause is the same for all.
    void run_ordersNotFoundAgainAndAgain_pauses_data() {
        QTest::addColumn<bool>("together");
        QTest::newRow("one call each") << false;
        QTest::newRow("in one call") << true;
    }
    void run_ordersNotFoundAgainAndAgain_pauses() {
        QFETCH(bool, together);
        Desk desk;
        desk.options.maxInFlight = 1;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 40);
        desk.service->lookUpsSee = false;
        if (!together)
            desk.service->onCreate = [&](int) {
                desk.clock->advance(std::chrono::seconds(1));
            };
        const RunReport report = open.send(run);
        QCOMPARE(report.reason, together ? PauseReason::None : PauseReason::SameRefusal);
        QCOMPARE(report.totals.of(RowState::Refused), together ? 40 : kSameRefusalLimit);
    }

    void run_rowThatWouldBeRefusedToday_isFoundByItsKey() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 1);
        desk.service->refusedCounts[100] = "no";
        desk.service->refusesOrdered = true;
        QCOMPARE(open.send(run).totals.of(RowState::AlreadyOrdered), 1);
        QCOMPARE(desk.service->finds(), 1);
    }

    void run_fewerRequestsThanRefusedRows_getsOnByEachOfThem_data() {
        QTest::addColumn<int>("requests"); // an hour
        QTest::addColumn<int>("hours");    // that it takes
        QTest::newRow("one") << 1 << 8;
        QTest::newRow("two") << 2 << 4;
        QTest::newRow("all but one") << 5 << 2;
    }
    void run_fewerRequestsThanRefusedRows_getsOnByEachOfThem() {
        QFETCH(int, requests);
        QFETCH(int, hours);
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 5);
        desk.service->refusedCounts[100] = "no";
        desk.service->refusesOrdered = true;
        desk.service->requests = requests;
        const SteadyTime begin = desk.clock->now();
        const RunReport report = open.send(run);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 5);
        QVERIFY(desk.clock->now() - begin < std::chrono::hours(hours));
    }

    void run_lookUpOfOneRowFails_keepsWhatTheOthersAreToldToBe() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        std::vector<RowInput> rows = differentRows(3);
        rows[1].request.leadCount = 70;
        const RunId run = desk.approved(open.ledger, open.submission, rows);
        for (const RowRecord& row : desk.rows(run))
            desk.service->makeOrder(row.key, row.request, 2000);
        desk.service->refusedCounts[70] = "no";
        desk.service->refusesOrdered = true;
        desk.service->findsOrders = false;
        const RunReport report = open.send(run);
        QCOMPARE(report.reason, PauseReason::KeyRejected);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 2);
        QCOMPARE(report.totals.of(RowState::Unknown), 1);
        desk.service->findsOrders = true;
        const int quotes = desk.service->quoteCalls();
        QCOMPARE(open.send(run).totals.of(RowState::AlreadyOrdered), 3);
        QCOMPARE(desk.service->quoteCalls() - quotes, 1);
    }

    void run_orderBudgetUsedUp_looksUpMeanwhile_data() {
        QTest::addColumn<int>("failures");
        QTest::newRow("of one look-up") << 1;
        QTest::newRow("so many that the run holds back") << 12;
    }
    void run_orderBudgetUsedUp_looksUpMeanwhile() {
        QFETCH(int, failures);
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(2));
        const RowRecord first = open.row(run);
        desk.service->makeOrder(first.key, first.request, 2000);
        desk.service->budget = 1;
        // The first look-up fails, and the next one is due when no order can be sent for an hour.
        desk.service->quoteErrors.assign(
            static_cast<std::size_t>(failures),
            serverError(503, ErrorCode::Unavailable, "Down.", StopReason::AttemptsExhausted));
        const SteadyTime begin = desk.clock->now();
        std::vector<SteadyTime> lookUps;
        desk.service->onQuote = [&](const QuoteAsk&) {
            lookUps.push_back(desk.clock->now());
        };
        const RunReport report = open.send(run);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 1);
        QCOMPARE(report.totals.of(RowState::Placed), 1);
        QVERIFY(desk.clock->now() - begin >= std::chrono::hours(1));
        QCOMPARE(lookUps.size(), std::size_t{1});
        QVERIFY(lookUps[0] - begin < std::chrono::minutes(5));
    }

    void run_orderNotFound_isRefused() {
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 1);
        desk.service->lookUpsSee = false;
        QCOMPARE(open.row(run).state, RowState::Queued);
        QCOMPARE(open.send(run).totals.of(RowState::Refused), 1);
    }

    void run_requestBudgetUsedUp_saysWhichAndUntilWhen_data() {
        QTest::addColumn<bool>("byOwnCount");
        QTest::newRow("429") << false;
        QTest::newRow("not sent") << true;
    }
    void run_requestBudgetUsedUp_saysWhichAndUntilWhen() {
        struct Seen final : RunObserver {
            void onProgress(const RunProgress& progress) override {
                if (progress.waiting != Waiting::No)
                    waits.push_back(progress);
            }
            std::vector<RunProgress> waits;
        } seen;
        QFETCH(bool, byOwnCount);
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 40);
        desk.service->quoteErrors = {usedUp(byOwnCount)};
        const WallTime begin = desk.clock->wallNow();
        RunControl control;
        const RunReport report = open.submission.run(run, control, &seen).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 40);
        QVERIFY(desk.clock->wallNow() - begin >= std::chrono::hours(1));
        QCOMPARE(seen.waits.size(), std::size_t{1});
        QCOMPARE(seen.waits[0].waiting, Waiting::ForRequests);
        QVERIFY(*seen.waits[0].waitingUntil - begin >= std::chrono::hours(1));
        QVERIFY(*seen.waits[0].waitingUntil - begin < std::chrono::hours(2));
        QCOMPARE(seen.waits[0].totals.of(RowState::Unknown), 40);
    }

    void run_requestBudgetUsedUpWhilePricing_saysWhichAndUntilWhen() {
        struct Seen final : RunObserver {
            void onProgress(const RunProgress& progress) override {
                if (progress.waiting != Waiting::No)
                    waits.push_back(progress.waiting);
            }
            std::vector<Waiting> waits;
        } seen;
        Desk desk;
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(2));
        desk.service->expireQuotes();
        desk.service->quoteErrors = {usedUp(true)};
        RunControl control;
        const RunReport report = open.submission.run(run, control, &seen).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), 2);
        QCOMPARE(seen.waits, std::vector<Waiting>{Waiting::ForRequests});
    }

    void run_requestBudgetUsedUp_ordersWhatCanBeOrdered() {
        Desk desk;
        desk.options.maxInFlight = 1;
        desk.options.maxLimitWait = std::chrono::minutes(1);
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = desk.approved(open.ledger, open.submission, differentRows(60));
        for (const RowRecord& row : desk.rows(run))
            if (row.ref.ordinal < 30)
                desk.service->makeOrder(row.key, row.request, 2000);
        desk.service->quoteErrors = {usedUp(false)};
        const RunReport report = open.send(run);
        QCOMPARE(report.reason, PauseReason::LimitReached);
        QVERIFY(report.detail.find("request budget") != std::string::npos);
        QCOMPARE(report.totals.of(RowState::Placed), 30);
        QCOMPARE(report.totals.of(RowState::Unknown), 30);
    }

    void resume_afterTheBudgetOfAnotherKey_looksUpAtOnceAndSendsNothing() {
        Desk desk;
        desk.options.maxLimitWait = std::chrono::minutes(1);
        OpenDesk open(oneAfterTheOther(desk));
        const RunId run = orderedElsewhere(desk, open, 40);
        desk.service->quoteErrors = {usedUp(false)};
        QCOMPARE(open.send(run).reason, PauseReason::LimitReached);
        const int creates = desk.service->creates();
        const SteadyTime begin = desk.clock->now();
        const RunReport report = open.send(run);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::AlreadyOrdered), 40);
        QCOMPARE(desk.service->creates(), creates);
        QVERIFY(desk.clock->now() - begin < std::chrono::minutes(1));
    }

    void resume_orderBudgetOfThisKeyIsLeft_doesNotKeepTheWaitOfAnother_data() {
        QTest::addColumn<int>("remaining"); // as the server tells, negative = it does not
        QTest::addColumn<bool>("waits");
        QTest::newRow("left") << 10 << false;
        QTest::newRow("one left") << 1 << false;
        QTest::newRow("nothing left") << 0 << true;
        QTest::newRow("not told") << -1 << true;
    }
    void resume_orderBudgetOfThisKeyIsLeft_doesNotKeepTheWaitOfAnother() {
        QFETCH(int, remaining);
        QFETCH(bool, waits);
        Desk desk;
        desk.options.maxLimitWait = std::chrono::minutes(1);
        desk.service->limitPause = std::chrono::hours(1);
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::RateLimited : Fault::None;
        };
        const RunReport paused = desk.submit(differentRows(1));
        QCOMPARE(paused.reason, PauseReason::LimitReached);
        if (remaining >= 0) {
            PacerView view;
            view.remaining = remaining;
            desk.service->serverBudget = view;
        }
        QCOMPARE(desk.resume(paused.run).state, waits ? RunState::Paused : RunState::Finished);
    }
};

LEADSHEET_TEST(tst_row_lookups, RowLookupsTest);
#include "tst_row_lookups.moc"
