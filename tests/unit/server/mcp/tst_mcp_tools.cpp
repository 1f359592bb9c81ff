// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"
#include "order_scene.hpp"
#include "test_main.hpp"

#include <QTest>
#include <algorithm>

using namespace leadsheet::test;
using namespace leadsheet;
using namespace std::chrono_literals;
using server::Fault;
namespace json = boost::json;

/// The tools over the server's sockets: what they do, and that each call is an ordinary request.
class McpToolsTest : public QObject {
    Q_OBJECT
private slots:
    void walk_fromPriceToLeads();
    void everyResult_isAsItsSchemaSays();
    void createOrder_repeated_buysOnce();
    void createOrder_ofAnotherOrderThanQuoted_isRefused();
    void createOrder_orderedBefore_isRefusedUntilAcknowledged();
    void createOrder_wrongAcknowledgement_isNamed();
    void lostAnswer_thenTheSameCall_buysOnce();
    void refusal_ofTheOperation_isAnError_data();
    void refusal_ofTheOperation_isAnError();
    void pointers_leadToTheArguments();
    void budget_thatIsUsedUp_isAnErrorWithItsWait();
    void toolCalls_drawOnTheBudgetsOfTheirOperations();
    void missingScope_isAnErrorOfTheTool();
    void foreignOrder_isNotFound();
    void badCall_isRefusedByTheProtocol_data();
    void badCall_isRefusedByTheProtocol();
    void fault_strikesTheToolsOperation();
    void calls_areMarkedInLogAndHistory();
};

namespace {

constexpr int kPatienceMs = 120'000;

} // namespace

void McpToolsTest::walk_fromPriceToLeads() {
    TestServer server;
    McpScene assistant(server);
    OrderScene people(server);
    const auto products = assistant.call("list_products");
    QVERIFY(!products.at("structuredContent").at("data").as_array().empty());
    const std::string quote = assistant.quote(3);
    const auto bought = assistant.call("create_order", assistant.purchase(quote, "k1", 3));
    QCOMPARE(memberOf(bought, "/isError"), std::string("false"));
    QCOMPARE(memberOf(bought, "/structuredContent/quoteId"), quote);
    const std::string number = memberOf(bought, "/structuredContent/order_number");
    QCOMPARE(people.admin(number, "request-info", R"({"question":"Where?"})").status, 200);
    const auto asked = assistant.call("get_order", {{"orderNumber", number}});
    QCOMPARE(memberOf(asked, "/structuredContent/question"), std::string("Where?"));
    const auto replied = assistant.call(
        "reply_to_order", {{"orderNumber", number},
                           {"message", "Austria."},
                           {"expectedVersion", asked.at("structuredContent").at("version")}});
    QCOMPARE(memberOf(replied, "/structuredContent/status"), std::string("pending_review"));
    QCOMPARE(people.admin(number, "approve").status, 200);
    people.ingest(number, "part", OrderScene::leads(0, 3), true);
    QCOMPARE(people.admin(number, "deliver").status, 200);
    const auto listed = assistant.call("list_orders", {{"status", "delivered"}, {"limit", 10}});
    QCOMPARE(memberOf(listed, "/structuredContent/data/0/order_number"), number);
    const auto leads = assistant.call(
        "list_leads", {{"orderNumber", number}, {"limit", 2}, {"fields", {"id", "email"}}});
    QCOMPARE(leads.at("structuredContent").at("data").as_array().size(), std::size_t{2});
    QCOMPARE(memberOf(leads, "/content/0/text"), json::serialize(leads.at("structuredContent")));
}

void McpToolsTest::everyResult_isAsItsSchemaSays() {
    TestServer server;
    McpScene assistant(server);
    const std::string number = OrderScene(server).placePartDelivered(2);
    for (const json::value& tool : assistant.tools()) {
        const std::string name = memberOf(tool, "/name");
        json::object arguments;
        if (name == "quote_order")
            arguments["order"] = McpScene::order();
        if (name == "create_order")
            arguments = assistant.purchase(assistant.quote(), "k1");
        if (name == "get_order")
            arguments["orderNumber"] = number;
        const auto result = assistant.call(name, arguments);
        const std::string fault = faultOf(tool, result);
        QVERIFY2(fault.empty(), (name + ": " + fault).c_str());
        const bool fails = name.find("_to_") != std::string::npos;
        QCOMPARE(result.at("isError").as_bool(), fails);
    }
}

void McpToolsTest::createOrder_repeated_buysOnce() {
    TestServer server;
    McpScene assistant(server);
    json::object arguments = assistant.purchase(assistant.quote(), "k1");
    arguments["order"].as_object()["idempotencyKey"] = "k1";
    const auto first = assistant.call("create_order", arguments);
    const auto second = assistant.call("create_order", arguments);
    QCOMPARE(memberOf(first, "/structuredContent/order_number"),
             memberOf(second, "/structuredContent/order_number"));
    QVERIFY(memberOf(first, "/_meta/leadsheet~1replayed").empty());
    QCOMPARE(memberOf(second, "/_meta/leadsheet~1replayed"), std::string("true"));
    // The same purchase through the API itself is the same request.
    std::string body = json::serialize(McpScene::order());
    body.insert(1, "\"quoteId\":\"" + memberOf(first, "/structuredContent/quoteId") + "\",");
    QCOMPARE(memberOf(server.createOrder("k1", body), "/order_number"),
             memberOf(first, "/structuredContent/order_number"));
    QCOMPARE(ordersOf(server), std::size_t{1});
}

void McpToolsTest::createOrder_ofAnotherOrderThanQuoted_isRefused() {
    TestServer server;
    McpScene assistant(server);
    const auto result =
        assistant.call("create_order", assistant.purchase(assistant.quote(100), "k1", 101));
    QCOMPARE(codeOfResult(result), std::string("price_changed"));
    QCOMPARE(ordersOf(server), std::size_t{0});
}

void McpToolsTest::createOrder_orderedBefore_isRefusedUntilAcknowledged() {
    TestServer server;
    McpScene assistant(server);
    const auto first = assistant.call("create_order", assistant.purchase(assistant.quote(), "k1"));
    const std::string number = memberOf(first, "/structuredContent/order_number");
    const auto quote = assistant.call("quote_order", {{"order", McpScene::order(7)}});
    QCOMPARE(memberOf(quote, "/structuredContent/equivalentOrders/0/orderNumber"), number);
    QCOMPARE(memberOf(quote, "/structuredContent/equivalentOrders/0/match"),
             std::string("other_count"));
    json::object arguments = assistant.purchase(memberOf(quote, "/structuredContent/id"), "k2", 7);
    const auto refused = assistant.call("create_order", arguments);
    QCOMPARE(codeOfResult(refused), std::string("equivalent_order"));
    QCOMPARE(memberOf(refused, "/structuredContent/equivalentOrders/0/orderNumber"), number);
    // Whoever builds the order cannot take the guard away.
    arguments["order"].as_object()["duplicates"] = "warn";
    QCOMPARE(codeOfResult(assistant.call("create_order", arguments)),
             std::string("equivalent_order"));
    arguments["order"].as_object().erase("duplicates");
    arguments["acknowledgeDuplicateOf"] = json::array{number};
    const auto made = assistant.call("create_order", arguments);
    QCOMPARE(memberOf(made, "/isError"), std::string("false"));
    QCOMPARE(ordersOf(server), std::size_t{2});
}

void McpToolsTest::createOrder_wrongAcknowledgement_isNamed() {
    TestServer server;
    McpScene assistant(server);
    json::object arguments = assistant.purchase(assistant.quote(), "k1");
    arguments["acknowledgeDuplicateOf"] = json::array{"LS-0000000000", "7"};
    const auto wrong = assistant.call("create_order", arguments);
    QCOMPARE(memberOf(wrong, "/structuredContent/errors/0/pointer"),
             std::string("/acknowledgeDuplicateOf/1"));
    arguments["acknowledgeDuplicateOf"] = json::array{"LS-0000000000"};
    arguments["order"].as_object()["acknowledgeDuplicateOf"] = json::array{"LS-0000000001"};
    QCOMPARE(
        memberOf(assistant.call("create_order", arguments), "/structuredContent/errors/0/code"),
        std::string("conflict"));
    QCOMPARE(ordersOf(server), std::size_t{0});
}

void McpToolsTest::lostAnswer_thenTheSameCall_buysOnce() {
    TestServer server;
    McpScene assistant(server);
    const json::object arguments = assistant.purchase(assistant.quote(), "k1");
    server.faults().add(Fault::resetAfterCommit(), {"createOrder", "", "", false});
    const auto lost =
        assistant.send("tools/call", {{"name", "create_order"}, {"arguments", arguments}});
    QCOMPARE(lost.status, 0);
    QCOMPARE(ordersOf(server), std::size_t{1});
    const auto again = assistant.call("create_order", arguments);
    QCOMPARE(memberOf(again, "/_meta/leadsheet~1replayed"), std::string("true"));
    QCOMPARE(ordersOf(server), std::size_t{1});
}

void McpToolsTest::refusal_ofTheOperation_isAnError_data() {
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const char* tool, const char* arguments,
                        const char* status, const char* code) {
        QTest::newRow(name) << QByteArray(tool) << QByteArray(arguments) << QByteArray(status)
                            << QByteArray(code);
    };
    row("absent order", "get_order", R"({"orderNumber":"LS-0000000000"})", "404", "not_found");
    row("another path", "get_order", R"({"orderNumber":"../account"})", "422", "validation_failed");
    row("deeper path", "get_order", R"({"orderNumber":"LS-1/events"})", "422", "validation_failed");
    row("path as number", "get_order", R"({"orderNumber":5})", "422", "validation_failed");
    row("no path", "get_order", "{}", "422", "validation_failed");
    row("argument of another tool", "get_account", R"({"limit":5})", "422", "validation_failed");
    row("limit as text", "list_orders", R"({"limit":"many"})", "400", "invalid_parameter");
    row("limit as object", "list_orders", R"({"limit":{}})", "422", "validation_failed");
    row("limit null", "list_orders", R"({"limit":null})", "422", "validation_failed");
    row("limit with a fraction", "list_orders", R"({"limit":1.5})", "400", "invalid_parameter");
    row("made-up cursor", "list_leads", R"({"cursor":"x"})", "400", "invalid_cursor");
    row("unknown field", "list_leads", R"({"fields":["email","colour"]})", "400", "unknown_field");
    row("list in a list", "list_leads", R"({"fields":[["email"]]})", "422", "validation_failed");
    row("two fields in one", "list_leads", R"({"fields":["email,phone"]})", "422",
        "validation_failed");
    row("empty reply", "reply_to_order", R"({"orderNumber":"LS-0000000000","message":" "})", "422",
        "validation_failed");
    row("unknown webhook", "deliver_to_webhook",
        R"({"webhookId":"wh_x","orderNumber":"LS-0000000000"})", "404", "not_found");
    row("unknown destination", "push_to_destination",
        R"({"destinationId":"dst_x","orderNumber":"LS-0000000000"})", "404", "not_found");
}

void McpToolsTest::refusal_ofTheOperation_isAnError() {
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, code);
    TestServer server;
    McpScene assistant(server);
    const auto result =
        assistant.call(tool.toStdString(), json::parse(arguments.toStdString()).as_object());
    QCOMPARE(memberOf(result, "/isError"), std::string("true"));
    QCOMPARE(codeOfResult(result), code.toStdString());
    QCOMPARE(memberOf(result, "/_meta/leadsheet~1status"), status.toStdString());
    QCOMPARE(memberOf(result, "/content/0/text"), json::serialize(result.at("structuredContent")));
}

void McpToolsTest::pointers_leadToTheArguments() {
    TestServer server;
    McpScene assistant(server);
    json::object order = McpScene::order();
    order["leadCount"] = "many";
    order["industrys"] = "x";
    const auto result = assistant.call("quote_order", {{"order", order}});
    QCOMPARE(codeOfResult(result), std::string("validation_failed"));
    std::vector<std::string> places;
    for (const json::value& error : result.at("structuredContent").at("errors").as_array())
        places.push_back(memberOf(error, "/pointer"));
    std::ranges::sort(places);
    QCOMPARE(places, (std::vector<std::string>{"/order/industrys", "/order/leadCount"}));
}

void McpToolsTest::budget_thatIsUsedUp_isAnErrorWithItsWait() {
    const auto clock = std::make_shared<ManualClock>();
    TestServer server(
        {.configure = [](server::Config& config) { config.limits.defaultRate.quota = 1; },
         .clock = clock});
    McpScene assistant(server);
    QCOMPARE(memberOf(assistant.call("list_orders"), "/isError"), std::string("false"));
    const auto answer =
        assistant.send("tools/call", {{"name", "list_orders"}, {"arguments", json::object{}}});
    QCOMPARE(answer.status, 200);
    QCOMPARE(memberOf(answer, "/result/isError"), std::string("true"));
    QCOMPARE(memberOf(answer, "/result/structuredContent/code"), std::string("rate_limited"));
    QCOMPARE(memberOf(answer, "/result/structuredContent/retryable"), std::string("true"));
    QCOMPARE(memberOf(answer, "/result/_meta/leadsheet~1retryAfterSeconds"), std::string("3600"));
    // The protocol itself costs nothing.
    QVERIFY(!assistant.tools().empty());
    clock->advance(1h);
    QCOMPARE(memberOf(assistant.call("list_orders"), "/isError"), std::string("false"));
}

void McpToolsTest::toolCalls_drawOnTheBudgetsOfTheirOperations() {
    TestServer server;
    McpScene assistant(server);
    const auto listed =
        assistant.send("tools/call", {{"name", "list_orders"}, {"arguments", json::object{}}});
    QVERIFY(listed.header("RateLimit").find("r=999") != std::string::npos);
    const std::string quote = assistant.quote();
    const auto bought = assistant.send(
        "tools/call", {{"name", "create_order"}, {"arguments", assistant.purchase(quote, "k")}});
    QVERIFY(bought.header("RateLimit").find("\"orders\";r=4999") != std::string::npos);
}

void McpToolsTest::missingScope_isAnErrorOfTheTool() {
    TestServer server;
    const auto key = server.addKey({"reader", server::KeyType::Customer, {"orders:read"}, {}});
    McpScene assistant(server, key.secret);
    std::vector<std::string> names;
    for (const json::value& tool : assistant.tools())
        names.push_back(memberOf(tool, "/name"));
    QCOMPARE(names, (std::vector<std::string>{"get_order", "get_rate_limits", "list_orders",
                                              "list_products"}));
    const auto result = assistant.call("list_leads");
    QCOMPARE(memberOf(result, "/isError"), std::string("true"));
    QCOMPARE(codeOfResult(result), std::string("missing_scope"));
    QCOMPARE(memberOf(result, "/_meta/leadsheet~1status"), std::string("403"));
    const auto written = server.addKey({"buyer", server::KeyType::Customer, {"orders:write"}, {}});
    QCOMPARE(McpScene(server, written.secret).tools().size(), std::size_t{7});
}

void McpToolsTest::foreignOrder_isNotFound() {
    TestServer server;
    const std::string number = OrderScene(server).place();
    McpScene stranger(server, server.addAccount(1'000));
    const auto result = stranger.call("get_order", {{"orderNumber", number}});
    QCOMPARE(codeOfResult(result), std::string("not_found"));
}

void McpToolsTest::badCall_isRefusedByTheProtocol_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const char* method, const char* params, int status,
                        int code) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(params) << status << code;
    };
    row("unknown tool", "tools/call", R"({"name":"delete_everything"})", 200, -32602);
    row("no name", "tools/call", "{}", 200, -32602);
    row("name as number", "tools/call", R"({"name":1})", 200, -32602);
    for (const char* method :
         {"tools/list", "resources/list", "resources/templates/list", "prompts/list"})
        row(method, method, R"({"cursor":"x"})", 200, -32602);
    row("unknown method", "completion/complete", "{}", 404, -32601);
    row("removed method", "ping", "{}", 404, -32601);
}

void McpToolsTest::badCall_isRefusedByTheProtocol() {
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    QFETCH(int, status);
    QFETCH(int, code);
    TestServer server;
    const auto answer =
        McpScene(server).send(method.toStdString(), json::parse(params.toStdString()).as_object());
    QCOMPARE(answer.status, status);
    QCOMPARE(errorOf(answer), std::int64_t{code});
    QCOMPARE(memberOf(answer, "/id"), std::string("1"));
}

void McpToolsTest::fault_strikesTheToolsOperation() {
    TestServer server;
    McpScene assistant(server);
    server.faults().add(Fault::answer(500, "", "plain <html>"), {"getAccount", "", "", false});
    const auto plain = assistant.call("get_account");
    QCOMPARE(memberOf(plain, "/isError"), std::string("true"));
    QCOMPARE(memberOf(plain, "/content/0/text"), std::string("plain <html>"));
    QVERIFY(!plain.as_object().contains("structuredContent"));
    server.faults().add(Fault::badJson(), {"getAccount", "", "", false});
    const auto spoiled =
        assistant.send("tools/call", {{"name", "get_account"}, {"arguments", json::object{}}});
    QVERIFY(jsonOf(spoiled).is_null());
    QCOMPARE(memberOf(assistant.call("get_account"), "/isError"), std::string("false"));
}

void McpToolsTest::calls_areMarkedInLogAndHistory() {
    TestServer server;
    McpScene assistant(server);
    const auto bought = assistant.call("create_order", assistant.purchase(assistant.quote(), "k1"));
    assistant.call("get_order", {{"orderNumber", "LS-0000000000"}});
    const std::string number = memberOf(bought, "/structuredContent/order_number");
    const auto events = server.get("/v1/orders/" + number + "/events");
    QCOMPARE(memberOf(events, "/data/0/data"),
             std::string(R"({"via":"mcp","tool":"create_order"})"));
    const std::string direct = OrderScene(server).place();
    QCOMPARE(memberOf(server.get("/v1/orders/" + direct + "/events"), "/data/0/data"),
             std::string("{}"));
    QTRY_VERIFY_WITH_TIMEOUT(server.accessRecords().size() >= 5, kPatienceMs);
    const auto records = server.accessRecords();
    const auto toolOf = [&](std::string_view tool) {
        return std::ranges::find(records, tool, &server::AccessRecord::tool);
    };
    QCOMPARE(toolOf("create_order")->operationId, std::string("callMcp"));
    QCOMPARE(toolOf("create_order")->code, std::string());
    QCOMPARE(toolOf("get_order")->code, std::string("not_found"));
    QCOMPARE(toolOf("get_order")->status, 200);
    QCOMPARE(toolOf("get_order")->apiKeyId, server.customerKeyId());
}

LEADSHEET_TEST(tst_mcp_tools, McpToolsTest);
#include "tst_mcp_tools.moc"
