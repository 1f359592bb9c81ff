// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// What a person types: "90" or "90s", "15m", "2h", "1d", "2w"; at most 366 days. Nothing when it
/// cannot be read.
std::optional<std::chrono::seconds> parseDuration(std::string_view text);
/// Why a text is not a duration; nothing when it is one.
std::optional<std::string> durationProblem(const std::string& text);

/// A duration in which orders become past (submit::RunSpec::againAfter): longer than nothing.
std::optional<std::chrono::seconds> parsePeriod(std::string_view text);
std::optional<std::string> periodProblem(const std::string& text);

/// The shortest text that parseDuration() reads as this: "30d", "90m".
std::string durationAsTyped(std::chrono::seconds time);

} // namespace leadsheet::app
