// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "pty_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QtTest>

#include <set>

using leadsheet::server::Fault;
using leadsheet::server::FaultMatch;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::PtyProcess;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

/// Three rows ordered in run 1: rows 2, 3 and 4 with 100, 101 and 102 leads.
struct OrderAgainScene {
    TestServer server;
    CliHome home;
    QString sheet;

    OrderAgainScene() {
        home.use(server.baseUrl(), server.customerKey());
        sheet = home.write("icps.csv", sheetOf(3));
        const CliRun run = submit();
        if (run.exitCode != 0)
            QTest::qFail(run.all(), __FILE__, __LINE__);
    }

    CliRun submit() { return home.run({"submit", sheet, "--max-total", "1000"}); }
    CliRun orderAgain(const QStringList& more) {
        return home.run(QStringList{"order-again", "1", "--max-total", "1000"} + more);
    }

    /// Lead counts of all orders of the account, sorted; every one under a key of its own.
    std::multiset<int> ordered() {
        const CliRun list = home.run({"orders", "list", "--json"});
        std::multiset<int> counts;
        std::set<QString> keys;
        for (const QJsonObject& order : list.linesOf("order")) {
            counts.insert(order["leadCount"].toInt());
            keys.insert(order["idempotencyKey"].toString());
        }
        if (keys.size() != counts.size())
            QTest::qFail("two orders under one key", __FILE__, __LINE__);
        return counts;
    }
};

using Counts = std::multiset<int>;

} // namespace

class CliOrderAgainTest : public QObject {
    Q_OBJECT

private slots:
    void nothingElse_ordersARowTwice_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("submit") << QStringList{"submit", "icps.csv", "--max-total", "1000"};
        QTest::newRow("submit of the row")
            << QStringList{"submit", "icps.csv", "--rows", "3", "--max-total", "1000"};
        QTest::newRow("submit of changed rows")
            << QStringList{"submit", "icps.csv", "--include-changed", "--max-total", "1000"};
        QTest::newRow("retry") << QStringList{"retry", "1", "--max-total", "1000"};
        QTest::newRow("retry as it was")
            << QStringList{"retry", "1", "--without-sheet", "--max-total", "1000"};
        QTest::newRow("resume") << QStringList{"resume", "1", "--max-total", "1000"};
        QTest::newRow("dry run") << QStringList{"order-again", "1", "--rows", "3", "--dry-run"};
        QTest::newRow("no limit and nobody to ask")
            << QStringList{"order-again", "1", "--rows", "3"};
        QTest::newRow("limit too low")
            << QStringList{"order-again", "1", "--rows", "3", "--max-total", "0.01"};
    }
    void nothingElse_ordersARowTwice() {
        QFETCH(QStringList, command);
        OrderAgainScene scene;
        const CliRun run = scene.home.run(command);
        QVERIFY2(scene.ordered() == (Counts{100, 101, 102}), run.all());
        const CliRun status = scene.home.run({"status", "--json"});
        QCOMPARE(status.linesOf("run").size(), std::size_t{1});
    }

    void namedRows_areOrderedASecondTime() {
        OrderAgainScene scene;
        CliRun run = scene.orderAgain({"--rows", "3"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("A second order on purpose for 1 row of run 1"), run.all());
        QVERIFY2(run.out.contains("1 order placed, $"), run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 101, 102}), run.all());
        // The sheet stands for its orders as before.
        run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("3 already ordered"), run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 101, 102}), run.all());
    }

    void givenAgain_ordersAThirdTime() {
        OrderAgainScene scene;
        QCOMPARE(scene.orderAgain({"--rows", "2,4"}).exitCode, 0);
        const CliRun run = scene.orderAgain({"--rows", "4"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 100, 101, 102, 102, 102}), run.all());
    }

    void lostAnswer_isResumedUnderTheSameKey() {
        OrderAgainScene scene;
        FaultMatch creates;
        creates.operationId = "createOrder";
        scene.server.faults().everyNth(1, Fault::stall(std::chrono::minutes(10)), creates);
        const auto process =
            scene.home.start({"order-again", "1", "--rows", "3", "--max-total", "1000"});
        QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() >= 1, 30'000);
        process->kill();
        process->waitForFinished();
        scene.server.faults().clear();
        const CliRun run = scene.home.run({"resume"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 101, 102}), run.all());
        scene.server.stop(std::chrono::milliseconds(0)); // without waiting for what it holds back
    }

    void secondOrderFromElsewhere_isFoundFirst() {
        OrderAgainScene scene;
        QCOMPARE(scene.orderAgain({"--rows", "3"}).exitCode, 0);
        QVERIFY(QFile::remove(scene.home.ledger()));
        QVERIFY2(scene.submit().out.contains("3 already ordered"), "from the server");
        CliRun run = scene.orderAgain({"--rows", "3"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("was ordered again before, as LS-") &&
                     run.out.contains("Nothing spent"),
                 run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 101, 102}), run.all());
        run = scene.orderAgain({"--rows", "2-3"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("2 orders placed"), run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 100, 101, 101, 101, 102}), run.all());
    }

    void rowsThatWereNotOrdered_areRefusedByNumber() {
        OrderAgainScene scene;
        const CliRun run = scene.orderAgain({"--rows", "3,7-9"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("row 7, 8, 9"), run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 102}), run.all());
    }

    void usage_runAndRowsAreNeeded_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("no run") << QStringList{"order-again", "--rows", "3"};
        QTest::newRow("no rows") << QStringList{"order-again", "1"};
        QTest::newRow("no such run") << QStringList{"order-again", "9", "--rows", "3"};
        QTest::newRow("no row list") << QStringList{"order-again", "1", "--rows", "x"};
    }
    void usage_runAndRowsAreNeeded() {
        QFETCH(QStringList, command);
        OrderAgainScene scene;
        const CliRun run = scene.home.run(command);
        QVERIFY2(run.exitCode == 2, run.all());
        QVERIFY2(scene.ordered() == (Counts{100, 101, 102}), run.all());
    }

    void onATerminal_asksWithTheAmount() {
        OrderAgainScene scene;
        const QStringList command{CliHome::program(),
                                  "order-again",
                                  "1",
                                  "--rows",
                                  "2-3",
                                  "--base-url",
                                  QString::fromStdString(scene.server.baseUrl())};
        for (const char* answer : {"\n", "place\n"}) {
            PtyProcess process(command, scene.home.environment(), scene.home.path("."));
            QVERIFY2(process.waitFor("Place 2 Orders for $"), process.screen());
            QVERIFY2(process.waitFor("to do it:"), process.screen());
            QVERIFY2(scene.ordered() == (Counts{100, 101, 102}), process.screen());
            process.type(answer);
            process.finish();
        }
        QVERIFY(scene.ordered() == (Counts{100, 100, 101, 101, 102}));
    }
};

LEADSHEET_TEST(tst_cli_order_again, CliOrderAgainTest);
#include "tst_cli_order_again.moc"
