// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QtTest>

#include <csignal>
#include <utility>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

qint64 amount(const QJsonValue& money) {
    return money["amount"].toInteger();
}

/// Four orders of a sheet with references and campaigns: one stays, one is cancelled, one delivered
/// with fewer leads, one delivered and refunded.
struct StatementScene {
    TestServer server;
    CliHome operators;
    CliHome home;
    QStringList orders;

    StatementScene() {
        operators.use(server.baseUrl(), server.adminKey());
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet =
            home.write("icps.csv", "scrapingOption,leadCount,industries,Reference,Wave\n"
                                   "filters,10,Software,A-1,Spring\nfilters,11,Banking,A-2,Spring\n"
                                   "filters,12,Retail,A-3,Autumn\nfilters,13,Mining,A-4,Autumn\n");
        const CliRun run = home.run({"submit", sheet, "--max-total", "100000", "--map",
                                     "metadata.campaign=Wave,externalRef=Reference", "--json"});
        if (run.exitCode != 0)
            qFatal("%s", run.all().constData());
        for (const QJsonObject& row : run.linesOf("row"))
            orders << row["orderNumber"].toString();
    }

    void act(const QStringList& arguments) {
        const CliRun run = operators.run(QStringList{"admin"} + arguments);
        if (run.exitCode != 0)
            qFatal("%s", run.all().constData());
    }

    void meetTheirFates() {
        act({"reject", orders[1], "--reason", "no", "--yes"});
        for (const int n : {2, 3}) {
            act({"approve", orders[n]});
            QByteArray leads = "email,fullName,companyName,result\n";
            for (int i = 0; i < 5; ++i)
                leads += QByteArray("p%1@company.example,Person %1,Company,good\n")
                             .replace("%1", QByteArray::number(10 * n + i));
            act({"ingest", orders[n], operators.write(QStringLiteral("leads%1.csv").arg(n), leads),
                 "--delivery", "one"});
            act({"deliver", orders[n], "--yes"});
        }
        act({"refund", orders[3], "--amount", "0.07", "--reason", "stale", "--yes"});
    }
};

leadsheet::server::FaultMatch ledgerReads() {
    leadsheet::server::FaultMatch match;
    match.operationId = "listLedgerEntries";
    return match;
}

} // namespace

/// The account's money as the command line tells it, by the real program and server.
class CliStatementTest : public QObject {
    Q_OBJECT

private slots:
    void status_refreshed_agreesWithStatementAndBalance() {
        StatementScene scene;
        scene.meetTheirFates();
        CliRun run = scene.home.run({"status", "1", "--json"});
        QVERIFY2(run.exitCode == 0 && !run.line("run").contains("now"), run.all());
        const qint64 atOrder = amount(run.line("run")["held"]);
        run = scene.home.run({"status", "1", "--refresh", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject now = run.line("run")["now"].toObject();
        QCOMPARE(now["orders"].toInt(), 4);
        QCOMPARE(now["states"].toObject()["delivered"].toInt(), 2);
        QCOMPARE(amount(now["held"]) + amount(now["charged"]) + amount(now["released"]), atOrder);
        QCOMPARE(amount(now["refunded"]), 7);

        run = scene.home.run({"statement", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject statement = run.line("statement");
        QCOMPARE(amount(statement["held"]), atOrder);
        for (const char* word : {"charged", "released", "refunded"})
            QCOMPARE(amount(statement[word]), amount(now[word]));
        const QJsonObject account = scene.home.run({"account", "--json"}).line("account");
        const QJsonObject closing = statement["closing"].toObject();
        QCOMPARE(closing["available"], account["available"]);
        QCOMPARE(closing["held"], account["held"]);
        QCOMPARE(amount(closing["held"]), amount(now["held"]));
        QCOMPARE(amount(closing["available"]),
                 amount(statement["credited"]) - amount(statement["held"]) +
                     amount(statement["released"]) + amount(statement["refunded"]));

        qint64 charged = 0;
        for (const QJsonObject& order :
             scene.home.run({"orders", "list", "--json"}).linesOf("order"))
            charged += amount(order["charged"]);
        QCOMPARE(charged, amount(now["charged"]));
        run = scene.home.run({"status", "1", "--refresh"});
        QVERIFY2(run.out.contains("2 delivered") && run.out.contains("charged"), run.all());
    }

    void lines_nameSheetRowReferenceAndCampaign() {
        StatementScene scene;
        const CliRun run = scene.home.run({"statement", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        int holds = 0;
        for (const QJsonObject& line : run.linesOf("statementLine")) {
            if (line["movement"] != "hold")
                continue;
            const auto n = scene.orders.indexOf(line["orderNumber"].toString());
            QVERIFY(n >= 0);
            QCOMPARE(line["source"].toString(), QString("icps.csv"));
            QCOMPARE(line["row"].toInt(), static_cast<int>(n) + 2);
            QCOMPARE(line["reference"].toString(), QString("A-%1").arg(n + 1));
            QCOMPARE(line["campaign"].toString(), QString(n < 2 ? "Spring" : "Autumn"));
            QCOMPARE(line["leadCount"].toInt(), static_cast<int>(n) + 10);
            ++holds;
        }
        QCOMPARE(holds, 4);
    }

    void otherComputer_listsOrdersWithWhatTheServiceKnows() {
        StatementScene scene;
        CliHome other;
        other.use(scene.server.baseUrl(), scene.server.customerKey());
        const CliRun run = other.run({"statement", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("statement")["ordersFromElsewhere"].toInt(), 4);
        QCOMPARE(run.line("statement")["ordersUnknown"].toInt(), 0);
        for (const QJsonObject& line : run.linesOf("statementLine"))
            if (line["movement"] == "hold") {
                QVERIFY(!line.contains("row"));
                QVERIFY(line["campaign"] == "Spring" || line["campaign"] == "Autumn");
                QVERIFY(line["reference"].toString().startsWith("A-"));
            }
    }

    void files_areWrittenOnceUnlessAskedTo() {
        StatementScene scene;
        CliRun run = scene.home.run({"statement", "--csv", "money.csv", "--json"});
        QVERIFY2(run.exitCode == 0 && run.linesOf("statementLine").empty(), run.all());
        const QByteArray csv = scene.home.read("money.csv");
        QCOMPARE(csv.count('\n'), qsizetype(1 + 2 + 5));
        QVERIFY2(csv.contains("opening balance") && csv.contains(",A-1,filters,10,Spring,"), csv);
        QVERIFY2(csv.contains(",USD,"), csv);
        run = scene.home.run({"statement", "--csv", "money.csv"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("already exists"), run.all());
        QCOMPARE(scene.home.read("money.csv"), csv);
        run = scene.home.run({"statement", "--csv", "money.csv", "--overwrite"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("agree with the balance"), run.all());
        run = scene.home.run({"statement", "--xlsx", "money.xlsx"});
        QVERIFY2(run.exitCode == 0, run.all());
        run = scene.home.run({"sheet", "dump", "money.xlsx"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("USD 0.00"), run.all());
    }

    void emptyAccount_hasAStatementOfNothing() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.addAccount(0));
        CliRun run = home.run({"statement", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.line("statement")["movements"].toInt(), 0);
        QCOMPARE(amount(run.line("statement")["closing"].toObject()["available"]), 0);
        run = home.run({"statement", "--xlsx", "nothing.xlsx"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("0 movements"), run.all());
    }

    void wrongArguments_areUsage() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        for (const QStringList& wrong : {QStringList{"--since", "yesterday"},
                                         {"--until", "2026-02-30"},
                                         {"--since", "2026-03-02", "--until", "2026-03-01"},
                                         {"--csv", "a.csv", "--xlsx", "a.xlsx"},
                                         {"--csv", "-"},
                                         {"--csv", "a.xlsx"},
                                         {"--xlsx", "a.csv"}}) {
            const CliRun run = home.run(QStringList{"statement"} + wrong);
            QVERIFY2(run.exitCode == 2, run.all());
        }
        const CliRun run =
            home.run({"statement", "--since", "2026-03-01", "--until", "2026-03-01"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("2026-03-02T00:00:00"), run.all());
    }

    void wrongKey_orNoServer_endAsOtherCommandsDo() {
        StatementScene scene;
        CliHome stranger;
        stranger.use(scene.server.baseUrl(), scene.server.adminKey() + "x");
        for (const QStringList& command : {QStringList{"statement", "--csv", "money.csv"}}) {
            const CliRun run = stranger.run(command);
            QVERIFY2(run.exitCode == 5, run.all());
        }
        scene.server.stop();
        for (const QStringList& command :
             {QStringList{"statement", "--csv", "money.csv"}, {"status", "1", "--refresh"}}) {
            const CliRun run = scene.home.run(command);
            QVERIFY2(run.exitCode == 7, run.all());
        }
        QVERIFY(scene.home.read("money.csv").isEmpty());
        QCOMPARE(scene.home.run({"status", "1"}).exitCode, 0);
    }

    void interrupted_leavesNoFile() {
        StatementScene scene;
        scene.server.faults().add(leadsheet::server::Fault::stall(std::chrono::seconds(60)),
                                  ledgerReads());
        const auto process = scene.home.start({"statement", "--csv", "money.csv"});
        QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() == 1, 30'000);
        ::kill(static_cast<pid_t>(process->processId()), SIGINT);
        const CliRun run = CliHome::finish(*process);
        scene.server.faults().clear();
        QVERIFY2(run.exitCode == 130, run.all());
        QVERIFY(scene.home.read("money.csv").isEmpty());
    }

    void balancesThatDoNotFollow_areSaidAndNothingIsWritten() {
        StatementScene scene;
        const QByteArray page =
            R"({"data":[{"id":"2","type":"hold","amount":{"amount":100,"currency":"USD"},)"
            R"("balance":{"available":{"amount":0,"currency":"USD"},"held":{"amount":100,"currency":"USD"}},)"
            R"("orderNumber":null,"reason":null,"at":"2026-03-01T12:00:00Z"},{"id":"1","type":"credit",)"
            R"("amount":{"amount":101,"currency":"USD"},"balance":{"available":{"amount":101,"currency":"USD"},)"
            R"("held":{"amount":0,"currency":"USD"}},"orderNumber":null,"reason":null,"at":"2026-03-01T11:00:00Z"}],)"
            R"("meta":{"nextCursor":null,"hasMore":false,"limit":1000}})";
        auto wrong = leadsheet::server::Fault::answer(200, {}, page.toStdString());
        wrong.contentType = "application/json";
        scene.server.faults().add(wrong, ledgerReads());
        const CliRun run = scene.home.run({"statement", "--csv", "money.csv", "--json"});
        QVERIFY2(run.exitCode == 7, run.all());
        QCOMPARE(run.line("error")["code"].toString(), QString("balance_mismatch"));
        QVERIFY2(run.line("error")["message"].toString().contains("movement 1"), run.all());
        QVERIFY(scene.home.read("money.csv").isEmpty());
    }

    void otherAccount_cannotAskAboutTheRun() {
        StatementScene scene;
        scene.home.use(scene.server.baseUrl(), scene.server.addAccount(0));
        const CliRun run = scene.home.run({"status", "1", "--refresh"});
        QVERIFY2(run.exitCode == 5 && run.err.contains("belongs to account"), run.all());
    }
};

LEADSHEET_TEST(tst_cli_statement, CliStatementTest);
#include "tst_cli_statement.moc"
