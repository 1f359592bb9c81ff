// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/source_choices.hpp"

#include "leadsheet/messages/strip.hpp"

#include <algorithm>
#include <iterator>

namespace leadsheet::app {
namespace {

using enum SourceMatter;

constexpr std::array<SourceMatterInfo, kSourceMatters> kMatters{{
    {HiddenRows, "hiddenRows", "hidden-rows", "skip", "keep", {}, messages::strip::aboutHiddenRows},
    {HiddenColumns,
     "hiddenColumns",
     "hidden-columns",
     "keep",
     "skip",
     {},
     messages::strip::aboutHiddenColumns},
    {MergedCells, "mergedCells", "merged-cells", "down", "fill", "first",
     messages::strip::aboutMergedCells},
    {FormulaErrors,
     "formulaErrors",
     "formula-errors",
     "block",
     "empty",
     {},
     messages::strip::aboutFormulaErrors},
    {FormulasWithoutValue,
     "formulasWithoutValue",
     "formulas-without-value",
     "block",
     "empty",
     {},
     messages::strip::aboutFormulasWithoutValue},
    {RoundedValues,
     "roundedValues",
     "rounded-values",
     "shown",
     "stored",
     {},
     messages::strip::aboutRoundedValues},
    {RaggedRows,
     "raggedRows",
     "ragged-rows",
     "block",
     "keep",
     {},
     messages::strip::aboutRaggedRows},
    {TotalRows, "totalRows", "total-rows", "block", "skip", "keep",
     messages::strip::aboutTotalRows},
    {MarkedRows, "markedRows", "marked-rows", "block", "skip", "keep",
     messages::strip::aboutMarkedRows},
}};

} // namespace

std::span<const SourceMatterInfo, kSourceMatters> sourceMatters() {
    return kMatters;
}

const SourceMatterInfo& infoOf(SourceMatter matter) {
    return kMatters[static_cast<std::size_t>(matter)];
}

std::string_view SourceDecisions::word(SourceMatter matter) const {
    if (takesThird(matter))
        return infoOf(matter).third;
    return takesOther(matter) ? infoOf(matter).other : infoOf(matter).standard;
}

void SourceDecisions::state(SourceMatter matter, bool other) {
    stated_[static_cast<std::size_t>(matter)] = other ? Way::Other : Way::Standard;
}

bool SourceDecisions::stateWord(SourceMatter matter, std::string_view word) {
    const SourceMatterInfo& info = infoOf(matter);
    if (!info.third.empty() && word == info.third) {
        stated_[static_cast<std::size_t>(matter)] = Way::Third;
        return true;
    }
    if (word != info.standard && word != info.other)
        return false;
    state(matter, word == info.other);
    return true;
}

void SourceDecisions::fillFrom(const SourceDecisions& weaker) {
    for (std::size_t i = 0; i < kSourceMatters; ++i)
        if (!stated_[i])
            stated_[i] = weaker.stated_[i];
}

SourceCounts& SourceCounts::operator+=(const SourceCounts& more) {
    rows += more.rows;
    blankRows += more.blankRows;
    for (std::size_t i = 0; i < kSourceMatters; ++i)
        matters[i] += more.matters[i];
    mergedDown += more.mergedDown;
    std::vector<std::uint32_t> columns;
    std::set_union(mergedDownColumns.begin(), mergedDownColumns.end(),
                   more.mergedDownColumns.begin(), more.mergedDownColumns.end(),
                   std::back_inserter(columns));
    mergedDownColumns = std::move(columns);
    return *this;
}

} // namespace leadsheet::app
