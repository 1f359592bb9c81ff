// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::app {

// English digits and separators whatever the machine's locale. Money is shown with
// leadsheet::format (leadsheet/money.hpp).

/// "1,234", "-1,234".
std::string displayNumber(std::int64_t value);

/// "1,412 orders", "1 order".
std::string displayCount(std::int64_t value, std::string_view singular, std::string_view plural);

/// Micro-units per lead to "$0.12", "$0.1255", "0.12 EUR": at least two decimals, and as many more
/// as are needed to be exact.
std::string displayUnitPrice(std::int64_t micros, std::string_view currency);

/// "2.4 MB", "512 bytes"; decimal units.
std::string displayBytes(std::uint64_t bytes);

} // namespace leadsheet::app
