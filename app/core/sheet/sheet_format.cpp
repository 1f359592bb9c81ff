// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/row_source.hpp"

namespace leadsheet::app {

std::string_view sheetFormatName(SheetFormat format) {
    switch (format) {
    case SheetFormat::DelimitedText:
        return "delimited text";
    case SheetFormat::GzippedText:
        return "gzipped delimited text";
    case SheetFormat::Xlsx:
        return "XLSX workbook";
    case SheetFormat::Xlsm:
        return "XLSM workbook";
    case SheetFormat::Ods:
        return "ODS spreadsheet";
    }
    return "sheet";
}

bool isWorkbook(SheetFormat format) {
    return format == SheetFormat::Xlsx || format == SheetFormat::Xlsm || format == SheetFormat::Ods;
}

} // namespace leadsheet::app
