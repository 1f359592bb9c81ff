// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// As trimmedParts, without cutting inside brackets.
std::vector<std::string_view> partsOutsideBrackets(std::string_view text,
                                                   std::string_view separators);

/// The parts between commas. Names that are known with a comma are one, and so is what says nothing
/// without the part before it: "Portugal, north of", "Sales, head of".
std::vector<std::string_view> partsAtCommas(std::string_view target, std::string_view text);

/// The last part of what the part at `first` excludes, `first` itself where it excludes nothing:
/// "except Bavaria, Saxony".
std::size_t endOfDenial(std::string_view target, const std::vector<std::string_view>& parts,
                        std::size_t first);

/// What is named beside words that say where it lies from there: "Lisbon" of "north of Lisbon",
/// "Portugal" of "Portugal, north of" and "Portugal, North". Absent for other places.
std::optional<std::string> placeBeside(std::string_view place);

/// The country, region or area that a text names all of: "France" of "toute la France", "Germany"
/// of "all of Germany" and "Germany, nationwide", "deutschland" of "deutschlandweit". Absent for
/// other places.
std::optional<std::string> wholePlace(std::string_view place);

/// "-", "n/a": nothing narrower than the place beside it. Not "tbd", which is to be known yet.
bool leavesPlaceWhole(std::string_view cell);

/// What a text means whose last word waits for another one: "head of Sales" of "Sales, head of",
/// and nothing of "Head of". Absent for other texts.
std::optional<std::string> unfinishedText(std::string_view text);

} // namespace leadsheet::app
