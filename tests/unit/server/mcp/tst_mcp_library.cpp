// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
namespace json = boost::json;

/// What assistants read beside the tools: products as resources, the beginning of an order as a
/// prompt.
class McpLibraryTest : public QObject {
    Q_OBJECT
private slots:
    void products_areResources();
    void resource_thatIsUnknown_isNamed_data();
    void resource_thatIsUnknown_isNamed();
    void resource_drawsOnTheBudgetOfTheProducts();
    void prompt_holdsTheWish();
    void prompt_withoutWish_isRefused_data();
    void prompt_withoutWish_isRefused();
};

namespace {

RawResponse readResource(McpScene& assistant, const std::string& uri) {
    return assistant.send("resources/read", {{"uri", uri}}, {{"Mcp-Name", uri}});
}

} // namespace

void McpLibraryTest::products_areResources() {
    TestServer server;
    McpScene assistant(server);
    const auto listed = jsonOf(assistant.send("resources/list"));
    QCOMPARE(memberOf(listed, "/result/cacheScope"), std::string("private"));
    const json::array& resources = listed.at("result").at("resources").as_array();
    QCOMPARE(resources.size(), std::size_t{5});
    for (const json::value& resource : resources) {
        QVERIFY(!memberOf(resource, "/description").empty());
        const std::string uri = memberOf(resource, "/uri");
        const auto read = jsonOf(readResource(assistant, uri));
        QCOMPARE(memberOf(read, "/result/contents/0/uri"), uri);
        const auto product = json::parse(memberOf(read, "/result/contents/0/text"));
        QCOMPARE(memberOf(product, "/id"), memberOf(resource, "/name"));
        QVERIFY(product.at("fieldsSchema").as_object().contains("properties"));
    }
    const auto templates = jsonOf(assistant.send("resources/templates/list"));
    QCOMPARE(memberOf(templates, "/result/resourceTemplates/0/uriTemplate"),
             std::string("leadsheet://products/{scrapingOption}"));
}

void McpLibraryTest::resource_thatIsUnknown_isNamed_data() {
    QTest::addColumn<QByteArray>("uri");
    for (const char* uri : {"leadsheet://products/people", "leadsheet://products/", "products",
                            "leadsheet://products/filters/x", "file:///etc/passwd"})
        QTest::newRow(uri) << QByteArray(uri);
}

void McpLibraryTest::resource_thatIsUnknown_isNamed() {
    QFETCH(QByteArray, uri);
    TestServer server;
    McpScene assistant(server);
    const auto answer = readResource(assistant, uri.toStdString());
    QCOMPARE(errorOf(answer), std::int64_t{-32602});
    QCOMPARE(memberOf(answer, "/error/data/uri"), uri.toStdString());
}

void McpLibraryTest::resource_drawsOnTheBudgetOfTheProducts() {
    TestServer server({.configure = [](server::Config& config) {
        config.limits.defaultRate.quota = 1;
    }});
    McpScene assistant(server);
    QCOMPARE(errorOf(readResource(assistant, "leadsheet://products/filters")), std::int64_t{0});
    const auto refused = readResource(assistant, "leadsheet://products/filters");
    QCOMPARE(errorOf(refused), std::int64_t{-32603});
    QCOMPARE(memberOf(refused, "/error/data/code"), std::string("rate_limited"));
}

void McpLibraryTest::prompt_holdsTheWish() {
    TestServer server;
    McpScene assistant(server);
    const auto listed = jsonOf(assistant.send("prompts/list"));
    QCOMPARE(memberOf(listed, "/result/prompts/0/name"), std::string("order_leads"));
    const auto prompt = jsonOf(assistant.send(
        "prompts/get", {{"name", "order_leads"},
                        {"arguments", json::object{{"wish", "200 dentists in Vienna"}}}}));
    const std::string text = memberOf(prompt, "/result/messages/0/content/text");
    QVERIFY2(text.find("200 dentists in Vienna") != std::string::npos, text.c_str());
    QVERIFY2(text.find("only when I have said yes") != std::string::npos, text.c_str());
}

void McpLibraryTest::prompt_withoutWish_isRefused_data() {
    QTest::addColumn<QByteArray>("params");
    QTest::newRow("unknown") << QByteArray(R"({"name":"sell_leads","arguments":{"wish":"x"}})");
    QTest::newRow("no wish") << QByteArray(R"({"name":"order_leads"})");
    QTest::newRow("empty wish") << QByteArray(R"({"name":"order_leads","arguments":{"wish":""}})");
    QTest::newRow("number") << QByteArray(R"({"name":"order_leads","arguments":{"wish":7}})");
}

void McpLibraryTest::prompt_withoutWish_isRefused() {
    QFETCH(QByteArray, params);
    TestServer server;
    const auto answer =
        McpScene(server).send("prompts/get", json::parse(params.toStdString()).as_object());
    QCOMPARE(errorOf(answer), std::int64_t{-32602});
    QVERIFY(!memberOf(answer, "/error/message").empty());
}

LEADSHEET_TEST(tst_mcp_library, McpLibraryTest);
#include "tst_mcp_library.moc"
