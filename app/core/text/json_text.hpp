// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Appends `text`, which is UTF-8, as a JSON string with its quotation marks (RFC 8259, section 7).
void appendJsonString(std::string& out, std::string_view text);

/// The object that is a member of another one; null when there is none.
const boost::json::object* objectIn(const boost::json::object& parent, std::string_view name);
/// All texts of a list, or of an object of lists.
void forEachText(const boost::json::value& lists, const std::function<void(std::string_view)>& use);

} // namespace leadsheet::app
