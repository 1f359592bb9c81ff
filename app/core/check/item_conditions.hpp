// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/item_phrases.hpp"

namespace leadsheet::app {

/// Several levels of titles in words: "VP and above", "mind. Director", "C-Level", "any Director",
/// "person in charge of IT".
std::optional<ItemRemark> levelIn(std::string_view title);

/// What holds only under a condition, or instead of another item: "CEO if <50 MA", "else CFO",
/// "CEO (bei KMU)", "pref. Germany". What is meant is the item without it.
std::optional<ItemRemark> conditionIn(std::string_view item, std::string_view field);

/// A place with words about the companies there: "HQ in Germany", "Firmen in Bayern", "Schwerpunkt
/// NRW"; countries joined by signs or words that lists are not read by: "DE-AT-CH", "Germany plus
/// Austria"; and what lies in a country: "Germany: Munich".
std::optional<ItemRemark> seatIn(std::string_view place);

/// "CFO" as an industry: most likely cells of two columns that changed places.
std::optional<ItemRemark> titleIn(std::string_view industry);

} // namespace leadsheet::app
