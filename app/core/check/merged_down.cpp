// SPDX-License-Identifier: Apache-2.0
#include "check/merged_down.hpp"

#include <algorithm>

namespace leadsheet::app {

MergedDown::MergedDown(std::span<const CellRange> ranges, std::uint32_t firstRow, std::size_t sheet,
                       std::shared_ptr<const SheetEdits> edits)
    : sheet_(sheet)
    , edits_(std::move(edits)) {
    std::copy_if(ranges.begin(), ranges.end(), std::back_inserter(ranges_),
                 [firstRow](const CellRange& range) { return isDown(range, firstRow); });
    std::stable_sort(ranges_.begin(), ranges_.end(), [](const CellRange& a, const CellRange& b) {
        return a.firstRow < b.firstRow;
    });
}

// A range whose first cell is empty has nothing to give.
void MergedDown::update(const RowView& row) {
    std::erase_if(active_, [&row](const auto& active) { return active->range.lastRow < row.row; });
    for (; next_ < ranges_.size() && ranges_[next_].firstRow <= row.row; ++next_) {
        const CellRange& range = ranges_[next_];
        const auto first = std::find_if(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
            return cell.column == range.firstColumn;
        });
        if (range.firstRow != row.row || first == row.cells.end() || first->kind == CellKind::Empty)
            continue;
        auto active = std::make_unique<Active>(Active{range, *first, std::string(first->text)});
        active->cell.text = active->text;
        active->cell.raw = {};
        const auto at = std::lower_bound(
            active_.begin(), active_.end(), range.firstColumn,
            [](const auto& other, std::uint32_t column) { return other->cell.column < column; });
        // Of ranges that overlap, which no program writes, the first holds.
        if (at == active_.end() || (*at)->cell.column != range.firstColumn)
            active_.insert(at, std::move(active));
    }
}

void MergedDown::fill(RowView& row) {
    if (active_.empty() && next_ == ranges_.size())
        return;
    update(row);
    if (active_.empty() || row.blank())
        return;
    cells_.clear();
    auto cell = row.cells.begin();
    for (const auto& active : active_) {
        const std::uint32_t column = active->cell.column;
        for (; cell != row.cells.end() && cell->column < column; ++cell)
            cells_.push_back(*cell);
        const bool here = cell != row.cells.end() && cell->column == column;
        const bool corrected = isCorrected(row, column);
        if (here)
            cells_.push_back(corrected || active->range.firstRow == row.row ? *cell : active->cell);
        else if (!corrected)
            cells_.push_back(active->cell);
        if (here)
            ++cell;
    }
    cells_.insert(cells_.end(), cell, row.cells.end());
    row.cells = cells_;
}

bool MergedDown::isCorrected(const RowView& row, std::uint32_t column) const {
    return edits_ != nullptr && edits_->find({sheet_, row.row, column}) != nullptr;
}

const MergedDown::Active* MergedDown::activeIn(std::uint32_t column) const {
    const auto found = std::find_if(active_.begin(), active_.end(), [&](const auto& active) {
        return active->cell.column == column;
    });
    return found == active_.end() ? nullptr : found->get();
}

std::optional<CellRange> MergedDown::sharedCell(const RowView& row, std::uint32_t column) const {
    const Active* const shared = activeIn(column);
    if (shared == nullptr || isCorrected(row, column))
        return std::nullopt;
    const bool alone = std::all_of(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
        const Active* const active = activeIn(cell.column);
        return cell.text.empty() ||
               (active != nullptr && active->range.firstRow == shared->range.firstRow &&
                active->range.lastRow == shared->range.lastRow);
    });
    return alone ? std::nullopt : std::optional(shared->range);
}

} // namespace leadsheet::app
