// SPDX-License-Identifier: Apache-2.0
// Results say what is known of every row of the sheet, whichever run ordered it.
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "workbook_file.hpp"

#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;
using leadsheet::test::workbookOf;

namespace {

struct KnownScene {
    TestServer server;
    CliHome home;
    QString sheet;

    explicit KnownScene(const QByteArray& content = sheetOf(3), const QString& name = "icps.csv") {
        home.use(server.baseUrl(), server.customerKey());
        sheet = home.write(name, content);
    }
    CliRun submit(const QStringList& more = {}) {
        return home.run(QStringList{"submit", sheet, "--max-total", "1000"} + more);
    }
    void place(const QStringList& command) {
        const CliRun run = home.run(command + QStringList{"--max-total", "1000"});
        if (run.exitCode != 0)
            QTest::qFail(run.all(), __FILE__, __LINE__);
    }
    void writeInPlace() {
        const CliRun run = home.run({"results", "--in-place"});
        if (run.exitCode != 0)
            QTest::qFail(run.all(), __FILE__, __LINE__);
    }
    QStringList dumped(const QString& file) {
        return home.run({"sheet", "dump", home.path(file)}).out.split('\n');
    }
    std::size_t orders() { return home.run({"orders", "list", "--json"}).linesOf("order").size(); }
};

} // namespace

class CliKnownRowsTest : public QObject {
    Q_OBJECT

private slots:
    void orderAgain_keepsTheOrdersOfTheOtherRows_data() {
        QTest::addColumn<bool>("workbook");
        QTest::addColumn<bool>("fileKept");
        QTest::newRow("text") << false << true;
        QTest::newRow("text, earlier results deleted") << false << false;
        QTest::newRow("workbook") << true << true;
        QTest::newRow("workbook, earlier results deleted") << true << false;
    }
    void orderAgain_keepsTheOrdersOfTheOtherRows() {
        QFETCH(bool, workbook);
        QFETCH(bool, fileKept);
        const QByteArray book = workbookOf(
            {{"Q3",
              {{"Industry", "Leads"}, {"SaaS", "100"}, {"Retail", "101"}, {"Mining", "102"}},
              false,
              {},
              {}}});
        KnownScene scene(workbook ? book : sheetOf(3), workbook ? "icps.xlsx" : "icps.csv");
        const QString results = workbook ? "icps.results.xlsx" : "icps.results.csv";
        scene.place({"submit", scene.sheet});
        const QStringList first = scene.dumped(results);
        QVERIFY2(first[1].contains("Placed,LS-"), qPrintable(first.join('\n')));
        if (!fileKept)
            QVERIFY(QFile::remove(scene.home.path(results)));
        scene.place({"order-again", "1", "--rows", "3"});
        const QStringList now = scene.dumped(results);
        QVERIFY2(now[2] != first[2] && now[2].contains("Placed,LS-"), qPrintable(now.join('\n')));
        const auto numberIn = [](const QString& line) {
            return line.mid(line.indexOf("LS-"), 13);
        };
        for (const int row : {1, 3})
            QCOMPARE(numberIn(now[row]), numberIn(first[row]));
        scene.place({"order-again", "1", "--rows", "4"});
        const QStringList last = scene.dumped(results);
        QCOMPARE(numberIn(last[2]), numberIn(now[2]));
        QVERIFY(numberIn(last[3]) != numberIn(first[3]));
    }

    void submit_rowCorrectedInPlace_isShownAndNotOrdered() {
        KnownScene scene;
        const QByteArray header = "Product,Leads,Industry,Title,Country\n";
        const QByteArray kept = "filters,100,Retail,COO,Spain\n";
        scene.sheet = scene.home.write("icps.csv", header + "filters,100,Banking,CFO,Munich\n" +
                                                       "filters,50,Sofware,CEO,Italy\n" + kept);
        QCOMPARE(scene.submit().exitCode, 0);
        scene.sheet = scene.home.write("icps.csv", header + "filters,100,Banking,CFO,München\n" +
                                                       "filters,50,Software,CEO,Italy\n" + kept);
        CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("2 rows have changed since ordered") &&
                     run.out.contains("Munich → München") && run.out.contains("Sofware → Software"),
                 run.all());
        run = scene.home.run({"quote", scene.sheet});
        QVERIFY2(run.out.contains("Munich → München"), run.all());
        run = scene.submit({"--json"});
        QVERIFY2(run.out.contains(R"("type":"changed")") && run.out.contains("Sofware → Software"),
                 run.all());
        QCOMPARE(scene.orders(), 3U);
        run = scene.submit({"--include-changed"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("2 orders placed"), run.all());
    }

    void submit_amongRowsThatAreOrdered_saysHowManyWaitForADecision() {
        KnownScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        const QByteArray corrected = sheetOf(3).replace("Software 1", "Softwares 1");
        scene.home.write("icps.csv", corrected + "filters,50,Farming,CFO,Germany\n");
        CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0 &&
                     run.out.mid(run.out.indexOf("1 order placed")).contains("1 changed since"),
                 run.all());
        scene.home.write("icps.csv", corrected + "filters,50,Mining,COO,Peru\n");
        run = scene.submit({"--json"});
        QCOMPARE(run.line("summary")["changed"].toInt(), 1);
        QCOMPARE(scene.orders(), 5U);
    }

    void watch_correctedRow_isNamedInTheReportAndTheEvent() {
        KnownScene scene;
        QDir().mkpath(scene.home.path("in"));
        const auto watched = [&](const QByteArray& content) {
            scene.home.write("part", content);
            QFile::rename(scene.home.path("part"), scene.home.path("in/q3.csv"));
            return scene.home.run({"watch", scene.home.path("in"), "--settle", "0", "--once",
                                   "--json", "--max-total", "1000"});
        };
        CliRun run = watched(sheetOf(3));
        QVERIFY2(run.exitCode == 0 && !run.line("watch").contains("changed"), run.all());
        run = watched(sheetOf(3).replace("Software 1", "Softwares 1") +
                      "filters,50,Farming,CFO,Germany\n");
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.line("watch")["changed"].toInt(), 1);
        const QByteArray report = scene.home.read("in/done/q3 (2).csv.report.txt");
        QVERIFY2(report.contains("1 order placed") && report.contains("1 changed since ordered"),
                 report);
        QCOMPARE(scene.orders(), 4U);
    }

    void rowsOfAnEarlierRun_areNotCalledNotSelected() {
        KnownScene scene;
        scene.place({"submit", scene.sheet, "--rows", "2"});
        const QByteArray first = scene.home.read("icps.results.csv").split('\n').value(1);
        QVERIFY2(first.contains("Placed,LS-"), first);
        scene.place({"submit", scene.sheet, "--rows", "3"});
        const QList<QByteArray> now = scene.home.read("icps.results.csv").split('\n');
        QVERIFY2(now.value(1).contains(first.mid(first.indexOf("LS-"), 13)), now.value(1));
        QVERIFY2(now.value(2).contains("Placed,LS-"), now.value(2));
        QVERIFY2(now.value(3).contains("Skipped"), now.value(3));
        // The older run's results do not take back what the newer one ordered.
        QCOMPARE(scene.home.run({"results", "1"}).exitCode, 0);
        QVERIFY(scene.home.read("icps.results.csv").split('\n').value(2).contains("LS-"));
    }

    void inPlace_keepsTheKeysOfRowsThatTheRunHasNot() {
        KnownScene scene;
        scene.place({"submit", scene.sheet});
        scene.writeInPlace();
        const QByteArray added = scene.home.read("icps.csv") + "filters,50,Farming,CTO,Germany\n";
        scene.sheet = scene.home.write("icps.csv", added);
        scene.place({"submit", scene.sheet});
        scene.place({"order-again", "2", "--rows", "5"});
        scene.writeInPlace();
        const QList<QByteArray> lines = scene.home.read("icps.csv").split('\n');
        for (const int row : {1, 2, 3})
            QVERIFY2(lines.value(row).contains(",LS-") && lines.value(row).contains(",ls"),
                     lines.value(row));
        const QByteArray edited = scene.home.read("icps.csv").replace("1,CTO", "1,CFO");
        scene.sheet = scene.home.write("icps.csv", edited);
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 changed since ordered"), run.all());
        QCOMPARE(scene.orders(), std::size_t{5});
    }

    void inPlace_rowThatWasEdited_isAskedAboutEachTime_data() {
        QTest::addColumn<QByteArray>("edit");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("another order") << QByteArray("filters,100,Software 1,CFO,") << 0;
        QTest::newRow("broken, then mended") << QByteArray("filters,none,Software 1,CFO,") << 4;
        QTest::newRow("respelled, then another") << QByteArray("filters,100,SOFTWARE 1,CTO,") << 0;
    }
    void inPlace_rowThatWasEdited_isAskedAboutEachTime() {
        QFETCH(QByteArray, edit);
        QFETCH(int, exitCode);
        KnownScene scene(sheetOf(2));
        scene.place({"submit", scene.sheet});
        scene.writeInPlace();
        const auto change = [&](const QByteArray& from, const QByteArray& to) {
            const QByteArray before = scene.home.read("icps.csv");
            QVERIFY2(before.contains(from), before);
            scene.sheet = scene.home.write("icps.csv", QByteArray(before).replace(from, to));
        };
        change("filters,100,Software 1,CTO,", edit);
        // An approved run is needed for results: one more row is ordered.
        scene.sheet = scene.home.write("icps.csv", scene.home.read("icps.csv") +
                                                       "filters,50,Farming,CTO,Germany\n");
        CliRun run = scene.submit();
        QVERIFY2(run.exitCode == exitCode, run.all());
        QCOMPARE(scene.orders(), std::size_t{3});
        scene.writeInPlace();
        QVERIFY2(scene.home.read("icps.csv").split('\n').value(1).contains(",ls"),
                 scene.home.read("icps.csv"));
        change(edit, "filters,100,Software 1,CFO,");
        run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 changed since ordered"), run.all());
        QCOMPARE(scene.orders(), std::size_t{3});
    }
};

LEADSHEET_TEST(tst_cli_known_rows, CliKnownRowsTest);
#include "tst_cli_known_rows.moc"
