// SPDX-License-Identifier: Apache-2.0
#include "xlsx_paths.hpp"

#include "sheet/byte_stream.hpp"
#include "sheet/file_kind.hpp"
#include "sheet/sources.hpp"
#include "sheet/zip/zip_archive.hpp"
#include "workbook_read.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace leadsheet::app::test {
namespace {

std::string describe(const SheetError& error) {
    return "error " + std::string(sheetErrorName(error.code)) + " " +
           std::to_string(error.place.row) + " " + std::to_string(error.place.column) + " " +
           error.message() + "\n";
}

std::string describe(const SheetStats& stats) {
    std::string text = "stats";
    for (const std::uint64_t number :
         {stats.bytesRead, stats.bytesTotal, stats.rows, stats.blankRows, stats.raggedRows,
          std::uint64_t{stats.widestRow}, stats.hiddenRows, stats.errorCells,
          stats.formulasWithoutValue, stats.roundedNumbers, stats.mergedRanges})
        text += " " + std::to_string(number);
    return text + "\n";
}

std::string describe(const RowView& row) {
    std::string text = rowText(row);
    for (const Cell& cell : row.cells)
        if (cell.number != 0)
            text += std::to_string(cell.column) + " " +
                    std::to_string(std::bit_cast<std::uint64_t>(cell.number)) + "\n";
    return text;
}

std::string rowsOf(RowSource& source) {
    std::string text;
    for (RowView row;;) {
        const auto next = source.next(row);
        if (!next)
            return text + describe(next.error());
        if (*next == Next::End)
            return text;
        text += describe(row);
    }
}

std::string sheetOf(RowSource& source, std::size_t index) {
    const auto opened = source.open(index);
    std::string text =
        "sheet " + source.sheets()[index].name + "\n" + (opened ? "" : describe(opened.error()));
    text += rowsOf(source) + describe(source.stats()) + "hidden";
    for (const std::uint32_t column : source.hiddenColumns())
        text += " " + columnLetter(column);
    text += "\nmerged";
    for (const CellRange& range : source.mergedRanges())
        text += " " + std::to_string(range.firstRow) + ":" + std::to_string(range.firstColumn) +
                "-" + std::to_string(range.lastRow) + ":" + std::to_string(range.lastColumn);
    return text + "\n";
}

std::string lineAt(const std::string& text, std::size_t at) {
    return text.substr(at, text.find('\n', at) - at);
}

} // namespace

SheetResult<std::unique_ptr<RowSource>> openXlsxBy(bool scans, const std::filesystem::path& path,
                                                   const SheetOptions& options) {
    auto opened = InputFile::open(path);
    if (!opened)
        return tl::unexpected(opened.error());
    auto file = std::make_unique<InputFile>(std::move(*opened));
    auto archive = ZipArchive::open(*file, options.limits);
    if (!archive)
        return tl::unexpected(archive.error());
    const auto format = recogniseArchive(*file, *archive, options.limits, {});
    if (!format)
        return tl::unexpected(format.error());
    return openXlsxSource(std::move(file), std::move(*archive), *format, options, {}, scans);
}

std::string everythingIn(const SheetResult<std::unique_ptr<RowSource>>& source) {
    if (!source)
        return describe(source.error());
    std::string text;
    for (std::size_t index = 0; index < (*source)->sheets().size(); ++index)
        text += sheetOf(**source, index);
    return text;
}

std::string differenceOfPaths(const std::filesystem::path& path, const SheetOptions& options) {
    const std::string scanned = everythingIn(openXlsxBy(true, path, options));
    const std::string parsed = everythingIn(openXlsxBy(false, path, options));
    if (scanned == parsed)
        return {};
    const auto [left, right] =
        std::mismatch(scanned.begin(), scanned.end(), parsed.begin(), parsed.end());
    const auto at = static_cast<std::size_t>(left - scanned.begin());
    const std::size_t line = at == 0 ? 0 : scanned.rfind('\n', at - 1) + 1;
    return "scanned: " + lineAt(scanned, line) + "\nparsed:  " + lineAt(parsed, line);
}

} // namespace leadsheet::app::test
