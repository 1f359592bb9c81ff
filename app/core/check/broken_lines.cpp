// SPDX-License-Identifier: Apache-2.0
#include "check/broken_lines.hpp"

#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <vector>

namespace leadsheet::app {
namespace {

bool isPhraseOf(std::string_view list, std::string_view text) {
    std::string phrase;
    for (const std::string_view word : trimmedParts(text, " "))
        phrase += word == "&" ? std::string("and") : plainName(word);
    return Vocabulary::builtIn().isCellWord(list, phrase);
}

bool isPlaceByName(std::string_view text) {
    const PlaceRoles place = placeRoles(text);
    return !place.countries.empty() || !place.regionOf.empty() || place.wide;
}

// "Vice", "Head of", "Leiter der": a title goes on behind it.
bool beginsTitle(std::string_view line) {
    const auto words = trimmedParts(line, " ");
    return isPhraseOf("titleBeginnings", line) ||
           (words.size() > 1 &&
            isOneOf(lowerCase(words.back()),
                    {"of", "de", "du", "der", "des", "f\u00FCr", "di", "del", "della", "van"}));
}

bool isTitleByName(std::string_view text) {
    const TitlePart part = titlePart(text);
    return part == TitlePart::Whole || part == TitlePart::Rank;
}

/// Whether the lines are one name, and not two of which each can stand alone.
bool areOneName(std::string_view target, std::string_view first, std::string_view second) {
    const std::string joined = std::string(first) + " " + std::string(second);
    if (target == "locations")
        return isPlaceByName(joined) && !(isPlaceByName(first) && isPlaceByName(second));
    if (target == "jobTitles")
        return beginsTitle(first) && isTitleByName(joined);
    return isOneOf(target, {"industries", "keywords", "categories"}) &&
           isPhraseOf("industryNames", joined) &&
           !(isPhraseOf("industryNames", first) && isPhraseOf("industryNames", second));
}

} // namespace

std::string withWholeNames(std::string text, std::string_view target) {
    if (text.find_first_of("\r\n") == std::string::npos)
        return text;
    std::vector<std::string> lines;
    bool joins = false;
    for (const std::string_view line : trimmedParts(text, "\r\n")) {
        if (!lines.empty() && areOneName(target, lines.back(), line)) {
            lines.back().append(" ").append(line);
            joins = true;
        } else {
            lines.emplace_back(line);
        }
    }
    if (!joins)
        return text;
    text.clear();
    for (const std::string& line : lines)
        text.append(text.empty() ? "" : "\n").append(line);
    return text;
}

} // namespace leadsheet::app
