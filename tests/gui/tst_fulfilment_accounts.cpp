// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_scene.hpp"
#include "keyboard_walk.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "customers/customer_dialog.hpp"
#include "customers/customer_records.hpp"
#include "customers/customers_view.hpp"
#include "shell/notice_bar.hpp"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDateEdit>
#include <QLineEdit>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

server::FaultMatch at(const char* operation) {
    server::FaultMatch match;
    match.operationId = operation;
    return match;
}

/// The accounts of the service in the operator's window.
struct AccountsScene : FulfilmentScene {
    void openAccounts(const std::string& key = {}) {
        open(key);
        ui.click("partAccounts");
    }
    QTableView& accounts() { return *ui.find<QTableView>("customersTable"); }
    QTableView& keys() { return *ui.find<QTableView>("customerKeys"); }
    int count() { return accounts().model()->rowCount(); }
    int keyCount() { return keys().model()->rowCount(); }
    std::string shown(int row, CustomerModel::Column column) {
        return accounts().model()->index(row, column).data().toString().toStdString();
    }
    std::string key(int row, CustomerKeyModel::Column column) {
        return keys().model()->index(row, column).data().toString().toStdString();
    }
    void choose(const std::string& id) {
        for (int row = 0; row < count(); ++row)
            if (shown(row, CustomerModel::Id) == id)
                accounts().selectRow(row);
        QCOMPARE(shown(accounts().currentIndex().row(), CustomerModel::Id), id);
    }
    CustomerDialog* asked() {
        return window().findChild<CustomerDialog*>(QStringLiteral("customerDialog"));
    }
    QString said() { return ui.find<QLabel>("customerEffect")->text(); }
    QString problem() { return ui.find<QLabel>("customerProblem")->text(); }
    QString caution() { return ui.find<NoticeBar>("customerCaution")->text(); }
    NoticeBar& trouble() { return *ui.find<NoticeBar>("customerTrouble"); }
    QPushButton& send() { return *ui.find<QPushButton>("customerConfirm"); }
    void sendAndClose() {
        QVERIFY2(send().isEnabled(), qPrintable(problem()));
        send().click();
        LEADSHEET_WAIT(asked() == nullptr);
    }
    QString secret() { return ui.find<QLineEdit>("keySecret")->text(); }
    QString news() { return ui.find<NoticeBar>("fulfilmentNotice")->text(); }
    RawResponse record(const std::string& id) {
        return server.get("/v1/admin/accounts/" + id, orders.adminHeaders());
    }
    RawResponse account(const QString& secretOfKey) {
        return server.get("/v1/account", {{"x-api-key", secretOfKey.toStdString()}});
    }
    int status(const QString& secretOfKey) { return account(secretOfKey).status; }
    std::string endOf(const QString& secretOfKey) {
        return memberOf(account(secretOfKey), "/key/expiresAt");
    }
};

} // namespace

class FulfilmentAccountsTest : public QObject {
    Q_OBJECT

private slots:
    void accounts_ofTheService_areListedFoundAndExplained() {
        AccountsScene scene;
        scene.server.addAccount(123'456);
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 2);
        QCOMPARE(scene.ui.find<QLabel>("fulfilmentTitle")->text(),
                 QStringLiteral("Accounts of Customers"));
        scene.choose(scene.server.accountId());
        LEADSHEET_WAIT(scene.keyCount() == 1);
        QCOMPARE(scene.key(0, CustomerKeyModel::State), std::string("Active"));
        QVERIFY(scene.ui.find<QPushButton>("keyRotate")->isEnabled());
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-accounts"), &scene.window()), QString());
        QCOMPARE(tabFaults(scene.window()).join(QLatin1Char('\n')), QString());
        scene.ui.program().theme().choose(ThemeChoice::HighContrast);
        settle();
        QCOMPARE(complaints(scene.window()).join(QLatin1Char('\n')), QString());
        screenshot(scene.window(), QStringLiteral("fulfilment-accounts-contrast"));
        scene.ui.program().theme().choose(ThemeChoice::Light);

        auto* search = scene.ui.find<QLineEdit>("customersSearch");
        scene.ui.type("customersSearch", QString::fromStdString(scene.server.accountId()));
        QTest::keyClick(search, Qt::Key_Return);
        LEADSHEET_WAIT(scene.count() == 1 &&
                       scene.shown(0, CustomerModel::Id) == scene.server.accountId());
        scene.ui.type("customersSearch", QStringLiteral("no such customer"));
        QTest::keyClick(search, Qt::Key_Return);
        LEADSHEET_WAIT(scene.ui.find<QLabel>("customersState")
                           ->text()
                           .contains(QStringLiteral("No accounts match")));
        scene.ui.type("customersSearch", {});
        scene.ui.click("standing2");
        LEADSHEET_WAIT(scene.count() == 0);
        scene.ui.click("standing1");
        LEADSHEET_WAIT(scene.count() >= 2);

        const std::string number = scene.orders.place();
        scene.choose(scene.server.accountId());
        scene.ui.click("customerOrders");
        LEADSHEET_WAIT(scene.rows() == 1 && scene.cell(0, QueueModel::Number) == number);
        QCOMPARE(scene.ui.find<QLineEdit>("queueSearch")->text().toStdString(),
                 scene.server.accountId());
        QTest::keyClick(&scene.window(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(scene.window().part(), FulfilmentWindow::Part::Accounts);
        // The account shown is what the person was at last.
        scene.ui.find<QPushButton>("keyRotate")->setFocus();
        scene.ui.click("fulfilmentCommand");
        QVERIFY2(QGuiApplication::clipboard()->text().contains(QStringLiteral("admin keys list")),
                 qPrintable(QGuiApplication::clipboard()->text()));
    }

    void account_madeCreditedSuspended_isSaidBeforeItIsDone() {
        AccountsScene scene;
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 1);
        const int before = scene.count();
        scene.ui.click("customerNew");
        QCOMPARE(scene.problem(), QStringLiteral("Type a name."));
        QVERIFY(!scene.send().isEnabled());
        scene.ui.type("accountName", QStringLiteral("Example Ltd"));
        QTest::keyClick(scene.ui.find<QLineEdit>("accountName"), Qt::Key_Return);
        QVERIFY(scene.asked() != nullptr && scene.send().isEnabled());
        scene.sendAndClose();
        LEADSHEET_WAIT(scene.count() == before + 1);
        scene.ui.type("customersSearch", QStringLiteral("ample l"));
        QTest::keyClick(scene.ui.find<QLineEdit>("customersSearch"), Qt::Key_Return);
        LEADSHEET_WAIT(scene.count() == 1);
        const std::string id = scene.shown(0, CustomerModel::Id);
        LEADSHEET_WAIT(scene.ui.find<QLabel>("customerKeysState")
                           ->text()
                           .contains(QStringLiteral("no key yet")));

        scene.ui.click("customerCredit");
        scene.ui.type("creditAmount", QStringLiteral("0"));
        QCOMPARE(scene.problem(), QStringLiteral("The amount must be above zero."));
        scene.ui.type("creditAmount", QStringLiteral("much"));
        QVERIFY(scene.problem().startsWith(QStringLiteral("Type an amount")));
        scene.ui.type("creditAmount", QStringLiteral("500.00"));
        QCOMPARE(scene.problem(), QStringLiteral("Type a reason."));
        QVERIFY2(scene.said().startsWith(QStringLiteral(
                     "$500.00 is added: $500.00 can then be spent at once, instead of $0.00 now.")),
                 qPrintable(scene.said()));
        scene.ui.type("creditReason", QStringLiteral("Bank transfer"));
        QCOMPARE(scene.send().text(), QStringLiteral("Add $500.00"));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-credit"), scene.asked()), QString());
        QCOMPARE(memberOf(scene.record(id), "/balance/available/amount"), std::string("0"));
        scene.sendAndClose();
        QCOMPARE(memberOf(scene.record(id), "/balance/available/amount"), std::string("50000"));
        QVERIFY2(scene.news().contains(QStringLiteral("$500.00")), qPrintable(scene.news()));
        LEADSHEET_WAIT(scene.shown(0, CustomerModel::Available) == "$500.00");

        scene.ui.click("customerStanding");
        QVERIFY(scene.said().contains(QStringLiteral("refused at once")));
        scene.sendAndClose();
        QCOMPARE(memberOf(scene.record(id), "/suspended"), std::string("true"));
        LEADSHEET_WAIT(scene.shown(0, CustomerModel::State) == "Suspended");
        LEADSHEET_WAIT(scene.ui.find<QPushButton>("customerStanding")->text() ==
                       QStringLiteral("Reinstate…"));
        scene.ui.click("customerStanding");
        scene.sendAndClose();
        QCOMPARE(memberOf(scene.record(id), "/suspended"), std::string("false"));

        scene.ui.click("customerRename");
        QCOMPARE(scene.problem(), QStringLiteral("That is already its name."));
        scene.ui.type("accountName", QStringLiteral("Example Limited"));
        scene.sendAndClose();
        QCOMPARE(memberOf(scene.record(id), "/name"), std::string("Example Limited"));
    }

    void key_madeReplacedAndRevoked_showsItsSecretOnce() {
        AccountsScene scene;
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 1);
        scene.choose(scene.server.accountId());
        LEADSHEET_WAIT(scene.keyCount() == 1);
        scene.ui.click("keyNew");
        scene.ui.type("keyName", QStringLiteral("Sheet"));
        QCOMPARE(scene.problem(), QStringLiteral("Choose at least one scope."));
        scene.ui.find<QCheckBox>("scope account:read")->setChecked(true);
        QCOMPARE(scene.said(), QStringLiteral("The key cannot spend money."));
        scene.ui.find<QCheckBox>("scope orders:write")->setChecked(true);
        QVERIFY(scene.caution().contains(QStringLiteral("$1,000,000.00")));
        scene.ui.type("keyCap", QStringLiteral("25.00"));
        QVERIFY(scene.said().contains(QStringLiteral("up to $25.00 a day")));
        auto* lastDay = scene.ui.find<QDateEdit>("keyLastDay");
        QVERIFY(!lastDay->isEnabled());
        scene.ui.find<QCheckBox>("keyEnds")->setChecked(true);
        lastDay->setDate(QDate(2099, 12, 31));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-new-key"), scene.asked()), QString());
        QCOMPARE(tabFaults(*scene.asked()).join(QLatin1Char('\n')), QString());
        scene.ui.find<QComboBox>("keyType")->setCurrentIndex(1);
        QCOMPARE(scene.problem(), QStringLiteral("Choose at least one scope."));
        QVERIFY(scene.caution().contains(QStringLiteral("all customers")));
        scene.ui.find<QComboBox>("keyType")->setCurrentIndex(0);
        scene.send().click();
        LEADSHEET_WAIT(scene.window().findChild<QLineEdit*>(QStringLiteral("keySecret")));
        const QString first = scene.secret();
        QCOMPARE(scene.status(first), 200);
        QCOMPARE(scene.endOf(first), std::string("2100-01-01T00:00:00.000Z"));
        QTest::keyClick(scene.asked(), Qt::Key_Escape);
        QVERIFY(scene.asked() != nullptr && scene.asked()->isVisible());
        QVERIFY(!scene.window().runningWork().isEmpty());
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-key-secret"), scene.asked()), QString());
        scene.ui.click("keySecretCopy");
        QCOMPARE(QGuiApplication::clipboard()->text(), first);
        scene.ui.click("keySecretDone");
        LEADSHEET_WAIT(scene.asked() == nullptr);
        LEADSHEET_WAIT(scene.keyCount() == 2);

        int row = scene.key(0, CustomerKeyModel::Name) == "Sheet" ? 0 : 1;
        scene.keys().selectRow(row);
        scene.ui.click("keyRotate");
        QVERIFY(scene.said().contains(QStringLiteral("another 24 hours")));
        scene.send().click();
        LEADSHEET_WAIT(scene.window().findChild<QLineEdit*>(QStringLiteral("keySecret")));
        const QString second = scene.secret();
        QVERIFY(second != first);
        QCOMPARE(scene.status(first), 200);
        QCOMPARE(scene.status(second), 200);
        QCOMPARE(scene.endOf(second), std::string("2100-01-01T00:00:00.000Z"));
        QCOMPARE(memberOf(scene.account(second), "/spendCap/daily/amount"), std::string("2500"));
        scene.ui.click("keySecretDone");
        LEADSHEET_WAIT(scene.keyCount() == 3);
        row = 0;
        while (row < 2 && scene.key(row, CustomerKeyModel::State) != "Replaced")
            ++row;
        QCOMPARE(scene.key(row, CustomerKeyModel::State), std::string("Replaced"));
        scene.keys().selectRow(row);
        QVERIFY(!scene.ui.find<QPushButton>("keyRotate")->isEnabled());
        LEADSHEET_WAIT(scene.asked() == nullptr);
        scene.ui.click("keyRevoke");
        QVERIFY(scene.said().contains(QStringLiteral("for good")));
        scene.sendAndClose();
        QCOMPARE(scene.status(first), 401);
        QCOMPARE(scene.status(second), 200);
        LEADSHEET_WAIT(scene.key(2, CustomerKeyModel::State) == "Revoked");
    }

    void newKey_answerLost_comesBackWithItsLastDay() {
        AccountsScene scene;
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 1);
        scene.choose(scene.server.accountId());
        LEADSHEET_WAIT(scene.keyCount() == 1);
        const auto fault = scene.server.faults().everyNth(1, server::Fault::resetAfterCommit(),
                                                          at("createAdminKey"));
        scene.ui.click("keyNew");
        scene.ui.type("keyName", QStringLiteral("Until summer"));
        scene.ui.find<QCheckBox>("scope account:read")->setChecked(true);
        scene.ui.find<QCheckBox>("keyEnds")->setChecked(true);
        scene.ui.find<QDateEdit>("keyLastDay")->setDate(QDate(2098, 6, 30));
        scene.send().click();
        LEADSHEET_WAIT(scene.trouble().text().contains(QStringLiteral("done at most once")));
        scene.server.faults().remove(fault);
        scene.ui.restart();
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 1);
        scene.choose(scene.server.accountId());
        LEADSHEET_WAIT(scene.keyCount() == 2);
        scene.ui.click("keyNew");
        QVERIFY(scene.ui.find<QCheckBox>("keyEnds")->isChecked());
        QVERIFY(scene.ui.find<QDateEdit>("keyLastDay")->isEnabled());
        QCOMPARE(scene.ui.find<QDateEdit>("keyLastDay")->date(), QDate(2098, 6, 30));
        scene.send().click();
        LEADSHEET_WAIT(scene.window().findChild<QLineEdit*>(QStringLiteral("keySecret")));
        QCOMPARE(scene.endOf(scene.secret()), std::string("2098-07-01T00:00:00.000Z"));
        scene.ui.click("keySecretDone");
        LEADSHEET_WAIT(scene.asked() == nullptr && scene.keyCount() == 2);

        // Without a last day there is none, whatever the field says.
        scene.ui.click("keyNew");
        scene.ui.type("keyName", QStringLiteral("For good"));
        scene.ui.find<QCheckBox>("scope account:read")->setChecked(true);
        scene.ui.find<QCheckBox>("keyEnds")->setChecked(true);
        scene.ui.find<QCheckBox>("keyEnds")->setChecked(false);
        scene.send().click();
        LEADSHEET_WAIT(scene.window().findChild<QLineEdit*>(QStringLiteral("keySecret")));
        QCOMPARE(scene.endOf(scene.secret()), std::string("null"));
        scene.ui.click("keySecretDone");
    }

    void answer_lost_isDoneOnceAlsoAfterARestart() {
        AccountsScene scene;
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 1);
        const std::string id = scene.server.accountId();
        scene.choose(id);
        const auto fault = scene.server.faults().everyNth(1, server::Fault::resetAfterCommit(),
                                                          at("creditAccount"));
        scene.ui.click("customerCredit");
        scene.ui.type("creditAmount", QStringLiteral("7.50"));
        scene.ui.type("creditReason", QStringLiteral("Goodwill"));
        scene.send().click();
        LEADSHEET_WAIT(scene.trouble().text().contains(QStringLiteral("done at most once")));
        const QString why = scene.trouble().text();
        QVERIFY2(why.contains(QStringLiteral("(network_error")) && why.endsWith(QLatin1Char(')')),
                 qPrintable(why));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-credit-lost"), scene.asked()), QString());
        scene.server.faults().remove(fault);
        scene.ui.restart();
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 1);
        scene.choose(id);
        scene.ui.click("customerCredit");
        QVERIFY(scene.trouble().text().contains(QStringLiteral("sent before")));
        QCOMPARE(scene.ui.find<QLineEdit>("creditAmount")->text(), QStringLiteral("7.50"));
        scene.sendAndClose();
        QCOMPARE(memberOf(scene.record(id), "/balance/available/amount"),
                 std::to_string(100'000'000 + 750));
        scene.ui.click("customerCredit");
        QVERIFY(!scene.trouble().isVisible());
        QCOMPARE(scene.ui.find<QLineEdit>("creditAmount")->text(), QString());
        QTest::keyClick(scene.asked(), Qt::Key_Escape);
        LEADSHEET_WAIT(scene.asked() == nullptr);
    }

    void parts_refused_areToldEachForItself() {
        AccountsScene scene;
        scene.orders.place();
        scene.openAccounts(operatorKey(scene.server, {"admin:orders"}));
        const auto* notice = scene.ui.find<NoticeBar>("customersNotice");
        LEADSHEET_WAIT(notice->isVisible());
        QVERIFY2(notice->text().contains(QStringLiteral("missing_scope")),
                 qPrintable(notice->text()));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-accounts-refused"), &scene.window()),
                 QString());
        scene.ui.click("partOrders");
        LEADSHEET_WAIT(scene.rows() == 1);
        QVERIFY(!scene.ui.find<NoticeBar>("queueNotice")->isVisible());
    }

    void keys_failedOrRefused_leaveTheAccountsShown() {
        AccountsScene scene;
        const auto fault = scene.server.faults().everyNth(
            1, server::Fault::answer(403, "missing_scope"), at("listAdminKeys"));
        scene.openAccounts();
        LEADSHEET_WAIT(scene.count() >= 1);
        const auto* notice = scene.ui.find<NoticeBar>("customerKeysNotice");
        LEADSHEET_WAIT(notice->isVisible());
        QVERIFY(!scene.ui.find<NoticeBar>("customersNotice")->isVisible());
        scene.server.faults().remove(fault);
        scene.window().customers().refreshNow();
        LEADSHEET_WAIT(scene.keyCount() >= 1);
        QVERIFY(!notice->isVisible());

        // A refusal in a dialog is told there, and what was typed stays.
        const auto refused = scene.server.faults().everyNth(
            1, server::Fault::answer(403, "missing_scope"), at("createAccount"));
        scene.ui.click("customerNew");
        scene.ui.type("accountName", QStringLiteral("Refused Ltd"));
        scene.send().click();
        LEADSHEET_WAIT(scene.trouble().text().contains(QStringLiteral("missing_scope")));
        QVERIFY(scene.send().isEnabled());
        scene.server.faults().remove(refused);
        scene.sendAndClose();
        LEADSHEET_WAIT(scene.news().contains(QStringLiteral("Refused Ltd")));
    }
};

LEADSHEET_TEST(tst_fulfilment_accounts, FulfilmentAccountsTest);
#include "tst_fulfilment_accounts.moc"
