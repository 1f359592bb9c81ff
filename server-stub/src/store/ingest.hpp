// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/order_actions.hpp"
#include "store/store.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::server::store {

/// A row that the account owned, or the order had staged, already.
struct DuplicateRow {
    std::size_t lead; ///< its place in IngestPart::leads
    LeadField field;  ///< the column that told
};

/// What became of a part, for its answer.
struct IngestCounts {
    std::int64_t accepted = 0;
    std::vector<DuplicateRow> duplicates;
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
/// of it or nothing. They are nobody's before they are delivered. Leads that the account owns, or
/// the order has staged already, are left out.
IngestResult ingestPart(Tx& tx, const IngestPart& part);

} // namespace leadsheet::server::store
