// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/fields.hpp"
#include "map/auto_match.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace leadsheet::app {
namespace {

std::vector<bool> filledColumns(const std::vector<SampleRow>& samples) {
    std::vector<bool> filled(widthOf(samples));
    for (const SampleRow& row : samples)
        for (std::size_t c = 0; c < row.cells.size(); ++c)
            filled[c] = filled[c] || !row.textAt(c).empty();
    return filled;
}

// Everything but how many, of which product, and what is said about the order itself.
bool narrowsWho(std::string_view target) {
    return findTarget(target) &&
           !isOneOf(target, {kProductTarget, kLeadCountTarget, kReferenceTarget, "notes",
                             "autoDeliver", "source"}) &&
           target.find(kMemberSeparator) == std::string_view::npos;
}

} // namespace

std::string_view unusedReasonWord(UnusedReason reason) {
    switch (reason) {
    case UnusedReason::LeftOut:
        return "left_out";
    case UnusedReason::Result:
        return "result";
    case UnusedReason::Excludes:
        return "excludes";
    case UnusedReason::NotOfTheProfile:
        return "not_of_the_profile";
    case UnusedReason::CellsContradict:
        return "cells_contradict";
    case UnusedReason::Ambiguous:
        return "ambiguous";
    case UnusedReason::NoSuchField:
        return "no_such_field";
    default:
        return "unknown";
    }
}

namespace {

// A sentence fragment, and what is known of a column that nothing was said about.
void explain(const NameMeaning& meaning, UnusedColumn& column) {
    column.field = meaning.target;
    if (meaning.excludes) {
        column.reason = UnusedReason::Excludes;
        column.narrows = true;
        column.why = meaning.target == "excludeDomains"
                         ? "it says what is not meant, and only web domains can be excluded"
                         : "it says what is not meant, and no field of an order can exclude that";
    } else if (meaning.ofOthers) {
        column.reason = UnusedReason::NotOfTheProfile;
        column.field.clear();
        column.why = "its name speaks of somebody other than those who are sought";
    } else if (meaning.noField != NoField::No) {
        column.reason = UnusedReason::NoSuchField;
        column.narrows = meaning.noField == NoField::Narrows;
        column.why = "no field of an order holds that";
    } else if (meaning.fit != NameFit::None) {
        column.reason = UnusedReason::Ambiguous;
        column.narrows = narrowsWho(meaning.target);
        column.why = "its name can mean " + meaning.target + ", and other things";
    } else {
        column.why = column.header.empty() ? "it has no name" : "its name is not known";
    }
}

} // namespace

void findUnused(const std::vector<SampleRow>& samples, ColumnMap& map) {
    map.unused.clear();
    map.unfilled.clear();
    std::unordered_set<std::uint32_t> used;
    for (const ColumnRule& rule : map.columns)
        for (const std::uint32_t column : rule.columns())
            used.insert(column);
    const std::unordered_set<std::uint32_t> ignored(map.ignored.begin(), map.ignored.end());
    const std::unordered_set<std::uint32_t> results(map.resultColumns.begin(),
                                                    map.resultColumns.end());
    std::unordered_map<std::uint32_t, const Suggestion*> suggested;
    for (const Suggestion& suggestion : map.suggestions)
        suggested.emplace(suggestion.column, &suggestion);
    std::vector<bool> filled = filledColumns(samples);
    filled.resize(std::max(filled.size(), map.headers.size()));
    for (std::uint32_t c = 0; c < filled.size(); ++c) {
        const bool named = c < map.headers.size() && !trimmed(map.headers[c]).empty();
        if (used.contains(c) || (!filled[c] && !named))
            continue;
        UnusedColumn column;
        column.column = c;
        column.header = map.headerOf(c);
        if (results.contains(c)) {
            column.reason = UnusedReason::Result;
            column.why = "an earlier results file wrote it";
        } else if (ignored.contains(c)) {
            column.reason = UnusedReason::LeftOut;
            column.why = "it is left out as stated";
        } else if (const auto found = suggested.find(c); found != suggested.end()) {
            column.reason = found->second->why == kCellsContradict ? UnusedReason::CellsContradict
                                                                   : UnusedReason::Ambiguous;
            column.field = found->second->target;
            column.narrows = narrowsWho(column.field);
            column.why = found->second->why;
        } else {
            explain(meaningOf(column.header), column);
        }
        (filled[c] ? map.unused : map.unfilled).push_back(std::move(column));
    }
    std::stable_sort(
        map.unused.begin(), map.unused.end(),
        [](const UnusedColumn& a, const UnusedColumn& b) { return a.narrows && !b.narrows; });
}

} // namespace leadsheet::app
