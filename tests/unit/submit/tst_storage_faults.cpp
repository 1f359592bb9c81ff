// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <cerrno>
#include <sqlite3.h>

using namespace leadsheet;
using namespace leadsheet::submit;
using namespace leadsheet::submit::test;

namespace {

constexpr int kRows = 5;

struct Attempted {
    bool done = false;
    std::string error;   ///< empty, or the first thing that went wrong
    bool storage = true; ///< it was named as a fault of the local storage
};

Attempted failed(const Error& error) {
    return {false, error.message,
            error.is(ErrorCode::StorageError) || error.is(ErrorCode::StorageFull)};
}

/// What a person does: resume what was interrupted, then hand in the sheet.
Attempted work(Desk& desk, StorageHook hook) {
    LedgerOptions options;
    options.hook = std::move(hook);
    options.clock = desk.clock;
    auto ledger = Ledger::open(desk.file(), options);
    if (!ledger)
        return failed(ledger.error());
    auto lock = ledger->lock();
    if (!lock)
        return failed(lock.error());
    Submission submission = desk.submission(*ledger, std::move(*lock));
    const auto send = [&](RunId run) -> Attempted {
        RunControl control;
        const auto report = submission.run(run, control);
        if (!report)
            return failed(report.error());
        return {report->state == RunState::Finished, report->detail,
                report->reason == PauseReason::LocalStorage};
    };
    const auto runs = ledger->runs();
    if (!runs)
        return failed(runs.error());
    for (const RunInfo& run : *runs) {
        if (run.totals.unsettled() == 0)
            continue;
        if (const auto sent = send(run.id); !sent.done)
            return sent;
    }
    auto planner = RunPlanner::begin(*ledger, submission.lock(), desk.spec());
    if (!planner)
        return failed(planner.error());
    for (const RowInput& row : differentRows(kRows)) {
        if (const auto added = planner->add(row); !added)
            return failed(added.error());
    }
    const auto plan = planner->finish();
    if (!plan)
        return failed(plan.error());
    if (const auto quoted = submission.quote(plan->run); !quoted)
        return failed(quoted.error());
    if (const auto approved = submission.approve(plan->run, {}); !approved)
        return failed(approved.error());
    return send(plan->run);
}

/// Everything the runs of the ledger hold, over all runs.
std::int64_t heldIn(Desk& desk) {
    Ledger ledger = desk.open();
    std::int64_t sum = 0;
    const auto runs = ledger.runs().value();
    for (const RunInfo& run : runs)
        sum += run.totals.held;
    return sum;
}

/// While it lives, no write-ahead log can be opened; SQLite is told that `reason` is why.
class FailingDisk {
public:
    explicit FailingDisk(int reason) {
        reason_ = reason;
        usual_ = sqlite3_vfs_find(nullptr);
        disk_ = *usual_;
        disk_.zName = "failing";
        disk_.xOpen = [](sqlite3_vfs*, const char* name, sqlite3_file* file, int flags,
                         int* opened) {
            if ((flags & SQLITE_OPEN_WAL) == 0)
                return usual_->xOpen(usual_, name, file, flags, opened);
            file->pMethods = nullptr;
            return SQLITE_IOERR;
        };
        disk_.xGetLastError = [](sqlite3_vfs*, int, char*) {
            return reason_;
        };
        sqlite3_vfs_register(&disk_, 1);
    }
    FailingDisk(const FailingDisk&) = delete;
    FailingDisk& operator=(const FailingDisk&) = delete;
    ~FailingDisk() {
        sqlite3_vfs_unregister(&disk_);
        sqlite3_vfs_register(usual_, 1);
    }

private:
    sqlite3_vfs disk_{};
    static inline int reason_ = 0;
    static inline sqlite3_vfs* usual_ = nullptr;
};

} // namespace

class StorageFaultsTest : public QObject {
    Q_OBJECT

private slots:
    void nthOperationFails_everyN_convergesToOneOrderPerRow_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("forGood");
        QTest::newRow("input/output error once") << SQLITE_IOERR << false;
        QTest::newRow("disk full from there on") << SQLITE_FULL << true;
    }
    void nthOperationFails_everyN_convergesToOneOrderPerRow() {
        QFETCH(int, code);
        QFETCH(bool, forGood);
        bool failedSomewhere = true;
        int n = 0;
        while (failedSomewhere) {
            ++n;
            failedSomewhere = false;
            Desk desk;
            const auto hook = [&](DbOp, std::uint64_t number) {
                const auto wanted = static_cast<std::uint64_t>(n);
                if (number != wanted && !(forGood && number > wanted))
                    return SQLITE_OK;
                failedSomewhere = true;
                return code;
            };
            const Attempted first = work(desk, hook);
            const QByteArray place = QByteArray::number(n) + ": " + first.error.c_str();
            // A single fault may hit what is not needed; a disk that stays full never goes
            // unnoticed.
            if (forGood && failedSomewhere && !first.done)
                QVERIFY2(first.storage, place.constData());
            const Attempted second = work(desk, {});
            QVERIFY2(second.done, (place + " / " + second.error.c_str()).constData());
            QVERIFY2(desk.service->orders().size() == kRows, place.constData());
            QVERIFY2(heldIn(desk) == desk.service->moneyTaken(), place.constData());
        }
        QVERIFY(n > 100);
    }

    void nthOperationFails_withLostAnswers_convergesToOneOrderPerRow() {
        for (int n = 1; n < 1000; n += 7) {
            Desk desk;
            desk.service->faults = [](int call, const std::string&) {
                return call % 2 == 0 ? Fault::LostAnswer : Fault::None;
            };
            work(desk, [n](DbOp, std::uint64_t number) {
                return number == static_cast<std::uint64_t>(n) ? SQLITE_IOERR : SQLITE_OK;
            });
            QVERIFY(work(desk, {}).done);
            QCOMPARE(desk.service->orders().size(), std::size_t{kRows});
            QCOMPARE(heldIn(desk), desk.service->moneyTaken());
        }
    }

    void inputOutputErrorOfAFullDisk_isNamedAsFull_data() {
        QTest::addColumn<int>("reason");
        QTest::addColumn<bool>("full");
        QTest::newRow("no space") << ENOSPC << true;
        QTest::newRow("over quota") << EDQUOT << true;
        QTest::newRow("broken disk") << EIO << false;
    }
    void inputOutputErrorOfAFullDisk_isNamedAsFull() {
        QFETCH(int, reason);
        QFETCH(bool, full);
        Desk desk;
        desk.submit(differentRows(1));
        const FailingDisk disk(reason);
        for (const auto mode : {LedgerOptions::Mode::ReadWrite, LedgerOptions::Mode::ReadOnly}) {
            LedgerOptions options;
            options.mode = mode;
            const auto ledger = Ledger::open(desk.file(), options);
            QVERIFY(!ledger);
            QCOMPARE(ledger.error().is(ErrorCode::StorageFull), full);
            QCOMPARE(ledger.error().is(ErrorCode::StorageError), !full);
            QCOMPARE(ledger.error().message.find("disk is full") != std::string::npos, full);
        }
    }

    void hook_committed_comesAfterTheDataIsOnDisk() {
        Desk desk;
        std::int64_t runsSeen = -1;
        {
            Ledger ledger = desk.open([&](DbOp op, std::uint64_t) {
                if (op == DbOp::Committed && std::filesystem::exists(desk.file())) {
                    sqlite3* raw = nullptr;
                    sqlite3_open(desk.file().c_str(), &raw);
                    sqlite3_stmt* count = nullptr;
                    sqlite3_prepare_v2(raw, "SELECT count(*) FROM runs", -1, &count, nullptr);
                    if (sqlite3_step(count) == SQLITE_ROW)
                        runsSeen = sqlite3_column_int64(count, 0);
                    sqlite3_finalize(count);
                    sqlite3_close(raw);
                }
                return SQLITE_OK;
            });
            const RunLock lock = ledger.lock().value();
            const auto planner = RunPlanner::begin(ledger, lock, desk.spec());
            QVERIFY(planner.has_value());
            QCOMPARE(runsSeen, 1);
        }
        QCOMPARE(runsSeen, 0); // a plan that was not finished goes
    }
};

LEADSHEET_TEST(tst_storage_faults, StorageFaultsTest);
#include "tst_storage_faults.moc"
