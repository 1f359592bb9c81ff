// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/context.hpp"

#include "leadsheet/model/webhook.hpp"

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace leadsheet {
template <class T>
class PageRange;
}

/// How webhooks and the messages to them are shown.
namespace leadsheet::cli {

struct Connection;

boost::json::object webhookJson(const Webhook& webhook);
boost::json::object deliveryJson(const WebhookDelivery& delivery);

/// All of them, page by page; when a page fails, those before it were emitted as JSON only.
Result<void> showWebhooks(Context& context, PageRange<Webhook> webhooks);
/// Everything about one, below each other.
void showWebhook(Context& context, const Webhook& webhook);

/// At most `limit`, and whether there are more.
Result<void> showDeliveries(Context& context, PageRange<WebhookDelivery> deliveries,
                            std::size_t limit);
/// In one line: kind, state, number of attempts, the last answer.
void showDelivery(Context& context, const WebhookDelivery& delivery);
/// With its attempts, and the body if asked for.
void showDeliveryDetail(Context& context, const WebhookDeliveryDetail& detail, bool withBody);

/// What an error of a call about the webhook `id` means.
Failure explainWebhook(const Error& error, const Connection& connection, const std::string& id);

/// "https://host/path" and, on this computer, "http://localhost:8080/": a scheme and a host,
/// without a user name.
bool isHttpAddress(std::string_view url);
/// Such a one that messages can be sent to: encrypted, unless they stay on this computer.
bool isWebhookAddress(std::string_view url);

} // namespace leadsheet::cli
