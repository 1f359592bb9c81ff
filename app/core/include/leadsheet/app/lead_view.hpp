// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/result.hpp"

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

} // namespace leadsheet::app
