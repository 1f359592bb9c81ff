// SPDX-License-Identifier: Apache-2.0
#include "results/workbook_survey.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

void surveyCell(const Cell& cell, const RowView& row, std::optional<std::uint32_t> headerRow,
                SheetExtent& extent) {
    if (cell.text.empty() && !cell.formula)
        return;
    extent.usedColumns = std::max(extent.usedColumns, cell.column + 1);
    if (headerRow == row.row) {
        extent.headers.resize(std::max<std::size_t>(extent.headers.size(), cell.column + 1));
        extent.headers[cell.column] = cell.text;
    } else if (cell.formula && row.row > headerRow.value_or(0)) {
        extent.formulaColumns.resize(
            std::max<std::size_t>(extent.formulaColumns.size(), cell.column + 1));
        extent.formulaColumns[cell.column] = true;
    }
}

} // namespace

SheetResult<SheetExtent> surveySheet(RowSource& source, std::optional<std::uint32_t> headerRow) {
    SheetExtent extent;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            break;
        extent.lastRow = row.row + row.repeat - 1;
        for (const Cell& cell : row.cells)
            surveyCell(cell, row, headerRow, extent);
    }
    // A title merged over more than the table does not move the results away from it.
    for (const CellRange& range : source.mergedRanges())
        if (range.lastRow >= headerRow.value_or(1))
            extent.mergedColumns = std::max(extent.mergedColumns, range.lastColumn + 1);
    return extent;
}

} // namespace leadsheet::app
