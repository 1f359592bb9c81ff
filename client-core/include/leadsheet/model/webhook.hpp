// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/outbound_ids.hpp"
#include "leadsheet/webhook_signature.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Webhooks and the messages to them (contract section 8). Times are RFC 3339.
namespace leadsheet {

struct WebhookHealth {
    std::int64_t pending = 0;      ///< messages that wait for an attempt
    std::int64_t held = 0;         ///< messages kept back while it was disabled; older servers: 0
    std::int64_t delivered24h = 0; ///< messages
    std::int64_t failed24h = 0;    ///< attempts
    std::optional<std::string> lastSuccessAt;
    std::optional<std::string> lastFailureAt;
};

struct Webhook {
    explicit Webhook(WebhookId webhookId)
        : id(std::move(webhookId)) {}

    WebhookId id;
    std::string url;
    std::string name;
    std::vector<std::string> events; ///< kinds of messages that are sent, such as order.delivered
    bool enabled = false;
    bool autoDeliver = false; ///< orders with autoDeliver push their leads here
    /// `owner`, `gone` (it answered 410) or `failing` (for days); nothing while it is enabled.
    std::optional<std::string> disabledReason;
    WebhookHealth health;
    std::int64_t version = 0;
    std::string createdAt;
    std::string updatedAt;
};

/// A new secret. Nothing else ever shows it; the same call under the same Idempotency-Key shows it
/// again, so that a lost answer loses no secret.
struct MadeWebhookSecret {
    WebhookSecret secret;
    /// Until then messages carry a signature of the old secret as well.
    std::optional<std::string> previousValidUntil;
};

struct CreatedWebhook {
    Webhook webhook;
    MadeWebhookSecret made;
};

struct NewWebhook {
    std::string url; ///< https, without user info, not in a private network
    std::optional<std::string> name;
    std::vector<std::string> events; ///< all of them when empty
    std::optional<bool> enabled;     ///< yes when not set
    std::optional<bool> autoDeliver; ///< yes when not set
};

/// What is not set stays as it is.
struct WebhookChange {
    std::optional<std::string> url;
    std::optional<std::string> name;
    std::vector<std::string> events; ///< empty = as they are
    std::optional<bool>
        enabled; ///< switching on begins with new messages; recover() sends older ones
    std::optional<bool> autoDeliver;
};

struct WebhookDelivery {
    WebhookDelivery(WebhookDeliveryId deliveryId, WebhookId webhookId)
        : id(std::move(deliveryId))
        , webhook(std::move(webhookId)) {}

    WebhookDeliveryId id;
    WebhookId webhook;
    std::string messageId; ///< sent as webhook-id, the same over all attempts
    std::string eventType;
    std::string state; ///< a WebhookDeliveryState, or one that a newer service has
    std::optional<OrderNumber> orderNumber;
    std::int64_t attempts = 0;
    std::optional<std::string> nextAttemptAt;
    std::optional<std::int64_t> lastStatus; ///< of the last answer, when there was one
    std::optional<std::string> lastError;
    std::string createdAt;
    std::optional<std::string> deliveredAt;
};

struct WebhookAttempt {
    std::string at;
    std::optional<std::int64_t> status;
    std::int64_t durationMs = 0;
    std::optional<std::string> error;
    std::optional<std::string> responseBody; ///< its beginning
};

struct WebhookDeliveryDetail {
    WebhookDelivery delivery;
    std::map<std::string, std::string> requestHeaders; ///< of the last attempt
    std::string requestBody;                           ///< the bytes that are signed
    /// The body is empty because it holds leads, which the key may not read.
    bool bodyMasked = false;
    std::vector<WebhookAttempt> attempts;
};

/// Where a message to a webhook stands; `Held` while the webhook is disabled.
enum class WebhookDeliveryState : std::uint8_t { Pending, Delivered, Failed, Held };
inline constexpr std::array kWebhookDeliveryStates{
    WebhookDeliveryState::Pending, WebhookDeliveryState::Delivered, WebhookDeliveryState::Failed,
    WebhookDeliveryState::Held};
/// `pending`, as the API spells it. Points to a literal.
std::string_view toString(WebhookDeliveryState state);
/// Nothing for another name.
std::optional<WebhookDeliveryState> webhookDeliveryStateFromName(std::string_view name);

struct WebhookDeliveryFilter {
    std::optional<WebhookDeliveryState> state;
    std::optional<std::string> createdAfter;
};

/// Which leads are pushed to a webhook: those of an order, or those delivered after a moment.
/// Exactly one of the two.
struct LeadsToDeliver {
    std::optional<OrderNumber> orderNumber;
    std::optional<std::string> deliveredAfter;
    std::optional<LeadResult> result; ///< only leads verified so
};

struct QueuedLeads {
    std::int64_t leads = 0;
    /// Queued by now: 0 for more than 10,000 leads, which are queued one order after the other.
    std::int64_t messages = 0;
};

} // namespace leadsheet
