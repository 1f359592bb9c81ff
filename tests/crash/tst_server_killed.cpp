// SPDX-License-Identifier: Apache-2.0
#include "killable_server.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <thread>

using namespace leadsheet;

/// The server is killed around every commit of its database while a sheet is being submitted, and
/// is started again on the same database and port; the submission never restarts.
class ServerKilledTest : public QObject {
    Q_OBJECT

    static constexpr std::int64_t kRows = 12;
    static constexpr std::int64_t kBalance = 1'000'000'00;

    static int sweep(const QString& moment);

private slots:
    void server_killedBeforeEachCommit_everyRowOrderedOnce();
    void server_killedAfterEachCommit_everyRowOrderedOnce();
};

namespace {

constexpr int kPatienceMs = 120'000;

} // namespace

int ServerKilledTest::sweep(const QString& moment) {
    for (int n = 1;; ++n) {
        const QTemporaryDir folder;
        test::KillableServer server(folder.filePath("server.db"));
        if (!server.start(moment, n))
            return -1;
        test::SubmitJob job;
        job.baseUrl = server.url();
        job.apiKey = server.key();
        job.ledger = folder.filePath("ledger.db").toStdString();
        job.rows = kRows;
        // The hurried clock runs on while the server starts again, which may take a while.
        job.maxOutage = std::chrono::hours(20);
        std::atomic<bool> done{false};
        std::optional<Result<submit::RunReport>> report;
        std::jthread submitting([&] {
            report = test::submitSheet(job);
            // The first calls are interactive ones, which may give up while the server is down.
            for (const QDeadlineTimer patience(kPatienceMs); !*report && !patience.hasExpired();)
                report = test::submitSheet(job);
            done = true;
        });
        bool killed = false;
        while (!done) {
            if (!killed && server.died()) {
                killed = true;
                if (!server.start("never", 0)) {
                    qWarning("the server did not start again after commit %d", n);
                    done.wait(false);
                    return -1;
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        submitting.join();
        killed = killed || server.died(); // perhaps after the last answer
        // The check below commits too (it is counted against limits); it asks a server that lives.
        server.end();
        if (!server.start("never", 0))
            return -1;
        if (!*report || (*report)->state != submit::RunState::Finished) {
            qWarning("killed %s commit %d: the run ended: %s", qPrintable(moment), n,
                     *report ? (*report)->detail.c_str() : report->error().message.c_str());
            return -1;
        }
        if (const auto wrong = test::disagreement(job, kBalance); !wrong.empty()) {
            qWarning("killed %s commit %d: %s", qPrintable(moment), n, wrong.c_str());
            return -1;
        }
        if (!killed)
            return n - 1;
    }
}

void ServerKilledTest::server_killedBeforeEachCommit_everyRowOrderedOnce() {
    const int kills = sweep("before");
    qInfo("%d kills before a commit", kills);
    QVERIFY(kills >= 3);
}

void ServerKilledTest::server_killedAfterEachCommit_everyRowOrderedOnce() {
    const int kills = sweep("after");
    qInfo("%d kills after a commit", kills);
    QVERIFY(kills >= 3);
}

LEADSHEET_TEST(tst_server_killed, ServerKilledTest);
#include "tst_server_killed.moc"
