// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"
#include "schema_check.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QTest>
#include <algorithm>
#include <set>

#include <leadsheet/contract/operations.hpp>

using namespace leadsheet::test;
using namespace leadsheet;
namespace json = boost::json;

/// The list of tools: assistants plan by it, so it is API and changes on purpose only.
class McpListTest : public QObject {
    Q_OBJECT
private slots:
    void list_isAsItWasReleased();
    void list_isSortedByName();
    void list_isSmall();
    void list_speaksOfToolsOnly();
    void schemas_standAlone();
    void patterns_areReadByEveryEngine();
    void order_isToldAlikeAndWhole();
    void order_ofEachProduct_fitsWhatIsTold();
    void annotations_sayWhatToolsDo();
};

namespace {

void collectReferences(const json::value& part, std::vector<std::string>& found) {
    if (const json::array* items = part.if_array()) {
        for (const json::value& item : *items)
            collectReferences(item, found);
    }
    if (const json::object* members = part.if_object()) {
        for (const auto& [name, value] : *members) {
            if (name == "$ref")
                found.emplace_back(value.as_string());
            collectReferences(value, found);
        }
    }
}

json::array allTools() {
    TestServer server;
    return McpScene(server).tools();
}

} // namespace

/// With LEADSHEET_WRITE_SNAPSHOTS set the file is written anew.
void McpListTest::list_isAsItWasReleased() {
    QByteArray lines = "[\n";
    const json::array tools = allTools();
    for (const json::value& tool : tools) {
        QByteArray separator = " {\n";
        for (const auto& [name, value] : tool.as_object()) {
            lines += separator + "  \"" + QByteArray(name.data(), qsizetype(name.size())) +
                     "\": " + QByteArray::fromStdString(json::serialize(value));
            separator = ",\n";
        }
        lines += &tool == &tools.back() ? "\n }\n" : "\n },\n";
    }
    lines += "]\n";
    QFile file(qEnvironmentVariable("LEADSHEET_MCP_SNAPSHOT"));
    if (qEnvironmentVariableIsSet("LEADSHEET_WRITE_SNAPSHOTS")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(lines);
        return;
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto released = file.readAll().split('\n');
    const auto now = lines.split('\n');
    for (qsizetype i = 0; i < std::min(released.size(), now.size()); ++i)
        QCOMPARE(now[i], released[i]);
    QCOMPARE(now.size(), released.size());
}

void McpListTest::list_isSortedByName() {
    std::vector<std::string> names;
    for (const json::value& tool : allTools())
        names.push_back(memberOf(tool, "/name"));
    QVERIFY(std::ranges::is_sorted(names));
    QCOMPARE(names.size(), std::size_t{13});
}

/// An assistant reads the list before each conversation, and pays for every character.
void McpListTest::list_isSmall() {
    constexpr std::size_t kMost = 24'000;
    TestServer server;
    const auto answer = McpScene(server).send("tools/list");
    QByteArray sizes;
    const json::value list = jsonOf(answer);
    for (const json::value& tool : list.at("result").at("tools").as_array()) {
        sizes += " " + QByteArray::fromStdString(memberOf(tool, "/name")) + " " +
                 QByteArray::number(qulonglong(json::serialize(tool).size()));
    }
    qInfo("%zu characters:%s", answer.body.size(), sizes.constData());
    QVERIFY2(answer.body.size() <= kMost, sizes.constData());
}

void McpListTest::list_speaksOfToolsOnly() {
    const std::string list = json::serialize(allTools());
    for (const char* word :
         {"POST ", "GET ", "/v1", "Idempotency-Key", "If-Match", "commas", "400"})
        QVERIFY2(list.find(word) == std::string::npos, word);
}

void McpListTest::schemas_standAlone() {
    std::vector<std::string> withAnswer;
    for (const json::value& tool : allTools()) {
        for (const char* which : {"inputSchema", "outputSchema"}) {
            const json::value* schema = tool.as_object().if_contains(which);
            if (schema == nullptr)
                continue;
            QVERIFY(schema->at("type") == "object");
            std::vector<std::string> references;
            collectReferences(*schema, references);
            for (const std::string& reference : references) {
                boost::system::error_code error;
                QVERIFY2(reference.starts_with("#/$defs/") &&
                             schema->find_pointer(reference.substr(1), error) != nullptr,
                         (memberOf(tool, "/name") + ": " + reference).c_str());
            }
        }
        QVERIFY(tool.at("inputSchema").at("additionalProperties") == false);
        if (tool.as_object().contains("outputSchema"))
            withAnswer.push_back(memberOf(tool, "/name"));
    }
    // Those whose answers another call is made with.
    QCOMPARE(withAnswer, (std::vector<std::string>{"create_order", "quote_order"}));
}

/// RE2 has no look-around and no \\u, and hosts that check arguments with it fail on such a list.
void McpListTest::patterns_areReadByEveryEngine() {
    const std::string list = json::serialize(allTools());
    QVERIFY(list.find("\"pattern\":") != std::string::npos);
    for (const char* sign : {"(?=", "(?!", "(?<", "\\\\u", "\\\\p{", "\\\\c"})
        QVERIFY2(list.find(sign) == std::string::npos, sign);
}

void McpListTest::order_isToldAlikeAndWhole() {
    TestServer server;
    McpScene assistant(server);
    std::vector<json::value> told;
    for (const json::value& tool : assistant.tools()) {
        const std::string name = memberOf(tool, "/name");
        if (name == "quote_order" || name == "create_order")
            told.push_back(tool.at("inputSchema").at("$defs"));
    }
    QCOMPARE(told.size(), std::size_t{2});
    QVERIFY(told.front() == told.back());
    const json::object& members = told.front().at("Order").at("properties").as_object();
    QVERIFY(members.at("seniorities").at("items").at("enum").as_array().size() > 5);
    const std::string products =
        memberOf(told.front(), "/Order/properties/scrapingOption/description");
    QVERIFY2(products.find("Needs domains or linkedinUrls.") != std::string::npos,
             products.c_str());
    QVERIFY2(products.find("Needs categories and locations.") != std::string::npos,
             products.c_str());
    // What list_products tells of, but what is not a part of what is ordered.
    const std::set<std::string> others{"quoteId", "maxPrice"};
    const auto listed = assistant.call("list_products");
    for (const json::value& product : listed.at("structuredContent").at("data").as_array()) {
        for (const json::value& field : product.at("fields").as_array()) {
            const std::string name = memberOf(field, "/name");
            QVERIFY2(others.contains(name) || members.contains(name), name.c_str());
        }
    }
}

void McpListTest::order_ofEachProduct_fitsWhatIsTold() {
    TestServer server;
    McpScene assistant(server);
    json::value input;
    for (const json::value& tool : assistant.tools()) {
        if (memberOf(tool, "/name") == "quote_order")
            input = tool.at("inputSchema");
    }
    const json::value& order = input.at("$defs").at("Order");
    const SchemaCheck check(input);
    const auto document = jsonOf(server.get("/v1/openapi.json"));
    const json::object& schemas = document.at("components").at("schemas").as_object();
    for (const char* name : {"FiltersQuoteItem", "SearchUrlQuoteItem", "CompanyDomainsQuoteItem",
                             "LocalBusinessQuoteItem", "LookalikesQuoteItem"}) {
        const json::value& example = schemas.at(name).at("examples").at(0);
        const auto faults = check.faults(order, example);
        QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
        const auto quoted = assistant.call("quote_order", {{"order", example}});
        QCOMPARE(memberOf(quoted, "/isError"), std::string("false"));
    }
    QVERIFY(
        !check.faults(order, json::parse(R"({"scrapingOption":"people","leadCount":5})")).empty());
    QVERIFY(!check
                 .faults(order, json::parse(
                                    R"({"scrapingOption":"filters","leadCount":5,"industry":"x"})"))
                 .empty());
}

void McpListTest::annotations_sayWhatToolsDo() {
    for (const json::value& tool : allTools()) {
        const std::string name = memberOf(tool, "/name");
        const bool reads = name.starts_with("get_") || name.starts_with("list_");
        const bool takenBack = name == "quote_order" || name == "reply_to_order";
        QCOMPARE(tool.at("annotations").at("readOnlyHint").as_bool(), reads);
        if (!reads)
            QCOMPARE(tool.at("annotations").at("destructiveHint").as_bool(), !takenBack);
    }
}

LEADSHEET_TEST(tst_mcp_list, McpListTest);
#include "tst_mcp_list.moc"
