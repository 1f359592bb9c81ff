// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"
#include "pty_process.hpp"
#include "test_main.hpp"

#include <QStandardPaths>
#include <QtTest>

using leadsheet::test::CliHome;
using leadsheet::test::CliRun;
using leadsheet::test::PtyProcess;

namespace {

/// What is typed, and what the shell makes of it.
void addCases() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("completed");
    QTest::newRow("command") << "leadsheet submi"
                             << "submit";
    QTest::newRow("command of two words") << "leadsheet orders li"
                                          << "list";
    QTest::newRow("option") << "leadsheet submit --max-t"
                            << "--max-total";
    QTest::newRow("option of a command of two words") << "leadsheet orders list --created-"
                                                      << "--created-after";
    QTest::newRow("option of every command") << "leadsheet status --data-"
                                             << "--data-dir";
    QTest::newRow("choice of an option") << "leadsheet check --hidden-rows ke"
                                         << "keep";
    QTest::newRow("choice of an argument") << "leadsheet destinations add inst"
                                           << "instantly";
    QTest::newRow("sheet") << "leadsheet check icp"
                           << "icps.csv";
    QTest::newRow("file of an option") << "leadsheet status --key-file icp"
                                       << "icps.csv";
}

constexpr const char* kNoZsh = "zsh is missing: install the package zsh";
constexpr const char* kNoFish = "fish is missing: install the package fish";

bool isInstalled(const char* shell) {
    return !QStandardPaths::findExecutable(shell).isEmpty();
}

} // namespace

/// The scripts run in the shells that they are for.
class CliCompletionTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        home_ = std::make_unique<CliHome>();
        home_->write("icps.csv", "x");
    }

    void bash_completes_data() { addCases(); }
    void bash_completes() {
        QFETCH(QString, typed);
        QFETCH(QString, completed);
        writeScript("bash");
        const CliRun run =
            shell({"bash", "--norc", "-c",
                   "set -u; . ./script; complete -p leadsheet >/dev/null || exit 9; "
                   "read -ra COMP_WORDS <<<\"$1\"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                   "_leadsheet; printf '%s\\n' \"${COMPREPLY[@]}\"",
                   "bash", typed});
        QVERIFY2(run.exitCode == 0 && run.err.isEmpty(), run.all());
        QCOMPARE(run.out, completed + "\n");
    }

    void zsh_completes_data() { addCases(); }
    void zsh_completes() {
        QFETCH(QString, typed);
        QFETCH(QString, completed);
        QVERIFY2(isInstalled("zsh"), kNoZsh);
        writeScript("zsh");
        completeInZsh("compinit -u -D; . ./script", typed, completed);
    }

    void zsh_installedScript_completesAtTheFirstTry() {
        QVERIFY2(isInstalled("zsh"), kNoZsh);
        QVERIFY(QDir(home_->path(".")).mkdir("functions"));
        home_->write("functions/_leadsheet", home_->run({"completion", "zsh"}).out.toUtf8());
        completeInZsh("fpath=($PWD/functions $fpath); compinit -u -D", "leadsheet orders li",
                      "list");
    }

    void fish_completes_data() { addCases(); }
    void fish_completes() {
        QFETCH(QString, typed);
        QFETCH(QString, completed);
        QVERIFY2(isInstalled("fish"), kNoFish);
        writeScript("fish");
        const CliRun run =
            shell({"fish", "--no-config", "-c",
                   "source ./script; or exit 9; complete --do-complete $argv[1]", typed});
        QVERIFY2(run.exitCode == 0 && run.err.isEmpty(), run.all());
        const QStringList found = run.out.split('\n', Qt::SkipEmptyParts);
        QVERIFY2(found.size() == 1 && found.front().section('\t', 0, 0) == completed, run.all());
    }

private:
    void writeScript(const QString& shell) {
        const CliRun run = home_->run({"completion", shell});
        QVERIFY2(run.exitCode == 0, run.all());
        home_->write("script", run.out.toUtf8());
    }

    CliRun shell(const QStringList& command) {
        QProcess process;
        process.setProcessEnvironment(home_->environment());
        process.setWorkingDirectory(home_->path("."));
        process.start(command.front(), command.mid(1));
        process.closeWriteChannel();
        return CliHome::finish(process);
    }

    /// Types the words and Tab into an interactive zsh, where a function in the program's place
    /// tells which words it was called with.
    void completeInZsh(const QByteArray& setup, const QString& typed, const QString& completed) {
        PtyProcess zsh({QStandardPaths::findExecutable("zsh"), "-f", "-i"}, home_->environment(),
                       home_->path("."), 200);
        // Words in two pieces: the terminal's echo of what is typed must not look like an answer.
        zsh.type("PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; " + setup +
                 "; leadsheet() { print -r -- cal''led:\"$*\":end }; print rea''dy\n");
        QVERIFY2(zsh.waitFor("ready"), zsh.screen());
        zsh.type(typed.toUtf8() + "\t");
        zsh.type("\n");
        QVERIFY2(zsh.waitFor("called:") && zsh.waitFor(":end\r"), zsh.screen());
        QString words = typed.section(' ', 1);
        words = words.left(words.lastIndexOf(' ') + 1) + completed;
        QVERIFY2(zsh.screen().contains("called:" + words.toUtf8() + ":end"), zsh.screen());
        zsh.type("exit\n");
        QCOMPARE(zsh.finish(), 0);
    }

    std::unique_ptr<CliHome> home_;
};

LEADSHEET_TEST(tst_cli_completion, CliCompletionTest);
#include "tst_cli_completion.moc"
