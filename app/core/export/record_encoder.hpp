// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"
#include "write/atomic_file.hpp"

#include <memory>
#include <span>

namespace leadsheet::app {

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
