// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_error.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/text/render.hpp"

#include <array>

namespace leadsheet::app {

std::string_view sheetErrorName(SheetErrorCode code) {
    static constexpr auto kWords = std::to_array<std::string_view>({"sheet_not_found",
                                                                    "sheet_not_readable",
                                                                    "sheet_not_a_file",
                                                                    "sheet_empty",
                                                                    "sheet_unsupported_format",
                                                                    "sheet_password_protected",
                                                                    "sheet_damaged",
                                                                    "sheet_unknown_encoding",
                                                                    "sheet_ambiguous_encoding",
                                                                    "sheet_invalid_option",
                                                                    "sheet_unterminated_quote",
                                                                    "sheet_limit_exceeded",
                                                                    "sheet_changed_while_reading",
                                                                    "sheet_cancelled",
                                                                    "sheet_no_such_sheet",
                                                                    "sheet_header_not_found",
                                                                    "map_invalid",
                                                                    "map_unknown_target",
                                                                    "map_unknown_column",
                                                                    "map_conflict",
                                                                    "map_incomplete",
                                                                    "invalid_value",
                                                                    "output_exists",
                                                                    "output_is_input",
                                                                    "storage_full",
                                                                    "storage_error"});
    static_assert(kWords.size() == static_cast<std::size_t>(SheetErrorCode::StorageError) + 1);
    return kWords[static_cast<std::size_t>(code)];
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
