// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
namespace json = boost::json;

/// The cap that a connection brings in a header field.
class McpSpendCapTest : public QObject {
    Q_OBJECT
private slots:
    void spendCap_ofTheConnection_holds();
    void spendCap_ofTheConnection_onlyLowers();
    void spendCap_thatIsNoAmount_stopsEverything();
};

void McpSpendCapTest::spendCap_ofTheConnection_holds() {
    TestServer server({.clock = std::make_shared<ManualClock>()}); // that does not reach midnight
    McpScene assistant(server);
    assistant.setHeader("Leadsheet-Spend-Cap", "10 USD");
    const auto before = assistant.call("get_account");
    QCOMPARE(memberOf(before, "/structuredContent/spendCap/daily/amount"), std::string("1000"));
    const auto bought =
        assistant.call("create_order", assistant.purchase(assistant.quote(100), "k1", 100));
    QCOMPARE(memberOf(bought, "/isError"), std::string("false")); // 8.00 USD
    const auto after = assistant.call("get_account");
    QCOMPARE(memberOf(after, "/structuredContent/spendCap/spentToday/amount"), std::string("800"));
    json::object more = assistant.purchase(assistant.quote(101), "k2", 101);
    more["acknowledgeDuplicateOf"] =
        json::array{memberOf(bought, "/structuredContent/order_number")};
    const auto refused = assistant.call("create_order", more);
    QCOMPARE(codeOfResult(refused), std::string("spend_cap_reached"));
    const std::string detail = memberOf(refused, "/structuredContent/detail");
    QVERIFY2(detail.find("2.00 USD") != std::string::npos, detail.c_str());
    // The key itself may go on.
    QCOMPARE(memberOf(McpScene(server).call("get_account"), "/structuredContent/spendCap"),
             std::string("null"));
    QCOMPARE(ordersOf(server), std::size_t{1});
}

void McpSpendCapTest::spendCap_ofTheConnection_onlyLowers() {
    TestServer server({.configure = [](server::Config& config) {
        config.limits.dailySpendCap = 500;
    }});
    McpScene assistant(server);
    for (const auto& [field, cap] : {std::pair{"50", "500"}, {"4.50 USD", "450"}, {"0", "0"}}) {
        assistant.setHeader("Leadsheet-Spend-Cap", field);
        QCOMPARE(
            memberOf(assistant.call("get_account"), "/structuredContent/spendCap/daily/amount"),
            std::string(cap));
    }
}

void McpSpendCapTest::spendCap_thatIsNoAmount_stopsEverything() {
    TestServer server;
    McpScene assistant(server);
    for (const char* field : {"", "much", "5 EUR", "5,00", "5.001", "-5", "5 USD ", "5.", ".5",
                              "1234567890123", "5 USD, 6 USD"}) {
        assistant.setHeader("Leadsheet-Spend-Cap", field);
        const auto answer = assistant.send(
            "tools/call", {{"name", "list_products"}, {"arguments", json::object{}}});
        if (std::string_view(field) == "5 USD ") { // HTTP cuts the blank off
            QCOMPARE(answer.status, 200);
            continue;
        }
        QCOMPARE(answer.status, 400);
        QCOMPARE(errorOf(answer), std::int64_t{-32600});
        QVERIFY(memberOf(answer, "/error/message").find("Leadsheet-Spend-Cap") !=
                std::string::npos);
    }
}

LEADSHEET_TEST(tst_mcp_spend_cap, McpSpendCapTest);
#include "tst_mcp_spend_cap.moc"
