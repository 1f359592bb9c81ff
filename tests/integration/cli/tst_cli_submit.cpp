// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QDir>
#include <QtTest>

#include <algorithm>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

int orderWrites(TestServer& server) {
    const auto records = server.accessRecords();
    return static_cast<int>(std::count_if(records.begin(), records.end(), [](const auto& record) {
        return record.operationId == "createOrder";
    }));
}

struct SubmitScene {
    TestServer server;
    CliHome home;
    QString sheet;

    explicit SubmitScene(int rows = 5) { begin(sheetOf(rows)); }
    explicit SubmitScene(TestServer::Options options)
        : server(std::move(options)) {
        begin(sheetOf(5));
    }

    void begin(const QByteArray& content) {
        home.use(server.baseUrl(), server.customerKey());
        sheet = home.write("icps.csv", content);
    }
    CliRun submit(const QStringList& more = {}) {
        return home.run(QStringList{"submit", sheet, "--max-total", "1000"} + more);
    }
};

} // namespace

class CliSubmitTest : public QObject {
    Q_OBJECT

private slots:
    void quote_goodSheet_showsPriceAndSpendsNothing() {
        SubmitScene scene;
        const CliRun run = scene.home.run({"quote", scene.sheet});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("5 orders, 510 leads, $"), run.all());
        QVERIFY2(run.out.contains("Balance $1,000,000.00"), run.all());
        QVERIFY2(run.out.contains("hold until") && run.out.contains("Sending takes"), run.all());
        QCOMPARE(orderWrites(scene.server), 0);
        const CliRun status = scene.home.run({"status"});
        QVERIFY2(status.out.contains("No runs yet"), status.all());
    }

    void quote_json_hasMoneyAndProducts() {
        SubmitScene scene;
        const CliRun run = scene.home.run({"quote", scene.sheet, "--json"});
        const QJsonObject quote = run.line("quote");
        QCOMPARE(quote["orders"].toInt(), 5);
        QCOMPARE(quote["price"].toObject()["currency"].toString(), QString("USD"));
        QVERIFY(quote["price"].toObject()["amount"].toInt() > 0);
        QCOMPARE(quote["products"].toArray().size(), 1);
        QCOMPARE(quote["balanceBefore"].toObject()["amount"].toInt() -
                     quote["balanceAfter"].toObject()["amount"].toInt(),
                 quote["price"].toObject()["amount"].toInt());
        QVERIFY(quote.contains("validUntil") && quote.contains("secondsToFinish"));
    }

    void quote_finishTime_isAtTheServersBudget_data() {
        QTest::addColumn<int>("ordersBefore");
        QTest::newRow("window not begun") << 0;
        QTest::newRow("window partly used") << 1;
    }
    void quote_finishTime_isAtTheServersBudget() {
        QFETCH(int, ordersBefore);
        TestServer::Options options;
        options.clock = std::make_shared<leadsheet::test::ManualClock>();
        options.configure = [](leadsheet::server::Config& config) {
            config.limits.orderRate = {2, std::chrono::hours(1)};
        };
        SubmitScene scene(options);
        for (int i = 0; i < ordersBefore; ++i)
            QCOMPARE(scene.server.createOrder("before", TestServer::orderBody()).status, 201);
        options.clock->advance(std::chrono::minutes(20));
        const CliRun run = scene.home.run({"quote", scene.sheet, "--json"});
        // Five rows, two an hour: 2 + 2 + 1, or 1 + 2 + 2 with a window that began 20 minutes ago.
        const int seconds = run.line("quote")["secondsToFinish"].toInt();
        const int full = ordersBefore == 0 ? 7200 : 2400 + 3600;
        QVERIFY2(seconds > full - 10 && seconds <= full + 1, run.all());
        QCOMPARE(orderWrites(scene.server), ordersBefore);
    }

    void submit_onlyChangedRows_saysSoAndSpendsNothing() {
        SubmitScene scene(2);
        QCOMPARE(scene.submit().exitCode, 0);
        const int before = orderWrites(scene.server);
        scene.home.write("icps.csv", sheetOf(2).replace("filters,1", "filters,7"));
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("2 rows have changed") && run.out.contains("nothing spent"),
                 run.all());
        QVERIFY2(!run.err.contains("leadsheet check"), run.all());
        QCOMPARE(orderWrites(scene.server), before);
    }

    void submit_dryRunOfOrderedSheet_writesNoResults() {
        SubmitScene scene(1);
        QCOMPARE(scene.submit({"--no-results"}).exitCode, 0);
        const CliRun run = scene.submit({"--dry-run"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("already ordered"), run.all());
        QVERIFY2(!QFile::exists(scene.home.path("icps.results.csv")), run.all());
    }

    void submit_resultsEditedByAPerson_keepsThem() {
        SubmitScene scene(1);
        QCOMPARE(scene.submit().exitCode, 0);
        QByteArray edited = scene.home.read("icps.results.csv");
        edited.insert(edited.lastIndexOf('\n'), ",call them first");
        scene.home.write("icps.results.csv", edited);
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.err.contains("was kept"), run.all());
        QVERIFY(scene.home.everything().contains("call them first"));
    }

    void submit_withoutTerminalOrLimit_isRefused() {
        SubmitScene scene;
        const CliRun run = scene.home.run({"submit", scene.sheet});
        QVERIFY2(run.exitCode == 6, run.all());
        QVERIFY2(run.err.contains("--max-total") && run.err.contains("nothing was spent"),
                 run.all());
        QCOMPARE(orderWrites(scene.server), 0);
    }

    void submit_overTheLimit_isRefused() {
        SubmitScene scene;
        const CliRun run = scene.home.run({"submit", scene.sheet, "--max-total", "0.01"});
        QVERIFY2(run.exitCode == 6, run.all());
        QVERIFY2(run.err.contains("$0.01"), run.all());
        QCOMPARE(orderWrites(scene.server), 0);
    }

    void submit_limitInOtherCurrency_isUsage() {
        SubmitScene scene;
        const CliRun run = scene.home.run({"submit", "--max-total", "500", "EUR", scene.sheet});
        QVERIFY2(run.exitCode == 2 && run.err.contains("USD"), run.all());
        QCOMPARE(orderWrites(scene.server), 0);
    }

    void submit_limitThatIsNone_isUsageInARehearsalToo() {
        SubmitScene scene(1);
        for (const char* limit : {"abc", "5.001", "5 EUR"}) {
            const CliRun run =
                scene.home.run({"submit", scene.sheet, "--max-total", limit, "--dry-run"});
            QVERIFY2(run.exitCode == 2 && run.err.contains("--max-total"), run.all());
        }
        QVERIFY(scene.submit().exitCode == 0);
        const CliRun again = scene.home.run({"submit", scene.sheet, "--max-total", "NaN"});
        QVERIFY2(again.exitCode == 2, again.all());
    }

    void submit_resultsThatCannotBeWritten_isSaidBeforeAnythingIsSpent_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("said");
        QTest::newRow("no folder") << "none/x.csv"
                                   << "there is no folder";
        QTest::newRow("a folder") << "data"
                                  << "is a folder";
        QTest::newRow("the sheet") << "icps.csv"
                                   << "names the sheet itself";
    }
    void submit_resultsThatCannotBeWritten_isSaidBeforeAnythingIsSpent() {
        QFETCH(QString, place);
        QFETCH(QString, said);
        SubmitScene scene(1);
        QVERIFY(QDir().mkpath(scene.home.path("data")));
        const CliRun run = scene.submit({"--results", scene.home.path(place)});
        QVERIFY2(run.exitCode == 2 && run.err.contains(said), run.all());
        QCOMPARE(orderWrites(scene.server), 0);
    }

    void submit_limitWithCurrencyWord_isTaken() {
        SubmitScene scene(1);
        const CliRun run = scene.home.run({"submit", "--max-total", "500", "USD", scene.sheet});
        QVERIFY2(run.exitCode == 0, run.all());
    }

    void submit_allGood_placesEachRowOnceAndWritesResults() {
        SubmitScene scene;
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("5 orders placed, $"), run.all());
        QCOMPARE(orderWrites(scene.server), 5);
        const QByteArray results = scene.home.read("icps.results.csv");
        QVERIFY2(results.startsWith("scrapingOption,leadCount,industries,jobTitles,locations,"
                                    "Leadsheet status,"),
                 results);
        QCOMPARE(results.count(",Placed,LS-"), 5);
    }

    void submit_again_ordersNothingAndExits0() {
        SubmitScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("5 already ordered. Nothing to do, nothing spent."), run.all());
        QCOMPARE(orderWrites(scene.server), 5);
        QVERIFY2(scene.home.read("icps.results.csv").contains("LS-"), run.all());
    }

    void submit_renamedAndSortedSheet_ordersNothing() {
        SubmitScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        QList<QByteArray> lines = sheetOf(5).trimmed().split('\n');
        std::reverse(lines.begin() + 1, lines.end());
        scene.sheet = scene.home.write("other name.csv", lines.join('\n'));
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("5 already ordered"), run.all());
        QCOMPARE(orderWrites(scene.server), 5);
    }

    void submit_lostLedger_findsTheOrdersOnTheServer() {
        SubmitScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        QVERIFY(QFile::remove(scene.home.ledger()));
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("5 already ordered"), run.all());
        QCOMPARE(orderWrites(scene.server), 5);
    }

    void submit_dryRun_spendsNothing() {
        SubmitScene scene;
        const CliRun run = scene.submit({"--dry-run"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("Dry run"), run.all());
        QCOMPARE(orderWrites(scene.server), 0);
        QVERIFY(scene.home.read("icps.results.csv").isEmpty());
    }

    void submit_firstN_ordersOnlyThose() {
        SubmitScene scene;
        const CliRun run = scene.submit({"--first", "2"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("2 orders placed"), run.all());
        QCOMPARE(orderWrites(scene.server), 2);
    }

    void submit_firstN_showsWhatThoseCost() {
        SubmitScene scene;
        CliRun run = scene.submit({"--first", "2", "--dry-run", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject quote = run.line("quote");
        const QJsonObject first = quote["first"].toObject();
        const int price = first["price"].toObject()["amount"].toInt();
        QCOMPARE(first["orders"].toInt(), 2);
        QVERIFY2(price > 0 && price < quote["price"].toObject()["amount"].toInt(), run.all());
        QCOMPARE(quote["balanceBefore"].toObject()["amount"].toInt() -
                     quote["balanceAfter"].toObject()["amount"].toInt(),
                 price);
        QVERIFY2(quote["secondsToFinish"].toInt() > 0 && quote.contains("validUntil"), run.all());
        run = scene.submit({"--first", "2"});
        QVERIFY2(run.out.contains("Only part of them: the first 2 orders, "), run.all());
        run = scene.submit({"--first", "3", "--dry-run"}); // just as many as are left
        QVERIFY2(run.exitCode == 0 && !run.out.contains("Only part of them"), run.all());
    }

    void submit_dryRun_refusesWhatTheRealRunWould() {
        SubmitScene scene;
        const QStringList tooLittle{"submit", scene.sheet, "--max-total", "0.01"};
        const CliRun rehearsed = scene.home.run(tooLittle + QStringList{"--dry-run", "--json"});
        QCOMPARE(rehearsed.exitCode, 6);
        QCOMPARE(rehearsed.line("error")["code"].toString(), QString("max_total_exceeded"));
        const CliRun real = scene.home.run(tooLittle + QStringList{"--json"});
        QCOMPARE(real.exitCode, 6);
        QCOMPARE(rehearsed.line("error")["message"], real.line("error")["message"]);
        QVERIFY2(scene.home.run({"status"}).out.contains("No runs yet"), rehearsed.all());
        QCOMPARE(orderWrites(scene.server), 0);
    }

    void submit_rows_ordersOnlyThose() {
        SubmitScene scene;
        const CliRun run = scene.submit({"--rows", "2,5-6", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        std::vector<int> placed;
        for (const QJsonObject& row : run.linesOf("row"))
            if (row["state"] == "Placed")
                placed.push_back(row["row"].toInt());
        QCOMPARE(placed, (std::vector<int>{2, 5, 6}));
    }

    void submit_badRowList_isUsage() {
        SubmitScene scene;
        QCOMPARE(scene.submit({"--rows", "3-"}).exitCode, 2);
        QCOMPARE(scene.submit({"--rows", "0"}).exitCode, 2);
    }

    void rowsThatAreNotThere_areNamedBeforeAnythingIsPriced() {
        SubmitScene scene;
        for (const QStringList& command :
             {QStringList{"submit", scene.sheet, "--max-total", "100000"},
              QStringList{"submit", scene.sheet, "--dry-run", "--max-total", "100000"},
              QStringList{"quote", scene.sheet}}) {
            CliRun run = scene.home.run(command + QStringList{"--rows", "1,2,99"});
            QVERIFY2(run.exitCode == 2 && run.err.contains("row 1, 99"), run.all());
            run = scene.home.run(command + QStringList{"--rows", "5-3"});
            QVERIFY2(run.exitCode == 2, run.all());
        }
        const QString gaps = scene.home.write(
            "gap.csv", "Product,Leads,Industry\nfilters,10,Steel\n\nfilters,10,Glass\n");
        const auto gap = [&](const char* rows) {
            return scene.home
                .run({"submit", gaps, "--dry-run", "--max-total", "100000", "--rows", rows})
                .exitCode;
        };
        QCOMPARE(gap("2-4"), 0);
        QCOMPARE(gap("3"), 2);
        QCOMPARE(gap("2-5"), 2);
        QVERIFY(scene.home.run({"orders", "list", "--json"}).linesOf("order").empty());
        QVERIFY2(scene.home.run({"status"}).out.contains("No runs"),
                 scene.home.run({"status"}).all());
    }

    void submit_changedRow_isShownAndNotOrdered() {
        SubmitScene scene(2);
        QCOMPARE(scene.submit().exitCode, 0);
        scene.sheet =
            scene.home.write("icps.csv", sheetOf(2).replace("filters,101", "filters,250"));
        CliRun run = scene.submit();
        QVERIFY2(run.out.contains("1 row has changed since ordered") &&
                     run.out.contains("leadCount 101 → 250"),
                 run.all());
        QCOMPARE(orderWrites(scene.server), 2);
        run = scene.home.run({"diff", scene.sheet});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("1 changed since ordered") && run.out.contains("250"), run.all());
        run = scene.submit({"--include-changed"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 order placed"), run.all());
        QCOMPARE(orderWrites(scene.server), 3);
    }

    void submit_changedRowOfAnOrderedReference_isRefusedWithItsOrder() {
        SubmitScene scene(0);
        const QByteArray ordered = "scrapingOption,leadCount,industries,Our number\n"
                                   "filters,100,Software,R1\nfilters,200,Banking,R2\n";
        scene.sheet = scene.home.write("icps.csv", ordered);
        const QStringList map{"--map", "reference=Our number"};
        CliRun run = scene.submit(map + QStringList{"--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QString order = run.linesOf("row").at(1)["orderNumber"].toString();
        QVERIFY2(order.startsWith("LS-"), run.all());

        scene.home.write("icps.csv", QByteArray(ordered).replace("200", "250"));
        for (const QStringList& more : {QStringList{}, {"--include-changed"}, {"--dry-run"}}) {
            run = scene.submit(map + more);
            QVERIFY2(run.exitCode == 4, run.all());
            QVERIFY2(run.out.contains("row 3") && run.out.contains(order), run.all());
            QVERIFY2(!run.out.contains("--include-changed"), run.all());
        }
        QVERIFY2(scene.home.run(QStringList{"quote", scene.sheet} + map).exitCode == 4, run.all());
        // Among others: those are ordered, and the file says why this one was not.
        scene.home.write("icps.csv",
                         QByteArray(ordered).replace("200", "250") + "filters,300,Retail,R3\n");
        run = scene.submit(map);
        QVERIFY2(run.exitCode == 4 && run.out.contains("1 order placed"), run.all());
        QVERIFY2(run.out.contains(order), run.all());
        const QList<QByteArray> lines = scene.home.read("icps.results.csv").split('\n');
        QVERIFY2(lines.value(2).contains("bought order " + order.toUtf8()), lines.value(2));
        QCOMPARE(orderWrites(scene.server), 3);
    }

    void submit_someRowsNeedAFix_ordersTheRestAndExits4() {
        SubmitScene scene;
        scene.sheet =
            scene.home.write("icps.csv", sheetOf(2) + "filters,-1,Software,CTO,Germany\n");
        const CliRun run = scene.submit({"--json"});
        QVERIFY2(run.exitCode == 4, run.all());
        const QJsonObject totals = run.line("summary")["totals"].toObject();
        QCOMPARE(totals["placed"].toInt(), 2);
        QCOMPARE(totals["needsFix"].toInt(), 1);
        QVERIFY(scene.home.read("icps.results.csv").contains("Needs Fix"));
    }

    void submit_foreignResultsFile_isNotOverwritten() {
        SubmitScene scene(1);
        scene.home.write("icps.results.csv", "my own notes\n");
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 10, run.all());
        QCOMPARE(scene.home.read("icps.results.csv"), QByteArray("my own notes\n"));
        QVERIFY2(run.err.contains("results file was not written") &&
                     run.err.contains("1 order was placed; nothing is lost") &&
                     run.err.contains("leadsheet results 1 "),
                 run.all());
        const CliRun results = scene.home.run({"results", "--output", "elsewhere.csv"});
        QVERIFY2(results.exitCode == 0, results.all());
        QVERIFY(scene.home.read("elsewhere.csv").contains("LS-"));
    }

    void submit_resultsUnwritableAndRowsToFix_exits10UntilTheyAreWritten() {
        SubmitScene scene;
        const QByteArray good = sheetOf(2);
        scene.sheet = scene.home.write("icps.csv", good + "filters,-1,Software,CTO,Germany\n");
        scene.home.write("icps.results.csv", "my own notes\n");
        CliRun run = scene.submit({"--json"});
        QVERIFY2(run.exitCode == 10, run.all());
        QVERIFY2(run.line("summary")["resultsFailed"].toString().contains("not written"),
                 run.all());
        QCOMPARE(run.line("summary")["totals"].toObject()["placed"].toInt(), 2);
        // The same rows again: nothing is ordered, and the results are still missing.
        run = scene.submit();
        QVERIFY2(run.exitCode == 10 && run.err.contains("nothing was ordered or spent now"),
                 run.all());
        // The mended row, by retry.
        scene.home.write("icps.csv", good + "filters,10,Software,CTO,Germany\n");
        run = scene.home.run({"retry", "1", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("1 order was placed; nothing is lost"),
                 run.all());
        QFile::remove(scene.home.path("icps.results.csv"));
        run = scene.home.run({"results"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(orderWrites(scene.server), 3);
    }

    void submit_standardInput_isKeptForRetries() {
        SubmitScene scene;
        CliRun run = scene.home.run({"submit", "-", "--max-total", "1000"}, sheetOf(3));
        QVERIFY2(run.exitCode == 0 && run.out.contains("3 orders placed"), run.all());
        run = scene.home.run({"results", "--output", "out.csv"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(scene.home.read("out.csv").count("Placed"), 3);
    }

    void submit_notEnoughBalance_isRefusedBeforeAnything() {
        TestServer::Options poor;
        poor.balance = 100;
        SubmitScene scene(std::move(poor));
        const CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 6 && run.err.contains("$1.00"), run.all());
        QCOMPARE(orderWrites(scene.server), 0);
    }

    void submit_serverRefusesARow_reportsItAndRetryOrdersTheFixedRow() {
        SubmitScene scene(3);
        leadsheet::server::FaultMatch creates;
        creates.operationId = "createOrder";
        scene.server.faults().add(leadsheet::server::Fault::answer(422, "validation_failed"),
                                  creates);
        CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 4, run.all());
        QVERIFY2(run.out.contains("2 orders placed") && run.out.contains("1 refused"), run.all());
        QVERIFY2(run.out.contains("validation_failed"), run.all());
        run = scene.home.run({"retry", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 order placed"), run.all());
        QCOMPARE(scene.home.run({"orders", "list", "--json"}).linesOf("order").size(),
                 std::size_t{3});
    }

    void orders_statusAndAccount_agreeWithTheServer() {
        SubmitScene scene(2);
        QCOMPARE(scene.submit().exitCode, 0);
        const CliRun list = scene.home.run({"orders", "list", "--json"});
        QVERIFY2(list.exitCode == 0, list.all());
        QCOMPARE(list.linesOf("order").size(), std::size_t{2});
        const QString number = list.line("order")["orderNumber"].toString();
        const CliRun show = scene.home.run({"orders", "show", number});
        QVERIFY2(show.exitCode == 0 && show.out.contains(number), show.all());
        const CliRun events = scene.home.run({"orders", "events", number, "--json"});
        QCOMPARE(events.line("orderEvent")["event"].toString(), QString("order.created"));
        QVERIFY2(events.line("orderEvent")["data"].isObject(), events.all());
        const CliRun account = scene.home.run({"account", "--json"});
        QVERIFY(account.line("account")["held"].toObject()["amount"].toInt() > 0);
        QCOMPARE(scene.home.run({"products", "--json"}).linesOf("product").size(), std::size_t{5});
        const CliRun status = scene.home.run({"status", "--rows", "--json"});
        QCOMPARE(status.linesOf("row").size(), std::size_t{2});
        QCOMPARE(status.line("run")["rows"].toObject()["placed"].toInt(), 2);
        QVERIFY(scene.home.run({"status"}).out.contains("icps.csv"));
        const CliRun missing = scene.home.run({"orders", "show", "LS-0000000000"});
        QVERIFY2(missing.exitCode == 2 && missing.err.contains("There is no order"), missing.all());
    }
};

LEADSHEET_TEST(tst_cli_submit, CliSubmitTest);
#include "tst_cli_submit.moc"
