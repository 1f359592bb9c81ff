// SPDX-License-Identifier: Apache-2.0
#include "domain/order_state.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

namespace {

using Kind = TransitionError::Kind;
using Outcome = tl::expected<Transition, TransitionError>;

/// One row of contract section 6: who may do it, from where, and where it leads.
struct Rule {
    OrderAction action;
    Actor actor;
    std::array<bool, kOrderStatuses.size()> from; ///< in the order of OrderStatus
    OrderStatus to;
};

// Columns: pending_review, in_progress, info_requested, delivered, cancelled, rejected, failed,
// refunded. Ingest, a part delivery and a part refund stay where they are.
constexpr std::array kRules = {
    Rule{OrderAction::Approve, Actor::Admin, {true}, OrderStatus::InProgress},
    Rule{OrderAction::RequestInfo, Actor::Admin, {true, true}, OrderStatus::InfoRequested},
    Rule{OrderAction::Reply, Actor::Customer, {false, false, true}, OrderStatus::PendingReview},
    Rule{OrderAction::Cancel, Actor::Customer, {true, false, true}, OrderStatus::Cancelled},
    Rule{OrderAction::Reject, Actor::Admin, {true, false, true}, OrderStatus::Rejected},
    Rule{OrderAction::Ingest, Actor::Admin, {false, true}, OrderStatus::InProgress},
    Rule{OrderAction::DeliverPart, Actor::Admin, {false, true}, OrderStatus::InProgress},
    Rule{OrderAction::Deliver, Actor::Admin, {false, true}, OrderStatus::Delivered},
    Rule{OrderAction::Fail, Actor::Admin, {false, true}, OrderStatus::Failed},
    // From rejected and failed only what parts were charged.
    Rule{OrderAction::Refund,
         Actor::Admin,
         {true, true, true, true, false, true, true},
         OrderStatus::Refunded},
};

Outcome refuse(Kind kind, const OrderState& state, MinorUnits limit = 0) {
    return tl::make_unexpected(TransitionError{kind, state.status, limit});
}

Outcome releaseAll(const OrderState& state, OrderStatus to) {
    Transition move{state, 0, state.held, 0};
    move.after.status = to;
    move.after.payment = state.captured > 0 ? PaymentStatus::Captured : PaymentStatus::Released;
    move.after.held = 0;
    return move;
}

Outcome deliver(const OrderState& state, MinorUnits capture) {
    if (capture < 0 || capture > state.held)
        return refuse(Kind::InvalidAmount, state, state.held);
    Transition move{state, capture, state.held - capture, 0};
    move.after.status = OrderStatus::Delivered;
    move.after.payment = PaymentStatus::Captured;
    move.after.captured += capture;
    move.after.held = 0;
    return move;
}

Outcome deliverPart(const OrderState& state, const ActionInput& input) {
    if (input.staged <= 0)
        return refuse(Kind::NothingStaged, state);
    if (input.capture < 0 || input.capture > state.held)
        return refuse(Kind::InvalidAmount, state, state.held);
    Transition move{state, input.capture, 0, 0};
    move.after.captured += input.capture;
    move.after.held -= input.capture;
    return move;
}

/// What ended in another way stays ended that way, however much is given back.
Outcome refund(const OrderState& state, std::optional<MinorUnits> wanted) {
    const bool endedOtherwise =
        state.status == OrderStatus::Rejected || state.status == OrderStatus::Failed;
    if (endedOtherwise && state.captured == 0)
        return refuse(Kind::InvalidTransition, state);
    if (!endedOtherwise && state.status != OrderStatus::Delivered) {
        if (wanted)
            return refuse(Kind::AmountTooEarly, state);
        Transition move = *releaseAll(state, OrderStatus::Refunded);
        move.refund = state.captured;
        move.after.refunded = state.captured;
        if (state.captured > 0)
            move.after.payment = PaymentStatus::Refunded;
        return move;
    }
    const MinorUnits left = state.captured - state.refunded;
    if (left == 0)
        return refuse(Kind::NothingCaptured, state);
    const MinorUnits amount = wanted.value_or(left);
    if (amount <= 0)
        return refuse(Kind::InvalidAmount, state, left);
    if (amount > left)
        return refuse(Kind::RefundTooLarge, state, left);
    Transition move{state, 0, 0, amount};
    move.after.refunded += amount;
    const bool whole = amount == left;
    if (whole && !endedOtherwise)
        move.after.status = OrderStatus::Refunded;
    move.after.payment = whole ? PaymentStatus::Refunded : PaymentStatus::PartiallyRefunded;
    return move;
}

// Each table is in the order of its enumeration.
constexpr std::array<std::string_view, kOrderStatuses.size()> kStatusNames = {
    "pending_review", "in_progress", "info_requested", "delivered",
    "cancelled",      "rejected",    "failed",         "refunded",
};
constexpr std::array<std::string_view, kPaymentStatuses.size()> kPaymentNames = {
    "held", "captured", "partially_refunded", "refunded", "released",
};
constexpr std::array<std::string_view, kOrderActions.size()> kActionNames = {
    "approve", "request_info", "reply",   "cancel", "reject",
    "ingest",  "deliver_part", "deliver", "fail",   "refund",
};
constexpr std::array<std::string_view, kOrderActions.size()> kEventTypes = {
    "order.approved", "order.info_requested", "order.replied",        "order.cancelled",
    "order.rejected", "order.ingested",       "order.part_delivered", "order.delivered",
    "order.failed",   "order.refunded",
};

template <class Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N>& names, std::string_view text) {
    const auto found = std::ranges::find(names, text);
    if (found == names.end())
        return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

} // namespace

Outcome decide(const OrderState& state, OrderAction action, Actor actor, const ActionInput& input) {
    const Rule& rule =
        *std::ranges::find_if(kRules, [action](const Rule& r) { return r.action == action; });
    if (rule.actor != actor)
        return refuse(Kind::WrongActor, state);
    if (!rule.from[static_cast<std::size_t>(state.status)])
        return refuse(Kind::InvalidTransition, state);
    // The leads are the account's for good; only the operator may give them away.
    if (action == OrderAction::Cancel && input.leads > 0)
        return refuse(Kind::LeadsHandedOver, state);
    switch (action) {
    case OrderAction::Cancel:
    case OrderAction::Reject:
    case OrderAction::Fail:
        return releaseAll(state, rule.to);
    case OrderAction::DeliverPart:
        return deliverPart(state, input);
    case OrderAction::Deliver:
        return deliver(state, input.capture);
    case OrderAction::Refund:
        return refund(state, input.refund);
    case OrderAction::Approve:
    case OrderAction::RequestInfo:
    case OrderAction::Reply:
    case OrderAction::Ingest:
        break;
    }
    Transition move{state, 0, 0, 0};
    move.after.status = rule.to;
    return move;
}

std::string_view name(OrderStatus status) {
    return kStatusNames[static_cast<std::size_t>(status)];
}

std::string_view name(PaymentStatus status) {
    return kPaymentNames[static_cast<std::size_t>(status)];
}

std::string_view name(OrderAction action) {
    return kActionNames[static_cast<std::size_t>(action)];
}

std::string_view name(Actor actor) {
    return actor == Actor::Admin ? "admin" : "customer";
}

std::string_view eventType(OrderAction action) {
    return kEventTypes[static_cast<std::size_t>(action)];
}

std::optional<OrderStatus> orderStatusFromName(std::string_view text) {
    return find<OrderStatus>(kStatusNames, text);
}

std::optional<PaymentStatus> paymentStatusFromName(std::string_view text) {
    return find<PaymentStatus>(kPaymentNames, text);
}

} // namespace leadsheet::server::domain
