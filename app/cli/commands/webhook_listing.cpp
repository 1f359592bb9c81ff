// SPDX-License-Identifier: Apache-2.0
#include "webhook_listing.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clioutbound.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/messages/service.hpp"
#include "leadsheet/page.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace account = messages::cliaccount;
namespace say = messages::clioutbound;

Message stateOfWebhook(const Webhook& webhook) {
    if (webhook.enabled)
        return say::enabled();
    if (webhook.disabledReason == "gone")
        return say::answeredGone();
    if (webhook.disabledReason == "failing")
        return say::failingForDays();
    return say::disabled();
}

/// "HTTP 500", "no connection", or nothing yet.
std::string lastAnswerOf(const WebhookDelivery& delivery) {
    if (delivery.lastStatus)
        return "HTTP " + std::to_string(*delivery.lastStatus);
    return delivery.lastError.value_or("");
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
                        {"held", webhook.health.held},
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
    putIf(object, "orderNumber", delivery.orderNumber);
    putIf(object, "nextAttemptAt", delivery.nextAttemptAt);
    putIf(object, "lastStatus", delivery.lastStatus);
    putIf(object, "lastError", delivery.lastError);
    putIf(object, "deliveredAt", delivery.deliveredAt);
    return object;
}

Result<void> showWebhooks(Context& context, PageRange<Webhook> webhooks) {
    Table table({{said(account::id()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {said(say::waiting()), Table::Align::Right},
                 {said(say::heldBack()), Table::Align::Right},
                 {said(say::deliveredOfDay()), Table::Align::Right},
                 {said(say::failedOfDay()), Table::Align::Right},
                 {said(say::lastDelivery()), {}},
                 {said(account::name()), {}},
                 {said(say::url()), {}}});
    for (;;) {
        LEADSHEET_TRY(const auto next, webhooks.next());
        if (!next)
            break;
        const Webhook& webhook = *next;
        const WebhookHealth& health = webhook.health;
        context.console.emit(webhookJson(webhook));
        table.row({webhook.id.str(), said(stateOfWebhook(webhook)), number(health.pending),
                   number(health.held), number(health.delivered24h), number(health.failed24h),
                   health.lastSuccessAt ? clockTime(*health.lastSuccessAt, context.now())
                                        : said(account::never()),
                   webhook.name, webhook.url});
    }
    table.printOr(context.console, say::noWebhooks());
    return {};
}

void showWebhook(Context& context, const Webhook& webhook) {
    const WebhookHealth& health = webhook.health;
    const auto when = [&context](const std::optional<std::string>& time) {
        return time ? clockTime(*time, context.now()) : said(account::never());
    };
    Console& console = context.console;
    console.say(Text(webhook.id.str(), Style::Bold)
                    .add(" · " + said(stateOfWebhook(webhook)),
                         webhook.enabled ? Style::Plain : Style::Warn));
    Table table({{"", {}}, {"", {}}});
    table.row({said(say::url()), webhook.url});
    if (!webhook.name.empty())
        table.row({said(account::name()), webhook.name});
    table.row({said(say::events()), joined(webhook.events)});
    table.row({said(account::leads()),
               said(webhook.autoDeliver ? say::automatic() : say::onlyOnRequest())});
    table.row({said(say::waiting()), number(health.pending)});
    table.row({said(say::heldBack()), number(health.held)});
    table.row({said(say::lastDay()),
               said(say::lastDayCounts(health.delivered24h, say::attempts(health.failed24h)))});
    table.row({said(say::lastDelivery()), when(health.lastSuccessAt)});
    table.row({said(say::lastFailure()), when(health.lastFailureAt)});
    table.row({said(say::version()), std::to_string(webhook.version)});
    table.row({said(account::created()), clockTime(webhook.createdAt, context.now())});
    table.print(console, 2);
}

Result<void> showDeliveries(Context& context, PageRange<WebhookDelivery> deliveries,
                            std::size_t limit) {
    Table table({{said(account::id()), {}},
                 {said(account::created()), {}},
                 {said(account::event()), {}},
                 {said(messages::clirun::columnOrder()), {}},
                 {said(messages::clirun::columnState()), {}},
                 {said(say::attemptsTitle()), Table::Align::Right},
                 {said(say::nextAttempt()), {}},
                 {said(say::lastAnswer()), {}}});
    LEADSHEET_TRY(const auto taken, deliveries.take(limit + 1));
    for (std::size_t i = 0; i < taken.size() && i < limit; ++i) {
        const WebhookDelivery& delivery = taken[i];
        context.console.emit(deliveryJson(delivery));
        table.row({delivery.id.str(), clockTime(delivery.createdAt, context.now()),
                   delivery.eventType, delivery.orderNumber ? delivery.orderNumber->str() : "",
                   delivery.state, number(delivery.attempts),
                   delivery.nextAttemptAt ? clockTime(*delivery.nextAttemptAt, context.now()) : "",
                   lastAnswerOf(delivery)});
    }
    table.printOr(context.console, say::noMessages());
    if (taken.size() > limit)
        context.console.say(say::moreThanShown());
    return {};
}

void showDelivery(Context& context, const WebhookDelivery& delivery) {
    Text line(delivery.id.str(), Style::Bold);
    line.add(" · " + delivery.eventType + " · ")
        .add(delivery.state, delivery.state == "delivered" ? Style::Good : Style::Plain)
        .add(" · " + said(say::attempts(delivery.attempts)));
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
    if (detail.bodyMasked)
        object["requestBodyMasked"] = true;
    json::array attempts;
    showDelivery(context, detail.delivery);
    Table table({{said(account::time()), {}},
                 {said(say::took()), Table::Align::Right},
                 {said(say::answer()), {}},
                 {"", {}}});
    for (const WebhookAttempt& attempt : detail.attempts) {
        json::object tried{{"at", attempt.at}, {"durationMs", attempt.durationMs}};
        putIf(tried, "status", attempt.status);
        putIf(tried, "error", attempt.error);
        putIf(tried, "responseBody", attempt.responseBody);
        attempts.push_back(std::move(tried));
        table.row(
            {clockTime(attempt.at, context.now()), std::to_string(attempt.durationMs) + " ms",
             attempt.status ? "HTTP " + std::to_string(*attempt.status) : said(say::noAnswer()),
             attempt.error.value_or("")});
    }
    object["attemptLog"] = attempts;
    console.emit(object);
    table.print(console, 2);
    if (withBody && detail.bodyMasked)
        console.say(messages::service::bodyMasked());
    else if (withBody)
        console.say(detail.requestBody);
}

Failure explainWebhook(const Error& error, const Connection& connection, const std::string& id) {
    Failure failure = explainRefusal(error, connection.circumstances(false));
    if (error.is(ErrorCode::NotFound)) {
        failure.what = say::noSuchWebhook(id);
        failure.fix = account::seeWebhooks();
    }
    return failure;
}

namespace {

/// "host:8080" of an address; empty where there is none.
std::string_view authorityOf(std::string_view url) {
    for (const std::string_view scheme : {"https://", "http://"})
        if (url.starts_with(scheme)) {
            const std::string_view rest = url.substr(scheme.size());
            return rest.substr(0, rest.find_first_of("/?#"));
        }
    return {};
}

} // namespace

bool isHttpAddress(std::string_view url) {
    const std::string_view authority = authorityOf(url);
    return !authority.empty() && authority.front() != ':' &&
           authority.find('@') == std::string_view::npos &&
           std::all_of(url.begin(), url.end(),
                       [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; });
}

bool isWebhookAddress(std::string_view url) {
    const std::string_view authority = authorityOf(url);
    const bool isLocal = authority.starts_with("localhost") || authority.starts_with("127.") ||
                         authority.starts_with("[::1]");
    return isHttpAddress(url) && (url.starts_with("https://") || isLocal);
}

} // namespace leadsheet::cli
