// SPDX-License-Identifier: Apache-2.0
#include "sheet/workbook_rows.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <cmath>

namespace leadsheet::app {

namespace say = messages::sheet;

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
                                        {say::fileChangedWhileRead()},
                                        {say::waitThenOpenAgain()},
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
