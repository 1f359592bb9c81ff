// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "pty_process.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include <QElapsedTimer>
#include <QtTest>
#include <csignal>
#include <sys/resource.h>

using leadsheet::test::CliHome;
using leadsheet::test::PtyProcess;
using leadsheet::test::sheetOf;
using leadsheet::test::TestServer;

namespace {

struct TerminalScene {
    TestServer server;
    CliHome home;
    QString sheet;

    TerminalScene() {
        home.use(server.baseUrl(), server.customerKey());
        sheet = home.write("icps.csv", sheetOf(3));
    }

    PtyProcess submit(const QStringList& more = {}, int columns = 80) {
        return {QStringList{CliHome::program(), "submit", sheet, "--base-url",
                            QString::fromStdString(server.baseUrl())} +
                    more,
                home.environment(), home.path("."), columns};
    }

    bool ordered() {
        for (const auto& record : server.accessRecords())
            if (record.operationId == "createOrder")
                return true;
        return false;
    }
};

/// Nothing can be opened while it lives, so there is no terminal to be had either.
class NothingOpens {
public:
    NothingOpens() {
        ::getrlimit(RLIMIT_NOFILE, &usual_);
        rlimit none = usual_;
        none.rlim_cur = 0;
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    ~NothingOpens() { ::setrlimit(RLIMIT_NOFILE, &usual_); }
    NothingOpens(const NothingOpens&) = delete;
    NothingOpens& operator=(const NothingOpens&) = delete;

private:
    rlimit usual_{};
};

} // namespace

class CliTerminalTest : public QObject {
    Q_OBJECT

private slots:
    // What every test of a terminal relies on: none waits for minutes where there is none.
    void noPseudoTerminal_isSaidAtOnce() {
        const auto make = [] {
            const NothingOpens nothing;
            return PtyProcess({"/bin/true"}, {}, ".");
        };
        QElapsedTimer timer;
        timer.start();
        QTest::ignoreMessage(QtCriticalMsg,
                             QRegularExpression("^there is no pseudo terminal here: .*; mount"));
        PtyProcess process = make();
        QVERIFY(!process.waitFor("anything"));
        QVERIFY(process.screen().startsWith("there is no pseudo terminal here"));
        process.signal(SIGTERM);
        QCOMPARE(process.finish(), -1);
        QVERIFY(timer.elapsed() < 10'000);
    }

    void question_answers_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("Enter alone") << QByteArray("\n") << 6;
        QTest::newRow("no") << QByteArray("n\n") << 6;
        QTest::newRow("something else") << QByteArray("ok\n") << 6;
        QTest::newRow("end of input") << QByteArray("\x04") << 6;
        QTest::newRow("Ctrl+C") << QByteArray("\x03") << 130;
        QTest::newRow("y") << QByteArray("y\n") << 0;
        QTest::newRow("the word") << QByteArray("Place\n") << 0;
    }
    void question_answers() {
        QFETCH(QByteArray, answer);
        QFETCH(int, exitCode);
        const bool spends = exitCode == 0;
        TerminalScene scene;
        PtyProcess process = scene.submit();
        QVERIFY2(process.waitFor("Place 3 Orders for $"), process.screen());
        QVERIFY2(process.waitFor("to do it:"), process.screen());
        QVERIFY(!scene.ordered());
        process.type(answer);
        const int ended = process.finish();
        QCOMPARE(scene.ordered(), spends);
        QVERIFY2(ended == exitCode, process.screen());
        QVERIFY2(spends || process.screen().contains("nothing was spent"), process.screen());
    }

    void progress_onATerminal_isOneLineAndGoesAway() {
        TerminalScene scene;
        scene.home.setVariable("NO_COLOR", "1");
        PtyProcess process = scene.submit({"--max-total", "1000"});
        QCOMPARE(process.finish(), 0);
        QVERIFY2(process.screen().contains("\r\033[K"), process.screen());
        QVERIFY2(process.screen().contains("3 orders placed"), process.screen());
    }

    void noColor_removesColoursAndKeepsWords() {
        TerminalScene scene;
        scene.home.setVariable("NO_COLOR", "1");
        PtyProcess process = scene.submit({"--max-total", "1000"});
        QCOMPARE(process.finish(), 0);
        for (const char* colour : {"\033[1m", "\033[3", "\033[0m"})
            QVERIFY2(!process.screen().contains(colour), process.screen());
    }

    void narrowTerminal_wrapsAndCutsNothing() {
        TerminalScene scene;
        scene.home.setVariable("NO_COLOR", "1");
        PtyProcess process = scene.submit({"--max-total", "1000"}, 40);
        QCOMPARE(process.finish(), 0);
        for (QByteArray line : process.screen().split('\n')) {
            line = line.mid(line.lastIndexOf("\033[K") < 0 ? 0 : line.lastIndexOf("\033[K") + 3);
            line.replace('\r', "");
            // A path is never broken: it would not be one any more.
            const bool path = line.contains("results.csv") || line.contains("http://");
            QVERIFY2(path || QString::fromUtf8(line).size() <= 40, line);
        }
    }

    void keyQuestion_doesNotShowWhatIsTyped() {
        TerminalScene scene;
        QProcessEnvironment environment = scene.home.environment();
        environment.remove("LEADSHEET_API_KEY");
        PtyProcess process({CliHome::program(), "account", "--base-url",
                            QString::fromStdString(scene.server.baseUrl())},
                           environment, scene.home.path("."));
        QVERIFY2(process.waitFor("(not shown):"), process.screen());
        process.type(QByteArray::fromStdString(scene.server.customerKey()) + "\n");
        QCOMPARE(process.finish(), 0);
        QVERIFY2(!process.screen().contains(scene.server.customerKey().c_str()), process.screen());
        QVERIFY2(process.screen().contains("available"), process.screen());
    }
};

LEADSHEET_TEST(tst_cli_terminal, CliTerminalTest);
#include "tst_cli_terminal.moc"
