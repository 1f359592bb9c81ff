// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "desktop_scene.hpp"
#include "hook_scene.hpp"
#include "keyboard_walk.hpp"
#include "leads_scene.hpp"
#include "screenshot.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/help.hpp"
#include "shell/workspace.hpp"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTimer>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// Everything that a person without a mouse would miss here.
QString faultsOf(QWidget& window) {
    settle();
    return (complaints(window) + tabFaults(window)).join(QLatin1Char('\n'));
}

void pressTip(QWidget& window, const QWidget& control) {
    for (const KeyTip& tip : keyTipsOf(window))
        if (tip.control == &control) {
            QTest::keyClick(&window, static_cast<Qt::Key>(tip.letter.unicode()), Qt::AltModifier);
            return;
        }
    QFAIL("it has no letter");
}

QPushButton* shownButton(DesktopScene& scene, const char* name) {
    for (auto* button : scene.window().findChildren<QPushButton*>(QLatin1String(name)))
        if (button->isVisible() && button->isEnabled())
            return button;
    return nullptr;
}

void connectSandbox(DesktopScene& scene) {
    scene.program().start(true);
    LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
}

/// What a modal dialog lacks; it is closed.
QString faultsOfModal(const std::function<void()>& open) {
    QString faults = QStringLiteral("no dialog came up");
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &look, [&] {
        QWidget* dialog = QApplication::activeModalWidget();
        if (dialog == nullptr)
            return;
        look.stop();
        faults = faultsOf(*dialog);
        dialog->close();
    });
    look.start(10);
    open(); // a question comes back when it is answered, a dialog at once
    (void)QTest::qWaitFor([&look] { return !look.isActive(); }, 60'000);
    return faults;
}

} // namespace

/// The whole window by keyboard: Tab reaches every control once and in the order of reading, every
/// control has a name, and no key means two things.
class KeyboardTest : public QObject {
    Q_OBJECT

private slots:
    void pages_connected_areReachedByTab_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"submit", "orders", "leads", "destinations", "activity",
                                 "accounts", "settings", "overview"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }
    void pages_connected_areReachedByTab() {
        QFETCH(QString, page);
        DesktopScene scene;
        connectSandbox(scene);
        scene.program().workspace().showPage(page);
        QCOMPARE(scene.window().currentPage()->id(), page);
        QCOMPARE(faultsOf(scene.window()), QString());
    }

    /// Alt shows a letter at everything that can be pressed or filled in, no two the same.
    void keyTips_everyPage_haveALetterForEveryButton_data() {
        pages_connected_areReachedByTab_data();
    }
    void keyTips_everyPage_haveALetterForEveryButton() {
        QFETCH(QString, page);
        DesktopScene scene;
        connectSandbox(scene);
        scene.program().workspace().showPage(page);
        settle();
        QCOMPARE(mnemonicFaults(scene.window()).join(QLatin1Char('\n')), QString());
        QTest::keyPress(&scene.window(), Qt::Key_Alt, Qt::AltModifier);
        settle();
        screenshot(scene.window(), QStringLiteral("key-tips-") + page);
        QVERIFY(scene.window().findChild<QLabel*>(QStringLiteral("keyTip")) != nullptr);
        QTest::keyRelease(&scene.window(), Qt::Key_Alt);
        QVERIFY(scene.window().findChild<QLabel*>(QStringLiteral("keyTip")) == nullptr);
    }

    void keyTips_ofAnOrder_leadToTheButtonThatSpendsAndPressTheOthers() {
        DesktopScene scene;
        connectSandbox(scene);
        shownButton(scene, "trySample")->click();
        for (const char* next : {"continueToMap", "continueToCheck", "continueToPrice"}) {
            LEADSHEET_WAIT(shownButton(scene, next) != nullptr);
            settle();
            QCOMPARE(mnemonicFaults(scene.window()).join(QLatin1Char('\n')), QString());
            pressTip(scene.window(), *shownButton(scene, next));
        }
        LEADSHEET_WAIT(shownButton(scene, "place") != nullptr);
        QPushButton& place = *shownButton(scene, "place");
        pressTip(scene.window(), place);
        QVERIFY(place.hasFocus() && place.isVisible());
        QVERIFY(place.text().startsWith(QStringLiteral("Place")));
    }

    /// Nothing but keys, each given to what has the focus, from the first start to what was bought.
    void firstOrder_byKeysAlone_isPlaced() {
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(shownButton(scene, "welcomeSample") != nullptr);
        scene.window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&scene.window(), 60'000));
        const auto press = [](Qt::Key key, Qt::KeyboardModifiers with = {}) {
            QVERIFY(QApplication::focusWidget() != nullptr);
            QTest::keyClick(QApplication::focusWidget(), key, with);
        };
        press(Qt::Key_Return);
        for (const char* next : {"continueToMap", "continueToCheck", "continueToPrice", "place"}) {
            LEADSHEET_WAIT(shownButton(scene, next) != nullptr);
            press(Qt::Key_Return, Qt::ControlModifier);
        }
        QCOMPARE(QApplication::focusWidget(), shownButton(scene, "place"));
        press(Qt::Key_Return);
        LEADSHEET_WAIT(shownButton(scene, "runNext") != nullptr);
        for (int tabs = 0; !shownButton(scene, "runNext")->hasFocus(); ++tabs) {
            QVERIFY(tabs < 50);
            press(Qt::Key_Tab);
        }
        press(Qt::Key_Return);
        LEADSHEET_WAIT(scene.window().currentPage()->id() != QStringLiteral("submit") ||
                       shownButton(scene, "runNext") == nullptr);
        QVERIFY(QApplication::focusWidget() != nullptr && QApplication::focusWidget()->isVisible());
    }

    /// What opens within a page closes with Esc, and the focus is in the list again.
    void panels_ofLeads_closeWithEscape_data() {
        QTest::addColumn<QByteArray>("opener");
        for (const char* opener : {"leadExport", "leadColumns", "leadViews"})
            QTest::newRow(opener) << QByteArray(opener);
    }
    void panels_ofLeads_closeWithEscape() {
        QFETCH(QByteArray, opener);
        LeadsScene scene;
        scene.deliver(0, 5);
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 5 && scene.isWhole());
        QCOMPARE(faultsOf(scene.desktop.window()), QString());
        QPushButton* button = shownButton(scene.desktop, opener.constData());
        QVERIFY(button != nullptr);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
        QWidget* inside = QApplication::focusWidget();
        QVERIFY(inside != nullptr && inside != button);
        QCOMPARE(faultsOf(scene.desktop.window()), QString());
        inside->setFocus();
        QTest::keyClick(inside, Qt::Key_Escape);
        QVERIFY(!inside->isVisible());
        QCOMPARE(QApplication::focusWidget(), scene.table());
    }

    void question_ofAWebhook_closesWithEscape() {
        HookScene scene;
        scene.add();
        scene.open();
        LEADSHEET_WAIT(scene.ready());
        QPushButton* asks = shownButton(scene.desktop, "webhookRedeliver");
        QVERIFY(asks != nullptr);
        asks->setFocus();
        QTest::keyClick(asks, Qt::Key_Return);
        auto* since = scene.desktop.find<QWidget>("backlogSince");
        LEADSHEET_WAIT(since->isVisible());
        QCOMPARE(QApplication::focusWidget(), since);
        QCOMPARE(faultsOf(scene.desktop.window()), QString());
        since->setFocus();
        QTest::keyClick(since, Qt::Key_Escape);
        QVERIFY(!since->isVisible());
        QCOMPARE(QApplication::focusWidget(), asks);
        QCOMPARE(scene.said("webhooksNotice"), QString());
    }

    void keyTips_ofADialog_areItsOwn() {
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        scene.program().workspace().showAccounts();
        scene.click("profileAdd");
        auto* dialog = scene.window().findChild<QDialog*>(QStringLiteral("connectDialog"));
        LEADSHEET_WAIT(dialog != nullptr && dialog->isVisible());
        settle();
        QCOMPARE(mnemonicFaults(*dialog).join(QLatin1Char('\n')), QString());
        pressTip(*dialog, *scene.find<QLineEdit>("connectKey"));
        QVERIFY(scene.find<QLineEdit>("connectKey")->hasFocus());
        pressTip(*dialog, *scene.find<QPushButton>("connectCancel"));
        LEADSHEET_WAIT(scene.window().findChild<QDialog*>(QStringLiteral("connectDialog")) ==
                       nullptr);
    }

    void steps_ofAnOrder_areReachedByTab() {
        DesktopScene scene;
        connectSandbox(scene);
        scene.program().workspace().showPage(QStringLiteral("submit"));
        shownButton(scene, "trySample")->click();
        for (const char* next : {"continueToMap", "continueToCheck", "continueToPrice", "place"}) {
            LEADSHEET_WAIT(shownButton(scene, next) != nullptr);
            QCOMPARE(faultsOf(scene.window()), QString());
            shownButton(scene, next)->click();
        }
        LEADSHEET_WAIT(shownButton(scene, "runNext") != nullptr);
        QCOMPARE(faultsOf(scene.window()), QString());
        scene.program().workspace().showPage(QStringLiteral("orders"));
        QCOMPARE(faultsOf(scene.window()), QString());
        scene.program().workspace().showPage(QStringLiteral("activity"));
        QCOMPARE(faultsOf(scene.window()), QString());
    }

    void firstRun_bothWays_areReachedByTab() {
        DesktopScene scene;
        scene.program().start(false);
        LEADSHEET_WAIT(shownButton(scene, "welcomeSample") != nullptr);
        QCOMPARE(faultsOf(scene.window()), QString());
        scene.click("welcomeConnect");
        QCOMPARE(faultsOf(scene.window()), QString());
    }

    void dialogs_open_areReachedByTab_data() {
        QTest::addColumn<QString>("command");
        for (const char* command : {"About Leadsheet", "Find a Command"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void dialogs_open_areReachedByTab() {
        QFETCH(QString, command);
        DesktopScene scene;
        connectSandbox(scene);
        QAction* wanted = nullptr;
        for (QAction* action : scene.window().commands())
            if (action->text() == command)
                wanted = action;
        QVERIFY(wanted != nullptr);
        QCOMPARE(faultsOfModal([wanted] { wanted->trigger(); }), QString());
    }

    void fulfilment_adminKey_isReachedByTab() {
        TestServer server;
        QCOMPARE(server.createOrder("order-1", TestServer::orderBody(100)).status, 201);
        DesktopScene scene;
        scene.connectTo(server, server.adminKey());
        scene.program().workspace().showPage(QStringLiteral("fulfilment"));
        QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("fulfilment"));
        QCOMPARE(faultsOf(scene.window()), QString());
        scene.click("openFulfilment");
        auto* window = scene.find<QWidget>("fulfilmentWindow");
        LEADSHEET_WAIT(scene.find<QTableView>("queueTable")->model()->rowCount() == 1);
        QCOMPARE(faultsOf(*window), QString());
    }

    void connectDialog_newAndKnownAccount_isReachedByTab_data() {
        QTest::addColumn<QByteArray>("opener");
        QTest::newRow("new account") << QByteArray("profileAdd");
        QTest::newRow("key of a profile") << QByteArray("profileKey");
    }
    void connectDialog_newAndKnownAccount_isReachedByTab() {
        QFETCH(QByteArray, opener);
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        scene.program().workspace().showAccounts();
        LEADSHEET_WAIT(shownButton(scene, opener.constData()) != nullptr);
        scene.click(opener.constData());
        auto* dialog = scene.window().findChild<QDialog*>(QStringLiteral("connectDialog"));
        LEADSHEET_WAIT(dialog != nullptr && dialog->isVisible());
        QCOMPARE(faultsOf(*dialog), QString());
        scene.find<QCheckBox>("connectNetwork")->setChecked(true);
        QCOMPARE(faultsOf(*dialog), QString());
        scene.type("connectKey", QString::fromStdString(server.customerKey()));
        if (opener == "profileAdd")
            scene.type("connectAddress", QString::fromStdString(server.baseUrl()));
        scene.click("connectTest");
        LEADSHEET_WAIT(scene.find<QPushButton>("connectSave")->isEnabled());
        QCOMPARE(faultsOf(*dialog), QString());
        scene.click("connectCancel");
        LEADSHEET_WAIT(scene.window().findChild<QDialog*>(QStringLiteral("connectDialog")) ==
                       nullptr);
    }

    void questions_beforeWhatCannotBeUndone_areReachedByTab() {
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        scene.program().workspace().showAccounts();
        LEADSHEET_WAIT(shownButton(scene, "profileRemove") != nullptr);
        QCOMPARE(faultsOfModal([&] { scene.click("profileRemove"); }), QString());
        QVERIFY(scene.program().connector().profile(QStringLiteral("work")) != nullptr);
        const Question question{QStringLiteral("Quit While Running?"),
                                QStringLiteral("A run of 412 orders is under way."),
                                QStringLiteral("Pause and Quit"), QStringLiteral("Keep Running")};
        bool said = true;
        QCOMPARE(faultsOfModal([&] { said = ask(&scene.window(), question); }), QString());
        QVERIFY(!said);
    }

    void question_beforeAnOrderIsCancelled_isReachedByTab() {
        TestServer server;
        QCOMPARE(server.createOrder("order-1", TestServer::orderBody(100)).status, 201);
        DesktopScene scene;
        scene.connectTo(server);
        scene.program().workspace().showPage(QStringLiteral("orders"));
        LEADSHEET_WAIT(shownButton(scene, "orderCancel") != nullptr);
        QCOMPARE(faultsOfModal([&] { scene.click("orderCancel"); }), QString());
        QVERIFY(shownButton(scene, "orderCancel") != nullptr);
        QCOMPARE(memberOf(server.get("/v1/orders"), "/data/0/status"),
                 std::string("pending_review"));
    }

    void question_beforeACrash_isReachedByTab() {
        DesktopScene scene;
        connectSandbox(scene);
        LEADSHEET_WAIT(shownButton(scene, "faults") != nullptr);
        const auto faults = scene.find<QMenu>("faultMenu")->actions();
        QVERIFY(faults.last()->text().startsWith(QStringLiteral("Crash")));
        // Closing the question is a no: a yes would end this very process.
        QCOMPARE(faultsOfModal([&] { faults.last()->trigger(); }), QString());
    }

    void help_open_isReachedByTab() {
        DesktopScene scene;
        scene.program().workspace().showHelp(QStringLiteral("submit"));
        QWidget* help = nullptr;
        for (QWidget* window : QApplication::topLevelWidgets())
            if (window->isVisible() && window != &scene.window())
                help = window;
        QVERIFY(help != nullptr);
        QCOMPARE(faultsOf(*help), QString());
    }
};

LEADSHEET_TEST(tst_keyboard, KeyboardTest);
#include "tst_keyboard.moc"
