// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// Without the sign that stands before each item of a list, and before a single one as well.
std::string_view withoutBullet(std::string_view item);

/// "Sales Manager" of the same in quotation marks, as searches write it: they would be looked for.
std::string_view withoutQuotes(std::string_view item);

/// Without the sign that joins the item to the next line of its cell: "CEO" of "CEO /"
/// and "CEO or". Behind any place but a country, "OR" is Oregon.
std::string_view withoutEndJoin(std::string_view item, bool place);

} // namespace leadsheet::app
