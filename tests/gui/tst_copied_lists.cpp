// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_scene.hpp"
#include "outreach_scene.hpp"
#include "pasted_command.hpp"
#include "test_main.hpp"

#include "customers/customer_records.hpp"

#include <QClipboard>
#include <QGuiApplication>
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
        const auto* shown = desktop.find<QTableView>("pushTable")->model();
        LEADSHEET_WAIT(shown->rowCount() == 2);
        const auto lines = [&] {
            const QString line = desktop.window().currentPage()->commandLine();
            const CliRun run =
                pasted(line + QStringLiteral(" --json"), outreach.server().customerKey());
            if (run.exitCode != 0)
                QTest::qFail(line.toUtf8() + '\n' + run.all(), __FILE__, __LINE__);
            return static_cast<int>(run.linesOf("push").size());
        };
        QCOMPARE(lines(), 2);
        desktop.click("pushChip2"); // accepted
        LEADSHEET_WAIT(shown->rowCount() == 2);
        QCOMPARE(lines(), 2);
        desktop.click("pushChip4"); // refused
        LEADSHEET_WAIT(shown->rowCount() == 0);
        QCOMPARE(lines(), 0);
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
            return static_cast<int>(run.linesOf("adminOrder").size());
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
        const CliRun keys = run();
        QCOMPARE(keys.linesOf("key").size(), std::size_t{1});
        accounts->setCurrentIndex({});
        const CliRun all = run();
        QCOMPARE(static_cast<int>(all.linesOf("adminAccount").size()),
                 accounts->model()->rowCount());
        QVERIFY(all.out.contains(QString::fromStdString(scene.other)));
    }
};

LEADSHEET_TEST(tst_copied_lists, CopiedListsTest);
#include "tst_copied_lists.moc"
