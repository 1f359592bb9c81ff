// SPDX-License-Identifier: Apache-2.0
#include "delivery_driver.hpp"
#include "killable_server.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "leadsheet/server/fault_plan.hpp"
#include "leadsheet/server/server.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>

using namespace leadsheet;

/// Ingest and delivery of an order while the server is killed around every commit, and while every
/// database operation fails once: repeated calls end in one delivery, with every lead once.
class DeliveryKilledTest : public QObject {
    Q_OBJECT

    static int sweep(const QString& moment);

private slots:
    void server_killedBeforeEachCommit_leadsAreTakenInOnce();
    void server_killedAfterEachCommit_leadsAreTakenInOnce();
    void database_nthOperationFails_deliveryConverges_data();
    void database_nthOperationFails_deliveryConverges();
};

int DeliveryKilledTest::sweep(const QString& moment) {
    for (int n = 1;; ++n) {
        const QTemporaryDir folder;
        test::KillableServer server(folder.filePath("server.db"));
        if (!server.start(moment, n))
            return -1;
        bool killed = false;
        test::DeliveryJob job{server.key(), server.adminKey(), [&]() -> std::uint16_t {
                                  if (!killed && server.died()) {
                                      killed = true;
                                      if (!server.start("never", 0))
                                          return 0;
                                  }
                                  return server.port();
                              }};
        std::string wrong = test::driveDelivery(job);
        killed = killed || server.died();
        // Reads commit too (they are counted against limits); these ask a server that lives.
        server.end();
        if (!server.start("never", 0))
            return -1;
        job.port = [&server] {
            return server.port();
        };
        if (wrong.empty())
            wrong = test::deliveryFaults(job);
        if (!wrong.empty()) {
            qWarning("killed %s commit %d: %s", qPrintable(moment), n, wrong.c_str());
            return -1;
        }
        if (!killed)
            return n - 1;
    }
}

void DeliveryKilledTest::server_killedBeforeEachCommit_leadsAreTakenInOnce() {
    const int kills = sweep("before");
    qInfo("%d kills before a commit", kills);
    QVERIFY(kills >= 6);
}

void DeliveryKilledTest::server_killedAfterEachCommit_leadsAreTakenInOnce() {
    const int kills = sweep("after");
    qInfo("%d kills after a commit", kills);
    QVERIFY(kills >= 6);
}

void DeliveryKilledTest::database_nthOperationFails_deliveryConverges_data() {
    QTest::addColumn<int>("code");
    QTest::newRow("disk full") << 13; // SQLITE_FULL
    // PostgreSQL's refusals are all alike.
    if (!test::onPostgres())
        QTest::newRow("input/output error") << 10; // SQLITE_IOERR
}

void DeliveryKilledTest::database_nthOperationFails_deliveryConverges() {
    QFETCH(int, code);
    int failures = 0;
    // A server on PostgreSQL takes longer to start.
    const std::uint64_t stride = test::onPostgres() ? 3 : 1;
    for (std::uint64_t n = 1;; n += n < 40 ? stride : 7) {
        std::atomic<bool> serving{false};
        std::atomic<std::uint64_t> operations{0};
        std::atomic<bool> struck{false};
        server::Config config;
        config.databasePath = test::databaseFor({});
        config.pepper = test::TestServer::pepper();
        config.limits.defaultRate.quota = 1'000'000;
        config.bootstrap = {{"Customer", 1'000'000, {{"key", server::KeyType::Customer, {}, {}}}},
                            {"Operations", 0, {{"key", server::KeyType::Admin, {}, {}}}}};
        config.databaseHook = [&](server::store::DbOp op, std::uint64_t) {
            if (!serving || op == server::store::DbOp::Committed || ++operations != n)
                return 0;
            struck = true;
            return code;
        };
        auto server = server::Server::start(std::move(config));
        QVERIFY2(server.has_value(), server ? "" : server.error().message.c_str());
        const auto minted = (*server)->minted();
        const test::DeliveryJob job{minted.at(0).keys.at(0).secret, minted.at(1).keys.at(0).secret,
                                    [&] {
                                        return (*server)->port();
                                    }};
        serving = true;
        std::string wrong = test::driveDelivery(job);
        serving = false;
        if (wrong.empty())
            wrong = test::deliveryFaults(job);
        QVERIFY2(wrong.empty(), qPrintable(QString("operation %1: %2").arg(n).arg(wrong.c_str())));
        if (!struck)
            break;
        ++failures;
    }
    qInfo("%d operations failed", failures);
    QVERIFY(failures > 30 / static_cast<int>(stride));
}

LEADSHEET_TEST(tst_delivery_killed, DeliveryKilledTest);
#include "tst_delivery_killed.moc"
