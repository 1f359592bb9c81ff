// SPDX-License-Identifier: Apache-2.0
// One byte chooses limits and options; the rest are XML parts, each ended by byte 0x1E: the sheet,
// the shared texts, the styles and the workbook. What is missing is as programs write it. Rows that
// are scanned must be those that are parsed.
#include "fuzz_case.hpp"
#include "memory_file.hpp"
#include "row_promises.hpp"
#include "workbook_builder.hpp"
#include "xlsx_paths.hpp"

#include <array>

namespace leadsheet::test {

namespace {

using namespace leadsheet::app;

constexpr char kPartEnd = '\x1E';
constexpr std::array<const char*, 4> kParts{"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml",
                                            "xl/styles.xml", "xl/workbook.xml"};

std::string packed(std::string_view input) {
    app::test::XlsxBook book = app::test::xlsxBook("");
    book.texts = {"<t>first</t>"};
    auto parts = app::test::xlsxParts(book);
    for (const char* name : kParts) {
        const auto end = input.find(kPartEnd);
        if (const auto content = input.substr(0, end); !content.empty())
            app::test::partNamed(parts, name).content = content;
        input = end == std::string_view::npos ? std::string_view() : input.substr(end + 1);
    }
    for (auto& part : parts)
        part.deflate = false;
    return app::test::buildZip(parts);
}

SheetOptions optionsOf(unsigned char choice) {
    SheetOptions options;
    options.limits.maxXmlWithoutRow = 1 << 16;
    options.limits.maxMergedRanges = 50;
    options.limits.maxFieldBytes = 2'000;
    options.limits.maxRowBytes = 10'000;
    if ((choice & 1U) != 0)
        options.merged = MergedCells::FillRange;
    if ((choice & 2U) != 0) {
        options.limits.maxRows = 40;
        options.limits.maxColumns = 10;
        options.limits.maxCells = 200;
        options.limits.maxFieldBytes = 50;
        options.limits.maxSharedTextBytes = 500;
    }
    return options;
}

std::string checkSource(RowSource& source, const SheetLimits& limits) {
    std::string first;
    const auto next = [&](RowView& row) {
        return source.next(row);
    };
    if (auto problem = checkRows(next, limits, first); !problem.empty())
        return problem;
    for (const CellRange& range : source.mergedRanges())
        if (range.firstRow > range.lastRow || range.firstColumn > range.lastColumn ||
            range.lastRow > limits.maxRows || range.lastColumn >= limits.maxColumns)
            return "a merged range lies outside of the sheet";
    if (source.mergedRanges().size() > limits.maxMergedRanges)
        return "more merged ranges than allowed";
    if (const auto again = source.open(0); !again)
        return checkError(again.error());
    std::string second;
    if (auto problem = checkRows(next, limits, second); !problem.empty())
        return problem;
    return first == second ? "" : "a second read gives other rows";
}

std::string playXlsxCase(std::string_view input) {
    if (input.empty())
        return "";
    const SheetOptions options = optionsOf(static_cast<unsigned char>(input.front()));
    const MemoryFile file(packed(input.substr(1)));
    const auto source = openSheet(file.path(), options);
    if (!source)
        return checkError(source.error());
    if (auto problem = checkSource(**source, options.limits); !problem.empty())
        return problem;
    return app::test::differenceOfPaths(file.path(), options);
}

} // namespace

LEADSHEET_FUZZ_CASE(xlsx, playXlsxCase);

} // namespace leadsheet::test
