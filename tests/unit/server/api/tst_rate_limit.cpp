// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTemporaryDir>
#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

/// Contract section 3.
class RateLimitTest : public QObject {
    Q_OBJECT
private slots:
    void request1001_isRefusedAlsoAfterARestart_whileOrdersPass();
    void fields_countDownAndNameTheWindow();
    void window_thatEnded_beginsAnew();
    void orderBudget_isItsOwn();
    void replays_count();
    void refusedRequests_count();
    void orderRequests_countWhateverEndsThem_data();
    void orderRequests_countWhateverEndsThem();
    void lookups_haveASmallBudgetOfTheirOwn();
    void anotherKey_hasItsOwnCounters();
    void burst_isAskedAsWell();
    void wrongKeys_areLimitedBySourceAddress();
    void wrongKeys_behindAProxy_areLimitedByTheirOwnAddress();
};

void RateLimitTest::request1001_isRefusedAlsoAfterARestart_whileOrdersPass() {
    const QTemporaryDir folder;
    const auto clock = std::make_shared<ManualClock>();
    const std::string path = folder.filePath("server.db").toStdString();
    std::string secret;
    {
        TestServer server({.databasePath = path, .clock = clock});
        secret = server.customerKey();
        RawConnection connection(server.port());
        for (int i = 1; i <= 1'000; ++i) {
            const auto answer = connection.request("GET", "/v1/account", {{"x-api-key", secret}});
            QCOMPARE(answer.status, 200);
        }
        QCOMPARE(server.get("/v1/account").status, 429);
    }
    clock->advance(10min);
    TestServer server({.databasePath = path, .clock = clock});
    const auto refused = server.get("/v1/account", {{"x-api-key", secret}});
    QCOMPARE(refused.status, 429);
    QCOMPARE(codeOf(refused), std::string("rate_limited"));
    QCOMPARE(refused.header("Retry-After"), std::string("3000"));
    QCOMPARE(refused.header("RateLimit"), std::string("\"default\";r=0;t=3000"));
    QCOMPARE(memberOf(refused, "/retryable"), std::string("true"));
    const auto order = server.createOrder("k", TestServer::orderBody(), secret);
    QCOMPARE(order.status, 201);
    QCOMPARE(order.header("RateLimit-Policy"), std::string("\"orders\";q=5000;w=3600"));
}

void RateLimitTest::fields_countDownAndNameTheWindow() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    const auto first = server.get("/v1/orders");
    QCOMPARE(first.header("RateLimit-Policy"), std::string("\"default\";q=1000;w=3600"));
    QCOMPARE(first.header("RateLimit"), std::string("\"default\";r=999;t=3600"));
    clock->advance(1500ms);
    QCOMPARE(server.get("/v1/orders").header("RateLimit"), std::string("\"default\";r=998;t=3599"));
}

void RateLimitTest::window_thatEnded_beginsAnew() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.configure =
                           [](server::Config& c) {
                               c.limits.defaultRate = {2, 10s};
                           },
                       .clock = clock});
    QCOMPARE(server.get("/v1/orders").status, 200);
    clock->advance(9s);
    QCOMPARE(server.get("/v1/orders").status, 200);
    const auto refused = server.get("/v1/orders");
    QCOMPARE(refused.status, 429);
    QCOMPARE(refused.header("Retry-After"), std::string("1"));
    clock->advance(1s);
    QCOMPARE(server.get("/v1/orders").header("RateLimit"), std::string("\"default\";r=1;t=10"));
}

void RateLimitTest::orderBudget_isItsOwn() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.defaultRate.quota = 2;
        c.limits.orderRate = {3, 1s};
    }});
    QCOMPARE(server.get("/v1/orders").status, 200);
    QCOMPARE(server.get("/v1/orders").status, 200);
    QCOMPARE(server.get("/v1/orders").status, 429);
    const auto order = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(order.status, 201);
    QCOMPARE(order.header("RateLimit"), std::string("\"orders\";r=2;t=1"));
}

void RateLimitTest::replays_count() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.orderRate.quota = 2;
    }});
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 429);
}

void RateLimitTest::refusedRequests_count() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.defaultRate.quota = 1;
    }});
    QCOMPARE(server.get("/v1/orders/LS-0000000000").status, 404);
    QCOMPARE(server.get("/v1/orders/LS-0000000000").status, 429);
}

void RateLimitTest::orderRequests_countWhateverEndsThem_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("admin");
    QTest::addColumn<int>("status");
    QTest::newRow("created") << QString::fromStdString(TestServer::orderBody()) << "k" << false
                             << 201;
    QTest::newRow("wrong key type") << "{}"
                                    << "k" << true << 403;
    QTest::newRow("malformed") << "{"
                               << "k" << false << 400;
    QTest::newRow("no idempotency key")
        << QString::fromStdString(TestServer::orderBody()) << "" << false << 201;
    QTest::newRow("bad idempotency key") << "{}"
                                         << "a b" << false << 400;
    QTest::newRow("invalid") << "{}"
                             << "k" << false << 422;
    QTest::newRow("too expensive")
        << QString::fromStdString(TestServer::orderBody(50'000)) << "k" << false << 402;
}

void RateLimitTest::orderRequests_countWhateverEndsThem() {
    QFETCH(QString, body);
    QFETCH(QString, key);
    QFETCH(bool, admin);
    QFETCH(int, status);
    for (const bool withFaults : {false, true}) {
        TestServer server({.balance = 10'000,
                           .configure = [](server::Config& c) { c.limits.orderRate.quota = 1; },
                           .withFaults = withFaults});
        RawHeaders headers{{"x-api-key", admin ? server.adminKey() : server.customerKey()}};
        if (!key.isEmpty())
            headers.emplace_back("Idempotency-Key", key.toStdString());
        const auto first = server.post("/v1/orders", body.toStdString(), headers);
        QCOMPARE(first.status, status);
        QVERIFY(first.header("RateLimit").starts_with("\"orders\";r=0;"));
        server.faults().add(server::Fault::answer(503));
        const auto second = server.post("/v1/orders", body.toStdString(), headers);
        QCOMPARE(second.status, 429);
        QVERIFY(second.hasHeader("Retry-After"));
        QCOMPARE(server.faults().unconsumed(), 1u);
        QVERIFY(rawRequest(server.port(), "GET", "/metrics")
                    .body.find("rate_limited_total{policy=\"orders\"} 1\n") != std::string::npos);
    }
}

void RateLimitTest::lookups_haveASmallBudgetOfTheirOwn() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.configure =
                           [](server::Config& c) {
                               c.limits.defaultRate.quota = 1;
                               c.limits.lookupRate.quota = 4;
                               c.limits.burstRate = {1, 60s};
                           },
                       .clock = clock});
    const auto listTools = [&] {
        return server.post("/mcp", R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
                           {{"x-api-key", server.customerKey()}});
    };
    QCOMPARE(server.get("/v1/account").status, 200);
    for (int left = 3; left >= 2; --left) {
        const auto answer = server.get("/v1/rate-limit");
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.header("RateLimit"), "\"lookups\";r=" + std::to_string(left) + ";t=3600");
        QCOMPARE(memberOf(answer, "/policies/0/name"), std::string("default"));
        QCOMPARE(memberOf(answer, "/policies/0/remaining"), std::string("0"));
        QCOMPARE(memberOf(answer, "/policies/1/name"), std::string("orders"));
        QCOMPARE(memberOf(answer, "/policies/1/remaining"), std::string("5000"));
        QCOMPARE(memberOf(answer, "/policies/2/name"), std::string("lookups"));
        QCOMPARE(memberOf(answer, "/policies/2/remaining"), std::to_string(left));
    }
    QCOMPARE(listTools().status, 200);
    const auto last = listTools();
    QCOMPARE(last.status, 200);
    QCOMPARE(last.header("RateLimit"), std::string("\"lookups\";r=0;t=3600"));
    for (const auto& refused : {listTools(), server.get("/v1/rate-limit")}) {
        QCOMPARE(refused.status, 429);
        QCOMPARE(codeOf(refused), std::string("rate_limited"));
        QCOMPARE(refused.header("Retry-After"), std::string("3600"));
    }
    QCOMPARE(server.get("/v1/rate-limit", {{"x-api-key", server.adminKey()}}).status, 200);
}

void RateLimitTest::anotherKey_hasItsOwnCounters() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.defaultRate.quota = 1;
    }});
    QCOMPARE(server.get("/v1/account").status, 200);
    QCOMPARE(server.get("/v1/account").status, 429);
    const auto other = server.addKey({"other", server::KeyType::Customer, {}, {}});
    QCOMPARE(server.get("/v1/account", {{"x-api-key", other.secret}}).status, 200);
}

void RateLimitTest::burst_isAskedAsWell() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.configure =
                           [](server::Config& c) {
                               c.limits.burstRate = server::RatePolicy{1, 5s};
                           },
                       .clock = clock});
    const auto first = server.get("/v1/orders");
    QCOMPARE(first.header("RateLimit-Policy"),
             std::string("\"default\";q=1000;w=3600, \"burst\";q=1;w=5"));
    QCOMPARE(first.header("RateLimit"), std::string("\"default\";r=999;t=3600, \"burst\";r=0;t=5"));
    const auto refused = server.get("/v1/orders");
    QCOMPARE(refused.status, 429);
    QCOMPARE(refused.header("Retry-After"), std::string("5"));
    QCOMPARE(refused.header("RateLimit-Policy"), first.header("RateLimit-Policy"));
    QCOMPARE(refused.header("RateLimit"), first.header("RateLimit"));
    const auto order = server.createOrder("k", TestServer::orderBody());
    QCOMPARE(order.status, 429);
    QCOMPARE(order.header("RateLimit-Policy"),
             std::string("\"orders\";q=5000;w=3600, \"burst\";q=1;w=5"));
    QCOMPARE(order.header("RateLimit"), std::string("\"orders\";r=5000;t=3600, \"burst\";r=0;t=5"));
    clock->advance(5s);
    QCOMPARE(server.get("/v1/orders").header("RateLimit"),
             std::string("\"default\";r=998;t=3595, \"burst\";r=0;t=5"));
}

void RateLimitTest::wrongKeys_areLimitedBySourceAddress() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.failedAuthentication = {3, 60s};
    }});
    const RawHeaders wrong{{"x-api-key", "guess"}};
    for (int i = 0; i < 3; ++i)
        QCOMPARE(server.get("/v1/account", wrong).status, 401);
    const auto refused = server.get("/v1/account", wrong);
    QCOMPARE(refused.status, 429);
    QVERIFY(refused.hasHeader("Retry-After"));
    QCOMPARE(server.get("/v1/account").status, 200);
}

void RateLimitTest::wrongKeys_behindAProxy_areLimitedByTheirOwnAddress() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.failedAuthentication = {3, 60s};
        c.trustedProxies = {"127.0.0.0/8"};
    }});
    const auto guess = [&](const std::string& forwarded) {
        return server.get("/v1/account", {{"x-api-key", "guess"}, {"x-forwarded-for", forwarded}})
            .status;
    };
    for (int i = 0; i < 3; ++i)
        QCOMPARE(guess("198.51.100." + std::to_string(i) + ", 203.0.113.7"), 401);
    QCOMPARE(guess("203.0.113.7"), 429);
    QCOMPARE(guess("203.0.113.8"), 401);
    for (int i = 1; i <= 3; ++i)
        QCOMPARE(guess("2001:db8:1:2::" + std::to_string(i)), 401);
    QCOMPARE(guess("2001:db8:1:2:3::4"), 429); // behind the same subscriber
    QCOMPARE(guess("2001:db8:1:3::1"), 401);
}

LEADSHEET_TEST(tst_rate_limit, RateLimitTest);
#include "tst_rate_limit.moc"
