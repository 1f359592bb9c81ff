// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

struct Context;

/// POST /v1/orders and /v1/orders/submit: one transaction writes order, hold, event, and the stored
/// answer.
Outcome createOrder(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
