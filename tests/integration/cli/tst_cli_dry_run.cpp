// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QJsonArray>
#include <QtTest>

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
