// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "write/atomic_file.hpp"

#include "leadsheet/app/record_writer.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace leadsheet::app {

void appendInteger(std::string& out, std::int64_t value);
/// The shortest text that reads back as the same number.
void appendDouble(std::string& out, double value);
/// ISO 8601: 2026-01-31.
void appendDate(std::string& out, std::chrono::sys_days date);
/// ISO 8601: 2026-01-31T14:07:00Z, with milliseconds when there are any.
void appendTime(std::string& out, ExportTime time);
/// A plain decimal with all digits of the currency: -1234.50.
void appendAmount(std::string& out, ExportAmount amount);
/// For formats whose cells hold one text: joined by ", ".
void appendList(std::string& out, const ExportList& list);

/// The serial of a spreadsheet's 1900 date system; absent outside 1 March 1900 to 9999, where
/// programs disagree or have none.
std::optional<double> dateSerial(ExportTime time);

/// One format's way of turning records into bytes of a file. Calls come in order, and none after an
/// error. Counts what had to be changed in the report; `rows` in it is kept by the caller and is
/// the number of records before the current one.
class RecordEncoder {
public:
    virtual ~RecordEncoder() = default;
    virtual SheetResult<void> begin(std::span<const ExportColumn> columns) = 0;
    virtual SheetResult<void> row(std::span<const ExportValue> values) = 0;
    virtual SheetResult<void> finish() = 0;
};

std::unique_ptr<RecordEncoder> makeCsvEncoder(AtomicFile& file, const ExportOptions& options,
                                              ExportReport& report);
std::unique_ptr<RecordEncoder> makeJsonLinesEncoder(AtomicFile& file, ExportReport& report);

/// Where a workbook is divided; tests use smaller ones.
struct XlsxDivision {
    std::uint32_t maxRows = 1'048'576; ///< of a tab, header included
    std::uint64_t maxSheetBytes = 7ULL << 29;
    std::uint64_t maxArchiveBytes = 0xFFFF'FFFF;
};
std::unique_ptr<RecordEncoder> makeXlsxEncoder(AtomicFile& file, const ExportOptions& options,
                                               ExportReport& report,
                                               const XlsxDivision& division = {});

/// InvalidValue for NaN and infinity; the place is the record after `report.rows`.
SheetError notFinite(const ExportReport& report, std::size_t column);

} // namespace leadsheet::app
