// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

struct Context;

/// POST /v1/admin/deliveries: a part of an order's leads, applied whole or not at all.
Outcome ingestDelivery(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
