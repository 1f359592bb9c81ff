// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "keyboard_walk.hpp"
#include "outreach_scene.hpp"
#include "pasted_command.hpp"
#include "test_main.hpp"

#include "leads/lead_feed.hpp"
#include "leads/leads_page.hpp"
#include "shell/notice_bar.hpp"

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// Leads of an account with a pretended platform.
struct SendingScene {
    OutreachScene outreach{FakePlatform::Kind::Smartlead};
    DesktopScene desktop;

    /// The Leads page with all of them.
    void open(int leads) {
        desktop.connectTo(outreach.server());
        desktop.program().workspace().showPage(QStringLiteral("leads"));
        const auto& feed = desktop.find<LeadsPage>("leadsPage")->feed();
        LEADSHEET_WAIT(table().model()->rowCount() == leads && feed.copy().whole &&
                       !feed.filling() && feed.matching() == leads);
    }
    void openPlatforms() {
        desktop.connectTo(outreach.server());
        desktop.program().workspace().showPage(QStringLiteral("destinations"));
        desktop.find<QTabBar>("destinationTabs")->setCurrentIndex(1);
    }
    QTableView& table() { return *desktop.find<QTableView>("leadsTable"); }
    QDialog* dialog() { return desktop.window().findChild<QDialog*>(QStringLiteral("pushDialog")); }
    void ask() {
        desktop.click("leadSend");
        QVERIFY(dialog() != nullptr);
    }
    QString button() { return desktop.find<QPushButton>("pushConfirm")->text(); }
    std::size_t arrived() { return outreach.platform().added().size(); }
};

} // namespace

/// Leads are chosen where they are listed, and sent to a platform from there; orders are chosen
/// from those that have leads.
class LeadSendingTest : public QObject {
    Q_OBJECT

private slots:
    void leads_chosenInTheList_areSentOnce() {
        SendingScene scene;
        scene.outreach.deliver(4);
        const std::string id = scene.outreach.make(R"("name":"Spring")");
        scene.open(4);
        scene.table().clearSelection();
        scene.table().selectionModel()->select(
            QItemSelection(scene.table().model()->index(1, 0), scene.table().model()->index(2, 0)),
            QItemSelectionModel::Select | QItemSelectionModel::Rows);
        scene.ask();
        LEADSHEET_WAIT(scene.desktop.canClick("pushConfirm"));
        QCOMPARE(scene.desktop.find<QComboBox>("pushPlatform")->currentText(),
                 QStringLiteral("Spring"));
        QCOMPARE(scene.button(), QStringLiteral("Send 2 Leads"));
        QCOMPARE(scene.desktop.look(QStringLiteral("lead-sending"), scene.dialog()), QString());
        QCOMPARE(tabFaults(*scene.dialog()).join(QLatin1Char('\n')), QString());
        scene.desktop.click("pushConfirm");
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        LEADSHEET_WAIT(scene.desktop.notice("notices").startsWith(QStringLiteral("2 leads are")));
        QVERIFY(scene.outreach.settle(id));
        QCOMPARE(scene.arrived(), std::size_t{2});
        scene.ask();
        LEADSHEET_WAIT(scene.desktop.canClick("pushConfirm"));
        scene.desktop.find<QComboBox>("pushWhich")->setCurrentIndex(1);
        QCOMPARE(scene.button(), QStringLiteral("Send 4 Leads"));
        scene.desktop.click("pushConfirm");
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        LEADSHEET_WAIT(scene.desktop.notice("notices").contains(QStringLiteral("Sent before: 2")));
        QVERIFY(scene.outreach.settle(id));
        QCOMPARE(scene.arrived(), std::size_t{4});
    }

    void leads_thatWereSearchedFor_areThoseThatAreSent() {
        SendingScene scene;
        scene.outreach.deliver(3);
        const std::string id = scene.outreach.make();
        scene.open(3);
        const QString name = scene.table().model()->index(1, 0).data().toString();
        scene.desktop.type("leadSearch", name);
        LEADSHEET_WAIT(scene.table().model()->rowCount() == 1);
        scene.ask();
        LEADSHEET_WAIT(scene.desktop.canClick("pushConfirm"));
        QCOMPARE(scene.desktop.find<QComboBox>("pushWhich")->count(), 1);
        QCOMPARE(scene.button(), QStringLiteral("Send 1 Lead"));
        scene.desktop.click("pushConfirm");
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        QVERIFY(scene.outreach.settle(id));
        QCOMPARE(scene.arrived(), std::size_t{1});
    }

    void leads_withoutAPlatform_areToldWhereToSetOneUp() {
        SendingScene scene;
        scene.outreach.deliver(1);
        scene.open(1);
        scene.ask();
        LEADSHEET_WAIT(
            scene.desktop.notice("pushNotice").startsWith(QStringLiteral("A platform needs")));
        QVERIFY(!scene.desktop.canClick("pushConfirm"));
        QCOMPARE(scene.desktop.look(QStringLiteral("lead-sending-none"), scene.dialog()),
                 QString());
        emit scene.desktop.find<NoticeBar>("pushNotice")->actionTriggered();
        LEADSHEET_WAIT(scene.dialog() == nullptr && scene.desktop.canClick("outreachAddFirst"));
    }

    void leads_whoseServiceFails_canBeSentAgain() {
        SendingScene scene;
        scene.outreach.deliver(2);
        const std::string id = scene.outreach.make();
        scene.open(2);
        scene.ask();
        LEADSHEET_WAIT(scene.desktop.canClick("pushConfirm"));
        scene.outreach.server().faults().add(server::Fault::answer(409, "invalid_transition"),
                                             {"pushToDestination", "", "", false});
        scene.desktop.click("pushConfirm");
        QTest::keyClick(scene.dialog(), Qt::Key_Escape); // it stays until there is an answer
        QVERIFY(scene.dialog()->isVisible());
        LEADSHEET_WAIT(!scene.desktop.notice("pushNotice").isEmpty() &&
                       scene.desktop.canClick("pushConfirm"));
        scene.desktop.click("pushConfirm");
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        QVERIFY(scene.outreach.settle(id));
        QCOMPARE(scene.arrived(), std::size_t{1}); // the first lead is the chosen one
    }

    void dialog_closedWhileItLoads_sendsNothing() {
        SendingScene scene;
        scene.outreach.deliver(1);
        scene.outreach.make();
        scene.open(1);
        scene.ask();
        QTest::keyClick(scene.dialog(), Qt::Key_Escape);
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        QCOMPARE(scene.arrived(), std::size_t{0});
    }

    void order_chosenFromTheList_isSentAsItsCommandSays() {
        for (const bool pressed : {true, false}) {
            SendingScene scene;
            const QString order = QString::fromStdString(scene.outreach.deliver(3));
            const std::string id = scene.outreach.make();
            scene.openPlatforms();
            auto* orders = scene.desktop.find<QComboBox>("pushOrders");
            LEADSHEET_WAIT(orders->count() == 1);
            QVERIFY2(orders->itemText(0).startsWith(order + QStringLiteral(" · 3 leads")),
                     qPrintable(orders->itemText(0)));
            orders->setCurrentIndex(0);
            LEADSHEET_WAIT(scene.desktop.canClick("pushNow"));
            const QString line = scene.desktop.window().currentPage()->commandLine();
            if (pressed)
                scene.desktop.click("pushNow");
            else
                QCOMPARE(pasted(line, scene.outreach.server().customerKey()).exitCode, 0);
            LEADSHEET_WAIT(scene.outreach.awaitQueued(id, 3) || scene.arrived() == 3);
            QVERIFY(scene.outreach.settle(id));
            QCOMPARE(scene.arrived(), std::size_t{3});
        }
    }
};

LEADSHEET_TEST(tst_lead_sending, LeadSendingTest);
#include "tst_lead_sending.moc"
