// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace leadsheet::app {

enum class ExportFormat { Csv, Xlsx, JsonLines };
/// By the ending of a name (".csv", ".xlsx", ".jsonl", ".ndjson") in any case; absent for others.
std::optional<ExportFormat> exportFormatFor(const std::filesystem::path& path);

/// What a column mostly holds; decides width and look in a workbook, not what may be in it.
enum class ColumnType { Text, Number, Boolean, Date, DateTime, Amount };

struct ExportColumn {
    std::string name;
    ColumnType type = ColumnType::Text;
};

/// Milliseconds since 1970 in UTC.
using ExportTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// Texts in one value. They are looked at during `row` only.
struct ExportList {
    std::span<const std::string_view> texts;
};

/// An amount of money: minor units of a currency and how many of its digits they are (see
/// leadsheet::minorDigits), at most 18.
struct ExportAmount {
    std::int64_t minor = 0;
    int digits = 2;
};

/// One value on its way into a file; nothing, a text (any bytes, UTF-8 intended), a whole number, a
/// number, a truth value, a date, a moment, a list of texts, or an amount of money. Text is looked
/// at during `row` only.
///
/// | value        | CSV                      | XLSX                         | JSON Lines          |
/// |--------------|--------------------------|------------------------------|---------------------|
/// | nothing      | empty                    | no cell                      | null                |
/// | text         | text, guarded            | text cell                    | string              |
/// | whole number | digits                   | number; text past 15 digits  | number              |
/// | number       | shortest exact           | number                       | number              |
/// | truth value  | true, false              | TRUE, FALSE                  | true, false         |
/// | date         | 2026-01-31               | date cell                    | "2026-01-31"        |
/// | moment       | 2026-01-31T14:07:00Z     | date and time cell, UTC      | as in CSV           |
/// | list         | joined by ", ", guarded  | text cell, joined by ", "    | array of strings    |
/// | amount       | plain decimal: -1234.50  | number, in options.currency  | number: -1234.50    |
///
/// Dates that a workbook cannot hold (before 1 March 1900, after 9999) are text there.
using ExportValue = std::variant<std::monostate, std::string_view, std::int64_t, double, bool,
                                 std::chrono::sys_days, ExportTime, ExportList, ExportAmount>;

/// What happens to a text that is longer than a workbook cell can hold (32,767 UTF-16 units).
enum class LongText {
    Cut,    ///< the start is written; counted, and the first one named in the report
    Refuse, ///< LimitExceeded with the place
};

struct ExportOptions {
    bool overwrite = false;     ///< replace an existing file
    char delimiter = ',';       ///< CSV: any ASCII character but quote, CR, LF, NUL
    bool byteOrderMark = false; ///< CSV: for programs that take a file without it for another code
    bool guardFormulas = true;  ///< CSV: see guardFormula in results_file.hpp
    std::string sheetName = "Sheet1"; ///< XLSX: characters that are not allowed are replaced
    LongText longText = LongText::Cut;
    std::string currency = "USD"; ///< XLSX: what amounts are shown in, an ISO 4217 code
    bool manifest = true;         ///< write manifestPathFor(path) as well
    /// What the file holds, for the manifest: scope, account, time; as the caller words it.
    std::map<std::string, std::string> facts;
    /// Called by `finish` when all is on the disk and the file has its name next, so that a caller
    /// can note what will stand there: a crash may come between that and the manifest's name.
    std::function<SheetResult<void>(const std::string& sha256)> beforeNaming;
};

struct ExportReport {
    std::filesystem::path path;
    std::filesystem::path manifest; ///< empty when none was asked for
    ExportFormat format = ExportFormat::Csv;
    std::uint64_t rows = 0; ///< without headers
    std::uint64_t bytes = 0;
    std::string sha256;              ///< of the file, lower-case hex
    std::uint32_t sheets = 0;        ///< XLSX: more than one past 1,048,575 rows
    std::uint64_t cutTexts = 0;      ///< XLSX: longer than a cell can be
    SheetPlace firstCut;             ///< record number from 1, and column; zero when none was cut
    std::uint64_t repairedTexts = 0; ///< with bytes that were not text, now U+FFFD
    std::uint64_t guardedTexts = 0;  ///< CSV: with an apostrophe before them
    std::uint64_t valuesAsText = 0;  ///< XLSX: numbers of over 15 digits and dates out of range
};

/// "leads.csv" -> "leads.csv.manifest.json" beside it.
std::filesystem::path manifestPathFor(const std::filesystem::path& path);

/// What stands against writing a new file there, to be known before long work: OutputExists unless
/// `overwrite`.
std::optional<SheetError> outputProblem(const std::filesystem::path& path, bool overwrite);
/// What RecordWriter::create refuses of the options themselves, to be known as early.
std::optional<SheetError> exportOptionsProblem(const ExportOptions& options);

/// Writes records into a new file, one by one, in constant memory (under 20 MB whatever the number
/// of rows). Until `finish` succeeds the file has a temporary name in the same folder; dropping the
/// writer, or any error, removes it and leaves an older file of that name as it was. After an error
/// every later call fails with the same error. Same records, same bytes. Not thread-safe.
///
/// CSV: RFC 4180, UTF-8, CRLF, a header line, cells quoted when needed. XLSX: ECMA-376
/// transitional, text in text cells, header row bold and frozen, no formulas; a new tab with the
/// same header after 1,048,576 rows or 3.5 GiB of XML; LimitExceeded when the file would pass 4
/// GiB. JSON Lines: one object a line (LF), members in column order.
class RecordWriter {
public:
    /// OutputExists unless `overwrite`; InvalidOption names the option.
    [[nodiscard]] static SheetResult<RecordWriter> create(const std::filesystem::path& path,
                                                          ExportFormat format,
                                                          const ExportOptions& options = {});
    RecordWriter(RecordWriter&&) noexcept;
    RecordWriter& operator=(RecordWriter&&) noexcept;
    ~RecordWriter();

    /// Once, before the first row. Needs at least one column; XLSX takes at most 16,384, JSON Lines
    /// no two of the same name.
    [[nodiscard]] SheetResult<void> begin(std::span<const ExportColumn> columns);
    /// As many values as columns. NaN and infinity are refused (InvalidValue) with the place.
    [[nodiscard]] SheetResult<void> row(std::span<const ExportValue> values);
    /// Rows written so far, to compare with what was expected before `finish`.
    std::uint64_t rows() const;
    /// Completes the file, checks that all of it is on the disk, and gives it its name.
    [[nodiscard]] SheetResult<ExportReport> finish();

private:
    struct Impl;
    explicit RecordWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::app
