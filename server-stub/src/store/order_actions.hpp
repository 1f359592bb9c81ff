// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/order_state.hpp"
#include "store/store.hpp"

#include <functional>
#include <optional>
#include <string>

namespace leadsheet::server::store {

/// One step of an order's life (contract section 6).
struct OrderStep {
    OrderNumber number;
    std::optional<AccountId> owner; ///< customers: the order must belong to it
    domain::OrderAction action = domain::OrderAction::Approve;
    domain::Actor actor = domain::Actor::Admin;
    KeyId key;                                   ///< that acts; empty = the system
    std::optional<std::int64_t> expectedVersion; ///< If-Match
    std::optional<std::string> question;         ///< request info
    std::int64_t delivered = 0;                  ///< ingest: staged by it; deliver: published by it
    std::int64_t duplicates = 0;                 ///< of what came or was staged, owned already
    std::int64_t rejectedRows = 0;               ///< ingest: rows that are no lead
    bool finalPart = false;                      ///< ingest: the last part
    std::optional<MinorUnits> refund;            ///< after delivery; absent = all that is left
    std::string reason;                          ///< refund, reject, fail
    std::string dataJson = "{}";                 ///< kept in the event
    /// Makes dataJson out of the decided move, when it depends on that.
    std::function<std::string(const domain::Transition&)> describe;
    Timestamp now;
};

struct OrderStepResult {
    enum class Outcome {
        Done,
        NotFound,
        VersionConflict,
        Refused,
        Publishing, ///< a delivery of the order is under way: finish that first
    };
    Outcome outcome = Outcome::Done;
    std::optional<Order> order; ///< after the step; the unchanged one for conflicts and refusals
    std::optional<domain::TransitionError> refusal;
};

/// Whether no lead can come to it any more.
bool hasEnded(const Order& order);

/// What the step would do to the order as it is.
tl::expected<domain::Transition, domain::TransitionError> decideStep(const Order& order,
                                                                     const OrderStep& step);

/// Decides the step and writes order, money and event together. Writes nothing unless Done.
/// Deliveries begin with startDelivery() and come here at their end.
OrderStepResult performStep(Tx& tx, const OrderStep& step);

} // namespace leadsheet::server::store
