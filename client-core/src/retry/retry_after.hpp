// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace leadsheet {

/// Longer requests are read as this long, so that no later arithmetic can overflow.
inline constexpr std::chrono::hours kLongestRetryAfter{24 * 366};

/// Reads an HTTP-date in any of the three forms of RFC 9110 section 5.6.7 (IMF-fixdate, RFC 850,
/// asctime). A two-digit year is the one within 50 years of `now`; of two, the later.
std::optional<WallTime> parseHttpDate(std::string_view text, WallTime now);

/// Reads Retry-After: seconds (a decimal fraction is accepted and rounded up to whole seconds) or
/// an HTTP-date. A date is measured against the answer's own Date header, so that a wrong local
/// clock does not matter; against `localNow` only when that header is absent or malformed. A date
/// in the past is 0. Of lines joined with commas the first counts. Nothing when malformed: the
/// caller then uses its own backoff.
std::optional<std::chrono::milliseconds> parseRetryAfter(std::string_view value,
                                                         std::optional<std::string_view> dateHeader,
                                                         WallTime localNow);

} // namespace leadsheet
