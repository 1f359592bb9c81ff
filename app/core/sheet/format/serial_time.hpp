// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace leadsheet::app {

/// Days between the first days of the 1900 and the 1904 date system.
inline constexpr double kDaysTo1904 = 1462;

/// Serial of a day of the years 1 to 9999, in the system in which 1900-01-01 is 1 and 1900 has a 29
/// February; absent for what is not a day.
std::optional<double> serialOfDay(int year, int month, int day);

/// Serial of an ISO 8601 date ("2026-01-31"), date and time ("2026-01-31T12:30:00.5") or time alone
/// ("12:30", below 1), counted as by `serialOfDay`. A time zone is not looked at. Absent for what
/// is not such a thing.
std::optional<double> isoSerial(std::string_view text);

} // namespace leadsheet::app
