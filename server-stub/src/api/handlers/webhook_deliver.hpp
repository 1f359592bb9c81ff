// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

struct Context;

/// Pushes leads that are there to a webhook.
Outcome deliverToWebhook(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
