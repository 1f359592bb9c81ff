// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/webhook_json.hpp"

#include "api/context.hpp"
#include "api/handlers/request.hpp"
#include "domain/text_check.hpp"
#include "webhook/attempt.hpp"
#include "webhook/lead_plan.hpp"

#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;

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

constexpr std::size_t kMaxUrlCharacters = 2'048;
constexpr std::size_t kMaxNameCharacters = 100;
constexpr std::size_t kMaxEvents = 50;

/// Any text of at most so many characters, an empty one too.
std::optional<std::string> plainText(const boost::json::object& body, BodyMembers& members,
                                     std::string_view name, std::size_t most) {
    const boost::json::value* value = body.if_contains(name);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_string()) {
        members.refuse(name, "wrong_type", "Must be a string.");
        return std::nullopt;
    }
    if (domain::codePoints(std::string_view(value->get_string())) > most) {
        members.refuse(name, "too_long", "At most " + std::to_string(most) + " characters.");
        return std::nullopt;
    }
    return std::string(value->get_string());
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

tl::expected<WebhookDraft, Problem> readWebhookDraft(const Exchange& exchange, bool creating) {
    BodyMembers members(*exchange.body, {"url", "name", "events", "enabled", "autoDeliver"});
    if (creating)
        members.require({"url"});
    WebhookDraft draft;
    if (const boost::json::object* body = exchange.body->if_object()) {
        if (body->empty() && !creating)
            members.refuse("url", "required", "Give at least one member to change.");
        draft.url = plainText(*body, members, "url", kMaxUrlCharacters);
        draft.name = plainText(*body, members, "name", kMaxNameCharacters);
    }
    draft.events = members.texts("events", kMaxEvents);
    for (const std::string& event : draft.events.value_or(std::vector<std::string>())) {
        const bool known = std::ranges::any_of(contract::kWebhookEvents,
                                               [&](const auto& one) { return one.name == event; });
        if (!known)
            members.refuse("events", "not_allowed",
                           "\"" + event.substr(0, 100) + "\" is not a kind of message.");
    }
    draft.enabled = members.boolean("enabled");
    draft.autoDeliver = members.boolean("autoDeliver");
    if (auto problem = members.problem())
        return tl::make_unexpected(std::move(*problem));
    return draft;
}

std::optional<Problem> refusedDestination(Context& context, const Exchange& exchange,
                                          const std::string& url) {
    const auto place = placeOutside(context, exchange);
    if (!place)
        return place.error();
    const auto failure = context.egress.check(url, exchange.caller->account.id.str());
    if (!failure)
        return std::nullopt;
    const bool form = failure->kind == egress::Failure::Kind::BadRequest;
    Problem problem;
    problem.code = form ? ErrorCode::ValidationFailed : ErrorCode::DestinationBlocked;
    problem.detail = (form ? "/url: " : "") + failure->detail;
    problem.errors = {{"/url", form ? "invalid_format" : "not_allowed", failure->detail}};
    return problem;
}

} // namespace leadsheet::server::api
