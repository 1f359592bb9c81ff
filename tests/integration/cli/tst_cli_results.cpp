// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "raw_http.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "workbook_file.hpp"

#include <QDir>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::rawRequest;
using leadsheet::test::TestServer;
using leadsheet::test::workbookOf;

namespace {

const char* const kHeader = "scrapingOption,leadCount,industries,Note";
const char* const kAdded =
    ",Leadsheet status,Leadsheet order number,Leadsheet price,Leadsheet code,"
    "Leadsheet message,Leadsheet key,Leadsheet currency,Leadsheet corrections,"
    "Leadsheet charged";

/// A sheet with a title, a blank row, a column that is not mapped, and cells that need quotes.
QByteArray sheet() {
    return QByteArray("Ideal customers\n") + kHeader +
           "\nfilters,100,Software,\"Zürich, first\"\n\nfilters,200,Banking,\"say \"\"hi\"\"\"\n"
           "filters,-1,Retail,00123\n";
}

struct ResultsScene {
    TestServer server;
    CliHome home;
    QString file;

    explicit ResultsScene(const QByteArray& content = sheet(), const QStringList& more = {}) {
        home.use(server.baseUrl(), server.customerKey());
        file = home.write("icps.csv", content);
        const CliRun run =
            home.run(QStringList{"submit", file, "--max-total", "1000", "--no-results"} + more);
        if (run.exitCode != 0 && run.exitCode != 4)
            QTest::qFail(run.all(), __FILE__, __LINE__);
    }

    QList<QByteArray> results(const char* name = "icps.results.csv") const {
        return home.read(name).split('\n');
    }
};

} // namespace

class CliResultsTest : public QObject {
    Q_OBJECT

private slots:
    void onlyRefused_writesTheRowsToFixAlone() {
        ResultsScene scene;
        const CliRun run = scene.home.run({"results", "--only-refused", "--json"});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.line("results")["rows"].toInteger(), 1);
        QCOMPARE(run.line("results")["from"].toString(), QStringLiteral("ledger"));
        const QList<QByteArray> lines = scene.results("icps.to-fix.results.csv");
        QCOMPARE(lines.value(0).trimmed(), QByteArray(kHeader) + kAdded);
        QVERIFY2(lines.value(1).startsWith("filters,-1,Retail,00123,Needs Fix,"), lines.value(1));
        QVERIFY(lines.value(2).isEmpty());
        QVERIFY(scene.results().value(0).isEmpty()); // no copy of the sheet
        QCOMPARE(scene.home.run({"results", "--only-refused", "--in-place"}).exitCode, 2);
    }

    void correctedCells_areNamedWithWhatTheyHeld() {
        ResultsScene scene(sheet(), {"--set", "C3=Mining"});
        QVERIFY(scene.home.read("icps.csv").contains("Software")); // the sheet itself is as it was
        const CliRun run = scene.home.run({"results"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QList<QByteArray> lines = scene.results();
        QVERIFY2(lines.value(2).contains("C3: \"\"Software\"\" → \"\"Mining\"\" (corrected by "),
                 lines.value(2));
        QVERIFY2(lines.value(2).contains(",USD,"), lines.value(2));
        QVERIFY2(!lines.value(4).contains("corrected"), lines.value(4));
    }

    void orderThatEnded_saysWhatItWasCharged() {
        ResultsScene scene("scrapingOption,leadCount,industries\nfilters,100,Software\n"
                           "filters,200,Banking\n");
        const CliRun placed = scene.home.run({"orders", "list", "--json"});
        QString number;
        for (const QJsonObject& order : placed.linesOf("order"))
            if (order["leadCount"].toInt() == 100)
                number = order["orderNumber"].toString();
        const auto cancelled = rawRequest(
            scene.server.port(), "POST", "/v1/orders/" + number.toStdString() + "/cancel",
            {{"x-api-key", scene.server.customerKey()}, {"Content-Type", "application/json"}},
            "{}");
        QVERIFY2(cancelled.status == 200, cancelled.body.c_str());
        const CliRun run = scene.home.run({"submit", scene.file, "--max-total", "1000"});
        QVERIFY2(run.exitCode == 4, run.all());
        const QList<QByteArray> lines = scene.results();
        QVERIFY2(lines[0].endsWith(",Leadsheet charged"), lines[0]);
        QVERIFY2(lines[1].contains("Cancelled") && lines[1].endsWith(",0.00"), lines[1]);
        QVERIFY2(lines[2].endsWith(","), lines[2]); // open, so not known yet
    }

    void sheetThatIsOfNoUse_rowsComeFromTheLedger_data() {
        QTest::addColumn<QByteArray>("now"); // empty = deleted
        QTest::addColumn<QString>("said");
        QTest::newRow("gone") << QByteArray() << "no longer exists";
        QTest::newRow("other rows") << QByteArray("scrapingOption,leadCount\nfilters,7\n")
                                    << "has changed since it was ordered";
        QTest::newRow("one cell changed")
            << sheet().replace("Banking", "Mining") << "has changed since it was ordered";
        QTest::newRow("no sheet any more") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)
                                           << "has changed since it was ordered";
    }
    void sheetThatIsOfNoUse_rowsComeFromTheLedger() {
        QFETCH(QByteArray, now);
        QFETCH(QString, said);
        ResultsScene scene;
        if (now.isEmpty())
            QVERIFY(QFile::remove(scene.file));
        else
            scene.home.write("icps.csv", now);
        const CliRun run = scene.home.run({"results", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.err.contains("The sheet 'icps.csv' " + said) &&
                     run.err.contains("as the ledger kept them"),
                 run.all());
        const QJsonObject results = run.line("results");
        QCOMPARE(results["from"].toString(), QString("ledger"));
        QCOMPARE(results["rows"].toInt(), 3);
        const QList<QByteArray> lines = scene.results();
        QCOMPARE(lines[0], QByteArray(kHeader) + kAdded + '\r');
        QVERIFY2(lines[1].startsWith("filters,100,Software,\"Zürich, first\",Placed,LS-"),
                 lines[1]);
        QVERIFY2(lines[2].startsWith("filters,200,Banking,\"say \"\"hi\"\"\",Placed,LS-"),
                 lines[2]);
        QVERIFY2(lines[3].startsWith("filters,-1,Retail,00123,Needs Fix,"), lines[3]);
        QCOMPARE(lines.size(), 5);
        QCOMPARE(QDir(scene.home.path("data/leadsheet")).entryList({"kept-rows*"}), QStringList());
        if (!now.isEmpty())
            QCOMPARE(scene.home.read("icps.csv"), now);
    }

    void workbookGone_textsAreNoFormulasInTheFile() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString file = home.write(
            "icps.xlsx", workbookOf({{"Q3",
                                      {{"scrapingOption", "leadCount", "industries", "Note"},
                                       {"filters", "100", "Software", "=1+1"}},
                                      false,
                                      {},
                                      {}}}));
        CliRun run = home.run({"submit", file, "--max-total", "1000", "--no-results"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY(QFile::remove(file));
        run = home.run({"results", "--output", "elsewhere.csv"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QByteArray line = home.read("elsewhere.csv").split('\n').value(1);
        QVERIFY2(line.startsWith("filters,100,Software,'=1+1,Placed,"), line);
    }

    void sheetAsItWas_isCopiedItself() {
        ResultsScene scene;
        const CliRun run = scene.home.run({"results", "--json"});
        QVERIFY2(run.exitCode == 0 && run.err.isEmpty(), run.all());
        QCOMPARE(run.line("results")["from"].toString(), QString("sheet"));
        QVERIFY(scene.results()[0].startsWith("Ideal customers"));
    }

    void sheetWithoutHeader_staysWithout() {
        ResultsScene scene(
            "filters,100,Software\nfilters,200,Banking\n",
            {"--header-row", "0", "--map", "scrapingOption=@A,leadCount=@B,industries=@C"});
        QVERIFY(QFile::remove(scene.file));
        const CliRun run = scene.home.run({"results"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.results()[0].startsWith("filters,100,Software,Placed,LS-"),
                 scene.results()[0]);
    }

    void sheetGone_resultsEditedByAPerson_areKept() {
        ResultsScene scene;
        QVERIFY(QFile::remove(scene.file));
        QCOMPARE(scene.home.run({"results"}).exitCode, 0);
        CliRun run = scene.home.run({"results", "--json"});
        QVERIFY2(run.exitCode == 0 && !run.line("results").contains("backup"), run.all());
        scene.home.write("icps.results.csv",
                         scene.home.read("icps.results.csv").replace("Banking", "call first"));
        run = scene.home.run({"results", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QFile backup(run.line("results")["backup"].toString());
        QVERIFY2(backup.open(QIODevice::ReadOnly), run.all());
        QVERIFY(backup.readAll().contains("call first"));
    }

    void placeOfResults_thatTakesNone_isSaidBeforeAnythingIsOrdered() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("icps.csv", sheet());
        const QStringList submit{"submit", "icps.csv", "--max-total", "1000"};
        const QString tooLong = QString(300, QLatin1Char('r')) + ".csv";
        CliRun run = home.run(submit + QStringList{"--results", tooLong});
        QVERIFY2(run.exitCode == 10 && run.err.contains("cannot be written") &&
                     run.err.contains("othing was spent"),
                 run.all());
        QVERIFY(home.run({"orders", "list", "--json"}).linesOf("order").empty());
        run = home.run(submit + QStringList{"--results", "mine.csv"});
        QVERIFY2(run.exitCode == 4, run.all()); // a row of the sheet needs a fix
        QCOMPARE(QDir(home.path(".")).entryList({".leadsheet*"}, QDir::Files | QDir::Hidden),
                 QStringList());
    }

    void sheetGone_foreignFileInTheWay_isNotReplaced() {
        ResultsScene scene;
        QVERIFY(QFile::remove(scene.file));
        scene.home.write("icps.results.csv", "my own notes\n");
        CliRun run = scene.home.run({"results"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("already exists"), run.all());
        QCOMPARE(scene.home.read("icps.results.csv"), QByteArray("my own notes\n"));
        run = scene.home.run({"results", "--output", "elsewhere.csv"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY(scene.results("elsewhere.csv")[1].contains("Placed"));
    }

    void sheetChanged_inPlace_isRefusedAndLeftAlone() {
        ResultsScene scene;
        const QByteArray changed = sheet().replace("Banking", "Mining");
        scene.home.write("icps.csv", changed);
        const CliRun run = scene.home.run({"results", "--in-place"});
        QVERIFY2(run.exitCode == 3 && run.err.contains("Leave --in-place out"), run.all());
        QVERIFY2(run.err.contains("orders of this run"), run.all());
        QCOMPARE(scene.home.read("icps.csv"), changed);
    }

    void inPlace_isDoneAgain() {
        ResultsScene scene(sheet(), {"--set", "C3=Mining"});
        for (int time = 0; time < 3; ++time) {
            const CliRun run = scene.home.run({"results", "--in-place"});
            QVERIFY2(run.exitCode == 0, run.all());
            const QByteArray written = scene.home.read("icps.csv");
            QCOMPARE(written.count("Leadsheet status"), 1);
            QCOMPARE(written.count(",Placed,"), 2);
        }
        CliRun run = scene.home.run({"results", "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("results")["from"] == "sheet", run.all());
        // What was corrected lies where it lay.
        run = scene.home.run({"retry", "--max-total", "1000"});
        QVERIFY2(!run.err.contains("corrections_of_another_content"), run.all());
        scene.home.write("icps.csv", scene.home.read("icps.csv").replace("Banking", "Steel"));
        run = scene.home.run({"results", "--in-place"});
        QVERIFY2(run.exitCode == 3, run.all());
    }

    void inPlace_ofALink_writesTheSheetBehindIt() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString real = home.write("real.csv", sheet());
        QVERIFY(QDir(home.path(".")).mkdir("links"));
        const QString link = home.path("links/link.csv");
        QVERIFY(QFile::link(real, link));
        const auto mode = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup;
        const auto modeOf = [](const QString& file) {
            return QFile::permissions(file) &
                   (QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::WriteGroup |
                    QFile::ReadOther | QFile::WriteOther);
        };
        QVERIFY(QFile::setPermissions(real, mode));
        const CliRun ordered = home.run({"submit", link, "--max-total", "1000"});
        QVERIFY2(ordered.exitCode == 4, ordered.all());
        QCOMPARE(modeOf(home.path("links/link.results.csv")), mode);
        for (int time = 0; time < 2; ++time) {
            const CliRun run = home.run({"results", "--in-place", "--json"});
            QVERIFY2(run.exitCode == 0, run.all());
            QVERIFY(QFileInfo(link).isSymLink());
            QVERIFY(home.read("real.csv").contains(",Placed,"));
            QCOMPARE(modeOf(real), mode);
            const QString backup = run.line("results")["backup"].toString();
            QVERIFY2(QFileInfo(backup).exists() && !QFileInfo(backup).isSymLink(),
                     qPrintable(backup));
        }
    }

    void standardInput_needsANameForTheFile() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        CliRun run = home.run({"submit", "-", "--max-total", "1000"}, sheet());
        QVERIFY2(run.exitCode == 4, run.all());
        run = home.run({"results"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("--output"), run.all());
        QVERIFY(QDir(home.path("data/leadsheet/piped")).removeRecursively());
        run = home.run({"results", "--output", "out.csv"});
        QVERIFY2(run.exitCode == 0 && run.err.contains("standard input"), run.all());
        QCOMPARE(home.read("out.csv").count(",Placed,LS-"), 2);
    }

    void nameOfAnotherFormat_isRefusedBeforeAnythingIsSpent_data() {
        QTest::addColumn<QString>("sheet");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("fits");
        QTest::newRow("text as a workbook") << "icps.csv"
                                            << "out.xlsx" << false;
        QTest::newRow("text as a spreadsheet") << "icps.csv"
                                               << "out.ODS" << false;
        QTest::newRow("text as packed text") << "icps.csv"
                                             << "out.csv.gz" << false;
        QTest::newRow("text as other text") << "icps.csv"
                                            << "out.txt" << true;
        QTest::newRow("text without an ending") << "icps.csv"
                                                << "out" << true;
        QTest::newRow("workbook as text") << "icps.xlsx"
                                          << "out.csv" << false;
        QTest::newRow("workbook as one with macros") << "icps.xlsx"
                                                     << "out.xlsm" << false;
        QTest::newRow("workbook as a workbook") << "icps.xlsx"
                                                << "out.xlsx" << true;
    }
    void nameOfAnotherFormat_isRefusedBeforeAnythingIsSpent() {
        QFETCH(QString, sheet);
        QFETCH(QString, name);
        QFETCH(bool, fits);
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("icps.csv", ::sheet());
        home.write("icps.xlsx", workbookOf({{"Q3",
                                             {{"scrapingOption", "leadCount", "industries"},
                                              {"filters", "100", "Software"}},
                                             false,
                                             {},
                                             {}}}));
        const QStringList submit{"submit", sheet, "--max-total", "1000"};
        CliRun run = home.run(submit + QStringList{"--results", name, "--json"});
        QVERIFY2((run.exitCode == 2) != fits, run.all());
        QCOMPARE(QFile::exists(home.path(name)), fits);
        if (fits)
            return;
        QCOMPARE(run.line("error")["code"].toString(), QString("usage"));
        QVERIFY2(run.line("error")["meaning"].toString().contains("nothing was spent"), run.all());
        QVERIFY2(home.run({"orders", "list", "--json"}).linesOf("order").empty(), run.all());
        home.run(submit + QStringList{"--no-results"});
        for (const char* const command :
             {"resume", "retry"}) // nothing is left, or a row needs a fix
            QVERIFY(home.run({command, "1", "--results", name, "--dry-run"}).exitCode != 7);
        run = home.run({"order-again", "1", "--rows", sheet.endsWith("csv") ? "3" : "2",
                        "--max-total", "1000", "--results", name});
        QVERIFY2(run.exitCode == 2 && run.err.contains("nothing was spent"), run.all());
        run = home.run({"results", "--output", name, "--json"});
        QVERIFY2(run.exitCode == 2, run.all());
        QCOMPARE(run.line("error")["code"].toString(), QString("usage"));
        QVERIFY(!QFile::exists(home.path(name)));
    }

    void sheetGone_resultsAreText_andTheNameSaysSo() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString file =
            home.write("icps.xlsx", workbookOf({{"Q3",
                                                 {{"scrapingOption", "leadCount", "industries"},
                                                  {"filters", "100", "Software"}},
                                                 false,
                                                 {},
                                                 {}}}));
        QCOMPARE(home.run({"submit", file, "--max-total", "1000", "--no-results"}).exitCode, 0);
        QVERIFY(QFile::remove(file));
        CliRun run = home.run({"results", "--output", "out.xlsx"});
        QVERIFY2(run.exitCode == 2 && run.err.contains(".csv"), run.all());
        QVERIFY(!QFile::exists(home.path("out.xlsx")));
        run = home.run({"results"});
        QVERIFY2(run.exitCode == 0 && QFile::exists(home.path("icps.results.csv")), run.all());
    }

    void foreignFileInTheWay_isSaidBeforeAnythingIsSpent_data() {
        QTest::addColumn<QStringList>("more");
        QTest::newRow("submit") << QStringList{};
        QTest::newRow("rehearsal") << QStringList{"--dry-run"};
    }
    void foreignFileInTheWay_isSaidBeforeAnythingIsSpent() {
        QFETCH(QStringList, more);
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("icps.csv", ::sheet());
        home.write("mine.csv", "my own notes\n");
        const QStringList submit{"submit", "icps.csv", "--max-total", "1000", "--results"};
        CliRun run = home.run(submit + QStringList{"mine.csv"} + more);
        QVERIFY2(run.exitCode == 2 && run.err.contains("nothing was spent"), run.all());
        QVERIFY2(home.run({"orders", "list", "--json"}).linesOf("order").empty(), run.all());
        QCOMPARE(home.read("mine.csv"), QByteArray("my own notes\n"));
        // An earlier results file is written again, by this run and by the next.
        run = home.run(submit + QStringList{"ours.csv"});
        QVERIFY2(run.exitCode == 4, run.all());
        run = home.run(submit + QStringList{"ours.csv"} + more);
        QVERIFY2(run.exitCode == 4, run.all());
    }

    void problem_namesTheFieldOnce() {
        ResultsScene scene(
            "scrapingOption,leadCount,industries\nfilters,,Software\nfilters,5,Retail\n");
        QCOMPARE(scene.home.run({"results"}).exitCode, 0);
        const QByteArray row = scene.results()[1];
        QVERIFY2(row.contains("Lead count is empty.") && !row.contains("leadCount:"), row);
    }
};

LEADSHEET_TEST(tst_cli_results, CliResultsTest);
#include "tst_cli_results.moc"
