// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/order_state.hpp"
#include "orders/lead_demands.hpp"
#include "store/store.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::server::orders {

using store::AccountId;
using store::AnswerClaim;
using store::Digest;
using store::KeyId;
using store::LeadField;
using store::MinorUnits;
using store::NewLead;
using store::Order;
using store::OrderEvent;
using store::OrderNumber;
using store::PublishedSpan;
using store::Reader;
using store::Timestamp;
using store::Tx;
using store::Webhook;
using store::WebhookMessage;

/// Queues a message of what happened to an order to every webhook that takes its kind, in the
/// transaction that did it.
void announceOrderEvent(Tx& tx, const Order& order, const OrderEvent& event);

/// Disables a webhook, holds what waits for it, and tells the account's others.
void disableWebhook(Tx& tx, Webhook webhook, std::string_view reason, Timestamp now);

/// One step of an order's life (contract section 6).
struct OrderStep {
    OrderNumber number;
    std::optional<AccountId> owner; ///< customers: the order must belong to it
    domain::OrderAction action = domain::OrderAction::Approve;
    domain::Actor actor = domain::Actor::Admin;
    KeyId key;                                   ///< that acts; empty = the system
    std::optional<std::int64_t> expectedVersion; ///< If-Match
    std::optional<std::string> question;         ///< request info
    std::int64_t delivered = 0;                  ///< ingest: staged by it; deliver: published by it
    std::int64_t duplicates = 0;                 ///< of what came or was staged, owned already
    std::int64_t rejectedRows = 0;               ///< ingest: rows that are not leads
    bool finalPart = false;                      ///< ingest: the last part
    std::optional<MinorUnits> refund;            ///< after delivery; absent = all that is left
    std::string reason;                          ///< refund, reject, fail
    std::string dataJson = "{}";                 ///< kept in the event
    /// Makes dataJson out of the decided move, when it depends on that.
    std::function<std::string(const domain::Transition&)> describe;
    Timestamp now;
};

struct OrderStepResult {
    enum class Outcome {
        Done,
        NotFound,
        VersionConflict,
        Refused,
        Publishing, ///< a delivery of the order is under way: finish that first
    };
    Outcome outcome = Outcome::Done;
    std::optional<Order> order; ///< after the step; the unchanged one for conflicts and refusals
    std::optional<domain::TransitionError> refusal;
};

/// Whether no lead can come to it any more.
bool hasEnded(const Order& order);

/// What the step would do to the order as it is.
tl::expected<domain::Transition, domain::TransitionError> decideStep(const Order& order,
                                                                     const OrderStep& step);

/// Decides the step and writes order, money and event together. Writes nothing unless Done.
/// Deliveries begin with startDelivery() and come here at their end.
OrderStepResult performStep(Tx& tx, OrderStep step);

/// A row that the account owned, or the order had staged, already.
struct DuplicateRow {
    std::size_t lead; ///< its place in the part's leads
    LeadField field;  ///< the column that told
};

/// A row that is a lead, but none that the order asks for.
struct RefusedRow {
    std::size_t lead; ///< its place in the part's leads
    UnmetDemands unmet;
};

/// What became of a part, for its answer.
struct IngestCounts {
    std::int64_t accepted = 0;
    std::vector<DuplicateRow> duplicates;
    std::vector<RefusedRow> refused;
    std::int64_t deliveredLeads = 0; ///< of the order so far
    std::int64_t stagedLeads = 0;    ///< of the order, with these
};

/// A part of an order's leads (contract section 6), checked already.
struct IngestPart {
    OrderNumber number;
    std::string deliveryId; ///< unique within the order
    Digest fingerprint{};   ///< of everything the caller sent
    bool finalPart = false;
    std::span<const NewLead> leads;
    /// In place of `leads`, for more than should be in memory: hands them over in batches, from the
    /// first on whenever it is called. False = they cannot be read.
    std::function<bool(const std::function<void(std::span<const NewLead>)>&)> visit;
    std::int64_t rejectedRows = 0;
    KeyId key; ///< empty = the system
    Timestamp now;
    std::function<std::string(const IngestCounts&)> renderAnswer;
};

struct IngestResult {
    enum class Outcome {
        Applied,
        Replayed, ///< the same part was applied before: its answer again
        NotFound,
        OtherContent, ///< the deliveryId stands for other content
        Refused,      ///< not in this state of the order
        Publishing,   ///< a delivery of the order is under way: finish that first
    };
    Outcome outcome = Outcome::Applied;
    std::string answer;         ///< Applied, Replayed
    std::optional<Order> order; ///< after the part; for Refused as it is
};

/// Adds the part's leads to what the order has staged, counts them in it and keeps the answer; all
/// of it or nothing. They are nobody's before they are delivered. Leads that do not meet the
/// demands of the order, that the account owns, or that the order has staged already, are left out.
IngestResult ingestPart(Tx& tx, const IngestPart& part);

/// Tx::eraseLead(), told to webhooks.
std::optional<bool> eraseLead(Tx& tx, const store::LeadErasure& erasure);

/// Leads that one transaction moves at first: it holds up whoever waits behind it for a few ms.
inline constexpr int kLeadsPerPiece = 100;

/// How many leads a transaction moves, so that it takes about as long on a slow or busy machine as
/// on a fast one. Not thread-safe.
class PieceSize {
public:
    using Clock = std::function<std::chrono::steady_clock::time_point()>;

    explicit PieceSize(Clock clock = std::chrono::steady_clock::now)
        : clock_(std::move(clock)) {}

    std::chrono::steady_clock::time_point now() const { return clock_(); }
    int leads() const { return leads_; }
    /// What the last piece took, without the waiting for its turn.
    void tookSoLong(std::chrono::steady_clock::duration time);

private:
    Clock clock_;
    int leads_ = kLeadsPerPiece;
};

/// Renders the answer of a delivery that is kept under its idempotency key.
using DeliveryAnswer = std::function<std::string(Reader& reader, const Order& order)>;

/// Begins a delivery: an order's step Deliver or DeliverPart. Done when it could be done at once;
/// Publishing when it is written down, and moveDelivery() and finishDelivery() are to follow, in
/// whatever process; or when one of this order is under way already (`begun` tells).
struct DeliveryStart {
    OrderStepResult result;
    bool begun = false;
};
DeliveryStart startDelivery(Tx& tx, const OrderStep& step, const std::optional<AnswerClaim>& claim,
                            const DeliveryAnswer& answer);

/// Goes on with the oldest delivery of the account; false when finishDelivery() is next. Writes of
/// that account only. May be lost without harm in a power loss.
bool moveDelivery(Tx& tx, const AccountId& account, Timestamp now, PieceSize& size);

/// Ends the oldest delivery of the account when all of it was moved: charges, hands over, tells
/// webhooks and destinations, and keeps the answer, in this transaction.
void finishDelivery(Tx& tx, const AccountId& account, const DeliveryAnswer& answer, Timestamp now);

} // namespace leadsheet::server::orders
