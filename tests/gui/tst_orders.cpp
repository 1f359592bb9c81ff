// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "leads_scene.hpp"
#include "screenshot.hpp"
#include "submit_driver.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"
#include "orders/order_records.hpp"
#include "orders/orders_page.hpp"
#include "records/record_feed.hpp"
#include "shell/notice_bar.hpp"
#include "widgets/parts.hpp"

#include <QAbstractItemModelTester>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::TestServer;

namespace {

QString place(TestServer& server, int n, const std::string& extra = {}) {
    std::string body = TestServer::orderBody(100 + n);
    body.insert(body.size() - 1, extra);
    const auto made = server.createOrder("order-" + std::to_string(n), body);
    if (made.status != 201)
        qFatal("%s", made.body.c_str());
    return QJsonDocument::fromJson(QByteArray::fromStdString(made.body))
        .object()["order_number"]
        .toString();
}

void admin(TestServer& server, const QString& number, const std::string& step,
           const std::string& body = {}) {
    const auto done = server.post("/v1/admin/orders/" + number.toStdString() + "/" + step, body,
                                  {{"x-api-key", server.adminKey()}});
    if (done.status != 200)
        qFatal("%s", done.body.c_str());
}

struct Scene {
    TestServer server;
    DesktopScene desktop;

    OrdersPage* page() { return desktop.find<OrdersPage>("ordersPage"); }
    QTableView* table() { return desktop.find<QTableView>("ordersTable"); }
    QString detailState() { return desktop.find<QLabel>("detailState")->text(); }
    QString cell(int row, int column) {
        return table()->model()->index(row, column).data().toString();
    }
    void open() {
        desktop.connectTo(server);
        desktop.program().workspace().showPage(QStringLiteral("orders"));
    }
    bool shows(const QString& number) {
        return desktop.find<QLabel>("detailNumber")->text() == number &&
               desktop.find<QPushButton>("orderAgain")->isEnabled();
    }
};

Order orderOf(const std::string& number, std::int64_t version = 1) {
    Order order(*OrderNumber::parse(number));
    order.version = version;
    return order;
}

std::string numbersOf(const OrderModel& model) {
    std::string all;
    for (const Order& order : model.rows())
        all += order.number.str() + " ";
    return all;
}

} // namespace

class OrdersTest : public QObject {
    Q_OBJECT

private slots:
    void orders_ofTheAccount_areListedNewestFirst() {
        Scene scene;
        const QString first = place(scene.server, 1);
        const QString second = place(scene.server, 2, R"(,"externalRef":"ACME-7")");
        scene.open();
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 2);
        QCOMPARE(scene.cell(0, OrderModel::Number), second);
        QCOMPARE(scene.cell(0, OrderModel::Reference), QStringLiteral("ACME-7"));
        QCOMPARE(scene.cell(1, OrderModel::Number), first);
        // Whole, while there are columns whose content stands in the pane as well.
        const QAbstractItemView* list = scene.table();
        QVERIFY(scene.table()->columnWidth(OrderModel::Status) >=
                list->sizeHintForColumn(OrderModel::Status));
        LEADSHEET_WAIT(scene.shows(second));
        QVERIFY(scene.detailState().contains(QStringLiteral("Waiting for Review")));
        QVERIFY(scene.page()->commandLine().contains(second));
        QVERIFY(!scene.page()->commandLine().contains(
            QString::fromStdString(scene.server.customerKey())));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders")), QString());
    }

    void noOrders_areNotSaidToMatchNothing() {
        Scene scene;
        scene.open();
        auto* state = scene.desktop.find<QLabel>("ordersState");
        LEADSHEET_WAIT(state->text().startsWith(QStringLiteral("No orders yet")));
        scene.desktop.click("chip5");
        LEADSHEET_WAIT(state->text().startsWith(QStringLiteral("No orders match")));
    }

    void filter_byStatusAndReference_isAskedOfTheServer() {
        Scene scene;
        const QString first = place(scene.server, 1);
        place(scene.server, 2, R"(,"externalRef":"ACME-7")");
        admin(scene.server, first, "approve");
        scene.open();
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 2);
        scene.desktop.click(
            qPrintable(QStringLiteral("chip%1").arg(static_cast<int>(OrderStatus::InProgress))));
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 1 &&
                       scene.cell(0, OrderModel::Number) == first);
        scene.desktop.click("chip0");
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 2);
        scene.desktop.type("ordersSearch", QStringLiteral("ACME-7"));
        QTest::keyClick(scene.desktop.find<QLineEdit>("ordersSearch"), Qt::Key_Return);
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 1 &&
                       scene.cell(0, OrderModel::Reference) == QStringLiteral("ACME-7"));
        scene.desktop.type("ordersSearch", first);
        QTest::keyClick(scene.desktop.find<QLineEdit>("ordersSearch"), Qt::Key_Return);
        LEADSHEET_WAIT(scene.cell(0, OrderModel::Number) == first);
        scene.desktop.type("ordersSearch", QStringLiteral("nothing of ours"));
        QTest::keyClick(scene.desktop.find<QLineEdit>("ordersSearch"), Qt::Key_Return);
        LEADSHEET_WAIT(scene.desktop.find<QLabel>("ordersState")
                           ->text()
                           .contains(QStringLiteral("No orders match")));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-none")), QString());
    }

    void question_answered_goesBackToReview() {
        Scene scene;
        const QString number = place(scene.server, 1);
        admin(scene.server, number, "request-info", R"({"question":"Austria as well?"})");
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        QVERIFY(scene.detailState().contains(QStringLiteral("Needs Your Answer")));
        QVERIFY(!scene.desktop.find<QPushButton>("orderSend")->isEnabled());
        scene.desktop.find<TextEdit>("orderReply")->setPlainText(QStringLiteral("Yes, please."));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-question")), QString());
        scene.desktop.click("orderSend");
        LEADSHEET_WAIT(scene.detailState().contains(QStringLiteral("Waiting for Review")));
        QString told;
        for (const QLabel* label :
             scene.desktop.find<QFrame>("orderDetail")->findChildren<QLabel*>())
            told += label->text() + QLatin1Char('\n');
        QVERIFY2(told.contains(QStringLiteral("Yes, please.")), qPrintable(told));
    }

    void cancel_asksWithTheAmountAndReleasesIt() {
        Scene scene;
        const QString number = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        const QString price = scene.cell(0, OrderModel::Price);
        setNextAnswer(false);
        scene.desktop.click("orderCancel");
        QVERIFY2(lastQuestion().contains(price), qPrintable(lastQuestion()));
        QVERIFY(scene.detailState().contains(QStringLiteral("Waiting")));
        setNextAnswer(true);
        scene.desktop.click("orderCancel");
        LEADSHEET_WAIT(scene.detailState().contains(QStringLiteral("Cancelled")));
        QVERIFY(scene.detailState().contains(QStringLiteral("released")));
        QVERIFY(!scene.desktop.find<QPushButton>("orderCancel")->isEnabled());
        QCOMPARE(scene.cell(0, OrderModel::Status), QStringLiteral("Cancelled"));
    }

    void cancel_whoseAnswerIsLost_isReadFromTheOrder() {
        Scene scene;
        const QString number = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        auto& faults = scene.server.faults();
        const server::FaultMatch cancels{"cancelOrder", "", "", false};
        faults.everyNth(1, server::Fault::resetBeforeCommit(), cancels);
        setNextAnswer(true);
        scene.desktop.click("orderCancel");
        auto* problem = scene.desktop.find<NoticeBar>("detailProblem");
        LEADSHEET_WAIT(problem->isVisible());
        QVERIFY2(problem->text().contains(number + QStringLiteral(" is as it was before.")),
                 qPrintable(problem->text()));
        QVERIFY(scene.detailState().contains(QStringLiteral("Waiting")));
        faults.clear();
        faults.everyNth(1, server::Fault::resetAfterCommit(), cancels);
        LEADSHEET_WAIT(scene.desktop.canClick("orderCancel"));
        setNextAnswer(true);
        scene.desktop.click("orderCancel");
        LEADSHEET_WAIT(scene.detailState().contains(QStringLiteral("Cancelled")));
        QVERIFY(!problem->isVisible());
        LEADSHEET_WAIT(scene.desktop.notice("notices").contains(QStringLiteral("was cancelled")));
    }

    void cancel_thatTurnsOutDone_isNoLongerCalledUncertain() {
        Scene scene;
        const QString number = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        auto& faults = scene.server.faults();
        // Done, but not answered, and asked at once the order cannot be read.
        faults.everyNth(1, server::Fault::resetAfterCommit(), {"cancelOrder", "", "", false});
        faults.add(server::Fault::answer(403, "forbidden"), {"getOrder", "", "", false});
        setNextAnswer(true);
        scene.desktop.click("orderCancel");
        LEADSHEET_WAIT(scene.detailState().contains(QStringLiteral("Cancelled")));
        const auto* problem = scene.desktop.find<NoticeBar>("detailProblem");
        QVERIFY2(!problem->isVisible(), qPrintable(problem->text()));
    }

    void cancel_thatTurnsOutNotDone_isSaidToBeSo() {
        Scene scene;
        const QString number = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        admin(scene.server, number, "approve");
        auto& faults = scene.server.faults();
        // Cut off before it was done, and asked at once the order cannot be read.
        faults.everyNth(1, server::Fault::resetBeforeCommit(), {"cancelOrder", "", "", false});
        faults.add(server::Fault::answer(403, "forbidden"), {"getOrder", "", "", false});
        setNextAnswer(true);
        scene.desktop.click("orderCancel");
        LEADSHEET_WAIT(scene.detailState().contains(QStringLiteral("In Progress")));
        const auto* problem = scene.desktop.find<NoticeBar>("detailProblem");
        QVERIFY2(problem->isVisible() &&
                     problem->text().contains(QStringLiteral("what you asked for was not done")),
                 qPrintable(problem->text()));
    }

    void cancel_afterLeadsWereHandedOver_isNotOffered() {
        Order order = orderOf("LS-0000000001");
        order.status = OrderStatus::InfoRequested;
        QVERIFY(canCancel(order));
        order.deliveredLeads = 0;
        QVERIFY(canCancel(order));
        order.deliveredLeads = 1;
        QVERIFY(!canCancel(order));
    }

    void cancel_ofAnOrderThatMovedOn_changesNothingAndShowsIt() {
        Scene scene;
        const QString number = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        admin(scene.server, number, "approve");
        setNextAnswer(true);
        scene.desktop.click("orderCancel");
        auto* problem = scene.desktop.find<NoticeBar>("detailProblem");
        LEADSHEET_WAIT(problem->isVisible());
        LEADSHEET_WAIT(scene.detailState().contains(QStringLiteral("In Progress")));
    }

    void again_ofAnOrderPlacedElsewhere_explains() {
        Scene scene;
        const QString number = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        scene.desktop.click("orderAgain");
        auto* problem = scene.desktop.find<NoticeBar>("detailProblem");
        LEADSHEET_WAIT(problem->isVisible());
        QVERIFY(problem->text().contains(QStringLiteral("does not know this order")));
    }

    void again_ofAnOrderOfTheLedger_plansARunWithoutSpending() {
        Scene scene;
        test::SubmitJob job;
        job.baseUrl = scene.server.baseUrl();
        job.apiKey = scene.server.customerKey();
        job.ledger = scene.desktop.program().workspace().folders().ledgerFile();
        job.rows = 2;
        QVERIFY(test::submitSheet(job));
        scene.open();
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 2);
        LEADSHEET_WAIT(scene.shows(scene.cell(0, OrderModel::Number)));
        QSignalSpy wanted(&scene.desktop.program().workspace(), &Workspace::pricesAgainWanted);
        const QString number = scene.cell(0, OrderModel::Number);
        scene.desktop.click("orderAgain");
        LEADSHEET_WAIT(wanted.count() == 1);
        QCOMPARE(wanted.first().first().toLongLong(), 2);
        // Straight to the price, which says what is bought a second time.
        const auto* place = scene.desktop.find<QPushButton>("place");
        LEADSHEET_WAIT(place->isVisible() && place->isEnabled());
        QVERIFY2(place->text().startsWith(QStringLiteral("Place 1 Order for ")),
                 qPrintable(place->text()));
        const QString said = scene.desktop.find<QLabel>("productOfPrices")->text();
        QVERIFY2(said.contains(number), qPrintable(said));
        QCOMPARE(scene.desktop.look(QStringLiteral("order-again-price")), QString());
        const auto rows = test::rowsOf(job.ledger);
        QVERIFY(rows && rows->size() == 1);
        QCOMPARE(rows->front().state, submit::RowState::Ready);
        QCOMPARE(rows->front().generation, std::int64_t{1});
        QCOMPARE(test::allOrders(job)->size(), std::size_t{2});
    }

    void list_longerThanAPage_growsAsItIsScrolled() {
        Scene scene;
        for (int i = 0; i < 130; ++i)
            place(scene.server, i);
        scene.open();
        LEADSHEET_WAIT(scene.table()->model()->rowCount() >= 100);
        scene.table()->scrollToBottom();
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 130);
        QVERIFY(!scene.table()->model()->canFetchMore({}));
    }

    void list_saysWhatWasDeliveredAndCharged_andWhatItComesTo() {
        test::LeadsScene scene;
        const QString delivered = QString::fromStdString(scene.deliver(0, 3).str());
        place(scene.service.server, 1);
        scene.desktop.connectTo(scene.service.server);
        scene.desktop.program().workspace().showPage(QStringLiteral("orders"));
        auto* table = scene.desktop.find<QTableView>("ordersTable");
        LEADSHEET_WAIT(table->model()->rowCount() == 2);
        const auto cell = [table](int row, int column) {
            return table->model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(1, OrderModel::Number), delivered);
        QCOMPARE(cell(1, OrderModel::Delivered), QStringLiteral("3 of 3"));
        QCOMPARE(cell(1, OrderModel::Charged), cell(1, OrderModel::Price));
        QCOMPARE(cell(0, OrderModel::Delivered),
                 QStringLiteral("0 of ") + cell(0, OrderModel::Leads));
        QCOMPARE(cell(0, OrderModel::Charged), QString());
        const QString state = scene.desktop.find<QLabel>("ordersState")->text();
        const QString totals = QStringLiteral("%1 leads ordered, 3 delivered; %2 charged, %3 held.")
                                   .arg(3 + cell(0, OrderModel::Leads).toInt())
                                   .arg(cell(1, OrderModel::Charged), cell(0, OrderModel::Price));
        QVERIFY2(state.contains(totals), qPrintable(state + '\n' + totals));
        scene.desktop.window().resize(1240, 720);
        test::settle();
        for (const int column : {OrderModel::Leads, OrderModel::Delivered, OrderModel::Charged})
            QVERIFY2(!table->isColumnHidden(column), qPrintable(QString::number(column)));
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-delivered")), QString());
    }

    void order_endedElsewhere_movesTheBalanceThatTheWindowShows() {
        Scene scene;
        const QString number = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(number));
        const auto& figures = scene.desktop.program().account().figures();
        const std::int64_t before = figures->available.amount;
        admin(scene.server, number, "reject", R"({"reason":"No such leads"})");
        scene.page()->feed().refreshNow();
        LEADSHEET_WAIT(figures->available.amount > before);
        QCOMPARE(figures->held.amount, std::int64_t{0});
    }

    void f5_bringsWhatChanged_andKeepsTheSelection() {
        Scene scene;
        const QString first = place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.shows(first));
        place(scene.server, 2);
        admin(scene.server, first, "approve");
        scene.page()->feed().refreshNow();
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 2);
        QCOMPARE(scene.cell(1, OrderModel::Status), QStringLiteral("In Progress"));
        QCOMPARE(scene.table()->currentIndex().row(), 1);
        LEADSHEET_WAIT(scene.detailState().contains(QStringLiteral("In Progress")));
    }

    void refreshing_byItself_onlyWhileWatched() {
        Scene scene;
        place(scene.server, 1);
        scene.open();
        LEADSHEET_WAIT(scene.page()->feed().nextAt().has_value());
        scene.desktop.program().workspace().showPage(QStringLiteral("settings"));
        QVERIFY(!scene.page()->feed().nextAt().has_value());
    }

    void serverFault_isToldWithAWayOut() {
        Scene scene;
        place(scene.server, 1);
        scene.desktop.connectTo(scene.server);
        server::FaultMatch lists;
        lists.operationId = "listOrders";
        scene.server.faults().add(server::Fault::answer(400, "invalid_parameter"), lists);
        scene.desktop.program().workspace().showPage(QStringLiteral("orders"));
        auto* notice = scene.desktop.find<NoticeBar>("ordersNotice");
        LEADSHEET_WAIT(notice->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("orders-failed")), QString());
        scene.page()->feed().refreshNow();
        LEADSHEET_WAIT(scene.table()->model()->rowCount() == 1);
        QVERIFY(!notice->isVisible());
    }

    void pace_followsTheReadBudget_data() {
        QTest::addColumn<int>("remaining");
        QTest::addColumn<int>("reset");
        QTest::addColumn<int>("wait");
        QTest::addColumn<bool>("slowed");
        QTest::newRow("plenty") << 1000 << 3600 << 36 << false;
        QTest::newRow("more than plenty") << 20000 << 3600 << 30 << false;
        QTest::newRow("low") << 100 << 3600 << 360 << true;
        QTest::newRow("nearly nothing") << 9 << 600 << 600 << true;
        QTest::newRow("nothing") << 0 << 600 << 600 << true;
        QTest::newRow("soon full again") << 100 << 10 << 30 << false;
    }
    void pace_followsTheReadBudget() {
        QFETCH(int, remaining);
        QFETCH(int, reset);
        QFETCH(int, wait);
        QFETCH(bool, slowed);
        const RefreshPace pace = refreshPace(
            {{"orders", 5000, 0, 3600, 3600}, {"default", 20000, remaining, 3600, reset}},
            std::chrono::seconds(30));
        QCOMPARE(pace.wait.count(), static_cast<std::int64_t>(wait));
        QCOMPARE(pace.slowed, slowed);
    }
    void pace_unknownBudget_isSlow() {
        QCOMPARE(refreshPace({}, std::chrono::seconds(30)).wait.count(), std::int64_t{300});
    }

    void model_refreshedHead_keepsWhatIsBehindIt() {
        OrderModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        tester.setUseFetchMore(false);
        model.append({orderOf("LS-5"), orderOf("LS-4"), orderOf("LS-3"), orderOf("LS-2")}, true);
        QPersistentModelIndex third = model.index(2, 0);
        QVERIFY(!model.refreshHead(
            {orderOf("LS-7"), orderOf("LS-6"), orderOf("LS-5"), orderOf("LS-3", 2)}, true));
        QCOMPARE(numbersOf(model), std::string("LS-7 LS-6 LS-5 LS-3 LS-2 "));
        QCOMPARE(third.row(), 3);
        QCOMPARE(model.at(3)->version, 2);
        QVERIFY(model.hasMore());
        QVERIFY(model.refreshHead({orderOf("LS-99"), orderOf("LS-98")}, true));
        QCOMPARE(numbersOf(model), std::string("LS-99 LS-98 "));
        QVERIFY(!model.refreshHead({orderOf("LS-98")}, false));
        QCOMPARE(numbersOf(model), std::string("LS-98 "));
        QVERIFY(!model.refreshHead({}, false));
        QCOMPARE(model.rowCount(), 0);
    }
};

LEADSHEET_TEST(tst_orders, OrdersTest);
#include "tst_orders.moc"
