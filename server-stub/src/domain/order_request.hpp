// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/expected.hpp"
#include "domain/field_check.hpp"
#include "domain/ids.hpp"
#include "domain/money.hpp"
#include "domain/order_mark.hpp"

#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::contract {
enum class ErrorCode : std::uint16_t;
struct ProductInfo;
} // namespace leadsheet::contract

namespace leadsheet::server::domain {

/// A request to buy or to price, validated and normalised.
struct OrderDraft {
    const contract::ProductInfo* product = nullptr;
    std::int64_t leadCount = 0;
    bool requireEmail = false;
    bool requirePhone = false;
    bool autoDeliver = true; ///< on unless the request says otherwise
    bool excludeOwned = false;
    std::optional<std::string> externalRef;
    /// Price guards: part of what was sent, never of what is ordered.
    std::optional<QuoteId> quoteId;
    std::optional<MinorUnits> maxPrice;
    /// What to do about equivalent orders, and which of them are known: part of neither as well.
    std::optional<DuplicatePolicy> duplicates; ///< warn or refuse
    std::vector<OrderNumber> acknowledged;
    /// Only in items of a quote request: the key the order will be sent with.
    std::optional<std::string> idempotencyKey;
    /// The order as canonical JSON: scrapingOption, leadCount and every field given, lists as
    /// arrays of trimmed texts; without the guards and the idempotency key.
    std::string recordJson;
    OrderMarks marks; ///< of recordJson
    /// SHA-256 of recordJson: a quote holds for orders with the same value.
    Digest requestDigest{};
};

struct RequestRules {
    std::int64_t maxLeadCount = 50'000; ///< setting; the lower bound is always 1
    bool quoteItem = false; ///< an item of POST /v1/quotes: idempotencyKey allowed, guards refused
};

/// Everything that is wrong with one request (of more than 1,000 faults, the first 1,000); never
/// empty.
struct OrderRefusal {
    /// The problem's code: unsupported_product, else lead_count_out_of_range when that is the only
    /// fault, else validation_failed.
    contract::ErrorCode code;
    std::vector<FieldError> errors;
};

/// Members of a create that are part of neither the order nor what its idempotency key stands for.
inline constexpr std::string_view kDuplicatesMember = "duplicates";
inline constexpr std::string_view kAcknowledgedMember = "acknowledgeDuplicateOf";

/// A body as it would be without what automation of spreadsheets adds: null and, for whole numbers,
/// empty texts are left out, texts of digits become numbers, and texts of lists that repeat their
/// list are left out (dropListTexts()). The guards, the idempotency key
/// and members that no product has stay as they are. What is not an object is returned as it is.
/// Pure.
boost::json::value plainOrder(boost::json::value body);

/// Checks a body against the product's table and gathers every fault. Pointers start with `base`
/// (for items of a batch, for example "/items/3").
tl::expected<OrderDraft, OrderRefusal> validateOrder(const boost::json::value& body,
                                                     const RequestRules& rules,
                                                     std::string_view base = {});

} // namespace leadsheet::server::domain
