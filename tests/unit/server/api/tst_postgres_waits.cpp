// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "counting_proxy.hpp"
#include "held_elsewhere.hpp"
#include "order_scene.hpp"
#include "test_database.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <thread>

using namespace leadsheet;
using namespace leadsheet::test;

namespace {

/// A server that reaches its database through a proxy that counts.
struct Scene {
    PostgresDatabase database;
    CountingProxy proxy;
    TestServer server;

    explicit Scene(const std::function<void(server::Config&)>& configure = {})
        : proxy(serverTcpUri("leadsheet", "leadsheet", database.name()))
        , server({.configure = [&](server::Config& config) {
            config.databasePath = proxy.uri();
            config.workerThreads = 80;
            config.outgoing.pollEvery = std::chrono::hours(1); // its workers ask nothing meanwhile
            if (configure)
                configure(config);
        }}) {}
};

std::int64_t remainingIn(const RawResponse& answer) {
    const std::string field = answer.header("RateLimit");
    return std::stoll(field.substr(field.find("r=") + 2));
}

} // namespace

/// On a network every wait for the database is a round trip.
class PostgresWaitsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void get_alone_waitsTwice();
    void gets_atOnce_shareAllButTheirReads();
    void gets_ofOneKey_atOnce_allowExactlyTheQuota();
    void gets_ofTwoServers_atOnce_allowExactlyTheQuota();
    void gets_ofAKeyAndItsSuccessor_atOnce_areAllCharged();
    void get_whileItsAccountIsHeld_isAnswered();
    void get_withARevokedKey_isRefusedAndChargedToNobody();
    void jobsOfOneAccount_whileAnotherIsHeld_areDone();
    void leasesOfOneAccount_whileAnotherIsHeld_end();
};

void PostgresWaitsTest::initTestCase() {
    if (!onPostgres())
        QSKIP("runs where LEADSHEET_TEST_POSTGRES names a server");
}

void PostgresWaitsTest::get_alone_waitsTwice() {
    constexpr int kRounds = 3;
    constexpr int kGets = 20;
    Scene scene;
    // Connections, statements, the key's first counter and its last use.
    for (int i = 0; i < 3; ++i)
        QCOMPARE(scene.server.get("/v1/orders?limit=10").status, 200);
    // The fewest of several rounds: what the network divides counts as one more.
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (int round = 0; round < kRounds; ++round) {
        const std::int64_t before = scene.proxy.trips();
        for (int i = 0; i < kGets; ++i)
            QCOMPARE(scene.server.get("/v1/orders?limit=10").status, 200);
        fewest = std::min(fewest, scene.proxy.trips() - before);
    }
    QVERIFY2(fewest <= 2 * kGets, qPrintable(QString::number(fewest)));
}

void PostgresWaitsTest::gets_atOnce_shareAllButTheirReads() {
    constexpr int kGets = 64;
    Scene scene;
    std::vector<std::string> keys{scene.server.customerKey()};
    for (int i = 1; i < 8; ++i)
        keys.push_back(scene.server.addAccount(1'000));
    std::atomic<int> answered{0};
    std::vector<std::thread> threads;
    const auto begin = [&] {
        for (int i = 0; i < kGets; ++i)
            threads.emplace_back([&, key = keys[static_cast<std::size_t>(i) % keys.size()]] {
                answered +=
                    scene.server.get("/v1/orders?limit=10", {{"x-api-key", key}}).status == 200;
            });
    };
    const auto end = [&] {
        for (std::thread& thread : threads)
            thread.join();
        threads.clear();
    };
    for (int round = 0; round < 2; ++round) { // connections, statements, first counters
        begin();
        end();
    }
    answered = 0;
    // All have come when the first is admitted.
    PostgresSession holder(scene.database.uri());
    holder.run("BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE");
    begin();
    const auto open = [&] {
        return scene.server.get("/metrics").body.find("leadsheet_open_connections 65\n") !=
               std::string::npos;
    };
    QTRY_VERIFY_WITH_TIMEOUT(open(), 30'000);
    QTest::qWait(50);                                    // until those that came last are read
    const std::int64_t before = scene.proxy.trips() - 1; // the first has asked
    holder.run("COMMIT");
    end();
    const double each = static_cast<double>(scene.proxy.trips() - before) / kGets;
    qInfo("%.2f waits for each of %d GETs at once", each, kGets);
    QCOMPARE(answered.load(), kGets);
    QVERIFY2(each <= 1.2, qPrintable(QString::number(each)));
}

void PostgresWaitsTest::gets_ofOneKey_atOnce_allowExactlyTheQuota() {
    constexpr int kQuota = 100;
    Scene scene([](server::Config& config) { config.limits.defaultRate.quota = kQuota; });
    std::mutex mutex;
    std::multiset<std::int64_t> remaining;
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i)
        threads.emplace_back([&] {
            RawConnection connection(scene.server.port());
            for (int n = 0; n < 10; ++n) {
                const auto answer = connection.request("GET", "/v1/orders",
                                                       {{"x-api-key", scene.server.customerKey()}});
                const std::scoped_lock lock(mutex);
                if (answer.status == 200)
                    remaining.insert(remainingIn(answer));
                else if (answer.status == 429 && remainingIn(answer) == 0)
                    ++refused;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    // Each is told another figure, down to nothing.
    QCOMPARE(remaining.size(), std::size_t{kQuota});
    QCOMPARE(std::set(remaining.begin(), remaining.end()).size(), std::size_t{kQuota});
    QCOMPARE(*remaining.begin(), std::int64_t{0});
    QCOMPARE(*remaining.rbegin(), std::int64_t{kQuota - 1});
    QCOMPARE(refused.load(), 60);
}

void PostgresWaitsTest::gets_ofTwoServers_atOnce_allowExactlyTheQuota() {
    constexpr int kQuota = 150;
    const auto limited = [](server::Config& config) {
        config.limits.defaultRate.quota = kQuota;
    };
    Scene one(limited);
    TestServer two({.configure = [&](server::Config& config) {
        limited(config);
        config.databasePath = one.database.uri();
        config.bootstrap.clear();
    }});
    std::atomic<int> allowed{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i)
        threads.emplace_back([&, port = i % 2 == 0 ? one.server.port() : two.port()] {
            RawConnection connection(port);
            for (int n = 0; n < 15; ++n)
                allowed += connection.request("GET", "/v1/orders",
                                              {{"x-api-key", one.server.customerKey()}})
                                       .status == 200
                               ? 1
                               : 0;
        });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(allowed.load(), kQuota);
    QCOMPARE(PostgresSession(one.database.uri())
                 .number("SELECT used FROM rate_windows WHERE policy = 'default'"),
             std::int64_t{kQuota});
}

/// They share a counter, and the one that was not used for a minute is charged in jobs.
void PostgresWaitsTest::gets_ofAKeyAndItsSuccessor_atOnce_areAllCharged() {
    Scene scene;
    const auto rotated = scene.server.post("/v1/keys/" + scene.server.customerKeyId() + "/rotate",
                                           "", {{"Idempotency-Key", "rotate"}});
    QCOMPARE(rotated.status, 201);
    const std::string successor = memberOf(rotated, "/secret");
    for (int i = 0; i < 2; ++i)
        QCOMPARE(scene.server.get("/v1/orders", {{"x-api-key", successor}}).status, 200);
    PostgresSession raw(scene.database.uri());
    const auto used = [&] {
        return raw.number("SELECT SUM(used) FROM rate_windows WHERE policy = 'default'");
    };
    raw.run("UPDATE api_keys SET last_used_at = NULL WHERE id = '" + scene.server.customerKeyId() +
            "'");
    const std::int64_t before = used();
    std::atomic<int> answered{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i)
        threads.emplace_back([&, key = i % 2 == 0 ? scene.server.customerKey() : successor] {
            RawConnection connection(scene.server.port());
            for (int n = 0; n < 10; ++n)
                answered +=
                    connection.request("GET", "/v1/orders", {{"x-api-key", key}}).status == 200 ? 1
                                                                                                : 0;
        });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(answered.load(), 160);
    QCOMPARE(used() - before, std::int64_t{160});
}

void PostgresWaitsTest::get_whileItsAccountIsHeld_isAnswered() {
    Scene scene;
    for (int i = 0; i < 2; ++i)
        QCOMPARE(scene.server.get("/v1/orders").status, 200);
    const HeldElsewhere held(scene.database.uri(), scene.server.accountId());
    QCOMPARE(scene.server.get("/v1/orders").header("RateLimit").substr(0, 15),
             std::string("\"default\";r=997"));
}

void PostgresWaitsTest::get_withARevokedKey_isRefusedAndChargedToNobody() {
    Scene scene;
    QCOMPARE(scene.server.get("/v1/orders").status, 200);
    QCOMPARE(scene.server.get("/v1/orders").status, 200);
    PostgresSession raw(scene.database.uri());
    // By another server: nothing that this one keeps may let the key work on.
    raw.run("UPDATE api_keys SET revoked_at = created_at WHERE type = 'customer'");
    QCOMPARE(scene.server.get("/v1/orders").status, 401);
    QCOMPARE(raw.number("SELECT used FROM rate_windows WHERE policy = 'default'"), std::int64_t{2});
}

void PostgresWaitsTest::jobsOfOneAccount_whileAnotherIsHeld_areDone() {
    Scene scene;
    OrderScene orders(scene.server);
    const std::string other = scene.server.addAccount(1'000);
    const auto account = scene.server.get("/v1/account", {{"x-api-key", other}});
    const RawHeaders admin = orders.adminHeaders();
    const auto newKey = scene.server.post("/v1/keys", R"({"name":"n","scopes":["orders:read"]})",
                                          {{"Idempotency-Key", "key"}});
    QCOMPARE(newKey.status, 201);
    const HeldElsewhere held(scene.database.uri(), memberOf(account, "/id"));

    for (const char* state :
         {"delivered", "refunded", "rejected", "failed", "cancelled", "info_requested"})
        QVERIFY2(!orders.placeIn(state).empty(), state);
    const std::string number = orders.placePartDelivered(1);
    const auto lead = scene.server.get("/v1/leads");
    const auto sent = [&](const char* method, const std::string& target,
                          const std::string& body = {}, RawHeaders headers = {}) {
        if (headers.empty())
            headers.emplace_back("x-api-key", scene.server.customerKey());
        if (!body.empty())
            headers.emplace_back("Content-Type", "application/json");
        return rawRequest(scene.server.port(), method, target, headers, body);
    };
    const std::string own = "/v1/admin/accounts/" + scene.server.accountId();
    QCOMPARE(sent("POST", own + "/credit",
                  R"({"amount":{"amount":5,"currency":"USD"},"reason":"r"})", admin)
                 .status,
             201);
    QCOMPARE(sent("PATCH", own, R"({"name":"Another name"})", admin).status, 200);
    QCOMPARE(sent("DELETE", "/v1/keys/" + memberOf(newKey, "/id")).status, 204);
    QCOMPARE(sent("DELETE", "/v1/leads/" + memberOf(lead, "/data/0/id")).status, 204);
    const auto webhook = sent("POST", "/v1/webhooks", R"({"url":"https://93.184.216.34/hook"})");
    QCOMPARE(webhook.status, 201);
    const std::string target = "/v1/webhooks/" + memberOf(webhook, "/id");
    QCOMPARE(sent("PATCH", target, R"({"enabled":false})").status, 200);
    QCOMPARE(sent("POST", target + "/rotate-secret").status, 200);
    QCOMPARE(sent("POST", target + "/test").status, 202);
    QCOMPARE(sent("DELETE", target).status, 204);
}

void PostgresWaitsTest::leasesOfOneAccount_whileAnotherIsHeld_end() {
    Scene scene(
        [](server::Config& config) { config.outgoing.pollEvery = std::chrono::milliseconds(50); });
    OrderScene orders(scene.server);
    const std::string other = scene.server.addAccount(1'000);
    const auto account = scene.server.get("/v1/account", {{"x-api-key", other}});
    const auto made = scene.server.post("/v1/destinations",
                                        R"({"platform":"instantly","credential":"a-credential"})",
                                        {{"Idempotency-Key", "destination"}});
    QCOMPARE(made.status, 201);
    QCOMPARE(orders
                 .take(orders.placeIn("in_progress"), "part",
                       OrderScene::leads(0, 1, "\"result\":\"good\""))
                 .status,
             200);
    PostgresSession raw(scene.database.uri());
    const auto pushesIn = [&](const std::string& state) {
        return raw.number("SELECT COUNT(*) FROM pushes WHERE state = '" + state + "'");
    };
    QTRY_COMPARE_WITH_TIMEOUT(pushesIn("pending"), std::int64_t{1}, 30'000);
    const HeldElsewhere held(scene.database.uri(), memberOf(account, "/id"));
    raw.run("UPDATE pushes SET state = 'sending', due_at = 1, lease = 7;"
            " DELETE FROM push_counts WHERE state = 'sending';"
            " UPDATE push_counts SET state = 'sending' WHERE state = 'pending'");
    QTRY_COMPARE_WITH_TIMEOUT(pushesIn("unknown"), std::int64_t{1}, 5'000);
}

LEADSHEET_TEST(tst_postgres_waits, PostgresWaitsTest);
#include "tst_postgres_waits.moc"
