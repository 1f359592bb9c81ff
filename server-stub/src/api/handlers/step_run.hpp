// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/order_actions.hpp"

#include <string>
#include <string_view>

namespace leadsheet::server::api {

struct Context;

/// Writes the order as the caller of a step may see it.
using OrderRenderer = std::string (*)(store::Reader& reader, const store::Order& order);

/// A step of the order that the path names, by the calling key.
store::OrderStep stepBy(const Exchange& exchange, domain::OrderAction action, domain::Actor actor);

/// Begins a delivery, sees it to its end and answers as runStep() does. What is cut off goes on by
/// itself, see settleDelivery().
Outcome runDelivery(Context& context, Exchange& exchange, const store::OrderStep& step,
                    OrderRenderer render);

/// Performs a step and keeps its answer in one transaction. `verb` completes "An order that is
/// delivered cannot be ...".
Outcome runStep(Context& context, Exchange& exchange, const store::OrderStep& step,
                std::string_view verb, OrderRenderer render);

} // namespace leadsheet::server::api
