// SPDX-License-Identifier: Apache-2.0
// What disturbs a run while it is sent, and what is told of it.
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <barrier>
#include <semaphore>
#include <sqlite3.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

struct Counter : RunObserver {
    void onProgress(const RunProgress& progress) override {
        ++reports;
        last = progress;
    }
    int reports = 0;
    RunProgress last;
};

/// Pauses the run as soon as it waits.
struct Pauser : RunObserver {
    explicit Pauser(RunControl& control)
        : control(control) {}
    void onProgress(const RunProgress& progress) override {
        if (progress.waiting != Waiting::ForRetry)
            return;
        paused.start();
        control.pause();
    }
    RunControl& control;
    QElapsedTimer paused;
};

/// A run of so many rows that is ready to go, by a clock that does wait.
struct AwakeRun {
    AwakeRun(Desk& desk, int rows)
        : ledger(desk.open())
        , run([&] {
            Submission planning = desk.submission(ledger, ledger.lock().value());
            return desk.approved(ledger, planning, differentRows(rows));
        }())
        , submission(ledger, ledger.lock().value(), desk.service, systemClock(), desk.rng,
                     desk.options) {}
    Ledger ledger;
    RunId run;
    Submission submission;
};

} // namespace

class RunControlTest : public QObject {
    Q_OBJECT

private slots:
    void pause_duringALongWait_endsItAtOnce() {
        Desk desk;
        desk.service->limitPause = std::chrono::hours(1);
        desk.service->faults = [](int, const std::string&) {
            return Fault::RateLimited;
        };
        AwakeRun open(desk, 1);
        RunControl control;
        Pauser pauser(control);
        const RunReport report = open.submission.run(open.run, control, &pauser).value();
        QVERIFY(pauser.paused.elapsed() < 4'000); // it looks by itself every 5 s
        QCOMPARE(report.reason, PauseReason::ByPerson);
        QCOMPARE(report.totals.of(RowState::WillRetry), 1);
    }

    void progress_ofAShortRun_isToldAtFirstAndAtLast() {
        Desk desk;
        desk.options.progressInterval = std::chrono::hours(1);
        desk.options.maxInFlight = 1;
        AwakeRun open(desk, 60);
        RunControl control;
        Counter counter;
        QVERIFY(open.submission.run(open.run, control, &counter).has_value());
        QCOMPARE(counter.reports, 2);
        QCOMPARE(counter.last.totals.of(RowState::Placed), 60);
    }

    void run_atOnce_areAsManyAsWantedAndNoMoreThanSixteen_data() {
        QTest::addColumn<int>("wanted");
        QTest::addColumn<int>("most");
        QTest::newRow("none") << 0 << 1;
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("two") << 2 << 2;
        QTest::newRow("seventeen") << 17 << 16;
    }
    void run_atOnce_areAsManyAsWantedAndNoMoreThanSixteen() {
        QFETCH(int, wanted);
        QFETCH(int, most);
        Desk desk;
        desk.options.maxInFlight = wanted;
        std::barrier all(most);
        desk.service->onCreate = [&](int call) {
            if (call >= most)
                return;
            all.arrive_and_wait();
            QThread::msleep(20); // in which one too many would come
        };
        const auto report = desk.submit(differentRows(40));
        QCOMPARE(report.totals.of(RowState::Placed), 40);
        QCOMPARE(desk.service->mostInFlight(), most);
    }

    // Rows are marked ahead of the senders, but not many: what is marked is in doubt after a crash.
    void run_rowsMarkedAhead_areTwoForASender() {
        Desk desk;
        desk.options.maxInFlight = 2;
        std::int64_t sending = 0;
        std::binary_semaphore counted{0};
        desk.service->onCreate = [&](int call) {
            if (call == 0) // else a row that is answered and not yet kept counts, too
                counted.acquire();
            if (call != 1)
                return;
            LedgerOptions options;
            options.mode = LedgerOptions::Mode::ReadOnly;
            options.checkIntegrity = false;
            const Ledger reader = Ledger::open(desk.file(), options).value();
            sending = reader.run(RunId{1}).value().totals.of(RowState::Sending);
            counted.release();
        };
        QCOMPARE(desk.submit(differentRows(40)).totals.of(RowState::Placed), 40);
        QVERIFY2(sending >= 2 && sending <= 6, std::to_string(sending).c_str());
    }

    void disk_thatFailsBeforeTheFirstRow_pausesAndSendsNothing() {
        Desk desk;
        int begun = -1; // not counted yet
        Ledger ledger = desk.open([&](DbOp op, std::uint64_t) {
            if (op == DbOp::Begin && begun >= 0 && ++begun == 2)
                return SQLITE_FULL;
            return SQLITE_OK;
        });
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.approved(ledger, submission, differentRows(2));
        begun = 0;
        RunControl control;
        const RunReport report = submission.run(run, control).value();
        QCOMPARE(report.run, run);
        QCOMPARE(report.state, RunState::Paused);
        QCOMPARE(report.reason, PauseReason::LocalStorage);
        QCOMPARE(report.code, std::string("storage_full"));
        QVERIFY(!report.detail.empty());
        QCOMPARE(desk.service->creates(), 0);
        RunControl again;
        QCOMPARE(submission.run(run, again).value().state, RunState::Finished);
    }

    // An answer in hand, or under way, is written once more; what cannot be written is asked for by
    // its key.
    void disk_thatFailsWhileRowsAreSent_losesNoOrder_data() {
        QTest::addColumn<bool>("forGood");
        QTest::addColumn<RunState>("state");
        QTest::newRow("once") << false << RunState::Paused;
        QTest::newRow("from there on") << true << RunState::Running;
    }
    void disk_thatFailsWhileRowsAreSent_losesNoOrder() {
        QFETCH(bool, forGood);
        QFETCH(RunState, state);
        Desk desk;
        desk.options.maxInFlight = 4;
        std::atomic<bool> fails = false;
        std::counting_semaphore<> failed{0};
        RunId run;
        {
            Ledger ledger = desk.open([&](DbOp op, std::uint64_t) {
                if (op != DbOp::Commit || !fails)
                    return SQLITE_OK;
                fails = forGood;
                failed.release();
                return SQLITE_FULL;
            });
            Submission submission = desk.submission(ledger, ledger.lock().value());
            run = desk.approved(ledger, submission, differentRows(20));
            std::barrier all(4);
            desk.service->onCreate = [&](int call) {
                if (call == 3)
                    fails = true;
                if (call < 4)
                    all.arrive_and_wait();
                // Its answer comes when the disk has failed already.
                if (call == 3 && !failed.try_acquire_for(std::chrono::seconds(10)))
                    qWarning("the disk does not fail");
            };
            RunControl control;
            const RunReport report = submission.run(run, control).value();
            QCOMPARE(report.state, state);
            QCOMPARE(report.reason, PauseReason::LocalStorage);
            QCOMPARE(report.code, std::string("storage_full"));
            QVERIFY(!report.detail.empty());
            QVERIFY(desk.service->creates() < 20);
            const RunInfo info = ledger.run(run).value();
            QCOMPARE(info.state, state);
            QCOMPARE(info.pauseReason, forGood ? PauseReason::None : PauseReason::LocalStorage);
            const RunTotals& totals = info.totals;
            QVERIFY(report.totals.rows == totals.rows);
            QCOMPARE(report.totals.held, totals.held);
            QCOMPARE(report.totals.atRisk, totals.atRisk);
            if (!forGood)
                QCOMPARE(totals.held, desk.service->moneyTaken());
            QVERIFY(totals.committed() >= desk.service->moneyTaken());
        }
        QCOMPARE(desk.resume(run).state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 20), std::string());
    }

    void disk_thatWritesAndReportsAFailure_leavesTheTotalsOfTheFile() {
        Desk desk;
        RunId run;
        {
            int written = -2; // not counted yet
            Ledger ledger = desk.open([&](DbOp op, std::uint64_t) {
                if (op == DbOp::Committed && written >= -1 && ++written == 2)
                    return SQLITE_IOERR; // of the rows that were marked
                return SQLITE_OK;
            });
            Submission submission = desk.submission(ledger, ledger.lock().value());
            run = desk.approved(ledger, submission, differentRows(5));
            written = -1;
            RunControl control;
            const RunReport report = submission.run(run, control).value();
            QCOMPARE(report.reason, PauseReason::LocalStorage);
            QCOMPARE(report.totals.of(RowState::Sending), 5);
            QVERIFY(report.totals.rows == ledger.run(run).value().totals.rows);
            QCOMPARE(desk.service->creates(), 0);
        }
        QCOMPARE(desk.resume(run).state, RunState::Finished);
        QCOMPARE(desk.discrepancy(run, 5), std::string());
    }

    void progress_ofARunThatTheDiskEnded_waitsForNothing() {
        Desk desk;
        std::atomic<bool> fails = false;
        Ledger ledger = desk.open([&](DbOp op, std::uint64_t) {
            return op == DbOp::Commit && fails.exchange(false) ? SQLITE_FULL : SQLITE_OK;
        });
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.approved(ledger, submission, differentRows(1));
        desk.service->faults = [&](int, const std::string&) {
            fails = true;
            return Fault::RateLimited;
        };
        RunControl control;
        Counter counter;
        QCOMPARE(submission.run(run, control, &counter).value().totals.of(RowState::WillRetry), 1);
        QCOMPARE(counter.last.totals.of(RowState::WillRetry), 1);
        QCOMPARE(counter.last.waiting, Waiting::No);
    }
};

LEADSHEET_TEST(tst_run_control, RunControlTest);
#include "tst_run_control.moc"
