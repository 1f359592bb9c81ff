// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "test_main.hpp"

#include <QDir>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

#include <sqlite3.h>

#include <csignal>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::sheetOf;

namespace {

/// A whole key. The server keeps only its beginning and its last four characters.
bool holdsKey(const QByteArray& bytes) {
    static const QRegularExpression key(QString("sk_") + "live_[A-Za-z0-9]{36}");
    return key.match(QString::fromLatin1(bytes)).hasMatch();
}

} // namespace

class CliSandboxTest : public QObject {
    Q_OBJECT

    /// What the sandbox's ledger holds.
    static void change(const CliHome& home, const char* sql) {
        sqlite3* raw = nullptr;
        const QByteArray file = home.path("data/leadsheet/sandbox/ledger.sqlite").toUtf8();
        if (sqlite3_open(file.constData(), &raw) != SQLITE_OK ||
            sqlite3_exec(raw, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(raw));
        sqlite3_close(raw);
    }

private slots:
    void submit_inTheSandbox_keepsOrdersOverProcesses() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(4));
        CliRun run = home.run({"quote", sheet, "--sandbox"});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY2(run.out.contains("SANDBOX, play money") && run.out.contains("Balance $25,000.00"),
                 run.all());
        run = home.run({"submit", sheet, "--sandbox", "--max-total", "500"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("4 orders placed"), run.all());
        run = home.run({"submit", sheet, "--sandbox", "--max-total", "500"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("4 already ordered"), run.all());
        run = home.run({"orders", "list", "--sandbox", "--json"});
        QCOMPARE(run.linesOf("order").size(), std::size_t{4});
        QVERIFY2(home.run({"status", "--sandbox"}).out.contains("SANDBOX"), run.all());
        QVERIFY(!holdsKey(home.everything()));
    }

    void check_whatTheLedgerKnows_isNoLongerReady() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(4));
        CliRun run = home.run({"submit", sheet, "--sandbox", "--max-total", "500"});
        QVERIFY2(run.exitCode == 0, run.all());
        const QString order = home.run({"orders", "list", "--sandbox", "--json"})
                                  .linesOf("order")
                                  .front()["orderNumber"]
                                  .toString();
        home.write("icps.csv", sheetOf(6));
        run = home.run({"check", sheet, "--sandbox", "--words"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("2 orders ready") &&
                     run.out.contains("4 rows skipped: 4 already ordered") &&
                     run.out.contains("(Already Ordered: " + order + ", "),
                 run.all());
        run = home.run({"check", sheet, "--sandbox", "--json"});
        int known = 0;
        for (const QJsonObject& row : run.linesOf("row"))
            known += row["state"].toString() == "Already Ordered" &&
                     row["orderNumber"].toString().startsWith("LS-");
        QCOMPARE(known, 4);
        // A key alone does not say whose account it is.
        run = home.run({"check", sheet, "--base-url", "http://127.0.0.1:9"});
        QVERIFY2(run.out.contains("6 orders ready") && !run.out.contains("already"), run.all());

        home.write("icps.csv", sheetOf(4));
        run = home.run({"check", sheet, "--sandbox"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("0 orders ready") &&
                     run.out.contains("Nothing is left to order"),
                 run.all());
        home.write("icps.csv", sheetOf(4).replace("filters,10", "filters,20"));
        run = home.run({"check", sheet, "--sandbox"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("4 changed since ordered") &&
                     run.out.contains("No row is new") && !run.out.contains("can be ordered"),
                 run.all());
        home.write("icps.csv", sheetOf(4));
        // What cannot be read does not stop a check, and is said.
        home.write("data/leadsheet/sandbox/ledger.sqlite", QByteArray(4096, 'x'));
        run = home.run({"check", sheet, "--sandbox"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("4 orders ready") &&
                     run.out.contains("could not be looked up"),
                 run.all());
        run = home.run({"check", sheet, "--sandbox", "--json"});
        QCOMPARE(run.line("check")["compared"].toBool(true), false);
    }

    void check_ofAnOlderLedger_bringsItUpToDate() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(2));
        QCOMPARE(home.run({"submit", sheet, "--sandbox", "--max-total", "500"}).exitCode, 0);
        change(home, "DROP TABLE questions; ALTER TABLE runs DROP COLUMN unread_tabs;"
                     " PRAGMA user_version = 4");
        const CliRun run = home.run({"check", sheet, "--sandbox", "--json"});
        QCOMPARE(run.line("check")["alreadyOrdered"].toInt(), 2);
        QCOMPARE(run.line("check")["compared"].toBool(), true);
    }

    void check_whereTheLedgerFailsAmidIt_saysEveryRow() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(4));
        QCOMPARE(home.run({"submit", sheet, "--sandbox", "--max-total", "500"}).exitCode, 0);
        change(home, "UPDATE rows SET finding = 99 WHERE source_row = 4");
        CliRun run = home.run({"check", sheet, "--sandbox", "--json"});
        QVERIFY2(run.exitCode == 0 && run.line("check")["ready"].toInt() == 4 &&
                     !run.line("check")["compared"].toBool(true),
                 run.all());
        QList<int> rows;
        for (const QJsonObject& row : run.linesOf("row"))
            rows << row["row"].toInt();
        QCOMPARE(rows, (QList<int>{2, 3, 4, 5}));
        run = home.run({"check", sheet, "--sandbox", "--words"});
        QVERIFY2(run.out.contains("Row 5"), run.all());
    }

    void check_whoseAccountIsNotKnown_saysThatNothingIsToldApart() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(2));
        QCOMPARE(home.run({"submit", sheet, "--sandbox", "--max-total", "500"}).exitCode, 0);
        change(home, "INSERT INTO accounts(service, account_id, address)"
                     " SELECT 'another', 'acc_other', address FROM accounts");
        CliRun run = home.run({"check", sheet, "--sandbox"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("2 orders ready") &&
                     run.out.contains("not recognised"),
                 run.all());
        run = home.run({"check", sheet, "--sandbox", "--json"});
        QCOMPARE(run.line("check")["compared"].toBool(true), false);
    }

    /// Both programs, as they would lie on a stick.
    void markerBesideTheProgram_keepsEverythingThere() {
        const QString window = QFileInfo(CliHome::program() + "-desktop").filePath();
        if (!QFile::exists(window))
            QSKIP("the window is not built");
        CliHome home;
        const QString stick = home.path("stick") + QLatin1Char('/');
        QVERIFY(QDir().mkpath(stick));
        QVERIFY(QFile::copy(CliHome::program(), stick + "leadsheet"));
        QVERIFY(QFile::copy(window, stick + "leadsheet-desktop"));
        home.write("stick/leadsheet.portable", {});
        home.setVariable("QT_QPA_PLATFORM", "offscreen");
        const auto begin = [&](QProcess& process, const char* name, const QStringList& words) {
            process.setProcessEnvironment(home.environment());
            process.start(stick + QLatin1String(name), words);
        };
        QProcess submit;
        begin(submit, "leadsheet",
              {"submit", home.write("icps.csv", sheetOf(1)), "--sandbox", "--max-total", "500"});
        const CliRun run = CliHome::finish(submit);
        QVERIFY2(run.exitCode == 0 && run.out.contains("1 order placed"), run.all());
        const QString data = stick + "leadsheet-data/";
        QVERIFY(QFile::exists(data + "sandbox/ledger.sqlite"));
        QVERIFY(!QFile::exists(data + "desktop.ini"));
        QProcess desktop;
        begin(desktop, "leadsheet-desktop", {"--sandbox"});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(data + "desktop.ini"), 60'000);
        desktop.kill();
        QVERIFY(desktop.waitForFinished());
        QVERIFY(!QFile::exists(home.path("config")) && !QFile::exists(home.path("data")));
    }

    void foreground_servesOthersUntilInterrupted() {
        CliHome home;
        const auto sandbox = home.start({"sandbox", "--json"});
        QVERIFY(sandbox->waitForReadyRead(30'000));
        const QJsonObject told = QJsonDocument::fromJson(sandbox->readLine()).object();
        const QString file = told["keyFile"].toString();
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther),
                 QFileDevice::Permissions());
        QVERIFY(!told.contains("key"));
        CliRun run =
            home.run({"account", "--base-url", told["baseUrl"].toString(), "--key-file", file});
        QVERIFY2(run.exitCode == 0 && run.out.contains("$25,000.00"), run.all());
        // A second program joins the same sandbox, and the first one's key stays good.
        run = home.run({"account", "--sandbox"});
        QVERIFY2(run.exitCode == 0, run.all());
        run = home.run({"account", "--base-url", told["baseUrl"].toString(), "--key-file", file});
        QVERIFY2(run.exitCode == 0, run.all());
        run = home.run({"sandbox", "reset"});
        QVERIFY2(run.exitCode == 9 && run.err.contains("in use"), run.all());
        ::kill(static_cast<pid_t>(sandbox->processId()), SIGINT);
        run = CliHome::finish(*sandbox);
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY(!QFile::exists(file));
    }

    void chaos_makesNoMoreOrdersThanWishes() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(40));
        const auto sandbox = home.start({"sandbox", "--chaos", "7", "--json"});
        QVERIFY(sandbox->waitForReadyRead(30'000));
        const QJsonObject told = QJsonDocument::fromJson(sandbox->readLine()).object();
        const QStringList account{"--base-url", told["baseUrl"].toString(), "--key-file",
                                  told["keyFile"].toString()};
        // A row whose answers are lost too often is asked for again by the next run.
        CliRun run;
        for (int tries = 0; tries < 10 && run.exitCode != 0; ++tries)
            run = home.run(QStringList{"submit", sheet, "--max-total", "5000"} + account);
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(home.run({"sandbox", "--chaos", "8"}).exitCode, 9); // its folder is in use
        ::kill(static_cast<pid_t>(sandbox->processId()), SIGINT);
        run = CliHome::finish(*sandbox);
        QVERIFY2(run.exitCode == 0, run.all());
        const QJsonObject count = run.line("chaos");
        QCOMPARE(count["orders"].toInt(), 40);
        QCOMPARE(count["wishes"].toInt(), 40);
        QVERIFY2(count["faults"].toInt() > 5, run.all());
        // The sandbox of every day is another one.
        QCOMPARE(home.run({"orders", "list", "--sandbox", "--json"}).linesOf("order").size(),
                 std::size_t{0});
    }

    void chaos_withoutASeed_isRefused() {
        CliHome home;
        for (const char* seed : {"0", "-1", "x", ""})
            QCOMPARE(home.run({"sandbox", "--chaos", seed}).exitCode, 2);
    }

    void reset_startsAnew() {
        CliHome home;
        const QString sheet = home.write("icps.csv", sheetOf(2));
        QCOMPARE(home.run({"submit", sheet, "--sandbox", "--max-total", "500"}).exitCode, 0);
        QCOMPARE(home.run({"sandbox", "reset", "--dry-run"}).exitCode, 0);
        QCOMPARE(home.run({"orders", "list", "--sandbox", "--json"}).linesOf("order").size(),
                 std::size_t{2});
        QCOMPARE(home.run({"sandbox", "reset"}).exitCode, 0);
        const CliRun run = home.run({"submit", sheet, "--sandbox", "--max-total", "500"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("2 orders placed"), run.all());
    }

    void damagedState_namesTheWayOut() {
        CliHome home;
        QCOMPARE(home.run({"account", "--sandbox"}).exitCode, 0);
        const QString state = home.write("data/leadsheet/sandbox/sandbox.json", "{}");
        const CliRun run = home.run({"account", "--sandbox"});
        QVERIFY2(run.exitCode == 10 && run.err.contains("leadsheet sandbox reset"), run.all());
        QVERIFY(QFile::remove(state));
        const CliRun without = home.run({"account", "--sandbox"});
        QVERIFY2(without.exitCode == 10 && without.err.contains("leadsheet sandbox reset"),
                 without.all());
        QCOMPARE(home.run({"sandbox", "reset"}).exitCode, 0);
        QCOMPARE(home.run({"account", "--sandbox"}).exitCode, 0);
    }

    void files_areTheOwnersAlone() {
        CliHome home;
        home.setLauncher({"sh", "-c", "umask 0022; exec \"$0\" \"$@\""});
        QCOMPARE(home.run({"account", "--sandbox"}).exitCode, 0);
        const QDir folder(home.path("data/leadsheet/sandbox"));
        const QFileInfoList files = folder.entryInfoList(QDir::Files | QDir::Hidden);
        QVERIFY(!files.isEmpty());
        for (const QFileInfo& file : files)
            QVERIFY2((file.permissions() & (QFile::ReadGroup | QFile::ReadOther)) == 0,
                     qPrintable(file.fileName()));
    }

    void removedDatabase_isMadeAnew() {
        CliHome home;
        QCOMPARE(home.run({"account", "--sandbox"}).exitCode, 0);
        for (const char* name : {"server.sqlite", "server.sqlite-wal", "server.sqlite-shm"})
            QFile::remove(home.path(QString("data/leadsheet/sandbox/") + name));
        const CliRun run = home.run({"account", "--sandbox"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("$25,000.00"), run.all());
    }

    void manual_isMadeFromTheCommands() {
        CliHome home;
        const CliRun manual = home.run({"manual"});
        QVERIFY2(manual.out.contains(".TH LEADSHEET 1") && manual.out.contains(".SH EXIT STATUS") &&
                     manual.out.contains("\\-\\-max\\-total"),
                 manual.all());
    }
};

LEADSHEET_TEST(tst_cli_sandbox, CliSandboxTest);
#include "tst_cli_sandbox.moc"
