// SPDX-License-Identifier: Apache-2.0
// idempotency_key_reused: the row's key bought an order already, and which one is asked for many
// rows at once.
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

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
