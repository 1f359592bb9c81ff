// SPDX-License-Identifier: Apache-2.0
#include "row_promises.hpp"

#include "sheet/utf8.hpp"

namespace leadsheet::test {

using namespace leadsheet::app;

namespace {

// Rows with millions of repeats are one row; a sheet of fuzz input has few of its own.
constexpr int kMaxRows = 100'000;

std::string checkCells(const RowView& row, const SheetLimits& limits) {
    std::uint64_t bytes = 0;
    std::int64_t last = -1;
    for (const Cell& cell : row.cells) {
        if (std::int64_t{cell.column} <= last)
            return "the columns of a row do not ascend";
        last = cell.column;
        if (cell.text.size() > limits.maxFieldBytes)
            return "a cell is longer than the limit";
        if (!isValidUtf8(cell.text))
            return "the text of a cell is no UTF-8";
        if (cell.kind == CellKind::Empty && !cell.text.empty())
            return "an empty cell has text";
        bytes += cell.text.size();
    }
    if (last >= std::int64_t{limits.maxColumns})
        return "a cell is right of the last column";
    return bytes > limits.maxRowBytes ? "a row is longer than the limit" : "";
}

void append(std::string& rows, const RowView& row) {
    rows += std::to_string(row.row) + "*" + std::to_string(row.repeat) + (row.hidden ? "h" : "");
    for (const Cell& cell : row.cells)
        rows += " " + std::to_string(cell.column) + ":" +
                std::to_string(static_cast<int>(cell.kind)) + (cell.formula ? "=" : ":") +
                std::string(cell.text);
    rows += "\n";
}

} // namespace

std::string checkError(const SheetError& error) {
    if (error.reason.empty() || error.wayOut.empty())
        return "an error without reason or way out: " + error.message();
    return isValidUtf8(error.message()) ? "" : "an error that is no UTF-8";
}

std::string checkRows(const std::function<SheetResult<Next>(RowView&)>& next,
                      const SheetLimits& limits, std::string& rows) {
    std::uint64_t following = 1;
    for (int n = 0; n < kMaxRows; ++n) {
        RowView row;
        const auto got = next(row);
        if (!got) {
            rows += got.error().message();
            return checkError(got.error());
        }
        if (*got == Next::End)
            return "";
        if (row.repeat == 0 || row.row < following)
            return "rows do not ascend";
        following = std::uint64_t{row.row} + row.repeat;
        if (following > limits.maxRows + 1)
            return "a row is below the last one";
        if (auto problem = checkCells(row, limits); !problem.empty())
            return problem;
        append(rows, row);
    }
    return "";
}

} // namespace leadsheet::test
