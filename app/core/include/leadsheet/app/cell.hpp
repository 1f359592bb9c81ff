// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::app {

enum class CellKind : std::uint8_t { Empty, Text, Number, Boolean, Error, Date, Time };

/// One cell as the file has it. Text formats know only Empty and Text.
struct Cell {
    CellKind kind = CellKind::Empty;
    bool formula = false;     ///< the value is a formula's stored result
    bool struck = false;      ///< all of its text is crossed out (workbooks only)
    std::uint32_t column = 0; ///< from 0; cells of a row ascend, gaps are empty cells
    double number = 0;        ///< Number: the value; Date and Time: the serial; else 0
    std::string_view text;    ///< UTF-8, what a person sees in the cell
    std::string_view raw;     ///< text formats: the bytes as written, quotes included; else empty
};

/// A comment that somebody attached to a cell of a workbook, beside its value.
struct CellNote {
    std::uint32_t row = 0;    ///< number a person sees, from 1
    std::uint32_t column = 0; ///< from 0
    std::string text;         ///< UTF-8, without the name of who wrote it
};

/// One row. All views stay valid until the next call on the source that gave it.
struct RowView {
    std::uint32_t row = 0;    ///< number a person sees, from 1
    std::uint32_t repeat = 1; ///< how many identical rows this stands for (ODS)
    std::uint64_t line = 0;   ///< text formats: line on which the record starts, from 1; else 0
    bool hidden = false;
    std::span<const Cell> cells;
    std::string_view terminator; ///< text formats: the line end as written, maybe empty at the end

    /// True without any cell that has text.
    bool blank() const;
    /// Text of the cell at `column` (from 0), empty when the row has none there.
    std::string_view textAt(std::uint32_t column) const;
};

/// "A" for 0, "Z" for 25, "AA" for 26.
std::string columnLetter(std::uint32_t column);
/// The reverse, in either case; absent for other texts and past column 16,384 (XFD).
std::optional<std::uint32_t> columnFromLetters(std::string_view letters);

} // namespace leadsheet::app
