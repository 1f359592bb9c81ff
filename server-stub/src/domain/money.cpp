// SPDX-License-Identifier: Apache-2.0
#include "domain/money.hpp"

#include "leadsheet/contract/products.hpp"

namespace leadsheet::server::domain {

MoneyResult<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return tl::make_unexpected(MoneyOverflow{});
    return sum;
}

MoneyResult<std::int64_t> checkedMultiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return tl::make_unexpected(MoneyOverflow{});
    return product;
}

MinorUnits roundToMinor(MicroUnits micros) {
    std::int64_t whole = micros / kMicrosPerMinor;
    std::int64_t rest = micros % kMicrosPerMinor;
    if (rest < 0) { // division truncates, we need the floor
        rest += kMicrosPerMinor;
        --whole;
    }
    return rest * 2 >= kMicrosPerMinor ? whole + 1 : whole;
}

MoneyResult<MinorUnits> amountFor(MicroUnits unitPrice, std::int64_t leads) {
    return checkedMultiply(unitPrice, leads).map(roundToMinor);
}

static_assert(kMicrosPerMinor == contract::kMicrosPerMinorUnit);

MoneyResult<Price> priceOf(const contract::ProductInfo& product, std::int64_t leads,
                           bool requireEmail, bool requirePhone) {
    MicroUnits unit = 0;
    for (const contract::PriceTier& tier : product.tiers) {
        if (tier.fromLeads <= leads)
            unit = tier.unitPriceMicros;
    }
    for (const MicroUnits surcharge : {requireEmail ? product.requireEmailMicros : 0,
                                       requirePhone ? product.requirePhoneMicros : 0}) {
        SERVER_TRY(const auto sum, checkedAdd(unit, surcharge));
        unit = sum;
    }
    return amountFor(unit, leads).map([unit](MinorUnits total) { return Price{unit, total}; });
}

} // namespace leadsheet::server::domain
