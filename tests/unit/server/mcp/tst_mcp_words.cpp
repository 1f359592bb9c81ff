// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
namespace json = boost::json;

/// What assistants read in answers: names they can use again, and words they can act on.
class McpWordsTest : public QObject {
    Q_OBJECT
private slots:
    void arguments_thatAreNoObject_areAnErrorOfTheTool();
    void orderNumber_isTakenByBothNames();
    void words_areThoseOfTools_data();
    void words_areThoseOfTools();
    void products_areShort();
    void usedUpBudget_canStillBeLookedAt();
    void createOrder_withoutQuoteOrKey_buysNothing_data();
    void createOrder_withoutQuoteOrKey_buysNothing();
};

namespace {

/// Texts that only who writes HTTP requests can follow.
std::string wordOfHttp(const json::value& result) {
    std::vector<std::string> texts{memberOf(result, "/structuredContent/detail")};
    for (const json::value& error : result.at("structuredContent").at("errors").as_array())
        texts.push_back(memberOf(error, "/detail"));
    for (const std::string& text : texts) {
        for (const char* word : {"POST", "GET ", "/v1", "Idempotency-Key", "If-Match", "request",
                                 "header", "The body", "orderNumber"}) {
            if (text.find(word) != std::string::npos)
                return text;
        }
    }
    return {};
}

} // namespace

void McpWordsTest::arguments_thatAreNoObject_areAnErrorOfTheTool() {
    TestServer server;
    McpScene assistant(server);
    for (const json::value& given :
         {json::value(json::array()), json::value("LS-1"), json::value(7)}) {
        const auto answer =
            jsonOf(assistant.send("tools/call", {{"name", "get_order"}, {"arguments", given}}));
        QCOMPARE(memberOf(answer, "/result/isError"), std::string("true"));
        QVERIFY(memberOf(answer, "/result/structuredContent/detail").find("must be an object") !=
                std::string::npos);
    }
    const auto none =
        jsonOf(assistant.send("tools/call", {{"name", "get_account"}, {"arguments", nullptr}}));
    QCOMPARE(memberOf(none, "/result/isError"), std::string("false"));
}

void McpWordsTest::orderNumber_isTakenByBothNames() {
    TestServer server;
    McpScene assistant(server);
    const std::string number = OrderScene(server).placePartDelivered(2);
    for (const char* name : {"order_number", "orderNumber"}) {
        const auto order = assistant.call("get_order", {{name, number}});
        QCOMPARE(memberOf(order, "/structuredContent/order_number"), number);
        const auto leads = assistant.call("list_leads", {{name, number}});
        QCOMPARE(memberOf(leads, "/structuredContent/data/0/orderNumber"), number);
        for (const char* tool : {"reply_to_order", "deliver_to_webhook", "push_to_destination"}) {
            const auto result = assistant.call(tool, {{name, number}});
            for (const json::value& error : result.at("structuredContent").at("errors").as_array())
                QVERIFY2(memberOf(error, "/code") != "unknown_member", tool);
        }
    }
    const auto two =
        assistant.call("get_order", {{"order_number", number}, {"orderNumber", "LS-0000000000"}});
    QCOMPARE(memberOf(two, "/structuredContent/errors/0/code"), std::string("conflict"));
    const auto wrong = assistant.call("list_leads", {{"orderNumber", "seven"}});
    QCOMPARE(memberOf(wrong, "/structuredContent/errors/0/pointer"), std::string("/order_number"));
}

void McpWordsTest::words_areThoseOfTools_data() {
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* tool, const char* arguments,
                        const char* says) {
        QTest::newRow(name) << QByteArray(tool) << QByteArray(arguments) << QByteArray(says);
    };
    row("unknown quote", "create_order",
        R"({"quoteId":"qt_x","idempotencyKey":"k","order":{"scrapingOption":"filters","leadCount":5}})",
        "Call quote_order");
    row("bad key", "create_order",
        R"({"quoteId":"qt_x","idempotencyKey":"\u00e4","order":{"scrapingOption":"filters","leadCount":5}})",
        "idempotencyKey");
    row("flattened order", "quote_order", R"({"scrapingOption":"filters","leadCount":5})",
        "belongs into the argument order");
    row("wrong member", "quote_order", R"({"order":{"scrapingOption":"filters","leadCount":"x"}})",
        "/order/leadCount: ");
    row("page", "list_orders", R"({"limit":0})", "limit");
    row("webhook without leads", "deliver_to_webhook", R"({"webhookId":"wh_x"})", "order_number");
    row("destination without leads", "push_to_destination", R"({"destinationId":"dst_x"})",
        "order_number");
    row("reply to nothing", "reply_to_order", R"({"order_number":"LS-0000000000"})", "message");
    row("product", "list_products", R"({"scrapingOption":"people"})", "company_domains");
}

void McpWordsTest::words_areThoseOfTools() {
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QByteArray, says);
    TestServer server;
    McpScene assistant(server);
    const auto result =
        assistant.call(tool.toStdString(), json::parse(arguments.toStdString()).as_object());
    QCOMPARE(memberOf(result, "/isError"), std::string("true"));
    QCOMPARE(wordOfHttp(result), std::string());
    const std::string text = json::serialize(result.at("structuredContent"));
    QVERIFY2(text.find(says.toStdString()) != std::string::npos, text.c_str());
}

void McpWordsTest::products_areShort() {
    constexpr std::size_t kMost = 20'000;
    TestServer server;
    McpScene assistant(server);
    const auto all = assistant.call("list_products");
    QVERIFY2(memberOf(all, "/content/0/text").size() <= kMost,
             std::to_string(memberOf(all, "/content/0/text").size()).c_str());
    QCOMPARE(all.at("structuredContent").at("data").as_array().size(), std::size_t{5});
    const auto one = assistant.call("list_products", {{"scrapingOption", "lookalikes"}});
    QCOMPARE(one.at("structuredContent").at("data").as_array().size(), std::size_t{1});
    QCOMPARE(memberOf(one, "/structuredContent/data/0/id"), std::string("lookalikes"));
    QVERIFY(memberOf(one, "/structuredContent/data/0/fields").find("seedDomains") !=
            std::string::npos);
}

void McpWordsTest::usedUpBudget_canStillBeLookedAt() {
    TestServer server({.configure = [](server::Config& config) {
        config.limits.defaultRate.quota = 1;
        config.limits.orderRate.quota = 1;
    }});
    McpScene assistant(server);
    assistant.call("list_orders");
    const auto refused = assistant.call("list_orders");
    QCOMPARE(codeOfResult(refused), std::string("rate_limited"));
    QCOMPARE(wordOfHttp(refused), std::string());
    const auto limits = assistant.call("get_rate_limits");
    QCOMPARE(memberOf(limits, "/isError"), std::string("false"));
    QCOMPARE(memberOf(limits, "/structuredContent/policies/0/remaining"), std::string("0"));
    QVERIFY(!assistant.tools().empty());
}

void McpWordsTest::createOrder_withoutQuoteOrKey_buysNothing_data() {
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const char* change, const char* pointer,
                        const char* code) {
        QTest::newRow(name) << QByteArray(change) << QByteArray(pointer) << QByteArray(code);
    };
    row("no quote", R"({"quoteId":"LEFT OUT"})", "/quoteId", "required");
    row("null quote", R"({"quoteId":null})", "/quoteId", "wrong_type");
    row("empty quote", R"({"quoteId":""})", "/quoteId", "wrong_type");
    row("unknown quote", R"({"quoteId":"qt_x"})", "/quoteId", "not_found");
    row("no key", R"({"idempotencyKey":"LEFT OUT"})", "/idempotencyKey", "required");
    row("empty key", R"({"idempotencyKey":""})", "/idempotencyKey", "wrong_type");
    row("key as number", R"({"idempotencyKey":7})", "/idempotencyKey", "wrong_type");
    row("no order", R"({"order":"LEFT OUT"})", "/order", "required");
    row("order as text", R"({"order":"filters"})", "/order", "wrong_type");
    row("order as list", R"({"order":[]})", "/order", "wrong_type");
    row("order null", R"({"order":null})", "/order", "wrong_type");
    row("wrong member", R"({"order":{"scrapingOption":"filters","leadCount":"many"}})",
        "/order/leadCount", "wrong_type");
    row("unknown argument", R"({"quantity":5})", "/quantity", "unknown_member");
    row("member outside the order", R"({"leadCount":5})", "/leadCount", "unknown_member");
    row("quote in the order", R"({"order":{"quoteId":"qt_other"}})", "/order", "conflict");
    row("key in the order", R"({"order":{"idempotencyKey":"other"}})", "/order", "conflict");
}

void McpWordsTest::createOrder_withoutQuoteOrKey_buysNothing() {
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, code);
    TestServer server;
    McpScene assistant(server);
    json::object arguments = assistant.purchase(assistant.quote(), "k1");
    const json::value changes = json::parse(change.toStdString());
    for (const auto& [name, value] : changes.as_object()) {
        if (value == "LEFT OUT")
            arguments.erase(name);
        else
            arguments[name] = value;
    }
    const auto result = assistant.call("create_order", arguments);
    QCOMPARE(memberOf(result, "/isError"), std::string("true"));
    QCOMPARE(memberOf(result, "/structuredContent/errors/0/pointer"), pointer.toStdString());
    QCOMPARE(memberOf(result, "/structuredContent/errors/0/code"), code.toStdString());
    QVERIFY(!memberOf(result, "/structuredContent/detail").empty());
    QVERIFY(!memberOf(result, "/structuredContent/requestId").empty());
    QCOMPARE(ordersOf(server), std::size_t{0});
    for (const json::value& tool : assistant.tools()) {
        if (memberOf(tool, "/name") == "create_order")
            QCOMPARE(faultOf(tool, result), std::string());
    }
    QCOMPARE(wordOfHttp(result), std::string());
}

LEADSHEET_TEST(tst_mcp_words, McpWordsTest);
#include "tst_mcp_words.moc"
