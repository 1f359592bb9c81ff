// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QCryptographicHash>
#include <QtTest>

using leadsheet::server::BootstrapKey;
using leadsheet::server::KeyType;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

QString keyOf(const TestServer& server) {
    return QString::fromStdString(server.customerKey());
}

QStringList at(const TestServer& server, const QStringList& arguments) {
    return arguments + QStringList{"--base-url", QString::fromStdString(server.baseUrl())};
}

/// What a script does in a desktop session of its own.
CliRun inSession(const CliHome& home, const QString& script) {
    QProcess session;
    QProcessEnvironment environment = home.environment();
    environment.remove("DBUS_SESSION_BUS_ADDRESS");
    session.setProcessEnvironment(environment);
    session.start("dbus-run-session", {"--", "bash", "-c", script});
    session.closeWriteChannel();
    return CliHome::finish(session);
}

} // namespace

class CliKeysTest : public QObject {
    Q_OBJECT

private slots:
    void keyAsArgument_isRefusedAndNotRepeated_data() {
        QTest::addColumn<QString>("prefix");
        QTest::newRow("alone") << "";
        QTest::newRow("as an option's value") << "--key=";
        QTest::newRow("inside a header") << "x-api-key: ";
    }
    void keyAsArgument_isRefusedAndNotRepeated() {
        QFETCH(QString, prefix);
        TestServer server;
        CliHome home;
        const CliRun run = home.run(at(server, {"account", prefix + keyOf(server)}));
        QVERIFY2(run.exitCode == 2, run.all());
        QVERIFY2(run.err.contains("looks like an API key"), run.all());
        QVERIFY2(!run.all().contains(server.customerKey().c_str()), run.all());
        QVERIFY(server.accessRecords().empty());
    }

    void keyFile_onlyMine_isTaken() {
        TestServer server;
        CliHome home;
        const QString file = home.write("key", (keyOf(server) + "\n").toUtf8());
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        const CliRun run = home.run(at(server, {"account", "--key-file", file}));
        QVERIFY2(run.exitCode == 0 && run.out.contains("available"), run.all());
    }

    void keyFile_readableByOthers_isRefusedWithTheRepair() {
        TestServer server;
        CliHome home;
        const QString file = home.write("key", keyOf(server).toUtf8());
        QVERIFY(
            QFile::setPermissions(file, QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther));
        const CliRun run = home.run(at(server, {"account", "--key-file", file}));
        QVERIFY2(run.exitCode == 5 && run.err.contains("chmod 600"), run.all());
        QVERIFY(server.accessRecords().empty());
    }

    void keyStdin_firstLine_isTaken() {
        TestServer server;
        CliHome home;
        const CliRun run =
            home.run(at(server, {"account", "--key-stdin"}), (keyOf(server) + "\nrest").toUtf8());
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(home.run(at(server, {"account", "--key-stdin"})).exitCode, 5);
    }

    void noKey_andNobodyToAsk_saysHowToGiveIt() {
        TestServer server;
        CliHome home;
        const CliRun run = home.run(at(server, {"account"}));
        QVERIFY2(run.exitCode == 5 && run.err.contains("LEADSHEET_API_KEY"), run.all());
    }

    void newerVersion_isSaidBesideTheAccountAndNotToPrograms() {
        const auto outputOf = [](const std::string& version, const QStringList& more) {
            TestServer server({.configure = [&](leadsheet::server::Config& config) {
                config.latestClient = {version, "https://example.com/leadsheet"};
            }});
            CliHome home;
            home.use(server.baseUrl(), server.customerKey());
            return home.run(QStringList{"account"} + more);
        };
        const CliRun words = outputOf("99.10", {});
        QVERIFY2(words.exitCode == 0 && !words.out.contains("99.10"), words.all());
        QVERIFY2(words.err.contains("99.10, at https://example.com/leadsheet"), words.all());
        const CliRun json = outputOf("99.10", {"--json"});
        QVERIFY2(!json.out.contains("99.10") && json.err.contains("99.10"), json.all());
        const CliRun quiet = outputOf("99.10", {"--quiet"});
        QVERIFY2(quiet.exitCode == 0 && quiet.err.isEmpty(), quiet.all());
        const CliRun older = outputOf("0.9", {});
        QVERIFY2(older.exitCode == 0 && older.err.isEmpty(), older.all());
    }

    void wrongKey_exit5() {
        TestServer server;
        CliHome home;
        QString wrong = keyOf(server);
        wrong[wrong.size() - 1] = wrong.endsWith('A') ? 'B' : 'A';
        home.setVariable("LEADSHEET_API_KEY", wrong);
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun run = home.run(at(server, {"submit", sheet, "--max-total", "100"}));
        QVERIFY2(run.exitCode == 5, run.all());
        QVERIFY2(run.err.contains("does not know this key") &&
                     run.err.contains("nothing was spent") && run.err.contains("(invalid_api_key"),
                 run.all());
        QVERIFY2(!run.all().contains(wrong.toUtf8()), run.all());
    }

    void missingScope_exit5AndNamesIt() {
        TestServer server;
        CliHome home;
        const auto reader =
            server.addKey(BootstrapKey{"reader", KeyType::Customer, {"account:read"}, {}});
        home.use(server.baseUrl(), reader.secret);
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun run = home.run({"submit", sheet, "--max-total", "100"});
        QVERIFY2(run.exitCode == 5 && run.err.contains("orders:write"), run.all());
    }

    void adminKey_exit5() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.adminKey());
        const CliRun run = home.run({"account"});
        QVERIFY2(run.exitCode == 5 && run.err.contains("wrong type"), run.all());
    }

    void verboseSubmit_leavesTheKeyNowhere() {
        TestServer server;
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(2));
        const CliRun run = home.run({"submit", sheet, "--max-total", "100", "--verbose"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.err.contains("POST") && run.err.contains("/v1/orders"), run.all());
        QVERIFY2(!run.all().contains(server.customerKey().c_str()), run.all());
        QVERIFY(!home.everything().contains(server.customerKey().c_str()));
    }

    void profile_withoutKeychain_isKeptWithoutItsKey() {
        TestServer server;
        CliHome home;
        CliRun run =
            home.run(at(server, {"profile", "add", "work", "--key-stdin"}), keyOf(server).toUtf8());
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.err.contains("no system keychain") && run.err.contains("kept nowhere"),
                 run.all());
        QVERIFY(!home.everything().contains(server.customerKey().c_str()));
        const QFileDevice::Permissions mode =
            QFile::permissions(home.path("config/leadsheet/profiles.json"));
        QCOMPARE(mode &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFileDevice::Permissions());
        run = home.run({"profile", "list", "--json"});
        QCOMPARE(run.line("profile")["accountId"].toString(),
                 QString::fromStdString(server.accountId()));
        home.setVariable("LEADSHEET_API_KEY", keyOf(server));
        run = home.run({"account"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("profile work"), run.all());
        run = home.run(
            {"profile", "add", "work", "--base-url", QString::fromStdString(server.baseUrl())});
        QVERIFY2(run.exitCode == 2 && run.err.contains("--replace"), run.all());
        QCOMPARE(home.run({"profile", "use", "play"}).exitCode, 2);
        const std::string owner = server.baseUrl() + "\n" + server.accountId();
        const QString copyOfLeads =
            home.path("data/leadsheet/leads/") +
            QString::fromLatin1(QCryptographicHash::hash(QByteArray::fromStdString(owner),
                                                         QCryptographicHash::Sha256)
                                    .toHex()
                                    .left(32)) +
            ".sqlite";
        QVERIFY(QDir().mkpath(QFileInfo(copyOfLeads).path()));
        QFile made(copyOfLeads);
        QVERIFY(made.open(QIODevice::WriteOnly));
        QCOMPARE(home.run({"profile", "remove", "work", "--dry-run"}).exitCode, 0);
        QVERIFY(QFile::exists(copyOfLeads));
        QCOMPARE(home.run({"profile", "remove", "work"}).exitCode, 0);
        QVERIFY(!QFile::exists(copyOfLeads));
        QCOMPARE(home.run({"profile", "show", "work"}).exitCode, 2);
    }

    void profile_keyOfAnotherAccount_isRefused() {
        TestServer server;
        CliHome home;
        QCOMPARE(
            home.run(at(server, {"profile", "add", "work", "--key-stdin"}), keyOf(server).toUtf8())
                .exitCode,
            0);
        home.setVariable("LEADSHEET_API_KEY", QString::fromStdString(server.addAccount(1000)));
        const QString sheet = home.write("icps.csv", sheetOf(1));
        const CliRun run = home.run({"submit", sheet, "--max-total", "100"});
        QVERIFY2(run.exitCode == 5 && run.err.contains("belongs to account"), run.all());
    }

    // A real keychain that asks to be unlocked, and a person who declines: nothing can ask here.
    void profile_keychainDeclined_isNotCalledMissing() {
        TestServer server;
        CliHome home;
        home.setVariable("THE_KEY", keyOf(server));
        const CliRun run =
            inSession(home, "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1\n"
                            "printf '%s' \"$THE_KEY\" | '" +
                                CliHome::program() + "' profile add work --key-stdin --base-url " +
                                QString::fromStdString(server.baseUrl()) + "\n");
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.err.contains("locked or refused access"), run.all());
        QVERIFY2(!run.err.contains("no system keychain"), run.all());
        QVERIFY(!home.everything().contains(server.customerKey().c_str()));
    }

    // One session with a real, unlocked keychain: add, use, show, remove.
    void profile_realKeychain_keepsAndForgetsTheKey() {
        TestServer server;
        CliHome home;
        const QString program = CliHome::program();
        const QString script =
            "set -e\n"
            "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null\n"
            "printf '%s' \"$THE_KEY\" | '" +
            program + "' profile add work --key-stdin --base-url " +
            QString::fromStdString(server.baseUrl()) + "\n'" + program + "' account\n'" + program +
            "' profile show work --json\n'" + program + "' profile remove work\n" + "set +e\n'" +
            program + "' account --base-url " + QString::fromStdString(server.baseUrl()) +
            " </dev/null\necho \"last $?\"\n";
        home.setVariable("THE_KEY", keyOf(server));
        const CliRun run = inSession(home, script);
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("The key is in the system keychain."), run.all());
        QVERIFY2(run.out.contains("profile work"), run.all());
        QVERIFY2(run.out.contains("\"keyStored\":true"), run.all());
        QVERIFY2(run.out.contains("its key from the system keychain"), run.all());
        QVERIFY2(run.out.contains("last 5"), run.all());
        QVERIFY(!run.all().contains(server.customerKey().c_str()));
        QVERIFY(
            !home.read("config/leadsheet/profiles.json").contains(server.customerKey().c_str()));
    }
};

LEADSHEET_TEST(tst_cli_keys, CliKeysTest);
#include "tst_cli_keys.moc"
