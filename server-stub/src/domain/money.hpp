// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <cstdint>

namespace leadsheet::contract {
struct ProductInfo;
}

namespace leadsheet::server::domain {

/// Minor units (cents) of the one currency of the service, contract::kCurrency.
using MinorUnits = std::int64_t;

/// Millionths of a major unit (a dollar): 10,000 micros are one cent. Unit prices have this unit.
using MicroUnits = std::int64_t;

inline constexpr std::int64_t kMicrosPerMinor = 10'000;

/// A sum left the range of 64 bits. Never wrapped, never widened.
struct MoneyOverflow {};

template <class T>
using MoneyResult = tl::expected<T, MoneyOverflow>;

MoneyResult<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b);
MoneyResult<std::int64_t> checkedMultiply(std::int64_t a, std::int64_t b);

/// Rounds half up (towards plus infinity at the half), the one rounding of a price.
MinorUnits roundToMinor(MicroUnits micros);

/// unitPrice x leads, rounded half up once (contract section 5). Neither may be negative.
MoneyResult<MinorUnits> amountFor(MicroUnits unitPrice, std::int64_t leads);

/// What a number of leads costs. The unit price is what capture at delivery is computed from.
struct Price {
    MicroUnits unitPrice = 0; ///< tier price + surcharges, per lead
    MinorUnits total = 0;     ///< unitPrice x leads, rounded half up once

    friend bool operator==(const Price&, const Price&) = default;
};

/// Today's price from the product's table: the tier with the largest `fromLeads` not above `leads`
/// holds for ALL leads of the order, plus the surcharges. `leads` must be at least 1.
MoneyResult<Price> priceOf(const contract::ProductInfo& product, std::int64_t leads,
                           bool requireEmail, bool requirePhone);

} // namespace leadsheet::server::domain
