// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace leadsheet::app {

void appendInteger(std::string& out, std::int64_t value);
/// The shortest text that reads back as the same number.
void appendDouble(std::string& out, double value);
/// ISO 8601: 2026-01-31.
void appendDate(std::string& out, std::chrono::sys_days date);
/// ISO 8601: 2026-01-31T14:07:00Z, with milliseconds when there are any.
void appendTime(std::string& out, ExportTime time);
/// A plain decimal with all digits of the currency: -1234.50.
void appendAmount(std::string& out, ExportAmount amount);
/// For formats whose cells hold one text: joined by ", ".
void appendList(std::string& out, const ExportList& list);

/// The serial of a spreadsheet's 1900 date system; absent outside 1 March 1900 to 9999, where
/// programs disagree or have none.
std::optional<double> dateSerial(ExportTime time);

} // namespace leadsheet::app
