// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"
#include "sheet/text_arena.hpp"
#include "sheet/xlsx/cell_formats.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// A cell whose displayed text is still to be made from its number or text.
struct Rendering {
    std::size_t cell; ///< index in the row
    const CellFormat* format;
};

/// The rows that one step of the parser finished, and the one it is in.
class RowBatch {
public:
    struct Row {
        std::uint32_t row = 0;
        bool hidden = false;
        std::span<Cell> cells;
        std::span<const Rendering> renderings;
    };

    // The row under construction.
    void startRow(std::uint32_t row, bool hidden);
    void addCell(const Cell& cell) { cells_.push_back(cell); }
    void addRendered(const Cell& cell, const CellFormat& format);
    /// A copy that lives as long as the row.
    std::string_view keep(std::string_view text) { return arena_.keep(text); }
    void finishRow();
    /// Forgets it.
    void dropRow();

    bool hasRows() const { return taken_ < rows_.size(); }
    /// The oldest finished row; valid until `recycle`.
    Row take();
    /// Forgets the rows taken. Keeps the row under construction.
    void recycle();
    void clear();

private:
    struct Head {
        std::uint32_t row = 0;
        bool hidden = false;
        std::size_t firstCell = 0;
        std::size_t endCell = 0;
        std::size_t firstRendering = 0;
        std::size_t endRendering = 0;
    };

    std::vector<Head> rows_;
    std::size_t taken_ = 0;
    Head building_;
    std::vector<Cell> cells_;
    std::vector<Rendering> renderings_;
    TextArena arena_;
    TextArena spare_;
};

} // namespace leadsheet::app
