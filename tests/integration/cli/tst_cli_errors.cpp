// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "refusing_port.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>

#include <thread>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

constexpr int kPatienceMs = 60'000;

/// Answers every connection with the same bytes, on a thread of its own.
class FixedServer {
public:
    explicit FixedServer(QByteArray answer)
        : answer_(std::move(answer)) {
        thread_ = std::jthread([this](const std::stop_token& stop) {
            QTcpServer server;
            server.listen(QHostAddress::LocalHost);
            port_ = server.serverPort();
            while (!stop.stop_requested()) {
                if (!server.waitForNewConnection(20))
                    continue;
                const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
                socket->waitForReadyRead(kPatienceMs);
                socket->write(answer_);
                socket->waitForBytesWritten(kPatienceMs);
                socket->disconnectFromHost();
                if (socket->state() != QAbstractSocket::UnconnectedState)
                    socket->waitForDisconnected(kPatienceMs);
            }
        });
        while (port_ == 0)
            std::this_thread::yield();
    }
    std::string baseUrl() const { return "http://127.0.0.1:" + std::to_string(port_); }

private:
    QByteArray answer_;
    std::atomic<int> port_{0};
    std::jthread thread_;
};

std::string anyKey() {
    return std::string("sk_") + "live_" + std::string(36, 'a');
}

QByteArray page(const char* status, const char* type, const char* body) {
    return QByteArray("HTTP/1.1 ") + status + "\r\nContent-Type: " + type +
           "\r\nContent-Length: " + QByteArray::number(static_cast<int>(qstrlen(body))) +
           "\r\nConnection: close\r\n\r\n" + body;
}

} // namespace

class CliErrorsTest : public QObject {
    Q_OBJECT

private slots:
    void serverDown_exit7AndNothingSpent() {
        CliHome home;
        const leadsheet::test::RefusingPort closed;
        home.use("http://127.0.0.1:" + std::to_string(closed.number()), anyKey());
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun run = home.run({"submit", sheet, "--max-total", "100"});
        QVERIFY2(run.exitCode == 7, run.all());
        QVERIFY2(run.err.contains("cannot be reached") && run.err.contains("nothing was spent"),
                 run.all());
    }

    void misspelt_isAnsweredWithTheNearest_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("nearest");
        QTest::newRow("command") << QStringList{"sumbit"} << "'sumbit'"
                                 << "submit";
        QTest::newRow("before its sheet") << QStringList{"chekc", "a.csv"} << "'chekc'"
                                          << "check";
        QTest::newRow("command of a command") << QStringList{"webhooks", "lst"} << "'lst'"
                                              << "list";
        QTest::newRow("optional command") << QStringList{"account", "legder"} << "legder"
                                          << "ledger";
        QTest::newRow("option") << QStringList{"submit", "a.csv", "--drry-run"} << "--drry-run"
                                << "--dry-run";
        QTest::newRow("option, nothing else") << QStringList{"submit", "--drry-run"} << "--drry-run"
                                              << "--dry-run";
        QTest::newRow("option with value") << QStringList{"status", "--limt=5"} << "--limt"
                                           << "--limit";
        QTest::newRow("option of the program") << QStringList{"status", "--vrebose"} << "--vrebose"
                                               << "--verbose";
        QTest::newRow("nothing near") << QStringList{"xyzzy"} << "'xyzzy'"
                                      << "";
    }
    void misspelt_isAnsweredWithTheNearest() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, named);
        QFETCH(QString, nearest);
        CliHome home;
        const CliRun run = home.run(arguments);
        QVERIFY2(run.exitCode == 2 && run.err.contains(named), run.all());
        QVERIFY2(nearest.isEmpty() ? !run.err.contains("Did you mean")
                                   : run.err.contains("Did you mean " + nearest + "?"),
                 run.all());
    }

    void foreignServer_isNamedAsSuch_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("web page") << page("200 OK", "text/html", "<html>Welcome</html>");
        QTest::newRow("not found page") << page("404 Not Found", "text/html", "<h1>Not Found</h1>");
        QTest::newRow("redirect") << QByteArray("HTTP/1.1 302 Found\r\nLocation: /login\r\n"
                                                "Content-Length: 0\r\nConnection: close\r\n\r\n");
        QTest::newRow("other JSON") << page("200 OK", "application/json", "{\"hello\":1}");
    }
    void foreignServer_isNamedAsSuch() {
        QFETCH(QByteArray, answer);
        const FixedServer server(answer);
        CliHome home;
        home.use(server.baseUrl(), anyKey());
        const CliRun run = home.run({"account"});
        QVERIFY2(run.exitCode == 7, run.all());
        QVERIFY2(run.err.contains("not a Leadsheet server"), run.all());
        QVERIFY2(run.err.contains("base URL"), run.all());
    }

    void outputThatCannotBeWritten_isToldAndFails() {
        CliHome home;
        home.setLauncher({"sh", "-c", "exec \"$0\" \"$@\" > /dev/full"});
        for (const char* const command : {"manual", "help", "--help", "--version"}) {
            const CliRun run = home.run({command});
            QVERIFY2(run.exitCode == 10, run.all());
            QVERIFY2(run.err.contains("could not be written whole"), run.all());
        }
        home.setLauncher({"sh", "-c", "(\"$0\" \"$@\"; echo $? >&2) | true"});
        const CliRun run = home.run({"manual"});
        QVERIFY2(run.err.trimmed() == "0", run.all()); // nobody wants the rest
    }

    void standardStreamsThatAreClosed_areNobodyElses() {
        CliHome home;
        home.setLauncher({"sh", "-c", "exec \"$0\" \"$@\" <&-"});
        CliRun run = home.run({"check", "-"});
        QVERIFY2(run.exitCode == 3 || run.exitCode == 10, run.all());
        home.setLauncher({"sh", "-c", "exec \"$0\" \"$@\" >&-"});
        run = home.run({"manual"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("Bad file descriptor"), run.all());
    }

    void parameterThatIsNone_isUsage() {
        const leadsheet::test::TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const CliRun run = home.run({"orders", "list", "--created-after", "yesterday"});
        QVERIFY2(run.exitCode == 2, run.all());
    }

    void idThatCannotBeOne_isRefusedBeforeTheServerIsAsked_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("order") << QStringList{"orders", "show"};
        QTest::newRow("events") << QStringList{"orders", "events"};
        QTest::newRow("leads of an order") << QStringList{"leads", "count", "--order"};
        QTest::newRow("key") << QStringList{"keys", "revoke"};
        QTest::newRow("webhook") << QStringList{"webhooks", "show"};
        QTest::newRow("message") << QStringList{"webhooks", "delivery"};
        QTest::newRow("destination") << QStringList{"destinations", "show"};
        QTest::newRow("operators' order") << QStringList{"admin", "approve"};
        QTest::newRow("account") << QStringList{"admin", "accounts", "update", "--name", "x"};
    }
    void idThatCannotBeOne_isRefusedBeforeTheServerIsAsked() {
        QFETCH(QStringList, command);
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        for (const char* const id : {"../../x", "LS-1?a=b", "LS-1#", "..", "%2e%2e", "a/b"}) {
            const CliRun run = home.run(command + QStringList{id, "--json"});
            QVERIFY2(run.exitCode == 2, run.all());
            QCOMPARE(run.line("error")["code"].toString(), QString("usage"));
        }
        QVERIFY(server.accessRecords().empty());
    }

    void numberOutOfBounds_isSaidInWords() {
        CliHome home;
        const CliRun run = home.run({"results", "abc"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("'abc' is not a whole number of at least 1"),
                 run.all());
    }

    void numberWithLeadingZeros_isDecimal() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(12));
        QCOMPARE(home.run({"submit", sheet, "--sandbox", "--max-total", "500"}).exitCode, 0);
        QCOMPARE(home.run({"status", "01", "--sandbox"}).exitCode, 0);
        const CliRun other = home.run({"status", "010", "--sandbox"});
        QVERIFY2(other.err.contains("There is no run 10."), other.all());
        const CliRun list = home.run({"orders", "list", "--limit", "010", "--json", "--sandbox"});
        QCOMPARE(list.linesOf("order").size(), std::size_t{10});
        for (const char* port : {"0x10", "0b1", "65536"})
            QVERIFY(home.run({"sandbox", "--port", port}).err.contains("whole number from 0 to"));
    }

    /// A variable that is not set must not widen a filter, nor leave out what was to be corrected.
    void emptyValue_isRefusedByEveryCommand_data() {
        QTest::addColumn<QStringList>("arguments");
        for (const char* filter :
             {"--status", "--reference", "--search", "--order-key", "--created-after"})
            QTest::addRow("orders list %s", filter) << QStringList{"orders", "list", filter, ""};
        for (const char* option : {"--map", "--map-file", "--edits", "--encoding", "--delimiter",
                                   "--set", "--fix", "--tab", "--header-row", "--rows"})
            QTest::addRow("submit %s", option) << QStringList{"submit", "a.csv", option, ""};
        QTest::newRow("results") << QStringList{"results", "3", "--output", ""};
        QTest::newRow("profile") << QStringList{"profile", "show", ""};
        QTest::newRow("webhook") << QStringList{"webhooks", "update", "wh_1", "--event", ""};
        QTest::newRow("positional") << QStringList{"leads", "export", ""};
    }
    void emptyValue_isRefusedByEveryCommand() {
        QFETCH(QStringList, arguments);
        CliHome home;
        const CliRun run = home.run(arguments);
        QVERIFY2(run.exitCode == 2 && run.err.contains("is empty"), run.all());
    }

    void wrongArguments_leadToTheHelpOfTheirCommand_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("help");
        QTest::newRow("no command") << QStringList{"--nonsense"} << "See: leadsheet --help";
        QTest::newRow("option") << QStringList{"check", "x.csv", "--nonsense"}
                                << "See: leadsheet check --help";
        QTest::newRow("missing") << QStringList{"--json", "admin", "keys", "rotate"}
                                 << "See: leadsheet admin keys rotate --help";
        QTest::newRow("group alone") << QStringList{"orders"} << "See: leadsheet orders --help";
    }
    void wrongArguments_leadToTheHelpOfTheirCommand() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, help);
        CliHome home;
        const CliRun run = home.run(arguments);
        QVERIFY2(run.exitCode == 2 && (run.out + run.err).contains(help), run.all());
    }

    void refusalWithUnknownCode_isNoOutage() {
        const FixedServer server(page("403 Forbidden", "application/problem+json",
                                      "{\"status\":403,\"code\":\"region_blocked\","
                                      "\"detail\":\"Not from here.\"}"));
        CliHome home;
        home.use(server.baseUrl(), anyKey());
        const CliRun run = home.run({"account"});
        QVERIFY2(run.exitCode == 7, run.all());
        QVERIFY2(run.err.contains("refused the request (HTTP 403)") &&
                     run.err.contains("Not from here.") && !run.err.contains("cannot be reached"),
                 run.all());
    }

    void encodingNotTellable_showsSamples() {
        CliHome home;
        const QString sheet = home.write("mac.csv", "name;city\nM\x9F"
                                                    "ller;K\x9Aln\n");
        const CliRun run = home.run({"check", sheet});
        QVERIFY2(run.exitCode == 3 && run.err.contains("As macintosh: Müller | Köln."), run.all());
    }

    void badBaseUrl_exit2_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no scheme") << "api.example.com"
                                   << "https://";
        QTest::newRow("plain http to another computer") << "http://api.example.com"
                                                        << "https://";
        QTest::newRow("password in it") << "https://me:secret@api.example.com"
                                        << "password";
        QTest::newRow("query") << "https://api.example.com/?a=b"
                               << "query";
    }
    void badBaseUrl_exit2() {
        QFETCH(QString, url);
        QFETCH(QString, reason);
        CliHome home;
        home.setVariable("LEADSHEET_API_KEY", QString::fromStdString(anyKey()));
        const CliRun run = home.run({"account", "--base-url", url});
        QVERIFY2(run.exitCode == 2 && run.err.contains(reason), run.all());
    }

    void damagedLedger_exit10() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(1));
        QVERIFY(QDir().mkpath(home.path("data/leadsheet")));
        home.write("data/leadsheet/ledger.sqlite", QByteArray(8192, 'x'));
        const CliRun run = home.run({"submit", sheet, "--max-total", "100"});
        QVERIFY2(run.exitCode == 10, run.all());
        QVERIFY2(run.err.contains("ledger.sqlite") && run.err.contains("nothing was spent"),
                 run.all());
        QVERIFY(server.accessRecords().empty());
    }

    void damagedProfiles_exit10AndAreKept() {
        CliHome home;
        QVERIFY(QDir().mkpath(home.path("config/leadsheet")));
        home.write("config/leadsheet/profiles.json", "{nonsense");
        const CliRun run = home.run({"profile", "list"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("profiles.json"), run.all());
        QCOMPARE(home.read("config/leadsheet/profiles.json"), QByteArray("{nonsense"));
    }

    void dataFolderNotWritable_exit10() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        home.write("data", "a file where a folder should be");
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun run = home.run({"submit", sheet, "--max-total", "100"});
        QVERIFY2(run.exitCode == 10, run.all());
    }

    void limitReached_exit8() {
        TestServer::Options options;
        options.configure = [](leadsheet::server::Config& config) {
            config.limits.defaultRate = {2, std::chrono::hours(1)};
        };
        TestServer server(std::move(options));
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        QCOMPARE(home.run({"products"}).exitCode, 0);
        const CliRun run = home.run({"products"});
        QVERIFY2(run.exitCode == 8, run.all());
        QVERIFY2(run.err.contains("request budget"), run.all());
    }

    void errorsAsJson_haveStableMembers() {
        CliHome home;
        const CliRun run = home.run({"account", "--json"});
        const QJsonObject error = run.line("error");
        QCOMPARE(error["exitCode"].toInt(), 2);
        QCOMPARE(error["code"].toString(), QString("usage"));
        QVERIFY(!error["message"].toString().isEmpty() && !error["fix"].toString().isEmpty());
    }
};

LEADSHEET_TEST(tst_cli_errors, CliErrorsTest);
#include "tst_cli_errors.moc"
