// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/ids.hpp"
#include "domain/request_rules.hpp"
#include "domain/timestamp.hpp"
#include "store/privacy.hpp"
#include "store/records.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

using domain::DeliveryId;
using domain::MessageId;
using domain::WebhookId;

struct Webhook {
    std::int64_t seq = 0; ///< given by the store, ascending
    WebhookId id;
    AccountId account;
    std::string url;
    std::string name;
    std::vector<std::string> events; ///< empty = every kind
    bool enabled = true;
    bool autoDeliver = true;
    std::optional<std::string> disabledReason; ///< owner, gone or failing
    std::string secret;                        ///< sealed (domain::SecretBox)
    std::optional<std::string> previousSecret; ///< sealed; with those before it that are good
    std::optional<Timestamp> previousUntil;    ///< messages carry its signature until then
    std::optional<Timestamp> failingSince;     ///< first failure since the last success
    std::optional<Timestamp> lastSuccessAt;
    std::optional<Timestamp> lastFailureAt;
    std::int64_t version = 1;
    Timestamp createdAt;
    Timestamp updatedAt;
};

struct WebhookHealth {
    std::int64_t pending = 0;
    std::int64_t held = 0;      ///< kept back while it was disabled
    std::int64_t delivered = 0; ///< messages since the given moment
    std::int64_t failed = 0;    ///< attempts since the given moment
};

/// Which leads a leads.delivered message holds: those of its order, in the order of their seq.
struct LeadSlice {
    std::int64_t after = 0;            ///< seq before the first one
    std::int64_t last = 0;             ///< seq of the last one
    std::optional<std::string> result; ///< only leads with this result
    std::int64_t part = 1;             ///< of `parts`
    std::int64_t parts = 1;
    std::int64_t orderVersion = 1;
};

/// What happened, once for all webhooks it goes to.
struct WebhookMessage {
    std::int64_t seq = 0; ///< given by the store
    MessageId id;         ///< sent as webhook-id; given by the store
    AccountId account;
    std::int64_t accountSeq = 0; ///< place in the account's sequence; given by the store
    std::string type;
    std::optional<OrderNumber> order;
    std::string data;               ///< JSON of the member data; empty when there are leads
    std::optional<LeadSlice> leads; ///< the data is made out of these
    Timestamp createdAt;
    std::string trace; ///< given by the store: of the job that queued it, see Tx::follow()
};

enum class DeliveryState { Pending, Delivered, Failed, Held };
std::string_view name(DeliveryState state); ///< pending, ...
std::optional<DeliveryState> deliveryStateFromName(std::string_view text);

/// One message to one webhook.
struct WebhookDelivery {
    std::int64_t seq = 0; ///< given by the store, ascending
    DeliveryId id;        ///< given by the store
    std::int64_t webhook = 0;
    std::int64_t message = 0;
    MessageId messageId;
    std::string type;
    std::optional<OrderNumber> order;
    DeliveryState state = DeliveryState::Pending;
    std::int64_t attempts = 0;      ///< in all
    std::int64_t roundAttempts = 0; ///< since it was queued or sent again
    std::optional<Timestamp> nextAttemptAt;
    std::optional<int> lastStatus;
    std::optional<std::string> lastError;
    std::string signature; ///< header webhook-signature of the last attempt
    Timestamp createdAt;
    std::optional<Timestamp> deliveredAt;
    std::int64_t lease = 0; ///< counts claims and resendings; what finishes must know it
    std::string trace;      ///< its message's
};

struct DeliveryFilter {
    std::optional<DeliveryState> state;
    std::optional<Timestamp> createdAfter; ///< strictly after
};

struct WebhookAttempt {
    Timestamp at;
    std::optional<int> status;
    std::chrono::milliseconds duration{0};
    std::optional<std::string> error; ///< absent = delivered
    std::optional<std::string> responseBody;
};

/// What became of a claimed delivery.
struct DeliveryResult {
    std::int64_t delivery = 0;
    std::int64_t lease = 0;
    DeliveryState state = DeliveryState::Delivered;
    std::optional<Timestamp> nextAttemptAt; ///< of Pending
    std::string signature;
    WebhookAttempt attempt;
    std::int64_t attemptsBefore = 0; ///< when it was claimed; of many the oldest go from the log
};

/// A webhook with a delivery that is due.
struct DueWebhook {
    std::int64_t seq = 0;
    AccountId account;
    bool answers = false; ///< the last attempt succeeded
};

/// Leads of a delivered order that are still to be divided into messages for a webhook.
struct FanOut {
    std::int64_t seq = 0; ///< given by the store
    OrderNumber order;
    std::int64_t webhook = 0;
    std::optional<Timestamp> deliveredAfter = {}; ///< only leads of after that moment
    std::optional<std::string> result = {};       ///< only leads with this result
    std::optional<std::int64_t> upTo = {};        ///< seq of the last lead of interest
    std::string trace = {};                       ///< given by the store, as a message's
};

/// Leads of an account that were delivered after a moment and whose orders are still to be found:
/// those up to `reached` have been looked at.
struct LeadSweep {
    std::int64_t seq = 0; ///< given by the store
    std::int64_t webhook = 0;
    Timestamp deliveredAfter;
    std::optional<std::string> result;
    std::int64_t reached = 0;
    std::int64_t upTo = 0;  ///< seq of the last lead of interest
    std::string trace = {}; ///< given by the store, as a message's
};

/// What the store is told by its owner: how it names and words what it puts into the outbox, and
/// how it knows persons who are suppressed. Called inside write jobs.
struct OutboxHooks {
    /// A new identifier: prefix and random characters.
    std::function<std::string(std::string_view prefix)> makeId;
    /// JSON of the member data of an order's event.
    std::function<std::string(const Order&, const OrderEvent&, std::int64_t seq)> orderEventData;
    PersonHash personHash;
};

} // namespace leadsheet::server::store
