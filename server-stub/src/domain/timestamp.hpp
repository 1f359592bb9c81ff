// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// A moment in UTC, to the millisecond. Stored as milliseconds since 1970.
using Timestamp = std::chrono::sys_time<std::chrono::milliseconds>;

constexpr std::int64_t toMillis(Timestamp time) {
    return time.time_since_epoch().count();
}
constexpr Timestamp fromMillis(std::int64_t millis) {
    return Timestamp(std::chrono::milliseconds(millis));
}

/// Whole days since 1970-01-01 UTC; the unit of daily spend caps.
constexpr std::int64_t utcDay(Timestamp time) {
    return std::chrono::floor<std::chrono::days>(time).time_since_epoch().count();
}

inline constexpr std::size_t kTimestampSize = 24;

/// RFC 3339 in UTC with milliseconds: 2026-03-01T12:34:56.789Z. Years 0 to 9999.
std::string formatTimestamp(Timestamp time);
std::array<char, kTimestampSize> timestampText(Timestamp time); ///< the same, for many

/// Reads RFC 3339 with any offset and 0 to 9 fraction digits (cut to milliseconds). Leap second 60
/// is read as 59. Anything else: nullopt.
std::optional<Timestamp> parseTimestamp(std::string_view text);

} // namespace leadsheet::server::domain
