// SPDX-License-Identifier: Apache-2.0
#include "hook_scene.hpp"
#include "test_main.hpp"

#include "dialogs/form_dialog.hpp"

#include <QLineEdit>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;
using namespace std::chrono_literals;

namespace {

const server::FaultMatch kCreates{"createWebhook", "", "", false};

struct Scene : HookScene {
    /// Sends the form of a new webhook.
    void send() {
        open();
        LEADSHEET_WAIT(enabled("webhookAddFirst"));
        desktop.click("webhookAddFirst");
        desktop.type("webhookAddress", QString::fromStdString(receiver.url()));
        desktop.click("webhookSave");
    }
    std::string left() { return memberOf(server.get("/v1/webhooks"), "/data"); }
};

} // namespace

/// A webhook's secret is shown once: where nobody saw it, the webhook does not stay.
class WebhookUnseenTest : public QObject {
    Q_OBJECT

private slots:
    void webhook_leftBeforeItsSecretIsSeen_isRemovedAgain_data() {
        QTest::addColumn<bool>("withProgram");
        QTest::addColumn<bool>("answerLost");
        QTest::newRow("cancelled, answer lost") << false << true;
        QTest::newRow("with the program") << true << false;
        QTest::newRow("with the program, answer lost") << true << true;
    }
    void webhook_leftBeforeItsSecretIsSeen_isRemovedAgain() {
        QFETCH(bool, withProgram);
        QFETCH(bool, answerLost);
        Scene scene;
        auto& faults = scene.server.faults();
        faults.everyNth(
            1, answerLost ? server::Fault::resetAfterCommit() : server::Fault::stall(400ms),
            kCreates);
        scene.send();
        LEADSHEET_WAIT(scene.left() != "[]");
        if (withProgram) {
            if (answerLost)
                faults.clear(); // what was sent is asked about once more, and no longer
            scene.desktop.restart();
        } else {
            LEADSHEET_WAIT(!scene.said("webhookTrouble").isEmpty());
            faults.clear();
            scene.desktop.click("webhookCancel");
        }
        LEADSHEET_WAIT(scene.left() == "[]");
    }

    void webhook_whoseSecretIsShown_stays() {
        Scene scene;
        scene.send();
        LEADSHEET_WAIT(scene.enabled("secretDone"));
        scene.desktop.restart();
        QVERIFY(scene.left() != "[]");
    }

    void form_changedAfterALostAnswer_makesOneWebhook() {
        Scene scene;
        scene.server.faults().everyNth(1, server::Fault::resetAfterCommit(), kCreates);
        scene.send();
        LEADSHEET_WAIT(!scene.said("webhookTrouble").isEmpty());
        scene.server.faults().clear();
        scene.desktop.type("webhookName", QStringLiteral("Warehouse"));
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(scene.enabled("secretDone"));
        scene.desktop.click("secretDone");
        LEADSHEET_WAIT(scene.ready());
        QCOMPARE(scene.webhooks()->rowCount(), 1);
        QCOMPARE(memberOf(scene.server.get("/v1/webhooks"), "/data/0/name"),
                 std::string("Warehouse"));
    }

    void quitting_whileASecretIsMade_isAskedAbout() {
        Scene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookRotate");
        scene.server.faults().everyNth(1, server::Fault::stall(400ms),
                                       {"rotateWebhookSecret", "", "", false});
        scene.desktop.click("webhookRotateNow");
        setNextAnswer(false);
        QVERIFY(!scene.desktop.window().close());
        QVERIFY2(lastQuestion().contains(QStringLiteral("shown only once")),
                 qPrintable(lastQuestion()));
        LEADSHEET_WAIT(scene.enabled("secretDone"));
    }
};

LEADSHEET_TEST(tst_webhook_unseen, WebhookUnseenTest);
#include "tst_webhook_unseen.moc"
