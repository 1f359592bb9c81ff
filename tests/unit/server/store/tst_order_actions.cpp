// SPDX-License-Identifier: Apache-2.0
#include "orders/steps.hpp"
#include "store_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using namespace leadsheet::server::store::test;
namespace domain = leadsheet::server::domain;
using domain::Actor;
using domain::OrderAction;
using domain::OrderStatus;
using domain::PaymentStatus;
using Outcome = OrderStepResult::Outcome;

namespace {

OrderStep stepOf(const OrderNumber& number, OrderAction action) {
    OrderStep step;
    step.number = number;
    step.action = action;
    const bool customers = action == OrderAction::Reply || action == OrderAction::Cancel;
    step.actor = customers ? Actor::Customer : Actor::Admin;
    step.now = startTime() + std::chrono::hours(1);
    return step;
}

/// The end of a delivery that published so many.
OrderStep deliveryOf(const OrderNumber& number, std::int64_t leads, bool part = false) {
    OrderStep step = stepOf(number, part ? OrderAction::DeliverPart : OrderAction::Deliver);
    step.delivered = leads;
    return step;
}

/// A step that must not fail in the store.
OrderStepResult perform(Store& store, const OrderStep& step) {
    auto result = store.writeAndWait([&](Tx& tx) { return performStep(tx, step); });
    if (!result)
        throw std::runtime_error(result.error().detail);
    return std::move(*result);
}

} // namespace

class OrderActionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void deliver_part_capturesItAndReleasesTheRest();
    void deliver_moreThanOrdered_capturesTheOrder();
    void deliver_nothing_capturesNothing();
    void deliver_inParts_capturesTheSame_data();
    void deliver_inParts_capturesTheSame();
    void refund_inParts_endsRefunded();
    void refund_tooMuch_isRefusedAndWritesNothing();
    void cancel_pending_givesTheMoneyBack();
    void requestInfo_thenReply_goesRound();
    void step_wrongVersion_conflicts();
    void step_foreignOrder_isNotFound();
    void events_areNumberedWithVersionAndActor();
    void events_ofStepsAtOnce_goForward();
    void step_randomWalks_conserveMoney();

private:
    OrderNumber place(std::int64_t leads);
    /// Ordered, approved and ready to be delivered.
    OrderNumber ingested(std::int64_t leads, std::int64_t found);

    std::unique_ptr<Store> store_;
    std::unique_ptr<Customer> customer_;
    int keys_ = 0;
};

void OrderActionsTest::initTestCase() {
    store_ = Stores(true).open();
}

void OrderActionsTest::init() {
    QVERIFY(store_);
    customer_ = std::make_unique<Customer>(*store_, "one");
}

OrderNumber OrderActionsTest::place(std::int64_t leads) {
    return customer_->create(*store_, "key-" + std::to_string(++keys_), draftFor(leads))
        ->placed.order->number;
}

OrderNumber OrderActionsTest::ingested(std::int64_t leads, std::int64_t found) {
    auto number = place(leads);
    perform(*store_, stepOf(number, OrderAction::Approve));
    auto ingest = stepOf(number, OrderAction::Ingest);
    ingest.delivered = found;
    if (perform(*store_, ingest).order->staged != found)
        throw std::runtime_error("the leads were not ingested");
    return number;
}

void OrderActionsTest::deliver_part_capturesItAndReleasesTheRest() {
    const auto number = ingested(100, 60); // held: 800
    const auto done = perform(*store_, deliveryOf(number, 60));
    QCOMPARE(done.outcome, Outcome::Done);
    QCOMPARE(done.order->captured, 480);
    QCOMPARE(done.order->payment, PaymentStatus::Captured);
    QVERIFY(done.order->deliveredAt == startTime() + std::chrono::hours(1));
    QCOMPARE(done.order->version, 4);
    QCOMPARE(balanceOf(*store_, customer_->account()), (Balance{99'520, 0, 480, 0}));
}

void OrderActionsTest::deliver_moreThanOrdered_capturesTheOrder() {
    const auto number = ingested(100, 130);
    QCOMPARE(perform(*store_, deliveryOf(number, 130)).order->captured, 800);
    QCOMPARE(balanceOf(*store_, customer_->account()), (Balance{99'200, 0, 800, 0}));
}

void OrderActionsTest::deliver_nothing_capturesNothing() {
    const auto number = place(100);
    perform(*store_, stepOf(number, OrderAction::Approve));
    QCOMPARE(perform(*store_, stepOf(number, OrderAction::Deliver)).outcome, Outcome::Done);
    QCOMPARE(balanceOf(*store_, customer_->account()), (Balance{100'000, 0, 0, 0}));
}

void OrderActionsTest::deliver_inParts_capturesTheSame_data() {
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::addColumn<int>("last");
    QTest::addColumn<qint64>("captured");
    QTest::newRow("a part of it") << 1 << 2 << 3 << qint64{48};
    QTest::newRow("nothing at last") << 40 << 60 << 0 << qint64{800};
    QTest::newRow("more than ordered") << 70 << 70 << 70 << qint64{800};
    QTest::newRow("duplicates alone at last") << 99 << 1 << 0 << qint64{800};
}

void OrderActionsTest::deliver_inParts_capturesTheSame() {
    QFETCH(int, first);
    QFETCH(int, second);
    QFETCH(int, last);
    QFETCH(qint64, captured);
    const auto number = ingested(100, first);
    auto more = stepOf(number, OrderAction::Ingest);
    for (const auto& [leads, part] :
         {std::pair(first, true), std::pair(second, true), std::pair(last, false)}) {
        more.delivered = 1;
        perform(*store_, more);
        const auto done = perform(*store_, deliveryOf(number, leads, part));
        QCOMPARE(done.outcome, Outcome::Done);
        QCOMPARE(done.order->staged, 0);
        QVERIFY(ledgerFaultsOf(*store_).empty());
    }
    QCOMPARE(balanceOf(*store_, customer_->account()),
             (Balance{100'000 - captured, 0, captured, 0}));
}

void OrderActionsTest::refund_inParts_endsRefunded() {
    const auto number = ingested(100, 100);
    perform(*store_, deliveryOf(number, 100));
    auto refund = stepOf(number, OrderAction::Refund);
    refund.refund = 300;
    refund.reason = "bounced";
    QCOMPARE(perform(*store_, refund).order->payment, PaymentStatus::PartiallyRefunded);
    refund.refund = 500;
    QCOMPARE(perform(*store_, refund).order->status, OrderStatus::Refunded);
    QCOMPARE(balanceOf(*store_, customer_->account()), (Balance{100'000, 0, 800, 800}));
    const auto ledger = store_->read(
        [&](Reader& reader) { return reader.listLedger(customer_->account(), std::nullopt, 3); });
    QCOMPARE(ledger->rows.size(), 3U);
    QVERIFY(ledger->next.has_value());
    QCOMPARE(ledger->rows[0].kind, TransferKind::Refund);
    QCOMPARE(ledger->rows[0].amount, 500);
    QCOMPARE(ledger->rows[0].availableAfter, 100'000);
    QCOMPARE(ledger->rows[0].reason, std::string("bounced"));
    const auto rest = store_->read(
        [&](Reader& reader) { return reader.listLedger(customer_->account(), ledger->next, 3); });
    QCOMPARE(rest->rows.size(), 2U); // credit and hold
    QVERIFY(!rest->next);
    QCOMPARE(rest->rows.back().kind, TransferKind::Credit);
}

void OrderActionsTest::refund_tooMuch_isRefusedAndWritesNothing() {
    const auto number = ingested(100, 10);
    perform(*store_, deliveryOf(number, 10));
    auto refund = stepOf(number, OrderAction::Refund);
    refund.refund = 81;
    const auto refused = perform(*store_, refund);
    QCOMPARE(refused.outcome, Outcome::Refused);
    QCOMPARE(refused.refusal->kind, domain::TransitionError::Kind::RefundTooLarge);
    QCOMPARE(refused.refusal->limit, 80);
    QCOMPARE(refused.order->version, 4);
    QCOMPARE(balanceOf(*store_, customer_->account()).refunded, 0);
}

void OrderActionsTest::cancel_pending_givesTheMoneyBack() {
    const auto number = place(100);
    auto cancel = stepOf(number, OrderAction::Cancel);
    cancel.owner = customer_->account();
    const auto done = perform(*store_, cancel);
    QCOMPARE(done.order->status, OrderStatus::Cancelled);
    QCOMPARE(done.order->payment, PaymentStatus::Released);
    QCOMPARE(balanceOf(*store_, customer_->account()), (Balance{100'000, 0, 0, 0}));
    QCOMPARE(perform(*store_, cancel).outcome, Outcome::Refused);
}

void OrderActionsTest::requestInfo_thenReply_goesRound() {
    const auto number = place(100);
    auto ask = stepOf(number, OrderAction::RequestInfo);
    ask.question = "Austria as well?";
    QCOMPARE(perform(*store_, ask).order->question, std::optional<std::string>("Austria as well?"));
    const auto replied = perform(*store_, stepOf(number, OrderAction::Reply));
    QCOMPARE(replied.order->status, OrderStatus::PendingReview);
    QCOMPARE(replied.order->question, std::optional<std::string>("Austria as well?"));
}

void OrderActionsTest::step_wrongVersion_conflicts() {
    const auto number = place(100);
    auto approve = stepOf(number, OrderAction::Approve);
    approve.expectedVersion = 2;
    const auto conflict = perform(*store_, approve);
    QCOMPARE(conflict.outcome, Outcome::VersionConflict);
    QCOMPARE(conflict.order->version, 1);
    approve.expectedVersion = 1;
    QCOMPARE(perform(*store_, approve).order->version, 2);
}

void OrderActionsTest::step_foreignOrder_isNotFound() {
    const Customer stranger(*store_, "two");
    auto cancel = stepOf(place(10), OrderAction::Cancel);
    cancel.owner = stranger.account();
    QCOMPARE(perform(*store_, cancel).outcome, Outcome::NotFound);
    QCOMPARE(perform(*store_, stepOf(OrderNumber("LS-0000000000"), OrderAction::Approve)).outcome,
             Outcome::NotFound);
}

void OrderActionsTest::events_areNumberedWithVersionAndActor() {
    const auto number = place(10);
    auto approve = stepOf(number, OrderAction::Approve);
    approve.key = customer_->key().id;
    approve.dataJson = R"({"note":"ok"})";
    perform(*store_, approve);
    perform(*store_, stepOf(number, OrderAction::Fail));
    const auto first =
        store_->read([&](Reader& reader) { return reader.listEvents(number, std::nullopt, 2); });
    QCOMPARE(first->rows.size(), 2U);
    QVERIFY(first->next.has_value());
    const auto second =
        store_->read([&](Reader& reader) { return reader.listEvents(number, first->next, 2); });
    QCOMPARE(second->rows.size(), 1U);
    QVERIFY(!second->next);
    QCOMPARE(first->rows[1].actor, std::string("admin"));
    QCOMPARE(first->rows[1].dataJson, approve.dataJson);
    QCOMPARE(first->rows[1].version, 2);
    QCOMPARE(second->rows[0].seq, 3);
    QCOMPARE(second->rows[0].type, std::string("order.failed"));
    QCOMPARE(second->rows[0].actor, std::string("system"));
    QCOMPARE(second->rows[0].status, OrderStatus::Failed);
}

/// The request that came first may reach the order after a later one.
void OrderActionsTest::events_ofStepsAtOnce_goForward() {
    const OrderNumber number = place(10);
    OrderStep later = stepOf(number, OrderAction::RequestInfo);
    later.question = "Which?";
    perform(*store_, later);
    OrderStep earlier = stepOf(number, OrderAction::Reply);
    earlier.now = later.now - std::chrono::milliseconds(8);
    const auto replied = perform(*store_, earlier);
    QCOMPARE(replied.outcome, OrderStepResult::Outcome::Done);
    QVERIFY(replied.order->updatedAt == later.now);
    OrderStep last = stepOf(number, OrderAction::Cancel);
    last.now = later.now + std::chrono::milliseconds(1);
    perform(*store_, last);
    const auto events = store_->read(
        [&](Reader& reader) { return reader.listEvents(number, std::nullopt, 9).rows; });
    QCOMPARE(events->size(), std::size_t{4});
    QVERIFY(events->at(1).at == later.now && events->at(2).at == later.now);
    QVERIFY(events->at(3).at == last.now);
}

void OrderActionsTest::step_randomWalks_conserveMoney() {
    QVERIFY(rc::check("the ledger stays sound and money stays in the account", [this] {
        const Customer customer(*store_, "walker", 5'000);
        std::vector<OrderNumber> orders;
        for (int i = 0; i < 12; ++i) {
            if (orders.empty() || *rc::gen::inRange(0, 4) == 0) {
                const auto leads = *rc::gen::inRange<std::int64_t>(1, 400);
                const auto answer = customer.create(*store_, std::to_string(i), draftFor(leads));
                RC_ASSERT(answer.has_value());
                if (answer->placed.order)
                    orders.push_back(answer->placed.order->number);
                continue;
            }
            const auto& number = orders[*rc::gen::inRange<std::size_t>(0, orders.size())];
            auto step = stepOf(number, domain::kOrderActions[*rc::gen::inRange<std::size_t>(
                                           0, domain::kOrderActions.size())]);
            step.delivered = *rc::gen::inRange<std::int64_t>(0, 300);
            step.refund = *rc::gen::inRange<std::int64_t>(0, 2'000);
            perform(*store_, step);
        }
        const Balance balance = balanceOf(*store_, customer.account());
        RC_ASSERT(balance.available + balance.held + balance.captured - balance.refunded == 5'000);
        RC_ASSERT(balance.available >= 0 && balance.held >= 0);
        RC_ASSERT(ledgerFaultsOf(*store_).empty());
    }));
}

LEADSHEET_TEST(tst_order_actions, OrderActionsTest);
#include "tst_order_actions.moc"
