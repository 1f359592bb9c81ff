// SPDX-License-Identifier: Apache-2.0
#include "client_scene.hpp"
#include "desktop_scene.hpp"
#include "screenshot.hpp"
#include "submit_driver.hpp"
#include "test_main.hpp"

#include "account/connector.hpp"
#include "dialogs/form_dialog.hpp"
#include "leads/lead_feed.hpp"
#include "leads/leads_page.hpp"
#include "orders/order_records.hpp"
#include "orders/orders_page.hpp"
#include "overview/charts.hpp"
#include "overview/overview_feed.hpp"
#include "overview/overview_page.hpp"
#include "program/desktop_program.hpp"
#include "shell/notice_bar.hpp"
#include "shell/words.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/timestamp.hpp"

#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableWidget>
#include <QtTest/qtestmouse.h>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::ClientScene;
using leadsheet::test::DesktopScene;
using leadsheet::test::SubmitJob;

namespace {

struct OverviewScene {
    ClientScene service;
    DesktopScene desktop;

    void open(const std::string& secret = {}) {
        desktop.connectTo(service.server, secret);
        show();
    }
    void show() { desktop.program().workspace().showPage(QStringLiteral("overview")); }
    void deliver(const OrderNumber& order) {
        const auto done = service.admin().orders().deliver(OrderStep(order, service.nextKey()));
        if (!done)
            qFatal("%s", done.error().message.c_str());
    }
    /// Leads for the order that a row bought, delivered as a part.
    void bring(const submit::RowRecord& row, int first, int count) {
        const auto number = OrderNumber::parse(row.orderNumber);
        const AdminOrders orders = service.admin().orders();
        DeliveryPart part(*number, *DeliveryId::parse("part-" + std::to_string(first)));
        part.leads = ClientScene::leads(first, count);
        if (!orders.approve({*number, service.nextKey()}) ||
            !service.admin().deliveries().ingest(part) ||
            !orders.deliverPart({*number, service.nextKey()}))
            qFatal("no leads");
    }
    OverviewPage* page() { return desktop.find<OverviewPage>("overviewPage"); }
    QTableWidget* table(const char* name) { return desktop.find<QTableWidget>(name); }
    QString cell(const char* name, int row, int column) {
        const auto* item = table(name)->item(row, column);
        return item != nullptr ? item->text() : QString();
    }
    bool stands() { return page()->feed().numbers() != nullptr && !page()->feed().loading(); }
    void showTables() {
        if (!table("overviewMoney")->isVisible())
            desktop.click("overviewTables");
    }
    QString tile(const char* name) {
        return desktop.find<QPushButton>(name)->accessibleName().section(QStringLiteral(": "), 1);
    }
    void choose(const char* name, int row, int column) {
        showTables();
        table(name)->setCurrentCell(row, column);
        QTest::keyClick(table(name), Qt::Key_Return);
    }
};

DayStatistics day(const QDate& date, std::int64_t charged, std::int64_t refunded,
                  std::int64_t held) {
    DayStatistics made;
    made.day = date.toString(Qt::ISODate).toStdString();
    made.charged = {charged, "USD"};
    made.refunded = {refunded, "USD"};
    made.held = {held, "USD"};
    return made;
}

Order deliveredAfter(int seconds) {
    Order order(*OrderNumber::parse("LS-0000000001"));
    order.status = OrderStatus::Delivered;
    const WallTime begin = *parseTimestamp("2026-03-01T12:00:00.000Z");
    order.createdAt = formatTimestamp(begin);
    order.deliveredAt = formatTimestamp(begin + std::chrono::seconds(seconds));
    return order;
}

} // namespace

/// The Overview page over a real server, and the sums it shows.
class OverviewTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_ofTheAccount_areDrawnAndTabled() {
        OverviewScene scene;
        const OrderNumber delivered = scene.service.ownLeads(0, 40);
        scene.deliver(delivered);
        (void)scene.service.place();
        (void)scene.service.place();
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        QVERIFY(!scene.table("overviewMoney")->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("overview-drawings")), QString());
        scene.showTables();
        QCOMPARE(scene.cell("overviewOrders", 0, 1), QStringLiteral("2"));
        QCOMPARE(scene.cell("overviewOrders", 1, 1), QStringLiteral("1"));
        QCOMPARE(scene.cell("overviewOrders", 1, 2), QStringLiteral("33.3 %"));
        // What there is none of has no row.
        QCOMPARE(scene.table("overviewOrders")->rowCount(), 2);
        QCOMPARE(scene.table("overviewResults")->rowCount(), 1);
        QCOMPARE(scene.cell("overviewResults", 0, 1), QStringLiteral("40"));
        QCOMPARE(scene.cell("overviewSpeed", 0, 1), QStringLiteral("1"));
        const auto& numbers = *scene.page()->feed().numbers();
        const Money charged = numbers.sums->charged;
        QVERIFY(charged.amount > 0);
        QCOMPARE(scene.tile("tileSpent"), money(charged));
        QCOMPARE(scene.tile("tileOpen"), QStringLiteral("2"));
        QCOMPARE(scene.tile("tileLeads"), QStringLiteral("40"));
        QCOMPARE(scene.tile("tileGood"), unitPrice(charged, 40));
        QCOMPARE(scene.table("overviewMoney")->rowCount(), 14);
        QVERIFY(scene.cell("overviewMoney", 0, 1) != QStringLiteral("$0.00"));
        QVERIFY(scene.cell("overviewMoney", 0, 3) != QStringLiteral("$0.00"));
        QCOMPARE(scene.cell("overviewMoney", 5, 1), QStringLiteral("$0.00"));
        QVERIFY(scene.table("overviewBudgets")->rowCount() >= 2);
        QCOMPARE(scene.desktop.look(QStringLiteral("overview")), QString());
        auto* bar = scene.desktop.find<QScrollArea>("overviewScroll")->verticalScrollBar();
        bar->setValue(bar->maximum());
        QCOMPARE(scene.desktop.look(QStringLiteral("overview-below")), QString());
        bar->setValue(0);
        auto* unit = scene.desktop.find<QComboBox>("overviewUnit");
        unit->setCurrentIndex(2);
        emit unit->activated(2);
        QCOMPARE(scene.table("overviewMoney")->rowCount(), 12);
        scene.desktop.click("overviewTables");
        QVERIFY(!scene.table("overviewMoney")->isVisible());
        scene.desktop.program().theme().choose(ThemeChoice::HighContrast);
        leadsheet::test::settle();
        leadsheet::test::screenshot(scene.desktop.window(), QStringLiteral("overview-contrast"));
    }

    void numbers_afterMoneyMovedElsewhereInTheWindow_areReadAgain() {
        OverviewScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        QCOMPARE(scene.tile("tileOpen"), QStringLiteral("0"));
        scene.desktop.program().workspace().showPage(QStringLiteral("orders"));
        (void)scene.service.place();
        scene.desktop.program().connector().refreshBalance();
        const auto& figures = scene.desktop.program().account().figures();
        LEADSHEET_WAIT(figures->held.amount > 0);
        scene.show();
        LEADSHEET_WAIT(scene.tile("tileOpen") == QStringLiteral("1"));
        (void)scene.service.place(); // while it is looked at
        scene.desktop.program().connector().refreshBalance();
        LEADSHEET_WAIT(scene.tile("tileOpen") == QStringLiteral("2"));
        LEADSHEET_WAIT(scene.stands());
        QVERIFY(scene.page()->feed().numbers()->account->held.amount == figures->held.amount);
    }

    void statement_saved_holdsEveryMovement() {
        OverviewScene scene;
        scene.deliver(scene.service.ownLeads(0, 10));
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        const QString file = scene.desktop.folder() + QStringLiteral("/statement.csv");
        setNextFile(file);
        QSignalSpy said(&scene.desktop.program().workspace(), &Workspace::noticed);
        scene.desktop.click("overviewStatement");
        LEADSHEET_WAIT(said.count() == 1);
        const QString words = said.first().at(1).toString();
        QVERIFY2(words.contains(QStringLiteral("holds 3 movements")), qPrintable(words));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll().count('\n'), qsizetype(1 + 2 + 3));
    }

    void number_chosen_opensItsList() {
        OverviewScene scene;
        scene.deliver(scene.service.ownLeads(0, 10));
        (void)scene.service.place();
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        scene.choose("overviewOrders", 1, 1);
        auto* orders = scene.desktop.find<OrdersPage>("ordersPage");
        QVERIFY(orders->isVisible());
        QVERIFY(orders->feed().query().status == OrderStatus::Delivered);
        scene.show();
        scene.choose("overviewOrders", 0, 1);
        QVERIFY(orders->feed().query().status == OrderStatus::PendingReview);
        scene.show();
        scene.choose("overviewResults", 0, 1);
        auto* leads = scene.desktop.find<LeadsPage>("leadsPage");
        QVERIFY(leads->isVisible());
        QVERIFY(leads->feed().filter().result == LeadResult::Good);
        scene.show();
        scene.desktop.click("tileLeads");
        QVERIFY(leads->isVisible());
        QVERIFY(!leads->feed().filter().result);
        scene.show();
        scene.desktop.click("tileOpen");
        QVERIFY(orders->isVisible());
        QVERIFY(!orders->feed().query().status);
        scene.show();
        scene.choose("overviewMoney", 0, 2);
        QVERIFY(orders->isVisible());
        QVERIFY(orders->feed().query().status == OrderStatus::Refunded);
        scene.show();
        auto* chart = scene.page()->findChild<TimeColumns*>();
        // A page that has just been shown is laid out a little later.
        LEADSHEET_WAIT(chart->height() >= chart->minimumSizeHint().height());
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->rect().center());
        QVERIFY(orders->isVisible());
        scene.show();
        scene.choose("overviewBudgets", 0, 1);
        QVERIFY(!scene.page()->isVisible());
    }

    void place_ofATabNamedLikeAFile_namesTheTab() {
        const OrderNumber order = *OrderNumber::parse("LS-0000000001");
        const auto place = [&order](const char* title, const char* file, const char* tab) {
            return OverviewPage::placeOf({order, QLatin1String(title), file, tab, 5, 0, 0, {}});
        };
        QCOMPARE(place("Q3", "Q3.xlsx", "Q3.2024"), QStringLiteral("Q3, Q3.2024, row 5"));
        QCOMPARE(place("Q3", "Q3.csv", "Q3.csv"), QStringLiteral("Q3, row 5"));
        QCOMPARE(place("Leads.Q3", "Leads.Q3.xlsx", "Leads"),
                 QStringLiteral("Leads.Q3, Leads, row 5"));
        QCOMPARE(place("Q3", "Q3.xlsx", ""), QStringLiteral("Q3, row 5"));
    }

    void leads_byTheRowThatBoughtThem_leadToThem() {
        OverviewScene scene;
        SubmitJob job;
        job.baseUrl = scene.service.server.baseUrl();
        job.apiKey = scene.service.server.customerKey();
        job.ledger = scene.desktop.program().workspace().folders().ledgerFile();
        job.rows = 3;
        QVERIFY(test::submitSheet(job).has_value());
        const auto rows = test::rowsOf(job.ledger);
        QVERIFY(rows.has_value() && rows->size() == 3);
        scene.bring(rows->at(0), 0, 5);
        scene.bring(rows->at(2), 100, 9);
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        scene.showTables();
        QCOMPARE(scene.table("overviewRows")->rowCount(), 2);
        QVERIFY2(scene.cell("overviewRows", 0, 0)
                     .contains(QStringLiteral("row %1").arg(rows->at(2).sourceRow)),
                 qPrintable(scene.cell("overviewRows", 0, 0)));
        QCOMPARE(scene.cell("overviewRows", 0, 0).count(QLatin1Char(',')), 1); // no tab of a text
        QCOMPARE(scene.cell("overviewRows", 0, 1), QStringLiteral("9"));
        QCOMPARE(scene.cell("overviewRows", 1, 1), QStringLiteral("5"));
        QCOMPARE(scene.cell("overviewRows", 1, 2), QString::number(rows->at(0).leadCount));
        QVERIFY(scene.cell("overviewRows", 1, 3).startsWith(QLatin1Char('$')));
        leadsheet::test::settle();
        scene.desktop.find<QScrollArea>("overviewScroll")
            ->ensureWidgetVisible(scene.table("overviewRows"));
        QCOMPARE(scene.desktop.look(QStringLiteral("overview-rows")), QString());
        scene.choose("overviewRows", 1, 1);
        auto* leads = scene.desktop.find<LeadsPage>("leadsPage");
        QVERIFY(leads->isVisible());
        QVERIFY(leads->feed().filter().orderNumber &&
                leads->feed().filter().orderNumber->str() == rows->at(0).orderNumber);
    }

    void refreshed_showsWhatHappenedMeanwhile() {
        OverviewScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        QCOMPARE(scene.table("overviewOrders")->rowCount(), 0);
        QVERIFY(!scene.desktop.find<QTableWidget>("overviewRows")->parentWidget()->isVisible());
        QVERIFY(!scene.page()->findChild<TimeColumns*>()->isVisible());
        QCOMPARE(scene.tile("tileGood"), QStringLiteral("–"));
        QCOMPARE(scene.desktop.look(QStringLiteral("overview-empty")), QString());
        (void)scene.service.place();
        scene.desktop.click("overviewRefresh");
        LEADSHEET_WAIT(scene.cell("overviewOrders", 0, 1) == QStringLiteral("1"));
        QVERIFY(scene.page()->findChild<TimeColumns*>()->isVisible());
    }

    void balance_isOneInTheWholeWindow() {
        OverviewScene scene;
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        const auto beside = [&] {
            return scene.desktop.find<QPushButton>("accountSwitcher")->accessibleName();
        };
        const auto available = [&] {
            return money(scene.desktop.program().account().figures()->available);
        };
        const QString before = available();
        QVERIFY2(beside().contains(before), qPrintable(beside()));
        (void)scene.service.place();
        scene.desktop.click("overviewRefresh");
        LEADSHEET_WAIT(available() != before);
        QVERIFY2(beside().contains(available()), qPrintable(beside()));
        // What another page hears is told by all of them.
        const QString between = available();
        (void)scene.service.place();
        scene.desktop.program().workspace().showAccounts();
        LEADSHEET_WAIT(available() != between);
        QVERIFY2(beside().contains(available()), qPrintable(beside()));
        QStringList words;
        for (const auto* label : scene.page()->findChildren<QLabel*>())
            words << label->text();
        QVERIFY2(words.join('|').contains(available() + QStringLiteral(" is available")),
                 qPrintable(words.join('|')));
    }

    void serverThatFails_isToldAndTheNumbersStay() {
        OverviewScene scene;
        (void)scene.service.place();
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        scene.service.server.faults().everyNth(1, server::Fault::answer(400, "invalid_parameter"));
        scene.desktop.click("overviewRefresh");
        auto* notice = scene.desktop.find<NoticeBar>("overviewNotice");
        LEADSHEET_WAIT(notice->isVisible() && notice->text().contains(QStringLiteral("refused")));
        QCOMPARE(scene.cell("overviewOrders", 0, 1), QStringLiteral("1"));
        QCOMPARE(scene.desktop.look(QStringLiteral("overview-failed")), QString());
        scene.service.server.faults().clear();
        scene.page()->feed().refreshNow();
        LEADSHEET_WAIT(!notice->isVisible());
    }

    void keyWithoutAScope_losesThatPartAlone() {
        OverviewScene scene;
        scene.open(scene.service.server.addAccount(1000, {"account:read", "orders:read"}));
        LEADSHEET_WAIT(scene.stands());
        auto* trouble = scene.desktop.find<QLabel>("overviewResultsTrouble");
        QVERIFY(trouble->text().contains(QStringLiteral("leads:read")));
        QCOMPARE(scene.tile("tileOpen"), QStringLiteral("0"));
        QCOMPARE(scene.tile("tileLeads"), QStringLiteral("–"));
        QVERIFY(!scene.desktop.find<NoticeBar>("overviewNotice")->isVisible());
        QCOMPARE(scene.desktop.look(QStringLiteral("overview-scope")), QString());
    }

    void withoutAnAccount_saysSo() {
        DesktopScene desktop;
        desktop.program().workspace().showPage(QStringLiteral("overview"));
        QVERIFY(desktop.find<NoticeBar>("overviewNotice")
                    ->text()
                    .contains(QStringLiteral("Connect an account")));
        QCOMPARE(desktop.look(QStringLiteral("overview-none")), QString());
    }

    void page_inGerman_isCutNowhere() {
        const Translations german(QStringLiteral("de"));
        OverviewScene scene;
        scene.deliver(scene.service.ownLeads(0, 10));
        scene.open();
        LEADSHEET_WAIT(scene.stands());
        QCOMPARE(scene.desktop.look(QStringLiteral("overview-german")), QString());
    }

    void money_isSummedByTheStepItFallsInto() {
        const QDate today(2026, 3, 18);
        AccountStatistics sums;
        sums.heldBefore = {7, "USD"};
        sums.days = {day(today.addDays(-40), 0, 0, 80), day(today.addDays(-3), 20, 0, 60),
                     day(today.addDays(-1), 0, 0, 100), day(today, 30, 5, 70)};
        const auto days = moneyOverTime(sums, PeriodUnit::Day, 4, today);
        QCOMPARE(days.size(), std::size_t{4});
        QCOMPARE(days[0].begin, today.addDays(-3));
        QCOMPARE(days[0].charged, std::int64_t{20});
        QCOMPARE(days[0].held, std::int64_t{60});
        QCOMPARE(days[1].held, std::int64_t{60});
        QCOMPARE(days[2].held, std::int64_t{100});
        QCOMPARE(days[3].charged, std::int64_t{30});
        QCOMPARE(days[3].refunded, std::int64_t{5});
        QCOMPARE(days[3].held, std::int64_t{70});
        const auto weeks = moneyOverTime(sums, PeriodUnit::Week, 2, today);
        QCOMPARE(weeks[1].begin, QDate(2026, 3, 16));
        QCOMPARE(weeks[1].charged, std::int64_t{30});
        QCOMPARE(weeks[0].charged, std::int64_t{20});
        const auto months = moneyOverTime(sums, PeriodUnit::Month, 3, today);
        QCOMPARE(months[0].begin, QDate(2026, 1, 1));
        QCOMPARE(months[0].held, std::int64_t{7});
        QCOMPARE(months[1].held, std::int64_t{80});
        QCOMPARE(months[2].charged, std::int64_t{50});
    }

    void goodLeads_costWhatWasChargedAndKept() {
        AccountStatistics sums;
        sums.charged = {120, "USD"};
        sums.refunded = {20, "USD"};
        QVERIFY(!costOfGoodLeads(sums));
        sums.results = {{LeadResult::Good, 8}, {LeadResult::Risky, 3}};
        QVERIFY(costOfGoodLeads(sums) == std::pair(std::int64_t{100}, std::int64_t{8}));
    }

    void speed_isCountedByClassAndHalved() {
        const DeliverySpeed speed = deliverySpeed(
            {deliveredAfter(600), deliveredAfter(601), deliveredAfter(3600), deliveredAfter(86'401),
             deliveredAfter(1'000'000), Order(*OrderNumber::parse("LS-0000000002"))});
        const std::array<std::int64_t, 5> expected{1, 2, 0, 1, 1};
        QVERIFY(speed.orders == expected);
        QCOMPARE(speed.delivered, std::int64_t{5});
        QCOMPARE(speed.median->count(), std::int64_t{3600});
        QVERIFY(!deliverySpeed({}).median);
    }
};

LEADSHEET_TEST(tst_overview, OverviewTest);
#include "tst_overview.moc"
