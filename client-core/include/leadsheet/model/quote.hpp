// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/error.hpp"
#include "leadsheet/ids.hpp"
#include "leadsheet/model/order.hpp"
#include "leadsheet/model/order_request.hpp"
#include "leadsheet/money.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace leadsheet {

/// A price the server keeps until `expiresAt`; an order created with `id` is never charged more.
struct Quote {
    explicit Quote(QuoteId quoteId)
        : id(std::move(quoteId)) {}

    QuoteId id;
    std::string product;
    std::int64_t leadCount = 0;
    Money total;
    /// The order as the server understood it, as sorted compact JSON; empty when it did not say.
    std::string request;
    std::optional<std::int64_t> unitPriceMicros; ///< millionths of the major unit per lead
    std::string createdAt;                       ///< RFC 3339; see parseTimestamp
    std::string expiresAt;                       ///< RFC 3339
    /// What the account ordered before for the same people; absent when the server does not tell.
    std::optional<EquivalentOrders> equivalents;
};

/// One row of a batch.
struct QuoteItem {
    OrderBody body; ///< without price guards
    /// When given, the answer is the order that this key already bought, if there is one.
    std::optional<IdempotencyKey> key;
};

/// This item would be refused, and for exactly these reasons.
struct QuoteRefusal {
    ErrorCode code = ErrorCode::Unknown;
    std::string rawCode;
    int status = 0; ///< what create would answer with
    std::string message;
    bool retryable = false;
    std::vector<FieldError> fields; ///< pointers are relative to the item's own body
};

/// Per item, in the order of the request: a price, an order that exists already, or a refusal.
using QuoteOutcome = std::variant<Quote, Order, QuoteRefusal>;

} // namespace leadsheet
