// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/source_choices.hpp"

#include <algorithm>
#include <iterator>

namespace leadsheet::app {
namespace {

using enum SourceMatter;

constexpr std::array<SourceMatterInfo, kSourceMatters> kMatters{{
    {HiddenRows,
     "hiddenRows",
     "hidden-rows",
     "skip",
     "keep",
     {},
     "Rows hidden by hand or by a filter: skip them, or keep them"},
    {HiddenColumns,
     "hiddenColumns",
     "hidden-columns",
     "keep",
     "skip",
     {},
     "Hidden columns: keep them, or skip them as if they were not there"},
    {MergedCells, "mergedCells", "merged-cells", "down", "fill", "first",
     "Merged cells: down lets those merged downwards below the header hold for all their rows, "
     "fill gives the text to each cell, first leaves it to the first one, as stored"},
    {FormulaErrors,
     "formulaErrors",
     "formula-errors",
     "block",
     "empty",
     {},
     "Cells that show an error such as #N/A: block their row, or read them as empty"},
    {FormulasWithoutValue,
     "formulasWithoutValue",
     "formulas-without-value",
     "block",
     "empty",
     {},
     "Formulas that were saved without a value: block their row, or read them as empty"},
    {RoundedValues,
     "roundedValues",
     "rounded-values",
     "shown",
     "stored",
     {},
     "Numbers shown rounded: read what is shown, or what is stored; dates are read as shown"},
    {RaggedRows,
     "raggedRows",
     "ragged-rows",
     "keep",
     "block",
     {},
     "Rows of a text file with more cells than the header: keep them, or block them"},
    {TotalRows, "totalRows", "total-rows", "block", "skip", "keep",
     "Totals rows: block them, so that they are listed, skip them, or keep them as orders"},
    {MarkedRows, "markedRows", "marked-rows", "block", "skip", "keep",
     "Rows that a column such as \"Include?\" or \"Status\" says are not wanted: block them, so "
     "that they are listed, skip them, or keep them as orders"},
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
