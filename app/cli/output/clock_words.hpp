// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language.hpp"
#include "leadsheet/app/durations.hpp"
#include "leadsheet/clock.hpp"

#include <chrono>
#include <string>

namespace leadsheet::cli {

/// Local clock time as a person reads it: "14:07" today, "tomorrow 09:15", "2026-03-01 09:15" else.
std::string clockTime(WallTime time, WallTime now, const text::Wording& language = wording());
/// The same for an RFC 3339 text of a server; the text itself when it cannot be read.
std::string clockTime(const std::string& rfc3339, WallTime now);
/// "2026-03-01T08:15:00Z", for JSON output.
std::string utcTime(WallTime time);
/// "45 s", "12 min", "3 h 20 min".
std::string duration(std::chrono::seconds time);
using app::parseDuration;

} // namespace leadsheet::cli
