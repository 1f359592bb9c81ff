// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

struct Context;

// POST /v1/admin/orders/{n}/...: what fulfilment does to an order (contract section 6). One
// transaction each for the order, its money, the event and the kept answer.
Outcome approveOrder(Context& context, Exchange& exchange);
Outcome rejectOrder(Context& context, Exchange& exchange);
Outcome requestOrderInfo(Context& context, Exchange& exchange);
Outcome deliverOrder(Context& context, Exchange& exchange);
Outcome failOrder(Context& context, Exchange& exchange);
Outcome refundOrder(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
