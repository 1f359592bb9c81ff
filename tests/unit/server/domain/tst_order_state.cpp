// SPDX-License-Identifier: Apache-2.0
#include "domain/order_state.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <map>
#include <rapidcheck.h>
#include <set>

using namespace leadsheet::server::domain;
using Kind = TransitionError::Kind;

namespace {

using S = OrderStatus;
using A = OrderAction;

/// Contract section 6, written down a second time: every allowed move and where it leads.
const std::map<std::pair<S, A>, S> kAllowed = {
    {{S::PendingReview, A::Approve}, S::InProgress},
    {{S::PendingReview, A::RequestInfo}, S::InfoRequested},
    {{S::InProgress, A::RequestInfo}, S::InfoRequested},
    {{S::InfoRequested, A::Reply}, S::PendingReview},
    {{S::PendingReview, A::Cancel}, S::Cancelled},
    {{S::InfoRequested, A::Cancel}, S::Cancelled},
    {{S::PendingReview, A::Reject}, S::Rejected},
    {{S::InfoRequested, A::Reject}, S::Rejected},
    {{S::InProgress, A::Ingest}, S::InProgress},
    {{S::InProgress, A::DeliverPart}, S::InProgress},
    {{S::InProgress, A::Deliver}, S::Delivered},
    {{S::InProgress, A::Fail}, S::Failed},
    {{S::PendingReview, A::Refund}, S::Refunded},
    {{S::InProgress, A::Refund}, S::Refunded},
    {{S::InfoRequested, A::Refund}, S::Refunded},
    {{S::Delivered, A::Refund}, S::Refunded}, // the whole of it
};
const std::set<A> kCustomerActions = {A::Reply, A::Cancel};

OrderState stateIn(S status) {
    const bool open =
        status == S::PendingReview || status == S::InProgress || status == S::InfoRequested;
    OrderState state{status, PaymentStatus::Held, 1'000, 0, 0};
    if (status == S::Delivered)
        state = {status, PaymentStatus::Captured, 0, 700, 0};
    else if (!open)
        state = {status, PaymentStatus::Released, 0, 0, 0};
    return state;
}

Actor actorOf(A action) {
    return kCustomerActions.contains(action) ? Actor::Customer : Actor::Admin;
}

std::optional<std::int64_t> amountOrNone() {
    if (*rc::gen::inRange(0, 3) == 0)
        return std::nullopt;
    return *rc::gen::inRange<std::int64_t>(-10, 1'100);
}

} // namespace

class OrderStateTest : public QObject {
    Q_OBJECT

private slots:
    void decide_everyStatusAndAction_followsTheTable_data();
    void decide_everyStatusAndAction_followsTheTable();
    void decide_whatMovesNoMoney_changesTheStatusAlone();
    void decide_endings_releaseTheHold();
    void decide_cancel_afterLeadsWereHandedOver_isRefused();
    void decide_deliver_capturesAndReleasesTheRest();
    void decide_partDeliveries_addUpAndStay();
    void decide_endings_afterParts_keepWhatWasCaptured();
    void decide_refundAfterAnotherEnd_givesBackWhatPartsTook();
    void decide_partRefunds_addUpToTheWhole();
    void decide_badAmounts_areRefused();
    void decide_randomWalks_conserveMoney();
    void names_everyValue_readsBack();
};

void OrderStateTest::decide_everyStatusAndAction_followsTheTable_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("action");
    for (const S status : kOrderStatuses) {
        for (const A action : kOrderActions)
            QTest::addRow("%s %s", name(status).data(), name(action).data())
                << static_cast<int>(status) << static_cast<int>(action);
    }
}

void OrderStateTest::decide_everyStatusAndAction_followsTheTable() {
    QFETCH(int, status);
    QFETCH(int, action);
    const OrderState state = stateIn(static_cast<S>(status));
    const A act = static_cast<A>(action);
    const ActionInput input{500, std::nullopt, 0, 1};
    const auto right = decide(state, act, actorOf(act), input);
    const auto found = kAllowed.find({state.status, act});
    QCOMPARE(right.has_value(), found != kAllowed.end());
    if (right)
        QCOMPARE(name(right->after.status), name(found->second));
    else {
        QCOMPARE(right.error().kind, Kind::InvalidTransition);
        QCOMPARE(right.error().status, state.status);
    }
    const Actor other = actorOf(act) == Actor::Admin ? Actor::Customer : Actor::Admin;
    const auto wrong = decide(state, act, other, input);
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().kind, Kind::WrongActor);
}

void OrderStateTest::decide_whatMovesNoMoney_changesTheStatusAlone() {
    for (const auto& [status, action] :
         {std::pair(S::PendingReview, A::Approve), std::pair(S::InProgress, A::RequestInfo),
          std::pair(S::InfoRequested, A::Reply), std::pair(S::InProgress, A::Ingest)}) {
        const OrderState state{status, PaymentStatus::Held, 300, 700, 0};
        const auto move = decide(state, action, actorOf(action));
        QVERIFY(move.has_value());
        OrderState after = state;
        after.status = kAllowed.at({status, action});
        QCOMPARE(move->after, after);
        QCOMPARE(move->capture, 0);
        QCOMPARE(move->release, 0);
        QCOMPARE(move->refund, 0);
    }
}

void OrderStateTest::decide_endings_releaseTheHold() {
    for (const auto& [status, action] :
         {std::pair(S::PendingReview, A::Cancel), std::pair(S::InfoRequested, A::Reject),
          std::pair(S::InProgress, A::Fail), std::pair(S::InProgress, A::Refund)}) {
        const auto move = decide(stateIn(status), action, actorOf(action));
        QVERIFY(move.has_value());
        QCOMPARE(move->release, 1'000);
        QCOMPARE(move->after,
                 (OrderState{kAllowed.at({status, action}), PaymentStatus::Released, 0, 0, 0}));
        QCOMPARE(move->refund, 0);
        QCOMPARE(move->capture, 0);
    }
}

void OrderStateTest::decide_cancel_afterLeadsWereHandedOver_isRefused() {
    for (const S status : {S::PendingReview, S::InfoRequested}) {
        const ActionInput input{0, std::nullopt, 1};
        const auto refused = decide(stateIn(status), A::Cancel, Actor::Customer, input);
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, Kind::LeadsHandedOver);
        QVERIFY(decide(stateIn(status), A::Reject, Actor::Admin, input).has_value());
    }
}

void OrderStateTest::decide_deliver_capturesAndReleasesTheRest() {
    const auto move = decide(stateIn(S::InProgress), A::Deliver, Actor::Admin, {700, 0});
    QVERIFY(move.has_value());
    QCOMPARE(move->capture, 700);
    QCOMPARE(move->release, 300);
    QCOMPARE(move->refund, 0);
    QCOMPARE(move->after, (OrderState{S::Delivered, PaymentStatus::Captured, 0, 700, 0}));
    // All of it, or nothing where no lead was delivered.
    const auto whole = decide(stateIn(S::InProgress), A::Deliver, Actor::Admin, {1'000, 0});
    QCOMPARE(whole->after, (OrderState{S::Delivered, PaymentStatus::Captured, 0, 1'000, 0}));
    const auto none = decide(stateIn(S::InProgress), A::Deliver, Actor::Admin, {0, 0});
    QCOMPARE(none->release, 1'000);
    QCOMPARE(none->after, (OrderState{S::Delivered, PaymentStatus::Captured, 0, 0, 0}));
}

void OrderStateTest::decide_partDeliveries_addUpAndStay() {
    const auto nothing = decide(stateIn(S::InProgress), A::DeliverPart, Actor::Admin, {700, 0});
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().kind, Kind::NothingStaged);
    const auto part =
        decide(stateIn(S::InProgress), A::DeliverPart, Actor::Admin, {700, std::nullopt, 0, 9});
    QVERIFY(part.has_value());
    QCOMPARE(part->capture, 700);
    QCOMPARE(part->release, 0);
    QCOMPARE(part->refund, 0);
    QCOMPARE(part->after, (OrderState{S::InProgress, PaymentStatus::Held, 300, 700, 0}));
    const auto last = decide(part->after, A::Deliver, Actor::Admin, {100, 0});
    QVERIFY(last.has_value());
    QCOMPARE(last->release, 200);
    QCOMPARE(last->after, (OrderState{S::Delivered, PaymentStatus::Captured, 0, 800, 0}));
    QVERIFY(!decide(part->after, A::Deliver, Actor::Admin, {301, 0}));
    // Of a free lead, and of the last one.
    for (const std::int64_t capture : {std::int64_t{0}, std::int64_t{1'000}}) {
        const auto edge = decide(stateIn(S::InProgress), A::DeliverPart, Actor::Admin,
                                 {capture, std::nullopt, 0, 1});
        QVERIFY(edge.has_value());
        QCOMPARE(edge->after.held, 1'000 - capture);
        QCOMPARE(edge->after.captured, capture);
    }
}

void OrderStateTest::decide_endings_afterParts_keepWhatWasCaptured() {
    OrderState state{S::InProgress, PaymentStatus::Held, 300, 700, 0};
    const auto failed = decide(state, A::Fail, Actor::Admin);
    QCOMPARE(failed->after, (OrderState{S::Failed, PaymentStatus::Captured, 0, 700, 0}));
    QCOMPARE(failed->release, 300);
    QCOMPARE(failed->refund, 0);
    // A refund gives the parts back as well.
    const auto refunded = decide(state, A::Refund, Actor::Admin);
    QCOMPARE(refunded->after, (OrderState{S::Refunded, PaymentStatus::Refunded, 0, 700, 700}));
    QCOMPARE(refunded->release, 300);
    QCOMPARE(refunded->refund, 700);
    // However little it was.
    state.captured = 1;
    QCOMPARE(decide(state, A::Fail, Actor::Admin)->after.payment, PaymentStatus::Captured);
    QCOMPARE(decide(state, A::Refund, Actor::Admin)->after.payment, PaymentStatus::Refunded);
}

void OrderStateTest::decide_refundAfterAnotherEnd_givesBackWhatPartsTook() {
    for (const S status : {S::Failed, S::Rejected}) {
        const OrderState state{status, PaymentStatus::Captured, 0, 700, 0};
        const auto part = decide(state, A::Refund, Actor::Admin, {0, 300});
        QVERIFY(part.has_value());
        QCOMPARE(part->refund, 300);
        QCOMPARE(part->capture, 0);
        QCOMPARE(part->release, 0);
        QCOMPARE(part->after, (OrderState{status, PaymentStatus::PartiallyRefunded, 0, 700, 300}));
        const auto rest = decide(part->after, A::Refund, Actor::Admin);
        QVERIFY(rest.has_value());
        QCOMPARE(rest->refund, 400);
        QCOMPARE(rest->after, (OrderState{status, PaymentStatus::Refunded, 0, 700, 700}));
        const auto again = decide(rest->after, A::Refund, Actor::Admin);
        QVERIFY(!again);
        QCOMPARE(again.error().kind, Kind::NothingCaptured);
    }
}

void OrderStateTest::decide_partRefunds_addUpToTheWhole() {
    const auto part = decide(stateIn(S::Delivered), A::Refund, Actor::Admin, {0, 300});
    QVERIFY(part.has_value());
    QCOMPARE(part->after,
             (OrderState{S::Delivered, PaymentStatus::PartiallyRefunded, 0, 700, 300}));
    const auto tooMuch = decide(part->after, A::Refund, Actor::Admin, {0, 401});
    QVERIFY(!tooMuch);
    QCOMPARE(tooMuch.error().kind, Kind::RefundTooLarge);
    QCOMPARE(tooMuch.error().limit, 400);
    const auto rest = decide(part->after, A::Refund, Actor::Admin, {0, 400});
    QVERIFY(rest.has_value());
    QCOMPARE(rest->after, (OrderState{S::Refunded, PaymentStatus::Refunded, 0, 700, 700}));
}

void OrderStateTest::decide_badAmounts_areRefused() {
    // With the most that it could have been.
    const auto refuses = [](S status, A action, ActionInput input, std::int64_t most) {
        const auto move = decide(stateIn(status), action, Actor::Admin, input);
        return !move && move.error().kind == Kind::InvalidAmount && move.error().limit == most;
    };
    QVERIFY(refuses(S::InProgress, A::Deliver, {1'001, 0}, 1'000));
    QVERIFY(refuses(S::InProgress, A::Deliver, {-1, 0}, 1'000));
    QVERIFY(refuses(S::InProgress, A::DeliverPart, {1'001, std::nullopt, 0, 1}, 1'000));
    QVERIFY(refuses(S::InProgress, A::DeliverPart, {-1, std::nullopt, 0, 1}, 1'000));
    QVERIFY(refuses(S::Delivered, A::Refund, {0, 0}, 700));
    QVERIFY(refuses(S::Delivered, A::Refund, {0, -5}, 700));
    QVERIFY(decide(stateIn(S::Delivered), A::Refund, Actor::Admin, {0, 1}).has_value());
    const auto early = decide(stateIn(S::InProgress), A::Refund, Actor::Admin, {0, 5});
    QVERIFY(!early);
    QCOMPARE(early.error().kind, Kind::AmountTooEarly);
    QCOMPARE(early.error().limit, 0);
    OrderState empty = stateIn(S::Delivered);
    empty.captured = 0;
    const auto nothing = decide(empty, A::Refund, Actor::Admin);
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().kind, Kind::NothingCaptured);
}

void OrderStateTest::decide_randomWalks_conserveMoney() {
    QVERIFY(rc::check("what was held is held, captured or back", [] {
        OrderState state{S::PendingReview, PaymentStatus::Held, 1'000, 0, 0};
        std::int64_t back = 0;
        for (int step = 0; step < 30; ++step) {
            const A action = kOrderActions[*rc::gen::inRange<std::size_t>(0, kOrderActions.size())];
            const ActionInput input{*rc::gen::inRange<std::int64_t>(-10, 1'100), amountOrNone(), 0,
                                    1};
            const auto move = decide(state, action, actorOf(action), input);
            if (!move)
                continue;
            back += move->release + move->refund;
            state = move->after;
            RC_ASSERT(state.held + (state.captured - state.refunded) + back == 1'000);
            RC_ASSERT(state.held >= 0 && state.refunded >= 0 && state.refunded <= state.captured);
        }
    }));
}

void OrderStateTest::names_everyValue_readsBack() {
    for (const S status : kOrderStatuses)
        QVERIFY(orderStatusFromName(name(status)) == status);
    for (const PaymentStatus payment : kPaymentStatuses)
        QVERIFY(paymentStatusFromName(name(payment)) == payment);
    QVERIFY(!orderStatusFromName("Delivered"));
    QVERIFY(!orderStatusFromName(""));
    QVERIFY(!paymentStatusFromName("paid"));
    QCOMPARE(name(Actor::Admin), std::string_view("admin"));
    QCOMPARE(name(Actor::Customer), std::string_view("customer"));
    QCOMPARE(name(A::RequestInfo), std::string_view("request_info"));
    QCOMPARE(eventType(A::RequestInfo), std::string_view("order.info_requested"));
}

LEADSHEET_TEST(tst_order_state, OrderStateTest);
#include "tst_order_state.moc"
