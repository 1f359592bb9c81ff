// SPDX-License-Identifier: Apache-2.0
// What goes wrong is said with a way out that leads where the person was going.
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QDir>
#include <QTcpServer>
#include <QtTest>

#include <array>
#include <memory>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

TestServer::Options requestsAnHour(int requests) {
    TestServer::Options options;
    options.configure = [requests](leadsheet::server::Config& config) {
        config.limits.defaultRate = {requests, std::chrono::hours(1)};
    };
    return options;
}

QString fixOf(const CliRun& run) {
    return run.line("error")["fix"].toString();
}

std::string withOtherEnd(std::string key) {
    key.back() = key.back() == 'a' ? 'b' : 'a';
    return key;
}

} // namespace

class CliWaysOutTest : public QObject {
    Q_OBJECT

private slots:
    void twoComputers_sameSheetAtOnce_bothEndWithinTheRequestBudget() {
        constexpr int kRows = 300;
        TestServer server(requestsAnHour(100));
        std::array<CliHome, 2> homes;
        std::array<std::unique_ptr<QProcess>, 2> computers;
        for (std::size_t i = 0; i < homes.size(); ++i) {
            homes.at(i).use(server.baseUrl(), server.customerKey());
            const QString sheet = homes.at(i).write("icps.csv", sheetOf(kRows));
            computers.at(i) =
                homes.at(i).start({"submit", sheet, "--max-total", "90000", "--max-wait", "60"});
        }
        for (auto& computer : computers) {
            const CliRun run = CliHome::finish(*computer);
            QVERIFY2(run.exitCode == 0, run.all());
        }
        std::size_t made = 0;
        for (const auto& record : server.accessRecords())
            made += record.method == "POST" && record.path == "/v1/orders" && record.status == 201
                        ? 1
                        : 0;
        QCOMPARE(made, std::size_t{kRows});
    }

    void usage_requestBudgetUsedUp_isTold() {
        TestServer server(requestsAnHour(2));
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        QCOMPARE(home.run({"products"}).exitCode, 0);
        QCOMPARE(home.run({"account"}).exitCode, 8);
        const CliRun run = home.run({"account", "usage", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        bool told = false;
        for (const QJsonObject& budget : run.linesOf("usage"))
            told = told || (budget["policy"] == "default" && budget["remaining"].toInt() == 0);
        QVERIFY2(told, run.all());
    }

    void noSuchRun_ofTheSandbox_leadsBackThere() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(1));
        QCOMPARE(home.run({"quote", sheet, "--sandbox"}).exitCode, 0);
        const CliRun run = home.run({"status", "99", "--sandbox", "--json"});
        QVERIFY2(run.exitCode == 2, run.all());
        QVERIFY2(fixOf(run).contains("leadsheet status --sandbox"), run.all());
    }

    void nothingOrderable_namesTheSheet() {
        CliHome home;
        const QString sheet =
            home.write("bad rows.csv", "scrapingOption,leadCount,industries,jobTitles,locations\n"
                                       "filters,0,Software,CTO,Germany\n");
        for (const QString command : {"quote", "submit"}) {
            const CliRun run = home.run({command, sheet, "--sandbox", "--json"});
            QCOMPARE(run.line("error")["code"].toString(), QString("nothing_orderable"));
            QVERIFY2(fixOf(run).contains("leadsheet check '" + sheet + "'"), run.all());
        }
    }

    void keyThatWasGiven_isNotSaidToBeTheProfiles() {
        TestServer server;
        CliHome home;
        const QString good = home.write("good", QByteArray::fromStdString(server.customerKey()));
        const QString bad =
            home.write("bad", QByteArray::fromStdString(withOtherEnd(server.customerKey())));
        for (const QString& file : {good, bad})
            QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        const QString url = QString::fromStdString(server.baseUrl());
        CliRun run =
            home.run({"profile", "add", "work", "--base-url", url, "--key-file", bad, "--json"});
        QVERIFY2(run.exitCode == 5 && fixOf(run).contains("--key-file"), run.all());
        QVERIFY2(!fixOf(run).contains("profile add"), run.all());
        run = home.run({"profile", "add", "work", "--base-url", url, "--key-file", good});
        QVERIFY2(run.exitCode == 0, run.all());
        run = home.run({"account", "--key-file", bad, "--json"});
        QVERIFY2(run.exitCode == 5 && fixOf(run).contains("--key-file"), run.all());
        QVERIFY2(fixOf(run).contains("profile 'work'") && !fixOf(run).contains("profile add"),
                 run.all());
    }

    void keyThatNobodyCanBeAskedFor_isNotSaidToBeUsed() {
        TestServer server;
        CliHome home;
        const QString key = home.write("key", QByteArray::fromStdString(server.customerKey()));
        QVERIFY(QFile::setPermissions(key, QFile::ReadOwner | QFile::WriteOwner));
        QCOMPARE(home.run({"profile", "add", "work", "--base-url",
                           QString::fromStdString(server.baseUrl()), "--key-file", key})
                     .exitCode,
                 0);
        const CliRun run = home.run({"account"});
        QVERIFY2(run.exitCode != 0 && run.err.contains("There is no key"), run.all());
        QVERIFY2(!run.err.contains("for this command only"), run.all());
    }

    void sandboxPortTaken_leadsToAnotherPort() {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        CliHome home;
        const CliRun run =
            home.run({"sandbox", "--port", QString::number(other.serverPort()), "--json"});
        QVERIFY2(run.exitCode == 2 && fixOf(run).contains("--port"), run.all());
        QVERIFY2(!run.all().contains("Check the network"), run.all());
    }

    void replacedRun_thatIsNone_isRefusedWithNothingLeftToOrder() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(2));
        QCOMPARE(home.run({"submit", sheet, "--max-total", "5000"}).exitCode, 0);
        CliRun run = home.run({"submit", sheet, "--replaces", "77"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("77"), run.all());
        run = home.run({"submit", sheet, "--replaces", "1"});
        QVERIFY2(run.exitCode == 0, run.all());
    }

    void watch_failedAndWaitingSheets_areToldApart() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        QVERIFY(QDir().mkpath(home.path("in")));
        const auto once = [&](const char* most) {
            return home.run({"watch", home.path("in"), "--settle", "0", "--once", "--json",
                             "--max-total", most});
        };
        home.write("in/a.csv", sheetOf(1));
        QCOMPARE(once("5000").exitCode, 0);
        QByteArray faulty = sheetOf(12).replace("CTO", "CFO");
        for (const char* count : {"many", "few", "some", "none", "all"})
            faulty += QByteArray("filters,") + count + ",Software,CTO,Germany\n";
        home.write("in/faulty.csv", faulty);
        home.write("in/dear.csv", sheetOf(300).replace("CTO", "COO"));
        const CliRun run = once("200");
        QVERIFY2(run.exitCode == 4, run.all());
        QString code;
        for (const QJsonObject& event : run.linesOf("watch"))
            if (event["event"] == "waiting")
                code = event["code"].toString();
        // It alone is beyond the day's limit, so that no other day has room for it either.
        QVERIFY2(code == "max_total_exceeded", run.all());
        const QString report = home.read("in/failed/faulty.csv.report.txt");
        QVERIFY2(report.contains("failed/faulty.results.csv") && !report.contains("/done/"),
                 qPrintable(report));
        for (const char* count : {"many", "few", "some", "none", "all"})
            QVERIFY2(report.contains(QString("\"") + count + "\""), qPrintable(report));
        QVERIFY2(report.contains("move it back into"), qPrintable(report));

        const QString dear = home.path("in/dear.csv");
        QCOMPARE(home.run({"submit", dear, "--max-total", "90000"}).exitCode, 0);
        QVERIFY(QFile::exists(home.path("in/dear.results.csv")));
        QCOMPARE(once("200").exitCode, 0);
        QVERIFY2(QFile::exists(home.path("in/done/dear.csv")) &&
                     !QFile::exists(home.path("in/dear.results.csv")),
                 qPrintable(QDir(home.path("in")).entryList().join(' ')));
    }

    void wrongArguments_areSaidInWords_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("german");
        QTest::newRow("twice") << QStringList{"submit", "a.csv",       "--max-total",
                                              "1",      "--max-total", "2"}
                               << "--max-total is given more than once"
                               << "--max-total ist mehr als einmal angegeben";
        QTest::newRow("not among") << QStringList{"sheet", "dump", "a.csv", "--format", "xml"}
                                   << "--format: 'xml' is not one of csv,json"
                                   << "--format: 'xml' ist nicht eines von csv,json";
        QTest::newRow("not together")
            << QStringList{"account", "--sandbox", "--base-url", "http://127.0.0.1:1"}
            << "cannot be used with"
            << "einander aus";
        QTest::newRow("too many") << QStringList{"submit", "a.csv", "b.csv", "c.csv"}
                                  << "b.csv c.csv"
                                  << "b.csv c.csv";
    }
    void wrongArguments_areSaidInWords() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, english);
        QFETCH(QString, german);
        CliHome home;
        CliRun run = home.run(arguments);
        QVERIFY2(run.exitCode == 2 && run.err.contains(english), run.all());
        run = home.run(arguments + QStringList{"--lang", "de"});
        QVERIFY2(run.exitCode == 2 && run.err.contains(german), run.all());
    }

    void mapThatCannotBeSaved_hasTheRealCause() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun run = home.run({"map", "save", sheet, "--data-dir", "/sys/leadsheet"});
        QVERIFY2(run.exitCode == 10, run.all());
        QVERIFY2(!run.err.contains("No such file or directory"), run.all());
    }

    void dump_headerRowZero_isNone() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun none = home.run({"sheet", "dump", sheet, "--header-row", "none"});
        const CliRun zero = home.run({"sheet", "dump", sheet, "--header-row", "0"});
        QVERIFY2(zero.exitCode == 0, zero.all());
        QCOMPARE(zero.out, none.out);
    }

    void status_everyState_isOneWord() {
        CliHome home;
        const CliRun help = home.run({"status", "--help"});
        QVERIFY2(help.out.contains("ordered-then-ended") && !help.out.contains("ordered,-"),
                 help.all());
    }
};

LEADSHEET_TEST(tst_cli_ways_out, CliWaysOutTest);
#include "tst_cli_ways_out.moc"
