// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "orders/steps.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// The members that a step's body has beside expectedVersion.
struct StepMembers {
    std::string_view text = {}; ///< name of the text member; empty = there is none
    bool textRequired = false;
    bool amount = false; ///< whether there may be an amount of money
    bool part = false;   ///< whether it may say that this is a part
};

struct StepBody {
    std::string text;                            ///< trimmed; empty when absent
    std::optional<domain::MinorUnits> amount;    ///< above zero
    std::optional<std::int64_t> expectedVersion; ///< of the body or of If-Match
    bool part = false;
};

/// Reads the body of a step and If-Match; an absent body is an empty one.
tl::expected<StepBody, Problem> readStepBody(const Exchange& exchange, const StepMembers& members);

struct Context;

/// Writes the order as the caller of a step may see it.
using OrderRenderer = std::string (*)(store::Reader& reader, const store::Order& order);

/// A step of the order that the path names, by the calling key.
orders::OrderStep stepBy(const Exchange& exchange, domain::OrderAction action, domain::Actor actor);

/// Begins a delivery, sees it to its end and answers as runStep() does. What is cut off goes on by
/// itself, see settleDelivery().
Outcome runDelivery(Context& context, Exchange& exchange, const orders::OrderStep& step,
                    OrderRenderer render);

/// What `act` answers, which is done once under the idempotency key. While the order's leads are
/// being delivered it sets `publishing` and changes nothing: it is tried again once they are.
Outcome actBesideDelivery(Context& context, Exchange& exchange, const store::OrderNumber& number,
                          const store::WriteScope& scope,
                          const std::function<Outcome(store::Tx& tx, bool& publishing)>& act);

/// Performs a step and keeps its answer in one transaction. `verb` completes "An order that is
/// delivered cannot be ...".
Outcome runStep(Context& context, Exchange& exchange, const orders::OrderStep& step,
                std::string_view verb, OrderRenderer render);

/// A page of an order's history; without `customer`, of an order of any account.
Outcome answerEvents(Context& context, const Exchange& exchange,
                     const std::optional<store::AccountId>& customer);

} // namespace leadsheet::server::api
