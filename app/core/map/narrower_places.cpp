// SPDX-License-Identifier: Apache-2.0
#include "map/narrower_places.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/auto_match.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/countries.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <optional>

namespace leadsheet::app {
namespace {

bool isBigLetter(char c) {
    return c >= 'A' && c <= 'Z';
}

// "10115", "1012 AB", "SW1A 1AA", "60-001", "90210-1234", "D-80331"; not "80-86" or "80000-86999".
bool isPostcode(std::string_view text) {
    constexpr std::size_t kShortest = 3;
    constexpr std::size_t kLongest = 10;
    const std::size_t fewestDigits = text.find('-') == text.npos ? 4 : 5; // without letters
    std::size_t digits = 0;
    std::size_t letters = 0;
    std::size_t dashes = 0;
    for (const char c : text) {
        digits += isDigit(c);
        letters += isBigLetter(c);
        dashes += c == '-';
        if (!isDigit(c) && !isBigLetter(c) && c != '-' && c != ' ')
            return false;
    }
    return text.size() >= kShortest && text.size() <= kLongest && digits > 0 && dashes < 2 &&
           (letters > 0 || digits >= fewestDigits);
}

bool arePostcodes(const std::vector<SampleRow>& samples, std::uint32_t column) {
    bool any = false;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column);
        if (text.empty() || CellWords::builtIn().placeholder(text) != Placeholder::No)
            continue;
        if (!isPostcode(text))
            return false;
        any = true;
    }
    return any;
}

// The only column that is named so; nothing when there are several.
std::optional<std::uint32_t> postcodeColumn(const std::vector<SampleRow>& samples,
                                            const ColumnMap& map) {
    std::optional<std::uint32_t> found;
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        const NameMeaning meaning = meaningOf(map.headers[c]);
        if (meaning.place != PlacePart::Postcode || meaning.vetoed() || meaning.excludes ||
            meaning.target != kJoinedTarget || meaning.fit < NameFit::Near || isSpokenFor(map, c))
            continue;
        if (found || !arePostcodes(samples, c))
            return std::nullopt;
        found = c;
    }
    return found;
}

// A country or a region: a postcode beside it is a narrower place.
bool namesWideArea(std::string_view header) {
    return meaningOf(header).place > PlacePart::District;
}

// A part of a place that none of the columns has that are used.
bool isNarrowerPart(const std::vector<SampleRow>& samples, const UnusedColumn& column,
                    const ColumnRule& used) {
    PlacePart part = meaningOf(unnumbered(column.header)).place;
    if (part == PlacePart::Postcode && !namesWideArea(used.header)) // its city says it
        return false;
    if (part == PlacePart::None && mostlyRegionsOrSides(samples, column.column))
        part = PlacePart::Region;
    const auto isWider = [part](const std::string& name) {
        return meaningOf(name).place > part;
    };
    return part != PlacePart::None && isWider(used.header) &&
           std::all_of(used.with.begin(), used.with.end(),
                       [&](const JoinedColumn& joined) { return isWider(joined.header); });
}

bool isPartOf(const std::string& one, const std::string& other) {
    return other.find(one) != std::string::npos || one.find(other) != std::string::npos;
}

// "Munich" below "Location" beside "Germany" below "HQ"; not "DE" beside "Germany".
bool namesAnotherPlace(std::string_view text, std::string_view used) {
    if (text.empty() || used.empty() ||
        text.find_first_of("0123456789@") != std::string_view::npos ||
        CellWords::builtIn().placeholder(text) != Placeholder::No || readBoolean(text))
        return false;
    const std::string place = plainName(text);
    return !place.empty() && !isPartOf(place, plainName(used)) &&
           !(isCountry(text) && isCountry(used) && countryCode(text) == countryCode(used));
}

} // namespace

bool saysNarrowerPlace(const std::vector<SampleRow>& samples, const UnusedColumn& column,
                       const ColumnRule& used) {
    if (isNarrowerPart(samples, column, used))
        return true;
    // Any part of a place, by their names: neither tells that it says more.
    const NameMeaning meaning = meaningOf(column.header);
    const bool any = meaning.target == kJoinedTarget && meaning.fit >= NameFit::Near &&
                     meaning.place == PlacePart::None && !meaning.ofPerson && !meaning.vetoed();
    return any && used.why != given() && used.with.empty() &&
           std::any_of(samples.begin(), samples.end(), [&](const SampleRow& row) {
               return namesAnotherPlace(row.textAt(column.column), row.textAt(used.column));
           });
}

void joinPostcodes(const std::vector<SampleRow>& samples, ColumnMap& map) {
    const auto rule = std::find_if(map.columns.begin(), map.columns.end(),
                                   [](const auto& one) { return one.target == kJoinedTarget; });
    if (rule == map.columns.end() || rule->why == given() || !rule->transforms.empty() ||
        !namesWideArea(rule->header) ||
        !std::all_of(rule->with.begin(), rule->with.end(),
                     [](const JoinedColumn& part) { return namesWideArea(part.header); }))
        return;
    const auto postcode = postcodeColumn(samples, map);
    if (!postcode)
        return;
    std::erase_if(map.suggestions,
                  [&](const Suggestion& offer) { return offer.column == *postcode; });
    rule->with.insert(rule->with.begin(), {rule->column, rule->header});
    rule->column = *postcode;
    rule->header = map.headers[*postcode];
    rule->why = messages::map::partsOfPlace();
}

} // namespace leadsheet::app
