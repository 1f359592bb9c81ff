// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet {

/// Reads an RFC 3339 date-time such as `2026-03-01T12:34:56.789Z`, also with an offset; digits
/// after the millisecond are cut off. Nothing when malformed or not a real moment.
std::optional<WallTime> parseTimestamp(std::string_view text);

/// RFC 3339 in UTC with milliseconds, as the service writes it.
std::string formatTimestamp(WallTime time);

} // namespace leadsheet
