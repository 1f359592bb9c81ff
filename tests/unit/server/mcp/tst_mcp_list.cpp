// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QTest>
#include <algorithm>

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
    void schemas_standAlone();
    void annotations_sayWhatToolsDo();
};

namespace {

/// The list without the shared definitions, which the API document's own gates watch.
json::array withoutDefinitions(json::array tools) {
    for (json::value& tool : tools) {
        tool.at("inputSchema").as_object().erase("$defs");
        tool.at("outputSchema").as_object().erase("$defs");
    }
    return tools;
}

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
    const json::array tools = withoutDefinitions(allTools());
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
    QCOMPARE(names.size(), std::size_t{12});
}

void McpListTest::schemas_standAlone() {
    for (const json::value& tool : allTools()) {
        for (const char* which : {"inputSchema", "outputSchema"}) {
            const json::value& schema = tool.at(which);
            QVERIFY(schema.at("type") == "object");
            std::vector<std::string> references;
            collectReferences(schema, references);
            for (const std::string& reference : references) {
                boost::system::error_code error;
                QVERIFY2(reference.starts_with("#/$defs/") &&
                             schema.find_pointer(reference.substr(1), error) != nullptr,
                         (memberOf(tool, "/name") + ": " + reference).c_str());
            }
        }
        QVERIFY(tool.at("inputSchema").at("additionalProperties") == false);
    }
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
