// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"
#include "test_main.hpp"

#include <QTest>

using namespace leadsheet::test;
using namespace leadsheet;
namespace json = boost::json;

/// POST /mcp as an HTTP path: keys, methods, bodies, pages and names that may not reach it.
class McpAccessTest : public QObject {
    Q_OBJECT
private slots:
    void request_thatNoToolSees_isAProblem_data();
    void request_thatNoToolSees_isAProblem();
    void frame_thatIsNoJson_isAParseError();
    void handshake_isServedOnEveryPath_data();
    void handshake_isServedOnEveryPath();
    void notification_hasNoAnswer();
    void idempotencyKey_meansNothing();
    void foreignPage_isRefused();
    void foreignHostName_isRefused();
    void allowedPageAndHostName_areServed();
    void badSettings_areRefused_data();
    void badSettings_areRefused();
};

namespace {

const std::string kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
const std::pair<std::string, std::string> kJsonType{"Content-Type", "application/json"};

std::string rawPing(const std::string& host, const std::string& key) {
    return "POST /mcp HTTP/1.1\r\nHost: " + host + "\r\nx-api-key: " + key +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(kPing.size()) +
           "\r\n\r\n" + kPing;
}

RawResponse pingAs(TestServer& server, const std::string& host) {
    RawConnection connection(server.port());
    connection.sendBytes(rawPing(host, server.customerKey()));
    return connection.readResponse();
}

} // namespace

void McpAccessTest::request_thatNoToolSees_isAProblem_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("who");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("code");
    const QByteArray ping = QByteArray::fromStdString(kPing);
    const auto row = [](const char* name, const char* method, const char* who, const char* type,
                        const QByteArray& body, int status, const char* code) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(who) << QByteArray(type) << body
                            << status << QByteArray(code);
    };
    constexpr const char* kType = "application/json";
    row("no key", "POST", "none", kType, ping, 401, "missing_api_key");
    row("wrong key", "POST", "wrong", kType, ping, 401, "invalid_api_key");
    row("admin key", "POST", "admin", kType, ping, 403, "wrong_key_type");
    row("stream of the server", "GET", "customer", "", "", 405, "method_not_allowed");
    row("end of a session", "DELETE", "customer", "", "", 405, "method_not_allowed");
    row("other type", "POST", "customer", "text/plain", ping, 415, "unsupported_media_type");
}

void McpAccessTest::request_thatNoToolSees_isAProblem() {
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, who);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    QFETCH(QByteArray, code);
    TestServer server;
    RawHeaders headers;
    if (who != "none")
        headers.emplace_back("x-api-key", who == "admin"   ? server.adminKey()
                                          : who == "wrong" ? "nonsense"
                                                           : server.customerKey());
    if (!type.isEmpty())
        headers.emplace_back("Content-Type", type.toStdString());
    const auto answer =
        rawRequest(server.port(), method.toStdString(), "/mcp", headers, body.toStdString());
    QCOMPARE(answer.status, status);
    QCOMPARE(codeOf(answer), code.toStdString());
}

void McpAccessTest::frame_thatIsNoJson_isAParseError() {
    TestServer server;
    for (const char* body : {"{", "", R"({"id":1,"id":2})", "\xff", "{} {}"}) {
        const auto answer = server.post("/mcp", body);
        QCOMPARE(answer.status, 400);
        QCOMPARE(memberOf(answer, "/jsonrpc"), std::string("2.0"));
        QCOMPARE(memberOf(answer, "/id"), std::string("null"));
        QCOMPARE(memberOf(answer, "/error/code"), std::string("-32700"));
        QVERIFY(!memberOf(answer, "/error/message").empty());
    }
}

void McpAccessTest::handshake_isServedOnEveryPath_data() {
    QTest::addColumn<QByteArray>("path");
    for (const char* path : {"/mcp", "/v1/mcp", "/api/v1/mcp"})
        QTest::newRow(path) << QByteArray(path);
}

void McpAccessTest::handshake_isServedOnEveryPath() {
    QFETCH(QByteArray, path);
    TestServer server;
    const auto answer = server.post(
        path.toStdString(),
        R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18"}})");
    QCOMPARE(answer.status, 200);
    QCOMPARE(memberOf(answer, "/id"), std::string("a"));
    QCOMPARE(memberOf(answer, "/result/protocolVersion"), std::string("2025-06-18"));
    QCOMPARE(memberOf(answer, "/result/serverInfo/name"), std::string("leadsheet"));
    QVERIFY(memberOf(answer, "/result/instructions").find("consent") != std::string::npos);
    QVERIFY(!answer.hasHeader("Mcp-Session-Id"));
}

void McpAccessTest::notification_hasNoAnswer() {
    TestServer server;
    const auto answer =
        server.post("/mcp", R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    QCOMPARE(answer.status, 202);
    QVERIFY(answer.body.empty());
}

void McpAccessTest::idempotencyKey_meansNothing() {
    TestServer server;
    for (const char* key : {"k", "k", "not a key"})
        QCOMPARE(server.post("/mcp", kPing, {{"Idempotency-Key", key}}).status, 200);
}

void McpAccessTest::foreignPage_isRefused() {
    TestServer server;
    const auto refused = server.post("/mcp", kPing, {{"Origin", "http://evil.example"}});
    QCOMPARE(refused.status, 403);
    QCOMPARE(memberOf(refused, "/error/code"), std::string("-32000"));
    QCOMPARE(memberOf(refused, "/id"), std::string("null"));
    QVERIFY(memberOf(refused, "/error/message").find("http://evil.example") != std::string::npos);
    QCOMPARE(server.post("/mcp", kPing, {{"Origin", "http://localhost:6274"}}).status, 200);
}

void McpAccessTest::foreignHostName_isRefused() {
    TestServer server;
    const auto refused = pingAs(server, "evil.example");
    QCOMPARE(refused.status, 403);
    QVERIFY(memberOf(refused, "/error/message").find("evil.example") != std::string::npos);
    QCOMPARE(pingAs(server, "127.0.0.1:1").status, 200);
}

void McpAccessTest::allowedPageAndHostName_areServed() {
    TestServer server({.configure = [](server::Config& config) {
        config.mcp.origins = {"https://app.example"};
        config.mcp.hosts = {"api.example"};
    }});
    QCOMPARE(pingAs(server, "api.example").status, 200);
    QCOMPARE(server.post("/mcp", kPing, {{"Origin", "https://app.example"}}).status, 200);
}

void McpAccessTest::badSettings_areRefused_data() {
    QTest::addColumn<bool>("isOrigin");
    for (const char* origin : {"app.example", "https://app.example/", "*"})
        QTest::newRow(origin) << true;
    for (const char* host : {"", "https://api.example", "api.example:", "a b"})
        QTest::newRow(host) << false;
}

void McpAccessTest::badSettings_areRefused() {
    QFETCH(bool, isOrigin);
    server::Config config;
    (isOrigin ? config.mcp.origins : config.mcp.hosts).emplace_back(QTest::currentDataTag());
    const auto started = server::Server::start(std::move(config));
    QVERIFY(!started.has_value());
    QVERIFY(started.error().kind == server::StartError::Kind::Config);
}

LEADSHEET_TEST(tst_mcp_access, McpAccessTest);
#include "tst_mcp_access.moc"
