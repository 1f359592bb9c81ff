// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QJsonArray>
#include <QtTest>

using leadsheet::server::Fault;
using leadsheet::server::FaultMatch;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

/// What --dry-run says to programs.
class CliDryRunTest : public QObject {
    Q_OBJECT

private slots:
    void priced_rows_sayTheirMeaningBeforeThePrice() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("new.csv", "scrapingOption,leadCount,industries,Xyzzy\n"
                              "filters,7,Banking,a\nfilters,8,Steel,b\n");
        for (const QStringList& command :
             {QStringList{"quote", "new.csv"},
              QStringList{"submit", "new.csv", "--max-total", "1000", "--dry-run"}}) {
            const CliRun run = home.run(command);
            QVERIFY2(run.exitCode == 0, run.all());
            const auto warned = run.out.indexOf("Not narrowed: No row names a place");
            QVERIFY2(warned > 0 && warned < run.out.indexOf("2 orders, 15 leads"), run.all());
            QVERIFY2(run.out.contains("Not narrowed: No row names a job title"), run.all());
            QVERIFY2(run.out.contains("Not used: Xyzzy"), run.all());
            const CliRun json = home.run(command + QStringList{"--json"});
            QCOMPARE(json.line("quote")["meaning"].toObject()["warnings"].toArray().size(), 2);
            QCOMPARE(json.line("sheet")["unused"].toArray().size(), 1);
        }
    }

    void product_thatNoColumnNames_isSaidInWords() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("new.csv", "leadCount,industries,jobTitles\n7,Banking,CTO\n8,Steel,CEO\n");
        home.write("some.csv",
                   "scrapingOption,leadCount,industries\nfilters,7,Banking\n,8,Steel\n");
        const QString first = "No column names the product: every row orders filters";
        CliRun run = home.run({"quote", "new.csv"});
        QVERIFY2(run.exitCode == 0 && run.out.simplified().contains(
                                          first + ", the only product with all these columns."),
                 run.all());
        run = home.run({"quote", "new.csv", "--map", "scrapingOption:=filters"});
        QVERIFY2(run.exitCode == 0 && run.out.simplified().contains(first + "."), run.all());
        run = home.run({"quote", "some.csv", "--map", "scrapingOption?=filters"});
        QVERIFY2(run.exitCode == 0 &&
                     run.out.simplified().contains("A row that names no product orders filters."),
                 run.all());
        run = home.run({"quote", home.write("icps.csv", sheetOf(1))});
        QVERIFY2(run.exitCode == 0 && !run.out.contains("names the product"), run.all());
    }

    void oddAndRepeatedRows_areSaidBeforeThePriceIsAccepted() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QByteArray names = "scrapingOption,leadCount,jobTitles,locations\n";
        home.write("new.csv", names + "filters,ca. 50,CEO,Germany\nfilters,40,CFO,France\n"
                                      "filters,40,CFO,France\nfilters,tbd,CTO,Spain\n");
        const QString odd = "\"ca. 50\" was read as 50";
        const QString repeated = "= Row 4: The row orders exactly what row 3 orders";
        const QStringList submit{"submit", "new.csv", "--max-total", "1000"};
        for (const QStringList& command :
             {QStringList{"quote", "new.csv"}, submit + QStringList{"--dry-run"}}) {
            const CliRun run = home.run(command);
            QVERIFY2(run.out.contains(odd) && run.out.contains(repeated), run.all());
            const CliRun json = home.run(command + QStringList{"--json"});
            const auto problems = json.linesOf("problem");
            QVERIFY2(problems.size() == 1 && problems.front()["row"].toInt() == 2, json.all());
        }
        // Of rows that are not meant nothing is said.
        const CliRun some = home.run({"quote", "new.csv", "--rows", "3"});
        QVERIFY2(!some.out.contains(odd) && !some.out.contains(repeated), some.all());
        // Of the first rows, the repeats among them.
        const CliRun first = home.run(submit + QStringList{"--dry-run", "--first", "1"});
        QVERIFY2(first.out.contains(odd) && !first.out.contains("repeat"), first.all());
        const CliRun sent = home.run(submit);
        QVERIFY2(sent.out.indexOf(odd) > 0 && sent.out.indexOf(odd) < sent.out.indexOf("placed"),
                 sent.all());
        // Where no row has a price there is nothing to say it of.
        const CliRun nothing = home.run({"quote", "new.csv"});
        QVERIFY2(!nothing.out.contains(odd) && !nothing.out.contains(repeated), nothing.all());
    }

    void oddRows_thatARetryOrders_areSaidBeforeIt() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        FaultMatch creates;
        creates.operationId = "createOrder";
        server.faults().add(Fault::answer(422, "validation_failed"), creates);
        const QByteArray names = "scrapingOption,leadCount,jobTitles,locations\n";
        home.write("new.csv", names + "filters,ca. 50,CEO,Germany\n");
        QCOMPARE(home.run({"submit", "new.csv", "--max-total", "1000"}).exitCode, 4);
        home.write("new.csv", names + "filters,~60,CEO,Germany\nfilters,about 70,CFO,France\n");
        const CliRun run = home.run({"retry", "1", "--max-total", "1000"});
        QVERIFY2(run.out.contains("\"~60\" was read as 60"), run.all());
        QVERIFY2(!run.out.contains("about 70"), run.all());
    }

    void rehearsal_saysAsJsonWhatWouldBeDone_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("would");
        const auto row = [](const char* name, const QStringList& command, const char* would) {
            QTest::newRow(name) << command << would;
        };
        row("results", {"results", "1"}, "the results of run 1");
        row("map save", {"map", "save", "icps.csv"}, "map");
        row("sandbox reset", {"sandbox", "reset"}, "removed");
        row("audit export", {"audit", "export", "audit.jsonl"}, "1 run");
        row("submit", {"submit", "new.csv", "--max-total", "1000"}, "1 order");
        row("submit some", {"submit", "new.csv", "--max-total", "1000", "--first", "1"}, "1 order");
        row("submit again", {"submit", "icps.csv", "--max-total", "1000"}, "nothing");
        row("order-again", {"order-again", "1", "--rows", "2"}, "1 order");
        row("resume", {"resume"}, "");
        row("retry", {"retry", "1", "--without-sheet"}, "");
    }
    void rehearsal_saysAsJsonWhatWouldBeDone() {
        QFETCH(QStringList, command);
        QFETCH(QString, would);
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("icps.csv", sheetOf(1));
        home.write("new.csv", "scrapingOption,leadCount,industries\nfilters,7,Banking\n");
        if (command.contains("--first"))
            home.write("new.csv", sheetOf(3).replace("Software", "Mining"));
        QCOMPARE(home.run({"submit", "icps.csv", "--max-total", "1000", "--no-results"}).exitCode,
                 0);
        const CliRun run = home.run(command + QStringList{"--dry-run", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(!run.lines().empty(), run.all());
        if (would.isEmpty()) { // there is nothing to rehearse
            QVERIFY2(run.lines().back()["type"] == "summary", run.all());
            return;
        }
        QVERIFY2(run.lines().back()["type"] == "dryRun", run.all());
        QVERIFY2(run.line("dryRun")["would"].toString().contains(would), run.all());
    }
};

LEADSHEET_TEST(tst_cli_dry_run, CliDryRunTest);
#include "tst_cli_dry_run.moc"
