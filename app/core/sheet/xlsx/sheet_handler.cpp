// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/sheet_handler.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "sheet/xlsx/cell_reference.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "sheet/zip/zip_errors.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::container;

void SheetHandler::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (skipped_ > 0 || name == "extLst" || name == "Choice" || name == "rPh") {
        ++skipped_;
        return;
    }
    switch (where_) {
    case Where::Sheet:
        return startInSheet(name);
    case Where::Columns:
        if (name == "col")
            addColumns(attributes);
        return;
    case Where::Data:
        if (name == "row") {
            where_ = Where::Row;
            require(rows_.startRow(attributes.get("r"), attributes.get("hidden")));
        }
        return;
    case Where::Row:
        return startInRow(name, attributes);
    case Where::Cell:
        return startInCell(name);
    case Where::Merges:
        if (name == "mergeCell")
            addMerge(attributes);
        return;
    }
}

void SheetHandler::startInSheet(std::string_view name) {
    if (name == "sheetData") {
        if (metSheetData_)
            return reader().fail(reader().damaged(say::sheetRowsTwice()));
        metSheetData_ = true;
        where_ = Where::Data;
    } else if (name == "cols") {
        where_ = Where::Columns;
    } else if (name == "mergeCells") {
        where_ = Where::Merges;
    }
}

void SheetHandler::startInRow(std::string_view name, const XmlAttributes& attributes) {
    if (name == "row")
        return reader().fail(reader().damaged(say::rowInsideRow()));
    if (name != "c")
        return;
    where_ = Where::Cell;
    collecting_ = inline_ = formula_ = hasValue_ = false;
    value_.clear();
    require(rows_.startCell(attributes.get("r"), attributes.get("s"), attributes.get("t")));
}

// The last value counts; a text in place beats a value.
void SheetHandler::startInCell(std::string_view name) {
    if (name == "v" && !inline_) {
        value_.clear();
        hasValue_ = collecting_ = true;
    } else if (name == "f") {
        formula_ = true;
    } else if (name == "is") {
        value_.clear();
        hasValue_ = inline_ = true;
        rows_.setInlineText();
    } else if (name == "t") {
        collecting_ = inline_;
    } else if (name == "c" || name == "row") {
        reader().fail(reader().damaged(say::cellOrRowInsideCell()));
    }
}

void SheetHandler::text(std::string_view piece) {
    if (!collecting_ || skipped_ > 0)
        return;
    if (value_.size() + piece.size() > limits_.maxFieldBytes)
        return require(rows_.failTooLong());
    value_ += piece;
}

void SheetHandler::endElement(std::string_view name) {
    if (skipped_ > 0) {
        --skipped_;
        return;
    }
    switch (where_) {
    case Where::Sheet:
        return;
    case Where::Columns:
        if (name == "cols") {
            finishColumns();
            where_ = Where::Sheet;
        }
        return;
    case Where::Data:
        if (name == "sheetData")
            where_ = Where::Sheet;
        return;
    case Where::Row:
        if (name == "row") {
            rows_.finishRow();
            where_ = Where::Data;
        }
        return;
    case Where::Cell:
        if (name == "c") {
            where_ = Where::Row;
            require(rows_.finishCell(formula_, hasValue_, value_));
        } else if (name == "v" || name == "t") {
            collecting_ = false;
        }
        return;
    case Where::Merges:
        if (name == "mergeCells")
            where_ = Where::Sheet;
        return;
    }
}

void SheetHandler::addColumns(const XmlAttributes& attributes) {
    if (!xmlBoolean(attributes.get("hidden")))
        return;
    const auto first = xmlUnsigned(attributes.get("min").value_or(std::string_view()));
    const auto last = xmlUnsigned(attributes.get("max").value_or(std::string_view()));
    if (!first || !last || *first == 0)
        return reader().fail(reader().damaged(say::columnRangeNotNumbers()));
    // Ranges may come in any order, but a sheet has no more of them than columns.
    if (++columnRanges_ > limits_.maxColumns)
        return reader().fail(reader().damaged(say::tooManyColumnRanges()));
    const std::size_t end = std::min(*last, limits_.maxColumns);
    if (hidden_.size() < end)
        hidden_.resize(end);
    for (std::size_t column = *first - 1; column < end; ++column)
        hidden_[column] = true;
}

void SheetHandler::finishColumns() {
    facts_.hiddenColumns.clear();
    for (std::size_t column = 0; column < hidden_.size(); ++column)
        if (hidden_[column])
            facts_.hiddenColumns.push_back(static_cast<std::uint32_t>(column));
}

void SheetHandler::addMerge(const XmlAttributes& attributes) {
    const auto range = parseCellRange(attributes.get("ref").value_or(std::string_view()));
    if (!range || range->lastRow > limits_.maxRows || range->lastColumn >= limits_.maxColumns)
        return reader().fail(reader().damaged(say::mergedRangeOutsideSheet()));
    if (range->firstRow == range->lastRow && range->firstColumn == range->lastColumn)
        return;
    if (facts_.merged.size() >= limits_.maxMergedRanges)
        return reader().fail({SheetErrorCode::LimitExceeded,
                              {range->firstRow, 0, range->firstColumn + 1},
                              {messages::sheet::tooManyMergedCells(
                                  static_cast<std::int64_t>(limits_.maxMergedRanges))},
                              {say::splitThemInProgram()},
                              {}});
    facts_.merged.push_back(*range);
}

void SheetHandler::require(bool fine) {
    if (!fine)
        reader().fail(*rows_.failure());
}

} // namespace leadsheet::app
