// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "keyboard_walk.hpp"
#include "receiver.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "destinations/destinations_page.hpp"
#include "destinations/lab_view.hpp"
#include "shell/notice_bar.hpp"
#include "widgets/parts.hpp"

#include "leadsheet/transport.hpp"
#include "leadsheet/webhook_signature.hpp"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>

#include <future>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr const char* kLabSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLSw=";
const std::string kLabBody = R"({"type":"webhook.test","data":{}})";

struct LabScene {
    LabScene() {
        desktop.program().workspace().showPage(QStringLiteral("destinations"));
        desktop.find<QTabBar>("destinationTabs")->setCurrentIndex(2);
    }

    DesktopScene desktop;

    QTableView* table() { return desktop.find<QTableView>("labTable"); }
    QString cell(int row, int column) {
        return table()->model()->index(row, column).data().toString();
    }
    QString address() { return desktop.find<QLineEdit>("labAddress")->text(); }
    bool start() {
        desktop.click(desktop.canClick("labFirst") ? "labFirst" : "labStart");
        return QTest::qWaitFor([this] { return !address().isEmpty(); }, 60'000);
    }
    /// Sends a message signed with this secret while the window goes on; what it was answered.
    int send(const std::string& id, const std::string& secret) {
        const auto now = std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::system_clock::now().time_since_epoch());
        const std::string timestamp = std::to_string(now.count());
        HttpRequest request{
            "POST",
            address().toStdString(),
            {{"webhook-id", id},
             {"webhook-timestamp", timestamp},
             {"webhook-signature", WebhookSecret::parse(secret)->sign(id, timestamp, kLabBody)}},
            kLabBody,
            std::chrono::minutes(1)};
        const auto transport = makeCurlTransport({});
        auto answer = std::async(std::launch::async, [&] {
            const Exchange exchange = transport->send(request, {});
            return exchange.response ? exchange.response->status : 0;
        });
        while (answer.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
            QCoreApplication::processEvents();
        return answer.get();
    }
};

} // namespace

/// The receiver on this computer, with real requests to it. It needs no account.
class LabTest : public QObject {
    Q_OBJECT

private slots:
    void lab_neverStarted_saysWhatItIsAndHasOneButton() {
        LabScene scene;
        leadsheet::test::settle();
        QVERIFY(!scene.desktop.canClick("labStart"));
        QVERIFY(!scene.table()->isVisible());
        QVERIFY(scene.desktop.find<QPushButton>("labFirst")->property("primary").toBool());
        QCOMPARE(scene.desktop.look(QStringLiteral("lab-none")), QString());
        QVERIFY(scene.start());
        QVERIFY(scene.desktop.canClick("labStart") && scene.table()->isVisible());
        QVERIFY(!scene.desktop.canClick("labFirst"));
    }

    void lab_messages_areCheckedShownAndAnswered() {
        LabScene scene;
        QCOMPARE(scene.desktop.look(QStringLiteral("lab-idle")), QString());
        scene.desktop.find<QLineEdit>("labSecret")->setText(QString::fromLatin1(kLabSecret));
        QVERIFY(scene.start());
        QCOMPARE(scene.send("msg_1", kLabSecret), 204);
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 1);
        QCOMPARE(scene.cell(0, LabModel::Genuine), QStringLiteral("Genuine"));
        QCOMPARE(scene.cell(0, LabModel::Message), QStringLiteral("Test message"));
        QCOMPARE(scene.desktop.find<TextEdit>("labBody")->toPlainText().toStdString(), kLabBody);
        QCOMPARE(scene.send("msg_2", "whsec_c2VjcmV0IG9mIHNvbWVib2R5IGVsc2Ugb2YgMjQ="), 401);
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 2);
        QCOMPARE(scene.cell(0, LabModel::Answered), QStringLiteral("401"));
        QVERIFY(scene.cell(0, LabModel::Genuine) != QStringLiteral("Genuine"));
        QCOMPARE(scene.desktop.look(QStringLiteral("lab-messages")), QString());
        QCOMPARE(tabFaults(scene.desktop.window()).join(QLatin1Char('\n')), QString());
        scene.desktop.click("labStart");
        LEADSHEET_WAIT(scene.address().isEmpty());
        LEADSHEET_WAIT(scene.desktop.find<QPushButton>("labStart")->isEnabled());
    }

    void lab_answers_asItIsTold() {
        LabScene scene;
        QVERIFY(scene.start());
        scene.desktop.find<QSpinBox>("labStatus")->setValue(418);
        QCOMPARE(scene.send("msg_1", kLabSecret), 418);
        scene.desktop.find<QSpinBox>("labFailures")->setValue(1);
        QCOMPARE(scene.send("msg_1", kLabSecret), 503);
        QCOMPARE(scene.send("msg_1", kLabSecret), 418);
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 3);
        QCOMPARE(scene.cell(0, LabModel::Attempt), QStringLiteral("3"));
        QCOMPARE(scene.cell(0, LabModel::Genuine), QStringLiteral("Not checked"));
        const QString command =
            scene.desktop.find<DestinationsPage>("destinationsPage")->commandLine();
        QVERIFY2(command.contains(QStringLiteral("webhooks listen")), qPrintable(command));
        QVERIFY2(command.contains(QStringLiteral("--status 418")), qPrintable(command));
    }

    void lab_secretTypedWhileItListens_isUsed() {
        LabScene scene;
        QVERIFY(scene.start());
        scene.desktop.find<QLineEdit>("labSecret")->setText(QStringLiteral("none"));
        LEADSHEET_WAIT(scene.desktop.find<QLabel>("labSecretNote")->isVisible());
        scene.desktop.find<QLineEdit>("labSecret")->setText(QString::fromLatin1(kLabSecret));
        QVERIFY(!scene.desktop.find<QLabel>("labSecretNote")->isVisible());
        QCOMPARE(scene.send("msg_1", kLabSecret), 204);
        LEADSHEET_WAIT(scene.cell(0, LabModel::Genuine) == QStringLiteral("Genuine"));
        const QString command =
            scene.desktop.find<DestinationsPage>("destinationsPage")->commandLine();
        QVERIFY2(!command.contains(QString::fromLatin1(kLabSecret)), qPrintable(command));
    }

    void lab_webhookAddedFromIt_isCheckedWithItsSecret() {
        LabScene scene;
        scene.desktop.program().start(true);
        LEADSHEET_WAIT(scene.desktop.program().account().state() == ConnectionState::Connected);
        QVERIFY(scene.start());
        auto* secret = scene.desktop.find<QLineEdit>("labSecret");
        scene.desktop.click("labRegister");
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(!secret->text().isEmpty());
        QCOMPARE(secret->text(), scene.desktop.find<QLineEdit>("webhookSecret")->text());
        scene.desktop.click("secretTest");
        LEADSHEET_WAIT(scene.cell(0, LabModel::Genuine) == QStringLiteral("Genuine"));
        scene.desktop.click("secretDone");

        // The secret of a webhook to somewhere else is none of the lab's.
        const QString before = secret->text();
        scene.desktop.click("labRegister");
        scene.desktop.type("webhookAddress", QStringLiteral("https://example.com/hook"));
        scene.desktop.click("webhookSave");
        LEADSHEET_WAIT(scene.desktop.window().findChild<QPushButton*>(
                           QStringLiteral("secretDone")) != nullptr);
        QCOMPARE(secret->text(), before);
        scene.desktop.click("secretDone");
    }

    void lab_message_isPassedOn() {
        Receiver target;
        LabScene scene;
        scene.desktop.find<QLineEdit>("labForward")->setText(QStringLiteral("nowhere"));
        scene.desktop.click("labStart");
        LEADSHEET_WAIT(scene.desktop.find<NoticeBar>("labNotice")->isVisible());
        scene.desktop.find<QLineEdit>("labForward")->setText(QString::fromStdString(target.url()));
        QVERIFY(scene.start());
        QCOMPARE(scene.send("msg_1", kLabSecret), 204);
        LEADSHEET_WAIT(scene.cell(0, LabModel::Forwarded).contains(QStringLiteral("1 attempt")));
        QCOMPARE(target.messages().front().body, kLabBody);
        QCOMPARE(target.messages().front().headers.at("webhook-id"), std::string("msg_1"));
    }

    void model_moreThanItKeeps_forgetsTheOldest() {
        LabModel model;
        std::vector<LabRow> rows(static_cast<std::size_t>(LabModel::kMaxRows));
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].message.id = "msg_" + std::to_string(i);
        model.addNewest(rows);
        LabRow newest;
        newest.message.id = "newest";
        model.addNewest({newest});
        QCOMPARE(model.rowCount(), LabModel::kMaxRows);
        QCOMPARE(model.at(0)->message.id, std::string("newest"));
        QCOMPARE(model.at(model.rowCount() - 1)->message.id, std::string("msg_1"));
    }

    void code_tab_showsEveryLanguage() {
        LabScene scene;
        scene.desktop.find<QTabBar>("destinationTabs")->setCurrentIndex(3);
        QCOMPARE(scene.desktop.look(QStringLiteral("webhook-code")), QString());
        QCOMPARE(tabFaults(scene.desktop.window()).join(QLatin1Char('\n')), QString());
    }
};

LEADSHEET_TEST(tst_lab, LabTest);
#include "tst_lab.moc"
