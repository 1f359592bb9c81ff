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
    void keyUsedTwice_freesNothing();
    void capOfTheProfile_holdsOverAllBridgesOfADay();
    void capOfTheProfile_whatIsNone_isNamed();
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

/// Another number of leads asks for other people, too.
QByteArray orderOf(int leads) {
    const QByteArray count = QByteArray::number(leads);
    return "{\"scrapingOption\":\"filters\",\"industries\":\"Software " + count +
           "\",\"leadCount\":" + count + "}";
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

/// A home with a profile of the server's customer.
struct CapScene {
    CapScene() {
        if (addProfile({}) != 0)
            qFatal("no profile");
        home.setVariable("LEADSHEET_API_KEY", QString::fromStdString(server.customerKey()));
    }

    TestServer server;
    CliHome home;

    int addProfile(const QStringList& more) {
        return addProfile(QString::fromStdString(server.baseUrl()), more);
    }
    int addProfile(const QString& baseUrl, const QStringList& more) {
        return home
            .run(QStringList{"profile", "add", "work", "--base-url", baseUrl, "--key-stdin"} + more,
                 QByteArray::fromStdString(server.customerKey()))
            .exitCode;
    }
    QString said() { return home.run({"profile", "show", "work"}).out; }
};

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
    QCOMPARE(answers["2"]["result"].toObject()["tools"].toArray().size(), 13);
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

void CliMcpTest::keyUsedTwice_freesNothing() {
    TestServer server;
    CliHome home;
    home.use(server.baseUrl(), server.customerKey());
    const QString first = quoteOf(server, 100);
    const QString second = quoteOf(server, 25);
    const QString third = quoteOf(server, 100);
    auto answers = talk(home,
                        {purchase("a", 100, first, "k1"), purchase("b", 25, second, "k1"),
                         purchase("c", 100, third, "k2")},
                        {"--max-total", "15"});
    QVERIFY(contentOf(answers["a"]).contains("order_number"));
    QCOMPARE(contentOf(answers["b"])["code"].toString(), "idempotency_key_reused");
    QCOMPARE(contentOf(answers["c"])["code"].toString(), "spend_cap_reached");
}

void CliMcpTest::capOfTheProfile_holdsOverAllBridgesOfADay() {
    CapScene scene;
    const CliRun tried = scene.home.run({"profile", "cap", "work", "10 USD", "--dry-run"});
    QCOMPARE(tried.exitCode, 0);
    QVERIFY(!scene.said().contains("a day"));
    QCOMPARE(scene.home.run({"profile", "cap", "work", "10 USD"}).exitCode, 0);
    QVERIFY(scene.said().contains("at most $10.00 a day"));
    // A profile that gets another key keeps its cap.
    QCOMPARE(scene.addProfile({"--replace"}), 0);
    QVERIFY(scene.said().contains("at most $10.00 a day"));

    // A day that ends between the bridges has a cap of its own; the next try lies within it.
    std::unique_ptr<CapScene> capped;
    std::vector<std::map<QString, QJsonObject>> bridges;
    QDate begun;
    do {
        begun = QDateTime::currentDateTimeUtc().date();
        capped = std::make_unique<CapScene>();
        QCOMPARE(capped->home.run({"profile", "cap", "work", "10 USD"}).exitCode, 0);
        const QString first = quoteOf(capped->server, 100); // 8.00 USD
        const QString second = quoteOf(capped->server, 101);
        const QString third = quoteOf(capped->server, 25);
        const QString otherAddress =
            QString::fromStdString(capped->server.baseUrl()).replace("127.0.0.1", "localhost");
        // --max-total may only lower it.
        bridges = {
            talk(capped->home, {purchase("a", 100, first, "k1")}, {"--max-total", "100"}),
            talk(capped->home, {purchase("a", 100, first, "k1"), purchase("b", 101, second, "k2"),
                                purchase("c", 24, third, "k3"), purchase("d", 25, third, "k3")})};
        QCOMPARE(capped->addProfile(otherAddress, {"--replace"}), 0);
        bridges.push_back(
            talk(capped->home, {purchase("e", 25, quoteOf(capped->server, 25), "k4")}));
    } while (begun != QDateTime::currentDateTimeUtc().date());
    QVERIFY2(contentOf(bridges[0]["a"]).contains("order_number"),
             QJsonDocument(bridges[0]["a"]).toJson().constData());
    QVERIFY(contentOf(bridges[1]["a"]).contains("order_number"));
    QCOMPARE(contentOf(bridges[1]["b"])["code"].toString(), "spend_cap_reached");
    QVERIFY(contentOf(bridges[1]["b"])["detail"].toString().contains("profile 'work'"));
    QCOMPARE(contentOf(bridges[1]["c"])["code"].toString(), "price_changed");
    QVERIFY(contentOf(bridges[1]["d"]).contains("order_number"));
    QCOMPARE(contentOf(bridges[2]["e"])["code"].toString(), "spend_cap_reached");
    QCOMPARE(capped->home.run({"profile", "cap", "work", "none"}).exitCode, 0);
    auto answers = talk(capped->home, {purchase("f", 26, quoteOf(capped->server, 26), "k5")});
    QVERIFY(contentOf(answers["f"]).contains("order_number"));
}

void CliMcpTest::capOfTheProfile_whatIsNone_isNamed() {
    TestServer server;
    CliHome home;
    const QByteArray key = QByteArray::fromStdString(server.customerKey());
    QCOMPARE(home.run({"profile", "add", "work", "--base-url",
                       QString::fromStdString(server.baseUrl()), "--key-stdin"},
                      key)
                 .exitCode,
             0);
    for (const char* text : {"10", "much USD", "10 usd", "5.001 USD"}) {
        const CliRun run = home.run({"profile", "cap", "work", text});
        QVERIFY2(run.exitCode == 2, run.all());
    }
    QCOMPARE(home.run({"profile", "cap", "play", "10 USD"}).exitCode, 2);
    QCOMPARE(home.run({"profile", "cap", "work", "10 EUR"}).exitCode, 0);
    home.setVariable("LEADSHEET_API_KEY", key);
    const CliRun run = home.run({"mcp"});
    QVERIFY2(run.exitCode == 2 && run.err.contains("EUR") && run.err.contains("USD"), run.all());
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
