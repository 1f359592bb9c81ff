// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

class RunGuardsTest : public QObject {
    Q_OBJECT

private:
    static RunReport submitWithCap(Desk& desk, int rows, std::int64_t cap) {
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        Approval approval;
        approval.cap = cap;
        const RunId run = desk.approved(ledger, submission, differentRows(rows), approval);
        RunControl control;
        return submission.run(run, control).value();
    }

private slots:
    void run_accountTrouble_pausesAndHealsOnResume_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<int>("reason");
        const auto row = [](const char* name, Fault fault, PauseReason reason) {
            QTest::newRow(name) << static_cast<int>(fault) << static_cast<int>(reason);
        };
        row("no credit", Fault::NoCredit, PauseReason::NoCredit);
        row("server's cap", Fault::ServerSpendCap, PauseReason::ServerSpendCap);
        row("key revoked", Fault::KeyRevoked, PauseReason::KeyRejected);
        row("suspended", Fault::Suspended, PauseReason::AccountSuspended);
        row("certificate", Fault::TlsFailure, PauseReason::ServerUnreachable);
    }
    void run_accountTrouble_pausesAndHealsOnResume() {
        QFETCH(int, fault);
        QFETCH(int, reason);
        Desk desk;
        desk.service->faults = [fault](int call, const std::string&) {
            return call >= 5 ? static_cast<Fault>(fault) : Fault::None;
        };
        const auto report = desk.submit(differentRows(50));
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, static_cast<PauseReason>(reason));
        QCOMPARE(report.totals.of(RowState::Refused), 0);
        QCOMPARE(report.totals.of(RowState::Placed), 5);
        // After the first of these answers, only what was under way beside it.
        QVERIFY(desk.service->creates() <= 5 + desk.options.maxInFlight);
        desk.service->faults = nullptr;
        QCOMPARE(desk.resume(report.run).state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 50), std::string());
    }

    void run_sameRefusalTwentyTimes_pauses() {
        Desk desk;
        desk.service->faults = [](int, const std::string&) {
            return Fault::Invalid;
        };
        const auto report = desk.submit(differentRows(200));
        QCOMPARE(report.reason, PauseReason::SameRefusal);
        QCOMPARE(report.code, std::string("validation_failed"));
        QVERIFY(report.totals.of(RowState::Refused) >= 20);
        QVERIFY(report.totals.of(RowState::Refused) < 20 + desk.options.maxInFlight);
        QCOMPARE(report.totals.of(RowState::Queued), 200 - report.totals.of(RowState::Refused));
    }

    void run_singleBadRows_blockNobody() {
        Desk desk;
        desk.service->faults = [](int, const std::string& body) {
            return body.find("Industry 7\"") != std::string::npos ? Fault::Invalid : Fault::None;
        };
        const auto report = desk.submit(differentRows(30));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Refused), 1);
        QCOMPARE(report.totals.of(RowState::Placed), 29);
    }

    void retryRefused_afterTheCauseIsMended_placesWithTheSameKey() {
        Desk desk;
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::Invalid : Fault::None;
        };
        const auto report = desk.submit(differentRows(3));
        QCOMPARE(report.totals.of(RowState::Refused), 1);
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        QCOMPARE(ledger.retryRefused(report.run, {}, submission.lock()).value(), 1);
        QCOMPARE(submission.quote(report.run).value().rows, 1);
        QVERIFY(submission.approve(report.run, {}).has_value());
        RunControl control;
        QCOMPARE(submission.run(report.run, control).value().state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 3), std::string());
    }

    void retryRefused_thatWasNotApproved_isTakenBack() {
        Desk desk;
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::Invalid : Fault::None;
        };
        const auto report = desk.submit(differentRows(3));
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const std::vector<std::int64_t> all{0, 1, 2};
        QCOMPARE(ledger.retryRefused(report.run, all, submission.lock()).value(), 1);
        QCOMPARE(submission.quote(report.run).value().rows, 1);
        QVERIFY(ledger.leaveRefused(report.run, all, submission.lock()).has_value());
        const RunInfo run = ledger.run(report.run).value();
        QCOMPARE(run.state, RunState::Finished);
        QVERIFY(run.totals.rows == report.totals.rows);
    }

    void retryRefused_ofAStoppedRun_keepsWhatIsSaidOfIt() {
        Desk desk;
        desk.options.maxInFlight = 1;
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::Invalid : Fault::None;
        };
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId id = desk.approved(ledger, submission, differentRows(20));
        RunControl control;
        desk.service->onCreate = [&](int call) {
            if (call == 3)
                control.stop();
        };
        QCOMPARE(submission.run(id, control).value().state, RunState::Stopped);
        const RunInfo before = ledger.run(id).value();
        QCOMPARE(before.pauseReason, PauseReason::ByPerson);
        const std::vector<std::int64_t> first{0};
        QCOMPARE(ledger.retryRefused(id, first, submission.lock()).value(), 1);
        QVERIFY(submission.quote(id).has_value());
        QVERIFY(ledger.leaveRefused(id, first, submission.lock()).has_value());
        const RunInfo after = ledger.run(id).value();
        QCOMPARE(after.state, RunState::Stopped);
        QCOMPARE(after.pauseReason, before.pauseReason);
        QCOMPARE(after.pauseDetail, before.pauseDetail);
    }

    void spentSince_isWhatIsHeldOrMayBe() {
        Desk desk;
        const WallTime morning = desk.clock->wallNow();
        desk.options.maxInFlight = 1;
        desk.options.maxOutage = std::chrono::seconds(60);
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::None : call == 1 ? Fault::LostAnswer : Fault::Unavailable;
        };
        const auto report = desk.submit(differentRows(4));
        QCOMPARE(report.state, RunState::Paused);
        const std::int64_t risk = report.totals.atRisk;
        QVERIFY(report.totals.retrying > 0);
        Ledger ledger = desk.open();
        QCOMPARE(ledger.spentSince(report.run, morning, RunId{0}).value(), 2000 + risk);
        const WallTime later = desk.clock->wallNow() + std::chrono::hours(1);
        QCOMPARE(ledger.spentSince(report.run, later, RunId{0}).value(), risk);
        const RunId next = desk.plan(ledger, ledger.lock().value(), differentRows(4)).run;
        QCOMPARE(ledger.spentSince(report.run, later, next).value(), 0);
    }

    void newestRun_behindManyOthers_isFound() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(60);
        desk.service->faults = [](int, const std::string&) {
            return Fault::Unavailable;
        };
        const RunId left = desk.submit(differentRows(1)).run;
        Ledger ledger = desk.open();
        {
            const RunLock lock = ledger.lock().value();
            for (int i = 0; i < 101; ++i)
                desk.plan(ledger, lock, {}, desk.spec("other.csv"));
        }
        const auto paused = [](const RunInfo& run) {
            return run.state == RunState::Paused;
        };
        for (const bool withRowsLeft : {false, true})
            QCOMPARE(ledger.newestRun(paused, withRowsLeft).value().value().id, left);
        QCOMPARE(ledger.runs().value().size(), std::size_t{102});
        QCOMPARE(ledger.runs(5).value().size(), std::size_t{5});
    }

    void run_cap_isNeverPassed_data() {
        QTest::addColumn<int>("cap");
        QTest::addColumn<int>("placed");
        QTest::newRow("exact") << 10'000 << 5;
        QTest::newRow("one cent short") << 9'999 << 4;
        QTest::newRow("none") << 0 << 0;
        QTest::newRow("plenty") << 1'000'000 << 50;
    }
    void run_cap_isNeverPassed() {
        QFETCH(int, cap);
        QFETCH(int, placed);
        Desk desk;
        const auto report = submitWithCap(desk, 50, cap);
        QCOMPARE(report.totals.of(RowState::Placed), placed);
        QVERIFY(desk.service->moneyTaken() <= cap);
        QCOMPARE(report.reason, placed == 50 ? PauseReason::None : PauseReason::SpendCap);
    }

    void run_capWithLostAnswers_countsUnknownRows() {
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(30);
        desk.service->faults = [](int, const std::string&) {
            return Fault::LostAnswer;
        };
        const auto report = submitWithCap(desk, 50, 10'000);
        QVERIFY(desk.service->moneyTaken() <= 10'000);
        QVERIFY(report.totals.committed() <= 10'000);
        desk.service->faults = nullptr;
        const auto second = desk.resume(report.run);
        QCOMPARE(second.reason, PauseReason::SpendCap);
        QCOMPARE(desk.service->moneyTaken(), 10'000);
    }

    void run_heldOtherThanQuoted_stopsLoudly() {
        Desk desk;
        desk.options.maxInFlight = 1;
        desk.service->faults = [](int call, const std::string&) {
            return call == 3 ? Fault::HeldTooMuch : Fault::None;
        };
        const auto report = desk.submit(differentRows(100));
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::HeldOtherThanQuoted);
        QVERIFY(report.detail.find("$20.01") != std::string::npos);
        QCOMPARE(desk.service->creates(), 4);
        QCOMPARE(report.totals.held, desk.service->moneyTaken());
    }

    void run_stoppedWhenAnOrderHoldsTooMuch_isPausedForThat() {
        Desk desk;
        desk.options.maxInFlight = 1;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.approved(ledger, submission, differentRows(20));
        RunControl control;
        desk.service->onCreate = [&](int) {
            control.stop();
        };
        desk.service->faults = [](int, const std::string&) {
            return Fault::HeldTooMuch;
        };
        const RunReport report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::HeldOtherThanQuoted);
        QCOMPARE(report.totals.of(RowState::Ready), 0);
    }

    void run_shortWaitForTheBudget_isWaitedEvenWhereNoLongOneIsWanted() {
        Desk desk;
        desk.service->budget = 3;
        desk.service->budgetPause = std::chrono::milliseconds(1'500);
        desk.options.maxLimitWait = std::chrono::seconds(2);
        const SteadyTime begin = desk.clock->now();
        const auto report = desk.submit(differentRows(9));
        QCOMPARE(report.state, RunState::Finished);
        QVERIFY(desk.clock->now() - begin >= std::chrono::milliseconds(1'500));
        QVERIFY(desk.clock->now() - begin < std::chrono::seconds(2));
        QCOMPARE(desk.discrepancy(report.run, 9), std::string());
    }

    void run_outage_holdsBackAndGivesUpInTime() {
        Desk desk;
        desk.options.maxOutage = std::chrono::minutes(10);
        desk.service->faults = [](int, const std::string&) {
            return Fault::ResetBeforeSend;
        };
        const SteadyTime begin = desk.clock->now();
        const auto report = desk.submit(differentRows(500));
        QCOMPARE(report.reason, PauseReason::ServerUnreachable);
        QVERIFY(desk.clock->now() - begin >= std::chrono::minutes(10));
        QVERIFY(desk.clock->now() - begin < std::chrono::minutes(15));
        QVERIFY2(desk.service->creates() < 120,
                 qPrintable(QString::number(desk.service->creates())));
        desk.service->faults = nullptr;
        QCOMPARE(desk.resume(report.run).state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 500), std::string());
    }

    void run_budgetUsedUp_waitsForTheNextWindow() {
        Desk desk;
        desk.service->budget = 20;
        const SteadyTime begin = desk.clock->now();
        const auto report = desk.submit(differentRows(60));
        QCOMPARE(report.state, RunState::Finished);
        QVERIFY(desk.clock->now() - begin >= std::chrono::hours(1));
        QCOMPARE(desk.discrepancy(report.run, 60), std::string());
    }

    void run_budgetUsedUp_pausesWhenWaitingIsNotWanted() {
        Desk desk;
        desk.service->budget = 20;
        desk.options.maxLimitWait = std::chrono::seconds(60);
        const auto report = desk.submit(differentRows(60));
        QCOMPARE(report.reason, PauseReason::LimitReached);
        QVERIFY(report.waitUntil.has_value());
        QCOMPARE(report.totals.of(RowState::Placed), 20);
        QCOMPARE(report.totals.of(RowState::Queued), 40);
    }

    void run_limitedForLong_pausesWhenWaitingIsNotWanted_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("asked"); // seconds
        QTest::addColumn<int>("most");
        QTest::addColumn<bool>("pauses");
        QTest::newRow("many rows") << 30 << 3600 << 60 << true;
        QTest::newRow("the last row") << 1 << 3600 << 60 << true;
        QTest::newRow("just too long") << 1 << 61 << 60 << true;
        QTest::newRow("just as long as wanted") << 1 << 60 << 60 << false;
        QTest::newRow("nobody waits at all") << 1 << 1 << 0 << true;
    }
    void run_limitedForLong_pausesWhenWaitingIsNotWanted() {
        QFETCH(int, rows);
        QFETCH(int, asked);
        QFETCH(int, most);
        QFETCH(bool, pauses);
        Desk desk;
        desk.options.maxLimitWait = std::chrono::seconds(most);
        desk.service->limitPause = std::chrono::seconds(asked);
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::RateLimited : Fault::None;
        };
        const SteadyTime begin = desk.clock->now();
        const auto report = desk.submit(differentRows(rows));
        QCOMPARE(report.reason, pauses ? PauseReason::LimitReached : PauseReason::None);
        QCOMPARE(report.waitUntil.has_value(), pauses);
        QCOMPARE(report.totals.of(RowState::WillRetry), pauses ? 1 : 0);
        QCOMPARE(desk.clock->now() - begin >= std::chrono::seconds(asked), !pauses);
    }

    void resume_onlyLimitedRowsLeft_pausesWhenWaitingIsNotWanted() {
        Desk desk;
        desk.options.maxLimitWait = std::chrono::seconds(60);
        desk.service->limitPause = std::chrono::hours(1);
        desk.service->faults = [](int call, const std::string&) {
            return call == 0 ? Fault::RateLimited : Fault::None;
        };
        const auto first = desk.submit(differentRows(1));
        QCOMPARE(first.reason, PauseReason::LimitReached);
        const SteadyTime begin = desk.clock->now();
        const auto second = desk.resume(first.run);
        QCOMPARE(second.reason, PauseReason::LimitReached);
        QVERIFY(second.waitUntil.has_value());
        QVERIFY(desk.clock->now() - begin < std::chrono::minutes(1));
        desk.options.maxLimitWait.reset();
        QCOMPARE(desk.resume(first.run).state, RunState::Finished);
    }

    void run_noOutageAllowed_pausesAtTheFirstFailure_data() {
        QTest::addColumn<int>("fault");
        QTest::newRow("503") << static_cast<int>(Fault::Unavailable);
        QTest::newRow("not connected") << static_cast<int>(Fault::ResetBeforeSend);
        QTest::newRow("no answer") << static_cast<int>(Fault::LostAnswer);
    }
    void run_noOutageAllowed_pausesAtTheFirstFailure() {
        QFETCH(int, fault);
        Desk desk;
        desk.options.maxOutage = std::chrono::seconds(0);
        desk.service->faults = [fault](int call, const std::string&) {
            return call >= 5 ? static_cast<Fault>(fault) : Fault::None;
        };
        const SteadyTime begin = desk.clock->now();
        const auto report = desk.submit(differentRows(200));
        QCOMPARE(report.reason, PauseReason::ServerUnreachable);
        QVERIFY2(report.detail.starts_with("No usable answer. Last: "), report.detail.c_str());
        QCOMPARE(report.totals.of(RowState::Placed), 5);
        QVERIFY(desk.service->creates() < 100);
        QVERIFY(desk.clock->now() - begin < std::chrono::seconds(1));
        desk.service->faults = nullptr;
        QCOMPARE(desk.resume(report.run).state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 200), std::string());
    }

    void run_outage_endsOnTheMinuteThatWasAllowed() {
        Desk desk;
        desk.options.maxOutage = std::chrono::minutes(3);
        desk.service->faults = [](int, const std::string&) {
            return Fault::ResetBeforeSend;
        };
        const SteadyTime begin = desk.clock->now();
        const auto report = desk.submit(differentRows(50));
        QCOMPARE(report.reason, PauseReason::ServerUnreachable);
        QVERIFY2(report.detail.starts_with("No usable answer for 3 minutes."),
                 report.detail.c_str());
        QVERIFY(desk.clock->now() - begin >= std::chrono::minutes(3));
        QVERIFY(desk.clock->now() - begin < std::chrono::seconds(190));
    }

    void run_failureAfterALongWaitForTheBudget_isNoOutage() {
        Desk desk;
        desk.service->budget = 20;
        desk.service->faults = [](int call, const std::string&) {
            return call == 19 || call == 20 ? Fault::Unavailable : Fault::None;
        };
        const auto report = desk.submit(differentRows(60));
        QVERIFY2(report.state == RunState::Finished, report.detail.c_str());
        QCOMPARE(desk.discrepancy(report.run, 60), std::string());
    }

    void run_deadlinePassed_pauses() {
        Desk desk;
        desk.options.deadline = std::chrono::minutes(5);
        desk.service->faults = [](int, const std::string&) {
            return Fault::RateLimited;
        };
        const auto report = desk.submit(differentRows(3));
        QCOMPARE(report.reason, PauseReason::Deadline);
        QCOMPARE(report.totals.of(RowState::WillRetry), 3);
    }

    void run_sendsUntilItsDeadline_data() {
        QTest::addColumn<int>("late"); // milliseconds
        QTest::addColumn<PauseReason>("reason");
        QTest::newRow("just then") << 0 << PauseReason::None;
        QTest::newRow("after it") << 1 << PauseReason::Deadline;
    }
    void run_sendsUntilItsDeadline() {
        QFETCH(int, late);
        QFETCH(PauseReason, reason);
        Desk desk;
        desk.options.maxInFlight = 1;
        desk.options.deadline = std::chrono::minutes(5);
        desk.service->onCreate = [&](int call) {
            if (call == 0)
                desk.clock->advance(desk.options.deadline + std::chrono::milliseconds(late));
        };
        const auto report = desk.submit(differentRows(3));
        QCOMPARE(report.reason, reason);
    }
};

LEADSHEET_TEST(tst_run_guards, RunGuardsTest);
#include "tst_run_guards.moc"
