// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet {

/// From this many leads on, a lead costs this much.
struct ProductTier {
    std::int64_t fromLeads = 1;
    std::int64_t unitPriceMicros = 0; ///< millionths of the major unit
};

/// One product as the server sells it now.
struct Product {
    std::string id; ///< the value of `scrapingOption`
    std::string title;
    std::string description;
    std::string currency;
    std::int64_t minLeadCount = 0;
    std::int64_t maxLeadCount = 0;
    /// The tier that an order's lead count reaches prices every lead of the order.
    std::vector<ProductTier> tiers;
    std::int64_t requireEmailMicros = 0; ///< added to the price of every lead when asked for
    std::int64_t requirePhoneMicros = 0;
    /// At least one of these fields is needed; none when empty.
    std::vector<std::string> requiredAny;
    std::string fieldsSchema; ///< JSON Schema of an order, as JSON text
};

} // namespace leadsheet
