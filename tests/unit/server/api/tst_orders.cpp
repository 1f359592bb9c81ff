// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTest>
#include <set>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

class OrdersTest : public QObject {
    Q_OBJECT
private slots:
    void created_hasTheSpecifiedMembers_onBothPaths();
    void record_tellsPriceAndRequest();
    void request_comesBackAsItMayBeSent();
    void list_ofLargeOrders_endsAPageEarly();
    void list_search_findsOrdersByTheirWords_data();
    void list_search_findsOrdersByTheirWords();
    void list_search_goesOnBehindItsCursor();
    void list_filters_data();
    void list_filters();
    void list_walksEveryOrderOnceNewestFirst();
    void limit_isCoercedAndEchoed();
    void cursor_ofOtherFiltersOrAccount_isRefused();
    void events_tellTheHistory();
    void cancel_releasesTheHold();
    void cancel_withNothingOrAnEmptyObject_isOneRequest();
    void cancel_ofAnOldVersion_isRefused();
    void cancel_withWrongBody_isNamed();
    void foreignOrder_equalsAnAbsentOne();
};

void OrdersTest::created_hasTheSpecifiedMembers_onBothPaths() {
    TestServer server;
    int n = 0;
    for (const char* path :
         {"/v1/orders/submit", "/v1/orders", "/api/v1/orders/submit", "/api/v1/orders"}) {
        const std::string key = "k" + std::to_string(++n);
        const auto answer = server.post(
            path, R"({"scrapingOption":"filters","leadCount":100,"keywords":")" + key + "\"}",
            {{"Idempotency-Key", key}});
        QCOMPARE(answer.status, 201);
        const QString number = QString::fromStdString(memberOf(answer, "/order_number"));
        QVERIFY(QRegularExpression("^LS-[0-9A-HJKMNP-TV-Z]{10}$").match(number).hasMatch());
        QCOMPARE(memberOf(answer, "/status"), std::string("pending_review"));
        QCOMPARE(answer.header("Location"), "/v1/orders/" + number.toStdString());
        const auto read = server.get(answer.header("Location"));
        QCOMPARE(read.status, 200);
        QCOMPARE(read.body, answer.body);
        QCOMPARE(read.header("ETag"), std::string("\"1\""));
    }
}

void OrdersTest::record_tellsPriceAndRequest() {
    TestServer server;
    const auto answer = server.createOrder(
        "k",
        R"({"scrapingOption":"filters","leadCount":1000,"industries":" Software , Finance ",)"
        R"("requireEmail":true,"externalRef":"row 7","maxPrice":{"amount":8000,"currency":"USD"}})");
    QCOMPARE(answer.status, 201);
    QCOMPARE(memberOf(answer, "/unitPriceMicros"), std::string("80000"));
    QCOMPARE(memberOf(answer, "/price/amount"), std::string("8000"));
    QCOMPARE(memberOf(answer, "/price/currency"), std::string("USD"));
    QCOMPARE(memberOf(answer, "/request/industries"), std::string(R"(["Software","Finance"])"));
    QCOMPARE(memberOf(answer, "/request/maxPrice"), std::string());
    QCOMPARE(memberOf(answer, "/externalRef"), std::string("row 7"));
    QCOMPARE(memberOf(answer, "/idempotencyKey"), std::string("k"));
    QCOMPARE(memberOf(answer, "/paymentStatus"), std::string("held"));
}

void OrdersTest::request_comesBackAsItMayBeSent() {
    TestServer server;
    const auto first = server.createOrder(
        "k", R"({"scrapingOption":"filters","leadCount":10,"industries":["Software","Finance"],)"
             R"("jobTitles":["VP, Sales","CEO"],"notes":"x"})");
    QCOMPARE(first.status, 201);
    const auto request = jsonOf(first).at_pointer("/request");
    QCOMPARE(request.at("industries"), boost::json::parse(R"(["Software","Finance"])"));
    QCOMPARE(request.at("industriesText").as_string(), "Software, Finance");
    QVERIFY(request.at("jobTitlesText").is_null()); // a comma would make three titles of two
    QVERIFY(!request.as_object().contains("notesText"));
    const auto quote = server.post("/v1/quotes", boost::json::serialize(request));
    QCOMPARE(quote.status, 200);
    QCOMPARE(jsonOf(quote).at_pointer("/request"), request);
    QCOMPARE(server.get(first.header("Location")).body, first.body);

    const auto again = server.createOrder("k", boost::json::serialize(request));
    QCOMPARE(again.header("Idempotent-Replayed"), std::string("true"));
    QCOMPARE(again.body, first.body);

    auto other = request.as_object();
    other["industriesText"] = "Software";
    const auto refused = server.createOrder("k2", boost::json::serialize(other));
    QCOMPARE(refused.status, 422);
    QCOMPARE(memberOf(refused, "/errors/0/pointer"), std::string("/industriesText"));
    QVERIFY(memberOf(refused, "/errors/0/detail").find("send industries") != std::string::npos);
}

void OrdersTest::list_ofLargeOrders_endsAPageEarly() {
    TestServer server;
    for (int n = 0; n < 12; ++n) {
        boost::json::array domains;
        for (int i = 0; i < 1'000; ++i)
            domains.emplace_back(std::string(60, 'a') + '.' + std::string(60, 'b') + '.' +
                                 std::string(60, 'c') + '.' + std::string(40, 'd') +
                                 std::to_string(n * 1'000 + i) + ".example");
        const boost::json::object order{{"scrapingOption", "company_domains"},
                                        {"leadCount", 1},
                                        {"domains", std::move(domains)}};
        QCOMPARE(server.createOrder("k" + std::to_string(n), boost::json::serialize(order)).status,
                 201);
    }
    std::set<std::string> seen;
    std::string target = "/v1/orders?limit=12";
    int pages = 0;
    for (bool more = true; more; ++pages) {
        const auto answer = server.get(target);
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.body.size() < std::size_t{6} * 1024 * 1024);
        const auto page = jsonOf(answer);
        for (const auto& order : page.at("data").as_array())
            seen.insert(std::string(order.at("order_number").as_string()));
        more = page.at("meta").at("hasMore").as_bool();
        if (more)
            target = "/v1/orders?limit=12&cursor=" + memberOf(page, "/meta/nextCursor");
    }
    QCOMPARE(pages, 2);
    QCOMPARE(seen.size(), std::size_t{12});
}

void OrdersTest::list_search_findsOrdersByTheirWords_data() {
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("a value") << QByteArray("berlin") << QByteArray("1");
    QTest::newRow("part of one") << QByteArray("softw") << QByteArray("1 0");
    QTest::newRow("several words of several values")
        << QByteArray("software berlin") << QByteArray("1");
    QTest::newRow("one word is missing") << QByteArray("berlin hospitals") << QByteArray();
    QTest::newRow("reference") << QByteArray("quartal") << QByteArray("2");
    QTest::newRow("other letters' case") << QByteArray("MÜNCHEN") << QByteArray("2");
    QTest::newRow("product") << QByteArray("filters") << QByteArray("2 1 0");
    QTest::newRow("number") << QByteArray("12345") << QByteArray("0");
    QTest::newRow("the name of a member") << QByteArray("jobTitles") << QByteArray();
}

void OrdersTest::list_search_findsOrdersByTheirWords() {
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, found);
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    const char* const bodies[] = {
        R"({"scrapingOption":"filters","leadCount":12345,"industries":["Software"],"jobTitles":["CTO"]})",
        R"({"scrapingOption":"filters","leadCount":10,"industries":["Software"],"locations":["Berlin"]})",
        R"({"scrapingOption":"filters","leadCount":10,"locations":["München"],"externalRef":"Quartal 3"})"};
    std::map<std::string, std::string> places;
    for (int n = 0; n < 3; ++n) {
        const auto made = server.createOrder("k" + std::to_string(n), bodies[n]);
        QCOMPARE(made.status, 201);
        places[memberOf(made, "/order_number")] = std::to_string(n);
        clock->advance(1s);
    }
    const auto answer = server.get("/v1/orders?search=" + words.toPercentEncoding().toStdString());
    QCOMPARE(answer.status, 200);
    std::string all;
    const auto page = jsonOf(answer);
    for (const auto& order : page.at("data").as_array())
        all +=
            (all.empty() ? "" : " ") + places.at(std::string(order.at("order_number").as_string()));
    QCOMPARE(QByteArray::fromStdString(all), found);
}

void OrdersTest::list_search_goesOnBehindItsCursor() {
    TestServer server;
    for (int n = 0; n < 7; ++n)
        QCOMPARE(server
                     .createOrder("k" + std::to_string(n),
                                  std::string(R"({"scrapingOption":"filters","leadCount":10,)") +
                                      (n % 2 == 0 ? R"("locations":["Berlin"]})"
                                                  : R"("locations":["Rome"]})"))
                     .status,
                 201);
    std::size_t found = 0;
    std::string target = "/v1/orders?search=berlin&limit=1";
    for (int page = 1; page <= 4; ++page) {
        const auto answer = server.get(target);
        QCOMPARE(jsonOf(answer).at("data").as_array().size(), std::size_t{1});
        ++found;
        QCOMPARE(memberOf(answer, "/meta/hasMore"), std::string(page < 4 ? "true" : "false"));
        if (page < 4)
            target =
                "/v1/orders?search=berlin&limit=1&cursor=" + memberOf(answer, "/meta/nextCursor");
    }
    QCOMPARE(found, std::size_t{4});
    const std::string others = target.replace(target.find("berlin"), 6, "rome");
    QCOMPARE(server.get(others).status, 400);
}

void OrdersTest::list_filters_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<int>("count");
    QTest::newRow("none") << "" << 3;
    QTest::newRow("status") << "?status=cancelled" << 1;
    QTest::newRow("other status") << "?status=delivered" << 0;
    QTest::newRow("key") << "?idempotencyKey=k1" << 1;
    QTest::newRow("reference") << "?externalRef=row%201" << 1;
    QTest::newRow("plus is a blank") << "?externalRef=row+2" << 1;
    QTest::newRow("unknown reference") << "?externalRef=row" << 0;
    QTest::newRow("after the first") << "?createdAfter=2026-03-01T12:00:00.000Z" << 2;
    QTest::newRow("after, with offset") << "?createdAfter=2026-03-01T13:00:01%2B01:00" << 1;
    QTest::newRow("several") << "?status=pending_review&externalRef=row%200" << 1;
}

void OrdersTest::list_filters() {
    QFETCH(QString, query);
    QFETCH(int, count);
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    std::string last;
    for (int i = 0; i < 3; ++i) {
        const std::string n = std::to_string(i);
        const auto answer = server.createOrder(
            "k" + n,
            R"({"scrapingOption":"filters","leadCount":10,"externalRef":"row )" + n + "\"}");
        last = memberOf(answer, "/order_number");
        clock->advance(1s);
    }
    QCOMPARE(server.post("/v1/orders/" + last + "/cancel", "").status, 200);
    const auto answer = server.get("/v1/orders" + query.toStdString());
    QCOMPARE(answer.status, 200);
    QCOMPARE(jsonOf(answer).at("data").as_array().size(), static_cast<std::size_t>(count));
}

void OrdersTest::list_walksEveryOrderOnceNewestFirst() {
    TestServer server;
    std::vector<std::string> made;
    for (int i = 0; i < 7; ++i)
        made.push_back(memberOf(
            server.createOrder("k" + std::to_string(i), TestServer::orderBody()), "/order_number"));
    std::vector<std::string> seen;
    std::string target = "/v1/orders?limit=3";
    for (int page = 0; page < 3; ++page) {
        const auto answer = server.get(target);
        const auto document = jsonOf(answer);
        for (const auto& row : document.at("data").as_array())
            seen.push_back(memberOf(row, "/order_number"));
        QCOMPARE(memberOf(document, "/meta/hasMore"), std::string(page < 2 ? "true" : "false"));
        // The page size may change in the middle of a walk.
        target = "/v1/orders?limit=2&cursor=" + memberOf(document, "/meta/nextCursor");
    }
    std::reverse(made.begin(), made.end());
    QCOMPARE(seen, made);
}

void OrdersTest::limit_isCoercedAndEchoed() {
    TestServer server({.configure = [](server::Config& c) {
        c.limits.maxPageSize = 50;
        c.limits.defaultPageSize = 20;
    }});
    QCOMPARE(memberOf(server.get("/v1/orders"), "/meta/limit"), std::string("20"));
    QCOMPARE(memberOf(server.get("/v1/orders?limit=7"), "/meta/limit"), std::string("7"));
    QCOMPARE(memberOf(server.get("/v1/orders?limit=51"), "/meta/limit"), std::string("50"));
    QCOMPARE(memberOf(server.get("/v1/orders?limit=99999999999999999999"), "/meta/limit"),
             std::string("50"));
}

void OrdersTest::cursor_ofOtherFiltersOrAccount_isRefused() {
    TestServer server;
    const std::string other = server.addAccount(1'000'000);
    for (const char* key : {"a", "b"}) {
        QCOMPARE(server.createOrder(key, TestServer::orderBody()).status, 201);
        QCOMPARE(server.createOrder(key, TestServer::orderBody(), other).status, 201);
    }
    const std::string cursor = memberOf(server.get("/v1/orders?limit=1"), "/meta/nextCursor");
    QVERIFY(!cursor.empty());
    QCOMPARE(server.get("/v1/orders?cursor=" + cursor).status, 200);
    QCOMPARE(codeOf(server.get("/v1/orders?status=failed&cursor=" + cursor)),
             std::string("invalid_cursor"));
    QCOMPARE(codeOf(server.get("/v1/orders?cursor=" + cursor, {{"x-api-key", other}})),
             std::string("invalid_cursor"));
    QCOMPARE(codeOf(server.get("/v1/account/ledger?cursor=" + cursor)),
             std::string("invalid_cursor"));
    std::string changed = cursor;
    changed[changed.size() / 2] = changed[changed.size() / 2] == 'A' ? 'B' : 'A';
    QCOMPARE(codeOf(server.get("/v1/orders?cursor=" + changed)), std::string("invalid_cursor"));
}

void OrdersTest::events_tellTheHistory() {
    TestServer server;
    const std::string path = server.createOrder("k", TestServer::orderBody()).header("Location");
    QCOMPARE(server.post(path + "/cancel", R"({"reason":" by mistake "})").status, 200);
    const auto events = jsonOf(server.get(path + "/events"));
    QCOMPARE(events.at("data").as_array().size(), 2u);
    QCOMPARE(memberOf(events, "/data/0/seq"), std::string("1"));
    QCOMPARE(memberOf(events, "/data/0/type"), std::string("order.created"));
    QCOMPARE(memberOf(events, "/data/0/message"), std::string("null"));
    QCOMPARE(memberOf(events, "/data/1/type"), std::string("order.cancelled"));
    QCOMPARE(memberOf(events, "/data/1/actor"), std::string("customer"));
    QCOMPARE(memberOf(events, "/data/1/status"), std::string("cancelled"));
    QCOMPARE(memberOf(events, "/data/1/version"), std::string("2"));
    QCOMPARE(memberOf(events, "/data/1/message"), std::string("by mistake"));
    const auto first = server.get(path + "/events?limit=1");
    const auto second =
        server.get(path + "/events?limit=1&cursor=" + memberOf(first, "/meta/nextCursor"));
    QCOMPARE(memberOf(second, "/data/0/seq"), std::string("2"));
}

void OrdersTest::cancel_releasesTheHold() {
    TestServer server({.balance = 1'000});
    const auto order = server.createOrder("k", TestServer::orderBody(100));
    QCOMPARE(memberOf(server.get("/v1/account"), "/balance/held/amount"), std::string("800"));
    const auto cancelled = server.post(order.header("Location") + "/cancel", "");
    QCOMPARE(memberOf(cancelled, "/paymentStatus"), std::string("released"));
    QCOMPARE(memberOf(cancelled, "/version"), std::string("2"));
    QCOMPARE(cancelled.header("ETag"), std::string("\"2\""));
    const auto account = server.get("/v1/account");
    QCOMPARE(memberOf(account, "/balance/held/amount"), std::string("0"));
    QCOMPARE(memberOf(account, "/balance/available/amount"), std::string("1000"));
    const auto again = server.post(order.header("Location") + "/cancel", "");
    QCOMPARE(again.status, 409);
    QCOMPARE(codeOf(again), std::string("invalid_transition"));
    QVERIFY(memberOf(again, "/detail").find("cancelled") != std::string::npos);
    QCOMPARE(codeOf(server.post(order.header("Location") + "/reply", R"({"message":"x"})")),
             std::string("invalid_transition"));
}

void OrdersTest::cancel_withNothingOrAnEmptyObject_isOneRequest() {
    TestServer server;
    for (const bool nothingFirst : {true, false}) {
        const std::string key = nothingFirst ? "a" : "b";
        const std::string target =
            "/v1/orders/" +
            memberOf(server.createOrder(key, TestServer::orderBody()), "/order_number") + "/cancel";
        const RawHeaders headers{{"Idempotency-Key", key}};
        const auto cancelled = server.post(target, nothingFirst ? "" : "{}", headers);
        QCOMPARE(cancelled.status, 200);
        const auto again = server.post(target, nothingFirst ? "{}" : "", headers);
        QCOMPARE(again.status, 200);
        QCOMPARE(again.body, cancelled.body);
        QCOMPARE(codeOf(server.post(target, R"({"reason":"late"})", headers)),
                 std::string("idempotency_key_reused"));
    }
}

void OrdersTest::cancel_ofAnOldVersion_isRefused() {
    TestServer server;
    const std::string path =
        server.createOrder("k", TestServer::orderBody()).header("Location") + "/cancel";
    QCOMPARE(codeOf(server.post(path, "", {{"If-Match", "\"7\""}})),
             std::string("version_conflict"));
    QCOMPARE(codeOf(server.post(path, R"({"expectedVersion":2})")),
             std::string("version_conflict"));
    QCOMPARE(codeOf(server.post(path, "", {{"If-Match", "7"}})), std::string("invalid_parameter"));
    QCOMPARE(server.post(path, R"({"expectedVersion":1})", {{"If-Match", "\"1\""}}).status, 200);
}

void OrdersTest::cancel_withWrongBody_isNamed() {
    TestServer server;
    const std::string path =
        server.createOrder("k", TestServer::orderBody()).header("Location") + "/cancel";
    for (const auto& [body, pointer] :
         {std::pair{"[]", ""}, std::pair{R"({"reason":1})", "/reason"},
          std::pair{R"({"why":"x"})", "/why"},
          std::pair{R"({"expectedVersion":0})", "/expectedVersion"},
          std::pair{R"({"expectedVersion":"1"})", "/expectedVersion"}}) {
        const auto answer = server.post(path, body);
        QCOMPARE(codeOf(answer), std::string("validation_failed"));
        QCOMPARE(memberOf(answer, "/errors/0/pointer"), std::string(pointer));
    }
    const auto longText = server.post(path, R"({"reason":")" + std::string(2'001, 'x') + "\"}");
    QCOMPARE(memberOf(longText, "/errors/0/code"), std::string("too_long"));
}

void OrdersTest::foreignOrder_equalsAnAbsentOne() {
    TestServer server;
    const std::string other = server.addAccount(1'000'000);
    const std::string foreign =
        memberOf(server.createOrder("k", TestServer::orderBody(), other), "/order_number");
    const std::string absent = "LS-0000000000";
    const auto neutral = [](RawResponse answer, const std::string& number) {
        std::string body = answer.body;
        const auto replace = [&](const std::string& from, const char* to) {
            for (std::size_t at = body.find(from); at != std::string::npos; at = body.find(from))
                body.replace(at, from.size(), to);
        };
        replace(answer.header("X-Request-Id"), "ID");
        replace(number, "NUMBER");
        return std::to_string(answer.status) + body;
    };
    for (const char* suffix : {"", "/events"}) {
        const std::string a = neutral(server.get("/v1/orders/" + foreign + suffix), foreign);
        const std::string b = neutral(server.get("/v1/orders/" + absent + suffix), absent);
        QVERIFY(a.starts_with("404"));
        QCOMPARE(a, b);
    }
    for (const char* suffix : {"/cancel", "/reply"}) {
        const std::string body = R"({"message":"x"})";
        const std::string text = suffix == std::string("/reply") ? body : "";
        const std::string a = neutral(server.post("/v1/orders/" + foreign + suffix, text), foreign);
        const std::string b = neutral(server.post("/v1/orders/" + absent + suffix, text), absent);
        QVERIFY(a.starts_with("404"));
        QCOMPARE(a, b);
    }
    QCOMPARE(jsonOf(server.get("/v1/orders")).at("data").as_array().size(), 0u);
}

LEADSHEET_TEST(tst_orders, OrdersTest);
#include "tst_orders.moc"
