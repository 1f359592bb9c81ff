// SPDX-License-Identifier: Apache-2.0
#include "fulfilment_scene.hpp"
#include "keyboard_walk.hpp"
#include "test_main.hpp"

#include "fulfilment/act_dialog.hpp"
#include "shell/notice_bar.hpp"

#include <QComboBox>
#include <QDialog>
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

AdminOrder orderIn(OrderStatus status) {
    AdminOrder order(Order(*OrderNumber::parse("LS-1")), *AccountId::parse("acc_1"));
    order.order.status = status;
    order.order.version = 3;
    order.order.leadCount = 100;
    order.order.price = Money{800, "USD"};
    order.order.payment = PaymentStatus::Held;
    order.order.unitPriceMicros = 80'000;
    return order;
}

} // namespace

class FulfilmentActsTest : public QObject {
    Q_OBJECT

private slots:
    void approve_ofMany_saysBeforeThatNoMoneyMoves() {
        FulfilmentScene scene;
        std::vector<std::string> numbers;
        for (int i = 0; i < 3; ++i)
            numbers.push_back(scene.orders.place());
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 3);
        scene.begin(OperatorAct::Approve);
        QCOMPARE(
            scene.effect(),
            QStringLiteral("3 orders move to In Progress. No money moves: $24.00 stays held."));
        QCOMPARE(scene.confirm().text(), QStringLiteral("Approve 3 Orders"));
        QTest::keyClick(scene.dialog(), Qt::Key_Return);
        QCOMPARE(scene.status(numbers[0]), std::string("pending_review"));
        scene.confirm().click();
        LEADSHEET_WAIT(scene.allDone());
        for (const std::string& number : numbers)
            QCOMPARE(scene.status(number), std::string("in_progress"));
        QCOMPARE(scene.ui.find<NoticeBar>("fulfilmentNotice")->text(),
                 QStringLiteral("3 orders were approved."));
        LEADSHEET_WAIT(scene.rows() == 0);
        LEADSHEET_WAIT(scene.chip(Queue::InWork) == QStringLiteral("In Progress · 3"));
    }

    void approve_theFirstOfMany_choosesTheOneThatFollows() {
        FulfilmentScene scene;
        for (int i = 0; i < 3; ++i)
            scene.orders.place();
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 3);
        const std::string first = scene.cell(0, QueueModel::Number);
        const std::string second = scene.cell(1, QueueModel::Number);
        scene.table().selectRow(0);
        const auto placeOf = [&scene](OperatorAct what) {
            return scene.act(what).mapTo(&scene.window(), QPoint());
        };
        const QPoint before = placeOf(OperatorAct::Approve);
        scene.act(OperatorAct::Approve).click();
        QVERIFY(scene.dialog() != nullptr);
        scene.confirm().click();
        LEADSHEET_WAIT(scene.allDone() && scene.rows() == 2);
        QCOMPARE(placeOf(OperatorAct::Approve), before); // what is said pushes nothing away
        const auto* notice = scene.ui.find<NoticeBar>("fulfilmentNotice");
        QCOMPARE(notice->text(),
                 QStringLiteral("%1 was approved.").arg(QString::fromStdString(first)));
        LEADSHEET_WAIT(scene.act(OperatorAct::Approve).isEnabled());
        QCOMPARE(scene.table().selectionModel()->selectedRows().size(), qsizetype{1});
        QCOMPARE(scene.cell(scene.table().currentIndex().row(), QueueModel::Number), second);
        QVERIFY(scene.window().focusWidget() == &scene.table());
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-after-an-act"), &scene.window()),
                 QString());
        scene.show(Queue::InWork);
        QVERIFY(!notice->isVisible());
    }

    void question_fromATemplate_isChangedKeptAndSent() {
        FulfilmentScene scene;
        const std::string number = scene.orders.place();
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 1);
        scene.begin(OperatorAct::Ask);
        QVERIFY(!scene.confirm().isEnabled());
        auto* templates = scene.ui.find<QComboBox>("infoTemplate");
        templates->setCurrentIndex(0);
        emit templates->activated(0);
        const auto* text = scene.ui.find<TextEdit>("actText");
        QCOMPARE(text->toPlainText(), templates->itemData(0).toString());
        QVERIFY(scene.confirm().isEnabled());
        scene.say(QStringLiteral("Austria as well?"));
        templates->setEditText(QStringLiteral("Austria"));
        scene.ui.click("templateKeep");
        const auto kept = infoTemplates(scene.ui.program().settings());
        QVERIFY(kept.contains({QStringLiteral("Austria"), QStringLiteral("Austria as well?")}));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-ask"), scene.dialog()), QString());
        QCOMPARE(tabFaults(*scene.dialog()).join(QLatin1Char('\n')), QString());
        scene.ui.click("templateRemove");
        QCOMPARE(infoTemplates(scene.ui.program().settings()).size(), kept.size() - 1);
        scene.confirm().click();
        LEADSHEET_WAIT(scene.allDone());
        QCOMPARE(scene.status(number), std::string("info_requested"));
        QCOMPARE(memberOf(scene.orders.record(number), "/question"),
                 std::string("Austria as well?"));
    }

    void deliver_chargesWhatWasSaidBefore() {
        FulfilmentScene scene;
        const std::string number = scene.orders.placeWithLeads(30);
        scene.orders.placeIn("in_progress");
        scene.open();
        scene.show(Queue::Ready);
        LEADSHEET_WAIT(scene.rows() == 1 && scene.cell(0, QueueModel::Number) == number);
        scene.begin(OperatorAct::Deliver);
        QCOMPARE(scene.effect(),
                 QStringLiteral("1 order is delivered: $2.40 is charged, and $5.60 of what is "
                                "held is released."));
        QCOMPARE(scene.confirm().text(), QStringLiteral("Deliver 1 Order, Charge $2.40"));
        QVERIFY(!scene.ui.find<NoticeBar>("actCaution")->isVisible());
        scene.confirm().click();
        LEADSHEET_WAIT(scene.allDone());
        QCOMPARE(memberOf(scene.orders.record(number), "/captured/amount"), std::string("240"));
    }

    void deliver_withoutLeads_warns() {
        FulfilmentScene scene;
        scene.orders.placeIn("in_progress");
        scene.open();
        scene.show(Queue::InWork);
        LEADSHEET_WAIT(scene.rows() == 1);
        scene.begin(OperatorAct::Deliver);
        const auto* caution = scene.ui.find<NoticeBar>("actCaution");
        QVERIFY(caution->isVisible());
        QVERIFY2(caution->text().contains(QStringLiteral("pays nothing")),
                 qPrintable(caution->text()));
        scene.ui.click("actCancel");
        LEADSHEET_WAIT(scene.dialog() == nullptr);
    }

    void refund_amountIsPrefilledAndBounded() {
        FulfilmentScene scene;
        const std::string number = scene.orders.placeWithLeads(100);
        QCOMPARE(scene.orders.admin(number, "deliver").status, 200);
        scene.open();
        scene.show(Queue::Delivered);
        LEADSHEET_WAIT(scene.rows() == 1);
        scene.begin(OperatorAct::Refund);
        auto* amount = scene.ui.find<QLineEdit>("actAmount");
        QCOMPARE(amount->text(), QStringLiteral("8.00"));
        QVERIFY(!scene.confirm().isEnabled());
        scene.say(QStringLiteral("Two had left."));
        QVERIFY(scene.confirm().isEnabled());
        for (const char* wrong : {"8.01", "0", "", "much", "1.005"}) {
            amount->setText(QString::fromLatin1(wrong));
            QVERIFY2(!scene.confirm().isEnabled(), wrong);
            QVERIFY(scene.ui.find<QLabel>("actProblem")->isVisible());
        }
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-refund-wrong"), scene.dialog()),
                 QString());
        amount->setText(QStringLiteral("1.60"));
        QCOMPARE(scene.effect(), QStringLiteral("Refund $1.60 for 1 order."));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-refund"), scene.dialog()), QString());
        scene.confirm().click();
        LEADSHEET_WAIT(scene.allDone());
        QCOMPARE(memberOf(scene.orders.record(number), "/refunded/amount"), std::string("160"));
    }

    void refund_ofMany_addsUp() {
        FulfilmentScene scene;
        for (int i = 0; i < 3; ++i) {
            const std::string number = scene.orders.placeWithLeads(100);
            QCOMPARE(scene.orders.admin(number, "deliver").status, 200);
        }
        scene.open();
        scene.show(Queue::Delivered);
        LEADSHEET_WAIT(scene.rows() == 3);
        scene.begin(OperatorAct::Refund);
        scene.say(QStringLiteral("Our fault."));
        QCOMPARE(scene.effect(), QStringLiteral("Refund $24.00 for 3 orders."));
        QCOMPARE(scene.confirm().text(), QStringLiteral("Refund $24.00 for 3 Orders"));
        scene.confirm().click();
        LEADSHEET_WAIT(scene.allDone());
        QVERIFY(scene.orders.money().ends_with(" 2400 2400"));
    }

    void lostAnswers_inTheMiddle_changeNothingTwice() {
        FulfilmentScene scene;
        std::vector<std::string> numbers;
        for (int i = 0; i < 3; ++i) {
            numbers.push_back(scene.orders.placeWithLeads(100));
            QCOMPARE(scene.orders.admin(numbers.back(), "deliver").status, 200);
        }
        scene.open();
        scene.show(Queue::Delivered);
        LEADSHEET_WAIT(scene.rows() == 3);
        scene.begin(OperatorAct::Refund);
        scene.say(QStringLiteral("Our fault."));
        AdminOrder second = orderIn(OrderStatus::Delivered);
        second.order.number = *OrderNumber::parse(numbers[1]);
        second.order.version = std::stoll(memberOf(scene.orders.record(numbers[1]), "/version"));
        server::FaultMatch match = at("refundOrder");
        match.idempotencyKey =
            actKey(second.order, {OperatorAct::Refund, "Our fault.", std::nullopt}).str();
        const auto fault =
            scene.server.faults().everyNth(1, server::Fault::resetAfterCommit(), match);
        scene.confirm().click();
        LEADSHEET_WAIT(scene.ended());
        QCOMPARE(scene.outcome(0), QStringLiteral("Done"));
        QCOMPARE(scene.outcome(1), QStringLiteral("Unknown Outcome"));
        QVERIFY(scene.outcome(1, OutcomeModel::Reason).contains(QStringLiteral("at most once")));
        QCOMPARE(scene.outcome(2), QStringLiteral("Done"));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-unknown"), scene.dialog()), QString());
        QCOMPARE(tabFaults(*scene.dialog()).join(QLatin1Char('\n')), QString());
        scene.server.faults().remove(fault);
        // Not being let in now says nothing about the attempt before.
        const auto refusing =
            scene.server.faults().everyNth(1, server::Fault::answer(401, "expired_api_key"), match);
        scene.ui.click("actAgain");
        LEADSHEET_WAIT(scene.ended() && scene.ui.find<NoticeBar>("actTrouble")->isVisible());
        QCOMPARE(scene.outcome(1), QStringLiteral("Unknown Outcome"));
        scene.server.faults().remove(refusing);
        scene.ui.click("actAgain");
        LEADSHEET_WAIT(scene.allDone());
        for (const std::string& number : numbers)
            QCOMPARE(scene.events(number, "order.refunded"), 1);
        QVERIFY(scene.orders.money().ends_with(" 2400 2400"));
    }

    void order_thatMovedOn_isRefusedAndTheOthersAreDone() {
        FulfilmentScene scene;
        const std::string first = scene.orders.place();
        const std::string second = scene.orders.place();
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 2);
        scene.begin(OperatorAct::Reject);
        scene.say(QStringLiteral("Not possible."));
        QCOMPARE(scene.orders.admin(first, "approve").status, 200);
        scene.confirm().click();
        LEADSHEET_WAIT(scene.ended());
        QCOMPARE(scene.outcome(0), QStringLiteral("Refused"));
        QVERIFY(scene.outcome(0, OutcomeModel::Reason).contains(QStringLiteral("changed")));
        QCOMPARE(scene.outcome(1), QStringLiteral("Done"));
        QCOMPARE(scene.status(first), std::string("in_progress"));
        QCOMPARE(scene.status(second), std::string("rejected"));
    }

    void stop_afterTheFirst_leavesTheRest_andGoesOn() {
        FulfilmentScene scene;
        std::vector<std::string> numbers;
        for (int i = 0; i < 3; ++i)
            numbers.push_back(scene.orders.place());
        scene.open();
        LEADSHEET_WAIT(scene.rows() == 3);
        scene.begin(OperatorAct::Approve);
        scene.confirm().click();
        QVERIFY(!scene.window().runningWork().isEmpty());
        scene.window().close();
        QVERIFY(scene.window().isVisible());
        scene.ui.click("actStop");
        LEADSHEET_WAIT(scene.ended());
        QCOMPARE(scene.outcome(0), QStringLiteral("Done"));
        QCOMPARE(scene.outcome(1), QStringLiteral("Not Sent"));
        QCOMPARE(scene.status(numbers[2]), std::string("pending_review"));
        QCOMPARE(scene.ui.find<QPushButton>("actAgain")->text(),
                 QStringLiteral("Send 2 Orders Again"));
        scene.ui.click("actAgain");
        LEADSHEET_WAIT(scene.allDone());
        for (const std::string& number : numbers)
            QCOMPARE(scene.events(number, "order.approved"), 1);
    }

    void key_withoutTheScope_endsTheActAndSaysSo() {
        FulfilmentScene scene;
        for (int i = 0; i < 2; ++i)
            scene.orders.place();
        scene.open(operatorKey(scene.server, {"admin:orders"}));
        LEADSHEET_WAIT(scene.rows() == 2);
        scene.begin(OperatorAct::Refund);
        scene.say(QStringLiteral("Our fault."));
        QCOMPARE(scene.effect(), QStringLiteral("2 orders end before delivery: $16.00 that is held "
                                                "is released. Nothing was charged."));
        scene.confirm().click();
        LEADSHEET_WAIT(scene.ended());
        const auto* trouble = scene.ui.find<NoticeBar>("actTrouble");
        QVERIFY(trouble->isVisible());
        QVERIFY2(trouble->text().contains(QStringLiteral("missing_scope")),
                 qPrintable(trouble->text()));
        QCOMPARE(scene.outcome(1), QStringLiteral("Not Sent"));
        QCOMPARE(scene.ui.look(QStringLiteral("fulfilment-no-scope"), scene.dialog()), QString());
    }

    void effect_ofEachAct_isWhatTheContractSays_data() {
        QTest::addColumn<int>("act");
        QTest::addColumn<int>("status");
        QTest::addColumn<qint64>("leads");
        QTest::addColumn<qint64>("charged");
        QTest::addColumn<qint64>("released");
        QTest::addColumn<qint64>("refunded");
        QTest::addColumn<qint64>("before"); // what parts were charged
        const auto row = [](const char* name, OperatorAct act, OrderStatus status, qint64 leads,
                            qint64 charged, qint64 released, qint64 refunded, qint64 before = 0) {
            QTest::newRow(name) << static_cast<int>(act) << static_cast<int>(status) << leads
                                << charged << released << refunded << before;
        };
        const auto work = OrderStatus::InProgress;
        row("approve", OperatorAct::Approve, OrderStatus::PendingReview, 0, 0, 0, 0);
        row("deliver part", OperatorAct::Deliver, work, 30, 240, 560, 0);
        row("deliver more", OperatorAct::Deliver, work, 150, 800, 0, 0);
        row("deliver none", OperatorAct::Deliver, work, 0, 0, 800, 0);
        row("give up", OperatorAct::GiveUp, work, 30, 0, 800, 0);
        row("refund before", OperatorAct::Refund, work, 30, 0, 800, 0);
        row("deliver after a part", OperatorAct::Deliver, work, 50, 160, 400, 0, 240);
        row("give up after a part", OperatorAct::GiveUp, work, 50, 0, 560, 0, 240);
        row("refund after a part", OperatorAct::Refund, work, 50, 0, 560, 240, 240);
        row("refund after", OperatorAct::Refund, OrderStatus::Delivered, 100, 0, 0, 640);
    }

    void effect_ofEachAct_isWhatTheContractSays() {
        QFETCH(int, act);
        QFETCH(int, status);
        QFETCH(qint64, leads);
        AdminOrder order = orderIn(static_cast<OrderStatus>(status));
        QFETCH(qint64, before);
        order.ingested.accepted = leads;
        order.order.captured = Money{before, "USD"};
        if (order.order.status == OrderStatus::Delivered) {
            order.order.payment = PaymentStatus::PartiallyRefunded;
            order.order.captured = Money{800, "USD"};
            order.order.refunded = Money{160, "USD"};
        }
        const MoneyEffect effect = effectOf(order, {static_cast<OperatorAct>(act)});
        QTEST(qint64(effect.charged.amount), "charged");
        QTEST(qint64(effect.released.amount), "released");
        QTEST(qint64(effect.refunded.amount), "refunded");
    }

    void key_ofAnAct_changesWithWhatIsAsked() {
        Order order = orderIn(OrderStatus::Delivered).order;
        const ActWish wish{OperatorAct::Refund, "because", Money{160, "USD"}};
        const IdempotencyKey key = actKey(order, wish);
        QCOMPARE(actKey(order, wish), key);
        QVERIFY(actKey(order, {OperatorAct::Refund, "because", Money{161, "USD"}}) != key);
        QVERIFY(actKey(order, {OperatorAct::Refund, "for it", Money{160, "USD"}}) != key);
        QVERIFY(actKey(order, {OperatorAct::Reject, "because", Money{160, "USD"}}) != key);
        ++order.version;
        QVERIFY(actKey(order, wish) != key);
    }
};

LEADSHEET_TEST(tst_fulfilment_acts, FulfilmentActsTest);
#include "tst_fulfilment_acts.moc"
