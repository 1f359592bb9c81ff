// SPDX-License-Identifier: Apache-2.0
#include "store/order_actions.hpp"

#include "store/webhook_outbox.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server::store {

namespace {

using domain::OrderAction;
using Outcome = OrderStepResult::Outcome;

/// unitPrice x min(delivered, ordered), and never more than is held (contract section 5), without
/// what parts captured: in however many parts, it comes to the same.
MinorUnits amountToCapture(const Order& order, std::int64_t published) {
    const std::int64_t leads = std::min(order.delivered + published, order.leadCount);
    const auto amount = domain::amountFor(order.unitPrice, leads);
    return (amount ? std::min(*amount, order.total) : order.total) - order.captured;
}

bool isDelivery(OrderAction action) {
    return action == OrderAction::Deliver || action == OrderAction::DeliverPart;
}

domain::OrderState stateOf(const Order& order) {
    const bool held = order.payment == domain::PaymentStatus::Held;
    return {order.status, order.payment, held ? order.total - order.captured : 0, order.captured,
            order.refunded};
}

void moveMoney(Tx& tx, const Order& order, const domain::Transition& move, const OrderStep& step) {
    if (move.capture > 0)
        tx.capture(order.account, order.number, move.capture, step.now);
    if (move.release > 0)
        tx.release(order.account, order.number, move.release, step.now);
    if (move.refund > 0)
        tx.refund(order.account, order.number, move.refund, step.reason, step.now);
}

void apply(Order& order, const domain::Transition& move, const OrderStep& step) {
    order.status = move.after.status;
    order.payment = move.after.payment;
    order.captured = move.after.captured;
    order.refunded = move.after.refunded;
    order.updatedAt = step.now;
    if (step.action == OrderAction::Ingest) {
        order.staged += step.delivered;
        order.rejectedRows += step.rejectedRows;
        order.finalPart = order.finalPart || step.finalPart;
    } else if (isDelivery(step.action)) {
        order.delivered += step.delivered;
    }
    order.duplicates += step.duplicates;
    if (isDelivery(step.action) || hasEnded(order))
        order.staged = 0;
    if (step.action == OrderAction::RequestInfo)
        order.question = step.question;
    if (step.action == OrderAction::Deliver)
        order.deliveredAt = step.now;
}

OrderEvent eventOf(const Order& order, const domain::Transition& move, const OrderStep& step) {
    OrderEvent event;
    event.order = order.number;
    event.type = domain::eventType(step.action);
    event.actor = step.key.empty() ? "system" : domain::name(step.actor);
    event.key = step.key;
    event.status = order.status;
    event.version = order.version;
    event.dataJson = step.describe ? step.describe(move) : step.dataJson;
    event.at = step.now;
    return event;
}

} // namespace

bool hasEnded(const Order& order) {
    return order.status != domain::OrderStatus::PendingReview &&
           order.status != domain::OrderStatus::InProgress &&
           order.status != domain::OrderStatus::InfoRequested;
}

tl::expected<domain::Transition, domain::TransitionError> decideStep(const Order& order,
                                                                     const OrderStep& step) {
    return domain::decide(
        stateOf(order), step.action, step.actor,
        {amountToCapture(order, step.delivered), step.refund, order.delivered, order.staged});
}

OrderStepResult performStep(Tx& tx, const OrderStep& step) {
    auto order = step.owner ? tx.findOrder(*step.owner, step.number) : tx.findOrder(step.number);
    if (!order)
        return {Outcome::NotFound, std::nullopt, std::nullopt};
    if (step.expectedVersion && *step.expectedVersion != order->version)
        return {Outcome::VersionConflict, std::move(order), std::nullopt};
    if (!isDelivery(step.action) && tx.findPublication(step.number))
        return {Outcome::Publishing, std::move(order), std::nullopt};
    const auto move = decideStep(*order, step);
    if (!move)
        return {Outcome::Refused, std::move(order), move.error()};

    const bool ended = hasEnded(*order);
    moveMoney(tx, *order, *move, step);
    apply(*order, *move, step);
    if (!tx.updateOrder(*order))
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "an order changed inside a transaction", 0});
    ++order->version;
    const OrderEvent event = eventOf(*order, *move, step);
    tx.appendEvent(event);
    announceOrderEvent(tx, *order, event);
    // Of what was published, what was kept to recognise it.
    if (!ended && hasEnded(*order))
        tx.dropStaged(*order);
    return {Outcome::Done, std::move(order), std::nullopt};
}

} // namespace leadsheet::server::store
