// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_edits.hpp"
#include "leadsheet/try.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

// Calls `take(row number, text of the cell)` for every row of the open tab up to `lastRow`.
template <typename Take>
SheetResult<void> walkColumn(RowSource& source, std::uint32_t column, std::uint32_t lastRow,
                             Take take) {
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End || row.row > lastRow)
            return {};
        const std::uint32_t last = std::min(lastRow, row.row + (row.repeat - 1));
        for (std::uint32_t number = row.row; number <= last; ++number)
            take(number, row.textAt(column));
    }
}

LostEdit lostEdit(const SheetEdits& edits, std::size_t sheet, std::uint32_t row,
                  std::optional<std::uint32_t> lastRow) {
    return {{sheet, row, edits.row(sheet, row).front().first}, lastRow};
}

} // namespace

SheetResult<std::optional<LostEdit>> firstLostEdit(RowSource& source, const SheetEdits& edits) {
    const std::size_t sheet = source.sheet();
    auto edited = edits.firstEditedRow(sheet, 1);
    std::uint32_t lastRow = 0;
    for (RowView row; edited;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            return lostEdit(edits, sheet, *edited, lastRow);
        if (*edited < row.row)
            return lostEdit(edits, sheet, *edited, std::nullopt);
        lastRow = row.row + (row.repeat - 1);
        while (edited && *edited <= lastRow)
            edited = edits.firstEditedRow(sheet, *edited + 1);
    }
    return std::optional<LostEdit>();
}

SheetResult<std::vector<SheetEdits::Change>> replacementsIn(RowSource& source, std::uint32_t column,
                                                            std::uint32_t firstRow,
                                                            std::string_view what,
                                                            std::string_view by) {
    std::vector<SheetEdits::Change> changes;
    const std::string_view wanted = trimmed(what);
    const std::size_t sheet = source.sheet();
    auto walked =
        walkColumn(source, column, UINT32_MAX, [&](std::uint32_t row, std::string_view text) {
            if (row >= firstRow && trimmed(text) == wanted)
                changes.push_back({{sheet, row, column}, std::string(by)});
        });
    if (!walked)
        return tl::unexpected(walked.error());
    return changes;
}

SheetResult<std::vector<SheetEdits::Change>> fillDown(RowSource& source, const CellPlace& from,
                                                      std::uint32_t lastRow) {
    LEADSHEET_TRY_DONE(source.open(from.sheet));
    std::vector<SheetEdits::Change> changes;
    std::string value;
    auto walked =
        walkColumn(source, from.column, lastRow, [&](std::uint32_t row, std::string_view text) {
            if (row == from.row)
                value = text;
            else if (row > from.row)
                changes.push_back({{from.sheet, row, from.column}, value});
        });
    if (!walked)
        return tl::unexpected(walked.error());
    return changes;
}

} // namespace leadsheet::app
