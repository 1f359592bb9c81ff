// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/cursor.hpp"
#include "domain/ids.hpp"
#include "domain/timestamp.hpp"
#include "store/delivery_backlog.hpp"
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
    std::optional<std::string> previousSecret; ///< sealed
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
};

/// Leads of a delivered order that are still to be divided into messages for a webhook.
struct FanOut {
    std::int64_t seq = 0; ///< given by the store
    OrderNumber order;
    std::int64_t webhook = 0;
    std::optional<Timestamp> deliveredAfter = {}; ///< only leads of after that moment
    std::optional<std::string> result = {};       ///< only leads with this result
    std::optional<std::int64_t> upTo = {};        ///< seq of the last lead of interest
};

/// Leads of an account that were delivered after a moment and whose orders are still to be found:
/// those up to `reached` have been looked at.
struct LeadSweep {
    std::int64_t seq = 0; ///< given by the store
    std::int64_t webhook = 0;
    Timestamp deliveredAfter;
    std::optional<std::string> result;
    std::int64_t reached = 0;
    std::int64_t upTo = 0; ///< seq of the last lead of interest
};

/// How the store names and words what it puts into the outbox. Called inside write jobs.
struct OutboxHooks {
    /// A new identifier: prefix and random characters.
    std::function<std::string(std::string_view prefix)> makeId;
    /// JSON of the member data of an order's event.
    std::function<std::string(const Order&, const OrderEvent&, std::int64_t seq)> orderEventData;
};

/// Reads around webhooks; a part of Reader.
class WebhookReads {
public:
    virtual ~WebhookReads() = default;

    virtual std::optional<Webhook> findWebhook(std::int64_t seq) = 0;
    /// nullopt when absent or of another account.
    virtual std::optional<Webhook> findWebhook(const AccountId& account, const WebhookId& id) = 0;
    /// Oldest first; `after` holds the seq of the last one seen.
    virtual Page<Webhook> listWebhooks(const AccountId& account,
                                       const std::optional<CursorPosition>& after, int limit) = 0;
    virtual WebhookHealth webhookHealth(std::int64_t webhook, Timestamp since) = 0;

    virtual std::optional<WebhookDelivery> findWebhookDelivery(const AccountId& account,
                                                               const DeliveryId& id) = 0;
    /// Newest first; `after` holds the seq of the last one seen.
    virtual Page<WebhookDelivery> listWebhookDeliveries(std::int64_t webhook,
                                                        const DeliveryFilter& filter,
                                                        const std::optional<CursorPosition>& after,
                                                        int limit) = 0;
    virtual std::optional<WebhookMessage> findWebhookMessage(std::int64_t seq) = 0;
    /// Oldest first.
    virtual std::vector<WebhookAttempt> listWebhookAttempts(std::int64_t delivery) = 0;

    /// Deliveries that a recovery of now would queue.
    virtual std::int64_t recoverable(std::int64_t webhook, Timestamp since) = 0;
    /// Webhooks that moveBacklog() has something to do for.
    virtual std::vector<std::int64_t> webhooksWithBacklog(Timestamp now) = 0;
    virtual bool hasBacklog(std::int64_t webhook) = 0;

    /// Of all webhooks; costs a step for each, however many deliveries there are.
    virtual DeliveryBacklog webhookBacklog() = 0;

    /// Webhooks with a delivery that is due, those that have waited longest first.
    virtual std::vector<std::int64_t> dueWebhooks(Timestamp now) = 0;
    /// Those of delivered orders before those of sweeps, oldest first.
    virtual std::vector<FanOut> listFanOuts(int limit) = 0;
    virtual std::vector<LeadSweep> listLeadSweeps(int limit) = 0;
};

/// Writes around webhooks; a part of Tx.
class WebhookWrites {
public:
    virtual ~WebhookWrites() = default;

    /// Null when the store was opened without; then nothing is announced.
    virtual const OutboxHooks* outbox() = 0;

    /// Ignores seq and returns the given one.
    virtual std::int64_t insertWebhook(const Webhook& webhook) = 0;
    /// Writes what its owner decides and the secrets, version + 1, if the stored version is
    /// webhook.version; false when it is not.
    virtual bool updateWebhook(const Webhook& webhook) = 0;
    /// From now on it is not found. What waits for it and its log go later, by moveBacklog().
    virtual void removeWebhook(std::int64_t webhook, Timestamp now) = 0;

    /// Gives the message its seq, id and place in the account's sequence. `data` is called with
    /// that place, inside.
    virtual WebhookMessage
    insertWebhookMessage(WebhookMessage message,
                         const std::function<std::string(std::int64_t accountSeq)>& data) = 0;
    /// Pending (due at once) or Held.
    virtual WebhookDelivery queueDelivery(const WebhookMessage& message, std::int64_t webhook,
                                          DeliveryState state) = 0;
    /// Makes a delivery due at once, whatever its state, with all attempts before it.
    virtual void requeueDelivery(std::int64_t delivery, Timestamp now) = 0;
    /// The same for every failed or held delivery of a webhook that was made at `since` or later;
    /// returns how many, or nullopt when they are many: then moveBacklog() does it.
    virtual std::optional<std::int64_t> recoverDeliveries(std::int64_t webhook, Timestamp since,
                                                          Timestamp now) = 0;
    /// Pending -> held; when they are many, by moveBacklog(), and none of them is claimed
    /// meanwhile.
    virtual void holdDeliveries(std::int64_t webhook, Timestamp now) = 0;
    /// Does a piece of what is still to be done to the deliveries of a webhook, in the order it was
    /// asked for; false = nothing is left to do now.
    virtual bool moveBacklog(std::int64_t webhook, Timestamp now) = 0;

    /// Takes deliveries that are due, oldest first, and hides them until `leaseUntil`, so that no
    /// other worker takes them and a worker that dies loses none.
    /// Those in `underWay` are passed over.
    virtual std::vector<WebhookDelivery>
    claimDeliveries(std::int64_t webhook, Timestamp now, Timestamp leaseUntil, int limit,
                    const std::set<std::int64_t>& underWay) = 0;
    /// Makes a claimed delivery due again without an attempt, if the lease is still its own.
    virtual void releaseDelivery(const WebhookDelivery& claimed, Timestamp now) = 0;
    /// Logs the attempt; sets the state if the lease is still the one that was claimed. False when
    /// the delivery is gone.
    virtual bool finishDelivery(const DeliveryResult& result) = 0;
    /// Notes a success (it fails no more) or a failure.
    virtual void noteWebhookResult(std::int64_t webhook, bool delivered, Timestamp at) = 0;

    virtual void queueFanOut(const FanOut& fanOut) = 0;
    /// False when another process was faster.
    virtual bool takeFanOut(std::int64_t seq) = 0;
    virtual void queueLeadSweep(const LeadSweep& sweep) = 0;
    /// Moves it on to `reached`, or ends it there. False when another process was faster.
    virtual bool moveLeadSweep(const LeadSweep& sweep, std::int64_t reached) = 0;

    /// Deletes finished and held deliveries made before, and messages nobody waits for, at most
    /// `limit` of each; returns how many rows went.
    virtual std::int64_t purgeWebhookLog(Timestamp before, int limit) = 0;
};

} // namespace leadsheet::server::store
