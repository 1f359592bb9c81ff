// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "leadsheet/submit/ledger.hpp"

#include <QRegularExpression>
#include <QtTest>
#include <sqlite3.h>

using leadsheet::server::Fault;
using leadsheet::server::FaultMatch;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

const char* const kHeader = "scrapingOption,leadCount,industries,jobTitles,locations\n";

struct RetryScene {
    TestServer server;
    CliHome home;

    RetryScene() { home.use(server.baseUrl(), server.customerKey()); }

    CliRun submit(const QByteArray& content, const QStringList& more = {}) {
        const QString sheet = home.write("icps.csv", content);
        return home.run(QStringList{"submit", sheet, "--max-total", "1000"} + more);
    }
    /// Ten rows, of which the server refuses one.
    CliRun submitWithARefusal() {
        FaultMatch creates;
        creates.operationId = "createOrder";
        server.faults().add(Fault::answer(422, "validation_failed"), creates);
        return submit(sheetOf(10));
    }
    std::size_t orders() {
        return home.run({"orders", "list", "--json", "--limit", "1000"}).linesOf("order").size();
    }
};

QByteArray row(const char* leads, const char* industry) {
    return QByteArray("filters,") + leads + "," + industry + ",CTO,Germany\n";
}

} // namespace

class CliRetryTest : public QObject {
    Q_OBJECT

private slots:
    void refusedRow_afterManyPlaced_isNotHeldByWhatTheyCost() {
        RetryScene scene;
        QCOMPARE(scene.submitWithARefusal().exitCode, 4);
        const CliRun run = scene.home.run({"retry", "1", "--without-sheet", "--max-total", "100"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("10 orders placed"), run.all());
        QCOMPARE(scene.orders(), std::size_t{10});
    }

    void refusedRows_thatWereNotApproved_stayRefused_data() {
        QTest::addColumn<QStringList>("more");
        QTest::newRow("too dear") << QStringList{"--max-total", "0.01"};
        QTest::newRow("nobody says yes") << QStringList{};
    }
    void refusedRows_thatWereNotApproved_stayRefused() {
        QFETCH(QStringList, more);
        RetryScene scene;
        QCOMPARE(scene.submitWithARefusal().exitCode, 4);
        const auto seen = [&] {
            static const QRegularExpression moment(QStringLiteral("\"updatedAt\":\"[^\"]*\""));
            return scene.home.run({"status", "--json"}).out.remove(moment) +
                   scene.home.run({"results", "--only-refused"}).out;
        };
        const QString before = seen();
        CliRun run = scene.home.run(QStringList{"retry", "1", "--without-sheet"} + more);
        QVERIFY2(run.exitCode == 6 || run.exitCode == 7, run.all());
        QCOMPARE(seen(), before);
        run = scene.home.run({"resume", "--max-total", "100"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("No run is waiting"), run.all());
        QCOMPARE(scene.orders(), std::size_t{9});
    }

    void balance_withRowsApprovedBefore_isWhatIsLeftAfterThoseToo() {
        TestServer::Options options;
        options.configure = [](leadsheet::server::Config& config) {
            config.limits.orderRate = {2, std::chrono::hours(1)};
        };
        TestServer server(options);
        FaultMatch creates;
        creates.operationId = "createOrder";
        server.faults().add(Fault::answer(422, "validation_failed"), creates);
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(5));
        CliRun run = home.run({"submit", sheet, "--max-total", "500", "--max-wait", "1", "--json"});
        QVERIFY2(run.exitCode == 8, run.all());
        const QJsonObject totals = run.line("summary")["totals"].toObject();
        const qint64 queued = totals["queued"].toInteger();
        const qint64 unplaced = run.line("quote")["quoted"].toObject()["amount"].toInteger() -
                                totals["held"].toObject()["amount"].toInteger();
        QVERIFY2(queued > 0 && totals["refused"].toInteger() == 1, run.all());
        run = home.run({"retry", "1", "--without-sheet", "--json"}); // asks, and nobody answers
        QVERIFY2(run.exitCode == 6, run.all());
        const QJsonObject quote = run.line("quote");
        const auto cents = [&quote](const char* member) {
            return quote[QLatin1String(member)].toObject()["amount"].toInteger();
        };
        QCOMPARE(quote["orders"].toInteger(), qint64{1});
        QVERIFY2(cents("balanceBefore") - cents("balanceAfter") == unplaced, run.all());
        run = home.run({"retry", "1", "--without-sheet"});
        QVERIFY2(run.out.contains(QString::number(queued) + " rows that were approved before"),
                 run.all());
    }

    void rowThatWasNotApproved_isLeftForRetry_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>("orders");
        // Nobody approved the refused row, so it is refused still, and only retry sends it.
        QTest::newRow("resume") << QStringList{"resume", "1"} << 9;
        QTest::newRow("the newest") << QStringList{"resume"} << 9;
        QTest::newRow("retry") << QStringList{"retry", "1"} << 10;
        QTest::newRow("retry as they were") << QStringList{"retry", "1", "--without-sheet"} << 10;
    }
    void rowThatWasNotApproved_isLeftForRetry() {
        QFETCH(QStringList, command);
        QFETCH(int, orders);
        RetryScene scene;
        QCOMPARE(scene.submitWithARefusal().exitCode, 4);
        // Nobody says how much may be spent on the refused row.
        CliRun run = scene.home.run({"retry", "1", "--without-sheet"});
        QVERIFY2(run.exitCode == 6, run.all());
        QCOMPARE(scene.orders(), std::size_t{9});
        run = scene.home.run(command + QStringList{"--max-total", "100"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(scene.orders(), static_cast<std::size_t>(orders));
    }

    void repairedRow_isOrdered_data() {
        QTest::addColumn<QByteArray>("now");
        QTest::addColumn<int>("orders");
        QTest::addColumn<QString>("said");
        const QByteArray head = kHeader;
        const QByteArray rest = row("101", "Banking") + row("102", "Retail");
        QTest::newRow("in its place")
            << head + row("100", "Software") + rest + row("50", "Mining") << 4 << QString();
        // What follows was ordered once, and must not be ordered again with other details.
        QTest::newRow("changed places with one that changed")
            << head + row("50", "Mining") + rest + row("777", "Software") << 3 << "left out";
        QTest::newRow("sorted differently") << head + row("102", "Retail") + row("101", "Banking") +
                                                   row("50", "Mining") + row("777", "Software")
                                            << 3 << "left out";
        QTest::newRow("another row above it")
            << head + row("33", "Energy") + row("100", "Software") + rest + row("50", "Mining") << 3
            << "Nothing to retry";
    }
    void repairedRow_isOrdered() {
        QFETCH(QByteArray, now);
        QFETCH(int, orders);
        QFETCH(QString, said);
        RetryScene scene;
        CliRun run = scene.submit(kHeader + row("100", "Software") + row("101", "Banking") +
                                  row("102", "Retail") + row("-1", "Mining"));
        QVERIFY2(run.exitCode == 4, run.all());
        QCOMPARE(scene.orders(), std::size_t{3});
        scene.home.write("icps.csv", now);
        run = scene.home.run({"retry", "1", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains(said), run.all());
        QCOMPARE(scene.orders(), static_cast<std::size_t>(orders));
    }

    void changedRow_thatWasRefused_isOrderedAsTheRunWished() {
        RetryScene scene;
        QCOMPARE(scene.submit(sheetOf(2)).exitCode, 0);
        const QByteArray changed = sheetOf(2).replace("filters,101", "filters,250");
        FaultMatch creates;
        creates.operationId = "createOrder";
        scene.server.faults().add(Fault::answer(422, "validation_failed"), creates);
        CliRun run = scene.submit(changed, {"--include-changed"});
        QVERIFY2(run.exitCode == 4, run.all());
        QCOMPARE(scene.orders(), std::size_t{2});
        run = scene.home.run({"retry", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 order placed"), run.all());
        QCOMPARE(scene.orders(), std::size_t{3});
    }

    void correctionsOfAnotherContent_areNotLaidOverIt() {
        RetryScene scene;
        const QByteArray sheet =
            kHeader + row("100", "Software") + row("101", "Banking") + row("-1", "Mining");
        CliRun run = scene.submit(sheet, {"--set", "B3=150"});
        QVERIFY2(run.exitCode == 4, run.all());
        scene.home.write("icps.csv", kHeader + row("7", "Energy") + row("100", "Software") +
                                         row("101", "Banking") + row("50", "Mining"));
        run = scene.home.run({"retry", "1", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 3 && run.err.contains("corrections made in that run"), run.all());
        QCOMPARE(scene.orders(), std::size_t{2});
        scene.home.write("icps.csv", sheet);
        run = scene.home.run({"retry", "1", "--max-total", "1000"});
        QVERIFY2(run.exitCode == 4 && run.out.contains("Nothing to retry in run 1: 1 needs a fix"),
                 run.all());
    }

    void refusedRows_ofAnOlderRun_areNotSentWithoutAWord() {
        RetryScene scene;
        QCOMPARE(scene.submitWithARefusal().exitCode, 4);
        CliRun run = scene.submit(sheetOf(10) + row("33", "Energy"), {"--rows", "12"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QStringList retry{"retry", "1", "--without-sheet", "--max-total", "1000", "--json"};
        run = scene.home.run(retry);
        QVERIFY2(run.exitCode == 6 && run.line("newerRun")["newer"].toInteger() == 2, run.all());
        QVERIFY2(run.err.contains("newer_run_exists") || run.out.contains("newer_run_exists"),
                 run.all());
        QVERIFY2(run.all().contains("retry 1 --without-sheet --beside 2"), run.all());
        QCOMPARE(run.line("newerRun")["rows"].toInteger(), qint64{1});
        QCOMPARE(scene.orders(), std::size_t{10});
        run = scene.home.run(retry + QStringList{"--beside", "3"});
        QVERIFY2(run.exitCode == 2 && run.linesOf("quote").empty(), run.all());
        run = scene.home.run(retry + QStringList{"--beside", "2"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(scene.orders(), std::size_t{11});
    }

    void resume_ofAnOlderRunWithoutPrices_asksWithThePrice() {
        RetryScene scene;
        QCOMPARE(scene.submitWithARefusal().exitCode, 4);
        CliRun run = scene.submit(sheetOf(10) + row("33", "Energy"), {"--rows", "12"});
        QVERIFY2(run.exitCode == 0, run.all());
        {
            // As a retry does that is killed before it has asked for prices.
            const QString file = scene.home.path("data/leadsheet/ledger.sqlite");
            auto ledger = leadsheet::submit::Ledger::open(file.toStdString());
            QVERIFY(ledger.has_value());
            const auto lock = ledger->lock();
            const leadsheet::submit::RunId first{1};
            QCOMPARE(*ledger->retryRefused(first, {}, *lock), 1);
            sqlite3* rows = nullptr;
            QCOMPARE(sqlite3_open(file.toUtf8().constData(), &rows), SQLITE_OK);
            QCOMPARE(sqlite3_exec(rows,
                                  "UPDATE rows SET quoted = NULL, quote_id = ''"
                                  " WHERE run = 1 AND state = 0",
                                  nullptr, nullptr, nullptr),
                     SQLITE_OK);
            sqlite3_close(rows);
            QCOMPARE(ledger->run(first)->totals.leftAmount(), 0);
        }
        // What is typed wrong is said before any price is asked for.
        run = scene.home.run({"resume", "1", "--max-total", "1000", "--json", "--beside", "3"});
        QVERIFY2(run.exitCode == 2 && run.linesOf("quote").empty(), run.all());
        run = scene.home.run({"resume", "1", "--max-total", "1000", "--json"});
        QVERIFY2(run.exitCode == 6 && run.linesOf("quote").size() == 1 &&
                     run.line("newerRun")["newer"].toInteger() == 2,
                 run.all());
        QVERIFY2(run.line("newerRun")["quoted"].toObject()["amount"].toInteger() > 0, run.all());
        run = scene.home.run({"resume", "1", "--max-total", "1000", "--beside", "2"});
        QVERIFY2(run.exitCode == 0 && !run.all().contains("$0.00)"), run.all());
        QCOMPARE(scene.orders(), std::size_t{11});
    }

    void nothingIsLeft_isFineAndCounted() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("icps.csv", sheetOf(2));
        QCOMPARE(home.run({"submit", "icps.csv", "--max-total", "1000"}).exitCode, 0);
        for (const QStringList& command : {QStringList{"retry"}, QStringList{"retry", "1"},
                                           QStringList{"resume"}, QStringList{"resume", "1"}}) {
            const CliRun run = home.run(command + QStringList{"--json"});
            QVERIFY2(run.exitCode == 0, run.all());
            const QJsonObject summary = run.line("summary");
            QVERIFY2(summary["run"].isNull() && summary.contains("sandbox"), run.all());
            for (const char* name :
                 {"alreadyOrdered", "orderedBefore", "ended", "changed", "needsFix"})
                QVERIFY2(summary[name].isDouble(), run.all());
            QCOMPARE(summary["alreadyOrdered"].toInt(), command.size() == 2 ? 2 : 0);
        }
    }

    void runOfAnotherServer_isRefused() {
        TestServer::Options options;
        options.configure = [](leadsheet::server::Config& config) {
            config.limits.orderRate = {2, std::chrono::hours(1)};
        };
        TestServer first(options);
        TestServer second;
        CliHome home;
        home.use(first.baseUrl(), first.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(5));
        QCOMPARE(home.run({"submit", sheet, "--max-total", "500", "--max-wait", "1"}).exitCode, 8);
        home.use(second.baseUrl(), second.customerKey());
        const CliRun run = home.run({"resume", "1", "--max-total", "500"});
        QVERIFY2(run.exitCode == 5, run.all());
        QVERIFY2(run.err.contains(QString::fromStdString(first.baseUrl())), run.all());
        QCOMPARE(home.run({"orders", "list", "--json"}).linesOf("order").size(), std::size_t{0});
    }
};

LEADSHEET_TEST(tst_cli_retry, CliRetryTest);
#include "tst_cli_retry.moc"
