// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "workbook_file.hpp"

#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::TestServer;
using leadsheet::test::workbookOf;
using leadsheet::test::WorkbookTab;

namespace {

/// Two good rows, a hidden one, an error, a formula without a value and a line of totals.
WorkbookTab messy() {
    WorkbookTab tab{"Q3",
                    {{"Industry", "Leads", "Location"},
                     {"SaaS", "100", "Bonn"},
                     {"Retail", "200", "Köln"},
                     {"Mining", "<c r=\"@\"><f>1+1</f></c>", "Bonn"},
                     {"Steel", "300", "<c r=\"@\" t=\"e\"><f>X</f><v>#N/A</v></c>"},
                     {"Food", "400", "Bonn"},
                     {"Total", "1000"}},
                    false,
                    {3},
                    "<mergeCells count=\"1\"><mergeCell ref=\"D5:D6\"/></mergeCells>"};
    return tab;
}

} // namespace

class CliSourceTest : public QObject {
    Q_OBJECT

private slots:
    void inspect_countsWhatThereIsToDecide() {
        CliHome home;
        const QString sheet = home.write("list.xlsx", workbookOf({messy()}));
        CliRun run = home.run({"sheet", "inspect", sheet});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(
            run.out.startsWith("list.xlsx · tab Q3 · header row 1 · 5 rows · 1 hidden row skipped "
                               "· merged cells in column D hold for all their rows · 1 formula "
                               "error blocking rows · 1 formula without a value blocking rows · 1 "
                               "totals row left out · text kept exactly as shown\n"),
            run.all());
        QVERIFY2(run.out.contains("--hidden-rows keep decides otherwise."), run.all());
        run = home.run({"sheet", "inspect", sheet, "--json", "--hidden-rows", "keep"});
        const QJsonObject reading = run.line("sheet")["reading"].toObject();
        QCOMPARE(reading["hiddenRows"].toObject()["count"].toInt(), 1);
        QCOMPARE(reading["hiddenRows"].toObject()["choice"].toString(), QString("keep"));
        QCOMPARE(reading["mergedCells"].toObject()["choice"].toString(), QString("down"));
        QCOMPARE(reading["raggedRows"].toObject()["count"].toInt(), 0);
        QCOMPARE(run.line("sheet")["rows"].toInt(), 6);
    }

    void check_saysWhatHappensToEachRow() {
        CliHome home;
        const QString sheet = home.write("list.xlsx", workbookOf({messy()}));
        CliRun run = home.run({"check", sheet});
        QVERIFY2(run.exitCode == 4, run.all());
        QVERIFY2(run.out.contains("1 hidden row skipped") && run.out.contains("2 orders ready"),
                 run.all());
        run = home.run({"check", sheet, "--hidden-rows", "keep", "--formula-errors", "empty",
                        "--formulas-without-value", "empty", "--total-rows", "skip", "--set",
                        "B4=50"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("5 orders ready"), run.all());
        QVERIFY2(run.out.contains("1 totals row skipped"), run.all());
        QVERIFY2(run.out.contains("--hidden-rows keep --formula-errors empty"), run.all());
    }

    void retry_usesTheDecisionsOfTheRun() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        WorkbookTab tab = messy();
        tab.rows[2][1] = "many";
        const QString sheet = home.write("list.xlsx", workbookOf({tab}));
        CliRun run = home.run({"submit", sheet, "--hidden-rows", "keep", "--formula-errors",
                               "empty", "--total-rows", "skip", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 4 && run.out.contains("3 orders placed"), run.all());
        QVERIFY2(run.out.contains("1 hidden row read"), run.all());
        home.write("list.xlsx", workbookOf({messy()}));
        run = home.run({"retry", "--max-total", "1000"});
        QVERIFY2(run.out.contains("1 order placed") && run.out.contains("1 hidden row read") &&
                     run.out.contains("1 totals row skipped"),
                 run.all());
    }

    void savedMap_remembersDecisions() {
        CliHome home;
        const QString sheet = home.write("list.xlsx", workbookOf({messy()}));
        CliRun run =
            home.run({"map", "save", sheet, "--hidden-rows", "keep", "--merged-cells", "fill"});
        QVERIFY2(run.exitCode == 0, run.all());
        run = home.run({"check", sheet});
        QVERIFY2(run.out.contains("1 hidden row read") && run.out.contains("1 merged area filled"),
                 run.all());
        run = home.run({"check", sheet, "--hidden-rows", "skip"});
        QVERIFY2(run.out.contains("1 hidden row skipped") &&
                     run.out.contains("1 merged area filled"),
                 run.all());
    }

    void savedMapsOfTwoTabs_thatDisagree_askForAWord() {
        CliHome home;
        WorkbookTab other = messy();
        other.name = "Q4";
        other.rows[0] = {"Branche", "Menge", "Ort"};
        const QString sheet = home.write("list.xlsx", workbookOf({messy(), other}));
        QCOMPARE(home.run({"map", "save", sheet, "--tab", "Q3", "--hidden-rows", "keep"}).exitCode,
                 0);
        QCOMPARE(home.run({"map", "save", sheet, "--tab", "Q4", "--hidden-rows", "skip"}).exitCode,
                 0);
        CliRun run = home.run({"check", sheet, "--all-tabs"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("--hidden-rows skip or keep"), run.all());
        run = home.run({"check", sheet, "--all-tabs", "--hidden-rows", "keep"});
        QVERIFY2(run.exitCode == 4 && run.out.contains("2 hidden rows read"), run.all());
    }

    void raggedRows_areOrderedWhenKept() {
        CliHome home;
        const QString sheet = home.write("list.csv", "Industry,Leads\nSaaS,100\nOil,200,Gas\n");
        CliRun run = home.run({"check", sheet});
        QVERIFY2(run.exitCode == 4 && run.out.contains("1 order ready") &&
                     run.out.contains("1 row longer than the header left out"),
                 run.all());
        run = home.run({"check", sheet, "--ragged-rows", "keep"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 row longer than the header kept"),
                 run.all());
    }

    void usage_wordsThatMeanNothing_exit2_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("unknown word") << QStringList{"--hidden-rows", "perhaps"};
        QTest::newRow("said twice") << QStringList{"--hidden-rows", "skip", "--include-hidden"};
        QTest::newRow("merged twice") << QStringList{"--merged-cells", "first", "--fill-merged"};
    }
    void usage_wordsThatMeanNothing_exit2() {
        QFETCH(QStringList, options);
        CliHome home;
        const QString sheet = home.write("list.xlsx", workbookOf({messy()}));
        const CliRun run = home.run(QStringList{"check", sheet} + options);
        QVERIFY2(run.exitCode == 2, run.all());
    }
};

LEADSHEET_TEST(tst_cli_source, CliSourceTest);
#include "tst_cli_source.moc"
