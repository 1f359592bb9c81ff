// SPDX-License-Identifier: Apache-2.0
#include "workbook_read.hpp"

namespace leadsheet::app::test {
namespace {

std::string_view kindName(CellKind kind) {
    switch (kind) {
    case CellKind::Empty:
        return "empty";
    case CellKind::Text:
        return "text";
    case CellKind::Number:
        return "number";
    case CellKind::Boolean:
        return "boolean";
    case CellKind::Error:
        return "error";
    case CellKind::Date:
        return "date";
    case CellKind::Time:
        return "time";
    }
    return "?";
}

} // namespace

std::string rowText(const RowView& row) {
    std::string text = std::to_string(row.row);
    if (row.repeat != 1)
        text += "*" + std::to_string(row.repeat);
    if (row.hidden)
        text += " hidden";
    for (const Cell& cell : row.cells) {
        text += " " + columnLetter(cell.column) + (cell.formula ? "==" : "=");
        text += kindName(cell.kind);
        text += ":";
        text += cell.text;
    }
    return text + "\n";
}

WorkbookRead readSource(SheetResult<std::unique_ptr<RowSource>> source, std::size_t sheet) {
    WorkbookRead read;
    if (source && sheet != 0)
        if (auto opened = (*source)->open(sheet); !opened)
            source = tl::unexpected(opened.error());
    if (!source) {
        read.failed = true;
        read.error = source.error();
        read.text = "error " + std::string(sheetErrorName(read.error.code));
        return read;
    }
    for (RowView row;;) {
        const auto next = (*source)->next(row);
        if (!next) {
            read.failed = true;
            read.error = next.error();
            read.text += "error " + std::string(sheetErrorName(read.error.code));
            break;
        }
        if (*next == Next::End)
            break;
        read.text += rowText(row);
    }
    read.stats = (*source)->stats();
    const auto columns = (*source)->hiddenColumns();
    read.hiddenColumns.assign(columns.begin(), columns.end());
    const auto merged = (*source)->mergedRanges();
    read.merged.assign(merged.begin(), merged.end());
    const auto sheets = (*source)->sheets();
    read.sheets.assign(sheets.begin(), sheets.end());
    return read;
}

WorkbookRead readWorkbookFile(const std::filesystem::path& path, const SheetOptions& options,
                              std::size_t sheet) {
    return readSource(openSheet(path, options), sheet);
}

} // namespace leadsheet::app::test
