// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/workspace.hpp"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

QString nameOf(const QWidget* widget) {
    return widget == nullptr ? QStringLiteral("nothing")
                             : QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') +
                                   widget->objectName();
}

QString focused() {
    return nameOf(QApplication::focusWidget());
}

struct FocusScene : DesktopScene {
    FocusScene() {
        program().start(true);
        LEADSHEET_WAIT(program().account().state() == ConnectionState::Connected);
    }
    explicit FocusScene(const TestServer& server) { connectTo(server); }
    void show(const char* page) {
        program().workspace().showPage(QLatin1String(page));
        settle();
    }
    void press(const char* name) {
        LEADSHEET_WAIT(canClick(name));
        auto* button = find<QPushButton>(name);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
    }
    QDialog* dialog() {
        for (auto* one : window().findChildren<QDialog*>())
            if (one->isVisible())
                return one;
        return nullptr;
    }
    /// What the sample buys, with rows in the lists.
    void buySample() {
        press("trySample");
        for (const char* next : {"continueToMap", "continueToCheck", "continueToPrice", "place"})
            press(next);
        LEADSHEET_WAIT(canClick("runNext"));
    }
    /// A key, given to what has the focus.
    static void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QVERIFY(QApplication::focusWidget() != nullptr);
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        settle();
    }
};

} // namespace

/// Where a person without a mouse is after each thing they did.
class FocusTest : public QObject {
    Q_OBJECT

private slots:
    void dialog_closed_givesTheFocusBack_data() {
        QTest::addColumn<QByteArray>("page");
        QTest::addColumn<int>("tab");
        QTest::addColumn<QByteArray>("opener");
        const auto row = [](const char* page, int tab, const char* opener) {
            QTest::newRow(opener) << QByteArray(page) << tab << QByteArray(opener);
        };
        row("destinations", 0, "webhookAddFirst");
        row("destinations", 1, "outreachAddFirst");
        row("accounts", 0, "profileAdd");
    }
    void dialog_closed_givesTheFocusBack() {
        QFETCH(QByteArray, page);
        QFETCH(int, tab);
        QFETCH(QByteArray, opener);
        FocusScene scene;
        scene.show(page.constData());
        if (page == "destinations")
            scene.find<QTabBar>("destinationTabs")->setCurrentIndex(tab);
        scene.press(opener.constData());
        LEADSHEET_WAIT(scene.dialog() != nullptr);
        settle();
        QVERIFY2(scene.dialog()->isAncestorOf(QApplication::focusWidget()), qPrintable(focused()));
        FocusScene::key(Qt::Key_Escape);
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        QTRY_COMPARE(nameOf(scene.window().focusWidget()),
                     nameOf(scene.find<QPushButton>(opener.constData())));
    }

    void commandSearch_closed_givesTheFocusBack() {
        FocusScene scene;
        scene.show("orders");
        auto* search = scene.find<QLineEdit>("ordersSearch");
        search->setFocus();
        FocusScene::key(Qt::Key_K, Qt::ControlModifier);
        LEADSHEET_WAIT(scene.dialog() != nullptr);
        FocusScene::key(Qt::Key_Escape);
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        QTRY_COMPARE(nameOf(scene.window().focusWidget()), nameOf(search));
    }

    /// F4 takes the pane away that the focus is in; Ctrl+F, F5 and F4 again work all the same.
    void listKeys_everyList_keepTheFocusInSight_data() {
        QTest::addColumn<QByteArray>("page");
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QByteArray>("search");
        QTest::addColumn<QByteArray>("detail");
        QTest::newRow("orders") << QByteArray("orders") << QByteArray("ordersTable")
                                << QByteArray("ordersSearch") << QByteArray("orderDetail");
        QTest::newRow("leads") << QByteArray("leads") << QByteArray("leadsTable")
                               << QByteArray("leadSearch") << QByteArray("leadDetail");
    }
    void listKeys_everyList_keepTheFocusInSight() {
        QFETCH(QByteArray, page);
        QFETCH(QByteArray, table);
        QFETCH(QByteArray, search);
        QFETCH(QByteArray, detail);
        FocusScene scene;
        scene.buySample();
        scene.show(page.constData());
        auto* list = scene.find<QTableView>(table.constData());
        LEADSHEET_WAIT(list->model()->rowCount() > 0);
        list->setFocus();
        list->selectRow(0);
        settle();
        auto* pane = scene.find<QWidget>(detail.constData());
        LEADSHEET_WAIT(pane->isVisible());
        QWidget* inside = nullptr;
        for (auto* one : pane->findChildren<QWidget*>())
            if (one->isVisible() && one->isEnabled() && one->focusPolicy() != Qt::NoFocus)
                inside = one;
        QVERIFY(inside != nullptr);
        inside->setFocus();
        FocusScene::key(Qt::Key_F4);
        QVERIFY(!pane->isVisible());
        QCOMPARE(focused(), nameOf(list));
        FocusScene::key(Qt::Key_F4);
        QCOMPARE(focused(), nameOf(list));
        FocusScene::key(Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(focused(), nameOf(scene.find<QLineEdit>(search.constData())));
        FocusScene::key(Qt::Key_F5);
        QCOMPARE(focused(), nameOf(scene.find<QLineEdit>(search.constData())));
    }

    /// What is pressed there is pressed once, and is gone or means something else afterwards.
    void order_cancelledByKeys_keepsTheFocusOnThePage() {
        TestServer server; // where nobody fulfils the order meanwhile
        QCOMPARE(server.createOrder("one", TestServer::orderBody()).status, 201);
        FocusScene scene(server);
        scene.show("orders");
        auto* list = scene.find<QTableView>("ordersTable");
        LEADSHEET_WAIT(list->model()->rowCount() > 0);
        list->setFocus();
        list->selectRow(0);
        setNextAnswer(true);
        scene.press("orderCancel");
        LEADSHEET_WAIT(!scene.canClick("orderCancel"));
        settle();
        QVERIFY2(scene.window().currentPage()->isAncestorOf(scene.window().focusWidget()),
                 qPrintable(nameOf(scene.window().focusWidget())));
    }

    /// From step to step with Ctrl+Enter: the focus is within the step, and its keys work at once.
    void steps_byCtrlEnter_haveTheFocusInTheStep() {
        FocusScene scene;
        scene.press("trySample");
        LEADSHEET_WAIT(scene.canClick("continueToMap"));
        FocusScene::key(Qt::Key_Return, Qt::ControlModifier);
        LEADSHEET_WAIT(scene.canClick("continueToCheck"));
        QVERIFY2(QApplication::focusWidget()->isVisible(), qPrintable(focused()));
        FocusScene::key(Qt::Key_F2); // the picker of this column
        QVERIFY2(QApplication::activePopupWidget() != nullptr ||
                     qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr,
                 qPrintable(focused()));
        FocusScene::key(Qt::Key_Escape);
        LEADSHEET_WAIT(QApplication::activePopupWidget() == nullptr);
        QCOMPARE(focused(), nameOf(scene.find<QWidget>("mapTable")));
        FocusScene::key(Qt::Key_Return, Qt::ControlModifier);
        LEADSHEET_WAIT(scene.canClick("continueToPrice"));
        QVERIFY2(focused().contains(QLatin1String("SheetGridView")), qPrintable(focused()));
        for (int i = 0; i < 6; ++i)
            FocusScene::key(Qt::Key_Down); // below the titles, which nobody corrects
        FocusScene::key(Qt::Key_F2);
        QVERIFY2(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr,
                 qPrintable(focused()));
        FocusScene::key(Qt::Key_Escape);
        QVERIFY2(focused().contains(QLatin1String("SheetGridView")), qPrintable(focused()));
        FocusScene::key(Qt::Key_F8);
        QVERIFY2(focused().contains(QLatin1String("SheetGridView")), qPrintable(focused()));
        FocusScene::key(Qt::Key_Return, Qt::ControlModifier);
        LEADSHEET_WAIT(scene.canClick("place"));
        QTRY_VERIFY2(QApplication::focusWidget() != nullptr &&
                         QApplication::focusWidget()->isVisible(),
                     qPrintable(focused()));
    }
};

LEADSHEET_TEST(tst_focus, FocusTest);
#include "tst_focus.moc"
