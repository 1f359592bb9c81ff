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

namespace leadsheet::app {

enum class SheetFormat { DelimitedText, GzippedText };
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
    std::string separatorLine;    ///< "sep=;" with its line end, when the file starts with one
    std::string lineEnd = "\r\n"; ///< the first one met
    bool delimiterGiven = false;  ///< by the caller or a separator line, so not sniffed
    bool encodingGiven = false;   ///< by the caller or a byte order mark, so not guessed
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
    std::uint64_t replacedBytes = 0; ///< byte sequences that were no text, shown as U+FFFD
    std::uint64_t strippedNuls = 0;
    bool mixedLineEnds = false;
};

/// Every bound of a read; exceeding one is LimitExceeded with the place. Never raised by content.
struct SheetLimits {
    std::uint64_t maxRows = 1'048'576;
    std::uint32_t maxColumns = 16'384;
    std::uint64_t maxFieldBytes = 1ULL << 20;
    std::uint64_t maxRowBytes = 8ULL << 20;
    std::uint64_t maxInflatedBytes = 2ULL << 30;       ///< of a .gz
    std::uint64_t maxInflatedWithoutRow = 64ULL << 20; ///< of a .gz: output without a line end
};

struct SheetOptions {
    SheetLimits limits;
    std::optional<std::string> encoding; ///< "utf-8", "windows-1252", ...; absent = find out
    std::optional<char> delimiter;       ///< any ASCII character but quote, CR, LF, NUL
    bool hashInput = false;              ///< fill RowSource::sha256()
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
    /// Lower-case hex SHA-256 of the file's bytes; empty unless asked for in the options.
    virtual const std::string& sha256() const = 0;
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
