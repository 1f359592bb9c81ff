// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "pty_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QDir>
#include <QtTest>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::PtyProcess;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

struct LedgerScene {
    TestServer server;
    CliHome home;
    QString sheet;

    explicit LedgerScene(int rows = 3) {
        home.use(server.baseUrl(), server.customerKey());
        sheet = home.write("icps.csv", sheetOf(rows));
    }

    CliRun submit() { return home.run({"submit", sheet, "--max-total", "100000"}); }

    QByteArray damageLedger() {
        const QByteArray nonsense(8192, 'x');
        for (const char* name : {"ledger.sqlite-wal", "ledger.sqlite-shm"})
            QFile::remove(home.path(QString("data/leadsheet/") + name));
        home.write("data/leadsheet/ledger.sqlite", nonsense);
        return nonsense;
    }

    QStringList setAsideFiles() const {
        return QDir(home.path("data/leadsheet")).entryList({"*.set-aside*"});
    }
};

/// The run lock, as another process would hold it.
class HeldLock {
public:
    explicit HeldLock(const QString& ledger)
        : descriptor_(::open((ledger + ".lock").toUtf8().constData(), O_RDWR | O_CREAT, 0600)) {
        struct flock lock {};
        lock.l_type = F_WRLCK;
        if (::fcntl(descriptor_, F_OFD_SETLK, &lock) != 0)
            QTest::qFail("the lock is taken", __FILE__, __LINE__);
    }
    HeldLock(const HeldLock&) = delete;
    HeldLock& operator=(const HeldLock&) = delete;
    ~HeldLock() { ::close(descriptor_); }

private:
    int descriptor_;
};

} // namespace

class CliLedgerTest : public QObject {
    Q_OBJECT

private slots:
    void damagedLedger_namesTheCommandThatHelps() {
        LedgerScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        const QByteArray damaged = scene.damageLedger();
        CliRun run = scene.submit();
        QVERIFY2(run.exitCode == 10, run.all());
        QVERIFY2(run.err.contains("Set it aside with: leadsheet ledger set-aside"), run.all());

        run = scene.home.run({"ledger", "set-aside", "--dry-run"});
        QVERIFY2(run.exitCode == 0, run.all());
        QCOMPARE(scene.home.read("data/leadsheet/ledger.sqlite"), damaged);
        run = scene.home.run({"ledger", "set-aside", "--json"});
        QVERIFY2(run.exitCode == 0, run.all());
        QFile moved(run.line("ledgerSetAside")["movedTo"].toString());
        QVERIFY2(moved.open(QIODevice::ReadOnly), run.all());
        QCOMPARE(moved.readAll(), damaged);

        run = scene.submit();
        QVERIFY2(run.exitCode == 0 && run.out.contains("3 already ordered"), run.all());
    }

    void setAside_saysWhatItMeansForOrders() {
        LedgerScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        scene.damageLedger();
        const CliRun run = scene.home.run({"ledger", "set-aside"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("Orders already placed stay placed"),
                 run.all());
    }

    void setAside_inASandboxElsewhere_isNamedSo() {
        CliHome home;
        const QString data = home.path("elsewhere");
        QVERIFY(QDir().mkpath(data + "/sandbox"));
        home.write("elsewhere/sandbox/ledger.sqlite", QByteArray(8192, 'x'));
        CliRun run = home.run({"status", "--sandbox", "--data-dir", "elsewhere"});
        const QString hint = "leadsheet ledger set-aside --sandbox --data-dir " + data;
        QVERIFY2(run.exitCode == 10 && run.err.contains(hint), run.all());
        run = home.run({"ledger", "set-aside", "--sandbox", "--data-dir", data});
        QVERIFY2(run.exitCode == 0, run.all());
        QVERIFY(!QFile::exists(data + "/sandbox/ledger.sqlite"));
    }

    void setAside_duringARun_isRefused() {
        LedgerScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        const QByteArray damaged = scene.damageLedger();
        const HeldLock lock(scene.home.ledger());
        const CliRun run = scene.home.run({"ledger", "set-aside"});
        QVERIFY2(run.exitCode == 9, run.all());
        QCOMPARE(scene.home.read("data/leadsheet/ledger.sqlite"), damaged);
        QCOMPARE(scene.setAsideFiles(), QStringList());
    }

    void setAside_soundOrNoLedger_isRefused() {
        LedgerScene scene;
        CliRun run = scene.home.run({"ledger", "set-aside"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("There is no ledger"), run.all());
        QCOMPARE(scene.submit().exitCode, 0);
        run = scene.home.run({"ledger", "set-aside"});
        QVERIFY2(run.exitCode == 2 && run.err.contains("is sound"), run.all());
        QCOMPARE(scene.setAsideFiles(), QStringList());
        QVERIFY(scene.home.run({"status", "--json"}).line("run")["run"].toInt() == 1);
    }

    void planOfAKilledCommand_isNoRun() {
        LedgerScene scene;
        {
            PtyProcess process({CliHome::program(), "submit", scene.sheet, "--base-url",
                                QString::fromStdString(scene.server.baseUrl())},
                               scene.home.environment(), scene.home.path("."));
            QVERIFY2(process.waitFor("to do it:"), process.screen());
            CliRun run = scene.home.run({"status"});
            QVERIFY2(run.out.contains("No runs yet"), run.all());
        } // killed
        CliRun run = scene.home.run({"status"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("No runs yet"), run.all());
        QCOMPARE(scene.submit().exitCode, 0);
        run = scene.home.run({"status", "1"});
        QVERIFY2(run.exitCode == 2, run.all()); // gone, and not only hidden
        QCOMPARE(scene.home.run({"status", "--json"}).linesOf("run").size(), std::size_t{1});
    }

    void ledgerThatCannotBeWritten_isReadAllTheSame_data() {
        QTest::addColumn<bool>("withSideFiles");
        QTest::newRow("closed in order") << false;
        QTest::newRow("side files left behind") << true;
    }
    void ledgerThatCannotBeWritten_isReadAllTheSame() {
        QFETCH(bool, withSideFiles);
        LedgerScene scene;
        QCOMPARE(scene.submit().exitCode, 0);
        const QString folder = scene.home.path("data/leadsheet");
        if (withSideFiles) {
            sqlite3* raw = nullptr;
            QCOMPARE(sqlite3_open(scene.home.ledger().toUtf8().constData(), &raw), SQLITE_OK);
            sqlite3_exec(raw, "SELECT count(*) FROM runs", nullptr, nullptr, nullptr);
            const QString copy = scene.home.path("copy");
            QVERIFY(QDir().mkpath(copy));
            for (const QString& name : QDir(folder).entryList({"ledger.sqlite*"}))
                QVERIFY(QFile::copy(folder + '/' + name, copy + '/' + name));
            sqlite3_close(raw);
            for (const QString& name : QDir(copy).entryList({"ledger.sqlite*"})) {
                QFile::remove(folder + '/' + name);
                QVERIFY(QFile::rename(copy + '/' + name, folder + '/' + name));
            }
            QVERIFY(QFile::exists(scene.home.ledger() + "-wal"));
        }
        // The superuser may write everywhere, unless that capability is taken away.
        const QStringList launcher{"setpriv", "--bounding-set", "-dac_override"};
        const bool superuser = ::geteuid() == 0;
        if (superuser)
            scene.home.setLauncher(launcher);
        QCOMPARE(QProcess::execute("chmod", {"-R", "a-w", folder}), 0);
        QVERIFY(QProcess::execute("env", (superuser ? launcher : QStringList()) +
                                             QStringList{"touch", folder + "/new"}) != 0);
        const CliRun runs = scene.home.run({"status", "--json"});
        const CliRun rows = scene.home.run({"status", "1", "--rows", "--json"});
        const CliRun results = scene.home.run({"results", "1", "-o", scene.home.path("out.csv")});
        QCOMPARE(QProcess::execute("chmod", {"-R", "u+w", folder}), 0);
        QVERIFY2(runs.exitCode == 0 && runs.linesOf("run").size() == 1, runs.all());
        QVERIFY2(rows.exitCode == 0 && rows.linesOf("row").size() == 3, rows.all());
        QVERIFY2(results.exitCode == 0, results.all());
        QCOMPARE(scene.home.read("out.csv").count('\n'), 4); // the names and three rows
    }

    void fullDisk_whilePlanning_leavesNoRun() {
        // A file size limit in place of a full disk, at every depth of the work.
        bool failed = false;
        bool done = false;
        for (int kibibytes = 64; kibibytes <= 4096 && !done; kibibytes += kibibytes / 4) {
            LedgerScene scene(300);
            const QString limit = QString("trap '' XFSZ; ulimit -f %1; exec \"$@\"").arg(kibibytes);
            scene.home.setLauncher({"bash", "-c", limit, "bash"});
            const CliRun run = scene.home.run(
                {"submit", scene.sheet, "--max-total", "0.01", "--no-results", "--quiet"});
            scene.home.setLauncher({});
            done = run.exitCode == 6;
            failed = failed || run.exitCode == 10;
            QVERIFY2(done || run.exitCode == 10, run.all());
            const CliRun status = scene.home.run({"status"});
            QVERIFY2(status.exitCode == 0 && status.out.contains("No runs yet"),
                     QByteArray::number(kibibytes) + " KiB: " + run.all() + status.all());
        }
        QVERIFY(failed && done);
    }
};

LEADSHEET_TEST(tst_cli_ledger, CliLedgerTest);
#include "tst_cli_ledger.moc"
