// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

/// The lists of an order as text. The specification has lists as comma-separated text and this
/// service answers with arrays; an answer therefore has both, `industries` and `industriesText`.
/// Pure and thread-safe.
namespace leadsheet::server::domain {

/// Adds, for each list of the products that `request` (a record) has, the member that holds its
/// items joined by ", "; null where an item contains a comma, since the text would be read as other
/// items.
void addListTexts(boost::json::object& request);

/// Drops the members that addListTexts() adds, so that an answer's `request` can be sent as it came
/// back: those that are null, and those with the items of the list beside them. A text that says
/// something other than its list, or stands without it, stays.
void dropListTexts(boost::json::object& request);

/// "industries" for "industriesText"; empty for a name that addListTexts() never adds.
std::string_view listOfText(std::string_view member);

} // namespace leadsheet::server::domain
