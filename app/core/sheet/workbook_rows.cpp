// SPDX-License-Identifier: Apache-2.0
#include "sheet/workbook_rows.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace leadsheet::app {

namespace say = messages::container;

MergeFill::MergeFill(std::vector<CellRange> ranges, const SheetLimits& limits, Pull pull)
    : ranges_(std::move(ranges))
    , limits_(limits)
    , pull_(std::move(pull)) {
    std::stable_sort(ranges_.begin(), ranges_.end(), [](const CellRange& a, const CellRange& b) {
        return a.firstRow < b.firstRow;
    });
}

SheetResult<Next> MergeFill::next(RowView& row) {
    for (;;) {
        if (row_ >= heldEnd_ && !ended_) {
            const auto pulled = pull_(held_);
            if (!pulled)
                return pulled;
            ended_ = *pulled == Next::End;
            heldEnd_ = ended_ ? 0 : std::uint64_t{held_.row} + held_.repeat;
        }
        LEADSHEET_TRY_DONE(updateActive());
        const bool content = !ended_ && inHand();
        if (content || !active_.empty())
            break;
        if (ended_)
            return Next::End;
        row_ = held_.row;
    }
    const bool content = !ended_ && inHand();
    const std::uint64_t end = segmentEnd();
    LEADSHEET_TRY_DONE(fill());
    row = content ? held_ : RowView{};
    row.row = static_cast<std::uint32_t>(row_);
    row.repeat = static_cast<std::uint32_t>(end - row_);
    row.cells = cells_;
    filled_ += cells_.size() * row.repeat;
    if (filled_ > limits_.maxCells)
        return tl::unexpected(
            SheetError{SheetErrorCode::LimitExceeded,
                       {row.row, 0, 0},
                       {say::cellsWithMergedFilled(static_cast<std::int64_t>(limits_.maxCells))},
                       {messages::sheet::splitIntoFiles()},
                       {}});
    row_ = end;
    return Next::Row;
}

// Ranges that ended are dropped. A range whose first cell is empty has nothing to give.
SheetResult<void> MergeFill::updateActive() {
    active_.remove_if([this](const Active& active) { return active.range.lastRow < row_; });
    for (; nextRange_ < ranges_.size() && ranges_[nextRange_].firstRow <= row_; ++nextRange_) {
        const CellRange& range = ranges_[nextRange_];
        if (range.firstRow < row_ || ended_ || !inHand())
            continue;
        const auto first = std::lower_bound(
            held_.cells.begin(), held_.cells.end(), range.firstColumn,
            [](const Cell& cell, std::uint32_t column) { return cell.column < column; });
        if (first == held_.cells.end() || first->column != range.firstColumn ||
            first->kind == CellKind::Empty)
            continue;
        active_.push_back({range, *first, std::string(first->text)});
        active_.back().cell.text = active_.back().text;
        if (active_.size() > limits_.maxColumns)
            return tl::unexpected(overlap());
    }
    return {};
}

// The row after the last one that looks like this one.
std::uint64_t MergeFill::segmentEnd() const {
    std::uint64_t end = std::numeric_limits<std::uint32_t>::max();
    if (!ended_)
        end = inHand() ? heldEnd_ : held_.row;
    if (nextRange_ < ranges_.size())
        end = std::min<std::uint64_t>(end, ranges_[nextRange_].firstRow);
    for (const Active& active : active_)
        end = std::min(end, std::uint64_t{active.range.lastRow} + 1);
    return end;
}

SheetResult<void> MergeFill::fill() {
    cells_.clear();
    std::uint64_t wide = 0;
    for (const Active& active : active_)
        wide += active.range.lastColumn - active.range.firstColumn + 1;
    if (wide > limits_.maxColumns)
        return tl::unexpected(overlap());
    for (const Active& active : active_) {
        Cell cell = active.cell;
        for (cell.column = active.range.firstColumn; cell.column <= active.range.lastColumn;
             ++cell.column)
            cells_.push_back(cell);
    }
    const auto byColumn = [](const Cell& a, const Cell& b) {
        return a.column < b.column;
    };
    std::stable_sort(cells_.begin(), cells_.end(), byColumn);
    cells_.erase(std::unique(cells_.begin(), cells_.end(),
                             [](const Cell& a, const Cell& b) { return a.column == b.column; }),
                 cells_.end());
    if (!ended_ && inHand()) {
        std::vector<Cell> merged;
        merged.reserve(cells_.size() + held_.cells.size());
        std::set_union(cells_.begin(), cells_.end(), held_.cells.begin(), held_.cells.end(),
                       std::back_inserter(merged), byColumn);
        cells_.swap(merged);
    }
    std::uint64_t bytes = 0;
    for (const Cell& cell : cells_)
        bytes += cell.text.size();
    if (bytes > limits_.maxRowBytes)
        return tl::unexpected(
            SheetError{SheetErrorCode::LimitExceeded,
                       {static_cast<std::uint32_t>(row_), 0, 0},
                       {say::rowWithMergedFilled(static_cast<std::int64_t>(limits_.maxRowBytes))},
                       {messages::sheet::splitMergedCells()},
                       {}});
    return {};
}

SheetError MergeFill::overlap() const {
    return {SheetErrorCode::DamagedFile,
            {static_cast<std::uint32_t>(row_), 0, 0},
            {say::mergedCellsOverlap()},
            {messages::sheet::openFileSaveAgain()},
            {}};
}

namespace {

constexpr double kSixteenDigits = 1e15;

} // namespace

void WorkbookRows::restart() {
    fill_.reset();
    stats_ = {};
    failure_.reset();
    ended_ = false;
}

SheetResult<void> WorkbookRows::skipToEnd() {
    for (RowView row;;) {
        LEADSHEET_TRY(const auto got, pull_(row));
        if (got == Next::End)
            return {};
    }
}

void WorkbookRows::fillMerged(const std::vector<CellRange>& ranges, const SheetLimits& limits) {
    fill_.emplace(ranges, limits, pull_);
}

SheetResult<void> WorkbookRows::opened(SheetResult<void> result) {
    if (!result)
        failure_ = result.error();
    return result;
}

SheetResult<Next> WorkbookRows::next(RowView& row) {
    if (failure_)
        return tl::unexpected(*failure_);
    if (ended_)
        return Next::End;
    auto got = fill_ ? fill_->next(row) : pull_(row);
    if (got && *got == Next::End && file_.changed())
        got = tl::unexpected(SheetError{SheetErrorCode::ChangedWhileReading,
                                        {},
                                        {messages::sheet::fileChangedWhileRead()},
                                        {messages::sheet::waitThenOpenAgain()},
                                        {}});
    if (!got)
        failure_ = got.error();
    else if (*got == Next::End)
        ended_ = true;
    else
        count(row);
    return got;
}

void WorkbookRows::count(const RowView& row) {
    stats_.rows += row.repeat;
    if (!row.cells.empty())
        stats_.widestRow = std::max(stats_.widestRow, row.cells.back().column + 1);
    if (row.blank())
        stats_.blankRows += row.repeat;
    else if (row.hidden)
        stats_.hiddenRows += row.repeat;
    for (const Cell& cell : row.cells) {
        if (cell.kind == CellKind::Error)
            stats_.errorCells += row.repeat;
        else if (cell.kind == CellKind::Empty && cell.formula)
            stats_.formulasWithoutValue += row.repeat;
        else if (cell.kind == CellKind::Number && std::fabs(cell.number) >= kSixteenDigits)
            stats_.roundedNumbers += row.repeat;
    }
}

} // namespace leadsheet::app
