// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "child_process.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace leadsheet::test;

namespace {

std::string serverProgram() {
    return qEnvironmentVariable("LEADSHEET_TEST_BIN").toStdString() + "/leadsheet-server";
}

std::vector<std::string> commandLine(const QStringList& arguments) {
    std::vector<std::string> line{serverProgram()};
    for (const QString& argument : arguments)
        line.push_back(argument.toStdString());
    return line;
}

/// Runs leadsheet-server until it announces itself.
class Running {
public:
    explicit Running(const QStringList& arguments)
        : process_(commandLine(arguments)) {
        const auto line = process_.readLine();
        if (!line)
            return;
        const auto ready = boost::json::parse(*line);
        port_ = static_cast<std::uint16_t>(ready.at("port").as_int64());
        url_ = ready.at("url").as_string().c_str();
    }

    int terminate(int signal) {
        process_.signal(signal);
        return process_.wait();
    }

    std::uint16_t port() const { return port_; }
    const std::string& url() const { return url_; }

private:
    ChildProcess process_;
    std::uint16_t port_ = 0;
    std::string url_;
};

std::pair<int, QString> runToEnd(const QStringList& arguments) {
    ChildProcess process(commandLine(arguments));
    const int code = process.wait();
    return {code, QString::fromStdString(process.errors())};
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

constexpr auto kOwnerOnly =
    QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;

} // namespace

class ProgramTest : public QObject {
    Q_OBJECT
private slots:
    void sandbox_isMadeOnce_andItsKeysWorkAfterARestart();
    void firstAdmin_isMadeOnce_andMakesAccounts();
    void connectionsOfOneAddress_areLimitedWithoutAnOption();
    void termSignal_endsItCleanly_data();
    void termSignal_endsItCleanly();
    void requestCutAtTheEndOfDrain_isNamed();
    void wrongUse_saysWhatAndHow_data();
    void wrongUse_saysWhatAndHow();
    void numbersWithLeadingZeros_areDecimal();
    void missingPepper_ofAKnownDatabase_isRefused();
    void emptyFile_asDatabase_isANewOne();
    void standardStreamsThatAreClosed_areNobodyElses();
};

void ProgramTest::sandbox_isMadeOnce_andItsKeysWorkAfterARestart() {
    const QTemporaryDir folder;
    const QString database = folder.filePath("s.db");
    const QString keys = folder.filePath("keys.json");
    const QString log = folder.filePath("access.log");
    const QStringList arguments{
        "--port", "0", "--database", database, "--bootstrap-sandbox", keys, "--access-log", log};
    std::string secret;
    QByteArray written;
    for (int start = 0; start < 2; ++start) {
        Running server(arguments);
        QVERIFY(server.port() != 0);
        QCOMPARE(server.url(), "http://127.0.0.1:" + std::to_string(server.port()));
        if (start == 0) {
            written = contentOf(keys);
            secret =
                memberOf(boost::json::parse(written.toStdString()), "/accounts/0/keys/0/secret");
        }
        QCOMPARE(contentOf(keys), written);
        QCOMPARE(rawRequest(server.port(), "GET", "/v1/account", {{"x-api-key", secret}}).status,
                 200);
        QCOMPARE(server.terminate(SIGTERM), 0);
    }
    for (const QString& file : {keys, database, database + ".pepper", log})
        QCOMPARE(QFileInfo(file).permissions(), kOwnerOnly);
    QVERIFY(contentOf(log).count('\n') == 2);
    QVERIFY(!contentOf(log).contains(secret.c_str()));
}

void ProgramTest::firstAdmin_isMadeOnce_andMakesAccounts() {
    const QTemporaryDir folder;
    const QString keys = folder.filePath("admin.json");
    const QStringList arguments{
        "--port",        "0",    "--database",        folder.filePath("s.db"),
        "--environment", "live", "--bootstrap-admin", keys};
    for (int start = 0; start < 2; ++start) {
        Running server(arguments);
        QCOMPARE(QFileInfo(keys).permissions(), kOwnerOnly);
        const auto document = boost::json::parse(contentOf(keys).toStdString());
        QCOMPARE(document.at("accounts").as_array().size(), std::size_t{1});
        QCOMPARE(memberOf(document, "/accounts/0/keys/0/type"), std::string("admin"));
        const std::string secret = memberOf(document, "/accounts/0/keys/0/secret");
        const auto listed =
            rawRequest(server.port(), "GET", "/v1/admin/accounts", {{"x-api-key", secret}});
        QCOMPARE(listed.status, 200);
        QCOMPARE(boost::json::parse(listed.body).at("data").as_array().size(), std::size_t{1});
        QCOMPARE(server.terminate(SIGTERM), 0);
    }
}

/// The help shows what the program takes when nobody says otherwise.
void ProgramTest::connectionsOfOneAddress_areLimitedWithoutAnOption() {
    ChildProcess process(commandLine({"--help"}));
    std::string help;
    while (const auto line = process.readLine())
        help += *line + "\n";
    QCOMPARE(process.wait(), 0);
    QVERIFY2(help.find("--max-connections-per-address UINT=256") != std::string::npos,
             help.c_str());
}

void ProgramTest::termSignal_endsItCleanly_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
}

void ProgramTest::termSignal_endsItCleanly() {
    QFETCH(int, signal);
    Running server({"--port", "0", "--database", ":memory:"});
    const RawConnection idle(server.port());
    QCOMPARE(server.terminate(signal), 0);
}

void ProgramTest::requestCutAtTheEndOfDrain_isNamed() {
    const QTemporaryDir folder;
    const QString keys = folder.filePath("keys.json");
    ChildProcess process(commandLine(
        {"--port", "0", "--database", ":memory:", "--drain", "0", "--bootstrap-sandbox", keys}));
    const auto ready = boost::json::parse(process.readLine().value_or("{}"));
    const std::string secret =
        memberOf(boost::json::parse(contentOf(keys).toStdString()), "/accounts/0/keys/0/secret");
    RawConnection begun(static_cast<std::uint16_t>(ready.at("port").as_int64()));
    begun.sendBytes("POST /v1/orders?secret=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n"
                    "Content-Type: application/json\r\nIdempotency-Key: k\r\n"
                    "Expect: 100-continue\r\nX-Api-Key: " +
                    secret + "\r\n\r\n");
    QVERIFY(begun.awaitAnswer()); // "100 Continue"
    process.signal(SIGTERM);
    QCOMPARE(process.wait(), 0);
    const QString said = QString::fromStdString(process.errors());
    QVERIFY2(said.contains("stopped: POST /v1/orders from 127.0.0.1, req_"), qPrintable(said));
}

void ProgramTest::wrongUse_saysWhatAndHow_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("word");
    const QStringList memory{"--port", "0", "--database", ":memory:"};
    QTest::newRow("unknown option") << QStringList{"--prot", "1"} << 2 << "--prot";
    QTest::newRow("certificate without key")
        << memory + QStringList{"--tls-cert", "c.pem"} << 2 << "--tls-key";
    QTest::newRow("no certificate")
        << memory + QStringList{"--tls-cert", "/nonexistent/c", "--tls-key", "/nonexistent/k"} << 4
        << "/nonexistent/c";
    QTest::newRow("bad address") << memory + QStringList{"--listen", "nowhere.invalid"} << 3
                                 << "nowhere.invalid";
    QTest::newRow("no pepper file")
        << QStringList{"--pepper-file", "/nonexistent/pepper"} << 5 << "/nonexistent/pepper";
    QTest::newRow("no database") << QStringList{"--database", ""} << 2 << ":memory:";
    QTest::newRow("nothing to copy")
        << QStringList{"copy", "--from", "", "--to", "postgresql://u@h/d"} << 2 << "--from";
    QTest::newRow("latest client in words")
        << memory + QStringList{"--latest-client", "newest"} << 2 << "newest";
    QTest::newRow("latest client over http")
        << memory + QStringList{"--latest-client", "1.9.0", "--latest-client-url", "http://e.com"}
        << 2 << "http://e.com";
    QTest::newRow("no latest client")
        << memory + QStringList{"--latest-client-url", "https://e.com"} << 2 << "--latest-client";
    QTest::newRow("no folder") << QStringList{"--database", "/nonexistent/x.db"} << 5
                               << "/nonexistent/x.db";
    QTest::newRow("no room for keys")
        << memory + QStringList{"--bootstrap-sandbox", "/nonexistent/keys"} << 6
        << "/nonexistent/keys";
    QTest::newRow("play money in a live service")
        << memory + QStringList{"--environment", "live", "--bootstrap-sandbox", "a"} << 2
        << "--bootstrap-admin";
    QTest::newRow("play and operator")
        << memory + QStringList{"--bootstrap-sandbox", "a", "--bootstrap-admin", "b"} << 2
        << "--bootstrap";
    QTest::newRow("no bound") << memory + QStringList{"--max-body-bytes", "-1"} << 2
                              << "'-1' is not a whole number of at least 1";
    for (const char* name : {"--port", "--orders-per-window", "--pepper-file", "--tls-key",
                             "--listen", "--access-log", "--bootstrap-admin"}) {
        const QStringList empty{name, ""};
        QTest::addRow("%s empty", name)
            << empty + QStringList{"--database", ":memory:"} << 2 << name;
    }
    QTest::newRow("hexadecimal") << memory + QStringList{"--quote-validity", "0x10"} << 2
                                 << "'0x10'";
    QTest::newRow("more than a header carries")
        << memory + QStringList{"--orders-per-window", "1000000000000000"} << 2
        << "from 1 to 999999999999999";
    QTest::newRow("more than 64 bits")
        << memory + QStringList{"--requests-per-window", "99999999999999999999"} << 2
        << "from 1 to 999999999999999";
    QTest::newRow("more money than there is")
        << memory + QStringList{"--daily-spend-cap", "9000000000000001"} << 2
        << "from 0 to 9000000000000000";
    QTest::newRow("bad limit") << memory + QStringList{"--max-page-size", "0"} << 2 << "page";
}

void ProgramTest::wrongUse_saysWhatAndHow() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, word);
    const auto [exitCode, message] = runToEnd(arguments);
    QVERIFY2(message.contains(word), qPrintable(message));
    QCOMPARE(exitCode, code);
}

/// And the largest page may be smaller than what a page has when nobody says.
void ProgramTest::numbersWithLeadingZeros_areDecimal() {
    const QTemporaryDir folder;
    const QString keys = folder.filePath("keys.json");
    Running server({"--port", "00", "--database", ":memory:", "--bootstrap-sandbox", keys,
                    "--requests-per-window", "0100", "--max-page-size", "050"});
    QVERIFY(server.port() != 0);
    const std::string secret =
        memberOf(boost::json::parse(contentOf(keys).toStdString()), "/accounts/0/keys/0/secret");
    for (const char* const target : {"/v1/orders", "/v1/orders?limit=51"}) {
        const auto answer = rawRequest(server.port(), "GET", target, {{"x-api-key", secret}});
        QCOMPARE(answer.status, 200);
        QCOMPARE(memberOf(answer, "/meta/limit"), std::string("50"));
        const std::string policy = answer.header("RateLimit-Policy");
        QVERIFY2(policy.find("q=100;") != std::string::npos, policy.c_str());
    }
    QCOMPARE(server.terminate(SIGTERM), 0);
}

void ProgramTest::missingPepper_ofAKnownDatabase_isRefused() {
    const QTemporaryDir folder;
    const QString database = folder.filePath("s.db");
    const QStringList arguments{"--port", "0", "--database", database};
    {
        Running server(arguments);
        QCOMPARE(server.terminate(SIGTERM), 0);
    }
    QVERIFY(QFile::setPermissions(database + ".pepper", kOwnerOnly | QFile::ReadOther));
    QCOMPARE(runToEnd(arguments).first, 5);
    QVERIFY(QFile::remove(database + ".pepper"));
    const auto [code, message] = runToEnd(arguments);
    QCOMPARE(code, 5);
    QVERIFY(message.contains("--pepper-file"));
}

void ProgramTest::emptyFile_asDatabase_isANewOne() {
    const QTemporaryDir folder;
    const QString database = folder.filePath("s.db");
    QVERIFY(QFile(database).open(QIODevice::WriteOnly));
    Running server({"--port", "0", "--database", database});
    QCOMPARE(server.terminate(SIGTERM), 0);
    QVERIFY(QFile::exists(database + ".pepper"));
}

void ProgramTest::standardStreamsThatAreClosed_areNobodyElses() {
    const QTemporaryDir folder;
    const QString log = folder.filePath("access.log");
    const QString script = "exec \"$0\" \"$@\" >&-";
    ChildProcess process({"/bin/sh", "-c", script.toStdString(), serverProgram(), "--database",
                          folder.filePath("server.sqlite").toStdString(), "--access-log",
                          log.toStdString()});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(log), 60'000);
    process.signal(SIGTERM);
    QCOMPARE(process.wait(), 0);
    // What is announced on standard output is in no file of the server's.
    for (const char* name : {"access.log", "server.sqlite", "server.sqlite-wal"})
        QVERIFY2(!contentOf(folder.filePath(name)).contains("\"event\":\"ready\""), name);
}

LEADSHEET_TEST(tst_program, ProgramTest);
#include "tst_program.moc"
