// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/watched_folder.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

class FolderDayTest : public QObject {
    Q_OBJECT

    const std::filesystem::path folder_ = "/sheets/in";

    RunSpec specOf(const Desk& desk, const char* name) const {
        RunSpec spec = desk.spec(name);
        spec.sourcePath = (folder_ / name).string();
        spec.sourceSha256 = name;
        return spec;
    }
    static void pauseRun(Desk& desk, const std::vector<RowInput>& rows, const RunSpec& spec) {
        Ledger ledger = desk.open();
        Submission submission = desk.submission(ledger, ledger.lock().value());
        const RunId run = desk.plan(ledger, submission.lock(), rows, spec).run;
        static_cast<void>(submission.quote(run).value());
        static_cast<void>(submission.approve(run, {}).value());
        RunControl control;
        static_cast<void>(submission.run(run, control).value());
    }

private slots:
    void spent_afterAnOutage_isWhatWasOrderedAndMayHaveBeen() {
        Desk desk;
        const WallTime morning = desk.clock->wallNow();
        send(desk, {rowOf("Placed", 100)}, specOf(desk, "a.csv"));
        desk.service->faults = [](int, const std::string&) {
            return Fault::Unavailable;
        };
        desk.options.maxOutage = std::chrono::seconds(60);
        pauseRun(desk, {rowOf("Not ordered", 100)}, specOf(desk, "b.csv"));
        Ledger ledger = desk.open();
        const auto spent = [&](WallTime since) {
            return work::spentIn(ledger, {folder_, since}, "USD", RunId{0}).value();
        };
        QCOMPARE(ledger.runs().value().front().totals.retrying, 2000);
        QCOMPARE(spent(morning), 2000);
        QCOMPARE(spent(desk.clock->wallNow() + std::chrono::hours(1)), 0);
    }

    void unfinishedRun_behindManyNewerOnes_isFound() {
        Desk desk;
        desk.service->faults = [](int, const std::string&) {
            return Fault::Unavailable;
        };
        desk.options.maxOutage = std::chrono::seconds(60);
        pauseRun(desk, {rowOf("Left", 100)}, specOf(desk, "old.csv"));
        desk.service->faults = {};
        Ledger ledger = desk.open();
        {
            const RunLock lock = ledger.lock().value();
            for (int i = 0; i < 101; ++i)
                desk.plan(ledger, lock, {}, specOf(desk, "other.csv"));
        }
        const auto found = work::unfinishedRun(ledger, desk.spec().account).value();
        QVERIFY(found && found->id == RunId{1});
        QCOMPARE(ledger.runs().value().size(), std::size_t{102});
        QCOMPARE(ledger.runs(5).value().size(), std::size_t{5});
    }
};

LEADSHEET_TEST(tst_folder_day, FolderDayTest);
#include "tst_folder_day.moc"
