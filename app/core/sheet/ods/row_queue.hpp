// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Rows that one step of the parser finished, kept as the file writes them: a cell that stands for
/// 16,384 takes the memory of one until its row is handed out.
class OdsRowQueue {
public:
    struct NewCell {
        CellKind kind = CellKind::Empty;
        bool formula = false;
        std::uint32_t column = 0;
        std::uint32_t repeat = 1;
        double number = 0;
        std::string_view text;
    };

    // The row being built; nothing of it can be taken before `finishRow`.
    void addCell(const NewCell& cell);
    bool rowHasCells() const { return !building_.empty(); }
    void finishRow(std::uint32_t row, std::uint32_t repeat, bool hidden);
    void addBlankRow(std::uint32_t row, std::uint32_t repeat);

    /// The oldest finished row, or false. Views stay valid until the next call of take or finish.
    bool take(RowView& row);
    void clear();

private:
    struct Packed {
        Cell cell; // its text is set when the row is taken
        std::uint32_t repeat;
        std::size_t textAt;
        std::size_t textBytes;
    };
    struct Row {
        std::uint32_t row;
        std::uint32_t repeat;
        bool hidden;
        std::size_t firstCell;
        std::size_t endCell;
    };

    std::vector<Packed> building_;
    std::string buildingText_;
    std::vector<Row> rows_;
    std::vector<Packed> cells_;
    std::string text_;
    std::size_t next_ = 0;
    std::vector<Cell> expanded_;
};

} // namespace leadsheet::app
