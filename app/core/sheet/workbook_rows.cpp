// SPDX-License-Identifier: Apache-2.0
#include "sheet/workbook_stats.hpp"

#include <algorithm>
#include <cmath>

namespace leadsheet::app {
namespace {

constexpr double kSixteenDigits = 1e15;

} // namespace

void countWorkbookRow(SheetStats& stats, const RowView& row) {
    stats.rows += row.repeat;
    if (!row.cells.empty())
        stats.widestRow = std::max(stats.widestRow, row.cells.back().column + 1);
    if (row.blank())
        stats.blankRows += row.repeat;
    else if (row.hidden)
        stats.hiddenRows += row.repeat;
    for (const Cell& cell : row.cells) {
        if (cell.kind == CellKind::Error)
            stats.errorCells += row.repeat;
        else if (cell.kind == CellKind::Empty && cell.formula)
            stats.formulasWithoutValue += row.repeat;
        else if (cell.kind == CellKind::Number && std::fabs(cell.number) >= kSixteenDigits)
            stats.roundedNumbers += row.repeat;
    }
}

} // namespace leadsheet::app
