// SPDX-License-Identifier: Apache-2.0
#include "map/place_columns.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "map/column_samples.hpp"
#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

namespace leadsheet::app {
namespace {

enum class Level { City, Region, Country };

struct PlaceColumn {
    std::uint32_t column = 0;
    Level level = Level::City;
    std::string of; ///< whose place: "", "company", "person"
};

// What else may stand in the name of such a column; any other word makes it something else.
const std::unordered_map<std::string, std::string>& owners() {
    static const std::unordered_map<std::string, std::string> known = {{"target", ""},
                                                                       {"name", ""},
                                                                       {"ziel", ""},
                                                                       {"company", "company"},
                                                                       {"account", "company"},
                                                                       {"hq", "company"},
                                                                       {"headquarters", "company"},
                                                                       {"firma", "company"},
                                                                       {"firmen", "company"},
                                                                       {"unternehmen", "company"},
                                                                       {"organization", "company"},
                                                                       {"organisation", "company"},
                                                                       {"contact", "person"},
                                                                       {"person", "person"},
                                                                       {"lead", "person"},
                                                                       {"kontakt", "person"}};
    return known;
}

const std::unordered_map<std::string, Level>& levels() {
    static const auto known = [] {
        std::unordered_map<std::string, Level> words;
        const auto add = [&](Level level, std::initializer_list<const char*> names) {
            for (const char* name : names)
                words.emplace(plainName(name), level);
        };
        add(Level::City, {"city", "cities", "town", "stadt", "städte", "ort", "orte", "ville",
                          "ciudad", "città", "citta", "plaats", "stad", "miasto", "cidade"});
        add(Level::Region,
            {"region", "regions", "state", "states", "province", "bundesland", "bundesländer",
             "kanton", "canton", "county", "région", "département", "provincia", "regione", "regio",
             "provincie", "województwo", "estado", "región"});
        add(Level::Country, {"country", "countries", "land", "länder", "laender", "pays", "país",
                             "paese", "kraj", "nation"});
        return words;
    }();
    return known;
}

std::optional<PlaceColumn> placeColumn(const std::string& header, std::uint32_t column) {
    PlaceColumn place{column, {}, {}};
    bool known = false;
    for (const std::string& word : plainWords(header)) {
        if (const auto level = levels().find(word); level != levels().end()) {
            if (known)
                return std::nullopt;
            place.level = level->second;
            known = true;
            continue;
        }
        const auto owner = owners().find(word);
        if (owner == owners().end() || (!place.of.empty() && !owner->second.empty()))
            return std::nullopt;
        if (!owner->second.empty())
            place.of = owner->second;
    }
    return known ? std::optional(place) : std::nullopt;
}

// Half of the cells have to be what the name says; a city can be any text.
bool cellsFit(const std::vector<SampleRow>& samples, const PlaceColumn& place) {
    std::size_t filled = 0;
    std::size_t fitting = 0;
    for (const SampleRow& row : samples) {
        const std::string_view text =
            place.column < row.cells.size() ? trimmed(row.cells[place.column]) : std::string_view();
        if (text.empty())
            continue;
        ++filled;
        const PlaceRoles roles = placeRoles(trimmed(text.substr(0, text.find_first_of(",;|/\n"))));
        if (place.level == Level::City)
            fitting += text.find_first_of("0123456789@") == std::string_view::npos &&
                       (roles.countries.empty() || roles.alsoCity);
        else if (place.level == Level::Region)
            fitting += !roles.regionOf.empty() || !roles.countries.empty() || roles.wide;
        else
            fitting += !roles.countries.empty() || roles.wide;
    }
    return fitting * 2 >= filled;
}

bool isTaken(const ColumnMap& map, std::uint32_t column) {
    const auto in = [column](const std::vector<std::uint32_t>& columns) {
        return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    return in(map.ignored) || in(map.resultColumns) ||
           std::any_of(map.columns.begin(), map.columns.end(),
                       [column](const ColumnRule& rule) { return rule.reads(column); });
}

} // namespace

void joinPlaceColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                      ColumnMap& map) {
    const ValueRule* value = map.valueFor(kJoinedTarget);
    if (map.columnFor(kJoinedTarget) != nullptr || (value != nullptr && !value->fillOnly))
        return;
    std::vector<PlaceColumn> parts;
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        if (isTaken(map, c))
            continue;
        const std::string_view before =
            learned == nullptr ? std::string_view() : learned->targetFor(map.headers[c]);
        const auto place = placeColumn(map.headers[c], c);
        if (!place) {
            // A column of the field's own name says it all.
            if (Vocabulary::builtIn().target(plainName(map.headers[c])) == kJoinedTarget)
                return;
            continue;
        }
        if ((before.empty() || before == kJoinedTarget) && cellsFit(samples, *place))
            parts.push_back(*place);
    }
    std::sort(parts.begin(), parts.end(),
              [](const PlaceColumn& a, const PlaceColumn& b) { return a.level < b.level; });
    const bool unlike = std::adjacent_find(parts.begin(), parts.end(),
                                           [](const PlaceColumn& a, const PlaceColumn& b) {
                                               return a.level == b.level || a.of != b.of;
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
