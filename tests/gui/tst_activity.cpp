// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "submit_driver.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_switcher.hpp"
#include "activity/activity_page.hpp"
#include "activity/ledger_records.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/notice_bar.hpp"
#include "shell/words.hpp"

#include "leadsheet/app/sandbox/sandbox.hpp"
#include "leadsheet/submit/audit.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTreeWidget>
#include <QtTest>
#include <sqlite3.h>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::SubmitJob;
using leadsheet::test::TestServer;

namespace {

struct Scene {
    TestServer server;
    DesktopScene desktop;

    submit::RunReport submit(std::int64_t rows, std::optional<std::int64_t> cap = {}) {
        SubmitJob job;
        job.baseUrl = server.baseUrl();
        job.apiKey = server.customerKey();
        job.ledger = desktop.program().workspace().folders().ledgerFile();
        job.rows = rows;
        job.cap = cap;
        const auto report = test::submitSheet(job);
        if (!report)
            qFatal("%s", report.error().message.c_str());
        return *report;
    }
    void open() {
        desktop.connectTo(server);
        desktop.program().workspace().showPage(QStringLiteral("activity"));
    }
    QString run(int row, int column) {
        const auto* model = desktop.find<QTableView>("runsTable")->model();
        return model->index(row, column).data().toString();
    }
    int rows() { return desktop.find<QTableView>("rowsTable")->model()->rowCount(); }
};

QAction* fault(DesktopScene& scene, const QString& name) {
    for (QAction* action : scene.find<QMenu>("faultMenu")->actions())
        if (action->text().startsWith(name))
            return action;
    qFatal("no such fault");
}

} // namespace

class ActivityTest : public QObject {
    Q_OBJECT

private slots:
    void noRuns_saysWhenTheFirstOneBegins() {
        Scene scene;
        scene.open();
        LEADSHEET_WAIT(scene.desktop.find<QLabel>("activityState")
                           ->text()
                           .contains(QStringLiteral("No runs yet")));
        QVERIFY(!scene.desktop.find<QPushButton>("activityExport")->isEnabled());
        QCOMPARE(scene.desktop.look(QStringLiteral("activity-none")), QString());
        // While the ledger is read again, nothing is said of it.
        scene.submit(1);
        auto& workspace = scene.desktop.program().workspace();
        workspace.showPage(QStringLiteral("orders"));
        workspace.showPage(QStringLiteral("activity"));
        auto* state = scene.desktop.find<QLabel>("activityState");
        QCOMPARE(state->text(), QStringLiteral("Loading…"));
        LEADSHEET_WAIT(state->text().startsWith(QStringLiteral("Run 1")) && scene.rows() == 1);
    }

    void finishedRun_showsRowsMoneyAndAttempts() {
        Scene scene;
        scene.submit(4);
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 4);
        QCOMPARE(scene.run(0, RunModel::State), QStringLiteral("Finished"));
        QCOMPARE(scene.run(0, RunModel::Placed), QStringLiteral("4"));
        QVERIFY(scene.run(0, RunModel::Held).startsWith(QLatin1Char('$')));
        QVERIFY(!scene.desktop.find<QPushButton>("activityGoOn")->isEnabled());
        auto* attempts = scene.desktop.find<QTreeWidget>("attempts");
        LEADSHEET_WAIT(attempts->topLevelItemCount() == 1);
        QCOMPARE(attempts->topLevelItem(0)->text(2), QStringLiteral("201"));
        QVERIFY(!attempts->topLevelItem(0)->text(4).isEmpty());
        auto* page = scene.desktop.find<ActivityPage>("activityPage");
        QVERIFY(page->commandLine().startsWith(QStringLiteral("leadsheet status 1 --rows")));
        QCOMPARE(scene.desktop.look(QStringLiteral("activity")), QString());
    }

    void attempt_brokenOff_isSaidInTheLanguageOfTheWindow() {
        const Translations german(QStringLiteral("de"));
        Scene scene;
        scene.submit(1);
        // The client repeats a request whose connection breaks, so the ledger is told of one.
        sqlite3* ledger = nullptr;
        const std::string file =
            scene.desktop.program().workspace().folders().ledgerFile().string();
        QCOMPARE(sqlite3_open(file.c_str(), &ledger), SQLITE_OK);
        QCOMPARE(sqlite3_exec(ledger,
                              "UPDATE attempts SET http_status = 0, code = 'network_error', message"
                              " = 'The connection broke before the answer was complete."
                              " (Failure when receiving data from the peer)'",
                              nullptr, nullptr, nullptr),
                 SQLITE_OK);
        QCOMPARE(sqlite3_close(ledger), SQLITE_OK);
        scene.open();
        auto* attempts = scene.desktop.find<QTreeWidget>("attempts");
        LEADSHEET_WAIT(attempts->topLevelItemCount() == 1);
        QCOMPARE(attempts->topLevelItem(0)->text(3),
                 QStringLiteral("Die Verbindung brach ab, bevor die Antwort vollständig war."
                                " (Failure when receiving data from the peer)"));
    }

    void run_askedAbout_saysWhatBecameOfItsMoney() {
        Scene scene;
        const auto report = scene.submit(4);
        const QString sum = money(report.totals.held, "USD");
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 4);
        auto* state = scene.desktop.find<QLabel>("activityState");
        QVERIFY2(state->text().contains(sum + QStringLiteral(" was held when it was ordered.")),
                 qPrintable(state->text()));
        QVERIFY(!state->text().contains(QStringLiteral("charged")));
        auto* ask = scene.desktop.find<QPushButton>("activityAsk");
        QVERIFY(ask->isEnabled());
        scene.desktop.click("activityAsk");
        LEADSHEET_WAIT(state->text().contains(QStringLiteral("charged")));
        QVERIFY2(state->text().contains(
                     sum + QStringLiteral(" held, $0.00 charged, $0.00 released, $0.00 refunded.")),
                 qPrintable(state->text()));
        QVERIFY(ask->isEnabled());
        auto* page = scene.desktop.find<ActivityPage>("activityPage");
        QVERIFY(
            page->commandLine().startsWith(QStringLiteral("leadsheet status 1 --rows --refresh")));
        QCOMPARE(scene.desktop.look(QStringLiteral("activity-asked")), QString());
    }

    void pausedRun_goesOnOnTheSubmitPage() {
        Scene scene;
        scene.submit(4, 1);
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 4);
        QCOMPARE(scene.run(0, RunModel::State), QStringLiteral("Paused"));
        QSignalSpy wanted(&scene.desktop.program().workspace(), &Workspace::runWanted);
        scene.desktop.click("activityGoOn");
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first().first().toLongLong(), 1);
        QCOMPARE(scene.desktop.window().currentPage()->id(), QStringLiteral("submit"));
        scene.desktop.program().workspace().showPage(QStringLiteral("activity"));
        QCOMPARE(scene.desktop.look(QStringLiteral("activity-paused")), QString());
    }

    void audit_exported_isIntact() {
        Scene scene;
        scene.submit(3);
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 3);
        const QString file = scene.desktop.folder() + QStringLiteral("/audit.jsonl");
        setNextFile(file);
        scene.desktop.click("activityExport");
        LEADSHEET_WAIT(scene.desktop.find<QPushButton>("activityExport")->isEnabled());
        const auto verdict = submit::verifyAudit(file.toStdString(), {});
        QVERIFY(verdict && verdict->intact);
        QCOMPARE(verdict->counts.rows, 3);
    }

    void rows_manyOfThem_arriveAsTheyAreScrolled() {
        RowModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        tester.setUseFetchMore(false);
        QSignalSpy wanted(&model, &RowModel::moreWanted);
        model.begin("USD");
        QCOMPARE(model.lastOrdinal(), std::int64_t{-1});
        submit::RowRecord row;
        row.ref.ordinal = 41;
        row.state = submit::RowState::Placed;
        row.price = 2000;
        model.append({row}, true);
        QVERIFY(model.canFetchMore({}));
        model.fetchMore({});
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(model.lastOrdinal(), std::int64_t{41});
        QCOMPARE(model.index(0, RowModel::Price).data().toString(), QStringLiteral("$20.00"));
        model.append({}, false);
        QVERIFY(!model.canFetchMore({}));
    }

    void faults_inTheSandbox_strikeAndAreSaid() {
        DesktopScene scene;
        scene.program().start(true);
        auto* button = scene.find<FaultButton>("faults");
        QVERIFY(!button->isVisible());
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        QVERIFY(button->isVisible());
        QCOMPARE(scene.look(QStringLiteral("sandbox-faults")), QString());
        const auto client = scene.program().account().connection()->client;
        const auto order = [&](const char* key) {
            OrderRequest request;
            request.product = "filters";
            request.leadCount = 100;
            request.fields["industries"] = std::string("Software");
            CallOptions call;
            call.retry = RetryPolicy::singleAttempt();
            return client->orders().create(OrderBody::of(request), *IdempotencyKey::parse(key),
                                           call);
        };
        fault(scene, QStringLiteral("Drop"))->trigger();
        const auto lost = order("fault-1");
        // curl itself asks once more when a connection it had kept is found dead; the order that
        // answers is this one, and no replay.
        QVERIFY(lost ? !lost->replayed : lost.error().certainty == Certainty::Unknown);
        const auto again = order("fault-1");
        QVERIFY(again && again->replayed);
        fault(scene, QStringLiteral("Answer 429"))->trigger();
        QVERIFY(!fault(scene, QStringLiteral("Answer 429"))->isEnabled());
        const auto refused = order("fault-2");
        QVERIFY(!refused && refused.error().is(ErrorCode::RateLimited));
    }

    void slowNetwork_switchedOnAndOff_holdsAnswersBack() {
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        const auto client = scene.program().account().connection()->client;
        const auto answersWithin = [&client](std::chrono::milliseconds time) {
            CallOptions call;
            call.retry = RetryPolicy::singleAttempt();
            call.deadline = time;
            return client->account().get(call).has_value();
        };
        const auto& notices = scene.window().notices();
        QAction* slow = fault(scene, QStringLiteral("Slow"));
        slow->trigger();
        QVERIFY(slow->isChecked());
        QVERIFY2(notices.text().contains(QStringLiteral("two seconds")),
                 qPrintable(notices.text()));
        QVERIFY(!answersWithin(app::Sandbox::kSlowAnswer / 4));
        slow->trigger();
        QVERIFY(!slow->isChecked());
        QVERIFY2(notices.text().contains(QStringLiteral("at once again")),
                 qPrintable(notices.text()));
        LEADSHEET_WAIT(answersWithin(app::Sandbox::kSlowAnswer * 3 / 4));
    }

    void faults_withARealAccount_areHidden() {
        Scene scene;
        scene.desktop.connectTo(scene.server);
        QVERIFY(!scene.desktop.find<FaultButton>("faults")->isVisible());
    }

    void crash_asksFirst() {
        DesktopScene scene;
        int crashes = 0;
        FaultButton button(scene.program().workspace(), scene.program().connector(),
                           [&crashes] { ++crashes; });
        QAction* crash = nullptr;
        for (QAction* action : button.menu()->actions())
            if (action->text().startsWith(QStringLiteral("Crash")))
                crash = action;
        QVERIFY(crash != nullptr);
        setNextAnswer(false);
        crash->trigger();
        QCOMPARE(crashes, 0);
        setNextAnswer(true);
        crash->trigger();
        QCOMPARE(crashes, 1);
    }

    void crash_killsTheProcess() {
        const pid_t child = ::fork();
        if (child == 0) {
            FaultButton::killThisProcess();
            ::_exit(0);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    }
};

LEADSHEET_TEST(tst_activity, ActivityTest);
#include "tst_activity.moc"
