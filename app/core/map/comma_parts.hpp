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
    Inward,  ///< stand between a place and what lies in it: "Germany, Munich"
    Plain,   ///< nothing speaks for either: read as the column is
    Unclear, ///< could do either, and that is to be said; read as the column is
    Tangled, ///< do both: "Munich, Germany, Vienna, Austria"
};
CommaMeaning commaMeaning(std::string_view target, std::string_view text);

/// The items between commas; names that are known with a comma stay whole.
std::vector<std::string> itemsAtCommas(std::string_view target, std::string_view text);

/// A part of what "/", "&", "+" or a word such as "and" joins.
struct JoinedPart {
    std::string_view text;
    bool sign = true;         ///< a sign stands before it, no word
    bool alternative = false; ///< "or" stands before it, or "/"
    bool doubtful = false;    ///< a word stands before it that is another one elsewhere: "of", "a"
    bool andOr = false;       ///< "and/or" stands before it, which only joins
};
/// The parts of a text, one when nothing is joined. Signs inside brackets join nothing, and the
/// Dutch "of" only where it is asked for.
std::vector<JoinedPart> joinedParts(std::string_view text, bool atOf);

/// What a text of a list field means that joins parts.
struct JoinedItems {
    std::vector<std::string_view> items; ///< several, or the text itself
    bool guess = false;                  ///< to be said, because it could be meant otherwise
};
/// "Germany and Austria" and "CTO/CIO" are two items, "Trinidad and Tobago" is one.
JoinedItems joinedItems(std::string_view target, std::string_view text);

} // namespace leadsheet::app
