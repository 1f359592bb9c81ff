// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_scene.hpp"
#include "keyboard_walk.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "fulfilment/fulfilment_window.hpp"
#include "shell/notice_bar.hpp"

#include <QDialog>
#include <QLineEdit>

#include <algorithm>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

class FulfilmentTest : public QObject {
    Q_OBJECT

private slots:
    void window_inGerman_cutsNothing() {
        const Translations german(QStringLiteral("de"));
        FulfilmentScene scene;
        scene.orders.place();
        scene.orders.place();
        scene.open();
        scene.window().resize(1240, 720);
        LEADSHEET_WAIT(scene.rows() == 2);
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-german"), &scene.window()), QString());
        scene.ui.program().theme().setFontSize(14);
        settle();
        for (const int column : {QueueModel::Delivered, QueueModel::Charged})
            QVERIFY2(!scene.table().isColumnHidden(column), qPrintable(QString::number(column)));
        scene.ui.program().theme().setFontSize(0);
        scene.begin(OperatorAct::Approve);
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-german-act"), scene.dialog()), QString());
    }

    void window_ofAnAdminKey_saysFulfilmentEverywhere() {
        FulfilmentScene scene;
        const std::string number = scene.orders.place();
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 1);
        QVERIFY(scene.window().isWindow());
        QVERIFY(scene.window().windowTitle().contains(QStringLiteral("Fulfilment – work")));
        const QString band = scene.ui.find<FulfilmentBand>("fulfilmentBand")->accessibleName();
        QVERIFY2(band.contains(QStringLiteral("Fulfilment · work")), qPrintable(band));
        QVERIFY(band.contains(QString::fromStdString(scene.server.baseUrl())));
        QCOMPARE(scene.cell(0, QueueModel::Number), number);
        LEADSHEET_WAIT(scene.chip(Queue::New) == QStringLiteral("New · 1"));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-window"), &scene.window()), QString());
        QCOMPARE(tabFaults(scene.window()).join(QLatin1Char('\n')), QString());
    }

    void window_withoutAnAdminKey_doesNotOpenAndCloses() {
        FulfilmentScene scene;
        scene.open();
        QVERIFY(scene.window().isVisible());
        scene.orders.place();
        scene.window().queues().refreshNow();
        LEADSHEET_WAIT(scene.rows() == 1);
        scene.begin(OperatorAct::Approve);
        scene.ui.program().connector().useSandbox();
        LEADSHEET_WAIT(scene.ui.program().account().connection() &&
                       scene.ui.program().account().connection()->sandbox);
        QVERIFY(!scene.window().isVisible());
        LEADSHEET_WAIT(scene.dialog() == nullptr);
        scene.ui.find<FulfilmentPage>("fulfilmentPage")->openWindow();
        QVERIFY(!scene.window().isVisible());
    }

    void queues_byState_showWhatWaitsInThem() {
        FulfilmentScene scene;
        const std::map<Queue, std::string> placed{
            {Queue::New, scene.orders.place()},
            {Queue::NeedsInfo, scene.orders.placeIn("info_requested")},
            {Queue::InWork, scene.orders.placeIn("in_progress")},
            {Queue::Ready, scene.orders.placeWithLeads(3)},
            {Queue::Delivered, scene.orders.placeIn("delivered")}};
        scene.orders.placeIn("rejected");
        scene.open();
        for (const auto& [queue, number] : placed) {
            scene.show(queue);
            LEADSHEET_WAIT(scene.rows() == 1 && scene.cell(0, QueueModel::Number) == number);
        }
        for (const Queue queue : {Queue::New, Queue::NeedsInfo, Queue::InWork, Queue::Ready})
            LEADSHEET_WAIT(scene.chip(queue).endsWith(QStringLiteral("· 1")));
        QCOMPARE(scene.chip(Queue::Delivered), QStringLiteral("Delivered"));
        scene.show(Queue::Ready);
        LEADSHEET_WAIT(scene.cell(0, QueueModel::TakenIn) == "3");
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-ready"), &scene.window()), QString());
    }

    void order_thatWasAskedAbout_tellsWhatTheCustomerAnswered() {
        FulfilmentScene scene;
        const std::string asked = scene.orders.placeIn("info_requested");
        QCOMPARE(scene.server
                     .post("/v1/orders/" + asked + "/reply",
                           R"({"message":"Only Vienna, please, and nobody below director level."})")
                     .status,
                 200);
        scene.orders.place();
        scene.open();
        scene.window().resize(1240, 720);
        LEADSHEET_WAIT(scene.rows() == 2);
        QCOMPARE(scene.cell(0, QueueModel::Number), asked);
        const auto shown = [&](const char* words) {
            const auto labels =
                scene.ui.find<FulfilmentDetail>("fulfilmentDetail")->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->isVisible() && label->text().contains(QLatin1String(words));
            });
        };
        LEADSHEET_WAIT(shown("Only Vienna, please"));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-answer"), &scene.window()), QString());
        scene.table().selectRow(1);
        LEADSHEET_WAIT(!shown("Only Vienna, please") && !shown("Loading") && shown("Ordered"));
        scene.table().selectRow(0);
        LEADSHEET_WAIT(shown("Only Vienna, please"));
        scene.window().queues().refreshNow();
        QVERIFY(shown("Only Vienna, please"));
    }

    void search_byNumberAndAccount_findsInEveryState() {
        FulfilmentScene scene;
        const std::string delivered = scene.orders.placeIn("delivered");
        const std::string mine = scene.orders.place();
        const std::string theirs = scene.orders.place(100, scene.server.addAccount(100'000));
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 2);
        auto* search = scene.ui.find<QLineEdit>("queueSearch");
        scene.ui.type("queueSearch", QString::fromStdString(delivered));
        QTest::keyClick(search, Qt::Key_Return);
        LEADSHEET_WAIT(scene.rows() == 1 && scene.cell(0, QueueModel::Number) == delivered);
        QVERIFY(scene.act(OperatorAct::Refund).isEnabled() ==
                (memberOf(scene.orders.record(delivered), "/captured/amount") != "0"));
        scene.ui.type("queueSearch", QString());
        LEADSHEET_WAIT(scene.rows() == 2);
        scene.table().selectRow(0);
        scene.ui.click("fulfilmentAccount");
        LEADSHEET_WAIT(scene.rows() == 1 && scene.cell(0, QueueModel::Number) == mine);
        scene.ui.type("queueSearch", QStringLiteral("nobody we know"));
        QTest::keyClick(search, Qt::Key_Return);
        LEADSHEET_WAIT(scene.ui.find<QLabel>("queueState")
                           ->text()
                           .contains(QStringLiteral("No orders match")));
        QVERIFY(!scene.ui.find<QLabel>("queueState")->text().contains(QStringLiteral("  ")));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-none"), &scene.window()), QString());
    }

    void list_refused_isToldWithAWayOut() {
        FulfilmentScene scene;
        scene.orders.place();
        scene.open(operatorKey(scene.server, {"admin:export"}));
        const auto* notice = scene.ui.find<NoticeBar>("queueNotice");
        LEADSHEET_WAIT(notice->isVisible());
        QVERIFY2(notice->text().contains(QStringLiteral("missing_scope")),
                 qPrintable(notice->text()));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-failed"), &scene.window()), QString());
    }

    void list_answersLate_saysThatItWaits() {
        FulfilmentScene scene;
        scene.orders.place();
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 1);
        const auto* state = scene.ui.find<QLabel>("queueState");
        const QString words = QStringLiteral("The service has not answered yet.");
        LEADSHEET_WAIT(!scene.window().queues().feed().loading());
        QVERIFY(!state->text().contains(words));
        server::FaultMatch lists;
        lists.operationId = "listAdminOrders";
        scene.server.faults().everyNth(1, server::Fault::stall(std::chrono::minutes(10)), lists);
        QTest::keyClick(&scene.window(), Qt::Key_F5);
        scene.window().queues().refreshNow();
        LEADSHEET_WAIT(state->text().contains(words));
        QCOMPARE(scene.rows(), 1);
    }

    void queue_longerThanAPage_growsAsItIsScrolled() {
        FulfilmentScene scene;
        for (int i = 0; i < 130; ++i)
            scene.orders.place();
        scene.open();
        LEADSHEET_WAIT(scene.rows() >= 100);
        scene.table().scrollToBottom();
        LEADSHEET_WAIT(scene.rows() == 130);
        LEADSHEET_WAIT(scene.chip(Queue::New) == QStringLiteral("New · 130"));
    }
};

LEADSHEET_TEST(tst_fulfilment, FulfilmentTest);
#include "tst_fulfilment.moc"
