// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/result_layout.hpp"
#include "results/xml_patcher.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::app {

/// Puts results into a worksheet part (ECMA-376 part 1, 18.3.1) on its way through an XmlPatcher.
/// Changed are the cells of the result columns, the row tags around them (without `spans`, which is
/// a hint that would be wrong), the dimension, and, where added columns would be hidden, that.
class XlsxRewriter final : public XmlHandler {
public:
    /// `moneyStyles`: by the index of a cell style its twin for money; empty = there are none.
    XlsxRewriter(std::span<const ResultColumn> columns, const SheetExtent& extent,
                 const RowPlanner& planner, std::span<const std::uint32_t> moneyStyles)
        : columns_(columns)
        , extent_(extent)
        , planner_(planner)
        , moneyStyles_(moneyStyles) {}
    void attach(XmlPatcher& patcher) { patcher_ = &patcher; }

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view) override {}

private:
    enum class Where { Sheet, Columns, Data, Row, Cell };

    void startColumn();
    void startRow(const XmlAttributes& attributes);
    void endRow();
    void startCell(const XmlAttributes& attributes);
    void endCell();
    void widenDimension(const XmlAttributes& attributes);
    void insertCellsBefore(std::uint32_t column);
    void insertCell(const ResultColumn& target, std::string_view ownStyle);
    std::string styleFor(const ResultColumn& target) const;
    std::string moneyStyle(std::string_view style) const;

    std::span<const ResultColumn> columns_;
    const SheetExtent& extent_;
    const RowPlanner& planner_;
    std::span<const std::uint32_t> moneyStyles_;
    XmlPatcher* patcher_ = nullptr;

    Where where_ = Where::Sheet;
    std::size_t skipped_ = 0; // depth inside what is not looked at
    std::vector<std::pair<CellRange, std::string>> columnStyles_;

    std::uint32_t row_ = 0;
    RowPlan plan_;
    std::string prefix_;     // "x:" of the row's tag
    std::string rowStyle_;   // raw, empty when there is none
    bool rowClosed_ = false; // the row's tag closed itself
    bool rowHasContent_ = false;
    std::size_t nextTarget_ = 0;
    std::uint32_t nextColumn_ = 0;

    const ResultColumn* replacing_ = nullptr;
    std::uint64_t cellStart_ = 0;
    std::string cellStyle_;
    std::string lastStyle_; // of the last cell with content in the row
    bool cellHasContent_ = false;
    bool cellHasFormula_ = false;
};

} // namespace leadsheet::app
