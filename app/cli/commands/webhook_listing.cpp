// SPDX-License-Identifier: Apache-2.0
#include "webhook_listing.hpp"

#include "../output/clock_words.hpp"
#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "../session/connection.hpp"

#include "leadsheet/page.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;

std::string joinedEvents(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

std::string stateOfWebhook(const Webhook& webhook) {
    if (webhook.enabled)
        return "enabled";
    if (webhook.disabledReason == "gone")
        return "disabled: it answered 410";
    if (webhook.disabledReason == "failing")
        return "disabled: it failed for days";
    return "disabled";
}

/// "HTTP 500", "no connection", or nothing yet.
std::string lastAnswerOf(const WebhookDelivery& delivery) {
    if (delivery.lastStatus)
        return "HTTP " + std::to_string(*delivery.lastStatus);
    return delivery.lastError.value_or("");
}

template <class T>
void putIf(json::object& object, const char* name, const std::optional<T>& value) {
    if (value)
        object[name] = *value;
}

} // namespace

json::object webhookJson(const Webhook& webhook) {
    json::object object{{"type", "webhook"},
                        {"id", webhook.id.str()},
                        {"url", webhook.url},
                        {"name", webhook.name},
                        {"events", json::array(webhook.events.begin(), webhook.events.end())},
                        {"enabled", webhook.enabled},
                        {"autoDeliver", webhook.autoDeliver},
                        {"pending", webhook.health.pending},
                        {"delivered24h", webhook.health.delivered24h},
                        {"failed24h", webhook.health.failed24h},
                        {"version", webhook.version},
                        {"createdAt", webhook.createdAt},
                        {"updatedAt", webhook.updatedAt}};
    putIf(object, "disabledReason", webhook.disabledReason);
    putIf(object, "lastSuccessAt", webhook.health.lastSuccessAt);
    putIf(object, "lastFailureAt", webhook.health.lastFailureAt);
    return object;
}

json::object deliveryJson(const WebhookDelivery& delivery) {
    json::object object{{"type", "webhookDelivery"},           {"id", delivery.id.str()},
                        {"webhookId", delivery.webhook.str()}, {"messageId", delivery.messageId},
                        {"event", delivery.eventType},         {"state", delivery.state},
                        {"attempts", delivery.attempts},       {"createdAt", delivery.createdAt}};
    if (delivery.orderNumber)
        object["orderNumber"] = delivery.orderNumber->str();
    putIf(object, "nextAttemptAt", delivery.nextAttemptAt);
    putIf(object, "lastStatus", delivery.lastStatus);
    putIf(object, "lastError", delivery.lastError);
    putIf(object, "deliveredAt", delivery.deliveredAt);
    return object;
}

Result<void> showWebhooks(Context& context, PageRange<Webhook> webhooks) {
    Table table({{"id", {}},
                 {"state", {}},
                 {"waiting", Table::Align::Right},
                 {"delivered 24 h", Table::Align::Right},
                 {"failed 24 h", Table::Align::Right},
                 {"last delivery", {}},
                 {"name", {}},
                 {"url", {}}});
    for (;;) {
        const auto next = webhooks.next();
        if (!next)
            return failure(next.error());
        if (!*next)
            break;
        const Webhook& webhook = **next;
        const WebhookHealth& health = webhook.health;
        context.console.emit(webhookJson(webhook));
        table.row({webhook.id.str(), stateOfWebhook(webhook), app::displayNumber(health.pending),
                   app::displayNumber(health.delivered24h), app::displayNumber(health.failed24h),
                   health.lastSuccessAt ? clockTime(*health.lastSuccessAt, context.now()) : "never",
                   webhook.name, webhook.url});
    }
    if (table.empty())
        context.console.say("No webhooks. Add one with: leadsheet webhooks add URL");
    else
        table.print(context.console);
    return {};
}

void showWebhook(Context& context, const Webhook& webhook) {
    const WebhookHealth& health = webhook.health;
    const auto when = [&context](const std::optional<std::string>& time) {
        return time ? clockTime(*time, context.now()) : std::string("never");
    };
    Console& console = context.console;
    console.say(
        Text(webhook.id.str(), Style::Bold)
            .add(" · " + stateOfWebhook(webhook), webhook.enabled ? Style::Plain : Style::Warn));
    Table table({{"", {}}, {"", {}}});
    table.row({"url", webhook.url});
    if (!webhook.name.empty())
        table.row({"name", webhook.name});
    table.row({"events", joinedEvents(webhook.events)});
    table.row({"leads", webhook.autoDeliver ? "automatic" : "only on request"});
    table.row({"waiting", app::displayNumber(health.pending)});
    table.row({"last 24 h", app::displayNumber(health.delivered24h) + " delivered, " +
                                app::displayCount(health.failed24h, "attempt", "attempts") +
                                " failed"});
    table.row({"last delivery", when(health.lastSuccessAt)});
    table.row({"last failure", when(health.lastFailureAt)});
    table.row({"version", std::to_string(webhook.version)});
    table.row({"created", clockTime(webhook.createdAt, context.now())});
    table.print(console, 2);
}

Result<void> showDeliveries(Context& context, PageRange<WebhookDelivery> deliveries,
                            std::size_t limit) {
    Table table({{"id", {}},
                 {"created", {}},
                 {"event", {}},
                 {"order", {}},
                 {"state", {}},
                 {"attempts", Table::Align::Right},
                 {"next attempt", {}},
                 {"last answer", {}}});
    const auto taken = deliveries.take(limit + 1);
    if (!taken)
        return failure(taken.error());
    for (std::size_t i = 0; i < taken->size() && i < limit; ++i) {
        const WebhookDelivery& one = (*taken)[i];
        context.console.emit(deliveryJson(one));
        table.row({one.id.str(), clockTime(one.createdAt, context.now()), one.eventType,
                   one.orderNumber ? one.orderNumber->str() : "", one.state,
                   app::displayNumber(one.attempts),
                   one.nextAttemptAt ? clockTime(*one.nextAttemptAt, context.now()) : "",
                   lastAnswerOf(one)});
    }
    if (table.empty())
        context.console.say("No messages.");
    else
        table.print(context.console);
    if (taken->size() > limit)
        context.console.say("There are more; see further ones with --limit N");
    return {};
}

void showDelivery(Context& context, const WebhookDelivery& delivery) {
    Text line(delivery.id.str(), Style::Bold);
    line.add(" · " + delivery.eventType + " · ")
        .add(delivery.state, delivery.state == "delivered" ? Style::Good : Style::Plain)
        .add(" · " + app::displayCount(delivery.attempts, "attempt", "attempts"));
    if (const std::string answer = lastAnswerOf(delivery); !answer.empty())
        line.add(" · " + answer);
    context.console.say(line);
}

void showDeliveryDetail(Context& context, const WebhookDeliveryDetail& detail, bool withBody) {
    Console& console = context.console;
    json::object object = deliveryJson(detail.delivery);
    object["type"] = "webhookDeliveryDetail";
    json::object headers;
    for (const auto& [name, value] : detail.requestHeaders)
        headers[name] = value;
    object["requestHeaders"] = headers;
    object["requestBody"] = detail.requestBody;
    json::array attempts;
    showDelivery(context, detail.delivery);
    Table table({{"time", {}}, {"took", Table::Align::Right}, {"answer", {}}, {"", {}}});
    for (const WebhookAttempt& attempt : detail.attempts) {
        json::object one{{"at", attempt.at}, {"durationMs", attempt.durationMs}};
        putIf(one, "status", attempt.status);
        putIf(one, "error", attempt.error);
        putIf(one, "responseBody", attempt.responseBody);
        attempts.push_back(std::move(one));
        table.row({clockTime(attempt.at, context.now()), std::to_string(attempt.durationMs) + " ms",
                   attempt.status ? "HTTP " + std::to_string(*attempt.status) : "none",
                   attempt.error.value_or("")});
    }
    object["attemptLog"] = attempts;
    console.emit(object);
    table.print(console, 2);
    if (withBody)
        console.say(detail.requestBody);
}

Failure explainWebhook(const Error& error, const Connection& connection, const std::string& id) {
    Failure failure = explainRefusal(error, connection.circumstances(false));
    if (error.is(ErrorCode::NotFound)) {
        failure.what = "There is no webhook " + id + " in this account.";
        failure.fix = "See them with: leadsheet webhooks list";
    }
    return failure;
}

} // namespace leadsheet::cli
