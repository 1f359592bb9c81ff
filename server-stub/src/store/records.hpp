// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/lead.hpp"
#include "domain/money.hpp"
#include "domain/order_mark.hpp"
#include "domain/order_state.hpp"
#include "domain/request_rules.hpp"
#include "domain/timestamp.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

/// What is still to be brought out, over all accounts. What goes to removed webhooks and
/// destinations does not count.
struct DeliveryBacklog {
    std::int64_t waiting = 0;
    std::int64_t held = 0;                   ///< back, until somebody decides otherwise
    std::optional<domain::Timestamp> oldest; ///< when the oldest of those waiting was first queued
};

using domain::AccountId;
using domain::CursorPosition;
using domain::Digest;
using domain::KeyId;
using domain::MicroUnits;
using domain::MinorUnits;
using domain::OrderNumber;
using domain::QuoteId;
using domain::Timestamp;

struct Account {
    AccountId id;
    std::string name;
    std::string environment; ///< for example sandbox
    bool suspended = false;
    Timestamp createdAt;
    std::int64_t seq = 0; ///< given by the store, ascending
    domain::DuplicatePolicy duplicates = domain::DuplicatePolicy::Warn;
    std::int64_t duplicateWindowDays = 90; ///< 0 = orders of any age
};

struct ApiKey {
    KeyId id;
    AccountId account;
    domain::ApiKeyType type = domain::ApiKeyType::Customer;
    std::string label;
    std::vector<std::string> scopes; ///< as granted; implied scopes are not listed
    Digest hash{};
    std::string prefix;
    std::string last4;
    Timestamp createdAt;
    std::optional<Timestamp> expiresAt;
    std::optional<Timestamp> revokedAt;
    std::optional<KeyId> predecessor; ///< the key that this one replaced
    /// Daily spending is counted under this key: the first of the chain of rotations, or that of
    /// the capped key that made this one. See Tx::insertKey().
    KeyId counterKey;
    KeyId rateKey; ///< requests are: the first of the chain of rotations; given by the store
    std::optional<MinorUnits> dailySpendCap;
    std::optional<Timestamp> lastUsedAt; ///< to the minute
    std::int64_t seq = 0;                ///< given by the store, ascending
};

/// A key together with its account, as authentication needs them.
struct AuthenticatedKey {
    ApiKey key;
    Account account;
};

/// One rate policy to charge, for example {"default", {1000, 1 h}}.
struct RateRule {
    std::string name;
    domain::RateQuota quota;
};

struct Quote {
    QuoteId id;
    AccountId account;
    std::string product;
    std::int64_t leadCount = 0;
    MicroUnits unitPrice = 0;
    MinorUnits total = 0;
    Timestamp createdAt;
    Timestamp expiresAt;
    std::optional<std::string> idempotencyKey; ///< bound to this key when given
    Digest requestDigest{};                    ///< OrderDraft::requestDigest it was made for
    std::string recordJson;                    ///< OrderDraft::recordJson it was made for
    std::optional<OrderNumber> consumedBy;     ///< the order that used it
};

struct Order {
    std::int64_t seq = 0; ///< given by the store, ascending
    OrderNumber number;
    AccountId account;
    KeyId key; ///< that created it
    domain::OrderStatus status = domain::OrderStatus::PendingReview;
    domain::PaymentStatus payment = domain::PaymentStatus::Held;
    std::string product;
    std::int64_t leadCount = 0;
    std::string recordJson;   ///< OrderDraft::recordJson
    domain::OrderMarks marks; ///< of recordJson
    MicroUnits unitPrice = 0;
    MinorUnits total = 0;          ///< what was held at creation
    MinorUnits captured = 0;       ///< taken as leads were delivered
    MinorUnits refunded = 0;       ///< given back out of captured
    std::int64_t delivered = 0;    ///< leads handed over so far
    std::int64_t staged = 0;       ///< leads taken in that are not the customer's yet
    std::int64_t duplicates = 0;   ///< ingested rows the account owned already
    std::int64_t rejectedRows = 0; ///< ingested rows that are not leads
    bool finalPart = false;        ///< whether the last part has been ingested
    std::optional<QuoteId> quote;
    std::optional<std::string> externalRef;
    std::string idempotencyKey;          ///< the key that bought it, for ever
    std::optional<std::string> question; ///< of the last request for information
    std::int64_t version = 1;            ///< +1 with every change
    Timestamp createdAt;
    Timestamp updatedAt;
    std::optional<Timestamp> deliveredAt;
};

struct OrderEvent {
    OrderNumber order;
    std::int64_t seq = 0; ///< 1, 2, ... within the order; given by the store
    std::string type;     ///< for example order.created
    std::string actor;    ///< customer, admin or system
    KeyId key;            ///< that acted; empty for system
    domain::OrderStatus status = domain::OrderStatus::PendingReview; ///< after the event
    std::int64_t version = 1;                                        ///< of the order after it
    std::string dataJson = "{}";
    Timestamp at;
};

/// Allowed filters of an order list; empty members match everything.
struct OrderFilter {
    std::optional<domain::OrderStatus> status;
    std::optional<std::string> idempotencyKey;
    std::optional<std::string> externalRef;
    std::optional<std::string> mark;
    std::optional<Timestamp> createdAfter; ///< strictly after
};

/// What a request asks for, to find the orders that ask for the same.
struct OrderContent {
    domain::OrderMarks marks; ///< without `similar`: similar ones are not looked for
    std::optional<std::string> externalRef;
    std::int64_t leadCount = 0;
};

/// How an order is equivalent to what is asked for.
enum class OrderMatch : std::uint8_t { Same, OtherCount, SameReference, Similar };
std::string_view name(OrderMatch match); ///< same, other_count, same_reference, similar

struct EquivalentOrder {
    OrderNumber number;
    Timestamp createdAt;
    std::int64_t seq = 0;
    domain::OrderStatus status = domain::OrderStatus::PendingReview;
    std::int64_t leadCount = 0;
    MinorUnits total = 0;
    OrderMatch match = OrderMatch::Same;
    std::string keyLast4; ///< of the key that created it
};

/// The orders that are equivalent to one content of an order: strict matches before similar ones,
/// newest first.
struct Equivalents {
    std::vector<EquivalentOrder> orders;
    std::int64_t more = 0; ///< beyond those, counted up to kMaxCountedEquivalents
};
/// More are not counted: that would read an account's whole past for one of them.
inline constexpr std::int64_t kMaxCountedEquivalents = 100;

/// What placing an order will ask of its account, as far as it is known beforehand.
struct OrderAhead {
    std::string rateSubject;
    std::vector<std::string> ratePolicies;
    KeyId counterKey;
    std::int64_t day = 0; ///< of domain::utcDay
    std::string operation;
    std::string idempotencyKey;
    std::optional<OrderContent> content = {}; ///< that orders since then are compared with
    Timestamp equivalentSince = {};
    std::size_t maxEquivalents = 0; ///< that are named
    std::optional<QuoteId> quote = {};
    std::string refusalKey = {}; ///< under which a refusal is looked for; empty = none is
};

/// Which end of a list comes first.
enum class Direction { NewestFirst, OldestFirst };

/// One page of a keyset walk; `next` is set exactly when there are more rows.
template <class Row>
struct Page {
    std::vector<Row> rows;
    std::optional<CursorPosition> next;
};

/// An answer kept under an idempotency key.
struct IdempotencyRecord {
    AccountId account;
    std::string operation; ///< operation id, the same for every path spelling
    std::string key;       ///< unquoted
    Digest fingerprint{};
    int status = 0;
    std::optional<std::string> body;  ///< answer bytes; gone once purged
    std::optional<OrderNumber> order; ///< what the key bought, for ever
    Timestamp createdAt;
};

/// Money of one customer. All numbers are positive or zero.
struct Balance {
    MinorUnits available = 0;
    MinorUnits held = 0;
    MinorUnits captured = 0;
    MinorUnits refunded = 0;

    friend bool operator==(const Balance&, const Balance&) = default;
};

/// Why money moved. Contract section 5.
enum class TransferKind {
    Credit,  ///< funding (house) -> available
    Hold,    ///< available -> held
    Capture, ///< held -> captured
    Release, ///< held -> available
    Refund,  ///< refunded -> available
};
std::string_view name(TransferKind kind); ///< credit, hold, ...
TransferKind transferKindFromName(std::string_view text);

/// One transfer as the account's ledger shows it.
/// The days that money is summed up by: days of a fixed distance from UTC.
struct StatisticsSpan {
    std::int64_t firstDay = 0; ///< days since 1970-01-01, there
    std::chrono::minutes offset{0};
};

/// What moved on one day, and what was held when it ended.
struct DayStatistics {
    std::int64_t day = 0;
    std::array<MinorUnits, 5> moved{}; ///< as TransferKind
    MinorUnits held = 0;
};

struct AccountStatistics {
    MinorUnits charged = 0;          ///< ever
    MinorUnits refunded = 0;         ///< of that
    std::vector<DayStatistics> days; ///< on which something moved; the oldest first
    MinorUnits heldBefore = 0;       ///< when the first day of the span began
    std::vector<std::pair<std::string, std::int64_t>>
        orders; ///< by status, as far as there are any
    std::int64_t leads = 0;
    std::vector<std::pair<std::string, std::int64_t>> results; ///< by result, every one
};

struct LedgerEntry {
    std::int64_t id = 0; ///< ascending
    AccountId account;
    TransferKind kind = TransferKind::Credit;
    MinorUnits amount = 0; ///< always positive; the kind gives the direction
    MinorUnits availableAfter = 0;
    MinorUnits heldAfter = 0;
    std::optional<OrderNumber> order;
    std::string reason;
    Timestamp at;
};

using domain::LeadField;
using domain::LeadId;

/// Allowed filters of lead reads (contract section 7); empty members match everything.
struct LeadFilter {
    std::optional<std::string> result;
    std::optional<bool> hasEmail;
    std::optional<bool> hasPhone;
    std::optional<domain::OrderNumber> order;
    std::optional<std::string> country;
    std::optional<domain::Timestamp> deliveredAfter; ///< strictly after
};

/// Leads of one account in the order of their seq.
struct LeadQuery {
    domain::AccountId account;
    LeadFilter filter;
    std::int64_t after = 0;           ///< seq of the last lead seen
    std::optional<std::int64_t> upTo; ///< last seq of interest
    int limit = 0;
    std::vector<LeadField> fields = {}; ///< that the visit reads; others are null. Empty = all
    /// Asked after each lead; true = the visit ends before `limit`, with more to come if there is.
    std::function<bool()> enough = {};
};

/// One stored lead. Values are valid during the visit only. Columns are those of
/// contract::kLeadFields: whole numbers for integers, booleans, times (ms) and decimals
/// (domain::kLeadDecimalUnit), texts for the others, of lists their JSON array.
class LeadRow {
public:
    virtual ~LeadRow() = default;

    virtual std::int64_t seq() const = 0; ///< within the account, from 1, without gaps
    virtual bool isNull(LeadField field) const = 0;
    virtual std::int64_t integer(LeadField field) const = 0;
    virtual std::string_view text(LeadField field) const = 0;
    /// The text, or nothing where it is null: in one step what isNull() and text() say in two.
    virtual std::optional<std::string_view> optionalText(LeadField field) const = 0;
};
using LeadVisitor = std::function<void(const LeadRow&)>;

/// Where a visit ended.
struct LeadSpan {
    /// Seq of the last lead visited; without more, of the last lead that was looked at, so that the
    /// next visit begins with what is new.
    std::int64_t last = 0;
    bool more = false;
};

/// The end of an account's list.
struct LeadEnd {
    std::int64_t owner = 0; ///< the account's number in lead tables
    std::int64_t lastSeq = 0;
    domain::Timestamp lastDeliveredAt;
};

struct NewLead {
    LeadId id;
    domain::LeadDraft draft;
    std::vector<domain::LeadIdentity> identities;
};

/// The resultReason of a lead that was erased.
inline constexpr std::string_view kErased = "erased";
/// Why: the account asked for it, or the person is suppressed for all accounts.
inline constexpr std::string_view kErasedOnRequest = "requested";
inline constexpr std::string_view kErasedSuppressed = "suppressed";

/// That a lead was erased, by whom and when. Says nothing about the person.
struct LeadErasure {
    domain::AccountId account;
    LeadId lead;
    domain::KeyId key;
    domain::Timestamp at;
    std::int64_t seq = 0; ///< in the order of their erasure; given by the store
    std::string reason = std::string(kErasedOnRequest);
};

/// One ingest call that was applied.
struct Delivery {
    domain::OrderNumber order;
    std::string id; ///< the caller's deliveryId
    domain::Digest fingerprint{};
    std::string answer; ///< the bytes that were answered
};

/// An idempotency key that is to stand for the answer of a delivery.
struct AnswerClaim {
    domain::AccountId account;
    std::string operation;
    std::string key;
    domain::Digest fingerprint{};
};

/// A delivery under way: what an order has staged gets its places at the end of the account's leads
/// little by little, where nobody sees it before all of it is charged and handed over at once.
struct Publication {
    std::int64_t seq = 0; ///< given by the store; those of an account are done in this order
    domain::OrderNumber order;
    domain::AccountId account;
    bool part = false;   ///< the order goes on afterwards
    domain::KeyId key{}; ///< that asked for it; empty = the system
    std::optional<AnswerClaim> claim = {};
    std::int64_t added = 0;      ///< leads that have their place
    std::int64_t duplicates = 0; ///< leads that the account got elsewhere meanwhile
    std::string trace = {};      ///< given by the store: of the job that began it
};

/// Leads of one order that were published together.
struct PublishedSpan {
    std::int64_t owner = 0;
    std::int64_t after = 0; ///< seq before the first one
    std::int64_t last = 0;
    /// Strictly after this moment, and not before; absent = it is the order's first publication,
    /// and covers all its leads.
    std::optional<domain::Timestamp> deliveredAfter;
};

/// Staged leads of an order in the order they came.
struct StagedQuery {
    domain::OrderNumber order;
    std::int64_t after = 0; ///< LeadRow::seq() of the last one seen
    int limit = 0;
    std::vector<LeadField> fields = {}; ///< as in LeadQuery; deliveredAt is always null
};

} // namespace leadsheet::server::store
