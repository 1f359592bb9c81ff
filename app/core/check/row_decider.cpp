// SPDX-License-Identifier: Apache-2.0
#include "check/row_decider.hpp"

#include "check/field_reader.hpp"
#include "check/merged_down.hpp"
#include "check/shown_value.hpp"
#include "map/vocabulary.hpp"
#include "sheet/format/number_format.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

bool isUncalculated(const Cell& cell) {
    return cell.kind == CellKind::Empty && cell.formula;
}

/// "350", "€ 1,200.00", "12 %": digits, and no word beside them.
bool isFigure(std::string_view text) {
    bool digits = false;
    for (const char c : text) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return false;
        digits = digits || (c >= '0' && c <= '9');
    }
    return digits;
}

bool isTotalLine(const RowView& row) {
    std::string_view word;
    bool figures = false;
    for (const Cell& cell : row.cells) {
        const std::string_view text = trimmed(cell.text);
        if (text.empty())
            continue;
        if (isFigure(text))
            figures = true;
        else if (word.empty())
            word = text;
        else
            return false;
    }
    return figures && !word.empty() && Vocabulary::builtIn().isTotal(plainName(word));
}

} // namespace

RowDecider::RowDecider(const SourceDecisions& decisions, const RowSource& source,
                       std::uint32_t firstRow, std::size_t headerCells, std::vector<bool> used)
    : decisions_(decisions)
    , source_(source)
    , firstRow_(firstRow)
    , headerCells_(headerCells)
    , used_(std::move(used))
    , isText_(!isWorkbook(source.format()))
    , lastRow_(firstRow - 1) {}

RowDecider::Verdict RowDecider::decide(RowView& row, RowFindings& findings) {
    using enum SourceMatter;
    findings = {};
    if (row.blank() && !hasUncalculated(row))
        return Verdict::Blank;
    counts_.blankRows += row.row - lastRow_ - 1;
    lastRow_ = row.row;
    noteHiddenColumns(row);
    if (row.hidden) {
        ++counts_.of(HiddenRows);
        if (!decisions_.takesOther(HiddenRows))
            return Verdict::Skip;
    }
    findings.total = isTotalLine(row);
    if (findings.total) {
        ++counts_.of(TotalRows);
        if (decisions_.takesOther(TotalRows))
            return Verdict::Skip;
    }
    if (isRagged(row)) {
        ++counts_.of(RaggedRows);
        findings.ragged =
            decisions_.takesOther(RaggedRows) ? ProblemLevel::Blocks : ProblemLevel::Odd;
    }
    exchangeCells(row);
    ++counts_.rows;
    return Verdict::Read;
}

SourceCounts RowDecider::counts() const {
    SourceCounts counts = counts_;
    counts.of(SourceMatter::HiddenColumns) = static_cast<std::uint64_t>(
        std::count(hiddenWithText_.begin(), hiddenWithText_.end(), true));
    for (const CellRange& range : source_.mergedRanges()) {
        if (range.lastRow >= firstRow_)
            ++counts.of(SourceMatter::MergedCells);
        if (!MergedDown::isDown(range, firstRow_) || !isUsed(range.firstColumn))
            continue;
        ++counts.mergedDown;
        counts.mergedDownColumns.push_back(range.firstColumn);
    }
    std::vector<std::uint32_t>& columns = counts.mergedDownColumns;
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    return counts;
}

bool RowDecider::hasUncalculated(const RowView& row) const {
    return std::any_of(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
        return isUncalculated(cell) && isUsed(cell.column);
    });
}

void RowDecider::noteHiddenColumns(const RowView& row) {
    const auto hidden = source_.hiddenColumns();
    if (hidden.empty())
        return;
    hiddenWithText_.resize(hidden.size());
    auto at = hidden.begin();
    for (const Cell& cell : row.cells) {
        at = std::lower_bound(at, hidden.end(), cell.column);
        if (at == hidden.end())
            return;
        if (*at == cell.column && !cell.text.empty())
            hiddenWithText_[static_cast<std::size_t>(at - hidden.begin())] = true;
    }
}

bool RowDecider::isRagged(const RowView& row) const {
    return isText_ && headerCells_ > 0 &&
           std::any_of(row.cells.rbegin(), row.cells.rend(), [&](const Cell& cell) {
               return cell.column >= headerCells_ && !trimmed(cell.text).empty();
           });
}

RowDecider::Act RowDecider::judge(const Cell& cell) {
    using enum SourceMatter;
    const auto decided = [&](SourceMatter matter, Act act) {
        ++counts_.of(matter);
        return decisions_.takesOther(matter) ? act : Act::Keep;
    };
    switch (cell.kind) {
    case CellKind::Empty:
        return cell.formula ? decided(FormulasWithoutValue, Act::Empty) : Act::Keep;
    case CellKind::Error:
        return decided(FormulaErrors, Act::Empty);
    case CellKind::Text:
        return cell.text.starts_with('#') && isErrorValue(trimmed(cell.text))
                   ? decided(FormulaErrors, Act::Empty)
                   : Act::Keep;
    case CellKind::Number:
        return isShownRounded(cell) ? decided(RoundedValues, Act::Stored) : Act::Keep;
    case CellKind::Date:
        if (isShownRounded(cell))
            ++counts_.of(RoundedValues);
        return Act::Keep;
    default:
        return Act::Keep;
    }
}

void RowDecider::exchangeCells(RowView& row) {
    cells_.clear();
    texts_.clear();
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const Cell& cell = row.cells[i];
        const Act act = isUsed(cell.column) ? judge(cell) : Act::Keep;
        if (act == Act::Keep)
            continue;
        if (cells_.empty())
            cells_.assign(row.cells.begin(), row.cells.end());
        if (act == Act::Empty) {
            cells_[i] = Cell();
            cells_[i].column = cell.column;
        } else {
            appendGeneral(texts_.emplace_back(), cell.number);
            cells_[i].text = texts_.back();
        }
    }
    if (!cells_.empty())
        row.cells = cells_;
}

} // namespace leadsheet::app
