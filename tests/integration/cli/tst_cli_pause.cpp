// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "pty_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "leadsheet/server/fault_plan.hpp"

#include <QtTest>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <set>

using leadsheet::server::Fault;
using leadsheet::server::FaultMatch;
using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::PtyProcess;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

constexpr int kRows = 120;
constexpr int kPatienceMs = 120'000;
/// So many orders are asked for before a gated server holds its commits back.
constexpr std::uint64_t kBeforeTheGate = 20;

/// Once closed, a server behind it commits no further order from one on: whatever is done to the
/// program until it is opened again happens in the middle of a run, however fast or slow that is.
class Gate {
public:
    void pass() {
        std::unique_lock lock(mutex_);
        opened_.wait(lock, [this] { return open_; });
    }
    void close() { set(false); }
    void open() { set(true); }

private:
    void set(bool open) {
        {
            const std::lock_guard lock(mutex_);
            open_ = open;
        }
        opened_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable opened_;
    bool open_ = true;
};

TestServer::Options behind(Gate& gate) {
    TestServer::Options options;
    options.configure = [&gate](leadsheet::server::Config& config) {
        config.databaseHook = [&gate, faults = config.faults](leadsheet::server::store::DbOp op,
                                                              std::uint64_t) {
            if (op == leadsheet::server::store::DbOp::Commit &&
                faults->consumed() >= kBeforeTheGate)
                gate.pass();
            return 0;
        };
    };
    return options;
}

struct PauseScene {
    Gate gate;
    TestServer server;
    CliHome home;
    QString sheet;

    PauseScene()
        : server(behind(gate)) {
        home.use(server.baseUrl(), server.customerKey());
        sheet = home.write("icps.csv", sheetOf(kRows));
    }
    ~PauseScene() { gate.open(); }
    PauseScene(const PauseScene&) = delete;
    PauseScene& operator=(const PauseScene&) = delete;

    void closeTheGate() {
        gate.close();
        // A fault that does nothing, to count the orders asked for.
        server.faults().everyNth(1, Fault::stall(std::chrono::milliseconds(0)), creates());
    }
    bool isAtTheGate() { return server.faults().consumed() >= kBeforeTheGate; }

    static FaultMatch creates() {
        FaultMatch match;
        match.operationId = "createOrder";
        return match;
    }

    std::unique_ptr<QProcess> submitting() {
        return home.start({"submit", sheet, "--max-total", "5000"});
    }

    std::size_t placedOrders() {
        return home.run({"orders", "list", "--json", "--limit", "1000"}).linesOf("order").size();
    }

    /// Every row ordered, none twice.
    void verifyAllOnce() {
        const CliRun list = home.run({"orders", "list", "--json", "--limit", "1000"});
        std::set<QString> keys;
        for (const QJsonObject& order : list.linesOf("order"))
            keys.insert(order["idempotencyKey"].toString());
        QCOMPARE(list.linesOf("order").size(), std::size_t{kRows});
        QCOMPARE(keys.size(), std::size_t{kRows});
    }
};

TestServer::Options twoOrdersAnHour() {
    TestServer::Options options;
    options.configure = [](leadsheet::server::Config& config) {
        config.limits.orderRate = {2, std::chrono::hours(1)};
    };
    return options;
}

void signal(QProcess& process, int number) {
    ::kill(static_cast<pid_t>(process.processId()), number);
}

} // namespace

class CliPauseTest : public QObject {
    Q_OBJECT

private slots:
    void firstSignal_finishesWhatIsInFlightAndResumeGoesOn_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("terminate") << SIGTERM;
    }
    void firstSignal_finishesWhatIsInFlightAndResumeGoesOn() {
        QFETCH(int, number);
        PauseScene scene;
        scene.home.setVariable("NO_COLOR", "1");
        scene.closeTheGate();
        PtyProcess process({CliHome::program(), "submit", scene.sheet, "--max-total", "5000",
                            "--base-url", QString::fromStdString(scene.server.baseUrl())},
                           scene.home.environment(), scene.home.path("."), 200);
        QVERIFY2(process.waitUntil([&] { return scene.isAtTheGate(); }), process.screen());
        process.signal(number);
        QVERIFY2(process.waitFor("pausing, last answers on their way"), process.screen());
        scene.gate.open();
        const int exitCode = process.finish();
        QVERIFY2(exitCode == 130, process.screen());
        QVERIFY2(process.screen().contains("Paused. 0 in flight."), process.screen());
        QVERIFY2(process.screen().contains("leadsheet resume"), process.screen());
        scene.server.faults().clear();
        QVERIFY(scene.placedOrders() < kRows);
        CliRun run = scene.home.run({"resume"});
        QVERIFY2(run.exitCode == 0, run.all());
        scene.verifyAllOnce();
        run = scene.home.run({"resume"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("No run is waiting"), run.all());
    }

    void secondSignal_stopsAtOnceAndNoRowIsLostOrDoubled() {
        PauseScene scene;
        // Handled (the orders exist), and the answers are held back far longer than the test runs.
        scene.server.faults().everyNth(1, Fault::stall(std::chrono::minutes(10)),
                                       PauseScene::creates());
        const auto process = scene.submitting();
        QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() >= 4, kPatienceMs);
        signal(*process, SIGINT);
        signal(*process, SIGTERM);
        CliRun run = CliHome::finish(*process);
        QVERIFY2(run.exitCode == 130, run.all());
        QVERIFY2(run.err.contains("unknown"), run.all());
        scene.server.faults().clear();
        run = scene.home.run({"resume"});
        QVERIFY2(run.exitCode == 0, run.all());
        scene.verifyAllOnce();
        scene.server.stop(std::chrono::milliseconds(0)); // without waiting for what it holds back
    }

    void paused_withRowsThatWereCertainlyNotOrdered_speaksOfNoUnknownOutcome() {
        PauseScene scene;
        scene.server.faults().everyNth(1, Fault::answer(503, "unavailable"), PauseScene::creates());
        const auto process = scene.submitting();
        QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() >= 4, kPatienceMs);
        signal(*process, SIGINT);
        const CliRun run = CliHome::finish(*process);
        QVERIFY2(run.exitCode == 130, run.all());
        QVERIFY2(!run.all().contains("unknown") && !run.all().contains("may be held"), run.all());
        QVERIFY2(run.out.contains("to retry: certainly not ordered, nothing is held"), run.all());
        QVERIFY2(run.err.contains("120 rows are left"), run.all());
        const CliRun status = scene.home.run({"status", "--json"});
        QCOMPARE(status.line("run")["atRisk"].toObject()["amount"].toInt(), 0);
    }

    void killed_isShownAsInterruptedAndResumed() {
        PauseScene scene;
        scene.closeTheGate();
        const auto process = scene.submitting();
        QTRY_VERIFY_WITH_TIMEOUT(scene.isAtTheGate(), kPatienceMs);
        process->kill();
        QVERIFY(process->waitForFinished(kPatienceMs));
        scene.gate.open();
        scene.server.faults().clear();
        const CliRun status = scene.home.run({"status", "--json"});
        QVERIFY2(status.line("run")["interrupted"].toBool(), status.all());
        CliRun run = scene.home.run({"resume"});
        QVERIFY2(run.exitCode == 0 && run.out.contains("was interrupted at"), run.all());
        scene.verifyAllOnce();
    }

    void otherRun_holdsTheLock_exit9() {
        PauseScene scene;
        scene.server.faults().everyNth(1, Fault::stall(std::chrono::minutes(10)),
                                       PauseScene::creates());
        const auto process = scene.submitting();
        QTRY_VERIFY_WITH_TIMEOUT(scene.server.faults().consumed() >= 1, kPatienceMs);
        const QString other = scene.home.write("other.csv", sheetOf(1));
        const CliRun run = scene.home.run({"submit", other, "--max-total", "100"});
        QVERIFY2(run.exitCode == 9, run.all());
        QVERIFY2(run.err.contains(QString::number(process->processId())), run.all());
        const CliRun status = scene.home.run({"status"});
        QVERIFY2(status.exitCode == 0, status.all());
        signal(*process, SIGINT);
        signal(*process, SIGTERM);
        QCOMPARE(CliHome::finish(*process).exitCode, 130);
    }

    void orderBudgetUsedUp_exit8AndResumable() {
        TestServer server(twoOrdersAnHour());
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(5));
        const CliRun run = home.run({"submit", sheet, "--max-total", "500", "--max-wait", "10"});
        QVERIFY2(run.exitCode == 8, run.all());
        QVERIFY2(run.out.contains("2 orders placed") && run.err.contains("3 rows are left"),
                 run.all());
        QVERIFY2(run.err.contains("leadsheet resume"), run.all());
    }

    void resumeHint_pasted_goesOnWithTheSameAccount() {
        TestServer server(twoOrdersAnHour());
        CliHome home;
        const QString key = home.write("my key", QByteArray::fromStdString(server.customerKey()));
        QVERIFY(QFile::setPermissions(key, QFile::ReadOwner | QFile::WriteOwner));
        home.write("icps.csv", sheetOf(5));
        const CliRun run =
            home.run({"submit", "icps.csv", "--max-total", "500", "--max-wait", "10", "--base-url",
                      QString::fromStdString(server.baseUrl()), "--key-file", "my key",
                      "--data-dir", "my data", "--proxy", "none"});
        QVERIFY2(run.exitCode == 8, run.all());
        const QString hint = run.err.section("Continue with: ", 1).section('\n', 0, 0);
        QVERIFY2(hint.startsWith("leadsheet resume 1 ") && hint.contains("--proxy none"),
                 run.all());
        QProcess shell;
        shell.setProcessEnvironment(home.environment());
        shell.setWorkingDirectory("/");
        shell.start("sh", {"-c", "leadsheet() { '" + CliHome::program() + "' \"$@\"; }; " + hint +
                                     " --max-wait 10"});
        const CliRun resumed = CliHome::finish(shell);
        QVERIFY2(resumed.exitCode == 8 && resumed.err.contains("3 rows are left"), resumed.all());
    }

    void limitedWithBudgetLeft_exit8AndResumable() {
        PauseScene scene;
        scene.server.faults().add(Fault::answerRetryAfter(429, std::chrono::hours(1)),
                                  PauseScene::creates());
        const CliRun run =
            scene.home.run({"submit", scene.sheet, "--max-total", "5000", "--max-wait", "10m"});
        QVERIFY2(run.exitCode == 8, run.all());
        QVERIFY2(run.err.contains("It makes sense to continue from"), run.all());
        QVERIFY(scene.placedOrders() < kRows);
    }

    void serverFails_noOutageAllowed_exit7AndResumable() {
        PauseScene scene;
        scene.server.faults().everyNth(1, Fault::answer(503), PauseScene::creates());
        CliRun run =
            scene.home.run({"submit", scene.sheet, "--max-total", "5000", "--max-outage", "0"});
        QVERIFY2(run.exitCode == 7, run.all());
        QVERIFY2(run.err.contains("Paused: No usable answer."), run.all());
        // The option is known to the commands that go on, too.
        run = scene.home.run({"resume", "--max-outage", "0"});
        QVERIFY2(run.exitCode == 7, run.all());
        scene.server.faults().clear();
        run = scene.home.run({"resume", "--max-outage", "1m"});
        QVERIFY2(run.exitCode == 0, run.all());
        scene.verifyAllOnce();
    }

    void badDuration_isUsage_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("submit") << QStringList{"submit", "icps.csv", "--max-outage", "soon"};
        QTest::newRow("resume") << QStringList{"resume", "--max-outage", "-1"};
        QTest::newRow("retry") << QStringList{"retry", "--max-wait", "5y"};
    }
    void badDuration_isUsage() {
        QFETCH(QStringList, command);
        CliHome home;
        const CliRun run = home.run(command);
        QVERIFY2(run.exitCode == 2, run.all());
        QVERIFY2(run.err.contains("is not a duration. Write seconds or a unit"), run.all());
    }

    void resumeUnderALimit_holdsApprovedRowsAgainstIt_data() {
        QTest::addColumn<QStringList>("limit");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("rows cost more") << QStringList{"--max-total", "0.01"} << 6;
        QTest::newRow("no amount") << QStringList{"--max-total", "abc"} << 2;
        QTest::newRow("first rows only") << QStringList{"--first", "1"} << 2;
        QTest::newRow("enough") << QStringList{"--max-total", "500"} << 8;
    }
    void resumeUnderALimit_holdsApprovedRowsAgainstIt() {
        QFETCH(QStringList, limit);
        QFETCH(int, exitCode);
        TestServer server(twoOrdersAnHour());
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(5));
        CliRun run = home.run({"submit", sheet, "--max-total", "500", "--max-wait", "10"});
        QVERIFY2(run.exitCode == 8, run.all());
        run = home.run(QStringList{"resume", "--max-wait", "10"} + limit);
        QVERIFY2(run.exitCode == exitCode, run.all());
        if (exitCode == 6)
            QVERIFY2(run.err.contains("--max-total $0.01"), run.all());
    }

    void longWait_withoutTerminal_isSaid() {
        TestServer server(twoOrdersAnHour());
        CliHome home;
        home.use(server.baseUrl(), server.customerKey());
        const QString sheet = home.write("icps.csv", sheetOf(5));
        const auto process = home.start({"submit", sheet, "--max-total", "500"});
        QByteArray said;
        const auto waits = [&] {
            said += process->readAllStandardError();
            return said.contains("waiting for the key's order budget until");
        };
        QTRY_VERIFY2_WITH_TIMEOUT(waits(), said.constData(), kPatienceMs);
        signal(*process, SIGINT);
        QCOMPARE(CliHome::finish(*process).exitCode, 130);
    }
};

LEADSHEET_TEST(tst_cli_pause, CliPauseTest);
#include "tst_cli_pause.moc"
