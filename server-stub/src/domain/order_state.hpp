// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "domain/money.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace leadsheet::server::domain {

/// Contract section 6.
enum class OrderStatus {
    PendingReview,
    InProgress,
    InfoRequested,
    Delivered,
    Cancelled,
    Rejected,
    Failed,
    Refunded,
};
inline constexpr std::array kOrderStatuses = {
    OrderStatus::PendingReview, OrderStatus::InProgress, OrderStatus::InfoRequested,
    OrderStatus::Delivered,     OrderStatus::Cancelled,  OrderStatus::Rejected,
    OrderStatus::Failed,        OrderStatus::Refunded,
};

/// Where the order's money is; a separate axis.
enum class PaymentStatus { Held, Captured, PartiallyRefunded, Refunded, Released };
inline constexpr std::array kPaymentStatuses = {
    PaymentStatus::Held,     PaymentStatus::Captured, PaymentStatus::PartiallyRefunded,
    PaymentStatus::Refunded, PaymentStatus::Released,
};

enum class OrderAction {
    Approve,
    RequestInfo,
    Reply,
    Cancel,
    Reject,
    Ingest,
    DeliverPart,
    Deliver,
    Fail,
    Refund
};
inline constexpr std::array kOrderActions = {
    OrderAction::Approve, OrderAction::RequestInfo, OrderAction::Reply,       OrderAction::Cancel,
    OrderAction::Reject,  OrderAction::Ingest,      OrderAction::DeliverPart, OrderAction::Deliver,
    OrderAction::Fail,    OrderAction::Refund,
};

enum class Actor { Customer, Admin };

std::string_view name(OrderStatus status);   ///< wire name, for example pending_review
std::string_view name(PaymentStatus status); ///< wire name, for example partially_refunded
std::string_view name(OrderAction action);   ///< for example request_info
std::string_view name(Actor actor);          ///< customer or admin
std::optional<OrderStatus> orderStatusFromName(std::string_view text);
std::optional<PaymentStatus> paymentStatusFromName(std::string_view text);

/// Type of the event that an action leaves, for example order.approved (contract section 8);
/// replies, ingested and delivered parts have order.replied, order.ingested and
/// order.part_delivered, which stay inside the order's history.
std::string_view eventType(OrderAction action);

/// Where an order and its money stand.
struct OrderState {
    OrderStatus status = OrderStatus::PendingReview;
    PaymentStatus payment = PaymentStatus::Held;
    MinorUnits held = 0;     ///< still held
    MinorUnits captured = 0; ///< taken as leads were delivered
    MinorUnits refunded = 0; ///< given back out of captured

    friend bool operator==(const OrderState&, const OrderState&) = default;
};

/// What an action needs beside the state.
struct ActionInput {
    /// Deliver, DeliverPart: unitPrice x min(delivered, ordered) without what parts took before.
    MinorUnits capture = 0;
    /// Refund after delivery: how much; absent = all that is left.
    std::optional<MinorUnits> refund;
    std::int64_t leads = 0;  ///< Cancel: handed over so far
    std::int64_t staged = 0; ///< DeliverPart: taken in and not delivered
};

/// What an action does: the state after it and the money to move.
struct Transition {
    OrderState after;
    MinorUnits capture = 0; ///< held -> captured
    MinorUnits release = 0; ///< held -> available
    MinorUnits refund = 0;  ///< refunded -> available
};

struct TransitionError {
    enum class Kind {
        WrongActor,        ///< a customer tried an admin's action or the reverse
        InvalidTransition, ///< not from this status: 409 invalid_transition
        LeadsHandedOver,   ///< a customer cannot give up what it has leads of already: 409
        NothingStaged,     ///< a part delivery without leads: 409
        RefundTooLarge,    ///< over what is captured and not yet refunded
        NothingCaptured,   ///< a refund although nothing is captured or left of it
        AmountTooEarly,    ///< a refund with an amount before the order was delivered
        InvalidAmount,     ///< a refund of nothing, a capture over the hold, a negative amount
    };
    Kind kind;
    OrderStatus status;   ///< the state that refused
    MinorUnits limit = 0; ///< RefundTooLarge: what could still be refunded
};

/// Decides one action. A refund before delivery has no amount: it releases the hold and gives back
/// what parts captured. Whatever else ends an order leaves it what its parts captured; that can be
/// given back later, and the order stays rejected or failed.
tl::expected<Transition, TransitionError> decide(const OrderState& state, OrderAction action,
                                                 Actor actor, const ActionInput& input = {});

} // namespace leadsheet::server::domain
