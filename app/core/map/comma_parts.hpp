// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What the commas in one text of a list field do.
enum class CommaMeaning {
    None,    ///< there are none
    Items,   ///< stand between items: "Germany, Austria"
    Whole,   ///< are part of one item: "Munich, Germany", "VP, Sales"
    Plain,   ///< nothing speaks for either: read as the column is
    Unclear, ///< could do either, and that is to be said; read as the column is
    Tangled, ///< do both: "Munich, Germany, Vienna, Austria"
};
CommaMeaning commaMeaning(std::string_view target, std::string_view text);

/// The items between commas; names that are known with a comma stay whole.
std::vector<std::string> itemsAtCommas(std::string_view target, std::string_view text);

} // namespace leadsheet::app
