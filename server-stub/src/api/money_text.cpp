// SPDX-License-Identifier: Apache-2.0
#include "api/money_text.hpp"

#include <leadsheet/contract/products.hpp>

namespace leadsheet::server::api {

std::string moneyText(domain::MinorUnits amount) {
    // Negated as unsigned, so that the smallest amount is no special case.
    const bool negative = amount < 0;
    const auto size = negative ? std::uint64_t{0} - static_cast<std::uint64_t>(amount)
                               : static_cast<std::uint64_t>(amount);
    std::string minor = std::to_string(size % 100);
    minor.insert(0, 2 - minor.size(), '0');
    std::string major = std::to_string(size / 100);
    for (std::size_t i = major.size(); i > 3; i -= 3)
        major.insert(i - 3, ",");
    return (negative ? "-" : "") + major + "." + minor + " " + std::string(contract::kCurrency);
}

} // namespace leadsheet::server::api
