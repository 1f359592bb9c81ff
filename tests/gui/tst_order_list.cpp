// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "dialogs/form_dialog.hpp"
#include "orders/order_records.hpp"
#include "orders/orders_page.hpp"
#include "records/record_list.hpp"
#include "shell/notice_bar.hpp"
#include "widgets/tables.hpp"

#include "leadsheet/work/exporting.hpp"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest/qtestmouse.h>
#include <QtTest>
#include <QtTestGui>
#include <QtTestWidgets>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::TestServer;

namespace {

QString place(TestServer& server, int leads, const QString& reference = {}) {
    std::string body = TestServer::orderBody(leads);
    if (!reference.isEmpty())
        body.insert(body.size() - 1, ",\"externalRef\":\"" + reference.toStdString() + "\"");
    static int key = 0;
    const auto made = server.createOrder("list-" + std::to_string(++key), body);
    if (made.status != 201)
        qFatal("%s", made.body.c_str());
    return QJsonDocument::fromJson(QByteArray::fromStdString(made.body))
        .object()["order_number"]
        .toString();
}

struct Scene {
    TestServer server;
    DesktopScene desktop;

    QTableView* table() { return desktop.find<QTableView>("ordersTable"); }
    QHeaderView* titles() { return table()->horizontalHeader(); }
    int rows() { return table()->model()->rowCount(); }
    QString cell(int row, int column) {
        return table()->model()->index(row, column).data().toString();
    }
    QStringList column(int column) {
        QStringList texts;
        for (int row = 0; row < rows(); ++row)
            texts << cell(row, column);
        return texts;
    }
    QString state() { return desktop.find<QLabel>("ordersState")->text(); }
    QLineEdit* field() { return desktop.find<QLineEdit>("ordersSearch"); }
    void open(int orders) {
        desktop.connectTo(server);
        desktop.program().workspace().showPage(QStringLiteral("orders"));
        LEADSHEET_WAIT(rows() == orders);
    }
    void press(int column) {
        const QHeaderView& header = *titles();
        table()->horizontalScrollBar()->setValue(0);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          QPoint(header.sectionViewportPosition(column) + 8, header.height() / 2));
    }
    QString noticed() {
        QString words;
        QObject::connect(&desktop.program().workspace(), &Workspace::noticed, &desktop.window(),
                         [&](NoticeKind, const QString& said) { words = said; });
        desktop.click("ordersExport");
        (void)QTest::qWaitFor([&] { return !words.isEmpty(); }, 60'000);
        return words;
    }
};

QStringList linesOf(const QString& file) {
    QFile written(file);
    if (!written.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(written.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
}

Order orderOf(const std::string& number, std::int64_t leads) {
    Order order(*OrderNumber::parse(number));
    order.leadCount = leads;
    return order;
}

QStringList numbersOf(const ListSieve& sieve) {
    QStringList numbers;
    for (int row = 0; row < sieve.rowCount(); ++row)
        numbers << sieve.index(row, OrderModel::Number).data().toString();
    return numbers;
}

} // namespace

/// What the Orders page shows of the orders that are loaded, in which order, and as a file.
class OrderListTest : public QObject {
    Q_OBJECT

private slots:
    void typed_filtersWhatIsLoadedAsItIsTyped() {
        Scene scene;
        place(scene.server, 5, QStringLiteral("Row 12 · ACME"));
        const QString second = place(scene.server, 6, QStringLiteral("Row 13"));
        place(scene.server, 7);
        scene.open(3);
        scene.desktop.type("ordersSearch", QStringLiteral("acme row"));
        QCOMPARE(scene.column(OrderModel::Reference), QStringList{QStringLiteral("Row 12 · ACME")});
        QVERIFY2(scene.state().startsWith(QStringLiteral("Showing 1 of 3 orders.")),
                 qPrintable(scene.state()));
        QVERIFY2(scene.state().contains(QStringLiteral("5 leads ordered")),
                 qPrintable(scene.state()));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-searched")), QString());
        scene.desktop.type("ordersSearch", second.right(4).toLower());
        QCOMPARE(scene.column(OrderModel::Number), QStringList{second});
        scene.desktop.type("ordersSearch", QStringLiteral("waiting"));
        QCOMPARE(scene.rows(), 3);
        scene.desktop.type("ordersSearch", scene.cell(0, OrderModel::Product));
        QCOMPARE(scene.rows(), 3);
        scene.desktop.type("ordersSearch", QStringLiteral("no such thing"));
        QCOMPARE(scene.rows(), 0);
        QVERIFY2(scene.state().contains(QStringLiteral("Showing 0 of 3 orders. Return asks")),
                 qPrintable(scene.state()));
        QVERIFY(!scene.desktop.find<QPushButton>("ordersExport")->isEnabled());
        scene.field()->clear();
        QCOMPARE(scene.rows(), 3);
    }

    void typed_return_goesToTheRowsOrAsksTheService() {
        Scene scene;
        const QString order = place(scene.server, 5);
        place(scene.server, 6);
        scene.open(2);
        scene.desktop.click(
            qPrintable(QStringLiteral("chip%1").arg(static_cast<int>(OrderStatus::InProgress))));
        LEADSHEET_WAIT(scene.state().contains(QStringLiteral("No orders match")));
        scene.desktop.type("ordersSearch", order);
        QTest::keyClick(scene.field(), Qt::Key_Return);
        LEADSHEET_WAIT(scene.column(OrderModel::Number) == QStringList{order});
        QTest::keyClick(scene.field(), Qt::Key_Return);
        QVERIFY(scene.table()->hasFocus());
        scene.field()->clear();
        LEADSHEET_WAIT(scene.state().contains(QStringLiteral("No orders match")));
    }

    void typed_inALongList_looksAtAllOfIt() {
        Scene scene;
        place(scene.server, 5, QStringLiteral("the oldest"));
        for (int i = 0; i < 230; ++i)
            place(scene.server, 6 + i);
        scene.open(100);
        scene.desktop.type("ordersSearch", QStringLiteral("oldest"));
        LEADSHEET_WAIT(scene.rows() == 1);
        LEADSHEET_WAIT(scene.state().startsWith(QStringLiteral("Showing 1 of 231 orders.")));
    }

    void titles_pressed_sortByValueThenBackwardsThenAsItCame() {
        Scene scene;
        place(scene.server, 9, QStringLiteral("Row 10"));
        place(scene.server, 100, QStringLiteral("row 9"));
        place(scene.server, 20);
        scene.open(3);
        scene.desktop.window().resize(1700, 760);
        const QStringList came = scene.column(OrderModel::Number);
        LEADSHEET_WAIT(!scene.titles()->isSectionHidden(OrderModel::Product));
        scene.press(OrderModel::Leads);
        QCOMPARE(scene.column(OrderModel::Leads),
                 (QStringList{QStringLiteral("9"), QStringLiteral("20"), QStringLiteral("100")}));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-sorted")), QString());
        LEADSHEET_WAIT(!scene.titles()->isSectionHidden(OrderModel::Product));
        scene.press(OrderModel::Leads);
        QCOMPARE(scene.column(OrderModel::Leads).first(), QStringLiteral("100"));
        scene.press(OrderModel::Leads);
        QCOMPARE(scene.column(OrderModel::Number), came);
        scene.press(OrderModel::Price);
        QCOMPARE(scene.column(OrderModel::Leads).last(), QStringLiteral("100"));
        scene.press(OrderModel::Created);
        QCOMPARE(scene.column(OrderModel::Number), QStringList(came.rbegin(), came.rend()));
    }

    void columns_thatTellOrdersApart_areSeenBesideThePane() {
        Scene scene;
        place(scene.server, 9, QStringLiteral("Row 10"));
        place(scene.server, 100, QStringLiteral("Row 9"));
        scene.open(2);
        scene.desktop.window().resize(1280, 800);
        const auto seen = [&scene](int column) {
            return !scene.titles()->isSectionHidden(column);
        };
        for (const int column : {OrderModel::Number, OrderModel::Status, OrderModel::Delivered,
                                 OrderModel::Charged, OrderModel::Created, OrderModel::Reference})
            LEADSHEET_WAIT(seen(column));
        QCOMPARE(scene.table()->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-told-apart")), QString());
        // Without the pane there is room for all of them.
        QTest::keyClick(scene.table(), Qt::Key_F4);
        for (int column = 0; column <= OrderModel::Reference; ++column)
            LEADSHEET_WAIT(seen(column));
    }

    void titles_byKeyboard_areReachedAndPressed() {
        Scene scene;
        for (const int leads : {9, 100, 20})
            place(scene.server, leads);
        scene.open(3);
        scene.desktop.window().resize(1700, 760);
        LEADSHEET_WAIT(!scene.titles()->isSectionHidden(OrderModel::Leads));
        scene.desktop.window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&scene.desktop.window(), 60'000));
        scene.table()->setFocus(Qt::TabFocusReason);
        QTest::keyClick(scene.table(), Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(scene.titles()->hasFocus());
        QTest::keyClick(scene.titles(), Qt::Key_Home);
        QTest::keyClick(scene.titles(), Qt::Key_Right);
        QTest::keyClick(scene.titles(), Qt::Key_Right);
        QTest::keyClick(scene.titles(), Qt::Key_Space);
        QCOMPARE(scene.column(OrderModel::Leads).first(), QStringLiteral("9"));
        QVERIFY2(scene.titles()->accessibleDescription().contains(
                     QStringLiteral("Leads: sorted, ascending")),
                 qPrintable(scene.titles()->accessibleDescription()));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-titles")), QString());
        QTest::keyClick(scene.titles(), Qt::Key_Return);
        QCOMPARE(scene.column(OrderModel::Leads).first(), QStringLiteral("100"));
        QTest::keyClick(scene.titles(), Qt::Key_Tab);
        QVERIFY(scene.table()->hasFocus());
    }

    void sorted_whenOrdersCome_keepsItsOrderAndTheSelection() {
        OrderModel model;
        ListSieve sieve(model);
        QAbstractItemModelTester tester(&sieve,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        tester.setUseFetchMore(false);
        model.append({orderOf("LS-5", 10), orderOf("LS-4", 20), orderOf("LS-3", 10)}, true);
        sieve.sort(OrderModel::Leads, Qt::DescendingOrder);
        QCOMPARE(numbersOf(sieve).join(QLatin1Char(' ')), QStringLiteral("LS-4 LS-5 LS-3"));
        const QPersistentModelIndex chosen = sieve.index(2, 0);
        model.append({orderOf("LS-2", 10), orderOf("LS-1", 30)}, false);
        model.putFirst(orderOf("LS-6", 10));
        QCOMPARE(numbersOf(sieve).join(QLatin1Char(' ')),
                 QStringLiteral("LS-1 LS-4 LS-6 LS-5 LS-3 LS-2"));
        QCOMPARE(chosen.row(), 4);
        model.put(orderOf("LS-4", 1));
        QCOMPARE(numbersOf(sieve).last(), QStringLiteral("LS-4"));
        sieve.search(QStringLiteral("ls-3"));
        QCOMPARE(numbersOf(sieve), QStringList{QStringLiteral("LS-3")});
        QCOMPARE(chosen.row(), 0);
        sieve.search({});
        sieve.sort(-1);
        QCOMPARE(numbersOf(sieve).first(), QStringLiteral("LS-6"));
    }

    void export_writesWhatIsShown() {
        Scene scene;
        place(scene.server, 9, QStringLiteral("007"));
        place(scene.server, 100, QStringLiteral("row 9"));
        place(scene.server, 20, QStringLiteral("row 10"));
        scene.open(3);
        scene.desktop.type("ordersSearch", QStringLiteral("row"));
        scene.press(OrderModel::Leads);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.csv"));
        setNextFile(file);
        const QString said = scene.noticed();
        QVERIFY2(said.contains(file) && said.contains(QStringLiteral("2 orders")),
                 qPrintable(said));
        const QStringList lines = linesOf(file);
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines.at(0).startsWith(QStringLiteral("orderNumber,externalRef,product")),
                 qPrintable(lines.at(0)));
        QVERIFY2(
            lines.at(1).startsWith(scene.cell(0, OrderModel::Number) + QStringLiteral(",row 10,")),
            qPrintable(lines.at(1)));
        QVERIFY2(lines.at(2).contains(QStringLiteral(",row 9,")), qPrintable(lines.at(2)));
    }

    void export_ofALongList_hasWhatWasNotLoaded() {
        Scene scene;
        for (int i = 0; i < 130; ++i)
            place(scene.server, 6 + i);
        scene.open(100);
        QVERIFY2(scene.state().contains(QStringLiteral("Shown here: ")), qPrintable(scene.state()));
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("all.csv"));
        setNextFile(file);
        const QString said = scene.noticed();
        QVERIFY2(said.contains(QStringLiteral("130 orders")), qPrintable(said));
        QCOMPARE(linesOf(file).size(), 131);
    }

    void export_suggestsAFreeName_andReplacesNothingUnasked() {
        Scene scene;
        place(scene.server, 9);
        scene.open(1);
        const QTemporaryDir folder;
        setNextFile(folder.filePath(QStringLiteral("orders")));
        QVERIFY(scene.noticed().contains(QStringLiteral("orders.xlsx")));
        setNextFile({});
        scene.desktop.click("ordersExport");
        const QString free = lastSuggestedFile();
        QVERIFY2(free.startsWith(folder.path()) && free.endsWith(QStringLiteral(".xlsx")),
                 qPrintable(free));
        QVERIFY(!QFile::exists(free));
        QVERIFY(QFile::copy(folder.filePath(QStringLiteral("orders.xlsx")), free));
        setNextFile({});
        scene.desktop.click("ordersExport");
        QVERIFY(lastSuggestedFile() != free);
        QVERIFY(!QFile::exists(lastSuggestedFile()));
        // Somebody else took the name while the dialog was open.
        const std::vector<Order> orders{orderOf("LS-1", 1)};
        const auto written = work::writeOrders(free.toStdString(), orders, false);
        QVERIFY(!written);
        QCOMPARE(written.error().code, app::SheetErrorCode::OutputExists);
    }

    void page_inGerman_isCutNowhere() {
        const Translations german(QStringLiteral("de"));
        Scene scene;
        place(scene.server, 5, QStringLiteral("Row 12"));
        place(scene.server, 6);
        scene.open(2);
        scene.desktop.type("ordersSearch", QStringLiteral("row"));
        QVERIFY2(scene.state().startsWith(QStringLiteral("Zeigt 1 von 2 Aufträgen.")),
                 qPrintable(scene.state()));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-german")), QString());
    }

    void columns_aNarrowOneBehindAWideOne_isShownWhereItFits() {
        QTableWidget table(1, 3);
        const ColumnWidths widths(&table, {{{letters(10)}},
                                           {{letters(30)}, false, {}, true},
                                           {{letters(8)}, false, letters(4), true}});
        table.show();
        bool shown = false;
        for (int width = 1200; width > 200; width -= 20) {
            table.resize(width, 200);
            QCoreApplication::processEvents();
            shown = shown || (table.isColumnHidden(1) && !table.isColumnHidden(2));
        }
        QVERIFY(shown);
    }
};

LEADSHEET_TEST(tst_order_list, OrderListTest);
#include "tst_order_list.moc"
