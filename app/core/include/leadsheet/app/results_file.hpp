// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What became of a row, already in words for a person. Texts must be UTF-8; a text that a
/// spreadsheet program would run as a formula is written with a leading apostrophe.
struct RowOutcome {
    std::string status;
    std::string orderNumber;
    std::string price;
    std::string code;
    std::string message;
    std::string key;
};

/// Headers of the added columns, in order. A column with such a header is ours in any sheet.
inline constexpr std::array<std::string_view, 6> kResultHeaders = {
    "Leadsheet status", "Leadsheet order number", "Leadsheet price",
    "Leadsheet code",   "Leadsheet message",      "Leadsheet key"};
bool isResultHeader(std::string_view header);

struct ResultsOptions {
    SheetOptions sheet; ///< as used for the run
    std::size_t sheetIndex = 0;
    std::optional<std::uint32_t> headerRow; ///< as used for the run; absent = no header row
    std::filesystem::path output; ///< empty = resultsPathFor(input), or the input in place
    bool overwrite = false;       ///< replace an existing output that is not the input
    /// Keep a replaced output beside the new one when it holds cells that the new one does not: a
    /// person's notes, or rows of an older sheet.
    bool keepEdited = false;
    bool inPlace = false;       ///< replace the input; a backup is made beside it
    std::string expectedSha256; ///< of the input at the run; empty = not compared
};

struct ResultsReport {
    std::filesystem::path output;
    std::filesystem::path backup; ///< what was replaced; empty when nothing is lost
    std::uint64_t rows = 0;       ///< with an outcome
    std::uint64_t unmatched = 0;  ///< rows copied without an outcome
};

/// "ICP list.csv" -> "ICP list.results.csv" beside it.
std::filesystem::path resultsPathFor(const std::filesystem::path& input);

/// Copies the sheet in its own format, encoding, delimiter and line ends, original cells byte for
/// byte, with the result columns added (or replaced, when the sheet has them already). Written to a
/// temporary name, synced, then renamed: the output is complete or absent.
/// `outcome` is asked once for every row after the header, by the number a person sees.
[[nodiscard]] SheetResult<ResultsReport>
writeResults(const std::filesystem::path& input, const ResultsOptions& options,
             const std::function<std::optional<RowOutcome>(std::uint32_t row)>& outcome,
             std::stop_token stop = {});

/// A cell as written to a delimited file: quoted only when needed.
void appendDelimitedCell(std::string& out, std::string_view text, char delimiter);
/// Whether a spreadsheet program that opens delimited text would take the cell for a formula.
/// Signed numbers and phone numbers ("+49 (30) 1234-5") are none.
bool needsFormulaGuard(std::string_view text);
/// The text, with an apostrophe before it if it needs a guard.
std::string guardFormula(std::string_view text);

} // namespace leadsheet::app
