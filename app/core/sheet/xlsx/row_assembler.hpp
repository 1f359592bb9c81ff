// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/row_source.hpp"
#include "sheet/text_arena.hpp"
#include "sheet/xlsx/cell_formats.hpp"
#include "sheet/xlsx/shared_strings.hpp"
#include "sheet/xlsx/xml_values.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

/// Types of a cell (ECMA-376 part 1, 18.18.11).
enum class XlsxType { Number, SharedText, InlineText, FormulaText, Boolean, Error, IsoDate };

/// What a workbook gives to all of its sheets. References must outlive the assembler.
struct AssemblerContext {
    const SheetLimits& limits;
    CellFormats& formats;
    SharedStrings& strings;
    bool date1904;
};

/// Makes rows of typed cells from what a sheet part says, whoever parsed it. Every function returns
/// false once something is wrong; `failure` then names the place.
class RowAssembler {
public:
    RowAssembler(const AssemblerContext& context, RowBatch& batch)
        : context_(context)
        , batch_(batch) {}

    /// Attributes as written; absent when the element has none. A row of no height is hidden.
    bool startRow(std::optional<std::string_view> number, std::optional<std::string_view> hidden,
                  std::optional<std::string_view> height);
    bool startCell(std::optional<std::string_view> reference, std::optional<std::string_view> style,
                   std::optional<std::string_view> type);
    XlsxType type() const { return type_; }
    /// The cell's text is in an `is` element, whatever its type says.
    void setInlineText() { type_ = XlsxType::InlineText; }
    /// `hasValue` tells an empty value from none.
    bool finishCell(bool formula, bool hasValue, std::string_view value);
    void finishRow();
    /// The state before `startRow`; nothing of that row was kept.
    void dropRow();

    /// More than `maxFieldBytes` were met in the value of the cell.
    bool failTooLong();
    bool fail(SheetErrorCode code, Message reason, Message wayOut);
    bool failDamaged(Message reason);
    const std::optional<SheetError>& failure() const { return failure_; }
    std::uint64_t rowsFinished() const { return rowsFinished_; }
    /// Number of the last row started, 0 before the first.
    std::uint32_t row() const { return row_; }

private:
    std::optional<CellReference> placeOf(std::string_view name) const;
    bool addNumber(std::string_view value);
    bool addDate(std::string_view value);
    bool addText(std::string_view value, bool isKept);
    bool addShared(std::string_view value);
    bool addUnreadable(std::string_view value);
    bool countBytes(std::size_t bytes);

    AssemblerContext context_;
    RowBatch& batch_;
    std::optional<SheetError> failure_;
    std::uint64_t rowsFinished_ = 0;
    std::uint64_t cells_ = 0;
    std::uint64_t cellsBeforeRow_ = 0;
    std::uint32_t row_ = 0;
    std::uint32_t rowBefore_ = 0;
    std::string rowName_; // of row_, in the names of its cells
    std::uint64_t rowBytes_ = 0;
    std::uint32_t nextColumn_ = 0;
    bool inCell_ = false; // so that an error names the column
    Cell cell_;
    XlsxType type_ = XlsxType::Number;
    const CellFormat* format_ = nullptr;
    std::string decoded_;
};

} // namespace leadsheet::app
