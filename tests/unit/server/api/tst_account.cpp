// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QRegularExpression>
#include <QTest>
#include <random>

#include <leadsheet/contract/document.hpp>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

class AccountTest : public QObject {
    Q_OBJECT
private slots:
    void account_tellsWhoAsksAndWhatIsLeft();
    void latestClient_isNamedWhereTheOperatorNamesOne();
    void latestClient_thatIsNone_isRefusedAtTheStart_data();
    void latestClient_thatIsNone_isRefusedAtTheStart();
    void insufficientCredit_saysWhatToDo_andHealsAfterATopUp();
    void spendCap_ofTheKey_holdsForTheUtcDay();
    void spendCap_ofTheServer_holdsForKeysWithoutOne();
    void ledger_showsEveryMovement();
    void statistics_sumEveryMovementByDay();
    void statistics_ofANarrowKey_hideWhatItMayNotRead();
    void money_afterRandomOperations_isConserved();
    void scopes_ofEachOperation_areNeeded_data();
    void scopes_ofEachOperation_areNeeded();
    void writeScope_impliesTheReadScope();
    void adminKey_isRefusedOnTheCustomerSurface_andTheReverse();
    void revokedKeys_areRefused();
    void products_areTheContractsCatalogue();
    void products_ofASmallService_sayTheLargestOrderInTheTextFormToo();
    void document_ofAService_saysItsSettings();
    void service_answersWithoutKey();
};

void AccountTest::account_tellsWhoAsksAndWhatIsLeft() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.balance = 5'000, .clock = clock});
    const auto answer = server.get("/v1/account");
    QCOMPARE(answer.status, 200);
    QCOMPARE(memberOf(answer, "/id"), server.accountId());
    QCOMPARE(memberOf(answer, "/environment"), std::string("sandbox"));
    QCOMPARE(memberOf(answer, "/balance/available/amount"), std::string("5000"));
    QCOMPARE(memberOf(answer, "/balance/held/amount"), std::string("0"));
    QCOMPARE(memberOf(answer, "/key/id"), server.customerKeyId());
    QCOMPARE(memberOf(answer, "/key/type"), std::string("customer"));
    QVERIFY(server.customerKey().ends_with(memberOf(answer, "/key/last4")));
    QCOMPARE(memberOf(answer, "/spendCap"), std::string("null"));
    QCOMPARE(memberOf(answer, "/serverTime"), std::string("2026-03-01T12:00:00.000Z"));
    QVERIFY(answer.body.find(server.customerKey()) == std::string::npos);
}

void AccountTest::latestClient_isNamedWhereTheOperatorNamesOne() {
    TestServer silent;
    QCOMPARE(memberOf(silent.get("/v1/account"), "/latestClient"), std::string());
    TestServer server({.configure = [](server::Config& config) {
        config.latestClient = {"1.10.0", "https://example.com/leadsheet?os=linux"};
    }});
    const auto answer = server.get("/v1/account");
    QCOMPARE(memberOf(answer, "/latestClient/version"), std::string("1.10.0"));
    QCOMPARE(memberOf(answer, "/latestClient/url"),
             std::string("https://example.com/leadsheet?os=linux"));
    TestServer nowhere({.configure = [](server::Config& config) {
        config.latestClient.version = "2.0";
    }});
    QCOMPARE(memberOf(nowhere.get("/v1/account"), "/latestClient/version"), std::string("2.0"));
    QCOMPARE(memberOf(nowhere.get("/v1/account"), "/latestClient/url"), std::string());
}

void AccountTest::latestClient_thatIsNone_isRefusedAtTheStart_data() {
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("good");
    const QString url = QStringLiteral("https://example.com/get");
    QTest::newRow("good") << "1.9.0" << url << true;
    QTest::newRow("two numbers") << "1.9" << QString() << true;
    QTest::newRow("four numbers") << "1.9.0.12345" << QString() << true;
    QTest::newRow("longest URL") << "1.9" << url + QString(300 - url.size(), 'x') << true;
    QTest::newRow("URL too long") << "1.9" << url + QString(301 - url.size(), 'x') << false;
    QTest::newRow("one number") << "1" << QString() << false;
    QTest::newRow("five numbers") << "1.2.3.4.5" << QString() << false;
    QTest::newRow("dot at the end") << "1.9." << QString() << false;
    QTest::newRow("words") << "1.9-beta" << QString() << false;
    QTest::newRow("six digits") << "1.900000" << QString() << false;
    QTest::newRow("sign") << "1.-9" << QString() << false;
    QTest::newRow("URL alone") << QString() << url << false;
    QTest::newRow("http") << "1.9.0"
                          << "http://example.com" << false;
    QTest::newRow("other scheme") << "1.9.0"
                                  << "file:///etc/passwd" << false;
    QTest::newRow("no host") << "1.9.0"
                             << "https:///get" << false;
    QTest::newRow("user") << "1.9.0"
                          << "https://good.example@example.com" << false;
    QTest::newRow("blank") << "1.9.0"
                           << "https://example.com/a b" << false;
    QTest::newRow("markup") << "1.9.0"
                            << "https://example.com/<b>" << false;
}

void AccountTest::latestClient_thatIsNone_isRefusedAtTheStart() {
    QFETCH(QString, version);
    QFETCH(QString, url);
    QFETCH(bool, good);
    server::Config config;
    config.latestClient = {version.toStdString(), url.toStdString()};
    const auto wrong = server::checkConfig(config);
    QCOMPARE(!wrong, good);
    QVERIFY(good || wrong->find("latest") != std::string::npos);
}

void AccountTest::insufficientCredit_saysWhatToDo_andHealsAfterATopUp() {
    TestServer server({.balance = 799});
    const auto refused = server.createOrder("k", TestServer::orderBody(100));
    QCOMPARE(refused.status, 402);
    QCOMPARE(codeOf(refused), std::string("insufficient_credit"));
    const std::string detail = memberOf(refused, "/detail");
    QVERIFY(detail.find("8.00 USD") != std::string::npos);
    QVERIFY(detail.find("7.99 USD") != std::string::npos);
    QVERIFY(detail.find("Top up") != std::string::npos);
    QCOMPARE(server.createOrder("k", TestServer::orderBody(99)).status, 201);
}

void AccountTest::spendCap_ofTheKey_holdsForTheUtcDay() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    const std::string capped =
        server.addKey({"capped", server::KeyType::Customer, {}, 1'000}).secret;
    QCOMPARE(server.createOrder("a", TestServer::orderBody(100), capped).status, 201);
    const auto refused = server.createOrder("b", TestServer::orderBody(100), capped);
    QCOMPARE(refused.status, 402);
    QCOMPARE(codeOf(refused), std::string("spend_cap_reached"));
    QVERIFY(memberOf(refused, "/detail").find("2.00 USD") != std::string::npos);
    const auto account = server.get("/v1/account", {{"x-api-key", capped}});
    QCOMPARE(memberOf(account, "/spendCap/daily/amount"), std::string("1000"));
    QCOMPARE(memberOf(account, "/spendCap/spentToday/amount"), std::string("800"));
    QCOMPARE(memberOf(account, "/spendCap/resetsAt"), std::string("2026-03-02T00:00:00.000Z"));
    // Another key of the account has no cap, and tomorrow is another day.
    QCOMPARE(server.createOrder("c", TestServer::orderBody(100)).status, 201);
    clock->advance(12h);
    QCOMPARE(server.createOrder("b", TestServer::orderBody(100), capped).status, 201);
}

void AccountTest::spendCap_ofTheServer_holdsForKeysWithoutOne() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.dailySpendCap = 900;
    }});
    QCOMPARE(server.createOrder("a", TestServer::orderBody(100)).status, 201);
    QCOMPARE(codeOf(server.createOrder("b", TestServer::orderBody(100))),
             std::string("spend_cap_reached"));
}

void AccountTest::ledger_showsEveryMovement() {
    TestServer server({.balance = 10'000});
    const auto order = server.createOrder("k", TestServer::orderBody(100));
    QCOMPARE(server.post(order.header("Location") + "/cancel", "").status, 200);
    const auto ledger = jsonOf(server.get("/v1/account/ledger"));
    QCOMPARE(ledger.at("data").as_array().size(), 3u);
    QCOMPARE(memberOf(ledger, "/data/0/type"), std::string("release"));
    QCOMPARE(memberOf(ledger, "/data/0/balance/available/amount"), std::string("10000"));
    QCOMPARE(memberOf(ledger, "/data/1/type"), std::string("hold"));
    QCOMPARE(memberOf(ledger, "/data/1/amount/amount"), std::string("800"));
    QCOMPARE(memberOf(ledger, "/data/1/orderNumber"), memberOf(order, "/order_number"));
    QCOMPARE(memberOf(ledger, "/data/1/balance/held/amount"), std::string("800"));
    QCOMPARE(memberOf(ledger, "/data/2/type"), std::string("credit"));
    const auto first = server.get("/v1/account/ledger?limit=2");
    const auto rest =
        server.get("/v1/account/ledger?limit=2&cursor=" + memberOf(first, "/meta/nextCursor"));
    QCOMPARE(memberOf(rest, "/data/0"), memberOf(ledger, "/data/2"));
    QCOMPARE(memberOf(rest, "/meta/nextCursor"), std::string("null"));
}

void AccountTest::statistics_sumEveryMovementByDay() {
    const auto clock = std::make_shared<ManualClock>(); // noon of 1 March
    TestServer server({.balance = 10'000, .clock = clock});
    const auto first = server.createOrder("a", TestServer::orderBody(100));
    clock->advance(24h * 40);
    const auto second = server.createOrder("b", TestServer::orderBody(50));
    clock->advance(24h);
    QCOMPARE(server.createOrder("c", TestServer::orderBody(25)).status, 201);
    QCOMPARE(server.post(second.header("Location") + "/cancel", "").status, 200);
    clock->advance(11h);

    const auto sums = jsonOf(server.get("/v1/account/statistics"));
    QCOMPARE(memberOf(sums, "/firstDay"), std::string("2026-03-13"));
    QCOMPARE(memberOf(sums, "/heldBefore/amount"), std::string("800"));
    QCOMPARE(sums.at("days").as_array().size(), 2u);
    QCOMPARE(memberOf(sums, "/days/0/day"), std::string("2026-04-10"));
    QCOMPARE(memberOf(sums, "/days/0/ordered/amount"), std::string("400"));
    QCOMPARE(memberOf(sums, "/days/0/held/amount"), std::string("1200"));
    QCOMPARE(memberOf(sums, "/days/1/ordered/amount"), std::string("200"));
    QCOMPARE(memberOf(sums, "/days/1/released/amount"), std::string("400"));
    QCOMPARE(memberOf(sums, "/days/1/held/amount"), std::string("1000"));
    QCOMPARE(
        memberOf(sums, "/orders"),
        std::string(R"([{"status":"cancelled","count":1},{"status":"pending_review","count":2}])"));
    QCOMPARE(memberOf(sums, "/leads"), std::string("0"));
    QCOMPARE(memberOf(sums, "/charged/amount"), std::string("0"));

    // The credit and the first order are 42 days old; in the far east it is a day later already.
    const auto all = jsonOf(server.get("/v1/account/statistics?days=42&utcOffsetMinutes=840"));
    QCOMPARE(memberOf(all, "/heldBefore/amount"), std::string("0"));
    QCOMPARE(memberOf(all, "/days/0/day"), std::string("2026-03-02"));
    QCOMPARE(memberOf(all, "/days/0/credited/amount"), std::string("10000"));
    QCOMPARE(memberOf(all, "/days/0/held/amount"), std::string("800"));
    for (const char* wrong : {"days=0", "days=401", "days=x", "utcOffsetMinutes=841"})
        QCOMPARE(server.get(std::string("/v1/account/statistics?") + wrong).status, 400);
    QCOMPARE(memberOf(first, "/status"), std::string("pending_review"));
}

void AccountTest::statistics_ofANarrowKey_hideWhatItMayNotRead() {
    TestServer server({.balance = 10'000});
    const std::string narrow =
        server.addKey({"narrow", server::KeyType::Customer, {"account:read"}, {}}).secret;
    const auto sums = jsonOf(server.get("/v1/account/statistics", {{"x-api-key", narrow}}));
    QCOMPARE(memberOf(sums, "/days/0/credited/amount"), std::string("10000"));
    for (const char* hidden : {"/orders", "/leads", "/results"})
        QCOMPARE(memberOf(sums, hidden), std::string("null"));
}

void AccountTest::money_afterRandomOperations_isConserved() {
    constexpr std::int64_t kBalance = 20'000;
    TestServer server({.balance = kBalance});
    std::mt19937 random(20260301);
    std::vector<std::string> orders;
    std::int64_t expectedHeld = 0;
    for (int i = 0; i < 150; ++i) {
        if (random() % 3 != 0 || orders.empty()) {
            const auto leads = static_cast<std::int64_t>(random() % 400 + 1);
            const auto answer =
                server.createOrder("k" + std::to_string(i), TestServer::orderBody(leads));
            QVERIFY(answer.status == 201 || codeOf(answer) == "insufficient_credit");
            if (answer.status == 201) {
                orders.push_back(answer.header("Location"));
                expectedHeld += std::stoll(memberOf(answer, "/price/amount"));
            }
        } else {
            const std::size_t pick = random() % orders.size();
            const auto answer = server.post(orders[pick] + "/cancel", "");
            if (answer.status == 200)
                expectedHeld -= std::stoll(memberOf(answer, "/price/amount"));
            else
                QCOMPARE(codeOf(answer), std::string("invalid_transition"));
        }
    }
    const auto account = server.get("/v1/account");
    const std::int64_t held = std::stoll(memberOf(account, "/balance/held/amount"));
    const std::int64_t available = std::stoll(memberOf(account, "/balance/available/amount"));
    QCOMPARE(held, expectedHeld);
    QCOMPARE(held + available, kBalance);
    QVERIFY(available >= 0);
}

void AccountTest::scopes_ofEachOperation_areNeeded_data() {
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("scope");
    QTest::newRow("account") << "GET"
                             << "/v1/account"
                             << "account:read";
    QTest::newRow("ledger") << "GET"
                            << "/v1/account/ledger"
                            << "account:read";
    QTest::newRow("list orders") << "GET"
                                 << "/v1/orders"
                                 << "orders:read";
    QTest::newRow("get order") << "GET"
                               << "/v1/orders/LS-0000000000"
                               << "orders:read";
    QTest::newRow("events") << "GET"
                            << "/v1/orders/LS-0000000000/events"
                            << "orders:read";
    QTest::newRow("create order") << "POST"
                                  << "/v1/orders/submit"
                                  << "orders:write";
    QTest::newRow("cancel") << "POST"
                            << "/v1/orders/LS-0000000000/cancel"
                            << "orders:write";
    QTest::newRow("quote") << "POST"
                           << "/v1/quotes"
                           << "orders:write";
    QTest::newRow("get quote") << "GET"
                               << "/v1/quotes/qt_1"
                               << "orders:read";
}

void AccountTest::scopes_ofEachOperation_areNeeded() {
    QFETCH(QString, method);
    QFETCH(QString, path);
    QFETCH(QString, scope);
    TestServer server;
    const auto status = [&](const std::string& held) {
        const std::string secret =
            server.addKey({held, server::KeyType::Customer, {held}, {}}).secret;
        return rawRequest(server.port(), method.toStdString(), path.toStdString(),
                          {{"x-api-key", secret}});
    };
    const auto refused = status("leads:read");
    QCOMPARE(refused.status, 403);
    QCOMPARE(codeOf(refused), std::string("missing_scope"));
    QVERIFY(memberOf(refused, "/detail").find(scope.toStdString()) != std::string::npos);
    QVERIFY(status(scope.toStdString()).status != 403);
}

void AccountTest::writeScope_impliesTheReadScope() {
    TestServer server;
    const std::string writer =
        server.addKey({"w", server::KeyType::Customer, {"orders:write"}, {}}).secret;
    QCOMPARE(server.get("/v1/orders", {{"x-api-key", writer}}).status, 200);
    QCOMPARE(server.get("/v1/account", {{"x-api-key", writer}}).status, 403);
}

void AccountTest::adminKey_isRefusedOnTheCustomerSurface_andTheReverse() {
    TestServer server;
    const RawHeaders admin{{"x-api-key", server.adminKey()}};
    QCOMPARE(codeOf(server.get("/v1/orders", admin)), std::string("wrong_key_type"));
    QCOMPARE(codeOf(server.get("/v1/admin/orders")), std::string("wrong_key_type"));
    QCOMPARE(server.get("/v1/admin/orders", admin).status, 200);
    QCOMPARE(server.get("/v1/products", admin).status, 200);
}

void AccountTest::revokedKeys_areRefused() {
    TestServer server;
    QCOMPARE(server.get("/v1/account").status, 200);
    const auto next = server.addKey({"next", server::KeyType::Customer, {}, {}}, true);
    const auto refused = server.get("/v1/account");
    QCOMPARE(refused.status, 401);
    QCOMPARE(codeOf(refused), std::string("revoked_api_key"));
    QVERIFY(refused.hasHeader("WWW-Authenticate"));
    QCOMPARE(server.get("/v1/account", {{"x-api-key", next.secret}}).status, 200);
}

void AccountTest::products_areTheContractsCatalogue() {
    TestServer server;
    QCOMPARE(server.get("/v1/products").body, std::string(contract::productsJson()));
    TestServer small({.configure = [](server::Config& c) {
        c.limits.maxLeadCount = 500;
    }});
    const auto answer = small.get("/v1/products");
    QCOMPARE(jsonOf(answer).at("data").as_array().size(), 5u);
    QCOMPARE(memberOf(answer, "/data/4/maxLeadCount"), std::string("500"));
    QCOMPARE(memberOf(answer, "/data/0/fieldsSchema/properties/leadCount/maximum"),
             std::string("500"));
    QCOMPARE(codeOf(small.createOrder("k", TestServer::orderBody(501))),
             std::string("lead_count_out_of_range"));
}

void AccountTest::products_ofASmallService_sayTheLargestOrderInTheTextFormToo() {
    for (const int largest : {1, 9, 10, 500, 719, 1'000}) {
        TestServer server({.configure = [largest](server::Config& c) {
            c.limits.maxLeadCount = largest;
        }});
        const QRegularExpression pattern(QString::fromStdString(memberOf(
            server.get("/v1/products"), "/data/0/fieldsSchema/properties/leadCount/pattern")));
        for (int count = 0; count < 1'100; ++count)
            QVERIFY2(pattern.match(QString::number(count)).hasMatch() ==
                         (count >= 1 && count <= largest),
                     qPrintable(QString("%1 of %2").arg(count).arg(largest)));
    }
}

void AccountTest::document_ofAService_saysItsSettings() {
    TestServer usual;
    QCOMPARE(rawRequest(usual.port(), "GET", "/v1/openapi.json").body,
             std::string(contract::openApiJson()));
    TestServer server({.configure = [](server::Config& c) {
        c.limits.maxLeadCount = 719;
        c.limits.maxPageSize = 10;
        c.limits.defaultPageSize = 5;
        c.limits.maxQuoteItems = 3;
    }});
    const auto document = rawRequest(server.port(), "GET", "/v1/openapi.json");
    const std::string schemas = "/components/schemas/";
    for (const char* order : {"FiltersOrder", "LookalikesQuoteItem"}) {
        const std::string leadCount = schemas + order + "/properties/leadCount";
        QCOMPARE(memberOf(document, leadCount + "/maximum"), std::string("719"));
        QCOMPARE(memberOf(document, leadCount + "/pattern"),
                 memberOf(server.get("/v1/products"),
                          "/data/0/fieldsSchema/properties/leadCount/pattern"));
    }
    QCOMPARE(memberOf(document, schemas + "QuoteBatchRequest/properties/items/maxItems"),
             std::string("3"));
    for (const char* page : {"LeadPage", "OrderPage", "LedgerPage"})
        QCOMPARE(memberOf(document, schemas + page + "/properties/data/maxItems"),
                 std::string("10"));
    QCOMPARE(memberOf(document, "/components/parameters/Limit/schema/default"), std::string("5"));
    // What no setting changes is as it was.
    QCOMPARE(
        memberOf(document, schemas + "CompanyDomainsOrder/properties/domains/oneOf/0/maxItems"),
        std::string("1000"));
}

void AccountTest::service_answersWithoutKey() {
    TestServer server;
    const auto plain = [&](const char* path) {
        return rawRequest(server.port(), "GET", path);
    };
    QCOMPARE(plain("/healthz").body, std::string(R"({"status":"ok"})"));
    QCOMPARE(plain("/readyz").body, std::string(R"({"status":"ready"})"));
    QCOMPARE(memberOf(plain("/v1/openapi.json"), "/openapi"), std::string("3.1.0"));
    QVERIFY(plain("/v1/changelog").body.find("# ") != std::string::npos);
    QVERIFY(plain("/v1/roadmap").header("Content-Type").starts_with("text/markdown"));
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
    QCOMPARE(server.createOrder("k", TestServer::orderBody()).status, 201);
    const auto metrics = plain("/metrics");
    QVERIFY(metrics.header("Content-Type").starts_with("text/plain; version=0.0.4"));
    QVERIFY(metrics.body.find("leadsheet_orders_created_total 1\n") != std::string::npos);
    QVERIFY(metrics.body.find("leadsheet_idempotent_replays_total 1\n") != std::string::npos);
    QVERIFY(metrics.body.find("operation=\"createOrder\",status=\"201\"} 2") != std::string::npos);
}

LEADSHEET_TEST(tst_account, AccountTest);
#include "tst_account.moc"
