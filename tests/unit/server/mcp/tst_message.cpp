// SPDX-License-Identifier: Apache-2.0
#include "mcp/message.hpp"
#include "test_main.hpp"

#include <QTest>
#include <boost/json.hpp>

using namespace leadsheet::server::mcp;
namespace json = boost::json;

class MessageTest : public QObject {
    Q_OBJECT
private slots:
    void message_thatIsValid_isTakenApart();
    void message_withoutId_isANotification();
    void message_thatIsWrong_isRefused_data();
    void message_thatIsWrong_isRefused();
    void errorAnswer_cutsLongMessages();
};

void MessageTest::message_thatIsValid_isTakenApart() {
    const auto message = readMessage(json::parse(
        R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":{}}})"));
    QVERIFY(message.has_value());
    QCOMPARE(message->method, std::string("tools/call"));
    QVERIFY(!message->isNotification());
    QVERIFY(*message->id == 7);
    QVERIFY(*message->text("name") == "x");
    QVERIFY(message->object("arguments") != nullptr);
    QVERIFY(message->text("arguments") == nullptr);
    QVERIFY(message->object("name") == nullptr);
    QVERIFY(message->object("absent") == nullptr);
}

void MessageTest::message_withoutId_isANotification() {
    const auto message =
        readMessage(json::parse(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
    QVERIFY(message.has_value());
    QVERIFY(message->isNotification());
    QVERIFY(message->params.empty());
}

void MessageTest::message_thatIsWrong_isRefused_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, const QByteArray& body, const char* id,
                        const char* told) {
        QTest::newRow(name) << body << QByteArray(id) << QByteArray(told);
    };
    const QByteArray longText(201, 'x');
    row("batch", R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "null", "batch");
    row("empty batch", "[]", "null", "batch");
    row("text", R"("ping")", "null", "an object");
    row("number", "1", "null", "an object");
    row("null", "null", "null", "an object");
    row("no version", R"({"id":1,"method":"ping"})", "1", "jsonrpc");
    row("other version", R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "1", "jsonrpc");
    row("version as number", R"({"jsonrpc":2.0,"id":1,"method":"ping"})", "1", "jsonrpc");
    row("no method", R"({"jsonrpc":"2.0","id":"a"})", "\"a\"", "method");
    row("method as number", R"({"jsonrpc":"2.0","id":1,"method":1})", "1", "method");
    row("empty method", R"({"jsonrpc":"2.0","id":1,"method":""})", "1", "method");
    row("long method", R"({"jsonrpc":"2.0","id":1,"method":")" + longText + R"("})", "1", "method");
    row("posted result", R"({"jsonrpc":"2.0","id":1,"result":{}})", "1", "answer");
    row("posted error", R"({"jsonrpc":"2.0","id":1,"error":{}})", "1", "answer");
    row("null id", R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "null", "id must");
    row("id as object", R"({"jsonrpc":"2.0","id":{},"method":"ping"})", "null", "id must");
    row("id with a fraction", R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "null", "id must");
    row("long id", R"({"jsonrpc":"2.0","id":")" + longText + R"(","method":"ping"})", "null",
        "id must");
    row("params as list", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", "1", "params");
    row("params null", R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})", "1", "params");
}

void MessageTest::message_thatIsWrong_isRefused() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, told);
    const auto message = readMessage(json::parse(body.toStdString()));
    QVERIFY(!message.has_value());
    QVERIFY(message.error().error.code == RpcCode::InvalidRequest);
    QCOMPARE(json::serialize(message.error().id), id.toStdString());
    QVERIFY2(message.error().error.message.find(told.toStdString()) != std::string::npos,
             message.error().error.message.c_str());
}

void MessageTest::errorAnswer_cutsLongMessages() {
    const auto answer = errorAnswer(400, 1, {RpcCode::InvalidParams, std::string(9'000, 'x'), {}});
    QCOMPARE(answer.status, 400);
    QCOMPARE(answer.body->at("error").at("message").as_string().size(), std::size_t{2'000});
    QVERIFY(!answer.body->at("error").as_object().contains("data"));
}

LEADSHEET_TEST(tst_message, MessageTest);
#include "tst_message.moc"
