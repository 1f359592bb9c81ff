// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/account_ids.hpp"
#include "leadsheet/error.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet {

/// How the leads of a part are written (contract section 6).
enum class IngestFormat {
    Json,   ///< an array of leads
    Ndjson, ///< one lead a line
    Csv     ///< a header row of lead fields, RFC 4180
};
/// `json`, `ndjson`, `csv`.
std::string_view toString(IngestFormat format);

/// A part of an order's leads, or all of them: at most 50,000, and 64 MiB before packing.
struct DeliveryPart {
    DeliveryPart(OrderNumber orderNumber, DeliveryId deliveryId)
        : order(std::move(orderNumber))
        , id(std::move(deliveryId)) {}

    OrderNumber order;
    /// The same part under the same id adds nothing and answers the same, so a part whose answer
    /// was lost is simply sent again. Other content under it: ErrorCode::DuplicateDelivery.
    DeliveryId id;
    bool final = false; ///< the last part
    IngestFormat format = IngestFormat::Ndjson;
    std::string leads;  ///< in that format, UTF-8
    bool packed = true; ///< sent with gzip
};

/// A row that was not accepted.
struct IngestRow {
    std::int64_t row = 0; ///< its place in the part, from 0
    std::string outcome;  ///< `duplicate` or `rejected`
    std::vector<FieldError> errors;
};

struct IngestResult {
    std::int64_t accepted = 0;
    std::int64_t duplicate = 0;
    std::int64_t rejected = 0;
    std::int64_t deliveredLeads = 0; ///< of the order so far; what is taken in is not yet
    std::vector<IngestRow> rows;     ///< the ones that were not accepted
    bool replayed = false;           ///< the part had arrived before
};

} // namespace leadsheet
