// SPDX-License-Identifier: Apache-2.0
#include "domain/pricing.hpp"

#include "leadsheet/contract/products.hpp"

namespace leadsheet::server::domain {

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
        const auto sum = checkedAdd(unit, surcharge);
        if (!sum)
            return tl::make_unexpected(sum.error());
        unit = *sum;
    }
    return amountFor(unit, leads).map([unit](MinorUnits total) { return Price{unit, total}; });
}

} // namespace leadsheet::server::domain
