// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_edits.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// Gives the value of a cell that is merged downwards to each row of its range, in the range's
/// first column. Rows that hold nothing else stay blank, and what a person corrected stays.
class MergedDown {
public:
    /// Ranges that start above `firstRow` belong to the header and are left as they are. `edits`
    /// may be null.
    MergedDown(std::span<const CellRange> ranges, std::uint32_t firstRow, std::size_t sheet,
               std::shared_ptr<const SheetEdits> edits);

    /// Rows one by one, ascending. The row's cells are valid as long as the row was.
    void fill(RowView& row);
    /// The rows that have their cell in `column` together with the row last filled. None when that
    /// cell is the row's own, or when all that the row has is merged over the same rows.
    std::optional<CellRange> sharedCell(const RowView& row, std::uint32_t column) const;

    static bool isDown(const CellRange& range, std::uint32_t firstRow) {
        return range.firstRow >= firstRow && range.lastRow > range.firstRow;
    }

private:
    struct Active {
        CellRange range;
        Cell cell;
        std::string text;
    };

    void update(const RowView& row);
    const Active* activeIn(std::uint32_t column) const;
    bool isCorrected(const RowView& row, std::uint32_t column) const;

    std::vector<CellRange> ranges_; // by first row
    std::size_t sheet_;
    std::shared_ptr<const SheetEdits> edits_;
    std::size_t next_ = 0;
    std::vector<std::unique_ptr<Active>> active_; // by column; views into their texts must not move
    std::vector<Cell> cells_;
};

} // namespace leadsheet::app
