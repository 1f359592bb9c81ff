// SPDX-License-Identifier: Apache-2.0
#include "submit_scene.hpp"
#include "test_main.hpp"

#include <QTemporaryDir>
#include <QtTest>

using namespace leadsheet;

/// The submitting program is killed around every commit of its ledger, then started again.
class ClientKilledTest : public QObject {
    Q_OBJECT

    static constexpr std::int64_t kRows = 12;
    static constexpr std::int64_t kBalance = 10'000'00;

    /// Kills at commit n for n = 1, 2, ... until a run ends by itself; returns how many were
    /// killed.
    static int sweep(const QString& moment);

private slots:
    void submission_killedBeforeEachCommit_everyRowOrderedOnce();
    void submission_killedAfterEachCommit_everyRowOrderedOnce();
    void submission_killedAgainAndAgain_everyRowOrderedOnce();
};

int ClientKilledTest::sweep(const QString& moment) {
    for (int n = 1;; ++n) {
        auto scene = test::startScene(kBalance);
        const QTemporaryDir folder;
        test::SubmitJob job;
        job.baseUrl = scene.server->baseUrl();
        job.apiKey = scene.key;
        job.ledger = folder.filePath("ledger.db").toStdString();
        job.rows = kRows;
        const QStringList common{QString::fromStdString(job.baseUrl), folder.filePath("ledger.db"),
                                 QString::number(kRows)};
        const auto first = test::runChild(
            "crash_submit_child", common + QStringList{moment, QString::number(n)}, job.apiKey);
        if (first.killed) {
            const auto second = test::runChild("crash_submit_child",
                                               common + QStringList{"never", "0"}, job.apiKey);
            if (second.killed || second.exitCode != 0) {
                qWarning("commit %d: the restarted run ended with %d: %s", n, second.exitCode,
                         second.errors.c_str());
                return -1;
            }
        } else if (first.exitCode != 0) {
            qWarning("commit %d: the run ended with %d: %s", n, first.exitCode,
                     first.errors.c_str());
            return -1;
        }
        if (const auto wrong = test::disagreement(job, scene.balance); !wrong.empty()) {
            qWarning("killed %s commit %d: %s", qPrintable(moment), n, wrong.c_str());
            return -1;
        }
        if (!first.killed)
            return n - 1;
    }
}

void ClientKilledTest::submission_killedBeforeEachCommit_everyRowOrderedOnce() {
    const int kills = sweep("before");
    qInfo("%d kills before a commit", kills);
    QVERIFY(kills >= 5);
}

void ClientKilledTest::submission_killedAfterEachCommit_everyRowOrderedOnce() {
    const int kills = sweep("after");
    qInfo("%d kills after a commit", kills);
    QVERIFY(kills >= 5);
}

void ClientKilledTest::submission_killedAgainAndAgain_everyRowOrderedOnce() {
    auto scene = test::startScene(kBalance);
    const QTemporaryDir folder;
    test::SubmitJob job;
    job.baseUrl = scene.server->baseUrl();
    job.apiKey = scene.key;
    job.ledger = folder.filePath("ledger.db").toStdString();
    job.rows = kRows;
    int kills = 0;
    for (int n = 1; n < 100; ++n) {
        // Each start dies a little later than the one before, so that progress is always possible.
        const auto end = test::runChild(
            "crash_submit_child",
            {QString::fromStdString(job.baseUrl), folder.filePath("ledger.db"),
             QString::number(kRows), n % 2 == 0 ? "before" : "after", QString::number(1 + n / 2)},
            job.apiKey);
        if (!end.killed) {
            QVERIFY2(end.exitCode == 0, end.errors.c_str());
            break;
        }
        ++kills;
    }
    QVERIFY(kills >= 3);
    const auto wrong = test::disagreement(job, scene.balance);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

LEADSHEET_TEST(tst_client_killed, ClientKilledTest);
#include "tst_client_killed.moc"
