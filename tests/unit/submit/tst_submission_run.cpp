// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <sqlite3.h>

#include <future>

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

/// A desk with a run of so many rows that is planned, priced and approved: ready to go.
struct Approved {
    explicit Approved(int rows)
        : run(desk.approved(ledger, submission, differentRows(rows))) {}

    RunReport go() {
        RunControl control;
        return submission.run(run, control).value();
    }

    Desk desk;
    Ledger ledger = desk.open();
    Submission submission = desk.submission(ledger, ledger.lock().value());
    RunId run;
};

/// Does this in the middle of the n-th create (0, 1, ...); later ones wait until it is done.
std::function<void(int)> duringCall(int n, std::function<void()> action) {
    auto done = std::make_shared<std::promise<void>>();
    return [n, action = std::move(action), done, wait = done->get_future().share()](int call) {
        if (call == n) {
            action();
            done->set_value();
        } else if (call > n) {
            wait.wait();
        }
    };
}

} // namespace

class SubmissionRunTest : public QObject {
    Q_OBJECT

private slots:
    void run_allGood_placesEveryRowOnce() {
        Desk desk;
        const auto report = desk.submit(differentRows(100));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.reason, PauseReason::None);
        QCOMPARE(report.totals.of(RowState::Placed), 100);
        QCOMPARE(report.totals.held, 200'000);
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
        Approved ready(40);
        Recorder recorder;
        RunControl control;
        QVERIFY(ready.submission.run(ready.run, control, &recorder).has_value());
        QCOMPARE(recorder.placed, 40);
        QCOMPARE(recorder.last.totals.held, 80'000);
        QCOMPARE(recorder.last.inFlight, 0);
    }

    void run_pausedFromAnotherThread_finishesWhatIsInFlight() {
        Approved ready(200);
        RunControl control;
        ready.desk.service->onCreate = duringCall(20, [&] { control.pause(); });
        const auto report = ready.submission.run(ready.run, control).value();
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::ByPerson);
        QCOMPARE(report.totals.of(RowState::Sending), 0);
        QCOMPARE(report.totals.of(RowState::Placed), ready.desk.service->creates());
        QCOMPARE(report.totals.of(RowState::Queued), 200 - ready.desk.service->creates());
        QVERIFY(report.totals.of(RowState::Queued) > 0);
        ready.desk.service->onCreate = nullptr;
        QCOMPARE(ready.go().state, RunState::Finished);
        QCOMPARE(ready.desk.discrepancy(ready.run, 200), std::string());
    }

    void run_pausedWhenTheLastRowsAreUnderWay_isFinished_data() {
        QTest::addColumn<bool>("stop");
        QTest::newRow("pause") << false;
        QTest::newRow("stop") << true;
    }
    void run_pausedWhenTheLastRowsAreUnderWay_isFinished() {
        QFETCH(bool, stop);
        Approved ready(1);
        RunControl control;
        ready.desk.service->onCreate = [&](int) {
            stop ? control.stop() : control.pause();
        };
        const auto report = ready.submission.run(ready.run, control).value();
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.reason, PauseReason::None);
        QCOMPARE(ready.ledger.run(ready.run).value().state, RunState::Finished);
        QCOMPARE(ready.desk.discrepancy(ready.run, 1), std::string());
    }

    void run_stopped_makesTheRestReady() {
        Approved ready(100);
        RunControl control;
        ready.desk.service->onCreate = duringCall(10, [&] { control.stop(); });
        const auto report = ready.submission.run(ready.run, control).value();
        QCOMPARE(report.state, RunState::Stopped);
        QVERIFY2(report.detail.find("topped") != std::string::npos, report.detail.c_str());
        QCOMPARE(report.totals.of(RowState::Queued), 0);
        QCOMPARE(report.totals.of(RowState::Ready) + report.totals.of(RowState::Placed), 100);
        QCOMPARE(report.totals.held, ready.desk.service->moneyTaken());
    }

    void run_cancelled_leavesNothingSending() {
        Approved ready(100);
        RunControl control;
        ready.desk.service->onCreate = duringCall(10, [&] { control.cancel(); });
        const auto report = ready.submission.run(ready.run, control).value();
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.totals.of(RowState::Sending), 0);
        ready.desk.service->onCreate = nullptr;
        QCOMPARE(ready.go().state, RunState::Finished);
        QCOMPARE(ready.desk.discrepancy(ready.run, 100), std::string());
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
            run = desk.approved(ledger, submission, differentRows(10));
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
            // Whoever holds the lock now sends another one.
            QVERIFY(ledger.run(run).value().interrupted);
            QVERIFY(ledger.runs().value().front().interrupted);
        }
        const auto report = desk.resume(run);
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(report.totals.of(RowState::Placed), 10);
        QCOMPARE(desk.discrepancy(run, 10), std::string());
    }

    void run_sameRowsInALaterRun_takesThemOver() {
        Approved ready(10);
        RunControl control;
        ready.desk.service->faults = [](int call, const std::string&) {
            return call < 3 ? Fault::LostRequest : Fault::None;
        };
        ready.desk.service->onCreate = duringCall(3, [&] { control.pause(); });
        const RunId first = ready.run;
        static_cast<void>(ready.submission.run(first, control).value());
        ready.desk.service->onCreate = nullptr;
        ready.run = ready.desk.approved(ready.ledger, ready.submission, differentRows(12));
        QCOMPARE(ready.go().state, RunState::Finished);
        QCOMPARE(ready.desk.service->orders().size(), std::size_t{12});
        QCOMPARE(ready.ledger.run(first).value().state, RunState::Finished);
        QCOMPARE(ready.ledger.run(first).value().totals.unsettled(), 0);
    }

    void run_withoutThreads_placesEveryRowOnce() {
        Desk desk;
        desk.options.ownThreads = false;
        const auto report = desk.submit(differentRows(20));
        QCOMPARE(report.state, RunState::Finished);
        QCOMPARE(desk.discrepancy(report.run, 20), std::string());
    }

    void run_keyThatWasUsedAndWhoseOrderCannotBeFound_buysNothing_data() {
        QTest::addColumn<bool>("fails"); // the look-up; else it finds nothing
        QTest::newRow("not asked") << true;
        QTest::newRow("not there") << false;
    }
    void run_keyThatWasUsedAndWhoseOrderCannotBeFound_buysNothing() {
        QFETCH(bool, fails);
        Approved ready(1);
        Desk& desk = ready.desk;
        const RowRecord row = desk.rows(ready.run)[0];
        desk.service->makeOrder(row.key, "{\"leadCount\":9}", 180);
        if (fails)
            desk.service->onCreate = [&](int) {
                desk.service->quoteErrors = {
                    serverError(401, ErrorCode::RevokedApiKey, "Revoked.")};
            };
        if (!fails)
            desk.clock->setWall(desk.clock->wallNow() - std::chrono::hours(1));
        const RunReport report = ready.go();
        const RowRecord after = ready.ledger.row(row.ref).value();
        QCOMPARE(report.reason, fails ? PauseReason::KeyRejected : PauseReason::None);
        QCOMPARE(after.state, fails ? RowState::Unknown : RowState::Refused);
        QCOMPARE(after.code, std::string("idempotency_key_reused"));
        QCOMPARE(after.httpStatus, 422);
        QCOMPARE(report.totals.held, 0);
        QCOMPARE(desk.service->creates(), 1);
        QCOMPARE(report.totals.atRisk, fails ? 2'000 : 0);
        QCOMPARE(desk.open().run(ready.run).value().totals.atRisk, report.totals.atRisk);
    }

    void run_pacing_isKeptInTheLedger() {
        Desk desk;
        const auto report = desk.submit(differentRows(2));
        QCOMPARE(desk.service->recalledWindows(), 0);
        desk.resume(report.run);
        QCOMPARE(desk.service->recalledWindows(), 1);
    }

    void run_budgetOfAnotherKeyUsedUp_isAskedForAnew() {
        Desk desk;
        desk.service->remembered = 0;
        const auto report = desk.submit(differentRows(2));
        desk.service->serverBudget = PacerView{};
        desk.resume(report.run);
        QCOMPARE(desk.service->recalledWindows(), 0);
        desk.service->serverBudget.reset();
        desk.resume(report.run);
        QCOMPARE(desk.service->recalledWindows(), 1);
    }
};

LEADSHEET_TEST(tst_submission_run, SubmissionRunTest);
#include "tst_submission_run.moc"
