// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <limits>
#include <set>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

struct Open {
    explicit Open(Desk& desk, const std::vector<RowInput>& rows)
        : ledger(desk.open())
        , submission(desk.submission(ledger, ledger.lock().value()))
        , run(desk.plan(ledger, submission.lock(), rows).run) {}
    Ledger ledger;
    Submission submission;
    RunId run;
};

} // namespace

class QuoteApproveTest : public QObject {
    Q_OBJECT

private slots:
    void quote_manyRows_takesOneCallPer500() {
        Desk desk;
        Open open(desk, differentRows(1001));
        const auto summary = open.submission.quote(open.run).value();
        QCOMPARE(desk.service->quoteCalls(), 3);
        QCOMPARE(summary.rows, 1001);
        QCOMPARE(summary.amount, 2'002'000);
        QCOMPARE(summary.products.at(0).product, std::string("filters"));
        QCOMPARE(summary.products.at(0).leads, 100'100);
        QVERIFY(summary.validUntil.has_value());
        QVERIFY(summary.timeToFinish.has_value());
        QVERIFY(open.submission.quote(open.run).has_value());
        QCOMPARE(desk.service->quoteCalls(), 3);
    }

    void quote_timeToFinish_isAtTheBudgetTheServerTells_data() {
        QTest::addColumn<int>("quota"); // an hour; 0 = the server does not tell
        QTest::addColumn<int>("left");
        QTest::addColumn<int>("endsIn");
        QTest::addColumn<int>("answer"); // ms that the server takes to tell it
        QTest::addColumn<int>("seconds");
        QTest::newRow("not told, the contract's") << 0 << 0 << 0 << 0 << 20;
        QTest::newRow("not told, far away") << 0 << 0 << 0 << 400 << 20;
        QTest::newRow("larger") << 100'000 << 100'000 << 0 << 160 << 20;
        QTest::newRow("larger, near") << 100'000 << 100'000 << 0 << 2 << 1;
        QTest::newRow("larger, far away") << 100'000 << 100'000 << 0 << 400 << 50;
        QTest::newRow("smaller") << 400 << 400 << 0 << 160 << 2 * 3600 + 4;
        QTest::newRow("partly used") << 400 << 100 << 600 << 160 << 600 + 2 * 3600 + 2;
        QTest::newRow("used up") << 5000 << 0 << 1800 << 160 << 1800 + 20;
        QTest::newRow("used up, near") << 5000 << 0 << 1800 << 0 << 1800 + 1;
    }
    void quote_timeToFinish_isThatOfTheSendersOfARun_data() {
        QTest::addColumn<int>("wanted");
        QTest::addColumn<int>("senders");
        QTest::newRow("none") << 0 << 1;
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("two") << 2 << 2;
        QTest::newRow("most") << 16 << 16;
        QTest::newRow("more") << 17 << 16;
    }
    void quote_timeToFinish_isThatOfTheSendersOfARun() {
        QFETCH(int, wanted);
        QFETCH(int, senders);
        Desk desk;
        desk.options.maxInFlight = wanted;
        PacerView budget;
        budget.quota = budget.remaining = 100'000;
        budget.window = std::chrono::hours(1);
        desk.service->serverBudget = budget;
        desk.service->budgetAnswerTakes = std::chrono::milliseconds(800);
        Open open(desk, differentRows(1000));
        const auto summary = open.submission.quote(open.run).value();
        QCOMPARE(summary.timeToFinish.value().count(), 1600 / senders);
    }
    void quote_timeToFinish_isAtTheBudgetTheServerTells() {
        QFETCH(int, quota);
        QFETCH(int, left);
        QFETCH(int, endsIn);
        QFETCH(int, answer);
        QFETCH(int, seconds);
        Desk desk;
        if (quota > 0) {
            PacerView budget;
            budget.quota = quota;
            budget.remaining = left;
            budget.window = std::chrono::hours(1);
            budget.windowEnds = desk.clock->now() + std::chrono::seconds(endsIn);
            desk.service->serverBudget = budget;
        }
        desk.service->budgetAnswerTakes = std::chrono::milliseconds(answer);
        Open open(desk, differentRows(1000));
        const auto summary = open.submission.quote(open.run).value();
        QCOMPARE(summary.timeToFinish.value().count(), seconds);
    }

    void quote_refusedItem_needsFixWithTheServersReason() {
        Desk desk;
        desk.service->refusedCounts[50'001] = "At most 50,000.";
        Open open(desk, {rowOf("A", 50'001), rowOf("B", 10)});
        const auto summary = open.submission.quote(open.run).value();
        QCOMPARE(summary.rows, 1);
        QCOMPARE(summary.needsFix, 1);
        const RowRecord row = open.ledger.row({open.run.value, 0}).value();
        QCOMPARE(row.state, RowState::NeedsFix);
        QCOMPARE(row.problems.size(), std::size_t{1});
        QCOMPARE(row.problems.at(0).column, std::string("/leadCount"));
        QCOMPARE(row.problems.at(0).message, std::string("At most 50,000."));
    }

    void quote_failingCall_isRetriedAndThenGivenUp() {
        Desk desk;
        Open open(desk, differentRows(1));
        desk.service->quoteErrors = {
            serverError(503, ErrorCode::Unavailable, "Down.", StopReason::AttemptsExhausted),
            serverError(429, ErrorCode::RateLimited, "Slow.", StopReason::AttemptsExhausted)};
        QCOMPARE(open.submission.quote(open.run).value().rows, 1);
        QCOMPARE(desk.service->quoteCalls(), 3);
    }

    void quote_rejectedKey_isAnError() {
        Desk desk;
        Open open(desk, differentRows(1));
        desk.service->quoteErrors = {serverError(401, ErrorCode::RevokedApiKey, "Revoked.")};
        QVERIFY(open.submission.quote(open.run).error().is(ErrorCode::RevokedApiKey));
    }

    void quote_cancelled_endsAtOnce() {
        Desk desk;
        Open open(desk, differentRows(1));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(open.submission.quote(open.run, stop.get_token()).error().is(ErrorCode::Cancelled));
    }

    void quote_existingOrder_isAlreadyOrdered() {
        Desk desk;
        Open open(desk, differentRows(2));
        const RowRecord row = open.ledger.row({open.run.value, 0}).value();
        desk.service->makeOrder(row.key, row.request, 2000);
        const auto summary = open.submission.quote(open.run).value();
        QCOMPARE(summary.alreadyOrdered, 1);
        QCOMPARE(summary.rows, 1);
    }

    void quote_existingOrderOfAReference_isComparedByContent() {
        Desk desk;
        auto rows = differentRows(2);
        rows[0].reference = "R1";
        rows[1].reference = "R2";
        Open open(desk, rows);
        const RowRecord same = open.ledger.row({open.run.value, 0}).value();
        const RowRecord other = open.ledger.row({open.run.value, 1}).value();
        desk.service->makeOrder(same.key, same.request, 2000);
        desk.service->makeOrder(other.key, same.request, 2000);
        QVERIFY(open.submission.quote(open.run).has_value());
        const RowRecord bought = open.ledger.row(same.ref).value();
        QCOMPARE(bought.state, RowState::AlreadyOrdered);
        QCOMPARE(bought.finding, Finding::AlreadyOrdered);
        QVERIFY(bought.orderedAt == desk.clock->wallNow());
        const RowRecord changed = open.ledger.row(other.ref).value();
        QCOMPARE(changed.skipReason, SkipReason::ChangedSinceOrdered);
        QCOMPARE(changed.finding, Finding::Changed);
        QVERIFY(changed.isReferenceTaken());
        QVERIFY(changed.message.find(changed.orderNumber) != std::string::npos);
    }

    void quote_rowThatAnotherSheetMayHaveSent_costsWhatWasSent() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->faults = [](int, const std::string&) {
            return Fault::LostRequest;
        };
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        RunSpec other = desk.spec("other.csv");
        other.sourceSha256 = std::string(64, 'b');
        const RunId early = desk.plan(ledger, submission.lock(), differentRows(1), other).run;
        QVERIFY(submission.quote(early));
        QVERIFY(submission.approve(early, {}));
        RunControl control;
        QCOMPARE(submission.run(early, control).value().totals.of(RowState::Unknown), 1);
        desk.service->centsPerLead = 25;
        const RunId late = desk.plan(ledger, submission.lock(), differentRows(1)).run;
        QCOMPARE(submission.quote(late).value().amount, 2'000);
        QCOMPARE(ledger.row({late.value, 0}).value().quoteId,
                 ledger.row({early.value, 0}).value().quoteId);
    }

    void quote_priceThatCannotBe_isRefusedWhole_data() {
        QTest::addColumn<QString>("currency");
        QTest::addColumn<int>("centsPerLead");
        QTest::addColumn<bool>("taken");
        QTest::newRow("of another currency") << "EUR" << 20 << false;
        QTest::newRow("below nothing") << "USD" << -1 << false;
        QTest::newRow("nothing") << "USD" << 0 << true;
    }
    void quote_priceThatCannotBe_isRefusedWhole() {
        QFETCH(QString, currency);
        QFETCH(int, centsPerLead);
        QFETCH(bool, taken);
        Desk desk;
        desk.service->currency = currency.toStdString();
        desk.service->centsPerLead = centsPerLead;
        Open open(desk, differentRows(2));
        const auto priced = open.submission.quote(open.run);
        QCOMPARE(priced.has_value(), taken);
        QVERIFY(taken || priced.error().is(ErrorCode::PriceGuard));
        QCOMPARE(open.submission.approve(open.run, {}).has_value(), taken);
    }

    void approve_withoutPrice_isRefused() {
        Desk desk;
        Open open(desk, differentRows(1));
        QVERIFY(open.submission.approve(open.run, {}).error().is(ErrorCode::InvalidArgument));
    }

    void approve_dearerThanShown_isRefusedWhole() {
        Desk desk;
        Open open(desk, differentRows(3));
        QVERIFY(open.submission.quote(open.run).has_value());
        Approval approval;
        approval.expectedAmount = 5'999;
        const auto refused = open.submission.approve(open.run, approval);
        QVERIFY(refused.error().is(ErrorCode::PriceGuard));
        QCOMPARE(open.ledger.run(open.run).value().totals.of(RowState::Ready), 3);
        approval.expectedAmount = 6'000;
        QVERIFY(open.submission.approve(open.run, approval).has_value());
    }

    void approve_firstRows_leavesTheOthersOut() {
        Desk desk;
        Open open(desk, differentRows(10));
        QVERIFY(open.submission.quote(open.run).has_value());
        Approval approval;
        approval.firstRows = 3;
        const RunInfo info = open.submission.approve(open.run, approval).value();
        QCOMPARE(info.totals.of(RowState::Queued), 3);
        QCOMPARE(info.cap.value(), 6'000);
        QCOMPARE(open.ledger.row({open.run.value, 5}).value().skipReason, SkipReason::BeyondLimit);
    }

    void approve_rowsRefusedBefore_capIsForWhatComes() {
        Desk desk;
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::Invalid : Fault::None;
        };
        const RunReport report = desk.submit(differentRows(10));
        QCOMPARE(report.totals.of(RowState::Placed), 9);
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        QCOMPARE(ledger.retryRefused(report.run, {}, submission.lock()).value(), 1);
        Approval approval;
        approval.cap = submission.quote(report.run).value().amount;
        QCOMPARE(submission.approve(report.run, approval).value().cap.value(), 20'000);
        RunControl control;
        QCOMPARE(submission.run(report.run, control).value().state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 10), std::string());
    }

    void approve_pausedByItsCap_goesOnUnderTheNewOne() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        Approval approval;
        approval.cap = 10'000;
        const RunId run = desk.approved(ledger, submission, differentRows(50), approval);
        const auto send = [&] {
            RunControl control;
            return submission.run(run, control).value();
        };
        QCOMPARE(send().reason, PauseReason::SpendCap);
        approval.cap = 4'000;
        QVERIFY(submission.approve(run, approval).has_value());
        RunReport report = send();
        QCOMPARE(report.reason, PauseReason::SpendCap);
        QCOMPARE(report.totals.of(RowState::Placed), 7);
        QCOMPARE(submission.approve(run, {}).value().cap.value(), 100'000);
        report = send();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 50), std::string());
    }

    void approve_capBeyondAllNumbers_isTheLargestNumber() {
        Desk desk;
        const RunReport first = desk.submit(differentRows(2));
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        Approval approval;
        approval.cap = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(submission.approve(first.run, approval).value().cap.value(),
                 std::numeric_limits<std::int64_t>::max());
    }

    void approve_takenOverAndNotOrdered_costsTodaysPrice_data() {
        QTest::addColumn<int>("centsNow");
        QTest::newRow("cheaper today") << 15;
        QTest::newRow("dearer today") << 25;
    }
    void approve_takenOverAndNotOrdered_costsTodaysPrice() {
        QFETCH(int, centsNow);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->faults = [](int, const std::string&) {
            return Fault::LostRequest;
        };
        const RunReport early = desk.submit(differentRows(1));
        QCOMPARE(early.totals.of(RowState::Unknown), 1);
        desk.service->faults = nullptr;
        desk.service->centsPerLead = centsNow;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId late = desk.plan(ledger, submission.lock(), differentRows(2)).run;
        Approval approval;
        approval.expectedAmount = submission.quote(late).value().amount;
        // Pricing has asked about the row that was not answered: the service does not have it.
        QCOMPARE(*approval.expectedAmount, 2 * 100 * centsNow);
        QVERIFY(submission.approve(late, approval).has_value());
        RunControl control;
        const RunReport report = submission.run(late, control).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.held, *approval.expectedAmount);
        QCOMPARE(desk.service->moneyTaken(), *approval.expectedAmount);
    }

    void approve_takenOver_isHeldByTheCap_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<RowState>("left");
        QTest::newRow("not answered") << static_cast<int>(Fault::LostRequest) << RowState::Unknown;
        QTest::newRow("certainly not ordered")
            << static_cast<int>(Fault::Unavailable) << RowState::WillRetry;
    }
    void approve_takenOver_isHeldByTheCap() {
        QFETCH(int, fault);
        QFETCH(RowState, left);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId early = desk.approved(ledger, submission, differentRows(1));
        const RunId late = desk.plan(ledger, submission.lock(), differentRows(1)).run;
        QCOMPARE(submission.quote(late).value().amount, 2'000);
        desk.service->faults = [fault](int, const std::string&) {
            return static_cast<Fault>(fault);
        };
        RunControl first;
        QCOMPARE(submission.run(early, first).value().totals.of(left), 1);
        desk.service->faults = nullptr;
        Approval approval;
        approval.cap = 1'999;
        const auto approved = submission.approve(late, approval);
        QCOMPARE(approved.has_value(), left == RowState::WillRetry);
        if (approved) {
            RunControl control;
            QCOMPARE(submission.run(late, control).value().reason, PauseReason::SpendCap);
        } else {
            QVERIFY(approved.error().is(ErrorCode::PriceGuard));
        }
        QCOMPARE(desk.service->moneyTaken(), 0);
        approval.cap = 2'000;
        QVERIFY(submission.approve(late, approval).has_value());
        RunControl control;
        QCOMPARE(submission.run(late, control).value().state, RunState::Finished);
        QCOMPARE(desk.service->moneyTaken(), 2'000);
    }

    void approve_takenOverUnanswered_goesOnWithWhatWasSent() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId early = desk.plan(ledger, submission.lock(), differentRows(1)).run;
        QCOMPARE(submission.quote(early).value().amount, 2'000);
        desk.clock->advance(std::chrono::minutes(1));
        desk.service->centsPerLead = 25;
        const RunId late = desk.approved(ledger, submission, differentRows(1));
        std::set<std::string> bodies;
        Fault fault = Fault::LostAnswer;
        desk.service->faults = [&](int, const std::string& body) {
            bodies.insert(body);
            return fault;
        };
        RunControl first;
        QCOMPARE(submission.run(late, first).value().totals.of(RowState::Unknown), 1);
        fault = Fault::None;
        const RowRecord sent = ledger.row({late.value, 0}).value();
        QCOMPARE(submission.approve(early, {}).value().cap.value(), 2'500);
        const RowRecord row = ledger.row({early.value, 0}).value();
        QCOMPARE(row.state, RowState::Unknown);
        QCOMPARE(row.attempts, 1);
        QCOMPARE(row.quoteId, sent.quoteId);
        QCOMPARE(row.quoted, sent.quoted);
        QVERIFY(row.quoteExpires && row.quoteExpires == sent.quoteExpires);
        QVERIFY(row.related == sent.ref);
        const RowRecord left = ledger.row(sent.ref).value();
        QCOMPARE(left.skipReason, SkipReason::TakenOver);
        QVERIFY(left.related == row.ref);
        QCOMPARE(ledger.run(late).value().state, RunState::Finished);
        RunControl control;
        QCOMPARE(submission.run(early, control).value().state, RunState::Finished);
        QCOMPARE(desk.service->creates(), 2);
        QCOMPARE(bodies.size(), std::size_t{1}); // so that the service repeats its answer
        QCOMPARE(desk.discrepancy(early, 1), std::string());
    }

    void approve_takenOverForAnotherTry_orderIsTheRunsOwnWhereASendIsOpen_data() {
        QTest::addColumn<bool>("open");
        QTest::newRow("a send whose order comes late") << true;
        QTest::newRow("every send was answered") << false;
    }
    void approve_takenOverForAnotherTry_orderIsTheRunsOwnWhereASendIsOpen() {
        QFETCH(bool, open);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->lateness = std::chrono::minutes(1);
        desk.service->knowsWishes = false;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId early = desk.approved(ledger, submission, differentRows(1));
        desk.service->faults = [open](int, const std::string&) {
            return open ? Fault::LateOrder : Fault::Unavailable;
        };
        RunControl first;
        static_cast<void>(submission.run(early, first).value());
        desk.service->faults = nullptr;
        const RunId late = desk.plan(ledger, submission.lock(), differentRows(1)).run;
        QCOMPARE(submission.quote(late).value().rows, 1);
        const RowRecord left = ledger.row({early.value, 0}).value();
        QCOMPARE(left.state, RowState::WillRetry);
        desk.clock->advance(std::chrono::minutes(1));
        if (!open)
            desk.service->makeOrder(left.key, ledger.row({late.value, 0}).value().request, 2'000);
        QVERIFY(submission.approve(late, {}).has_value());
        RunControl control;
        const RunTotals totals = submission.run(late, control).value().totals;
        QCOMPARE(totals.of(RowState::Placed), open ? 1 : 0);
        QCOMPARE(totals.of(RowState::AlreadyOrdered), open ? 0 : 1);
        QCOMPARE(orderCount(desk), std::size_t{1});
    }

    void approve_placedMeanwhileByAnotherRun_isAlreadyOrdered() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId early = desk.plan(ledger, submission.lock(), differentRows(2)).run;
        const RunId late = desk.plan(ledger, submission.lock(), differentRows(2)).run;
        for (const RunId run : {early, late})
            static_cast<void>(submission.quote(run).value());
        static_cast<void>(submission.approve(late, {}).value());
        RunControl control;
        static_cast<void>(submission.run(late, control).value());
        const RunInfo info = submission.approve(early, {}).value();
        QCOMPARE(info.totals.of(RowState::AlreadyOrdered), 2);
        QCOMPARE(info.totals.unsettled(), 0);
        const RowRecord row = ledger.row({early.value, 1}).value();
        QCOMPARE(row.finding, Finding::AlreadyOrdered);
        QVERIFY(row.related == (RowRef{late.value, 1}));
    }
};

LEADSHEET_TEST(tst_quote_approve, QuoteApproveTest);
#include "tst_quote_approve.moc"
