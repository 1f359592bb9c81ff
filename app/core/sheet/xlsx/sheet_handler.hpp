// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/package.hpp"
#include "sheet/xlsx/row_assembler.hpp"
#include "sheet/xml/plain_xml.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What a sheet part says apart from its rows.
struct SheetFacts {
    std::vector<std::uint32_t> hiddenColumns; ///< ascending
    std::vector<CellRange> merged;            ///< in the order of the part
};

/// A sheet part (ECMA-376 part 1, 18.3) as the parser tells it. Rows go to the assembler. Elements
/// are known by where they stand, whatever their prefix; extensions and alternatives made for newer
/// programs are left out.
class SheetHandler final : public PartHandler {
public:
    SheetHandler(RowAssembler& rows, SheetFacts& facts, const SheetLimits& limits)
        : rows_(rows)
        , facts_(facts)
        , limits_(limits) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;

    /// The part is between `sheetData` and its end, outside of any row.
    bool betweenRows() const { return where_ == Where::Data && skipped_ == 0; }
    bool metSheetData() const { return metSheetData_; }

private:
    enum class Where { Sheet, Columns, Data, Row, Cell, Merges };

    void startInSheet(std::string_view name);
    void startInRow(std::string_view name, const XmlAttributes& attributes);
    void startInCell(std::string_view name);
    void endCell();
    void addColumns(const XmlAttributes& attributes);
    void finishColumns();
    void addMerge(const XmlAttributes& attributes);
    void require(bool fine);

    RowAssembler& rows_;
    SheetFacts& facts_;
    const SheetLimits& limits_;
    Where where_ = Where::Sheet;
    std::size_t skipped_ = 0; // depth inside an element that is left out
    bool metSheetData_ = false;
    bool collecting_ = false; // text of the cell's value
    bool inline_ = false;     // inside or after `is`
    bool formula_ = false;
    bool hasValue_ = false;
    std::string value_;
    std::vector<bool> hidden_; // by column
    std::uint32_t columnRanges_ = 0;
};

/// Rows of a sheet part in the shape that programs give them: cells with a value, a formula or a
/// text in place, nothing else. References must outlive it.
class RowScanner final : public ElementScanner {
public:
    RowScanner(RowAssembler& rows, const SheetHandler& handler, const XmlReader& reader,
               std::uint32_t maxDepth)
        : rows_(rows)
        , handler_(handler)
        , reader_(reader)
        , maxDepth_(maxDepth) {}

    ScannedElement scan(const char* begin, const char* end) override;
    bool mayStart() const override;
    std::string_view opening() const override;
    std::string_view closing() const override;

private:
    bool startRow(PlainXml& xml);
    bool cells(PlainXml& xml);
    bool cell(PlainXml& xml);
    bool content(PlainXml& xml);
    bool inlineText(PlainXml& xml);
    bool formula(PlainXml& xml);

    RowAssembler& rows_;
    const SheetHandler& handler_;
    const XmlReader& reader_;
    std::uint32_t maxDepth_;
    bool started_ = false; // the assembler has a row
    bool open_ = false;    // which has cells or may have
    bool hasValue_ = false;
    std::string_view value_;
    std::string decoded_;
    std::string ignored_;
};

} // namespace leadsheet::app
