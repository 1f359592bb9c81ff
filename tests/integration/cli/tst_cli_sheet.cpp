// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;

class CliSheetTest : public QObject {
    Q_OBJECT

private slots:
    void check_goodSheet_countsOrdersAndLeads() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(3));
        const CliRun run = home.run({"check", sheet});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("3 orders ready, 303 leads"), run.all());
        QVERIFY2(run.out.contains("Next: leadsheet quote"), run.all());
        QVERIFY2(run.err.isEmpty(), run.all());
    }

    void check_problemRows_nameCellAndFixAndExitIs4() {
        CliHome home;
        const QString sheet = home.write(
            "icps.csv", "scrapingOption,leadCount,industries\nfilters,100,Software\n"
                        "filters,-5,Banking\nfilters,2.5,Retail\nfilters,50001,Mining\n");
        const CliRun run = home.run({"check", sheet});
        QVERIFY2(run.exitCode == 4, run.all());
        QVERIFY2(run.out.contains("1 order ready"), run.all());
        QVERIFY2(run.out.contains("3 rows left out"), run.all());
        for (const char* row : {"row 3", "row 4", "row 5"})
            QVERIFY2(run.out.contains(row, Qt::CaseInsensitive), run.all());
    }

    void check_fix_putsAWholeColumnRightAndIsOfferedAgain() {
        CliHome home;
        const QString sheet =
            home.write("icps.csv", "scrapingOption,leadCount,industries,companySizes\n"
                                   "filters,100,Software,Nov 50\nfilters,50,-,20-100\n"
                                   "filters,60,-,11-50\n");
        CliRun run = home.run({"check", sheet});
        QVERIFY2(run.exitCode == 3, run.all());
        QVERIFY2(run.out.contains("--fix 'industries|empty(-)'"), run.all());
        QVERIFY2(run.out.contains("--fix 'companySizes|means(Nov 50,11-50)'"), run.all());
        QVERIFY2(run.out.contains("--fix all"), run.all());
        run = home.run({"check", sheet, "--fix", "all"});
        QVERIFY2(run.exitCode == 4, run.all());
        QVERIFY2(run.out.contains("2 orders ready, 160 leads"), run.all());
        QVERIFY2(run.out.contains("Read in industries: \"-\" as empty"), run.all());
        run = home.run(
            {"check", sheet, "--fix", "all", "--fix", "companySizes|means(20-100,11-50;51-200)"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("3 orders ready, 210 leads"), run.all());
        QVERIFY2(run.out.contains("Next: leadsheet quote") && run.out.contains("--fix all"),
                 run.all());
        // It was a yes for this sheet; the next one is asked again, with the answer at hand.
        run = home.run({"check", sheet, "--fix", "all"});
        QVERIFY2(run.exitCode == 0, run.all());
    }

    void check_fixThatChangesNothing_isRefused_data() {
        QTest::addColumn<QString>("fix");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no column") << "technologies|empty(-)" << 2;
        QTest::newRow("no field") << "place|empty(-)" << 3;
        QTest::newRow("no step") << "industries|drop(-)" << 3;
    }
    void check_fixThatChangesNothing_isRefused() {
        QFETCH(QString, fix);
        QFETCH(int, exitCode);
        CliHome home;
        const CliRun run = home.run({"check", home.write("icps.csv", sheetOf(3)), "--fix", fix});
        QVERIFY2(run.exitCode == exitCode, run.all());
    }

    void check_json_hasOneLinePerProblemAndASummary() {
        CliHome home;
        const QString sheet =
            home.write("icps.csv", "scrapingOption,leadCount,industries\nfilters,100,Software\n"
                                   "filtres,10,Banking\n");
        const CliRun run = home.run({"check", sheet, "--json"});
        QVERIFY2(run.exitCode == 4, run.all());
        const QJsonObject problem = run.line("problem");
        QCOMPARE(problem["code"].toString(), QString("unknown_product"));
        QCOMPARE(problem["row"].toInt(), 3);
        QCOMPARE(problem["column"].toString(), QString("A"));
        QCOMPARE(problem["value"].toString(), QString("filtres"));
        QVERIFY(!problem["reason"].toString().isEmpty());
        const QJsonObject check = run.line("check");
        QCOMPARE(check["ready"].toInt(), 1);
        QCOMPARE(check["blocked"].toInt(), 1);
        QCOMPARE(check["problems"].toArray().size(), 1);
    }

    void check_refusedSheets_exit3_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no orderable row")
            << QByteArray("scrapingOption,leadCount,industries\nfilters,0,Software\n");
        QTest::newRow("no lead count column")
            << QByteArray("industries,locations\nSoftware,Berlin\n");
        QTest::newRow("empty file") << QByteArray();
        QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
        QTest::newRow("unterminated quote")
            << QByteArray("scrapingOption,leadCount\n\"filters,100\n");
    }
    void check_refusedSheets_exit3() {
        QFETCH(QByteArray, content);
        CliHome home;
        const CliRun run = home.run({"check", home.write("icps.csv", content)});
        QVERIFY2(run.exitCode == 3, run.all());
        QVERIFY2(run.err.startsWith("leadsheet: "), run.all());
    }

    void check_rows_areSaidInWords() {
        CliHome home;
        const QString sheet = home.write("icps.csv", "Industry,Job title,Lead count,Country\n"
                                                     "Software,CTO,10,Germany\n"
                                                     "Steel,CIO,20,France\n"
                                                     "Paper,CEO,30,Spain\n"
                                                     "Glass,CEO,40,Italy\n"
                                                     "Wood,,50,Poland\n"
                                                     "Food,,60,Greece\n"
                                                     "Food,,x,Greece\n");
        const QStringList map{"--map", "industries=Industry,jobTitles=Job title,locations=Country,"
                                       "leadCount=Lead count,scrapingOption:=filters"};
        CliRun run = home.run(QStringList{"check", sheet} + map);
        QVERIFY2(run.out.contains("Row 2 orders 10 leads: CTO, at Software companies, in "
                                  "Germany. (4 rows set these fields)"),
                 run.all());
        QVERIFY2(run.out.contains("Row 4 orders") && !run.out.contains("Row 5 orders"), run.all());
        QVERIFY2(run.out.contains("Row 6 orders 50 leads: people with any job title, at Wood "
                                  "companies, in Poland. (2 rows set these fields)"),
                 run.all());
        QVERIFY2(!run.out.contains("Row 7 orders") && run.out.contains("2 rows more"), run.all());
        QVERIFY2(run.out.contains("Job titles (missing in 2 of 6 rows)"), run.all());
        run = home.run(QStringList{"check", sheet, "--words"} + map);
        QVERIFY2(run.out.contains("Row 5 orders 40 leads") && run.out.contains("Row 7 orders"),
                 run.all());
        const auto reading = run.out.indexOf("header row 1");
        QVERIFY2(reading >= 0 && reading < run.out.indexOf("Row 2 orders"), run.all());
        QVERIFY2(run.out.indexOf("Columns:") < run.out.indexOf("Row 2 orders"), run.all());
        run = home.run(QStringList{"check", sheet, "--json"} + map);
        const auto rows = run.linesOf("row");
        QCOMPARE(rows.size(), std::size_t{6});
        QCOMPARE(rows.back()["words"].toString(),
                 QString("Row 7 orders 60 leads: people with any job title, at Food companies, in "
                         "Greece."));
    }

    void check_columnsNotUsed_areNamed() {
        CliHome home;
        const QString sheet =
            home.write("icps.csv", "industries,leadCount,scrapingOption,Xyzzy,Plugh,Empty\n"
                                   "SaaS,15,filters,a,DE,\nBank,20,filters,b,FR,\n"
                                   "IT,3,filters,c,ES,\n");
        CliRun run = home.run({"check", sheet});
        QVERIFY2(run.out.contains("Not used: Plugh could be locations") &&
                     run.out.contains("Not used: Xyzzy (its name is not known)") &&
                     !run.out.contains("Empty"),
                 run.all());
        QVERIFY2(run.out.contains("Not narrowed: No row names a place"), run.all());
        run = home.run({"check", sheet, "--json"});
        const QJsonArray unused = run.line("sheet")["unused"].toArray();
        QCOMPARE(unused.size(), 2);
        QCOMPARE(unused[0].toObject()["header"].toString(), QString("Plugh"));
        QCOMPARE(unused[0].toObject()["narrows"].toBool(), true);
        QCOMPARE(run.line("check")["unused"].toArray(), unused);
    }

    void check_missingFile_exit3AndNamesIt() {
        CliHome home;
        const CliRun run = home.run({"check", "nowhere.csv", "--json"});
        QVERIFY2(run.exitCode == 3, run.all());
        QVERIFY2(run.err.contains("nowhere.csv"), run.all());
        QCOMPARE(run.line("error")["exitCode"].toInt(), 3);
    }

    void check_wrongMap_exit3AndSuggests() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun run = home.run({"check", sheet, "--map", "leadCuont=leadCount"});
        QVERIFY2(run.exitCode == 3, run.all());
        QVERIFY2(run.err.contains("leadCount"), run.all());
    }

    void check_standardInput_isReadAndForgotten() {
        CliHome home;
        const CliRun run = home.run({"check", "-"}, sheetOf(2));
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("2 orders ready"), run.all());
        QVERIFY2(run.out.contains("standard input"), run.all());
        QVERIFY(!home.everything().contains("Software"));
    }

    void check_terminalEscapesInCells_areNotPrinted() {
        CliHome home;
        const QString sheet = home.write(
            "icps.csv", "scrapingOption,leadCount,industries\nfil\x1b[31mters,100,Software\n");
        const CliRun run = home.run({"check", sheet});
        QVERIFY2(!run.out.contains(QChar(0x1b)) && !run.err.contains(QChar(0x1b)), run.all());
    }

    void check_asciiLocale_usesAsciiSigns() {
        CliHome home;
        home.setVariable("LC_ALL", "C");
        const CliRun run = home.run({"check", home.write("icps.csv", sheetOf(1))});
        QVERIFY2(run.exitCode == 0, run.all());
        for (const QChar c : run.out)
            QVERIFY2(c.unicode() < 0x80, run.all());
    }

    void check_quiet_printsNothing() {
        CliHome home;
        const CliRun run = home.run({"check", home.write("icps.csv", sheetOf(1)), "--quiet"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.isEmpty() && run.err.isEmpty(), run.all());
    }

    void inspect_semicolonLatin1_tellsDialectAndRows() {
        CliHome home;
        const QString sheet = home.write("icps.csv", "Branche;Anzahl\nM\xfcller;100\nB\xe4"
                                                     "cker;200\n");
        const CliRun run =
            home.run({"sheet", "inspect", sheet, "--json", "--encoding", "windows-1252"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject object = run.line("sheet");
        QCOMPARE(object["delimiter"].toString(), QString(";"));
        QCOMPARE(object["headerRow"].toInt(), 1);
        QVERIFY2(run.out.contains(QString::fromUtf8("Müller")), run.all());
    }

    void map_writeAndReuse_mapsTheSameWay() {
        CliHome home;
        const QString sheet = home.write("icps.csv", "Sector,How many\nSoftware,100\n");
        const QStringList stated{"--map",
                                 "industries=Sector,leadCount=How many,scrapingOption:=filters"};
        CliRun run = home.run(QStringList{"map", "save", sheet, "--output", "map.json"} + stated);
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY(QJsonDocument::fromJson(home.read("map.json")).isObject());
        run = home.run({"check", sheet, "--map-file", "map.json"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 order ready"), run.all());
    }

    void map_saved_replacesNothingButAMap() {
        CliHome home;
        const QByteArray rows = "Sector,How many\nSoftware,100\n";
        const QString sheet = home.write("icps.csv", rows);
        home.write("other.txt", "mine");
        const QStringList save{
            "map", "save", sheet, "--map", "industries=Sector,leadCount=How many", "--output"};
        for (const char* file : {"icps.csv", "other.txt"}) {
            for (const QStringList& more : {QStringList{}, QStringList{"--dry-run"}}) {
                const CliRun run = home.run(save + QStringList{file} + more);
                QVERIFY2(run.exitCode != 0 && run.err.contains("exists"), run.all());
            }
        }
        QCOMPARE(home.read("icps.csv"), rows);
        QCOMPARE(home.read("other.txt"), QByteArray("mine"));
        for (int time = 0; time < 2; ++time)
            QCOMPARE(home.run(save + QStringList{"map.json"}).exitCode, 0);
    }

    void map_saved_isUsedForSheetsWithTheSameColumns() {
        CliHome home;
        const QString sheet = home.write("icps.csv", "Sector,Zzz\nSoftware,100\n");
        const QStringList stated{"--map",
                                 "industries=Sector,leadCount=Zzz,scrapingOption:=filters"};
        QCOMPARE(home.run(QStringList{"map", "save", sheet} + stated).exitCode, 0);
        const QString other = home.write("more.csv", "Sector,Zzz\nBanking,50\n");
        const CliRun run = home.run({"check", other});
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 order ready, 50 leads"), run.all());
    }

    void map_suggest_tellsConfidenceAndWhatChanges() {
        CliHome home;
        const QString sheet =
            home.write("icps.csv", "Branche,Anzahl,Plugh\nSaaS,1.500,DE\nBank,20,FR\nIT,3,ES\n");
        CliRun run = home.run({"map", "suggest", sheet});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("Anzahl → leadCount | number(dot)") &&
                     run.out.contains("1.500 → 1500") && run.out.contains("certain") &&
                     run.out.contains("Plugh could be locations (its cells are countries)"),
                 run.all());
        run = home.run({"map", "suggest", sheet, "--json"});
        const QJsonObject map = run.line("map");
        QCOMPARE(map["suggestions"].toArray().size(), 1);
        QCOMPARE(map["columns"].toArray()[1].toObject()["changed"].toInt(), 1);
    }

    void map_apply_showsTheOrderOfEachRow() {
        CliHome home;
        const QString sheet = home.write("icps.csv", "Branche,Anzahl\nSaaS,100\nBank,x\n");
        const CliRun run = home.run({"map", "apply", sheet, "--json"});
        QCOMPARE(run.exitCode, 4);
        const QJsonObject row = run.linesOf("mappedRow").front();
        QCOMPARE(row["order"].toObject()["leadCount"].toInt(), 100);
        QVERIFY(home.run({"map", "apply", sheet}).out.contains("\"industries\":[\"SaaS\"]"));
    }

    void map_savedNames_areRememberedForOtherSheets() {
        CliHome home;
        const QString sheet = home.write("icps.csv", "Sector,Zzz\nSoftware,100\n");
        QCOMPARE(
            home.run({"map", "save", sheet, "--map", "leadCount=Zzz,industries=Sector"}).exitCode,
            0);
        const QString other = home.write("more.csv", "Zzz,City,Branche\n5,Bonn,Banking\n");
        QVERIFY(home.run({"map", "suggest", other})
                    .out.contains("you mapped this name this way before"));
        CliRun run = home.run({"map", "list", "--json"});
        const QString name = run.line("savedMap")["map"].toString();
        QVERIFY2(!name.isEmpty(), run.all());
        QCOMPARE(home.run({"map", "remove", "nonsense"}).exitCode, 2);
        QCOMPARE(home.run({"map", "remove", name}).exitCode, 0);
        QVERIFY(home.run({"map", "list"}).out.contains("No map is saved"));
    }

    void dump_sheet_isItsDisplayedText_data() {
        QTest::addColumn<QByteArray>("sheet");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("out");
        const QByteArray preamble = "ICP list;;\n;;\nBranche;Anzahl;Ort\nSa\"aS;\"1;5\"\n\n"
                                    "Bank;2;\"Bonn\nBad\"\n\n";
        QTest::newRow("from the header") << preamble << QStringList{}
                                         << QByteArray("Branche,Anzahl,Ort\n\"Sa\"\"aS\",1;5,\n"
                                                       ",,\nBank,2,\"Bonn\nBad\"\n");
        QTest::newRow("no header")
            << QByteArray("1;2\n3;4\n") << QStringList{"--header-row", "none"}
            << QByteArray("1,2\n3,4\n");
        QTest::newRow("stated header") << preamble << QStringList{"--header-row", "4"}
                                       << QByteArray("\"Sa\"\"aS\",1;5\n,\nBank,2,\"Bonn\nBad\"\n");
        QTest::newRow("one column")
            << QByteArray("leads\n5\n\n6\n") << QStringList{} << QByteArray("leads\n5\n\"\"\n6\n");
        QTest::newRow("corrected")
            << QByteArray("Branche;Anzahl\nSaaS;1\n") << QStringList{"--set", "B2=7"}
            << QByteArray("Branche,Anzahl\nSaaS,7\n");
        QTest::newRow("json") << QByteArray("a,b\n1,2\n")
                              << QStringList{"--format", "json", "--tab", "1"}
                              << QByteArray("{\"tab\":\"icps.csv\",\"headerRow\":1,\"rows\":[\n"
                                            "{\"row\":1,\"cells\":[\"a\",\"b\"]},\n"
                                            "{\"row\":2,\"cells\":[\"1\",\"2\"]}\n]}\n");
    }
    void dump_sheet_isItsDisplayedText() {
        QFETCH(QByteArray, sheet);
        QFETCH(QStringList, options);
        QFETCH(QByteArray, out);
        CliHome home;
        const CliRun run =
            home.run(QStringList{"sheet", "dump", home.write("icps.csv", sheet)} + options);
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.out.toUtf8(), out);
    }

    void dump_notASheet_exits3() {
        CliHome home;
        const CliRun run =
            home.run({"sheet", "dump", home.write("x.xls", QByteArray("%PDF-1.7\n\x00", 10))});
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.out.isEmpty() && run.err.contains("PDF"), run.all());
    }

    void correctionThatWouldChangeNothing_isRefused_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QStringList>("said"); // empty = it is laid over the sheet
        QTest::newRow("below the sheet")
            << "B99=5" << QStringList{"Cell B99 cannot be set", "the last one is row 5"};
        QTest::newRow("emptied below the sheet") << "B6=" << QStringList{"no row 6"};
        QTest::newRow("above the header")
            << "A1=x" << QStringList{"Cell A1 cannot be set", "column names, which are in row 2"};
        QTest::newRow("header") << "B2=leads" << QStringList{};
        QTest::newRow("last row") << "B5=7" << QStringList{};
        QTest::newRow("blank row") << "B4=7" << QStringList{};
    }
    void correctionThatWouldChangeNothing_isRefused() {
        QFETCH(QString, cell);
        QFETCH(QStringList, said);
        CliHome home;
        const QString sheet =
            home.write("icps.csv", "Ideal customers\nscrapingOption,leadCount,industries\n"
                                   "filters,100,Software\n\nfilters,200,Banking\n");
        const QString edits =
            home.write("edits.json", R"({"version":1,"cells":[{"tab":0,"cell":")" +
                                         cell.section('=', 0, 0).toUtf8() + R"(","text":"7"}]})");
        for (const QStringList& option :
             {QStringList{"--set", cell}, QStringList{"--edits", edits}}) {
            const CliRun run = home.run(QStringList{"sheet", "inspect", sheet} + option);
            QVERIFY2(run.exitCode == (said.isEmpty() ? 0 : 2), run.all());
            for (const QString& words : said)
                QVERIFY2(run.err.contains(words), run.all());
        }
        const CliRun run = home.run({"submit", sheet, "--set", cell, "--max-total", "1"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("cannot be set") == !said.isEmpty(),
                 run.all());
    }

    void usage_unknownOptionOrNoCommand_exit2_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown command") << QStringList{"chekc", "x.csv"};
        QTest::newRow("unknown option") << QStringList{"check", "x.csv", "--nonsense"};
        QTest::newRow("sandbox and profile")
            << QStringList{"account", "--sandbox", "--profile", "x"};
        QTest::newRow("long delimiter") << QStringList{"check", "x.csv", "--delimiter", "ab"};
        QTest::newRow("no account") << QStringList{"account"};
    }
    void usage_unknownOptionOrNoCommand_exit2() {
        QFETCH(QStringList, arguments);
        CliHome home;
        home.write("x.csv", sheetOf(1));
        const CliRun run = home.run(arguments);
        QVERIFY2(run.exitCode == 2, run.all());
        QVERIFY2(run.err.startsWith("leadsheet: ") && run.out.isEmpty(), run.all());
    }

    void help_everyCommand_isThere() {
        CliHome home;
        const CliRun screen = home.run({"--help"});
        const CliRun all = home.run({"help"});
        QCOMPARE(screen.exitCode, 0);
        QCOMPARE(all.exitCode, 0);
        for (const char* command :
             {"sandbox", "profile", "sheet", "map", "check", "quote", "submit", "resume", "status",
              "retry", "results", "diff", "orders", "account", "products", "serve"}) {
            QVERIFY2(screen.out.contains(command), command);
            QVERIFY2(all.out.contains(QString("\n  ") + command + " "), command);
        }
        QVERIFY2(all.out.contains("--key-file"), qPrintable(all.out));
        QCOMPARE(home.run({"--version"}).exitCode, 0);
    }

    void help_fitsOnATerminal_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("lines");
        for (const char* language : {"en", "de"}) {
            const auto row = [&](const char* name, QStringList arguments, int lines) {
                QTest::addRow("%s, %s", name, language)
                    << (QStringList{"--lang", language} << arguments) << lines;
            };
            row("nothing", {}, 23); // the prompt takes the last one
            row("program", {"--help"}, 23);
            row("everything", {"help"}, 1000);
            row("submit", {"submit", "--help"}, 1000);
            row("check", {"help", "check"}, 1000);
            row("export", {"help", "leads", "export"}, 1000);
            row("webhooks", {"webhooks", "-h"}, 1000);
        }
    }

    void help_fitsOnATerminal() {
        QFETCH(QStringList, arguments);
        QFETCH(int, lines);
        CliHome home;
        const CliRun run = home.run(arguments);
        QStringList shown = run.out.split('\n');
        QCOMPARE(shown.takeLast(), QString());
        QVERIFY2(shown.size() <= lines, run.all());
        for (const QString& line : shown)
            QVERIFY2(line.size() <= 80, qPrintable(line));
    }

    void help_ofAMisspeltCommand_namesTheNearest() {
        CliHome home;
        for (const QStringList& arguments :
             {QStringList{"sumbit", "--help"}, QStringList{"help", "sumbit"}}) {
            const CliRun run = home.run(arguments);
            QVERIFY2(run.exitCode == 2 && run.out.isEmpty(), run.all());
            QVERIFY2(run.err.contains("'sumbit'") && run.err.contains("submit?"), run.all());
        }
    }

    void maxTotal_thatIsNoAmount_isRefusedBeforeAnyWork_data() {
        QTest::addColumn<QString>("amount");
        for (const char* amount : {"abc", "", "-5", "5,00,0", "500 Dollars of", "1e3"})
            QTest::newRow(amount) << QString(amount);
    }

    void maxTotal_thatIsNoAmount_isRefusedBeforeAnyWork() {
        QFETCH(QString, amount);
        CliHome home;
        for (const QStringList& command :
             {QStringList{"submit", "not-there.csv"}, QStringList{"resume"}, QStringList{"mcp"}}) {
            const CliRun run = home.run(QStringList(command) << "--max-total" << amount);
            QVERIFY2(run.exitCode == 2 && run.out.isEmpty(), run.all());
            QVERIFY2(run.err.contains("--max-total") && !run.err.contains("not-there"), run.all());
        }
    }

    void serve_options_areTheServersOwn() {
        CliHome home;
        const CliRun run = home.run({"serve", "--help"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("leadsheet-server"), run.all());
    }
};

LEADSHEET_TEST(tst_cli_sheet, CliSheetTest);
#include "tst_cli_sheet.moc"
