// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/auto_match.hpp"
#include "map/column_samples.hpp"
#include "map/countries.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace leadsheet::app {
namespace {

// A plain number of employees; nothing for other texts.
std::optional<std::int64_t> employeesIn(std::string_view text) {
    const NumberReading reading = readCount(text);
    return reading.ok() ? std::optional(reading.unscaled) : std::nullopt;
}

// "50" and "250", or one end that says how it is meant: "1000+".
bool isRange(std::string_view from, std::string_view to) {
    const auto least = employeesIn(from);
    const auto most = employeesIn(to);
    if (from.empty() || to.empty())
        return least || most || looksLikeSizes(from.empty() ? to : from);
    return least && most && *least <= *most;
}

// "51", "50+" in nearly all rows: one end, and the other one is open.
bool isOpenEnd(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t filled = 0;
    std::size_t ends = 0;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column);
        filled += !text.empty();
        ends += employeesIn(text) || looksLikeSizes(text);
    }
    return ends > 0 && ends == filled;
}

// Ranges in most rows; a check says which rows have none.
bool areEnds(const std::vector<SampleRow>& samples, std::uint32_t lower, std::uint32_t upper) {
    std::size_t filled = 0;
    std::size_t ranges = 0;
    bool whole = false;
    for (const SampleRow& row : samples) {
        const std::string_view from = row.textAt(lower);
        const std::string_view to = row.textAt(upper);
        if (from.empty() && to.empty())
            continue;
        ++filled;
        const bool range = isRange(from, to);
        ranges += range;
        whole = whole || (range && !from.empty() && !to.empty());
    }
    return whole && ranges * 2 > filled;
}

} // namespace

RangeEnd sizeEndOf(std::string_view header) {
    const NameMeaning meaning = meaningOf(header);
    return meaning.excludes || meaning.ofOthers ? RangeEnd::None : meaning.end;
}

void joinSizeEnds(const std::vector<SampleRow>& samples, ColumnMap& map) {
    if (map.fills(kSizesTarget))
        return;
    std::vector<std::uint32_t> lower;
    std::vector<std::uint32_t> upper;
    bool others = false; // "Employee count", whatever its cells are
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        if (isSpokenFor(map, c))
            continue;
        const NameMeaning meaning = meaningOf(map.headers[c]);
        if (meaning.target != kSizesTarget || meaning.excludes || meaning.ofOthers)
            continue;
        if (meaning.end != RangeEnd::None)
            (meaning.end == RangeEnd::Lower ? lower : upper).push_back(c);
        else if (meaning.fit >= NameFit::Weak && shapeProves(shapeOf(samples, c), kSizesTarget))
            return; // says the sizes by itself
        others = others || meaning.end == RangeEnd::None;
    }
    if (lower.size() == 1 && upper.size() == 1 && areEnds(samples, lower.front(), upper.front()))
        map.columns.push_back({lower.front(),
                               map.headers[lower.front()],
                               std::string(kSizesTarget),
                               {},
                               Confidence::Certain,
                               messages::map::endsOfSizes(),
                               {{upper.front(), map.headers[upper.front()]}}});
    else if (const auto* only = lower.empty() ? &upper : &lower;
             !others && lower.size() + upper.size() == 1 && isOpenEnd(samples, only->front()))
        map.columns.push_back({only->front(),
                               map.headers[only->front()],
                               std::string(kSizesTarget),
                               {},
                               Confidence::Likely,
                               messages::map::endsOfSizes()});
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> endColumns(const ColumnRule& rule) {
    constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
    const RangeEnd end = sizeEndOf(rule.header);
    if (end == RangeEnd::None || (!rule.with.empty() && !rule.joinsEnds()))
        return std::nullopt;
    const std::uint32_t other = rule.with.empty() ? kNone : rule.with.front().column;
    return end == RangeEnd::Lower ? std::pair(rule.column, other) : std::pair(other, rule.column);
}

void takeCountryCodes(const std::vector<SampleRow>& samples, ColumnMap& map) {
    if (map.fills(kJoinedTarget) ||
        std::any_of(map.suggestions.begin(), map.suggestions.end(),
                    [](const Suggestion& one) { return one.target == kJoinedTarget; }))
        return;
    const auto isCode = [](std::string_view text) {
        return text.size() <= 3 && isCountry(text);
    };
    std::optional<std::uint32_t> found;
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        if (isSpokenFor(map, c) ||
            !Vocabulary::builtIn().isCellWord("countryCodeNames", plainName(map.headers[c])))
            continue;
        std::size_t filled = 0;
        std::size_t codes = 0;
        for (const SampleRow& row : samples) {
            filled += !row.textAt(c).empty();
            codes += isCode(row.textAt(c));
        }
        if (codes == 0 || codes < filled)
            continue;
        if (found)
            return;
        found = c;
    }
    if (found)
        map.columns.push_back({*found,
                               map.headers[*found],
                               std::string(kJoinedTarget),
                               {},
                               Confidence::Likely,
                               messages::map::nameAndCellsFit()});
}

} // namespace leadsheet::app
