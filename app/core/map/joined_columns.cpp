// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/auto_match.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/comma_parts.hpp"
#include "map/countries.hpp"
#include "map/name_meaning.hpp"
#include "map/parts_at_commas.hpp"
#include "map/places.hpp"
#include "map/row_marks.hpp"
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

// "SP", "RJ ou MG": letters of regions in most cells, and not of countries only.
bool areRegionCodes(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t filled = 0;
    std::size_t codes = 0;
    bool regionsOnly = false;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column);
        if (text.empty() || leavesPlaceWhole(text))
            continue;
        ++filled;
        const PlaceRoles roles = placeRoles(trimmed(text.substr(0, text.find_first_of(",;|/\n "))));
        codes += roles.code;
        regionsOnly = regionsOnly || (roles.code && roles.countries.empty());
    }
    return regionsOnly && codes * 2 > filled;
}

// What a column's name surely says of a place, or nothing. "Location" can be any part of one.
std::optional<PlaceColumn> placeColumn(const NameMeaning& meaning,
                                       const std::vector<SampleRow>& samples,
                                       std::uint32_t column) {
    if (meaning.place == PlacePart::Postcode || meaning.vetoed() || meaning.excludes ||
        meaning.fit < NameFit::Weak || meaning.target != kJoinedTarget)
        return std::nullopt;
    const bool codes = meaning.fit < NameFit::Near && areRegionCodes(samples, column);
    if (meaning.fit < NameFit::Near && !codes &&
        !shapeProves(shapeOf(samples, column), kJoinedTarget))
        return std::nullopt;
    return PlaceColumn{column, codes ? PlacePart::Region : meaning.place,
                       meaning.ofCompany  ? "company"
                       : meaning.ofPerson ? "person"
                                          : ""};
}

// "Rhein-Main", "Allg\u00E4u": regions that no list has; not "?", "Region 3" or "yes".
bool mayBeRegion(std::string_view text) {
    constexpr std::size_t kMostWords = 4;
    return text.find_first_of("0123456789@:") == std::string_view::npos && !readBoolean(text) &&
           CellWords::builtIn().placeholder(text) == Placeholder::No &&
           trimmedParts(text, " ").size() <= kMostWords;
}

// "OK" and "IN" are states, and more often said of the row.
bool hasKnownRegion(const std::vector<SampleRow>& samples, std::uint32_t column) {
    return std::any_of(samples.begin(), samples.end(), [column](const SampleRow& row) {
        const auto text = row.textAt(column);
        const PlaceRoles roles = placeRoles(trimmed(text.substr(0, text.find_first_of(",;|/\n"))));
        return !roles.regionOf.empty() &&
               !(roles.code && Vocabulary::builtIn().is(roles.plain, WordKind::Include));
    });
}

// "80331", "50667 K\u00F6ln": cities by their postcodes.
bool startsWithPostcode(std::string_view text) {
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    return (digits == 4 || digits == 5) && (digits == text.size() || text[digits] == ' ') &&
           text.find_first_of("0123456789@", digits) == std::string_view::npos;
}

// Half of the cells have to be what the name says; a city can be any text, and a region below a
// name that surely means one.
bool cellsFit(const std::vector<SampleRow>& samples, const PlaceColumn& place, bool isNamed) {
    std::size_t filled = 0;
    std::size_t fitting = 0;
    bool nothing = false;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(place.column);
        if (text.empty())
            continue;
        // "-", "n/a" and "all" beside a country contradict nothing.
        if (leavesPlaceWhole(text) ||
            CellWords::builtIn().placeholder(text) == Placeholder::Nothing) {
            nothing = true;
            continue;
        }
        ++filled;
        if (isNamed && place.part == PlacePart::Region && marksRow(text, RowMarks::ByWords))
            return false; // "State" is that of the row
        const auto first = trimmed(text.substr(0, text.find_first_of(",;|/\n")));
        const PlaceRoles roles = placeRoles(joinedParts(first, true).front().text);
        if (place.part == PlacePart::City || place.part == PlacePart::District)
            fitting += (text.find_first_of("0123456789@") == std::string_view::npos &&
                        (roles.countries.empty() || roles.alsoCity)) ||
                       (isNamed && startsWithPostcode(text));
        else if (place.part == PlacePart::Region)
            fitting += !roles.regionOf.empty() || !roles.countries.empty() || roles.wide ||
                       (isNamed && mayBeRegion(text));
        else
            fitting += !roles.countries.empty() || roles.wide;
    }
    return fitting * 2 >= filled && (filled > 0 || !nothing);
}

// Which part of a place the cells of a column such as "Location" are, or None when most of them are
// whole places already.
PlacePart partOfCells(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t whole = 0;
    std::size_t countries = 0;
    std::size_t regions = 0;
    std::size_t others = 0;
    for (const SampleRow& row : samples) {
        const std::string_view text =
            column < row.cells.size() ? trimmed(row.cells[column]) : std::string_view();
        if (text.empty())
            continue;
        const PlaceRoles roles = placeRoles(text);
        if (text.find_first_of(",;|/\n") != std::string_view::npos)
            ++whole;
        else if (!roles.countries.empty() || roles.wide)
            ++countries;
        else
            ++(roles.regionOf.empty() ? others : regions);
    }
    const std::size_t most = std::max({whole, countries, regions, others});
    return whole == most       ? PlacePart::None
           : countries == most ? PlacePart::Country
           : regions == most   ? PlacePart::Region
                               : PlacePart::City;
}

bool isRegion(const PlaceColumn& place) {
    return place.part == PlacePart::Region;
}

// "Company Country" beside "Person Country": an order describes companies by their place, so the
// person's is left out, where the company's says as much.
bool dropPersons(std::vector<PlaceColumn>& parts) {
    const auto isOf = [&](std::string_view owner) {
        return [owner](const PlaceColumn& part) {
            return part.of == owner;
        };
    };
    const bool both = std::any_of(parts.begin(), parts.end(), isOf("company")) &&
                      std::any_of(parts.begin(), parts.end(), isOf("person"));
    const auto widestOf = [&](std::string_view owner) {
        PlacePart widest = PlacePart::None;
        for (const PlaceColumn& part : parts)
            if (part.of == owner)
                widest = std::max(widest, part.part);
        return widest;
    };
    if (!both || widestOf("company") < widestOf("person"))
        return false;
    std::erase_if(parts, isOf("person"));
    return true;
}

bool isWide(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t wide = 0;
    std::size_t filled = 0;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column);
        filled += !text.empty();
        wide += !text.empty() && placeRoles(text).wide;
    }
    return wide * 2 > filled;
}

// Two columns that cannot be parts of one place.
bool clash(const PlaceColumn& one, const PlaceColumn& other) {
    return one.part == other.part || (!one.of.empty() && !other.of.empty() && one.of != other.of);
}

bool anyClash(const std::vector<PlaceColumn>& parts) {
    for (auto one = parts.begin(); one != parts.end(); ++one)
        if (std::any_of(one + 1, parts.end(),
                        [&](const auto& other) { return clash(*one, other); }))
            return true;
    return false;
}

// "Market" beside "Location": the one whose cells are places, where those of the others are none.
void dropUnlikely(const std::vector<SampleRow>& samples, std::vector<PlaceColumn>& columns) {
    const auto places = [&](const PlaceColumn& column) {
        return static_cast<std::size_t>(
            std::count_if(samples.begin(), samples.end(), [&](const SampleRow& row) {
                const std::string_view text = row.textAt(column.column);
                return !text.empty() &&
                       !placeRoles(trimmed(text.substr(0, text.find_first_of(",;|/\n"))))
                            .isUnknown();
            }));
    };
    if (columns.size() > 1 && std::any_of(columns.begin(), columns.end(), [&](const auto& column) {
            return places(column) * 2 > samples.size();
        }))
        std::erase_if(columns, [&](const auto& column) { return places(column) == 0; });
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

struct PlaceColumns {
    std::vector<PlaceColumn> parts;
    std::vector<PlaceColumn> anyPart; ///< columns for places of any kind
    std::vector<PlaceColumn> wholes;  ///< those of them that hold whole places
};

PlaceColumns placeColumnsOf(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                            const ColumnMap& map) {
    PlaceColumns found;
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        if (isSpokenFor(map, c))
            continue;
        const std::string_view before =
            learned == nullptr ? std::string_view() : learned->targetFor(map.headers[c]);
        const NameMeaning meaning = meaningOf(map.headers[c]);
        auto place = placeColumn(meaning, samples, c);
        if (!place || (!before.empty() && before != kJoinedTarget))
            continue;
        if (place->part == PlacePart::None) {
            if (meaning.fit >= NameFit::Near)
                found.anyPart.push_back(*place);
            place->part = partOfCells(samples, c);
            if (place->part == PlacePart::None && shapeFits(shapeOf(samples, c), kJoinedTarget))
                found.wholes.push_back(*place);
        }
        // "State" may be how far something is, and "Region" whose campaign.
        const bool isNamed = meaning.place == place->part && meaning.fit >= NameFit::Near &&
                             (place->part != PlacePart::Region || hasKnownRegion(samples, c));
        if (place->part != PlacePart::None && cellsFit(samples, *place, isNamed))
            found.parts.push_back(*place);
    }
    return found;
}

/// From the street to the country, each said once.
void arrange(const std::vector<SampleRow>& samples, const ColumnMap& map,
             std::vector<PlaceColumn>& parts) {
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
    // "EMEA" or "DACH" in one of two columns of regions says nothing that the country does not.
    if (std::count_if(parts.begin(), parts.end(), isRegion) > 1)
        std::erase_if(parts, [&](const PlaceColumn& part) {
            return isRegion(part) && isWide(samples, part.column);
        });
}

bool isIn(const std::vector<PlaceColumn>& columns, const PlaceColumn& column) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const PlaceColumn& other) { return other.column == column.column; });
}

// "City 1" and "City 2", of which only one looks like a city: the other would be lost.
bool anyNumbered(const ColumnMap& map, const std::vector<PlaceColumn>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const PlaceColumn& part) {
        const std::string_view header = trimmed(map.headers[part.column]);
        const std::string name = plainName(unnumbered(header));
        return unnumbered(header).size() < header.size() &&
               std::any_of(map.headers.begin(), map.headers.end(), [&](const std::string& other) {
                   return trimmed(other) != header && plainName(unnumbered(other)) == name;
               });
    });
}

bool isOwned(const PlaceColumn& part) {
    return !part.of.empty();
}

} // namespace

void joinPlaceColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                      ColumnMap& map) {
    const ValueRule* value = map.valueFor(kJoinedTarget);
    if (map.columnFor(kJoinedTarget) != nullptr || (value != nullptr && !value->fillOnly))
        return;
    PlaceColumns found = placeColumnsOf(samples, learned, map);
    auto& [parts, anyPart, wholes] = found;
    const std::vector<PlaceColumn> all = anyPart;
    dropUnlikely(samples, anyPart);
    bool ofCompany = dropPersons(anyPart);
    if (anyPart.size() > 1)
        return;
    const auto isDropped = [&all, &kept = anyPart](const PlaceColumn& column) {
        return isIn(all, column) && !isIn(kept, column);
    };
    std::erase_if(wholes, isDropped);
    std::erase_if(parts, isDropped);
    const bool dropped = anyPart.size() < all.size();
    if (!wholes.empty()) {
        const std::uint32_t whole = wholes.front().column;
        // "Leeds, UK" says more than the country beside it.
        if (dropped || !parts.empty())
            map.columns.push_back(
                {whole,
                 map.headers[whole],
                 std::string(kJoinedTarget),
                 {},
                 Confidence::Likely,
                 ofCompany ? messages::map::placeOfCompany() : messages::map::wholePlaces()});
        return;
    }
    arrange(samples, map, parts);
    // Beside a company's address, what is nobody's by its name is of who is sought.
    const bool mixed = std::any_of(parts.begin(), parts.end(), isOwned) &&
                       !std::all_of(parts.begin(), parts.end(), isOwned);
    if (mixed)
        std::erase_if(parts, isOwned);
    ofCompany = dropPersons(parts) || ofCompany;
    if (anyNumbered(map, parts))
        return;
    if (parts.size() < (mixed || ofCompany || dropped ? 1U : 2U) || anyClash(parts))
        return;
    ColumnRule rule{parts.front().column,
                    map.headers[parts.front().column],
                    std::string(kJoinedTarget),
                    {},
                    isOwned(parts.front()) ? Confidence::Likely : Confidence::Certain,
                    ofCompany                      ? messages::map::placeOfCompany()
                    : dropped && parts.size() == 1 ? messages::map::nameAndCellsFit()
                                                   : messages::map::partsOfPlace()};
    for (auto part = parts.begin() + 1; part != parts.end(); ++part)
        rule.with.push_back({part->column, map.headers[part->column]});
    map.columns.push_back(std::move(rule));
}

std::optional<std::uint32_t> columnWithoutCountries(const std::vector<SampleRow>& samples,
                                                    const ColumnMap& map) {
    const ColumnRule* rule = map.columnFor("locations");
    if (rule == nullptr || !rule->with.empty() || rule->why == given() ||
        meaningOf(rule->header).place != PlacePart::Country)
        return std::nullopt;
    bool any = false;
    for (const SampleRow& row : samples) {
        const auto text = row.textAt(rule->column);
        any = any || !text.empty();
        auto parts = trimmedParts(text, ",;|/&+\n");
        for (const JoinedPart& part : joinedParts(text, true)) // "UK and US"
            parts.push_back(part.text);
        parts.push_back(text); // "Korea, Republic of"
        if (std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
                return !part.empty() && (isKnownPlace(part) || wholePlace(part));
            }))
            return std::nullopt;
    }
    return any ? std::optional(rule->column) : std::nullopt;
}

bool mostlyRegionsOrSides(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t filled = 0;
    std::size_t parts = 0;
    for (const SampleRow& row : samples) {
        const auto text = row.textAt(column);
        filled += !text.empty();
        parts += Vocabulary::builtIn().isCellWord("placeSide", plainName(text)) ||
                 !placeRoles(text).regionOf.empty();
    }
    return parts * 2 > filled;
}

namespace {

// "Title" of "Primary Title" and "Title / Secondary".
std::string_view withoutRank(std::string_view name) {
    const auto isRank = [](std::string_view word) {
        return isOneOf(lowerCase(word), {"primary", "secondary", "tertiary", "prim\u00E4r",
                                         "sekund\u00E4r", "primaire", "secondaire"});
    };
    const auto first = name.find(' ');
    const auto last = name.rfind(" / ");
    if (first != std::string_view::npos && isRank(name.substr(0, first)))
        return trimmed(name.substr(first));
    return last != std::string_view::npos && last > 0 && isRank(trimmed(name.substr(last + 3)))
               ? trimmed(name.substr(0, last))
               : name;
}

} // namespace

std::string_view unnumbered(std::string_view header) {
    std::string_view name = trimmed(header);
    constexpr std::string_view kNumbering = "0123456789#()_. ";
    while (!name.empty() && kNumbering.find(name.back()) != std::string_view::npos)
        name.remove_suffix(1);
    return withoutRank(name);
}

void joinNumberedColumns(const std::vector<SampleRow>& samples, ColumnMap& map) {
    const auto fits = [&](std::uint32_t column, const std::string& target) {
        return !isSpokenFor(map, column) && shapeFits(shapeOf(samples, column), target);
    };
    for (std::uint32_t first = 0; first < map.headers.size(); ++first) {
        const std::string_view bare = unnumbered(map.headers[first]);
        const std::string name = plainName(bare);
        const NameMeaning meaning = meaningOf(bare);
        const bool sure = !name.empty() && meaning.fit >= NameFit::Near && !meaning.vetoed() &&
                          !meaning.excludes && canJoin(meaning.target) &&
                          !map.fills(meaning.target) &&
                          (meaning.target != kJoinedTarget || meaning.place != PlacePart::None);
        // "State 1" and "State 2" beside "Country" make no list by themselves.
        const auto isWider = [&](const std::string& other) {
            const NameMeaning of = meaningOf(other);
            return of.target == kJoinedTarget && of.place > meaning.place && !of.vetoed() &&
                   of.place != PlacePart::Postcode;
        };
        if (!sure || !fits(first, meaning.target) ||
            (meaning.target == kJoinedTarget &&
             std::any_of(map.headers.begin(), map.headers.end(), isWider)))
            continue;
        ColumnRule rule{first, map.headers[first],  meaning.target,
                        {},    Confidence::Certain, messages::map::numberedAlike()};
        for (std::uint32_t c = first + 1; c < map.headers.size(); ++c)
            if (plainName(unnumbered(map.headers[c])) == name &&
                plainName(map.headers[c]) != name && fits(c, meaning.target))
                rule.with.push_back({c, map.headers[c]});
        if (!rule.with.empty())
            map.columns.push_back(std::move(rule));
    }
}

} // namespace leadsheet::app
