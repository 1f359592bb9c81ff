// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QJsonDocument>
#include <QtTest>

using namespace leadsheet;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::TestServer;

/// `leadsheet mcp` between an assistant and a server.
class CliMcpTest : public QObject {
    Q_OBJECT

private slots:
    void bothRevisions_arePassedOn();
    void line_thatIsNoMessage_isAnswered();
    void maxTotal_holdsOverAllPurchases();
    void refusedPurchase_leavesTheRest();
    void keyThatBought_countsWhateverIsSentWithItLater();
    void serverThatIsGone_isAnError();
    void wrongKey_isToldBeforeAnythingIsRead();
    void badOptions_areRefused();

private:
    /// What came out for these lines of input, by id.
    static std::map<QString, QJsonObject> talk(CliHome& home, const QList<QByteArray>& lines,
                                               const QStringList& options = {});
};

namespace {

QByteArray tool(const char* id, const char* name, const QByteArray& arguments) {
    return QByteArray("{\"jsonrpc\":\"2.0\",\"id\":\"") + id +
           "\",\"method\":\"tools/call\",\"params\":{\"name\":\"" + name +
           "\",\"arguments\":" + arguments + "}}";
}

QByteArray orderOf(int leads) {
    return "{\"scrapingOption\":\"filters\",\"industries\":\"Software\",\"leadCount\":" +
           QByteArray::number(leads) + "}";
}

QByteArray purchase(const char* id, int leads, const QString& quote, const char* key) {
    return tool(id, "create_order",
                "{\"order\":" + orderOf(leads) + ",\"quoteId\":\"" + quote.toUtf8() +
                    "\",\"idempotencyKey\":\"" + key + "\"}");
}

QJsonObject contentOf(const QJsonObject& answer) {
    return answer["result"].toObject()["structuredContent"].toObject();
}

QString quoteOf(TestServer& server, int leads) {
    const auto made = server.post("/v1/quotes", orderOf(leads).toStdString());
    return QJsonDocument::fromJson(QByteArray::fromStdString(made.body)).object()["id"].toString();
}

} // namespace

std::map<QString, QJsonObject> CliMcpTest::talk(CliHome& home, const QList<QByteArray>& lines,
                                                const QStringList& options) {
    const CliRun run = home.run(QStringList{"mcp"} + options, lines.join('\n'));
    std::map<QString, QJsonObject> answers;
    for (const QJsonObject& line : run.lines())
        answers[line["id"].toVariant().toString()] = line;
    if (run.exitCode != 0)
        answers["failed"] = QJsonObject{{"said", QString::fromUtf8(run.all())}};
    return answers;
}

void CliMcpTest::bothRevisions_arePassedOn() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    const QByteArray meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    auto answers =
        talk(home, {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                    "\"protocolVersion\":\"2025-06-18\"}}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "",
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"server/discover\",\"params\":{" +
                        meta + "}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{" + meta +
                        ",\"name\":\"get_account\",\"arguments\":{}}}"});
    QCOMPARE(answers.size(), std::size_t{4});
    QCOMPARE(answers["1"]["result"].toObject()["protocolVersion"].toString(), "2025-06-18");
    QCOMPARE(answers["2"]["result"].toObject()["tools"].toArray().size(), 12);
    QCOMPARE(answers["3"]["result"].toObject()["resultType"].toString(), "complete");
    QCOMPARE(contentOf(answers["4"])["id"].toString(), QString::fromStdString(server.accountId()));
}

void CliMcpTest::line_thatIsNoMessage_isAnswered() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    const CliRun run = home.run({"mcp"}, "{\n[]\n{\"jsonrpc\":\"1.0\",\"id\":7}\n");
    const auto lines = run.lines();
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(lines[0]["error"].toObject()["code"].toInt(), -32700);
    QCOMPARE(lines[1]["error"].toObject()["code"].toInt(), -32600);
    QCOMPARE(lines[2]["error"].toObject()["code"].toInt(), -32600);
    QCOMPARE(lines[2]["id"].toInt(), 7);
    QCOMPARE(run.exitCode, 0);
}

void CliMcpTest::maxTotal_holdsOverAllPurchases() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    const QString first = quoteOf(server, 100); // 8.00 USD
    const QString second = quoteOf(server, 101);
    const QString third = quoteOf(server, 25);
    auto answers = talk(home,
                        {purchase("a", 100, first, "k1"), purchase("b", 100, first, "k1"),
                         purchase("c", 101, second, "k2"), purchase("d", 25, third, "k3")},
                        {"--max-total", "10"});
    QVERIFY2(contentOf(answers["a"]).contains("order_number"),
             QJsonDocument(answers["a"]).toJson().constData());
    QCOMPARE(contentOf(answers["b"])["order_number"], contentOf(answers["a"])["order_number"]);
    QCOMPARE(contentOf(answers["c"])["code"].toString(), "spend_cap_reached");
    QVERIFY(contentOf(answers["c"])["detail"].toString().contains("--max-total"));
    QCOMPARE(answers["c"]["result"].toObject()["isError"].toBool(), true);
    QVERIFY(contentOf(answers["d"]).contains("order_number"));
    const auto orders = server.get("/v1/orders");
    QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(orders.body))
                 .object()["data"]
                 .toArray()
                 .size(),
             2);
}

void CliMcpTest::refusedPurchase_leavesTheRest() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    const QString quote = quoteOf(server, 100);
    auto answers = talk(home,
                        {purchase("a", 99, quote, "k1"), purchase("b", 100, quote, "k2"),
                         purchase("c", 100, "qt_unknown", "k3")},
                        {"--max-total", "8.00"});
    QCOMPARE(contentOf(answers["a"])["code"].toString(), "price_changed");
    QVERIFY(contentOf(answers["b"]).contains("order_number"));
    QCOMPARE(contentOf(answers["c"])["code"].toString(), "spend_cap_reached");
    QVERIFY(contentOf(answers["c"])["detail"].toString().contains("nothing was ordered"));
}

void CliMcpTest::keyThatBought_countsWhateverIsSentWithItLater() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    const QString first = quoteOf(server, 100); // 8.00 USD
    const QString small = quoteOf(server, 25);
    const QString second = quoteOf(server, 101);
    auto answers = talk(home,
                        {purchase("a", 100, first, "k1"), purchase("b", 25, small, "k1"),
                         purchase("c", 99, first, "k1"), purchase("d", 101, second, "k2")},
                        {"--max-total", "10"});
    QVERIFY(contentOf(answers["a"]).contains("order_number"));
    QCOMPARE(contentOf(answers["b"])["code"].toString(), "idempotency_key_reused");
    QCOMPARE(answers["c"]["result"].toObject()["isError"].toBool(), true);
    QCOMPARE(contentOf(answers["d"])["code"].toString(), "spend_cap_reached");
    QVERIFY(contentOf(answers["d"])["detail"].toString().contains("--max-total"));
}

void CliMcpTest::serverThatIsGone_isAnError() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    server.faults().add(server::Fault::resetAfterCommit(), {"createOrder", "", "", false});
    const QString quote = quoteOf(server, 100);
    auto answers = talk(home, {purchase("a", 100, quote, "k1"), purchase("b", 100, quote, "k1")});
    QCOMPARE(answers["a"]["error"].toObject()["code"].toInt(), -32000);
    QVERIFY(answers["a"]["error"].toObject()["message"].toString().contains("Repeat the same"));
    QVERIFY(contentOf(answers["b"]).contains("order_number"));
}

void CliMcpTest::wrongKey_isToldBeforeAnythingIsRead() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), "sk_test_nobody");
    const CliRun run = home.run({"mcp"}, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    QVERIFY(run.exitCode != 0);
    QVERIFY(run.out.isEmpty());
}

void CliMcpTest::badOptions_areRefused() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    QVERIFY(home.run({"mcp", "--max-total", "much"}).err.contains("--max-total"));
    QVERIFY(home.run({"mcp", "--max-total", "5 EUR"}).err.contains("USD"));
    QVERIFY(home.run({"mcp", "--key-stdin"}, "key").err.contains("standard input"));
}

LEADSHEET_TEST(tst_cli_mcp, CliMcpTest);
#include "tst_cli_mcp.moc"
