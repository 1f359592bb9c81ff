// SPDX-License-Identifier: Apache-2.0
#include "dialog_look.hpp"
#include "fulfilment_scene.hpp"
#include "leads_scene.hpp"
#include "test_main.hpp"
#include "wishes_scene.hpp"

#include "customers/customer_dialog.hpp"
#include "dialogs/form_dialog.hpp"
#include "fulfilment/ingest_dialog.hpp"

#include <QFile>
#include <QLineEdit>
#include <QMenu>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr const char* kLeads = "mail,Name,Country\n"
                               "ada@company.example,Ada Example,DE\n"
                               "nobody,Nobody,DE\n"
                               "bob@company.example,Bob Example,DE\n";

/// The operator's window, whose dialogs stand beside the work.
struct OperatorScene : FulfilmentScene {
    DialogLook look{ui};

    void see(const QString& name, const char* opener, const char* act) {
        LEADSHEET_WAIT(ui.find<QPushButton>(opener)->isEnabled());
        ui.click(opener);
        auto* dialog = window().findChild<CustomerDialog*>(QStringLiteral("customerDialog"));
        QVERIFY2(dialog != nullptr, opener);
        look.dialog(name, *dialog, act);
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Escape);
        LEADSHEET_WAIT(window().findChild<CustomerDialog*>(QStringLiteral("customerDialog")) ==
                       nullptr);
    }
    void seeAct(const QString& name, OperatorAct what) {
        begin(what);
        look.dialog(name, *dialog(), "actConfirm");
        QTest::keyClick(dialog()->focusWidget(), Qt::Key_Escape);
        LEADSHEET_WAIT(dialog() == nullptr);
    }
};

} // namespace

/// What comes up before money, keys, accounts or orders are touched is shown whole in every look
/// and in either language, and Enter does none of it.
class DialogsTest : public QObject {
    Q_OBJECT

private slots:
    void dialogs_ofAnOperator_areWholeAndDoNothingByEnter_data() { languages(); }
    void dialogs_ofAnOperator_areWholeAndDoNothingByEnter() {
        QFETCH(QString, language);
        const Translations translations(language);
        OperatorScene scene;
        for (int i = 0; i < 3; ++i)
            scene.orders.place();
        scene.orders.placeIn("in_progress");
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 3);
        scene.seeAct("dialog-approve-" + language, OperatorAct::Approve);
        scene.seeAct("dialog-ask-" + language, OperatorAct::Ask);
        scene.seeAct("dialog-reject-" + language, OperatorAct::Reject);
        scene.show(Queue::InWork);
        LEADSHEET_WAIT(scene.rows() == 1);
        scene.seeAct("dialog-give-up-" + language, OperatorAct::GiveUp);

        scene.ui.click("partAccounts");
        auto* accounts = scene.ui.find<QTableView>("customersTable");
        auto* keys = scene.ui.find<QTableView>("customerKeys");
        LEADSHEET_WAIT(accounts->model()->rowCount() >= 1 && keys->model()->rowCount() >= 1);
        keys->selectRow(0);
        for (const auto& [opener, name] :
             {std::pair("customerNew", "new-account"), std::pair("customerRename", "rename"),
              std::pair("customerStanding", "suspend"), std::pair("customerCredit", "credit"),
              std::pair("keyNew", "new-key"), std::pair("keyRotate", "rotate-key"),
              std::pair("keyRevoke", "revoke-key")})
            scene.see(QStringLiteral("dialog-%1-%2").arg(QLatin1String(name), language), opener,
                      "customerConfirm");
        QCOMPARE(scene.look.faults(), QString());
    }

    void leadsOfAnOrder_takenIn_areSeenBeforeTheyAreSent_data() { languages(); }
    void leadsOfAnOrder_takenIn_areSeenBeforeTheyAreSent() {
        QFETCH(QString, language);
        const Translations translations(language);
        OperatorScene scene;
        scene.orders.placeIn("in_progress");
        scene.open();
        scene.show(Queue::InWork);
        LEADSHEET_WAIT(scene.rows() == 1 &&
                       scene.ui.find<QPushButton>("fulfilmentTakeIn")->isEnabled());
        const QString path = scene.ui.folder() + QStringLiteral("/leads.csv");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly) && file.write(kLeads) > 0);
        file.close();
        setNextFile(path);
        scene.ui.click("fulfilmentTakeIn");
        LEADSHEET_WAIT(scene.ui.find<QPushButton>("ingestCheck")->isEnabled());
        auto* dialog = scene.ui.find<IngestDialog>("ingestDialog");
        scene.look.dialog("dialog-take-in-map-" + language, *dialog, "ingestCheck");
        scene.ui.click("ingestCheck");
        LEADSHEET_WAIT(scene.ui.find<QPushButton>("ingestSend")->isVisible());
        scene.look.dialog("dialog-take-in-check-" + language, *dialog, "ingestSend");
        QCOMPARE(scene.look.faults(), QString());
    }

    void question_beforeARunIsLeft_isWhole_data() { languages(); }
    void question_beforeARunIsLeft_isWhole() {
        QFETCH(QString, language);
        const Translations translations(language);
        WishesScene scene;
        DialogLook look(scene.desktop);
        scene.price(scene.write(rowsFrom(1, 30)));
        server::FaultMatch orders;
        orders.operationId = "createOrder";
        scene.server.faults().everyNth(
            1, server::Fault::answerRetryAfter(429, std::chrono::minutes(30)), orders);
        LEADSHEET_WAIT(scene.button("place") != nullptr);
        scene.button("place")->click();
        LEADSHEET_WAIT(!scene.page().runningWork().isEmpty());
        look.question("question-quit-" + language, [&] { scene.desktop.window().close(); });
        QVERIFY(scene.desktop.window().isVisible());
        QCOMPARE(look.faults(), QString());
        setNextAnswer(true);
        QVERIFY(scene.desktop.window().close());
        LEADSHEET_WAIT(scene.page().engine().state() == RunEngine::State::Idle);
        look.add(scene.desktop.look("run-paused-" + language));
        QCOMPARE(look.faults(), QString());
    }

    void question_beforeAnOrderIsReplaced_isWhole_data() { languages(); }
    void question_beforeAnOrderIsReplaced_isWhole() {
        QFETCH(QString, language);
        const Translations translations(language);
        WishesScene scene;
        DialogLook look(scene.desktop);
        scene.price(scene.write(rowsFrom(1, 2)));
        scene.place();
        scene.price(scene.write(rowsFrom(1, 1) + "filters,150,Industry 2,Germany\n"));
        LEADSHEET_WAIT(scene.button("replaceOrder") != nullptr);
        scene.button("replaceOrder")->click();
        LEADSHEET_WAIT(scene.button("place") != nullptr && scene.panel().priced() &&
                       scene.panel().priced()->cancels);
        look.question("question-replace-order-" + language,
                      [&] { scene.button("place")->click(); });
        QCOMPARE(scene.orders().size(), std::size_t{2});
        QCOMPARE(look.faults(), QString());
    }

    void question_beforeAFileIsReplaced_isWhole_data() { languages(); }
    void question_beforeAFileIsReplaced_isWhole() {
        QFETCH(QString, language);
        const Translations translations(language);
        LeadsScene scene;
        DialogLook look(scene.desktop);
        scene.deliver(0, 3);
        scene.open();
        LEADSHEET_WAIT(scene.isWhole() && scene.rows() == 3);
        scene.desktop.click("leadExport");
        const QString path = scene.desktop.folder() + QStringLiteral("/Leads März für Köln.csv");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("mine") == 4);
        file.close();
        scene.desktop.find<QLineEdit>("exportFile")->setText(path); // which no key types
        look.question("question-replace-file-" + language,
                      [&] { scene.desktop.click("exportBegin"); });
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("mine"));
        QCOMPARE(look.faults(), QString());
    }

    void question_beforeACrash_isWhole_data() { languages(); }
    void question_beforeACrash_isWhole() {
        QFETCH(QString, language);
        const Translations translations(language);
        DesktopScene scene;
        DialogLook look(scene);
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        look.question("question-crash-" + language,
                      [&] { scene.find<QMenu>("faultMenu")->actions().last()->trigger(); });
        QCOMPARE(look.faults(), QString());
    }

    void notice_beforeARunIsGivenUp_isWhole_data() { languages(); }
    void notice_beforeARunIsGivenUp_isWhole() {
        QFETCH(QString, language);
        const Translations translations(language);
        WishesScene scene;
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.loseAnAnswerElsewhere();
        scene.desktop.restart();
        scene.desktop.program().start(false);
        auto* notice = scene.desktop.find<NoticeBar>("interrupted");
        LEADSHEET_WAIT(notice->isVisible() && scene.button("second", notice) != nullptr);
        QCOMPARE(scene.desktop.look("notice-interrupted-" + language), QString());
        scene.button("second", notice)->click();
        LEADSHEET_WAIT(scene.desktop.find<NoticeBar>("giveUp")->isVisible());
        QCOMPARE(scene.desktop.look("notice-give-up-" + language), QString());
        auto* asks = scene.desktop.find<NoticeBar>("giveUp");
        QVERIFY(asks->isAncestorOf(scene.desktop.window().focusWidget()));
        QVERIFY(scene.desktop.window().focusWidget() != scene.button("second", asks));
    }

private:
    static void languages() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("German") << QStringLiteral("de");
    }
};

LEADSHEET_TEST(tst_dialogs, DialogsTest);
#include "tst_dialogs.moc"
