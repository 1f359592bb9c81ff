// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/ods/cell_text.hpp"
#include "sheet/ods/cell_value.hpp"
#include "sheet/ods/row_queue.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Turns the inside of one table:table into rows. Repeats of blank cells and rows cost nothing, and
/// the blank rows after the last content are never handed out; repeats of content count in full.
class OdsTableReader final : public XmlHandler {
public:
    /// `fail` stops the parser. `rows` must outlive the reader.
    OdsTableReader(const SheetLimits& limits, OdsRowQueue& rows,
                   std::function<void(SheetError)> fail);

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;

    /// Number of the row being read, from 1.
    std::uint32_t row() const;
    std::span<const std::uint32_t> hiddenColumns() const { return hiddenColumns_; }
    const std::vector<CellRange>& mergedRanges() const { return merged_; }

private:
    enum class Where { Table, Row, Cell };
    struct Span {
        std::uint32_t column = 0;
        std::uint32_t repeat = 1;
        std::uint64_t columns = 1;
        std::uint64_t rows = 1;
    };

    void startInTable(std::string_view name, const XmlAttributes& attributes);
    void startInRow(std::string_view name, const XmlAttributes& attributes);
    void addColumns(const XmlAttributes& attributes);
    void startRow(const XmlAttributes& attributes);
    void endRow();
    void startCell(const XmlAttributes& attributes);
    void endCell();
    bool addCell(CellKind kind, double number);
    bool withinLimits(std::uint64_t textBytes);
    void addMerged(const Span& span);
    std::uint64_t repeats(const XmlAttributes& attributes, std::string_view name);
    void countMet(std::uint64_t cells);
    void exceeded(std::uint64_t row, std::uint64_t column, Message reason, Message wayOut);
    void fail(SheetError error);

    SheetLimits limits_;
    OdsRowQueue& rows_;
    std::function<void(SheetError)> fail_;
    bool failed_ = false;
    Where where_ = Where::Table;
    std::size_t depth_ = 0;   // below the cell
    std::size_t skipped_ = 0; // depth inside an element without cells

    std::vector<bool> groups_; // collapsed or not, innermost last
    std::size_t hiddenGroups_ = 0;
    std::uint64_t nextColumn_ = 0; // of the column descriptions
    std::vector<std::uint32_t> hiddenColumns_;
    std::vector<CellRange> merged_;

    std::uint64_t row_ = 1;
    std::uint64_t rowRepeat_ = 1;
    std::uint64_t rowElements_ = 0;
    std::uint64_t pendingBlank_ = 0;
    bool rowHidden_ = false;
    std::uint64_t rowBytes_ = 0;
    std::vector<Span> rowSpans_;
    std::uint64_t cellsMet_ = 0;
    std::uint64_t textBytes_ = 0; // of the sheet, repeats written out

    std::uint64_t column_ = 0;
    std::uint64_t cellRepeat_ = 1;
    Span span_;
    OdsValue value_;
    OdsCellText text_;
};

} // namespace leadsheet::app
