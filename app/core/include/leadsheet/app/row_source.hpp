// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/sheet_error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::app {

enum class SheetFormat { DelimitedText, GzippedText, Xlsx, Xlsm, Ods };
/// "CSV or delimited text", "XLSX workbook", ...
std::string_view sheetFormatName(SheetFormat format);
/// Workbooks have tabs, typed cells, hidden and merged ones; text formats have none of these.
bool isWorkbook(SheetFormat format);
enum class SheetVisibility { Visible, Hidden, VeryHidden };

struct SheetInfo {
    std::string name; ///< the tab's name; for text formats the file name without folder
    SheetVisibility visibility = SheetVisibility::Visible;
    std::uint64_t sizeHint = 0; ///< bytes, for choosing the likely sheet; 0 unknown
};

/// How a text file is written: enough to write another one that looks the same.
struct TextDialect {
    std::string encoding = "UTF-8"; ///< an ICU converter name
    bool byteOrderMark = false;
    char delimiter = ',';
    std::string separatorLine;     ///< "sep=;" with its line end, when the file starts with one
    std::string lineEnd = "\r\n";  ///< the first one met
    bool delimiterGiven = false;   ///< by the caller or a separator line, so not sniffed
    bool encodingGiven = false;    ///< by the caller or a byte order mark, so not guessed
    char quote = '"';              ///< or ', as the whole file shows
    bool blankBeforeQuote = false; ///< a, "b, c": blanks around a quoted cell are not its text
    bool backslashes = false;      ///< "say \"hi\"": a backslash before a quote makes it text
    /// Of columns aligned by blanks: the characters, from 0, at which they start; else empty.
    std::vector<std::uint32_t> columnStarts;
};

/// Counters of a read in progress; final after the last row.
struct SheetStats {
    std::uint64_t bytesRead = 0; ///< of the file, so bytesRead / bytesTotal is the progress
    std::uint64_t bytesTotal = 0;
    std::uint64_t rows = 0; ///< delivered, blank ones included
    std::uint64_t blankRows = 0;
    std::uint64_t raggedRows = 0; ///< not blank, and with fewer or more cells than the first row
    std::uint32_t widestRow = 0;  ///< cells
    std::uint64_t strayQuotes = 0;
    std::uint64_t replacedBytes = 0; ///< byte sequences that were not text, shown as U+FFFD
    std::uint64_t strippedNuls = 0;
    bool mixedLineEnds = false;
    // Workbooks only; each counts cells or rows delivered so far.
    std::uint64_t hiddenRows = 0; ///< not blank, hidden by hand or by a filter
    std::uint64_t errorCells = 0; ///< #N/A, #REF!, ...
    std::uint64_t formulasWithoutValue =
        0;                            ///< never calculated: the program that wrote them did not
    std::uint64_t roundedNumbers = 0; ///< 16 digits or more: stored rounded, digits are lost
    std::uint64_t mergedRanges = 0;   ///< known at the end of the sheet
    std::uint64_t unreadNotes = 0;    ///< comments beyond SheetLimits::maxNotes
};

/// What happens to the cells that a merged cell covers.
enum class MergedCells {
    FirstCellOnly, ///< they are empty, as stored
    FillRange,     ///< each has the value of the first; takes an extra pass over the sheet
};

/// A rectangle of cells, inclusive. Rows from 1 as a person sees them, columns from 0.
struct CellRange {
    std::uint32_t firstRow = 0;
    std::uint32_t lastRow = 0;
    std::uint32_t firstColumn = 0;
    std::uint32_t lastColumn = 0;
};

/// Every bound of a read; exceeding one is LimitExceeded with the place. Never raised by content.
struct SheetLimits {
    std::uint64_t maxRows = 1'048'576;
    std::uint32_t maxColumns = 16'384;
    std::uint64_t maxFieldBytes = 1ULL << 20;
    std::uint64_t maxRowBytes = 8ULL << 20;
    std::uint64_t maxInflatedBytes = 2ULL << 30;       ///< of a .gz
    std::uint64_t maxInflatedWithoutRow = 64ULL << 20; ///< of a .gz: output without a line end
    // Workbooks.
    std::uint64_t maxCells = 200'000'000;    ///< met in one sheet, repeats counted
    std::uint32_t maxMergedRanges = 100'000; ///< of one sheet
    std::uint32_t maxNotes = 20'000;         ///< comments of one sheet; more are only counted
    std::uint32_t maxZipEntries = 100'000;
    std::uint64_t maxSheetPartBytes = 8ULL << 30;  ///< inflated
    std::uint64_t maxSharedTextBytes = 1ULL << 30; ///< kept of the shared strings
    std::uint64_t maxOtherPartBytes = 64ULL << 20; ///< inflated: styles, relations, ...
    std::uint64_t maxXmlWithoutRow = 64ULL << 20;  ///< XML that finishes no row and no string
    std::uint32_t maxXmlDepth = 256;
};

struct SheetOptions {
    SheetLimits limits;
    std::optional<std::string> encoding; ///< "utf-8", "windows-1252", ...; absent = find out
    std::optional<char> delimiter;       ///< any ASCII character but quote, CR, LF, NUL
    bool hashInput = false;              ///< fill InputDigests::sha256
    bool markInput = false;              ///< fill InputDigests::mark
    MergedCells merged = MergedCells::FirstCellOnly;
    /// mergedRanges() is complete from the start: an extra pass over a sheet with merged cells.
    bool mergedFirst = false;
};

/// What a file's bytes add up to; empty unless asked for in the options.
struct InputDigests {
    std::string sha256; ///< lower-case hex
    /// CRC-64/XZ, lower-case hex: tells versions of a file apart in a tenth of the time that
    /// SHA-256 takes on a processor without instructions for it. No proof against forgery.
    std::string mark;
};

enum class Next { Row, End };

/// A sheet being read, row by row, in constant memory whatever the size of the file.
/// Not thread-safe; one source belongs to one thread. Dropping it early is always fine.
class RowSource {
public:
    virtual ~RowSource() = default;

    virtual SheetFormat format() const = 0;
    virtual std::span<const SheetInfo> sheets() const = 0;
    /// Starts (or starts again) at the first row of a sheet; the factory has opened sheet 0.
    [[nodiscard]] virtual SheetResult<void> open(std::size_t sheet) = 0;
    /// The next row. After an error or End, the same answer again until `open`.
    [[nodiscard]] virtual SheetResult<Next> next(RowView& row) = 0;
    virtual SheetStats stats() const = 0;
    /// Text formats only, else nullptr.
    virtual const TextDialect* dialect() const = 0;
    /// Index of the open sheet.
    virtual std::size_t sheet() const { return 0; }
    /// Columns from 0 that are hidden, ascending; complete once the first row was given.
    virtual std::span<const std::uint32_t> hiddenColumns() const { return {}; }
    /// Merged cells of the open sheet; complete after End, or from the start with FillRange and
    /// SheetOptions::mergedFirst.
    virtual std::span<const CellRange> mergedRanges() const { return {}; }
    /// Comments at cells of the open sheet, ascending by row; complete for the rows that were
    /// given. Of threads that were resolved there are none. Long ones are cut.
    virtual std::span<const CellNote> notes() const { return {}; }
    virtual const InputDigests& digests() const = 0;
};

/// Opens a sheet by what the file contains, never by its name. Formats that are recognised but not
/// read are refused by name with the way out. Cancelling takes effect within one 64 KiB step.
[[nodiscard]] SheetResult<std::unique_ptr<RowSource>> openSheet(const std::filesystem::path& path,
                                                                const SheetOptions& options = {},
                                                                std::stop_token stop = {});

/// Lower-case hex SHA-256 of a file's bytes.
[[nodiscard]] SheetResult<std::string> fileSha256(const std::filesystem::path& path,
                                                  std::stop_token stop = {});

} // namespace leadsheet::app
