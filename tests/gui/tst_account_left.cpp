// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "shell/notice_bar.hpp"
#include "widgets/parts.hpp"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include <atomic>
#include <semaphore>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::TestServer;

namespace {

std::shared_ptr<const Connected> connectionTo(const std::string& account, bool admin = false) {
    auto made = std::make_shared<Connected>();
    made->ref = {"http://127.0.0.1:1", account, "work"};
    made->admin = admin;
    return made;
}

/// A job that goes on until it is let go or told to stop, and what became of it.
struct Job {
    std::binary_semaphore goOn{0};
    std::atomic<bool> begun = false;
    std::atomic<bool> stopped = false;
    std::atomic<bool> ended = false;
    bool told = false;

    void runOn(Background& background) {
        background.run(
            [this](const std::stop_token& stop) {
                begun = true;
                const std::stop_callback end(stop, [this] {
                    stopped = true;
                    goOn.release();
                });
                goOn.acquire();
                ended = true;
            },
            [this] { told = true; });
        if (!QTest::qWaitFor([this] { return begun.load(); }, 60000))
            qFatal("the job does not begin");
    }
    /// Waits until what it would have told has come, if it does.
    bool isTold() {
        if (!QTest::qWaitFor([this] { return ended.load(); }, 60000))
            return false;
        QCoreApplication::sendPostedEvents();
        QTest::qWait(20);
        return told;
    }
};

/// One whose webhooks may be on this computer.
TestServer::Options localHooks() {
    TestServer::Options options;
    options.configure = [](server::Config& config) {
        config.outgoing.allowHttp = true;
        config.outgoing.allowLoopback = true;
    };
    return options;
}

/// A window on an account of a real server, which is left for the sandbox.
struct Scene {
    TestServer server{localHooks()};
    DesktopScene desktop;

    void open(const char* page) {
        desktop.connectTo(server);
        desktop.program().workspace().showPage(QLatin1String(page));
    }
    void makeWebhook() {
        const std::string url = "http://127.0.0.1:9/leads";
        const auto made = server.post("/v1/webhooks", "{\"url\":\"" + url + "\"}");
        if (made.status != 201)
            qFatal("%s", made.body.c_str());
    }
    void failNext(const char* operation) {
        server::FaultMatch match;
        match.operationId = operation;
        server.faults().add(server::Fault::answer(400, "invalid_parameter"), match);
    }
    /// The account is left before its answer is delivered, which needs the event loop.
    void leave() {
        desktop.program().connector().useSandbox();
        if (!QTest::qWaitFor([this] { return state() == ConnectionState::Connected; }, 60000))
            qFatal("the sandbox is not connected");
    }
    ConnectionState state() { return desktop.program().account().state(); }
    bool enabled(const char* button) { return desktop.canClick(button); }
    QString said(const char* bar) { return desktop.notice(bar); }
};

} // namespace

/// What belongs to an account goes with it: notices, answers and failures.
class AccountLeftTest : public QObject {
    Q_OBJECT

private slots:
    void left_onlyWhereTheAccountIsAnother() {
        AccountSession session;
        const QSignalSpy left(&session, &AccountSession::accountLeft);
        auto leaves = [&left, before = qsizetype{0}]() mutable {
            return std::exchange(before, left.size()) != left.size();
        };
        session.setConnecting(connectionTo("a")->ref);
        QVERIFY(leaves()); // nobody's
        session.setConnected(connectionTo("a"));
        session.setConnecting(connectionTo("a")->ref);
        session.setFailed({});
        session.setConnecting(connectionTo("a")->ref);
        session.setConnected(connectionTo("a"));
        QVERIFY(!leaves());
        session.setConnected(connectionTo("b"));
        QVERIFY(leaves());
        session.setConnecting(); // the sandbox's
        QVERIFY(leaves());
        session.setFailed({});
        session.setConnecting();
        session.setConnected(connectionTo("sandbox"));
        QVERIFY(!leaves());
        session.disconnectNow();
        QVERIFY(leaves());
        session.disconnectNow();
        QVERIFY(!leaves());
    }

    void reading_connectionReplaced_isStoppedAndDropped() {
        AccountSession session;
        session.setConnected(connectionTo("a"));
        AccountReading reading(session);
        Job job;
        job.runOn(reading);
        session.setConnected(connectionTo("a"));
        QVERIFY(!reading.busy());
        QVERIFY(!job.isTold());
        QVERIFY(job.stopped);
    }

    void acting_accountLeft_goesOnButIsNotTold() {
        AccountSession session;
        session.setConnected(connectionTo("a"));
        AccountActing acting(session);
        Job renewed;
        renewed.runOn(acting);
        session.setConnected(connectionTo("a"));
        QVERIFY(acting.busy());
        renewed.goOn.release();
        QVERIFY(renewed.isTold());

        Job left;
        left.runOn(acting);
        session.setConnected(connectionTo("b"));
        QVERIFY(!acting.busy());
        left.goOn.release();
        QVERIFY(!left.isTold());
        QVERIFY(!left.stopped);
    }

    void notice_saidToNobody_isGoneOnceAnAccountIsConnected() {
        Scene scene;
        scene.desktop.window().show();
        Workspace& workspace = scene.desktop.program().workspace();
        workspace.notify(NoticeKind::Good, QStringLiteral("Copied: leadsheet orders list"));
        QCOMPARE(scene.said("notices"), QStringLiteral("Copied: leadsheet orders list"));
        scene.desktop.connectTo(scene.server);
        QCOMPARE(scene.said("notices"), QString());
    }

    void notice_ofTheProgram_staysWhileAccountsComeAndGo() {
        Scene scene;
        scene.desktop.window().show();
        Workspace& workspace = scene.desktop.program().workspace();
        workspace.notify(NoticeKind::Info, QStringLiteral("Only the first sheet was opened."),
                         NoticeOf::Program);
        scene.desktop.connectTo(scene.server);
        scene.leave();
        QCOMPARE(scene.said("notices"), QStringLiteral("Only the first sheet was opened."));
        const auto* bar = scene.desktop.window().findChild<NoticeBar*>("notices");
        const auto buttons = bar->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 1);
        QVERIFY(buttons.front()->isVisible());
        buttons.front()->click();
        QCOMPARE(scene.said("notices"), QString());
    }

    void webhook_actThatFailsAfterTheSwitch_isNotToldToTheOther() {
        Scene scene;
        scene.makeWebhook();
        scene.open("destinations");
        LEADSHEET_WAIT(scene.enabled("webhookEnable"));
        scene.failNext("updateWebhook");
        scene.desktop.click("webhookEnable");
        scene.leave();
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
        QCOMPARE(scene.said("webhooksNotice"), QString());
    }

    void webhook_failureThatIsShown_isGoneWithItsAccount() {
        Scene scene;
        scene.makeWebhook();
        scene.open("destinations");
        LEADSHEET_WAIT(scene.enabled("webhookEnable"));
        scene.failNext("updateWebhook");
        scene.desktop.click("webhookEnable");
        LEADSHEET_WAIT(!scene.said("webhooksNotice").isEmpty());
        scene.leave();
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
        QCOMPARE(scene.said("webhooksNotice"), QString());
    }

    void order_answeredAsTheAccountIsLeft_isNotToldToTheOther() {
        Scene scene;
        const auto made = scene.server.createOrder("order-1", TestServer::orderBody(101));
        const auto number = QJsonDocument::fromJson(QByteArray::fromStdString(made.body))
                                .object()["order_number"]
                                .toString();
        QCOMPARE(scene.server
                     .post("/v1/admin/orders/" + number.toStdString() + "/request-info",
                           R"({"question":"Austria as well?"})",
                           {{"x-api-key", scene.server.adminKey()}})
                     .status,
                 200);
        scene.open("orders");
        LEADSHEET_WAIT(scene.desktop.find<QLabel>("detailNumber")->text() == number &&
                       scene.enabled("orderAgain"));
        scene.desktop.find<TextEdit>("orderReply")->setPlainText(QStringLiteral("Yes, please."));
        scene.desktop.click("orderSend");
        scene.leave();
        // It was done all the same.
        LEADSHEET_WAIT(
            QString::fromStdString(scene.server.get("/v1/orders/" + number.toStdString()).body)
                .contains(QStringLiteral("pending_review")));
        QTest::qWait(40);
        QCOMPARE(scene.said("notices"), QString());
    }
};

LEADSHEET_TEST(tst_account_left, AccountLeftTest);
#include "tst_account_left.moc"
