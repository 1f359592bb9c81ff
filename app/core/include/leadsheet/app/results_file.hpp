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
    std::string price; ///< held, or charged at the end; a plain amount ("12.50") with a currency is
                       ///< a number in workbooks
    std::string code;
    std::string message;
    std::string key;
    std::string currency{};
    std::string corrections{}; ///< what a person corrected in the row before it was ordered
    std::string charged{};     ///< what an order that ended has cost, like `price`; empty = unknown
};

/// Headers of the added columns, in order. A column with such a header is ours in any sheet.
inline constexpr std::array<std::string_view, 9> kResultHeaders = {
    "Leadsheet status",   "Leadsheet order number", "Leadsheet price",
    "Leadsheet code",     "Leadsheet message",      "Leadsheet key",
    "Leadsheet currency", "Leadsheet corrections",  "Leadsheet charged"};
/// Every results file has this many of them, from the first, whatever version wrote it.
inline constexpr std::size_t kOldestResultHeaders = 6;
bool isResultHeader(std::string_view header);
/// One of these, or of the further columns that the connectors for Calc and Google Sheets keep in
/// the sheet: none is a part of an order.
bool isOwnHeader(std::string_view header);

/// A further tab of a run.
struct ResultsTab {
    std::size_t sheet = 0;
    std::optional<std::uint32_t> headerRow; ///< as used for the run; absent = no header row
};

struct ResultsOptions {
    SheetOptions sheet; ///< as used for the run
    std::size_t sheetIndex = 0;
    std::optional<std::uint32_t> headerRow; ///< as used for the run; absent = no header row
    std::vector<ResultsTab> moreTabs;       ///< each gets result columns of its own
    std::filesystem::path output; ///< empty = resultsPathFor(input), or the input in place
    bool overwrite = false;       ///< replace an existing output that is not the input
    /// Keep a replaced output beside the new one when it holds cells that the new one does not: a
    /// person's notes, or rows of an older sheet.
    bool keepEdited = false;
    bool inPlace = false;       ///< replace the input; a backup is made beside it
    bool fittingName = false;   ///< refuse an `output` whose name promises another format
    std::string expectedSha256; ///< of the input at the run; empty = not compared
    /// Called when the input is about to be replaced, with the SHA-256 of what takes its place.
    std::function<void(const std::string& sha256)> beforeReplacing{};
    std::string currency; ///< of the prices, by which workbooks show them; empty = as numbers
};

struct ResultsReport {
    std::filesystem::path output;
    std::filesystem::path backup; ///< what was replaced; empty when nothing is lost
    std::uint64_t rows = 0;       ///< with an outcome
    std::uint64_t unmatched = 0;  ///< rows copied without an outcome, in the tabs of the run
};

/// "ICP list.csv" -> "ICP list.results.csv" beside it.
std::filesystem::path resultsPathFor(const std::filesystem::path& input);

/// What stands against a name for results of a sheet of this format: an ending by which programs
/// would take the file for something else, as ".xlsx" for delimited text. InvalidOption; nothing
/// for names without an ending that is known.
std::optional<SheetError> resultsNameProblem(SheetFormat format,
                                             const std::filesystem::path& output);

/// Copies the sheet in its own format with the result columns added, or written again when the
/// sheet has them. Written to a temporary name, synced, then renamed: the output is complete or
/// absent. `outcome` is asked once for every row after the header, by the number a person sees.
///
/// Kept, delimited text: encoding, byte order mark, `sep=` line, delimiter, line ends, compression,
/// and every original cell byte for byte. A row without an outcome gets no further cells.
///
/// Kept, workbooks: every part but the one with the sheet byte for byte, as packed (and but for the
/// styles of XLSX, which get a twin for money each when ResultsOptions::currency is set): shared
/// texts, other sheets, comments, drawings, charts, macros (a digital signature then no longer
/// fits). In the sheet's part all but the cells of the result columns stays as it was, byte for
/// byte: values, stored results of formulas, styles, merged cells, widths, validation, conditional
/// formats. What else changes there: XLSX loses the `spans` hint of rows that get cells, and its
/// dimension grows; ODS has rows written apart that were stored as repeats; a part in another
/// encoding becomes UTF-8; added columns are shown where everything to the right was hidden.
///
/// Added: columns of text cells, prices as numbers, right of the last used one (of merged cells at
/// or below the header, too), formatted like the row or column they are in, their headers like the
/// last header. Texts are cut to the 32,767 UTF-16 units of a workbook's cell. ODS cannot hold
/// control characters (U+FFFD instead) and has one kind of line end in a cell.
///
/// A column is ours again when its header in `headerRow` reads like one of kResultHeaders, whatever
/// its case and blanks. Delimited text loses it where it stands and gets it again at the end;
/// in workbooks its cells are written in place, and emptied in rows without an outcome. A column of
/// a workbook in which a person has put formulas is left alone, and a new one is added.
///
/// In place, the input is first linked or copied to "<name>.backup-<local time><ending>" beside it.
[[nodiscard]] SheetResult<ResultsReport>
writeResults(const std::filesystem::path& input, const ResultsOptions& options,
             const std::function<std::optional<RowOutcome>(std::uint32_t row)>& outcome,
             std::stop_token stop = {});
/// The same for several tabs (ResultsOptions::moreTabs). Within a tab rows are asked for in
/// ascending order; the tabs come one after the other, in no order that is promised.
[[nodiscard]] SheetResult<ResultsReport> writeResults(
    const std::filesystem::path& input, const ResultsOptions& options,
    const std::function<std::optional<RowOutcome>(std::size_t sheet, std::uint32_t row)>& outcome,
    std::stop_token stop = {});

/// A cell as written to a delimited file: quoted only when needed.
void appendDelimitedCell(std::string& out, std::string_view text, char delimiter, char quote = '"');
/// Whether a spreadsheet program that opens delimited text would take the cell for a formula.
/// Signed numbers and phone numbers ("+49 (30) 1234-5") are none.
bool needsFormulaGuard(std::string_view text);
/// The text, with an apostrophe before it if it needs a guard.
std::string guardFormula(std::string_view text);
/// The text of a cell that guardFormula() wrote.
std::string_view withoutFormulaGuard(std::string_view cell);

} // namespace leadsheet::app
