// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

struct Context;

/// POST /v1/orders/{n}/cancel: the customer's way out before the work begins; the hold is released.
Outcome cancelOrder(Context& context, Exchange& exchange);
/// POST /v1/orders/{n}/reply: answers the service's question; the order goes back to review.
Outcome replyToOrder(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
