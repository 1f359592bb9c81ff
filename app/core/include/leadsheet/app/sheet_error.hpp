// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/message.hpp"
#include "leadsheet/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Why a sheet, a map or a results file could not be read or written. The names returned by
/// `sheetErrorName` are stable: programs may branch on them.
enum class SheetErrorCode {
    NotFound,            ///< no such file
    NotReadable,         ///< the system refused to open or read it
    NotAFile,            ///< a folder, pipe or device
    Empty,               ///< no bytes, or nothing but blank rows where a header is needed
    UnsupportedFormat,   ///< recognised by its content, and not a format that is read
    PasswordProtected,   ///< an encrypted workbook
    DamagedFile,         ///< the container (gzip) is cut or damaged
    UnknownEncoding,     ///< the encoding named by the caller is not known
    AmbiguousEncoding,   ///< `candidates` says what the text could be; nothing was assumed
    InvalidOption,       ///< an option's value cannot be used (delimiter, header row, ...)
    UnterminatedQuote,   ///< place is where the quote was opened
    LimitExceeded,       ///< one of `SheetLimits`
    ChangedWhileReading, ///< the file was written to during the read
    Cancelled,           ///< the stop token was set
    NoSuchSheet,         ///< sheet index or name not in the file
    HeaderNotFound,      ///< no row among the first ones looks like, or can be, a header
    MapInvalid,          ///< the map text or file does not parse
    MapUnknownTarget,    ///< no such field
    MapUnknownColumn,    ///< no such column in this sheet
    MapConflict,         ///< a target or a column used twice
    MapIncomplete,       ///< required fields have no column; the reason names them
    InvalidValue,        ///< a value that no file format holds: NaN, infinity
    OutputExists,        ///< the results file exists and overwriting was not asked for
    OutputIsInput,       ///< the results file is the input and in-place was not asked for
    StorageFull,         ///< disk full or over quota; nothing half-written was left behind
    StorageError,        ///< any other failure to write
};

/// The code as a snake_case word, for `--json` output and logs.
std::string_view sheetErrorName(SheetErrorCode code);

/// Where in a sheet. Zero means "does not apply". `row` is the number a person sees in a
/// spreadsheet program, `line` the physical line of a text file, both from 1. `column` counts
/// from 1.
struct SheetPlace {
    std::uint32_t row = 0;
    std::uint64_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const SheetPlace&, const SheetPlace&) = default;
};

/// One reading of a text whose encoding could not be told: the name to pass as
/// `SheetOptions::encoding`, and up to three cells as they would look.
struct EncodingCandidate {
    std::string encoding;
    std::vector<std::string> sampleCells;
};

/// What went wrong, where, and what to do about it.
struct SheetError {
    SheetErrorCode code = SheetErrorCode::NotReadable;
    SheetPlace place;
    std::vector<Message> reason;
    std::vector<Message> wayOut;               ///< empty = none
    std::vector<EncodingCandidate> candidates; ///< only with AmbiguousEncoding

    /// In English: "Row 12 (line 14), column C: reason Way out." with the parts that apply.
    std::string message() const;
};

template <typename T>
using SheetResult = tl::expected<T, SheetError>;

} // namespace leadsheet::app
