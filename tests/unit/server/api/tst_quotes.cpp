// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;

namespace {

std::string withMember(std::string body, const std::string& member) {
    return body.insert(1, member + ",");
}

std::string withQuote(const std::string& body, const RawResponse& quote) {
    return withMember(body, "\"quoteId\":\"" + memberOf(quote, "/id") + "\"");
}

} // namespace

class QuotesTest : public QObject {
    Q_OBJECT
private slots:
    void single_isPricedAndKept();
    void batch_answersItemByItem();
    void textsForNumbersAndNulls_areReadAlike();
    void batch_ofWrongSize_isRefused_data();
    void batch_ofWrongSize_isRefused();
    void item_alreadyBought_isTheExistingOrder();
    void order_withQuote_costsWhatWasQuoted();
    void order_withExpiredQuote_isRefused();
    void order_withAQuoteForSomethingElse_isRefused();
    void order_withAForeignQuote_equalsAnAbsentOne();
    void order_overMaxPrice_isRefused();
    void guards_inAQuote_areRefused();
    void foreignQuote_equalsAnAbsentOne();
    void quotes_drawOnTheDefaultBudget();
};

void QuotesTest::single_isPricedAndKept() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server({.clock = clock});
    const auto quote = server.post("/v1/quotes", TestServer::orderBody(250));
    QCOMPARE(quote.status, 200);
    QCOMPARE(memberOf(quote, "/total/amount"), std::string("2000"));
    QCOMPARE(memberOf(quote, "/unitPriceMicros"), std::string("80000"));
    QCOMPARE(memberOf(quote, "/expiresAt"), std::string("2026-03-02T12:00:00.000Z"));
    QCOMPARE(memberOf(quote, "/orderNumber"), std::string("null"));
    const auto read = server.get("/v1/quotes/" + memberOf(quote, "/id"));
    QCOMPARE(read.status, 200);
    QCOMPARE(read.body, quote.body);
}

void QuotesTest::batch_answersItemByItem() {
    TestServer server;
    QCOMPARE(server.createOrder("bought", TestServer::orderBody()).status, 201);
    const std::string items =
        TestServer::orderBody(250) + "," +
        withMember(TestServer::orderBody(), "\"idempotencyKey\":\"bought\"") + "," +
        R"({"scrapingOption":"filters","leadCount":50001,"industrys":"x"},17,)"
        R"({"scrapingOption":"filters","leadCount":99999999999999999999999})";
    const auto answer = server.post("/v1/quotes", "{\"items\":[" + items + "]}");
    QCOMPARE(answer.status, 200);
    const auto document = jsonOf(answer);
    QCOMPARE(memberOf(document, "/items/0/quote/total/amount"), std::string("2000"));
    QCOMPARE(memberOf(document, "/items/1/existingOrder/idempotencyKey"), std::string("bought"));
    QCOMPARE(memberOf(document, "/items/1/index"), std::string("1"));
    QCOMPARE(memberOf(document, "/items/3/problem/code"), std::string("validation_failed"));
    QCOMPARE(memberOf(document, "/summary/quoted"), std::string("1"));
    QCOMPARE(memberOf(document, "/summary/existing"), std::string("1"));
    QCOMPARE(memberOf(document, "/items/4/problem/code"), std::string("lead_count_out_of_range"));
    QCOMPARE(memberOf(document, "/summary/refused"), std::string("3"));
    QCOMPARE(memberOf(document, "/summary/leadCount"), std::string("250"));
    QCOMPARE(memberOf(document, "/summary/total/amount"), std::string("2000"));
    // Exactly what create answers, pointers included.
    const auto refused = server.createOrder(
        "k", R"({"scrapingOption":"filters","leadCount":50001,"industrys":"x"})");
    for (const char* member : {"/code", "/detail", "/title", "/status", "/errors", "/retryable"})
        QCOMPARE(memberOf(document, std::string("/items/2/problem") + member),
                 memberOf(refused, member));
}

void QuotesTest::textsForNumbersAndNulls_areReadAlike() {
    TestServer server;
    const std::string body =
        R"({"scrapingOption":"filters","leadCount":"250","jobTitles":null,"locations":["Germany"]})";
    const auto quote = server.post("/v1/quotes", body);
    QCOMPARE(quote.status, 200);
    QCOMPARE(memberOf(quote, "/total/amount"), std::string("2000"));
    const auto batch = server.post("/v1/quotes", "{\"items\":[" + body + "]}");
    QCOMPARE(memberOf(batch, "/items/0/quote/total/amount"), std::string("2000"));
    const auto order = server.createOrder(
        "k",
        withQuote(R"({"scrapingOption":"filters","leadCount":250,"locations":"Germany"})", quote));
    QCOMPARE(order.status, 201);
    QCOMPARE(memberOf(order, "/quoteId"), memberOf(quote, "/id"));
}

void QuotesTest::batch_ofWrongSize_isRefused_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("code");
    QTest::newRow("none") << R"({"items":[]})"
                          << "/items"
                          << "too_few_items";
    QTest::newRow("no array") << R"({"items":{}})"
                              << "/items"
                              << "wrong_type";
    QTest::newRow("null") << R"({"items":null})"
                          << "/items"
                          << "wrong_type";
    QTest::newRow("other member") << R"({"items":[{}],"total":1})"
                                  << "/total"
                                  << "unknown_member";
    QTest::newRow("too many") << "{\"items\":[" + QStringList(501, "{}").join(',') + "]}"
                              << "/items"
                              << "too_many_items";
}

void QuotesTest::batch_ofWrongSize_isRefused() {
    QFETCH(QString, body);
    QFETCH(QString, pointer);
    QFETCH(QString, code);
    TestServer server;
    const auto answer = server.post("/v1/quotes", body.toStdString());
    QCOMPARE(answer.status, 422);
    QCOMPARE(codeOf(answer), std::string("validation_failed"));
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), pointer.toStdString());
    QCOMPARE(memberOf(answer, "/errors/0/code"), code.toStdString());
}

void QuotesTest::item_alreadyBought_isTheExistingOrder() {
    TestServer server;
    const auto order = server.createOrder("k", TestServer::orderBody());
    const std::string body = withMember(TestServer::orderBody(), "\"idempotencyKey\":\"k\"");
    const auto answer = server.post("/v1/quotes", body);
    QCOMPARE(answer.status, 200);
    QCOMPARE(memberOf(answer, "/existingOrder/order_number"), memberOf(order, "/order_number"));
}

void QuotesTest::order_withQuote_costsWhatWasQuoted() {
    TestServer server;
    const auto quote = server.post("/v1/quotes", TestServer::orderBody(250));
    // The same order, spelled differently.
    const auto order = server.createOrder(
        "k",
        withQuote(R"({"locations":"Germany","leadCount":250,"industries":["Software","Finance"],)"
                  R"("scrapingOption":"filters"})",
                  quote));
    QCOMPARE(order.status, 201);
    QCOMPARE(memberOf(order, "/price"), memberOf(quote, "/total"));
    QCOMPARE(memberOf(order, "/quoteId"), memberOf(quote, "/id"));
    QCOMPARE(memberOf(server.get("/v1/quotes/" + memberOf(quote, "/id")), "/orderNumber"),
             memberOf(order, "/order_number"));
    const auto second = server.createOrder("k2", withQuote(TestServer::orderBody(250), quote));
    QCOMPARE(second.status, 409);
    QCOMPARE(codeOf(second), std::string("price_changed"));
}

void QuotesTest::order_withExpiredQuote_isRefused() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server(
        {.configure = [](server::Config& c) { c.limits.quoteValidity = 10s; }, .clock = clock});
    const auto quote = server.post("/v1/quotes", TestServer::orderBody());
    const auto inTime = server.post("/v1/quotes", TestServer::orderBody());
    clock->advance(9999ms);
    QCOMPARE(server.createOrder("k1", withQuote(TestServer::orderBody(), inTime)).status, 201);
    clock->advance(2ms);
    const auto late = server.createOrder("k2", withQuote(TestServer::orderBody(), quote));
    QCOMPARE(late.status, 409);
    QCOMPARE(codeOf(late), std::string("quote_expired"));
    // Not stored: without the quote the same key buys at today's price.
    QCOMPARE(server.createOrder("k2", TestServer::orderBody()).status, 201);
}

void QuotesTest::order_withAQuoteForSomethingElse_isRefused() {
    TestServer server;
    const auto quote = server.post("/v1/quotes", TestServer::orderBody(250));
    const auto more = server.createOrder("k", withQuote(TestServer::orderBody(251), quote));
    QCOMPARE(more.status, 409);
    QCOMPARE(codeOf(more), std::string("price_changed"));
    QCOMPARE(memberOf(more, "/errors/0/pointer"), std::string("/quoteId"));
    const auto bound = server.post(
        "/v1/quotes", withMember(TestServer::orderBody(), "\"idempotencyKey\":\"mine\""));
    QCOMPARE(codeOf(server.createOrder("other", withQuote(TestServer::orderBody(), bound))),
             std::string("price_changed"));
    QCOMPARE(server.createOrder("mine", withQuote(TestServer::orderBody(), bound)).status, 201);
}

void QuotesTest::order_withAForeignQuote_equalsAnAbsentOne() {
    TestServer server;
    const std::string other = server.addAccount(1'000'000);
    const auto foreign = server.post("/v1/quotes", TestServer::orderBody(), {{"x-api-key", other}});
    const auto a = server.createOrder("k", withQuote(TestServer::orderBody(), foreign));
    const auto b = server.createOrder(
        "k", withMember(TestServer::orderBody(), R"("quoteId":"qt_000000000000000000000000")"));
    QCOMPARE(a.status, 404);
    QCOMPARE(codeOf(a), std::string("not_found"));
    QCOMPARE(b.status, a.status);
    QCOMPARE(memberOf(b, "/detail"), memberOf(a, "/detail"));
    QCOMPARE(memberOf(b, "/errors"), memberOf(a, "/errors"));
}

void QuotesTest::order_overMaxPrice_isRefused() {
    TestServer server;
    const auto guarded = [&](int amount) {
        return server.createOrder("k",
                                  withMember(TestServer::orderBody(250),
                                             "\"maxPrice\":{\"amount\":" + std::to_string(amount) +
                                                 ",\"currency\":\"USD\"}"));
    };
    const auto refused = guarded(1'999);
    QCOMPARE(refused.status, 409);
    QCOMPARE(codeOf(refused), std::string("price_changed"));
    QVERIFY(memberOf(refused, "/detail").find("20.00 USD") != std::string::npos);
    QCOMPARE(guarded(2'000).status, 201);
}

void QuotesTest::guards_inAQuote_areRefused() {
    TestServer server;
    const auto answer =
        server.post("/v1/quotes", withMember(TestServer::orderBody(),
                                             R"("maxPrice":{"amount":1,"currency":"USD"})"));
    QCOMPARE(codeOf(answer), std::string("validation_failed"));
    QCOMPARE(memberOf(answer, "/errors/0/pointer"), std::string("/maxPrice"));
}

void QuotesTest::foreignQuote_equalsAnAbsentOne() {
    TestServer server;
    const std::string other = server.addAccount(1'000'000);
    const auto foreign = server.post("/v1/quotes", TestServer::orderBody(), {{"x-api-key", other}});
    const auto a = server.get("/v1/quotes/" + memberOf(foreign, "/id"));
    const auto b = server.get("/v1/quotes/qt_0");
    QCOMPARE(a.status, 404);
    QCOMPARE(b.status, 404);
    QCOMPARE(memberOf(a, "/detail"), memberOf(b, "/detail"));
}

void QuotesTest::quotes_drawOnTheDefaultBudget() {
    TestServer server;
    const auto quote = server.post("/v1/quotes", TestServer::orderBody());
    QCOMPARE(quote.header("RateLimit-Policy"), std::string("\"default\";q=1000;w=3600"));
    QCOMPARE(quote.header("RateLimit"), std::string("\"default\";r=999;t=3600"));
}

LEADSHEET_TEST(tst_quotes, QuotesTest);
#include "tst_quotes.moc"
