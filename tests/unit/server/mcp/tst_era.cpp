// SPDX-License-Identifier: Apache-2.0
#include "mcp/message.hpp"
#include "test_main.hpp"

#include <QTest>
#include <boost/json.hpp>

using namespace leadsheet::server::mcp;
namespace json = boost::json;

/// Which revision a message speaks, as the message and three header fields tell.
class EraTest : public QObject {
    Q_OBJECT
private slots:
    void era_data();
    void era();
    void unsupportedRevision_namesThoseThatAre();
};

namespace {

constexpr const char* kNone = "-";

std::optional<std::string> fieldOf(const QByteArray& text) {
    return text == kNone ? std::nullopt : std::optional(text.toStdString());
}

Message messageOf(const QByteArray& method, const QByteArray& params, bool notification) {
    Message message;
    if (!notification)
        message.id = 1;
    message.method = method.toStdString();
    message.params = json::parse(params.toStdString()).as_object();
    return message;
}

QByteArray meta(const char* version, const char* more = "") {
    return QByteArray(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")") + version +
           R"(","io.modelcontextprotocol/clientCapabilities":{}})" + more + "}";
}

} // namespace

void EraTest::era_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("methodField");
    QTest::addColumn<QByteArray>("nameField");
    QTest::addColumn<int>("outcome"); // 0 = handshake, 1 = stateless, else the error
    const auto row = [](const char* name, const char* method, const QByteArray& params,
                        const char* version, const char* methodField, const char* nameField,
                        int outcome) {
        QTest::newRow(name) << QByteArray(method) << params << QByteArray(version)
                            << QByteArray(methodField) << QByteArray(nameField) << outcome;
    };
    constexpr const char* kNow = "2026-07-28";
    row("nothing said", "tools/list", "{}", kNone, kNone, kNone, 0);
    row("older revision", "tools/list", "{}", "2025-06-18", kNone, kNone, 0);
    row("handshake of any revision", "initialize", "{}", "1999-01-01", kNone, kNone, 0);
    row("older revision that never was", "tools/list", "{}", "2025-01-01", kNone, kNone, -32022);
    row("no revision at all", "tools/list", "{}", "v9", kNone, kNone, -32022);
    row("stateless", "tools/list", meta(kNow), kNow, "tools/list", kNone, 1);
    row("stateless call", "tools/call", meta(kNow, R"(,"name":"a")"), kNow, "tools/call", "a", 1);
    row("stateless resource", "resources/read", meta(kNow, R"(,"uri":"x://y")"), kNow,
        "resources/read", "x://y", 1);
    row("encoded name", "tools/call", meta(kNow, R"(,"name":"\u00e4")"), kNow, "tools/call",
        "=?base64?w6Q=?=", 1);
    row("encoded name without padding", "tools/call", meta(kNow, R"(,"name":"\u00e4")"), kNow,
        "tools/call", "=?base64?w6Q?=", -32020);
    row("other name", "tools/call", meta(kNow, R"(,"name":"a")"), kNow, "tools/call", "b", -32020);
    row("no name", "tools/call", meta(kNow, R"(,"name":"a")"), kNow, "tools/call", kNone, -32020);
    row("name twice", "tools/call", meta(kNow, R"(,"name":"a")"), kNow, "tools/call", "a, a",
        -32020);
    row("name that is no text", "tools/call", meta(kNow, R"(,"name":1)"), kNow, "tools/call", kNone,
        1);
    row("other method", "tools/list", meta(kNow), kNow, "prompts/list", kNone, -32020);
    row("method in capitals", "tools/list", meta(kNow), kNow, "TOOLS/LIST", kNone, -32020);
    row("no method", "tools/list", meta(kNow), kNow, kNone, kNone, -32020);
    row("no version field", "tools/list", meta(kNow), kNone, "tools/list", kNone, -32020);
    row("other version field", "tools/list", meta("v999.0.0"), kNow, "tools/list", kNone, -32020);
    row("unknown revision", "tools/list", meta("v999.0.0"), "v999.0.0", "tools/list", kNone,
        -32022);
    row("older revision without handshake", "tools/list", meta("2025-11-25"), "2025-11-25",
        "tools/list", kNone, -32022);
    row("field alone", "tools/list", "{}", kNow, "tools/list", kNone, -32602);
    row("later field alone", "tools/list", "{}", "2027-01-01", "tools/list", kNone, -32602);
    row("meta without revision", "tools/list",
        R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}})", kNow, "tools/list", kNone,
        -32602);
    row("meta without capabilities", "tools/list",
        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})", kNow, "tools/list",
        kNone, -32602);
    row("revision as number", "tools/list",
        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":2026}})", kNow, "tools/list", kNone,
        -32602);
    row("meta as text", "tools/list", R"({"_meta":"x"})", kNow, "tools/list", kNone, -32602);
    row("handshake under the new revision", "initialize", "{}", kNow, "initialize", kNone, -32020);
    row("notification", "notifications/x", "{}", kNow, kNone, kNone, 1);
    row("notification of the handshake", "notifications/initialized", "{}", kNone, kNone, kNone, 0);
}

void EraTest::era() {
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, methodField);
    QFETCH(QByteArray, nameField);
    QFETCH(int, outcome);
    const Fields fields{fieldOf(version), fieldOf(methodField), fieldOf(nameField)};
    const auto era = eraOf(messageOf(method, params, method.startsWith("notifications/")), fields);
    if (outcome < 0) {
        QVERIFY(!era.has_value());
        QCOMPARE(static_cast<int>(era.error().code), outcome);
        QVERIFY(!era.error().data.empty());
        return;
    }
    QVERIFY2(era.has_value(), era ? "" : era.error().message.c_str());
    QCOMPARE(*era == Era::Stateless, outcome == 1);
}

void EraTest::unsupportedRevision_namesThoseThatAre() {
    const auto stateless =
        eraOf(messageOf("x", meta("v2"), false), {std::string("v2"), std::string("x"), {}});
    QCOMPARE(json::serialize(stateless.error().data),
             std::string(R"({"supported":["2026-07-28"],"requested":"v2"})"));
    const auto other = eraOf(messageOf("x", "{}", false), {std::string("v2"), {}, {}});
    QCOMPARE(json::serialize(other.error().data.at("supported")),
             std::string(R"(["2026-07-28","2025-11-25","2025-06-18","2025-03-26"])"));
}

LEADSHEET_TEST(tst_era, EraTest);
#include "tst_era.moc"
