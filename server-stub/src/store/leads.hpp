// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/lead.hpp"
#include "domain/timestamp.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

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
