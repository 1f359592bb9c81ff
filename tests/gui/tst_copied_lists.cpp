// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_scene.hpp"
#include "outreach_scene.hpp"
#include "pasted_command.hpp"
#include "test_main.hpp"

#include "customers/customer_records.hpp"
#include "destinations/destination_records.hpp"
#include "destinations/webhook_records.hpp"
#include "fulfilment/queue_records.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonObject>
#include <QLineEdit>
#include <QTabBar>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// An operator's window whose orders belong to two accounts.
struct TwoCustomers : FulfilmentScene {
    std::string other;

    TwoCustomers() {
        orders.place();
        orders.place();
        const std::string key = server.addAccount(100'000'00);
        other = memberOf(server.get("/v1/account", {{"x-api-key", key}}), "/id");
    }
    QString copied() {
        QGuiApplication::clipboard()->clear();
        ui.click("fulfilmentCommand");
        return QGuiApplication::clipboard()->text();
    }
};

/// What the command lists: a member of each line of this type, in order.
QStringList said(const CliRun& run, const char* type, const char* member) {
    QStringList all;
    for (const QJsonObject& line : run.linesOf(QLatin1String(type)))
        all << line[QLatin1String(member)].toString();
    return all;
}

/// What the window lists, by what names a record.
template <class Model, class Name>
QStringList listed(const QTableView& table, Name name) {
    const auto* model = qobject_cast<const Model*>(table.model());
    QStringList all;
    for (int row = 0; model != nullptr && row < model->rowCount(); ++row)
        all << QString::fromStdString(name(*model->at(row)));
    return all;
}

/// The customer's window after a copied command was run.
CliRun ranCopied(DesktopScene& desktop, const std::string& key) {
    const QString line = desktop.window().currentPage()->commandLine();
    CliRun run = pasted(line + QStringLiteral(" --json"), key);
    if (run.exitCode != 0)
        QTest::qFail(line.toUtf8() + '\n' + run.all(), __FILE__, __LINE__);
    return run;
}

} // namespace

/// Lists that "Copy as Command" copies say in a terminal what they show.
class CopiedListsTest : public QObject {
    Q_OBJECT

private slots:
    void pushes_ofEachOutcome_areThoseOfTheList() {
        OutreachScene outreach(FakePlatform::Kind::Smartlead);
        outreach.deliver(3);
        const std::string order = outreach.deliver(2);
        const std::string id = outreach.make();
        QCOMPARE(outreach.post(id, "/push", "{\"orderNumber\":\"" + order + "\"}").status, 202);
        QVERIFY(outreach.settle(id));
        DesktopScene desktop;
        desktop.connectTo(outreach.server());
        desktop.program().workspace().showPage(QStringLiteral("destinations"));
        desktop.find<QTabBar>("destinationTabs")->setCurrentIndex(1);
        const auto* table = desktop.find<QTableView>("pushTable");
        const auto* shown = table->model();
        LEADSHEET_WAIT(shown->rowCount() == 2);
        const auto inBoth = [&] {
            const QStringList here =
                listed<PushModel>(*table, [](const Push& one) { return one.id.str(); });
            const CliRun run = ranCopied(desktop, outreach.server().customerKey());
            return said(run, "push", "id") == here ? static_cast<int>(here.size()) : -1;
        };
        QCOMPARE(inBoth(), 2);
        desktop.click("pushChip2"); // accepted
        LEADSHEET_WAIT(shown->rowCount() == 2);
        QCOMPARE(inBoth(), 2);
        desktop.click("pushChip4"); // refused
        LEADSHEET_WAIT(shown->rowCount() == 0);
        QCOMPARE(inBoth(), 0);
    }

    void deliveries_ofAWebhook_areThoseOfTheList() {
        TestServer::Options options;
        options.configure = [](server::Config& config) {
            config.outgoing.allowHttp = true;
            config.outgoing.allowLoopback = true;
        };
        TestServer server(options);
        OrderScene orders(server);
        const std::string id =
            memberOf(server.post("/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/leads\"}"), "/id");
        for (int i = 0; i < 3; ++i)
            orders.place();
        LEADSHEET_WAIT(
            jsonOf(server.get("/v1/webhooks/" + id + "/deliveries")).at("data").as_array().size() ==
            3);
        DesktopScene desktop;
        desktop.connectTo(server);
        desktop.program().workspace().showPage(QStringLiteral("destinations"));
        const auto* table = desktop.find<QTableView>("deliveriesTable");
        LEADSHEET_WAIT(table->model()->rowCount() == 3);
        QCOMPARE(
            said(ranCopied(desktop, server.customerKey()), "webhookDelivery", "id"),
            listed<DeliveryModel>(*table, [](const WebhookDelivery& one) { return one.id.str(); }));
    }

    void queue_searchedByAccount_isThatOfTheAccount() {
        TwoCustomers scene;
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 2);
        const auto lines = [&] {
            const QString line = scene.copied();
            const CliRun run = pasted(line + QStringLiteral(" --json"), scene.server.adminKey());
            if (run.exitCode != 0)
                QTest::qFail(line.toUtf8() + '\n' + run.all(), __FILE__, __LINE__);
            const QStringList here = listed<QueueModel>(
                scene.table(), [](const AdminOrder& one) { return one.order.number.str(); });
            return said(run, "adminOrder", "orderNumber") == here ? static_cast<int>(here.size())
                                                                  : -1;
        };
        const auto search = [&scene](const std::string& account) {
            scene.ui.type("queueSearch", QString::fromStdString(account));
            QTest::keyClick(scene.ui.find<QLineEdit>("queueSearch"), Qt::Key_Return);
        };
        search(scene.server.accountId());
        LEADSHEET_WAIT(scene.rows() == 2);
        QCOMPARE(lines(), 2);
        search(scene.other);
        LEADSHEET_WAIT(scene.rows() == 0);
        QCOMPARE(lines(), 0);
        search(scene.server.adminKey()); // typed into the wrong place: a secret
        QCOMPARE(scene.copied(), QString());
    }

    void accounts_copied_areTheChosenOnesKeysOrAllAccounts() {
        TwoCustomers scene;
        scene.open();
        scene.ui.click("partAccounts");
        auto* accounts = scene.ui.find<QTableView>("customersTable");
        LEADSHEET_WAIT(accounts->model()->rowCount() >= 2 &&
                       scene.ui.find<QTableView>("customerKeys")->model()->rowCount() == 1);
        const auto run = [&] {
            const QString line = scene.copied();
            CliRun all = pasted(line + QStringLiteral(" --json"), scene.server.adminKey());
            if (all.exitCode != 0)
                QTest::qFail(line.toUtf8() + '\n' + all.all(), __FILE__, __LINE__);
            return all;
        };
        const auto isTheList = [&] {
            return said(run(), "adminAccount", "accountId") ==
                   listed<CustomerModel>(*accounts,
                                         [](const AdminAccount& one) { return one.id.str(); });
        };
        QVERIFY(isTheList()); // although one is chosen
        auto* keys = scene.ui.find<QTableView>("customerKeys");
        keys->setFocus();
        QCOMPARE(
            said(run(), "key", "id"),
            listed<CustomerKeyModel>(*keys, [](const KeyRecord& one) { return one.id.str(); }));
        accounts->setFocus();
        QVERIFY(isTheList());
    }
};

LEADSHEET_TEST(tst_copied_lists, CopiedListsTest);
#include "tst_copied_lists.moc"
