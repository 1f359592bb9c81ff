// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/money.hpp"

#include <cstdint>

namespace leadsheet::contract {
struct ProductInfo;
}

namespace leadsheet::server::domain {

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
