// SPDX-License-Identifier: Apache-2.0
#include "check/place_parts.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/display.hpp"
#include "map/places.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

std::string cellName(const FieldInput& input) {
    const std::string letter =
        input.place.column == 0 ? std::string() : columnLetter(input.place.column - 1);
    return "column " + letter + (input.header.empty() ? "" : " (" + input.header + ")");
}

std::string shown(const FieldInput& input) {
    return "\"" + std::string(utf8Prefix(trimmed(input.text), kProblemValueBytes)) + "\"";
}

// The words of a place, to see whether one says what another says already.
bool saysAlready(const std::string& place, const std::string& part) {
    const std::string plain = plainName(part);
    if (plain.empty())
        return true;
    for (std::size_t from = 0; from <= place.size();) {
        const std::size_t to = std::min(place.find(',', from), place.size());
        if (plainName(std::string_view(place).substr(from, to - from)) == plain)
            return true;
        from = to + 1;
    }
    return plainName(place) == plain;
}

bool fits(const std::string& place, const JoinedCell& first, const contract::FieldInfo& field,
          ProblemSink& problems) {
    if (field.maxLength <= 0 || characterCount(place) <= static_cast<std::size_t>(field.maxLength))
        return true;
    problems.add(ProblemLevel::Blocks, ProblemCode::TooLong, first.input,
                 "The joined place \"" + place + "\" is longer than " +
                     displayNumber(field.maxLength) + " characters.",
                 "Shorten it, or map only one of the columns.");
    return false;
}

} // namespace

std::vector<std::string> joinPlaces(const std::vector<JoinedCell>& parts,
                                    const contract::FieldInfo& field, ProblemSink& problems) {
    const auto first = std::find_if(parts.begin(), parts.end(),
                                    [](const JoinedCell& part) { return !part.items.empty(); });
    if (first == parts.end())
        return {};
    std::vector<std::string> places = first->items;
    for (auto part = first + 1; part != parts.end(); ++part) {
        if (part->items.empty() ||
            std::all_of(part->items.begin(), part->items.end(),
                        [](const std::string& item) { return placeRoles(item).wide; }))
            continue;
        if (part->items.size() > 1) {
            problems.add(ProblemLevel::Blocks, ProblemCode::UnclearList, part->input,
                         shown(part->input) + " names several places, and " +
                             cellName(first->input) + " says " + shown(first->input) +
                             ": which belongs to which is not said.",
                         "Write a row for each place, or empty one of the two cells.");
            return {};
        }
        for (std::string& place : places)
            if (!saysAlready(place, part->items.front()))
                place += ", " + part->items.front();
    }
    for (const std::string& place : places)
        if (!fits(place, *first, field, problems))
            return {};
    return places;
}

} // namespace leadsheet::app
