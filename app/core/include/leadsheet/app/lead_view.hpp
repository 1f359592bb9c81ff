// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// A way to look at leads, under a name: which ones, and which columns in which order.
struct LeadView {
    static constexpr std::size_t kMaxNameCharacters = 80;

    std::string name;
    LeadFilter filter;
    std::vector<LeadField> fields;
};

/// The view as a text that can be kept, sent to somebody, and read again:
/// `{"leadsheetView":1,"name":"…","filter":{…},"fields":[…]}`.
std::string leadViewText(const LeadView& view);
/// Strict: an unknown member, filter or field would show other leads than meant and is refused, as
/// is a view of a later version. ErrorCode::InvalidArgument with what is wrong.
Result<LeadView> readLeadView(std::string_view text);

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
