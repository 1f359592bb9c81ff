// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"
#include "workbook_file.hpp"

#include <QtTest>

#include <set>

using leadsheet::server::Fault;
using leadsheet::server::FaultMatch;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::TestServer;
using leadsheet::test::workbookOf;
using leadsheet::test::WorkbookTab;

namespace {

using Counts = std::multiset<int>;

/// Orders of 100, 101 and 102 leads under one header, of 200, 201 and once more 100 under another.
WorkbookTab q3() {
    return {"Q3",
            {{"Industry", "Leads"}, {"SaaS", "100"}, {"Retail", "101"}, {"Mining", "102"}},
            false,
            {},
            {}};
}
WorkbookTab q4() {
    return {"Q4",
            {{"Targets"}, {"Menge", "Branche"}, {"200", "Food"}, {"201", "Oil"}, {"100", "SaaS"}},
            false,
            {},
            {}};
}
WorkbookTab notes() {
    return {"Notes", {{"Read me"}, {"Nothing to order here"}}, false, {}, {}};
}

struct TabsScene {
    TestServer server;
    CliHome home;
    QString sheet;

    explicit TabsScene(const std::vector<WorkbookTab>& tabs = {q3(), notes(), q4()}) {
        home.use(server.baseUrl(), server.customerKey());
        save(tabs);
    }
    void save(const std::vector<WorkbookTab>& tabs) {
        sheet = home.write("list.xlsx", workbookOf(tabs));
    }
    CliRun both(const QString& command, const QStringList& more = {}) {
        return home.run(QStringList{command, sheet, "--tab", "Q3", "--tab", "Q4"} + more);
    }
    CliRun submit(const QStringList& more = {}) {
        return both("submit", QStringList{"--max-total", "1000"} + more);
    }
    /// Lead counts of all orders of the account; every one under a key of its own.
    Counts ordered() {
        const CliRun list = home.run({"orders", "list", "--json"});
        Counts counts;
        std::set<QString> keys;
        for (const QJsonObject& order : list.linesOf("order")) {
            counts.insert(order["leadCount"].toInt());
            keys.insert(order["idempotencyKey"].toString());
        }
        if (keys.size() != counts.size())
            QTest::qFail("two orders under one key", __FILE__, __LINE__);
        return counts;
    }
    QStringList dumped(const QString& file, const QString& tab) {
        return home.run({"sheet", "dump", home.path(file), "--tab", tab}).out.split('\n');
    }
};

} // namespace

class CliTabsTest : public QObject {
    Q_OBJECT

private slots:
    void check_twoTabs_readsEachByItsOwnHeader() {
        TabsScene scene;
        CliRun run = scene.both("check");
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("tabs Q3, Q4 · header rows 1 (Q3), 2 (Q4) · 6 rows"), run.all());
        QVERIFY2(run.out.contains("5 orders ready") && run.out.contains("1 row repeats"),
                 run.all());
        QVERIFY2(run.out.contains("leadsheet quote " + scene.sheet + " --tab Q3 --tab Q4"),
                 run.all());
        run = scene.both("check", {"--json"});
        const QJsonObject problem = run.line("problem");
        QCOMPARE(problem["code"].toString(), QString("duplicate_row"));
        QCOMPARE(problem["tab"].toString(), QString("Q4"));
        QCOMPARE(problem["row"].toInt(), 5);
        QVERIFY2(problem["reason"].toString().contains("row 2 of tab \"Q3\""), run.all());
        const QJsonArray tabs = run.line("sheet")["tabs"].toArray();
        QCOMPARE(tabs.size(), 2);
        QCOMPARE(tabs[1].toObject()["headerRow"].toInt(), 2);
    }

    void allTabs_hiddenOnesOnlyWhenNamed_emptyOnesLeftOut() {
        WorkbookTab hidden = q4();
        hidden.name = "Hidden";
        hidden.hidden = true;
        TabsScene scene({q3(), hidden, {"Empty", {}, false, {}, {}}});
        const auto names = [](const CliRun& run) {
            QStringList all;
            for (const auto& tab : run.line("sheet")["tabs"].toArray())
                all << tab.toObject()["name"].toString();
            return all;
        };
        CliRun run = scene.home.run({"check", scene.sheet, "--all-tabs", "--json"});
        QVERIFY2(run.exitCode == 0 && names(run).isEmpty(), run.all());
        QCOMPARE(run.line("check")["rows"].toInt(), 3);
        QVERIFY2(run.err.contains("Tab \"Empty\" is empty and left out."), run.all());
        run = scene.home.run({"check", scene.sheet, "--tab", "Q3", "--tab", "Empty", "--json"});
        QVERIFY2(run.exitCode == 0 && names(run).isEmpty(), run.all());
        QVERIFY2(run.err.contains("Tab \"Empty\" is empty and left out."), run.all());
        run = scene.home.run({"check", scene.sheet, "--tab", "Empty"});
        QVERIFY2(run.exitCode == 3 && run.err.contains("The workbook has these tabs"), run.all());
        run = scene.home.run({"check", scene.sheet, "--all-tabs", "--tab", "Hidden", "--json"});
        QVERIFY2(names(run) == QStringList({"Q3", "Hidden"}), run.all());
    }

    void tabThatHasNoOrders_isNamedAndNothingIsSpent() {
        TabsScene scene;
        const CliRun run =
            scene.home.run({"submit", scene.sheet, "--all-tabs", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 3, run.all());
        QVERIFY2(run.err.contains("Tab \"Notes\": ") && run.err.contains("--tab"), run.all());
        QVERIFY(scene.ordered().empty());
    }

    void orderAgain_inOneTab_keepsTheOrdersOfThatTab() {
        TabsScene scene({q3(), q4()});
        for (const char* tab : {"Q3", "Q4"}) {
            const CliRun run =
                scene.home.run({"submit", scene.sheet, "--tab", tab, "--max-total", "1000"});
            QVERIFY2(run.exitCode == 0, run.all());
        }
        const QStringList before = scene.dumped("list.results.xlsx", "Q3");
        QVERIFY2(before.value(2).contains("Placed,LS-"), qPrintable(before.join('\n')));
        CliRun run = scene.home.run({"order-again", "1", "--rows", "2", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QStringList after = scene.dumped("list.results.xlsx", "Q3");
        QVERIFY2(after.value(1).contains("Placed,LS-") && after.value(1) != before.value(1),
                 qPrintable(after.join('\n')));
        for (const int row : {2, 3})
            QCOMPARE(after.value(row), before.value(row));
    }

    void submit_twoTabs_ordersBothOnceAndWritesIntoBoth() {
        TabsScene scene;
        CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("5 orders placed"), run.all());
        const Counts all{100, 101, 102, 200, 201};
        QVERIFY2(scene.ordered() == all, run.all());
        const QStringList first = scene.dumped("list.results.xlsx", "Q3");
        QVERIFY2(first[0].startsWith("Industry,Leads,Leadsheet status") &&
                     first[1].startsWith("SaaS,100,Placed,LS-"),
                 qPrintable(first.join('\n')));
        const QStringList second = scene.dumped("list.results.xlsx", "Q4");
        QVERIFY2(second[0].startsWith("Menge,Branche,Leadsheet status") &&
                     second[1].startsWith("200,Food,Placed,LS-") &&
                     second[3].startsWith("100,SaaS,Skipped,"),
                 qPrintable(second.join('\n')));
        const CliRun status = scene.home.run({"status", "1", "--rows"});
        QVERIFY2(status.out.contains("Tabs: Q3, Q4") && status.out.contains("Q4, 3"), status.all());

        run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("Nothing to do, nothing spent"), run.all());
        // Tabs renamed and swapped, a row moved from one to the other: still the same orders.
        WorkbookTab one = q4();
        WorkbookTab two = q3();
        one.name = "Second half";
        two.name = "First half";
        one.rows.push_back({"102", "Mining"});
        two.rows.pop_back();
        scene.save({one, two});
        run = scene.home.run({"submit", scene.sheet, "--all-tabs", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("Nothing to do, nothing spent"), run.all());
        QVERIFY2(scene.ordered() == all, run.all());
    }

    void quoteAndDiff_areOverAllTabs() {
        TabsScene scene;
        CliRun run = scene.both("quote", {"--json"});
        QVERIFY2(run.line("quote")["orders"].toInt() == 5, run.all());
        QCOMPARE(scene.submit().exitCode, 0);
        WorkbookTab one = q3();
        WorkbookTab two = q4();
        one.rows.pop_back();
        two.rows[2][0] = "250";
        two.rows.push_back({"300", "Steel"});
        scene.save({one, two});
        run = scene.both("diff", {"--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject diff = run.line("diff");
        QVERIFY2(diff["new"].toInt() == 1 && diff["changed"].toInt() == 1 &&
                     diff["gone"].toInt() == 1 && diff["alreadyOrdered"].toInt() == 3,
                 run.all());
        QCOMPARE(run.line("changed")["tab"].toString(), QString("Q4"));
        QCOMPARE(run.line("gone")["tab"].toString(), QString("Q3"));
        run = scene.both("diff");
        QVERIFY2(run.out.contains("Row 3 of tab \"Q4\" (order LS-") &&
                     run.out.contains("was row 4 of tab \"Q3\""),
                 run.all());
    }

    void rows_withSeveralTabs_nameTheTab() {
        TabsScene scene;
        CliRun run = scene.submit({"--rows", "3"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("Q3, Q4") && run.err.contains("Q3!3,7"),
                 run.all());
        run = scene.submit({"--rows", "Notes!3"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("not in the run"), run.all());
        QVERIFY(scene.ordered().empty());
        run = scene.submit({"--rows", "Q3!3", "--rows", "'Q4'!3-4"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{101, 200, 201}), run.all());
        run = scene.home.run({"order-again", "1", "--rows", "3", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("does not say which tab"), run.all());
        run = scene.home.run({"order-again", "1", "--rows", "Q4!3", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{101, 200, 200, 201}), run.all());
    }

    void retry_rowsOfEqualNumber_areToldApartByTheirTab() {
        WorkbookTab one = q3();
        one.rows[2][1] = "many";
        TabsScene scene({one, q4()});
        CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 4, run.all());
        QVERIFY2(run.out.contains("row 3 of tab \"Q3\""), run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 102, 200, 201}), run.all());
        // Row 3 is mended in the one tab, and has become another order in the other.
        WorkbookTab two = q4();
        two.rows[2][0] = "999";
        scene.save({q3(), two});
        run = scene.home.run({"retry", "1", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 102, 200, 201}), run.all());
    }

    void killed_withTwoTabs_isResumedToTheEnd() {
        TabsScene scene;
        FaultMatch creates;
        creates.operationId = "createOrder";
        scene.server.faults().everyNth(1, Fault::stall(std::chrono::minutes(10)), creates);
        const auto process = scene.home.start(
            {"submit", scene.sheet, "--tab", "Q3", "--tab", "Q4", "--max-total", "1000"});
        QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() >= 1, 120'000);
        process->kill();
        process->waitForFinished();
        scene.server.faults().clear();
        const CliRun run = scene.home.run({"resume"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 102, 200, 201}), run.all());
        QVERIFY(scene.dumped("list.results.xlsx", "Q3")[3].contains("Placed"));
        QVERIFY(scene.dumped("list.results.xlsx", "Q4")[2].contains("Placed"));
        scene.server.stop(std::chrono::milliseconds(0)); // without waiting for what it holds back
    }

    void sheetGone_rowsOfAllTabs_comeFromTheLedger() {
        TabsScene scene;
        QCOMPARE(scene.submit({"--no-results"}).exitCode, 0);
        QVERIFY(QFile::remove(scene.sheet));
        const CliRun run = scene.home.run({"results"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QList<QByteArray> lines = scene.home.read("list.results.csv").split('\n');
        QVERIFY2(lines[0].startsWith("Tab,Industry,Leads,Menge,Branche,Leadsheet status"),
                 lines[0]);
        QVERIFY2(lines[1].startsWith("Q3,SaaS,100,,,Placed,LS-"), lines[1]);
        QVERIFY2(lines[4].startsWith("Q4,,,200,Food,Placed,LS-"), lines[4]);
    }

    void oneTabAfterTheOther_isNoCorrectionOfIt() {
        TabsScene scene;
        FaultMatch creates;
        creates.operationId = "createOrder";
        const auto order = [&](const QString& tab) {
            return scene.home.run({"submit", scene.sheet, "--tab", tab, "--max-total", "1000"});
        };
        scene.server.faults().everyNth(1, Fault::answer(503, "service_unavailable"), creates);
        const auto process =
            scene.home.start({"submit", scene.sheet, "--tab", "Q3", "--max-total", "1000"});
        QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() >= 3, 120'000);
        process->kill();
        process->waitForFinished();
        scene.server.faults().clear();
        CliRun run = order("Q4");
        QVERIFY2(run.exitCode == 0 && !run.all().contains("given up"), run.all());
        run = scene.home.run({"resume", "1"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 102, 200, 201}), run.all());
    }

    void oneTabAfterTheOther_areBothInTheResults() {
        TabsScene scene;
        const auto order = [&](const QString& tab) {
            return scene.home.run({"submit", scene.sheet, "--tab", tab, "--max-total", "1000"});
        };
        QCOMPARE(order("Q3").exitCode, 0);
        const QStringList first = scene.dumped("list.results.xlsx", "Q3");
        CliRun run = order("Q4");
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(scene.dumped("list.results.xlsx", "Q3"), first);
        QVERIFY(scene.dumped("list.results.xlsx", "Q4")[1].contains("Placed,LS-"));
        // A row that has become another since has no result.
        WorkbookTab changed = q3();
        changed.rows[2][0] = "Wholesale";
        WorkbookTab longer = q4();
        longer.rows.push_back({"300", "Steel"});
        scene.save({changed, notes(), longer});
        run = order("Q4");
        QVERIFY2(run.exitCode == 0, run.all());
        const QStringList now = scene.dumped("list.results.xlsx", "Q3");
        QVERIFY2(now[1] == first[1] && now[3] == first[3] && !now[2].contains("LS-"),
                 qPrintable(now.join('\n')));
    }

    void secondTabAlone_writtenAgain_isKnownAsOurs() {
        TabsScene scene;
        const QStringList command{"submit", scene.sheet, "--tab", "Q4", "--max-total", "1000"};
        QCOMPARE(scene.home.run(command).exitCode, 0);
        const CliRun run = scene.home.run({"results"});
        QVERIFY2(run.exitCode == 0, run.all());
    }

    void maps_savedForEachHeader_areUsedTogether() {
        WorkbookTab one = q3();
        WorkbookTab two = q4();
        one.rows[0] = {"Zzz", "Yyy"};
        two.rows[1] = {"Xxx", "Www"};
        TabsScene scene({one, two});
        const auto save = [&](const QString& tab, const QString& map) {
            return scene.home.run({"map", "save", scene.sheet, "--tab", tab, "--map", map});
        };
        CliRun run = save("Q3", "industries=Zzz,leadCount=Yyy");
        QVERIFY2(run.exitCode == 0, run.all());
        run = save("Q4", "industries=Www,leadCount=Xxx");
        QVERIFY2(run.exitCode == 0, run.all());
        run = scene.home.run({"check", scene.sheet, "--all-tabs"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("5 orders ready"), run.all());
        QCOMPARE(run.out.count("Mapped by the map saved for these columns"), 2);
        run = scene.home.run({"map", "apply", scene.sheet, "--all-tabs", "--json"});
        QCOMPARE(run.linesOf("mappedRow").back()["tab"].toString(), QString("Q4"));
    }

    void statedMap_servesTheTabsThatHaveItsColumns() {
        TabsScene scene({q3(), q4()});
        CliRun run = scene.both("check", {"--map", "industries=Branche"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("5 orders ready"), run.all());
        QVERIFY2(run.err.contains("Tab \"Q3\" has no column \"Branche\""), run.all());
        run = scene.both("check", {"--map", "industries=Branch"});
        QVERIFY2(run.exitCode == 3 && run.err.contains("Branch"), run.all());
    }

    void optionsThatNeedATab_areRefusedWithoutOne_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("cell of no tab") << QStringList{"--set", "B2=5"} << 2;
        QTest::newRow("cell of a tab") << QStringList{"--set", "Q4!A3=5"} << 0;
        QTest::newRow("cell below a tab") << QStringList{"--set", "Q4!A99=5"} << 2;
        QTest::newRow("cell of a tab that is not read") << QStringList{"--set", "Notes!A2=5"} << 2;
        QTest::newRow("header rows")
            << QStringList{"--header-row", "Q3!1", "--header-row", "Q4!2"} << 0;
        QTest::newRow("header row of none") << QStringList{"--header-row", "Q5!1"} << 2;
        QTest::newRow("no row") << QStringList{"--header-row", "x"} << 2;
    }
    void optionsThatNeedATab_areRefusedWithoutOne() {
        QFETCH(QStringList, options);
        QFETCH(int, exitCode);
        TabsScene scene;
        const CliRun run = scene.both("check", options);
        QVERIFY2(run.exitCode == exitCode, run.all());
    }

    void dump_ofSeveralTabs_isJsonOnly() {
        TabsScene scene;
        CliRun run = scene.home.run({"sheet", "dump", scene.sheet, "--all-tabs"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("--tab Q3"), run.all());
        run = scene.home.run({"sheet", "dump", scene.sheet, "--all-tabs", "--format", "json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(run.out.count("{\"tab\":"), 3);
    }

    void noTabNamed_readsTheOneThatFits_andNamesTheOthers() {
        WorkbookTab old = q3();
        old.name = "Old";
        old.hidden = true;
        TabsScene scene({old, notes(), q3(), q4()});
        for (const QString& command : {QString("check"), QString("quote")}) {
            const CliRun run = scene.home.run({command, scene.sheet});
            QVERIFY2(run.exitCode == 0, run.all());
            QVERIFY2(run.out.contains("tab Q3, whose header fits best · not read: Old (hidden, "
                                      "fits too), Notes, Q4 (fits too) · header row 1"),
                     run.all());
            QVERIFY2(run.out.contains("Tab \"Q3\" is read: its header fits an order best"),
                     run.all());
        }
        CliRun run = scene.home.run({"sheet", "inspect", scene.sheet, "--json"});
        QCOMPARE(run.line("sheet")["tab"].toString(), QString("Q3"));
        QCOMPARE(run.line("sheet")["unreadTabs"].toArray().size(), 3);
        run = scene.home.run({"check", scene.sheet, "--tab", "Notes"});
        QVERIFY2(run.exitCode == 3 && !run.out.contains("not read"), run.all());
        run = scene.home.run({"submit", scene.sheet, "--max-total", "1000", "--no-results"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 102}), run.all());
    }

    void tabThatItsNameSpeaksAgainst_isReadOnlyWhenNamed() {
        WorkbookTab blacklist = q4();
        blacklist.name = "Blacklist";
        TabsScene scene({blacklist, q3()});
        CliRun run = scene.home.run({"check", scene.sheet, "--all-tabs"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.all().contains(
                     "Tab \"Blacklist\" is left out: it is not wanted, judging by its name"),
                 run.all());
        QVERIFY2(run.out.contains("tab Q3 · not read: Blacklist (not wanted, judging by its name)"),
                 run.all());
        run = scene.home.run({"check", scene.sheet, "--all-tabs", "--tab", "Blacklist"});
        QVERIFY2(run.out.contains("tabs Blacklist, Q3"), run.all());
        run = scene.home.run({"check", scene.sheet});
        QVERIFY2(
            run.out.contains("\"Blacklist\" would fit, but is not wanted, judging by its name"),
            run.all());
    }

    void noTabWithText_namesThemAll() {
        TabsScene scene({{"One", {}, false, {}, {}}, {"Two", {}, true, {}, {}}});
        const CliRun run = scene.home.run({"sheet", "inspect", scene.sheet});
        QVERIFY2(run.exitCode == 3 && run.err.contains("One, Two (hidden)"), run.all());
    }
};

LEADSHEET_TEST(tst_cli_tabs, CliTabsTest);
#include "tst_cli_tabs.moc"
