// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/webhook_json.hpp"

#include "webhook/attempt.hpp"
#include "webhook/message_body.hpp"

#include <leadsheet/contract/webhook_events.hpp>

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

constexpr auto kHealthSpan = std::chrono::hours(24);

json::value timeOrNull(const std::optional<store::Timestamp>& time) {
    return time ? json::value(domain::formatTimestamp(*time)) : json::value(nullptr);
}

json::value textOrNull(const std::optional<std::string>& text) {
    return text ? json::value(*text) : json::value(nullptr);
}

json::value statusOrNull(const std::optional<int>& status) {
    return status ? json::value(*status) : json::value(nullptr);
}

json::array eventNames(const store::Webhook& webhook) {
    json::array names;
    for (const std::string& event : webhook.events)
        names.push_back(json::value(event));
    if (webhook.events.empty()) {
        for (const auto& event : contract::kWebhookEvents)
            names.push_back(json::value(event.name));
    }
    return names;
}

json::object attemptJson(const store::WebhookAttempt& attempt) {
    return {{"at", domain::formatTimestamp(attempt.at)},
            {"status", statusOrNull(attempt.status)},
            {"durationMs", attempt.duration.count()},
            {"error", textOrNull(attempt.error)},
            {"responseBody", textOrNull(attempt.responseBody)}};
}

} // namespace

json::object webhookJson(const store::Webhook& webhook, const store::WebhookHealth& health) {
    json::object out;
    out["id"] = webhook.id.str();
    out["url"] = webhook.url;
    out["name"] = webhook.name;
    out["events"] = eventNames(webhook);
    out["enabled"] = webhook.enabled;
    out["autoDeliver"] = webhook.autoDeliver;
    out["disabledReason"] = textOrNull(webhook.disabledReason);
    out["health"] = json::object{{"pending", health.pending},
                                 {"delivered24h", health.delivered},
                                 {"failed24h", health.failed},
                                 {"lastSuccessAt", timeOrNull(webhook.lastSuccessAt)},
                                 {"lastFailureAt", timeOrNull(webhook.lastFailureAt)}};
    out["version"] = webhook.version;
    out["createdAt"] = domain::formatTimestamp(webhook.createdAt);
    out["updatedAt"] = domain::formatTimestamp(webhook.updatedAt);
    return out;
}

json::object webhookJson(store::Reader& reader, const store::Webhook& webhook,
                         store::Timestamp now) {
    return webhookJson(webhook, reader.webhookHealth(webhook.seq, now - kHealthSpan));
}

json::object deliveryJson(const store::WebhookDelivery& delivery, const store::WebhookId& webhook) {
    json::object out;
    out["id"] = delivery.id.str();
    out["messageId"] = delivery.messageId.str();
    out["webhookId"] = webhook.str();
    out["eventType"] = delivery.type;
    out["state"] = store::name(delivery.state);
    out["orderNumber"] = delivery.order ? json::value(delivery.order->str()) : json::value(nullptr);
    out["attempts"] = delivery.attempts;
    out["nextAttemptAt"] = timeOrNull(delivery.nextAttemptAt);
    out["lastStatus"] = statusOrNull(delivery.lastStatus);
    out["lastError"] = textOrNull(delivery.lastError);
    out["createdAt"] = domain::formatTimestamp(delivery.createdAt);
    out["deliveredAt"] = timeOrNull(delivery.deliveredAt);
    return out;
}

json::object deliveryDetailJson(store::Reader& reader, const store::WebhookDelivery& delivery,
                                const store::WebhookId& webhook) {
    json::object out = deliveryJson(delivery, webhook);
    const auto attempts = reader.listWebhookAttempts(delivery.seq);
    json::object headers;
    if (!attempts.empty() && !delivery.signature.empty()) {
        for (const auto& [name, value] :
             webhook::attemptHeaders(delivery.messageId, attempts.back().at, delivery.signature))
            headers[name] = value;
    }
    out["requestHeaders"] = std::move(headers);
    const auto message = reader.findWebhookMessage(delivery.message);
    out["requestBody"] = message ? webhook::messageBody(reader, *message) : std::string();
    json::array log;
    for (const store::WebhookAttempt& attempt : attempts)
        log.push_back(attemptJson(attempt));
    out["attemptLog"] = std::move(log);
    return out;
}

} // namespace leadsheet::server::api
