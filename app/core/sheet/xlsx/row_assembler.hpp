// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/xlsx/cell_formats.hpp"
#include "sheet/xlsx/row_batch.hpp"
#include "sheet/xlsx/shared_strings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

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

    /// Attributes as written; absent when the element has none.
    bool startRow(std::optional<std::string_view> number, std::optional<std::string_view> hidden);
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
    std::uint64_t rowBytes_ = 0;
    std::uint32_t nextColumn_ = 0;
    bool inCell_ = false; // so that an error names the column
    Cell cell_;
    XlsxType type_ = XlsxType::Number;
    const CellFormat* format_ = nullptr;
    std::string decoded_;
};

} // namespace leadsheet::app
