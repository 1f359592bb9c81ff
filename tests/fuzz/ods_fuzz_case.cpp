// SPDX-License-Identifier: Apache-2.0
// One byte chooses sheet, limits and pieces; the rest is a content.xml.
#include "fuzz_case.hpp"
#include "memory_stream.hpp"
#include "row_promises.hpp"
#include "sheet/ods/table_reader.hpp"
#include "sheet/workbook_rows.hpp"

#include <algorithm>
#include <memory>

namespace leadsheet::test {

namespace {

using namespace leadsheet::app;

/// Gives the bytes in small pieces, as an archive does at its end.
class PieceStream final : public ByteStream {
public:
    PieceStream(std::string_view bytes, std::size_t piece)
        : whole_(std::string(bytes))
        , piece_(piece) {}
    SheetResult<std::size_t> read(std::span<char> into) override {
        return whole_.read(into.first(std::min(piece_, into.size())));
    }
    std::uint64_t position() const override { return whole_.position(); }
    SheetResult<void> rewind() override { return whole_.rewind(); }

private:
    app::test::MemoryStream whole_;
    std::size_t piece_;
};

SheetLimits limitsOf(unsigned char choice) {
    SheetLimits limits;
    limits.maxXmlWithoutRow = 1 << 16;
    limits.maxMergedRanges = 50;
    limits.maxFieldBytes = 2'000;
    limits.maxRowBytes = 10'000;
    if ((choice & 4U) != 0) {
        limits.maxRows = 40;
        limits.maxColumns = 10;
        limits.maxCells = 200;
        limits.maxFieldBytes = 50;
    }
    return limits;
}

struct Sheet {
    std::string rows;
    std::vector<CellRange> merged;
    std::string problem;
};

Sheet readSheet(std::string_view content, std::size_t piece, std::size_t sheet,
                const SheetLimits& limits) {
    Sheet result;
    OdsTablePass pass(std::make_unique<PieceStream>(content, piece), sheet, limits, {});
    if (const auto entered = pass.enter(); !entered) {
        result.rows = entered.error().message();
        result.problem = checkError(entered.error());
        return result;
    }
    result.problem = checkRows([&](RowView& row) { return pass.next(row); }, limits, result.rows);
    result.merged = pass.table().mergedRanges();
    return result;
}

std::string checkMerged(const std::vector<CellRange>& merged, const SheetLimits& limits) {
    for (const CellRange& range : merged)
        if (range.firstRow > range.lastRow || range.firstColumn > range.lastColumn ||
            range.lastRow > limits.maxRows || range.lastColumn >= limits.maxColumns)
            return "a merged range lies outside of the sheet";
    return merged.size() > limits.maxMergedRanges ? "more merged ranges than allowed" : "";
}

// The parser's word on what is damaged, and which of two damages it meets first, depend on how much
// it has at hand.
std::string_view upToDamage(std::string_view rows) {
    return rows.substr(0, rows.find(" is damaged at line "));
}

std::string playOdsCase(std::string_view input) {
    if (input.empty())
        return "";
    const auto choice = static_cast<unsigned char>(input.front());
    const std::string_view content = input.substr(1);
    const std::size_t sheet = choice & 3U;
    const SheetLimits limits = limitsOf(choice);
    const Sheet whole = readSheet(content, kReadStep, sheet, limits);
    if (!whole.problem.empty())
        return whole.problem;
    if (auto problem = checkMerged(whole.merged, limits); !problem.empty())
        return problem;
    const std::size_t piece = 1 + (choice >> 3U) % 29U;
    const Sheet pieces = readSheet(content, piece, sheet, limits);
    if (upToDamage(pieces.rows) != upToDamage(whole.rows))
        return "rows differ with the size of the pieces:\n" + whole.rows + "\n" + pieces.rows;

    OdsTablePass pass(std::make_unique<PieceStream>(content, kReadStep), sheet, limits, {});
    if (!pass.enter())
        return "";
    MergeFill fill(whole.merged, limits, [&](RowView& row) { return pass.next(row); });
    std::string filled;
    return checkRows([&](RowView& row) { return fill.next(row); }, limits, filled);
}

} // namespace

LEADSHEET_FUZZ_CASE(ods, playOdsCase);

} // namespace leadsheet::test
