// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"
#include "store/webhooks.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::server::api {

boost::json::object webhookJson(const store::Webhook& webhook, const store::WebhookHealth& health);
/// With its health of the last 24 hours.
boost::json::object webhookJson(store::Reader& reader, const store::Webhook& webhook,
                                store::Timestamp now);

boost::json::object deliveryJson(const store::WebhookDelivery& delivery,
                                 const store::WebhookId& webhook);
/// With what was sent and what came back.
boost::json::object deliveryDetailJson(store::Reader& reader,
                                       const store::WebhookDelivery& delivery,
                                       const store::WebhookId& webhook);

} // namespace leadsheet::server::api
