// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/decimal.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/result.hpp"

#include <leadsheet/contract/products.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace leadsheet {

using FieldValue = std::variant<std::string, std::int64_t, bool, Decimal, std::vector<std::string>,
                                std::map<std::string, std::string>>;

using contract::OrderField;
using contract::ProductKind;

/// What is ordered. The library sends what it is given; the application and the server validate.
struct OrderRequest {
    std::string product; ///< `scrapingOption`, for example `filters`
    std::int64_t leadCount = 0;
    /// The product's own and the common fields. `scrapingOption`, `leadCount`, `quoteId`,
    /// `maxPrice`, `duplicates` and `acknowledgeDuplicateOf` are not fields: entries with these
    /// names are left out.
    std::map<std::string, FieldValue, std::less<>> fields;

    static OrderRequest of(ProductKind product, std::int64_t leadCount);
    /// `OrderRequest::of(ProductKind::Filters, 250).with(OrderField::Locations, {"Germany"})`
    OrderRequest& with(OrderField field, FieldValue value);
    OrderRequest& with(OrderField field, std::initializer_list<std::string> values);

    bool operator==(const OrderRequest&) const = default;
};

/// The identity of an order: JSON with the members sorted by bytes and no white space, lists as
/// arrays, decimals without trailing zeros, text as UTF-8 with only the escapes JSON demands
/// (invalid UTF-8 becomes U+FFFD). Price guards are not part of it. Stable for ever: stored keys
/// derive from it.
std::string canonicalBody(const OrderRequest& request);

/// What a create may say about orders of before (contract section 2a). No part of what is ordered:
/// a repeat with another guard is the same request.
struct DuplicateGuard {
    bool refuse = false; ///< refuse with ErrorCode::EquivalentOrder whatever the account's policy
    std::vector<std::string> acknowledged; ///< order numbers that are not a reason to refuse
};

/// The exact bytes of a create-order request. A retry, also one after a restart, sends the same
/// bytes.
class OrderBody {
public:
    /// The canonical body plus the price guards (an accepted quote, or a ceiling in place of one)
    /// and the guard against ordering the same again.
    static OrderBody of(const OrderRequest& request, const std::optional<QuoteId>& quote = {},
                        const std::optional<Money>& maxPrice = {},
                        const DuplicateGuard& duplicates = {});
    /// Bytes stored earlier. ErrorCode::InvalidArgument when they are not a JSON object.
    static Result<OrderBody> fromBytes(std::string bytes);

    const std::string& bytes() const { return bytes_; }
    bool operator==(const OrderBody&) const = default;

private:
    explicit OrderBody(std::string bytes)
        : bytes_(std::move(bytes)) {}
    std::string bytes_;
};

} // namespace leadsheet
