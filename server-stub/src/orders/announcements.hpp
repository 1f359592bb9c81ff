// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <functional>
#include <string>

namespace leadsheet::server::orders {

using store::Order;
using store::OrderEvent;
using store::PublishedSpan;
using store::Timestamp;
using store::Tx;
using store::Webhook;
using store::WebhookMessage;

/// Makes the data of a message out of its place in the account's sequence.
using MessageData = std::function<std::string(std::int64_t accountSeq)>;

/// Whether messages of this kind go to the webhook.
bool takesEvents(const Webhook& webhook, std::string_view type);

/// Queues a message to every webhook of the account that takes its kind, but `except` (a seq; 0 =
/// none); to disabled ones it is held. Writes nothing when there are none.
void announce(Tx& tx, const WebhookMessage& message, const MessageData& data,
              std::int64_t except = 0);

/// The same for what happened to an order, in the transaction that did it.
void announceOrderEvent(Tx& tx, const Order& order, const OrderEvent& event);

/// Whether a publication gave the account nothing to be told of: no leads of its own, nor, as the
/// order's first, leads that were there before it.
bool isEmpty(const Order& order, const PublishedSpan& span);

/// Queues leads of an order that were just published to every webhook with autoDeliver.
void queueAutoDelivery(Tx& tx, const Order& order, const PublishedSpan& span);

/// Queues leads of an order that were just published to every destination with autoDeliver, in the
/// transaction that publishes them.
void queueAutoPushes(Tx& tx, const Order& order, const PublishedSpan& span, domain::Timestamp now);

/// Disables a webhook, holds what waits for it, and tells the account's others.
void disableWebhook(Tx& tx, Webhook webhook, std::string_view reason, Timestamp now);

} // namespace leadsheet::server::orders
