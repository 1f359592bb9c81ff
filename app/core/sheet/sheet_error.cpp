// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_error.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/text/render.hpp"

namespace leadsheet::app {

std::string_view sheetErrorName(SheetErrorCode code) {
    switch (code) {
    case SheetErrorCode::NotFound:
        return "sheet_not_found";
    case SheetErrorCode::NotReadable:
        return "sheet_not_readable";
    case SheetErrorCode::NotAFile:
        return "sheet_not_a_file";
    case SheetErrorCode::Empty:
        return "sheet_empty";
    case SheetErrorCode::UnsupportedFormat:
        return "sheet_unsupported_format";
    case SheetErrorCode::PasswordProtected:
        return "sheet_password_protected";
    case SheetErrorCode::DamagedFile:
        return "sheet_damaged";
    case SheetErrorCode::UnknownEncoding:
        return "sheet_unknown_encoding";
    case SheetErrorCode::AmbiguousEncoding:
        return "sheet_ambiguous_encoding";
    case SheetErrorCode::InvalidOption:
        return "sheet_invalid_option";
    case SheetErrorCode::UnterminatedQuote:
        return "sheet_unterminated_quote";
    case SheetErrorCode::LimitExceeded:
        return "sheet_limit_exceeded";
    case SheetErrorCode::ChangedWhileReading:
        return "sheet_changed_while_reading";
    case SheetErrorCode::Cancelled:
        return "sheet_cancelled";
    case SheetErrorCode::NoSuchSheet:
        return "sheet_no_such_sheet";
    case SheetErrorCode::HeaderNotFound:
        return "sheet_header_not_found";
    case SheetErrorCode::MapInvalid:
        return "map_invalid";
    case SheetErrorCode::MapUnknownTarget:
        return "map_unknown_target";
    case SheetErrorCode::MapUnknownColumn:
        return "map_unknown_column";
    case SheetErrorCode::MapConflict:
        return "map_conflict";
    case SheetErrorCode::MapIncomplete:
        return "map_incomplete";
    case SheetErrorCode::InvalidValue:
        return "invalid_value";
    case SheetErrorCode::OutputExists:
        return "output_exists";
    case SheetErrorCode::OutputIsInput:
        return "output_is_input";
    case SheetErrorCode::StorageFull:
        return "storage_full";
    case SheetErrorCode::StorageError:
        return "storage_error";
    }
    return "sheet_error";
}

std::string SheetError::message() const {
    std::string where;
    if (place.row != 0)
        where = "Row " + std::to_string(place.row);
    if (place.line != 0 && place.line != place.row) {
        const std::string line = "line " + std::to_string(place.line);
        where = where.empty() ? "L" + line.substr(1) : where + " (" + line + ")";
    }
    if (place.column != 0) {
        const std::string column = "column " + columnLetter(place.column - 1);
        where = where.empty() ? "C" + column.substr(1) : where + ", " + column;
    }
    const std::string what = text::render(reason);
    std::string words = where.empty() ? what : where + ": " + what;
    if (!wayOut.empty())
        words += " " + text::render(wayOut);
    return words;
}

} // namespace leadsheet::app
