// SPDX-License-Identifier: Apache-2.0
#include "orders/announcements.hpp"

#include "store/outreach.hpp"
#include "store/store.hpp"

#include <leadsheet/contract/webhook_events.hpp>

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::orders {

using namespace store;

namespace {

/// More webhooks than any account has.
constexpr int kAllWebhooks = 10'000;

std::vector<Webhook> takersOf(Tx& tx, const AccountId& account, std::string_view type) {
    std::vector<Webhook> takers = tx.listWebhooks(account, std::nullopt, kAllWebhooks).rows;
    std::erase_if(takers, [type](const Webhook& one) { return !takesEvents(one, type); });
    return takers;
}

/// Replies and ingested parts stay inside the order's history.
bool isPublished(std::string_view type) {
    return std::ranges::any_of(contract::kWebhookEvents,
                               [type](const auto& known) { return known.name == type; });
}

/// Absent means yes (resources/api/products.json).
bool wantsDelivery(const Order& order) {
    const boost::json::value request = boost::json::parse(order.recordJson);
    const boost::json::value* given = request.as_object().if_contains("autoDeliver");
    return given == nullptr || !given->is_bool() || given->get_bool();
}

constexpr int kDestinationsAtOnce = 1'000;

/// On unless the order says otherwise (resources/api/products.json).
bool wantsAutoPush(const Order& order) {
    const boost::json::value request = boost::json::parse(order.recordJson);
    const boost::json::value* given = request.as_object().if_contains("autoDeliver");
    return given == nullptr || !given->is_bool() || given->get_bool();
}

} // namespace

bool takesEvents(const Webhook& webhook, std::string_view type) {
    return webhook.events.empty() || std::ranges::count(webhook.events, type) > 0;
}

void announce(Tx& tx, const WebhookMessage& message, const MessageData& data, std::int64_t except) {
    if (tx.outbox() == nullptr)
        return;
    auto takers = takersOf(tx, message.account, message.type);
    std::erase_if(takers, [except](const Webhook& one) { return one.seq == except; });
    if (takers.empty())
        return;
    const WebhookMessage queued = tx.insertWebhookMessage(message, data);
    for (const Webhook& webhook : takers)
        tx.queueDelivery(queued, webhook.seq,
                         webhook.enabled ? DeliveryState::Pending : DeliveryState::Held);
}

void announceOrderEvent(Tx& tx, const Order& order, const OrderEvent& event) {
    const OutboxHooks* const hooks = tx.outbox();
    if (hooks == nullptr || !isPublished(event.type))
        return;
    WebhookMessage message;
    message.account = order.account;
    message.type = event.type;
    message.order = order.number;
    message.createdAt = event.at;
    announce(tx, message,
             [&](std::int64_t seq) { return hooks->orderEventData(order, event, seq); });
}

bool isEmpty(const Order& order, const PublishedSpan& span) {
    return span.deliveredAfter ? span.last == span.after : order.delivered == 0;
}

void queueAutoDelivery(Tx& tx, const Order& order, const PublishedSpan& span) {
    if (tx.outbox() == nullptr || isEmpty(order, span) || !wantsDelivery(order))
        return;
    FanOut fanOut;
    fanOut.order = order.number;
    // Leads of other parts are told of by themselves.
    fanOut.deliveredAfter = span.deliveredAfter;
    if (order.status != domain::OrderStatus::Delivered)
        fanOut.upTo = span.last;
    for (const Webhook& webhook : takersOf(tx, order.account, contract::kEventLeadsDelivered)) {
        if (!webhook.autoDeliver)
            continue;
        fanOut.webhook = webhook.seq;
        tx.queueFanOut(fanOut);
    }
}

void disableWebhook(Tx& tx, Webhook webhook, std::string_view reason, Timestamp now) {
    webhook.enabled = false;
    webhook.disabledReason = std::string(reason);
    webhook.updatedAt = now;
    if (!tx.updateWebhook(webhook))
        return;
    tx.holdDeliveries(webhook.seq, now);
    WebhookMessage message;
    message.account = webhook.account;
    message.type = contract::kEventEndpointDisabled;
    message.createdAt = now;
    announce(
        tx, message,
        [&](std::int64_t seq) {
            return boost::json::serialize(boost::json::object{
                {"seq", seq}, {"webhookId", webhook.id.str()}, {"reason", reason}});
        },
        webhook.seq);
}

void queueAutoPushes(Tx& tx, const Order& order, const PublishedSpan& span, Timestamp now) {
    if (isEmpty(order, span) || !wantsAutoPush(order))
        return;
    std::optional<CursorPosition> after;
    do {
        const Page<Destination> page =
            tx.outreachWrites().list(order.account, after, kDestinationsAtOnce);
        for (const Destination& destination : page.rows) {
            if (destination.enabled && destination.autoDeliver)
                tx.outreachWrites().queuePublished(destination, order.number, span, now);
        }
        after = page.next;
    } while (after);
}

} // namespace leadsheet::server::orders
