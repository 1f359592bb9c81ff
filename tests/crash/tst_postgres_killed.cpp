// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"
#include "raw_http.hpp"
#include "receiver.hpp"
#include "test_database.hpp"
#include "test_main.hpp"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <atomic>
#include <boost/json.hpp>
#include <csignal>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

using namespace leadsheet::test;
namespace json = boost::json;

namespace {

constexpr std::size_t kServers = 3;
constexpr int kKills = 8;
constexpr int kOrders = 120;
constexpr int kClients = 4;
constexpr int kQuota = 150;

/// Servers of one database, each a process of its own that can be killed and started again.
class Fleet {
public:
    Fleet(const QTemporaryDir& folder, std::string uri)
        : uri_(std::move(uri))
        , pepper_(folder.filePath("pepper").toStdString())
        , keys_(folder.filePath("keys.json").toStdString()) {
        QFile pepper(QString::fromStdString(pepper_));
        if (!pepper.open(QIODevice::WriteOnly) || pepper.write("a pepper for the fleet") < 0 ||
            !pepper.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
            throw std::runtime_error("no pepper file");
        pepper.close();
        for (std::size_t at = 0; at < kServers; ++at)
            start(at);
        QFile keys(QString::fromStdString(keys_));
        if (!keys.open(QIODevice::ReadOnly))
            throw std::runtime_error("no key file");
        const json::value made = json::parse(keys.readAll().toStdString());
        customerKey_ = made.at("accounts").at(0).at("keys").at(0).at("secret").as_string();
    }

    void start(std::size_t at) {
        auto server = std::make_unique<ChildProcess>(std::vector<std::string>{
            QCoreApplication::applicationDirPath().toStdString() + "/leadsheet-server",
            "--database", uri_, "--pepper-file", pepper_, "--port", "0", "--workers", "8",
            "--bootstrap-sandbox", keys_, "--allow-http-destinations",
            "--allow-loopback-destinations", "--requests-per-window", std::to_string(kQuota)});
        const auto line = server->readLine();
        if (!line)
            throw std::runtime_error("a server did not start: " + server->errors());
        ports_[at] = static_cast<std::uint16_t>(json::parse(*line).at("port").as_int64());
        processes_[at] = std::move(server);
    }

    void kill(std::size_t at) { processes_[at]->signal(SIGKILL); }

    std::uint16_t port(std::size_t at) const { return ports_[at % kServers]; }
    const std::string& key() const { return customerKey_; }

private:
    std::string uri_;
    std::string pepper_;
    std::string keys_;
    std::string customerKey_;
    std::array<std::unique_ptr<ChildProcess>, kServers> processes_;
    std::array<std::atomic<std::uint16_t>, kServers> ports_{};
};

/// As a client does: the same key until somebody says what became of it.
std::string order(const Fleet& fleet, const std::string& key, std::size_t first) {
    for (std::size_t server = first; server < first + 10'000; ++server) {
        const auto answer =
            rawRequest(fleet.port(server), "POST", "/v1/orders",
                       {{"x-api-key", fleet.key()},
                        {"Idempotency-Key", key},
                        {"Content-Type", "application/json"}},
                       R"({"scrapingOption":"filters","leadCount":10,"industries":"Software"})");
        if (answer.complete && answer.status == 201)
            return std::string(json::parse(answer.body).at("order_number").as_string());
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return {};
}

} // namespace

/// Several servers share a PostgreSQL database while one after the other is killed.
class PostgresKilledTest : public QObject {
    Q_OBJECT

private slots:
    void servers_killedUnderLoad_everyKeyBuysOnce();
};

void PostgresKilledTest::servers_killedUnderLoad_everyKeyBuysOnce() {
    if (!onPostgres())
        QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
    const QTemporaryDir folder;
    const PostgresDatabase database;
    const Receiver receiver;
    Fleet fleet(folder, database.uri());
    const auto hook = rawRequest(fleet.port(0), "POST", "/v1/webhooks",
                                 {{"x-api-key", fleet.key()}, {"Content-Type", "application/json"}},
                                 R"({"name":"hook","url":")" + receiver.url() + R"("})");
    QVERIFY2(hook.status == 201, hook.body.c_str());

    std::mutex mutex;
    std::map<std::string, std::set<std::string>> numbers; // what each key bought, as clients heard
    std::atomic<int> answered{0};
    std::atomic<int> granted{0};
    std::vector<std::thread> clients;
    for (std::size_t client = 0; client < kClients; ++client)
        clients.emplace_back([&, client] {
            // Every key is sent by two clients, at about the same time and to different servers.
            for (int n = 0; n < kOrders; ++n) {
                if (static_cast<std::size_t>(n) % 2 != client % 2)
                    continue;
                const std::string key = "key-" + std::to_string(n);
                const std::string number = order(fleet, key, client);
                const std::lock_guard lock(mutex);
                numbers[key].insert(number);
                ++answered;
            }
        });
    std::thread reading([&] {
        // More than the quota: as many as it allows are answered, by whichever server.
        for (std::size_t n = 0; n < 3 * kQuota; ++n) {
            const auto answer =
                rawRequest(fleet.port(n), "GET", "/v1/account", {{"x-api-key", fleet.key()}});
            granted += answer.status == 200 ? 1 : 0;
        }
    });
    std::mt19937 random(20261122);
    for (int kill = 1; kill <= kKills; ++kill) {
        while (answered < kill * 2 * kOrders / (kKills + 2))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const std::size_t victim = random() % kServers;
        fleet.kill(victim);
        fleet.start(victim);
    }
    for (std::thread& client : clients)
        client.join();
    reading.join();

    QCOMPARE(numbers.size(), std::size_t{kOrders});
    for (const auto& [key, bought] : numbers)
        QVERIFY2(bought.size() == 1 && !bought.begin()->empty(), key.c_str());
    PostgresSession raw(database.uri());
    QCOMPARE(raw.number("SELECT COUNT(*) FROM orders"), std::int64_t{kOrders});
    QCOMPARE(raw.number("SELECT COUNT(DISTINCT idempotency_key) FROM orders"),
             std::int64_t{kOrders});
    QCOMPARE(raw.number("SELECT SUM(amount) FROM ledger_entries"), std::int64_t{0});
    QCOMPARE(
        raw.number("SELECT COUNT(*) FROM ledger_balances b WHERE balance <> (SELECT SUM(amount)"
                   " FROM ledger_entries e WHERE e.account_id = b.account_id"
                   " AND e.bucket = b.bucket)"),
        std::int64_t{0});
    QCOMPARE(raw.number("SELECT balance FROM ledger_balances WHERE bucket = 'held'"),
             raw.number("SELECT SUM(total) FROM orders"));
    // One message of one delivery an order, numbered without a gap.
    QCOMPARE(raw.rows("SELECT COUNT(*), COUNT(DISTINCT order_number), MIN(account_seq),"
                      " MAX(account_seq) FROM webhook_messages")
                 .at(0),
             QString("%1|%1|1|%1").arg(kOrders).toStdString());
    QCOMPARE(raw.rows("SELECT COUNT(*), COUNT(DISTINCT message) FROM webhook_deliveries").at(0),
             QString("%1|%1").arg(kOrders).toStdString());
    QCOMPARE(raw.number("SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'delivered'"
                        " AND attempts < 1"),
             std::int64_t{0});
    QCOMPARE(raw.number("SELECT used FROM rate_windows WHERE policy = 'default'"),
             std::int64_t{kQuota});
    QVERIFY2(granted < kQuota, qPrintable(QString::number(granted))); // one made the webhook
    for (std::size_t server = 0; server < kServers; ++server)
        QCOMPARE(rawRequest(fleet.port(server), "GET", "/v1/account", {{"x-api-key", fleet.key()}})
                     .status,
                 429);
}

LEADSHEET_TEST(tst_postgres_killed, PostgresKilledTest);
#include "tst_postgres_killed.moc"
