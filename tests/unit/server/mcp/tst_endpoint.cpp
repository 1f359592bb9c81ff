// SPDX-License-Identifier: Apache-2.0
#include "mcp/endpoint.hpp"
#include "test_main.hpp"

#include <QTest>
#include <boost/json.hpp>

using namespace leadsheet::server::mcp;
namespace json = boost::json;

class EndpointTest : public QObject {
    Q_OBJECT
private slots:
    void initialize_offersTheRevision_data();
    void initialize_offersTheRevision();
    void handshakeResult_isAsTheServiceGaveIt();
    void statelessResult_saysWhatItIs();
    void methodsOfTheOtherRevision_doNotExist_data();
    void methodsOfTheOtherRevision_doNotExist();
    void error_hasTheStatusOfItsRevision_data();
    void error_hasTheStatusOfItsRevision();
    void notification_isTakenAndDoesNothing();
    void malformedMessage_isABadRequest();
    void fieldThatIsNoText_isNotRepeated();
};

namespace {

class EchoService : public Service {
public:
    const Identity& identity() const override { return identity_; }
    json::object capabilities(Era era) const override {
        return {{"tools", json::object{}}, {"stateless", era == Era::Stateless}};
    }
    RpcResult call(const Message& message, Era) override {
        ++calls;
        if (message.method == "fail")
            return rpcError(static_cast<RpcCode>(message.params.at("code").as_int64()), "Failed.",
                            {{"why", "asked"}});
        if (message.method == "prompts/get")
            return json::object{{"resultType", "input_required"}};
        if (message.method != "tools/list" && message.method != "tools/call")
            return rpcError(RpcCode::MethodNotFound, "Unknown.");
        return json::object{{"tools", json::array{}}};
    }

    int calls = 0;

private:
    Identity identity_{"echo", "Echo", "1.2.3", "Be kind."};
};

json::value request(const std::string& method, json::object params = {}) {
    return json::object{
        {"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}};
}

json::value stateless(const std::string& method, json::object params = {}) {
    params["_meta"] = json::object{{"io.modelcontextprotocol/protocolVersion", kStatelessRevision},
                                   {"io.modelcontextprotocol/clientCapabilities", json::object{}}};
    return request(method, std::move(params));
}

Fields fieldsFor(const std::string& method) {
    return {std::string(kStatelessRevision), method, {}};
}

} // namespace

void EndpointTest::initialize_offersTheRevision_data() {
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("offered");
    for (const char* known : {"2025-11-25", "2025-06-18", "2025-03-26"})
        QTest::newRow(known) << QByteArray(R"({"protocolVersion":")") + known + "\"}"
                             << QByteArray(known);
    QTest::newRow("unknown") << QByteArray(R"({"protocolVersion":"2024-11-05"})")
                             << QByteArray("2025-11-25");
    QTest::newRow("later") << QByteArray(R"({"protocolVersion":"2026-07-28"})")
                           << QByteArray("2025-11-25");
    QTest::newRow("none") << QByteArray("{}") << QByteArray("2025-11-25");
    QTest::newRow("number") << QByteArray(R"({"protocolVersion":1})") << QByteArray("2025-11-25");
}

void EndpointTest::initialize_offersTheRevision() {
    QFETCH(QByteArray, params);
    QFETCH(QByteArray, offered);
    EchoService service;
    const auto made =
        answer(request("initialize", json::parse(params.toStdString()).as_object()), {}, service);
    QCOMPARE(made.status, 200);
    const json::value& result = made.body->at("result");
    QCOMPARE(result.at("protocolVersion").as_string().c_str(), offered.constData());
    QCOMPARE(json::serialize(result.at("capabilities")),
             std::string(R"({"tools":{},"stateless":false})"));
    QVERIFY(result.at("serverInfo").at("version") == "1.2.3");
    QVERIFY(result.at("instructions") == "Be kind.");
    QCOMPARE(service.calls, 0);
}

void EndpointTest::handshakeResult_isAsTheServiceGaveIt() {
    EchoService service;
    const auto made = answer(request("tools/list"), {}, service);
    QCOMPARE(json::serialize(*made.body),
             std::string(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[]}})"));
    QCOMPARE(json::serialize(answer(request("ping"), {}, service).body->at("result")),
             std::string("{}"));
}

void EndpointTest::statelessResult_saysWhatItIs() {
    EchoService service;
    const auto made = answer(stateless("tools/list"), fieldsFor("tools/list"), service);
    const json::value& result = made.body->at("result");
    QVERIFY(result.at("resultType") == "complete");
    QVERIFY(result.at("ttlMs").as_int64() > 0);
    QVERIFY(result.at("cacheScope") == "private");
    QVERIFY(result.at("_meta").at("io.modelcontextprotocol/serverInfo").at("name") == "echo");
    auto call = fieldsFor("tools/call");
    const auto called = answer(stateless("tools/call"), call, service);
    QVERIFY(!called.body->at("result").as_object().contains("ttlMs"));
    const auto found = answer(stateless("server/discover"), fieldsFor("server/discover"), service);
    QCOMPARE(json::serialize(found.body->at("result").at("supportedVersions")),
             std::string(R"(["2026-07-28"])"));
    QVERIFY(found.body->at("result").at("resultType") == "complete");
    QVERIFY(found.body->at("result").at("capabilities").at("stateless") == true);
    const auto asked = answer(stateless("prompts/get"), fieldsFor("prompts/get"), service);
    QVERIFY(asked.body->at("result").at("resultType") == "input_required");
}

void EndpointTest::methodsOfTheOtherRevision_doNotExist_data() {
    QTest::addColumn<bool>("isStateless");
    for (const char* gone : {"initialize", "ping", "logging/setLevel", "resources/subscribe"})
        QTest::newRow(gone) << true;
    QTest::newRow("server/discover") << false;
}

void EndpointTest::methodsOfTheOtherRevision_doNotExist() {
    QFETCH(bool, isStateless);
    const std::string method = QTest::currentDataTag();
    EchoService service;
    const auto made = isStateless ? answer(stateless(method), fieldsFor(method), service)
                                  : answer(request(method), {}, service);
    QCOMPARE(made.status, isStateless ? 404 : 200);
    QVERIFY(made.body->at("error").at("code") == -32601);
}

void EndpointTest::error_hasTheStatusOfItsRevision_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("status");
    QTest::newRow("params") << -32602 << 200;
    QTest::newRow("internal") << -32603 << 200;
    QTest::newRow("method") << -32601 << 404;
    QTest::newRow("capability") << -32021 << 400;
}

void EndpointTest::error_hasTheStatusOfItsRevision() {
    QFETCH(int, code);
    QFETCH(int, status);
    EchoService service;
    const json::object params{{"code", code}};
    const auto now = answer(stateless("fail", params), fieldsFor("fail"), service);
    QCOMPARE(now.status, status);
    QVERIFY(now.body->at("error").at("data").at("why") == "asked");
    QVERIFY(now.body->at("id") == 1);
    const auto before = answer(request("fail", params), {}, service);
    QCOMPARE(before.status, 200);
    QVERIFY(before.body->at("error").at("code") == code);
}

void EndpointTest::notification_isTakenAndDoesNothing() {
    EchoService service;
    for (const char* method : {"notifications/initialized", "tools/call"}) {
        const auto made = answer(json::object{{"jsonrpc", "2.0"}, {"method", method}}, {}, service);
        QCOMPARE(made.status, 202);
        QVERIFY(!made.body.has_value());
    }
    QCOMPARE(service.calls, 0);
}

void EndpointTest::malformedMessage_isABadRequest() {
    EchoService service;
    const auto made = answer(json::object{{"id", "a"}}, {}, service);
    QCOMPARE(made.status, 400);
    QVERIFY(made.body->at("id") == "a");
    QVERIFY(made.body->at("error").at("code") == -32600);
    const auto mixed = answer(stateless("tools/list"), {}, service);
    QCOMPARE(mixed.status, 400);
    QVERIFY(mixed.body->at("id") == 1);
}

void EndpointTest::fieldThatIsNoText_isNotRepeated() {
    EchoService service;
    Fields fields;
    fields.version = "\xFF\xFE";
    const auto version = answer(request("ping"), fields, service);
    QCOMPARE(version.status, 400);
    QVERIFY(version.body->at("error").at("data").at("requested") == "a value that is not text");
    fields = fieldsFor("tools/call");
    fields.name = "=?base64?//4A?=";
    const auto name = answer(stateless("tools/call", {{"name", "get_order"}}), fields, service);
    QCOMPARE(name.status, 400);
    const std::string text = json::serialize(*name.body);
    QVERIFY2(QString::fromStdString(text).toStdString() == text, text.c_str());
}

LEADSHEET_TEST(tst_endpoint, EndpointTest);
#include "tst_endpoint.moc"
