// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"

#include <span>
#include <string>

namespace leadsheet::app {

/// A value as delimited files hold it: lists joined by ", ", numbers shortest, true or false.
std::string leadValueText(const LeadValue& value);

/// The line of names over leads that are copied into a spreadsheet.
void appendLeadNames(std::string& out, std::span<const LeadField> fields);
/// A line with tabs between the cells, quoted where needed, with an apostrophe before what a
/// spreadsheet would calculate; phone numbers stay as they are.
void appendLeadLine(std::string& out, const Lead& lead, std::span<const LeadField> fields);
/// A JSON object with these members, null for nothing.
void appendLeadJson(std::string& out, const Lead& lead, std::span<const LeadField> fields);

} // namespace leadsheet::app
