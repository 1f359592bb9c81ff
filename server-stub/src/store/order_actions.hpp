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
    std::int64_t delivered = 0;                  ///< ingest: leads added by this part
    std::int64_t duplicates = 0;                 ///< ingest: rows the account owned already
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
    enum class Outcome { Done, NotFound, VersionConflict, Refused };
    Outcome outcome = Outcome::Done;
    std::optional<Order> order; ///< after the step; the unchanged one for conflicts and refusals
    std::optional<domain::TransitionError> refusal;
};

/// Decides the step and writes order, money and event together. Writes nothing unless Done.
OrderStepResult performStep(Tx& tx, const OrderStep& step);

} // namespace leadsheet::server::store
