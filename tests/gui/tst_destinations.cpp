// SPDX-License-Identifier: Apache-2.0
#include "hook_scene.hpp"
#include "keyboard_walk.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "destinations/destinations_page.hpp"
#include "destinations/webhook_records.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/notice_bar.hpp"
#include "widgets/parts.hpp"

#include "leadsheet/webhook_signature.hpp"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTcpServer>
#include <QTcpSocket>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

std::optional<WebhookProblem> problemOf(const Receiver::Message& message, const QString& secret) {
    const auto parsed = WebhookSecret::parse(secret.toStdString());
    if (!parsed)
        return WebhookProblem::WrongSignature;
    return verifyWebhook(
        {&*parsed, 1},
        {message.headers.at("webhook-id"), message.headers.at("webhook-timestamp"),
         message.headers.at("webhook-signature")},
        message.body,
        std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now()));
}

} // namespace

/// Webhooks in the window, over the real server and a real receiver.
class DestinationsTest : public QObject {
    Q_OBJECT

private slots:
    void page_withoutWebhooks_saysWhatTheyAreFor() {
        HookScene scene;
        scene.open();
        const auto* loading = scene.desktop.find<QLabel>("webhooksLoading");
        QVERIFY(loading->isVisible());
        QCOMPARE(loading->text(), QStringLiteral("Loading…"));
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
        QVERIFY(!loading->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-none")), QString());
        QCOMPARE(tabFaults(scene.desktop.window()).join(QLatin1Char('\n')), QString());
        scene.desktop.click("webhookAddFirst");
        LEADSHEET_WAIT(scene.dialog() != nullptr && scene.dialog()->isVisible());
    }

    void list_thatFails_isToldAndTriedAgain() {
        HookScene scene;
        scene.add();
        scene.desktop.connectTo(scene.server);
        server::FaultMatch lists;
        lists.operationId = "listWebhooks";
        scene.server.faults().add(server::Fault::answer(400, "invalid_parameter"), lists);
        scene.desktop.program().workspace().showPage(QStringLiteral("destinations"));
        LEADSHEET_WAIT(!scene.said("webhooksNotice").isEmpty());
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-failed")), QString());
        emit scene.desktop.find<NoticeBar>("webhooksNotice")->actionTriggered();
        LEADSHEET_WAIT(scene.ready());
        QCOMPARE(scene.said("webhooksNotice"), QString());
    }

    void address_faulty_isToldBeforeItIsSent_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("part");
        QTest::newRow("empty") << QString() << QStringLiteral("missing");
        QTest::newRow("no scheme")
            << QStringLiteral("hooks.example.com/leads") << QStringLiteral("https");
        QTest::newRow("other scheme")
            << QString::fromLatin1("ftp://hooks.example.com") << QStringLiteral("https");
        QTest::newRow("no host") << QString::fromLatin1("https:///leads") << QStringLiteral("host");
        QTest::newRow("password") << QString::fromLatin1("https://me:pw@hooks.example.com/")
                                  << QStringLiteral("password");
        QTest::newRow("blank") << QString::fromLatin1("https://hooks.example.com/a b")
                               << QStringLiteral("character");
    }
    void address_faulty_isToldBeforeItIsSent() {
        QFETCH(QString, address);
        QFETCH(QString, part);
        HookScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
        scene.desktop.click("webhookAddFirst");
        scene.desktop.find<QLineEdit>("webhookAddress")->setText(address);
        scene.desktop.click("webhookSave");
        QVERIFY2(scene.label("webhookAddressNote").contains(part),
                 qPrintable(scene.label("webhookAddressNote")));
        QVERIFY(scene.dialog()->isVisible());
        for (const auto& record : scene.server.accessRecords())
            QVERIFY(record.method != "POST");
    }

    void address_thatTheServiceRefuses_isToldInTheForm() {
        HookScene scene(false);
        scene.open();
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
        scene.desktop.click("webhookAddFirst");
        scene.desktop.type("webhookAddress", QString::fromLatin1("https://127.0.0.1/hook"));
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(!scene.said("webhookTrouble").isEmpty());
        QVERIFY2(scene.said("webhookTrouble").contains(QStringLiteral("127.0.0.1")),
                 qPrintable(scene.said("webhookTrouble")));
        QVERIFY(scene.enabled("webhookSave"));
        QCOMPARE(scene.desktop.look(QStringLiteral("webhook-refused"), scene.dialog()), QString());
    }

    void add_answersLost_makesOneWebhookWhenTriedAgain() {
        HookScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
        scene.desktop.click("webhookAddFirst");
        scene.desktop.type("webhookAddress", QString::fromStdString(scene.receiver.url()));
        scene.server.faults().everyNth(1, server::Fault::resetAfterCommit(),
                                       {"createWebhook", "", "", false});
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(!scene.said("webhookTrouble").isEmpty());
        scene.server.faults().clear();
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(scene.enabled("secretDone"));
        scene.desktop.click("secretDone");
        LEADSHEET_WAIT(scene.ready());
        QCOMPARE(scene.webhooks()->rowCount(), 1);
    }

    void add_goodAddress_showsTheSecretOnceAndTries() {
        HookScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
        scene.desktop.click("webhookAddFirst");
        QCOMPARE(scene.desktop.look(QStringLiteral("webhook-form"), scene.dialog()), QString());
        scene.desktop.type("webhookAddress", QString::fromStdString(scene.receiver.url()));
        scene.desktop.type("webhookName", QStringLiteral("Warehouse"));
        scene.desktop.find<QCheckBox>("webhookAll")->setChecked(false);
        scene.desktop.find<QCheckBox>("kind order.failed")->setChecked(false);
        QCOMPARE(scene.desktop.look(QStringLiteral("webhook-kinds"), scene.dialog()), QString());
        QCOMPARE(tabFaults(*scene.dialog()).join(QLatin1Char('\n')), QString());
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(scene.enabled("secretDone"));
        auto* shown = scene.desktop.find<QLineEdit>("webhookSecret");
        QTest::keyClick(scene.dialog(), Qt::Key_Escape);
        QVERIFY(scene.dialog() != nullptr && scene.dialog()->isVisible());
        scene.desktop.program().theme().setFontSize(14);
        leadsheet::test::settle();
        QVERIFY2(shown->width() > shown->fontMetrics().horizontalAdvance(shown->text()) + 8,
                 qPrintable(QStringLiteral("%1 of %2")
                                .arg(shown->width())
                                .arg(shown->fontMetrics().horizontalAdvance(shown->text()))));
        scene.desktop.program().theme().setFontSize(0);
        leadsheet::test::settle();
        const QString secret = scene.desktop.find<QLineEdit>("webhookSecret")->text();
        QVERIFY(secret.startsWith(QStringLiteral("whsec_")));
        scene.desktop.click("secretCopy");
        QCOMPARE(QGuiApplication::clipboard()->text(), secret);
        scene.desktop.click("secretTest");
        LEADSHEET_WAIT(scene.said("testOutcome").contains(QStringLiteral("Delivered")));
        QCOMPARE(scene.desktop.look(QStringLiteral("webhook-secret"), scene.dialog()), QString());
        QCOMPARE(tabFaults(*scene.dialog()).join(QLatin1Char('\n')), QString());
        QCOMPARE(scene.receiver.count(), std::size_t{1});
        QVERIFY(!problemOf(scene.receiver.messages().front(), secret));
        scene.desktop.click("secretDone");
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        LEADSHEET_WAIT(scene.ready());
        QCOMPARE(scene.webhook(WebhookModel::Name), QStringLiteral("Warehouse"));
        QVERIFY(scene.sees(
            [&] { return scene.webhook(WebhookModel::State) == QStringLiteral("Working"); }));
        QCOMPARE(scene.webhook(WebhookModel::Messages), QStringLiteral("11 of 12 kinds"));
        QCOMPARE(scene.webhook(WebhookModel::Share), QStringLiteral("100 % of 1"));
        const QString command =
            scene.desktop.find<DestinationsPage>("destinationsPage")->commandLine();
        QVERIFY2(!command.contains(secret), qPrintable(command));
    }

    void test_ofAProgramThatFails_saysWhatItAnswered() {
        HookScene scene;
        scene.receiver.answerStatus(503);
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookTest");
        LEADSHEET_WAIT(scene.said("notices").contains(QStringLiteral("answered 503")));
        QVERIFY(scene.sees(
            [&] { return scene.webhook(WebhookModel::State) == QStringLiteral("Failing"); }));
    }

    void message_brokenOff_isSaidInTheLanguageOfTheWindow() {
        const Translations german(QStringLiteral("de"));
        HookScene scene;
        QTcpServer broken;
        QVERIFY(broken.listen(QHostAddress::LocalHost));
        connect(&broken, &QTcpServer::newConnection, &broken,
                [&broken] { broken.nextPendingConnection()->abort(); });
        const auto made =
            scene.server.post("/v1/webhooks", R"({"url":"http://127.0.0.1:)" +
                                                  std::to_string(broken.serverPort()) + "\"}");
        QCOMPARE(made.status, 201);
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.orders.place();
        const QString said =
            QStringLiteral("Die Verbindung brach ab, bevor die Antwort vollständig war. (");
        QVERIFY2(scene.sees([&] { return scene.attempts().contains(said); }),
                 qPrintable(scene.attempts()));
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-broken")), QString());
    }

    void message_redelivered_showsItsAttempts() {
        HookScene scene;
        scene.receiver.answerStatus(500);
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        const std::string order = scene.orders.place();
        QVERIFY(scene.sees([&] {
            return scene.deliveries()->rowCount() == 1 &&
                   scene.attempts().contains(QStringLiteral("500"));
        }));
        QCOMPARE(scene.delivery(0, DeliveryModel::Order), QString::fromStdString(order));
        QCOMPARE(scene.delivery(0, DeliveryModel::Message), QStringLiteral("Order placed"));
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-retry")), QString());
        scene.receiver.answerStatus(204);
        scene.desktop.click("deliveryResend");
        LEADSHEET_WAIT(scene.label("deliveryState").contains(QStringLiteral("Delivered")));
        LEADSHEET_WAIT(scene.attempts().contains(QStringLiteral("204")));
        const auto messages = scene.receiver.messages();
        QCOMPARE(messages.back().headers.at("webhook-id"),
                 messages.front().headers.at("webhook-id"));
        QCOMPARE(scene.desktop.find<TextEdit>("deliveryBody")->toPlainText().toStdString(),
                 messages.back().body);
        LEADSHEET_WAIT(scene.enabled("deliveryCopy"));
        scene.desktop.click("deliveryCopy");
        QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), messages.back().body);
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-delivered")), QString());
        QCOMPARE(tabFaults(scene.desktop.window()).join(QLatin1Char('\n')), QString());
    }

    void message_ofADisabledWebhook_isNotSentAgain() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.orders.place();
        QVERIFY(scene.sees([&] {
            return scene.delivery(0, DeliveryModel::State) == QStringLiteral("Delivered");
        }));
        LEADSHEET_WAIT(scene.enabled("deliveryResend"));
        scene.desktop.click("webhookEnable");
        LEADSHEET_WAIT(!scene.enabled("webhookRedeliver"));
        LEADSHEET_WAIT(!scene.enabled("deliveryResend"));
    }

    void messages_filteredByState_areAskedOfTheServer() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.orders.place();
        QVERIFY(scene.sees([&] {
            return scene.delivery(0, DeliveryModel::State) == QStringLiteral("Delivered");
        }));
        scene.desktop.click("deliveryChip3");
        LEADSHEET_WAIT(scene.label("deliveriesState").contains(QStringLiteral("No message")));
        scene.desktop.click("deliveryChip2");
        LEADSHEET_WAIT(scene.deliveries()->rowCount() == 1);
    }

    void disabled_thenEnabled_sendsWhatWasHeldBackOrNot_data() {
        QTest::addColumn<QString>("button");
        QTest::addColumn<bool>("sent");
        QTest::newRow("send") << QStringLiteral("backlogSend") << true;
        QTest::newRow("new messages only") << QStringLiteral("backlogOnly") << false;
    }
    void disabled_thenEnabled_sendsWhatWasHeldBackOrNot() {
        QFETCH(QString, button);
        QFETCH(bool, sent);
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookEnable");
        LEADSHEET_WAIT(scene.webhook(WebhookModel::State) == QStringLiteral("Disabled"));
        scene.orders.place();
        QVERIFY(scene.sees([&] {
            return scene.delivery(0, DeliveryModel::State) == QStringLiteral("Held back");
        }));
        LEADSHEET_WAIT(scene.enabled("webhookEnable"));
        QVERIFY(scene.sees(
            [&] { return scene.webhook(WebhookModel::Waiting) == QStringLiteral("1 held back"); }));
        QVERIFY(!scene.enabled("webhookRedeliver"));
        scene.desktop.click("webhookEnable");
        LEADSHEET_WAIT(scene.enabled("backlogSend"));
        const auto* since =
            scene.desktop.find<QDateTimeEdit>("backlogSince")->findChild<QLineEdit*>();
        const int wide = since->fontMetrics().horizontalAdvance(since->text());
        QVERIFY2(since->width() > wide + 2,
                 qPrintable(QStringLiteral("%1 for %2").arg(since->width()).arg(wide)));
        const auto* hooks = scene.desktop.find<QTableView>("webhooksTable");
        QCOMPARE(hooks->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-backlog")), QString());
        scene.desktop.click(qPrintable(button));
        LEADSHEET_WAIT(scene.enabled("webhookRedeliver"));
        LEADSHEET_WAIT(!scene.desktop.find<QWidget>("backlogPanel")->isVisible());
        if (!sent) {
            QCOMPARE(scene.receiver.count(), std::size_t{0});
            scene.desktop.click("webhookRedeliver");
            LEADSHEET_WAIT(scene.enabled("backlogSend"));
            QVERIFY(!scene.enabled("backlogOnly"));
            scene.desktop.click("backlogSend");
        }
        LEADSHEET_WAIT(scene.receiver.count() == 1);
        LEADSHEET_WAIT(scene.said("notices").contains(QStringLiteral("1 message")));
        QVERIFY(scene.sees([&] {
            return scene.delivery(0, DeliveryModel::State) == QStringLiteral("Delivered");
        }));
    }

    void backlog_askedFor_leavesRoomForTheMessages() {
        const Translations german(QStringLiteral("de"));
        HookScene scene;
        scene.add();
        scene.open();
        scene.desktop.window().resize(1240, 720);
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookEnable");
        scene.orders.place();
        scene.orders.place();
        QVERIFY(scene.sees([&] { return scene.deliveries()->rowCount() == 2; }));
        LEADSHEET_WAIT(scene.enabled("webhookEnable"));
        scene.desktop.click("webhookEnable");
        LEADSHEET_WAIT(scene.enabled("backlogSend"));
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-german")), QString());
        const auto* since = scene.desktop.find<QDateTimeEdit>("backlogSince");
        QCOMPARE(since->text(), since->dateTime().toString(QStringLiteral("dd.MM.yyyy HH:mm")));
    }

    void answer410_disablesAndSaysWhy() {
        HookScene scene;
        scene.receiver.answerStatus(410);
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookTest");
        QVERIFY(scene.sees(
            [&] { return scene.webhook(WebhookModel::State).contains(QStringLiteral("410")); }));
        QVERIFY(scene.sees([&] {
            return scene.delivery(0, DeliveryModel::State) ==
                   QStringLiteral("Not delivered, held back");
        }));
        QCOMPARE(scene.desktop.look(QStringLiteral("webhooks-gone")), QString());
    }

    void rotate_showsASecretThatSignsBesideTheOldOne() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookRotate");
        LEADSHEET_WAIT(scene.enabled("webhookRotateNow"));
        QCOMPARE(scene.desktop.look(QStringLiteral("webhook-rotate"), scene.dialog()), QString());
        scene.desktop.click("webhookRotateNow");
        LEADSHEET_WAIT(scene.enabled("secretTest"));
        const QString secret = scene.desktop.find<QLineEdit>("webhookSecret")->text();
        scene.desktop.click("secretTest");
        LEADSHEET_WAIT(scene.said("testOutcome").contains(QStringLiteral("Delivered")));
        const auto message = scene.receiver.messages().front();
        QVERIFY(!problemOf(message, secret));
        QVERIFY(message.headers.at("webhook-signature").find(' ') != std::string::npos);
        QCOMPARE(scene.desktop.look(QStringLiteral("webhook-rotated"), scene.dialog()), QString());
    }

    void rotate_thatIsLeftInTheMiddle_stillShowsItsSecret() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookRotate");
        LEADSHEET_WAIT(scene.enabled("webhookRotateNow"));
        scene.desktop.click("webhookRotateNow");
        QTest::keyClick(scene.dialog(), Qt::Key_Escape);
        LEADSHEET_WAIT(scene.enabled("secretDone"));
        QVERIFY(!scene.desktop.find<QLineEdit>("webhookSecret")->text().isEmpty());
    }

    void change_ofNameAndMessages_isKept() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookEdit");
        LEADSHEET_WAIT(scene.dialog() != nullptr);
        QVERIFY(!scene.enabled("webhookSave"));
        scene.desktop.type("webhookName", QStringLiteral("Cellar"));
        scene.desktop.find<QCheckBox>("webhookAll")->setChecked(false);
        for (auto* box : scene.dialog()->findChildren<QCheckBox*>())
            if (box->objectName().startsWith(QStringLiteral("kind ")))
                box->setChecked(box->objectName() == QStringLiteral("kind order.delivered"));
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(scene.webhook(WebhookModel::Name) == QStringLiteral("Cellar"));
        QCOMPARE(scene.webhook(WebhookModel::Messages), QStringLiteral("Order delivered"));
    }

    void change_ofAWebhookThatMovedOn_isRefusedAndTold() {
        HookScene scene;
        const std::string id = scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookEdit");
        LEADSHEET_WAIT(scene.dialog() != nullptr);
        const auto moved = rawRequest(
            scene.server.port(), "PATCH", "/v1/webhooks/" + id,
            {{"x-api-key", scene.server.customerKey()}, {"content-type", "application/json"}},
            R"({"name":"Elsewhere"})");
        QCOMPARE(moved.status, 200);
        scene.desktop.type("webhookName", QStringLiteral("Cellar"));
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(!scene.said("webhookTrouble").isEmpty());
        QVERIFY(scene.dialog()->isVisible());
    }

    void remove_asksAndRemoves() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        setNextAnswer(false);
        scene.desktop.click("webhookRemove");
        QVERIFY(lastQuestion().contains(QStringLiteral("Warehouse")));
        QCOMPARE(scene.webhooks()->rowCount(), 1);
        setNextAnswer(true);
        scene.desktop.click("webhookRemove");
        LEADSHEET_WAIT(scene.webhooks()->rowCount() == 0);
        LEADSHEET_WAIT(scene.enabled("webhookAddFirst"));
    }

    void remove_refused_leavesThePageUsable() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.server.faults().everyNth(1, server::Fault::answer(403, "forbidden"),
                                       {"deleteWebhook", "", "", false});
        setNextAnswer(true);
        scene.desktop.click("webhookRemove");
        LEADSHEET_WAIT(!scene.said("webhooksNotice").isEmpty());
        QCOMPARE(scene.webhooks()->rowCount(), 1);
        LEADSHEET_WAIT(scene.enabled("webhookRemove") && scene.enabled("webhookEdit"));
        scene.server.faults().clear();
        setNextAnswer(true);
        scene.desktop.click("webhookRemove");
        LEADSHEET_WAIT(scene.webhooks()->rowCount() == 0);
    }

    void snippets_ofEveryLanguage_areThere() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        scene.desktop.click("webhookRotate");
        LEADSHEET_WAIT(scene.enabled("webhookRotateNow"));
        scene.desktop.click("webhookRotateNow");
        LEADSHEET_WAIT(scene.enabled("secretDone"));
        auto* languages = scene.desktop.find<QComboBox>("snippetLanguage");
        QVERIFY(languages->count() >= 5);
        for (int i = 0; i < languages->count(); ++i) {
            languages->setCurrentIndex(i);
            const QString code = scene.desktop.find<TextEdit>("snippetCode")->toPlainText();
            QVERIFY(!code.contains(QStringLiteral("SPDX")));
            QVERIFY2(code.contains(QStringLiteral("webhook-signature")),
                     qPrintable(languages->currentText()));
            scene.desktop.click("snippetCopy");
            QCOMPARE(QGuiApplication::clipboard()->text(), code);
        }
    }
};

LEADSHEET_TEST(tst_destinations, DestinationsTest);
#include "tst_destinations.moc"
