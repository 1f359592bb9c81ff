// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "api/handlers/request.hpp"
#include "store/store.hpp"
#include "store/webhooks.hpp"

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::server::api {

boost::json::object webhookJson(const store::Webhook& webhook, const store::WebhookHealth& health);
/// With its health of the last 24 hours.
boost::json::object webhookJson(store::Reader& reader, const store::Webhook& webhook,
                                store::Timestamp now);

boost::json::object deliveryJson(const store::WebhookDelivery& delivery,
                                 const store::WebhookId& webhook);
/// With what was sent and what came back; of a message that holds leads without its body unless
/// `mayReadLeads`.
boost::json::object deliveryDetailJson(store::Reader& reader,
                                       const store::WebhookDelivery& delivery,
                                       const store::WebhookId& webhook, bool mayReadLeads);

struct Context;

/// What a body says about a webhook; absent members are nullopt.
struct WebhookDraft {
    std::optional<std::string> url;
    std::optional<std::string> name;
    std::optional<std::vector<std::string>> events;
    std::optional<bool> enabled;
    std::optional<bool> autoDeliver;
};

/// `creating`: the URL is required; else at least one member is.
tl::expected<WebhookDraft, Problem> readWebhookDraft(const Exchange& exchange, bool creating);

/// Refuses a URL that the server must not or cannot send to: 422 validation_failed for its form,
/// destination_blocked for its address. May wait for a name server; 503 when too many do already.
std::optional<Problem> refusedDestination(Context& context, const Exchange& exchange,
                                          const std::string& url);

} // namespace leadsheet::server::api
