// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mcp/message.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace leadsheet::server::mcp {

/// Header field of a connection: the most that its key may have spent on a day (UTC) after an order
/// of this connection, for example "50 USD". It lowers the key's own cap and never raises it.
inline constexpr std::string_view kSpendCapField = "Leadsheet-Spend-Cap";

/// An amount such as "50", "12.5" or "12.50 USD" in minor units of `currency`, of which a major
/// unit has 10^`minorDigits`; none when it is anything else.
std::optional<std::int64_t> spendCapOf(std::string_view field, std::string_view currency,
                                       int minorDigits);

/// To a message whose field is not an amount: nothing is done under a cap that nobody understands.
Answer badSpendCap(std::string_view currency);

} // namespace leadsheet::server::mcp
