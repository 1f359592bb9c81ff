// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/accounts_page.hpp"
#include "account/connector.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/notice_bar.hpp"

#include "leadsheet/app/accounts/profile_store.hpp"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QTreeWidget>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::TestServer;

namespace {

constexpr const char* kInSession = "LEADSHEET_TEST_KEYCHAIN_SESSION";

ConnectionState stateOf(DesktopScene& scene) {
    return scene.program().account().state();
}

QTreeWidgetItem* itemOf(DesktopScene& scene, const QString& name) {
    const auto found = scene.find<QTreeWidget>("profiles")->findItems(name, Qt::MatchExactly);
    return found.isEmpty() ? nullptr : found.first();
}

} // namespace

class AccountsTest : public QObject {
    Q_OBJECT

private slots:
    void start_oneProfile_isConnectedInTheBackground() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QCOMPARE(scene.program().account().connection()->ref.baseUrl, server.baseUrl());
        scene.program().workspace().showAccounts();
        QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("accounts"));
        // The profile was kept as that of a live account; what the service says holds everywhere.
        const auto* profiles = scene.find<QTreeWidget>("profiles");
        QCOMPARE(profiles->topLevelItem(0)->text(2), QStringLiteral("sandbox, play money"));
        QVERIFY(scene.find<QPushButton>("accountSwitcher")
                    ->accessibleName()
                    .contains(QStringLiteral("play money")));
        QCOMPARE(scene.look(QStringLiteral("accounts")), QString());
    }

    void start_serverDown_saysSoAndTriesAgain() {
        DesktopScene scene;
        std::optional<TestServer> server;
        server.emplace();
        scene.addProfile("work", *server, server->accountId(), server->customerKey());
        server->faults().add(server::Fault::answer(503), {}, 2);
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Failed);
        auto* notice = scene.find<ConnectionNotice>("connectionNotice");
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains(QStringLiteral("internal error")),
                 qPrintable(notice->text()));
        QCOMPARE(scene.look(QStringLiteral("connection-failed")), QString());
        QPushButton* again = nullptr;
        for (QPushButton* button : notice->findChildren<QPushButton*>())
            if (button->isVisible())
                again = button;
        QVERIFY(again != nullptr);
        QCOMPARE(again->text(), QStringLiteral("Try Again"));
        again->click();
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY(!notice->isVisible());
    }

    void key_ofAnotherAccount_isRefused() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.addAccount(1000));
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Failed);
        QCOMPARE(scene.program().account().trouble().code, QStringLiteral("wrong_account"));
        QVERIFY(scene.program().connector().needsKey());
    }

    void enterKey_forAProfile_asksForTheKeyAloneAndRefusesForeignOnes() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.customerKey());
        scene.keychain().keys.clear();
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Failed);
        scene.program().workspace().showAccounts();
        scene.click("profileKey");
        auto* dialog = scene.window().findChild<QDialog*>(QStringLiteral("connectDialog"));
        QVERIFY(dialog != nullptr);
        QVERIFY(scene.find<QLineEdit>("connectAddress")->isReadOnly());
        scene.type("connectKey", QString::fromStdString(server.addAccount(1000)));
        scene.click("connectTest");
        auto* message = scene.find<NoticeBar>("connectMessage");
        LEADSHEET_WAIT(message->isVisible());
        QVERIFY(message->text().contains(QStringLiteral("belongs to account")));
        QCOMPARE(scene.look(QStringLiteral("connect-dialog"), dialog), QString());
        scene.type("connectKey", QString::fromStdString(server.customerKey()));
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        scene.click("connectSave");
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QCOMPARE(scene.keychain().keys.size(), std::size_t{1});
    }

    void switcher_menu_switchesBetweenProfileAndSandbox() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        auto* menu = scene.find<QMenu>("accountMenu");
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 5);
        QVERIFY(menu->actions().at(0)->isChecked());
        menu->actions().at(1)->trigger();
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY(scene.program().account().connection()->sandbox);
        emit menu->aboutToShow();
        QVERIFY(menu->actions().at(1)->isChecked());
        menu->actions().at(0)->trigger();
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QCOMPARE(scene.program().account().connection()->profile, QStringLiteral("work"));
    }

    void notice_ofOneAccount_isGoneWithItAndWithItsPage() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        Workspace& workspace = scene.program().workspace();
        const NoticeBar& notice = scene.window().notices();
        workspace.showAccounts();
        workspace.notify(NoticeKind::Good, QStringLiteral("20 orders were placed."));
        scene.program().connector().tryAgain();
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY(notice.isVisible());
        scene.program().connector().useSandbox();
        QVERIFY(!notice.isVisible());
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);

        workspace.notify(NoticeKind::Good, QStringLiteral("20 orders were placed."));
        QVERIFY(notice.isVisible());
        workspace.showPage(QStringLiteral("orders"));
        QVERIFY(!notice.isVisible());
    }

    void switcher_everyTextSize_showsTheWholeBalance_data() {
        QTest::addColumn<int>("points");
        for (const int points : {9, 10, 14, 20})
            QTest::addRow("%d pt", points) << points;
    }
    void switcher_everyTextSize_showsTheWholeBalance() {
        QFETCH(int, points);
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        scene.program().theme().setFontSize(points);
        const auto* switcher = scene.find<QPushButton>("accountSwitcher");
        for (const char* page : {"submit", "accounts", "activity", "settings"}) {
            scene.program().workspace().showPage(QLatin1String(page));
            LEADSHEET_WAIT(switcher->width() >= switcher->sizeHint().width());
            LEADSHEET_WAIT(switcher->height() == switcher->heightForWidth(switcher->width()));
        }
        const int one = switcher->heightForWidth(2000);
        const int two = switcher->heightForWidth(switcher->sizeHint().width());
        QCOMPARE(two - one, switcher->fontMetrics().height());
        scene.program().theme().setFontSize(0);
    }

    void fulfilment_otherKeysThanAdmin_isNotOffered() {
        TestServer server;
        DesktopScene scene;
        const auto offered = [&scene] {
            for (const QAction* action : scene.window().commands())
                if (action->text() == QStringLiteral("Go to Fulfilment"))
                    return true;
            return false;
        };
        scene.connectTo(server, server.adminKey());
        QVERIFY(offered());
        scene.program().workspace().showPage(QStringLiteral("fulfilment"));
        QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("fulfilment"));
        QCOMPARE(scene.look(QStringLiteral("fulfilment")), QString());
        scene.program().connector().useSandbox();
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected &&
                       scene.program().account().connection()->sandbox);
        QVERIFY(!offered());
        QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("submit"));
        scene.program().workspace().showPage(QStringLiteral("fulfilment"));
        QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("submit"));
    }

    void adminKey_hidesThePagesOfCustomers() {
        TestServer server;
        DesktopScene scene;
        const auto show = [&scene](const char* page) {
            scene.program().workspace().showPage(QLatin1String(page));
            return scene.window().currentPage()->id();
        };
        QCOMPARE(show("leads"), QStringLiteral("leads"));
        scene.connectTo(server, server.adminKey());
        QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("fulfilment"));
        for (const char* page : {"orders", "leads", "destinations", "activity", "overview"})
            QCOMPARE(show(page), QStringLiteral("fulfilment"));
        QCOMPARE(show("submit"), QStringLiteral("submit")); // a sheet can be checked
        scene.program().connector().useSandbox();
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected &&
                       scene.program().account().connection()->sandbox);
        QCOMPARE(show("orders"), QStringLiteral("orders"));
    }

    void rename_movesTheKeyAndKeepsTheConnection() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        scene.program().workspace().showAccounts();
        itemOf(scene, QStringLiteral("work"))->setText(0, QStringLiteral("Büro"));
        LEADSHEET_WAIT(scene.program().connector().profile(QStringLiteral("Büro")) != nullptr);
        LEADSHEET_WAIT(scene.keychain().keys.count(app::keyEntry("Büro", server.baseUrl())) == 1);
        QCOMPARE(scene.keychain().keys.size(), std::size_t{1});
        QCOMPARE(scene.program().account().connection()->profile, QStringLiteral("Büro"));
        QVERIFY(itemOf(scene, QStringLiteral("Büro")) != nullptr);
    }

    void rename_toATakenName_saysSoAndChangesNothing() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("a", server, server.accountId(), server.customerKey());
        scene.addProfile("b", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(scene.program().connector().profilesLoaded());
        itemOf(scene, QStringLiteral("a"))->setText(0, QStringLiteral("b"));
        LEADSHEET_WAIT(
            scene.window().notices().text().contains(QStringLiteral("named 'b' already")));
        QVERIFY(itemOf(scene, QStringLiteral("a")) != nullptr);
    }

    void remove_asksAndForgetsProfileAndKey() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        scene.program().workspace().showAccounts();
        setNextAnswer(false);
        scene.click("profileRemove");
        QVERIFY(lastQuestion().contains(QStringLiteral("work")));
        QVERIFY(scene.program().connector().profile(QStringLiteral("work")) != nullptr);
        setNextAnswer(true);
        scene.click("profileRemove");
        LEADSHEET_WAIT(scene.program().connector().profiles().all.empty());
        LEADSHEET_WAIT(scene.keychain().keys.empty());
        QCOMPARE(stateOf(scene), ConnectionState::None);
    }

    void switchTo_isForAccountsThatAreNotInUse() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("work", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        scene.program().workspace().showAccounts();
        auto* list = scene.find<QTreeWidget>("profiles");
        list->setCurrentItem(itemOf(scene, QStringLiteral("work")));
        QVERIFY(!scene.find<QPushButton>("profileUse")->isEnabled());
        list->setCurrentItem(list->topLevelItem(1)); // the sandbox
        QVERIFY(scene.find<QPushButton>("profileUse")->isEnabled());
    }

    void makeDefault_isWhatTheCommandLineUses() {
        TestServer server;
        DesktopScene scene;
        scene.addProfile("a", server, server.accountId(), server.customerKey());
        scene.addProfile("b", server, server.accountId(), server.customerKey());
        scene.program().start(false);
        LEADSHEET_WAIT(scene.program().connector().profilesLoaded());
        scene.program().workspace().showAccounts();
        scene.find<QTreeWidget>("profiles")->setCurrentItem(itemOf(scene, QStringLiteral("b")));
        scene.click("profileDefault");
        LEADSHEET_WAIT(scene.program().connector().profiles().active == "b");
        app::ProfileStore store(scene.program().workspace().folders().profilesFile());
        QCOMPARE(store.load()->active, std::string("b"));
    }

    // The same test again, inside a session of its own with a real, unlocked keychain.
    void realKeychain_keepsTheKeyOverARestartAndForgetsIt() {
        if (!qEnvironmentVariableIsSet(kInSession)) {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            QTemporaryDir home;
            for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
                environment.insert(QLatin1String(name), home.path());
            environment.insert(QLatin1String(kInSession), QStringLiteral("1"));
            environment.remove(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"));
            QProcess session;
            session.setProcessEnvironment(environment);
            session.setProcessChannelMode(QProcess::MergedChannels);
            session.start(
                QStringLiteral("dbus-run-session"),
                {QStringLiteral("--"), QStringLiteral("bash"), QStringLiteral("-c"),
                 QStringLiteral("printf pw | gnome-keyring-daemon --unlock --components=secrets "
                                ">/dev/null && exec \"$0\" tst_accounts "
                                "realKeychain_keepsTheKeyOverARestartAndForgetsIt"),
                 QCoreApplication::applicationFilePath()});
            QVERIFY(session.waitForStarted(60'000));
            QVERIFY(session.waitForFinished(300'000));
            const QByteArray said = session.readAll();
            QVERIFY2(session.exitCode() == 0, said);
            return;
        }
        TestServer server;
        DesktopScene scene(DesktopScene::Keys::System);
        scene.program().start(false);
        LEADSHEET_WAIT(scene.window().findChild<QPushButton*>(QStringLiteral("welcomeConnect")));
        scene.click("welcomeConnect");
        scene.type("connectAddress", QString::fromStdString(server.baseUrl()));
        scene.type("connectKey", QString::fromStdString(server.customerKey()));
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        scene.type("connectName", QStringLiteral("work"));
        scene.click("connectSave");
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        QVERIFY2(scene.window().notices().text().isEmpty(),
                 qPrintable(scene.window().notices().text()));
        scene.restart();
        scene.program().start(false);
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::Connected);
        const auto entry = app::keyEntry("work", server.baseUrl());
        QVERIFY(app::systemKeychain()->read(entry)->has_value());
        scene.program().connector().remove(QStringLiteral("work"));
        LEADSHEET_WAIT(stateOf(scene) == ConnectionState::None);
        LEADSHEET_WAIT(!app::systemKeychain()->read(entry)->has_value());
    }

    void settings_changed_holdAtOnceAndAreKept() {
        DesktopScene scene;
        scene.program().workspace().showPage(QStringLiteral("settings"));
        QCOMPARE(scene.look(QStringLiteral("settings")), QString());
        auto* size = scene.find<QComboBox>("settingsFontSize");
        size->setCurrentIndex(size->findData(14));
        emit size->activated(size->currentIndex());
        QCOMPARE(QApplication::font().pointSize(), 14);
        auto* proxy = scene.find<QComboBox>("settingsProxy");
        proxy->setCurrentIndex(2);
        emit proxy->activated(2);
        scene.type("settingsProxyAddress", QStringLiteral("http://127.0.0.1:9"));
        emit scene.find<QLineEdit>("settingsProxyAddress")->editingFinished();
        scene.program().settings().addRecentSheet(QStringLiteral("/tmp/a.csv"));
        QCOMPARE(scene.find<QPushButton>("settingsClearRecent")->isEnabled(), true);
        scene.click("settingsClearRecent");
        QVERIFY(scene.program().settings().recentSheets().isEmpty());
        QCOMPARE(scene.program().connector().network().proxy, std::string("http://127.0.0.1:9"));
        scene.restart();
        QCOMPARE(scene.program().settings().fontSize(), 14);
        QCOMPARE(QApplication::font().pointSize(), 14);
        scene.program().theme().setFontSize(10);
    }
};

LEADSHEET_TEST(tst_accounts, AccountsTest);
#include "tst_accounts.moc"
