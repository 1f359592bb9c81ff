// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

struct Context;

Outcome testWebhook(Context& context, Exchange& exchange);
Outcome recoverWebhook(Context& context, Exchange& exchange);
Outcome listWebhookDeliveries(Context& context, Exchange& exchange);
Outcome getWebhookDelivery(Context& context, Exchange& exchange);
Outcome resendWebhookDelivery(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
