// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <sqlite3.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

struct Recorder : RunObserver {
    void onProgress(const RunProgress& progress) override {
        last = progress;
        mostCommitted = std::max(mostCommitted, progress.totals.committed());
    }
    void onRows(const std::vector<RowChange>& rows) override {
        for (const RowChange& row : rows)
            placed += row.state == RowState::Placed ? 1 : 0;
    }
    RunProgress last;
    std::int64_t mostCommitted = 0;
    int placed = 0;
};

} // namespace

class SubmissionRunTest : public QObject {
    Q_OBJECT

private:
    /// Plans, prices and approves; the run is ready to go.
    static RunId approved(Desk& desk, Ledger& ledger, Submission& submission,
                          const std::vector<RowInput>& rows, const Approval& approval = {}) {
        const RunId run = desk.plan(ledger, submission.lock(), rows).run;
        static_cast<void>(submission.quote(run).value());
        static_cast<void>(submission.approve(run, approval).value());
        return run;
    }

private slots:
    void run_allGood_placesEveryRowOnce() {
        Desk desk;
        const auto report = desk.submit(differentRows(100));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.reason, PauseReason::None);
        QCOMPARE(report.totals.of(RowState::Placed), 100);
        QCOMPARE(report.totals.charged, 200'000);
        QCOMPARE(desk.discrepancy(report.run, 100), std::string());
        QCOMPARE(desk.service->creates(), 100);
        QVERIFY(desk.service->mostInFlight() <= 16);
    }

    void run_repeatedSheet_ordersNothingTwice() {
        Desk desk;
        desk.submit(differentRows(30));
        const auto second = desk.submit(differentRows(30));
        QCOMPARE(second.state, RunState::Finished);
        QCOMPARE(second.totals.of(RowState::AlreadyOrdered), 30);
        QCOMPARE(desk.service->orders().size(), std::size_t{30});
        QCOMPARE(desk.service->creates(), 30);
    }

    void run_ledgerLost_ordersNothingTwice() {
        Desk desk;
        desk.submit(differentRows(20));
        const auto aside = Ledger::setAside(desk.file());
        QVERIFY(aside.has_value());
        const auto second = desk.submit(differentRows(25));
        QCOMPARE(second.totals.of(RowState::AlreadyOrdered), 20);
        QCOMPARE(second.totals.of(RowState::Placed), 5);
        QCOMPARE(desk.service->orders().size(), std::size_t{25});
    }

    void run_observer_seesEveryRowAndTheMoney() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = approved(desk, ledger, submission, differentRows(40));
        Recorder recorder;
        RunControl control;
        QVERIFY(submission.run(run, control, &recorder).has_value());
        QCOMPARE(recorder.placed, 40);
        QCOMPARE(recorder.last.totals.charged, 80'000);
        QCOMPARE(recorder.last.inFlight, 0);
    }

    void run_pausedFromAnotherThread_finishesWhatIsInFlight() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = approved(desk, ledger, submission, differentRows(200));
        RunControl control;
        desk.service->onCreate = [&](int call) {
            if (call == 20)
                control.pause();
        };
        const auto report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::ByPerson);
        QCOMPARE(report.totals.of(RowState::Sending), 0);
        QCOMPARE(report.totals.of(RowState::Placed), desk.service->creates());
        QCOMPARE(report.totals.of(RowState::Queued), 200 - desk.service->creates());
        QVERIFY(report.totals.of(RowState::Queued) > 0);
        desk.service->onCreate = nullptr;
        RunControl again;
        QCOMPARE(submission.run(run, again).value().state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 200), std::string());
    }

    void run_pausedWhenTheLastRowsAreUnderWay_isFinished_data() {
        QTest::addColumn<bool>("stop");
        QTest::newRow("pause") << false;
        QTest::newRow("stop") << true;
    }
    void run_pausedWhenTheLastRowsAreUnderWay_isFinished() {
        QFETCH(bool, stop);
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = approved(desk, ledger, submission, differentRows(1));
        RunControl control;
        desk.service->onCreate = [&](int) {
            stop ? control.stop() : control.pause();
        };
        const auto report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.reason, PauseReason::None);
        QCOMPARE(ledger.run(run).value().state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 1), std::string());
    }

    void run_stopped_makesTheRestReady() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = approved(desk, ledger, submission, differentRows(100));
        RunControl control;
        desk.service->onCreate = [&](int call) {
            if (call == 10)
                control.stop();
        };
        const auto report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Stopped);
        QCOMPARE(report.totals.of(RowState::Queued), 0);
        QCOMPARE(report.totals.of(RowState::Ready) + report.totals.of(RowState::Placed), 100);
        QCOMPARE(report.totals.charged, desk.service->moneyTaken());
    }

    void run_cancelled_leavesNothingSending() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = approved(desk, ledger, submission, differentRows(100));
        RunControl control;
        desk.service->onCreate = [&](int call) {
            if (call == 10)
                control.cancel();
        };
        const auto report = submission.run(run, control).value();
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.totals.of(RowState::Sending), 0);
        desk.service->onCreate = nullptr;
        RunControl again;
        QCOMPARE(submission.run(run, again).value().state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 100), std::string());
    }

    void run_notApproved_isRefused() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.plan(ledger, submission.lock(), differentRows(1)).run;
        RunControl control;
        QVERIFY(submission.run(run, control).error().is(ErrorCode::InvalidArgument));
        QVERIFY(submission.run(RunId{99}, control).error().is(ErrorCode::NotFound));
    }

    void run_crashedWhileSending_settlesUnknownRows() {
        Desk desk;
        RunId run;
        {
            Ledger ledger = desk.open();
            Submission submission = desk.submission(ledger, ledger.lock().value());
            run = approved(desk, ledger, submission, differentRows(10));
        }
        // What a killed process leaves behind: rows marked Sending, some of them applied.
        sqlite3* raw = nullptr;
        QCOMPARE(sqlite3_open(desk.file().c_str(), &raw), SQLITE_OK);
        sqlite3_exec(raw,
                     "UPDATE rows SET state = 4, attempts = 1 WHERE ordinal < 4;"
                     "UPDATE runs SET state = 3",
                     nullptr, nullptr, nullptr);
        sqlite3_stmt* bodies = nullptr;
        sqlite3_prepare_v2(raw,
                           "SELECT r.order_key, c.body FROM rows r JOIN contents c"
                           " USING(run, ordinal) WHERE ordinal < 2",
                           -1, &bodies, nullptr);
        const auto text = [&](int column) {
            return std::string(reinterpret_cast<const char*>(sqlite3_column_text(bodies, column)));
        };
        while (sqlite3_step(bodies) == SQLITE_ROW)
            desk.service->makeOrder(text(0), text(1), 2000);
        sqlite3_finalize(bodies);
        sqlite3_close(raw);
        {
            Ledger ledger = desk.open();
            QVERIFY(ledger.run(run).value().interrupted);
            const RunLock lock = ledger.lock().value();
            QCOMPARE(ledger.run(run).value().totals.of(RowState::Unknown), 4);
        }
        const auto report = desk.resume(run);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), 10);
        QCOMPARE(desk.discrepancy(run, 10), std::string());
    }

    void run_sameRowsInALaterRun_takesThemOver() {
        Desk desk;
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId first = approved(desk, ledger, submission, differentRows(10));
        RunControl control;
        desk.service->faults = [](int call, const std::string&) {
            return call < 3 ? Fault::LostRequest : Fault::None;
        };
        desk.service->onCreate = [&](int call) {
            if (call == 3)
                control.pause();
        };
        static_cast<void>(submission.run(first, control).value());
        desk.service->onCreate = nullptr;
        const RunId second = desk.plan(ledger, submission.lock(), differentRows(12)).run;
        static_cast<void>(submission.quote(second).value());
        static_cast<void>(submission.approve(second, {}).value());
        RunControl again;
        QCOMPARE(submission.run(second, again).value().state, RunState::Finished);
        QCOMPARE(desk.service->orders().size(), std::size_t{12});
        QCOMPARE(ledger.run(first).value().state, RunState::Finished);
        QCOMPARE(ledger.run(first).value().totals.unsettled(), 0);
    }

    void run_pacing_isKeptInTheLedger() {
        Desk desk;
        const auto report = desk.submit(differentRows(2));
        QCOMPARE(desk.service->recalledWindows(), 0);
        desk.resume(report.run);
        QCOMPARE(desk.service->recalledWindows(), 1);
    }
};

LEADSHEET_TEST(tst_submission_run, SubmissionRunTest);
#include "tst_submission_run.moc"
