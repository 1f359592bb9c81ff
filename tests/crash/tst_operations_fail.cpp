// SPDX-License-Identifier: Apache-2.0
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/server/fault_plan.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>

using namespace leadsheet;

namespace {

constexpr int kDiskFull = 13; // SQLITE_FULL
constexpr int kIoError = 10;  // SQLITE_IOERR
constexpr std::int64_t kRows = 6;
constexpr std::uint64_t kStride = 23; // after the first 20, all of which are tried
constexpr std::int64_t kBalance = 10'000'00;

} // namespace

/// The n-th database operation fails, for every n: afterwards the submission converges.
class OperationsFailTest : public QObject {
    Q_OBJECT

private slots:
    void ledger_nthOperationFails_restartConverges_data();
    void ledger_nthOperationFails_restartConverges();
    void serverDatabase_nthOperationFails_submissionConverges_data();
    void serverDatabase_nthOperationFails_submissionConverges();
};

void OperationsFailTest::ledger_nthOperationFails_restartConverges_data() {
    QTest::addColumn<int>("code");
    QTest::newRow("disk full") << kDiskFull;
    QTest::newRow("input/output error") << kIoError;
}

void OperationsFailTest::ledger_nthOperationFails_restartConverges() {
    QFETCH(int, code);
    int failures = 0;
    for (std::uint64_t n = 1;; n = n < 20 ? n + 1 : n + kStride) {
        auto scene = test::startScene(kBalance);
        const QTemporaryDir folder;
        test::SubmitJob job;
        job.baseUrl = scene.server->baseUrl();
        job.apiKey = scene.key;
        job.ledger = folder.filePath("ledger.db").toStdString();
        job.rows = kRows;
        std::atomic<std::uint64_t> operations{0};
        std::atomic<bool> struck{false};
        job.hook = [&](submit::DbOp op, std::uint64_t) {
            if (op == submit::DbOp::Committed || ++operations != n)
                return 0;
            struck = true;
            return code;
        };
        const auto first = test::submitSheet(job);
        job.hook = {};
        if (struck) {
            ++failures;
            if (!first)
                QVERIFY2(!first.error().message.empty(), "a failure without a message");
        }
        if (!first || first->state != submit::RunState::Finished) {
            QVERIFY2(struck, first ? first->detail.c_str() : first.error().message.c_str());
            const auto second = test::submitSheet(job);
            QVERIFY2(second.has_value(), second ? "" : second.error().message.c_str());
            QCOMPARE(second->state, submit::RunState::Finished);
        }
        const auto wrong = test::disagreement(job, scene.balance);
        QVERIFY2(wrong.empty(), qPrintable(QString("operation %1: %2").arg(n).arg(wrong.c_str())));
        if (!struck)
            break;
    }
    qInfo("%d operations of the ledger failed", failures);
    QVERIFY(failures > 20);
}

void OperationsFailTest::serverDatabase_nthOperationFails_submissionConverges_data() {
    ledger_nthOperationFails_restartConverges_data();
}

void OperationsFailTest::serverDatabase_nthOperationFails_submissionConverges() {
    QFETCH(int, code);
    int failures = 0;
    for (std::uint64_t n = 1;; n = n < 20 ? n + 1 : n + kStride) {
        std::atomic<bool> serving{false};
        std::atomic<std::uint64_t> operations{0};
        std::atomic<bool> struck{false};
        server::Config config;
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            if (!serving || op == server::store::DbOp::Committed || ++operations != n)
                return 0;
            struck = true;
            return code;
        };
        auto scene = test::startScene(kBalance, std::move(config));
        const QTemporaryDir folder;
        test::SubmitJob job;
        job.baseUrl = scene.server->baseUrl();
        job.apiKey = scene.key;
        job.ledger = folder.filePath("ledger.db").toStdString();
        job.rows = kRows;
        serving = true;
        auto report = test::submitSheet(job);
        if (!report || report->state != submit::RunState::Finished)
            report = test::submitSheet(job);
        serving = false;
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QVERIFY2(report->state == submit::RunState::Finished, report->detail.c_str());
        const auto wrong = test::disagreement(job, scene.balance);
        QVERIFY2(wrong.empty(), qPrintable(QString("operation %1: %2").arg(n).arg(wrong.c_str())));
        if (!struck)
            break;
        ++failures;
    }
    qInfo("%d operations of the server's database failed", failures);
    QVERIFY(failures > 20);
}

LEADSHEET_TEST(tst_operations_fail, OperationsFailTest);
#include "tst_operations_fail.moc"
