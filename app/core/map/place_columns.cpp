// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "map/auto_match.hpp"
#include "map/countries.hpp"
#include "map/name_meaning.hpp"
#include "map/places.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace leadsheet::app {
namespace {

struct PlaceColumn {
    std::uint32_t column = 0;
    PlacePart part = PlacePart::None;
    std::string of; ///< whose place: "", "company", "person"
};

// What a column's name surely says of a place, or nothing.
std::optional<PlaceColumn> placeColumn(const NameMeaning& meaning, std::uint32_t column) {
    const bool part = meaning.place != PlacePart::None && meaning.place != PlacePart::Postcode;
    if (!part || meaning.vetoed() || meaning.excludes || meaning.fit < NameFit::Near ||
        meaning.target != kJoinedTarget)
        return std::nullopt;
    return PlaceColumn{column, meaning.place,
                       meaning.ofCompany  ? "company"
                       : meaning.ofPerson ? "person"
                                          : ""};
}

// Half of the cells have to be what the name says; a city can be any text.
bool cellsFit(const std::vector<SampleRow>& samples, const PlaceColumn& place) {
    std::size_t filled = 0;
    std::size_t fitting = 0;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(place.column);
        if (text.empty())
            continue;
        ++filled;
        const PlaceRoles roles = placeRoles(trimmed(text.substr(0, text.find_first_of(",;|/\n"))));
        if (place.part == PlacePart::City)
            fitting += text.find_first_of("0123456789@") == std::string_view::npos &&
                       (roles.countries.empty() || roles.alsoCity);
        else if (place.part == PlacePart::Region)
            fitting += !roles.regionOf.empty() || !roles.countries.empty() || roles.wide;
        else
            fitting += !roles.countries.empty() || roles.wide;
    }
    return fitting * 2 >= filled;
}

// "Country" and "Country code" of the same rows say one thing; the one that says it at length
// stays.
bool saysTheSame(const std::vector<SampleRow>& samples, std::uint32_t one, std::uint32_t other) {
    bool any = false;
    for (const SampleRow& row : samples) {
        const std::string_view first = row.textAt(one);
        const std::string_view second = row.textAt(other);
        if (first.empty() && second.empty())
            continue;
        const bool same = plainName(first) == plainName(second) ||
                          (isCountry(first) && countryCode(first) == countryCode(second));
        if (!same)
            return false;
        any = true;
    }
    return any;
}

std::size_t lengthOf(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t length = 0;
    for (const SampleRow& row : samples)
        length += row.textAt(column).size();
    return length;
}

} // namespace

void joinPlaceColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                      ColumnMap& map) {
    const ValueRule* value = map.valueFor(kJoinedTarget);
    if (map.columnFor(kJoinedTarget) != nullptr || (value != nullptr && !value->fillOnly))
        return;
    std::vector<PlaceColumn> parts;
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        if (isSpokenFor(map, c))
            continue;
        const std::string_view before =
            learned == nullptr ? std::string_view() : learned->targetFor(map.headers[c]);
        const NameMeaning meaning = meaningOf(map.headers[c]);
        const auto place = placeColumn(meaning, c);
        if (!place) {
            // A column for places of any kind says it all.
            if (meaning.target == kJoinedTarget && meaning.fit >= NameFit::Near &&
                meaning.place == PlacePart::None && !meaning.vetoed() && !meaning.excludes)
                return;
            continue;
        }
        if ((before.empty() || before == kJoinedTarget) && cellsFit(samples, *place))
            parts.push_back(*place);
    }
    std::sort(parts.begin(), parts.end(), [&](const PlaceColumn& a, const PlaceColumn& b) {
        if (a.part != b.part)
            return a.part < b.part;
        const std::size_t lengthA = lengthOf(samples, a.column);
        const std::size_t lengthB = lengthOf(samples, b.column);
        return lengthA != lengthB ? lengthA > lengthB
                                  : map.headers[a.column] < map.headers[b.column];
    });
    const auto end =
        std::unique(parts.begin(), parts.end(), [&](const PlaceColumn& a, const PlaceColumn& b) {
            return a.part == b.part && a.of == b.of && saysTheSame(samples, a.column, b.column);
        });
    parts.erase(end, parts.end());
    const bool unlike = std::adjacent_find(parts.begin(), parts.end(),
                                           [](const PlaceColumn& a, const PlaceColumn& b) {
                                               return a.part == b.part || a.of != b.of;
                                           }) != parts.end();
    if (parts.size() < 2 || unlike)
        return;
    ColumnRule rule{parts.front().column,
                    map.headers[parts.front().column],
                    std::string(kJoinedTarget),
                    {},
                    parts.front().of.empty() ? Confidence::Certain : Confidence::Likely,
                    "parts of one place"};
    for (auto part = parts.begin() + 1; part != parts.end(); ++part)
        rule.with.push_back({part->column, map.headers[part->column]});
    map.columns.push_back(std::move(rule));
}

} // namespace leadsheet::app
