// SPDX-License-Identifier: Apache-2.0
#include "results/xlsx_rewriter.hpp"

#include "results/xml_patcher.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "write/xml_text.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::app {

void XlsxRewriter::startElement(std::string_view name, const XmlAttributes& attributes) {
    // The same that the reader leaves out.
    if (skipped_ > 0 || name == "extLst" || name == "Choice") {
        ++skipped_;
        return;
    }
    switch (where_) {
    case Where::Sheet:
        if (name == "sheetData")
            where_ = Where::Data;
        else if (name == "cols")
            where_ = Where::Columns;
        else if (name == "dimension")
            widenDimension(attributes);
        return;
    case Where::Columns:
        if (name == "col")
            startColumn();
        return;
    case Where::Data:
        if (name == "row")
            startRow(attributes);
        return;
    case Where::Row:
        if (name == "c")
            startCell(attributes);
        else
            ++skipped_;
        return;
    case Where::Cell:
        cellHasContent_ = cellHasContent_ || name == "v" || name == "is" || name == "f";
        cellHasFormula_ = cellHasFormula_ || name == "f";
        ++skipped_;
        return;
    }
}

void XlsxRewriter::endElement(std::string_view name) {
    if (skipped_ > 0) {
        --skipped_;
        return;
    }
    if (where_ == Where::Cell)
        endCell();
    else if (where_ == Where::Row)
        endRow();
    else if (name == "sheetData" || name == "cols")
        where_ = Where::Sheet;
}

void XlsxRewriter::widenDimension(const XmlAttributes& attributes) {
    auto range = parseCellRange(attributes.get("ref").value_or(std::string_view()));
    if (!range || range->firstRow == 0)
        return;
    range->lastColumn = std::max(range->lastColumn, columns_.back().column);
    range->lastRow = std::max(range->lastRow, extent_.lastRow);
    patcher_->copyTo(patcher_->tagStart());
    patcher_->insert(withAttribute(patcher_->tag(), "ref",
                                   cellName(range->firstRow, range->firstColumn) + ":" +
                                       cellName(range->lastRow, range->lastColumn)));
    patcher_->dropTo(patcher_->tagEnd());
}

// Notes the style that new cells of these columns have. People hide everything to the right of
// their table: the part of such a range that is needed is shown.
void XlsxRewriter::startColumn() {
    const std::string tag(patcher_->tag());
    const auto min = xmlUnsigned(rawAttribute(tag, "min").value_or(std::string_view()));
    const auto max = xmlUnsigned(rawAttribute(tag, "max").value_or(std::string_view()));
    if (!min || !max || *min == 0 || *max < *min)
        return;
    const std::uint32_t first = *min - 1;
    const std::uint32_t last = *max - 1;
    if (const auto style = rawAttribute(tag, "style"))
        columnStyles_.push_back({{0, 0, first, last}, std::string(*style)});
    if (!xmlBoolean(rawAttribute(tag, "hidden")))
        return;
    const auto range = [&](std::string_view like, std::uint32_t from, std::uint32_t to) {
        return withAttribute(withAttribute(like, "min", std::to_string(from + 1)), "max",
                             std::to_string(to + 1));
    };
    std::string shown = withoutAttribute(tag, "hidden");
    shown = withoutAttribute(withoutAttribute(shown, "width"), "customWidth");
    std::vector<std::string> pieces;
    std::uint32_t next = first;
    for (const ResultColumn& target : columns_) {
        if (!target.added || target.column < next || target.column > last)
            continue;
        if (target.column > next)
            pieces.push_back(range(tag, next, target.column - 1));
        pieces.push_back(range(shown, target.column, target.column));
        next = target.column + 1;
    }
    if (next == first)
        return;
    if (next <= last)
        pieces.push_back(range(tag, next, last));
    patcher_->copyTo(patcher_->tagStart());
    // The last one is closed by what closed the range.
    for (std::size_t i = 0; i < pieces.size(); ++i)
        patcher_->insert(i + 1 < pieces.size() ? closed(pieces[i]) : pieces[i]);
    patcher_->dropTo(patcher_->tagEnd());
}

void XlsxRewriter::startRow(const XmlAttributes& attributes) {
    where_ = Where::Row;
    // As the reader numbers them.
    const auto number = attributes.get("r");
    row_ = number ? xmlUnsigned(*number).value_or(row_ + 1) : row_ + 1;
    plan_ = planner_.plan(row_);
    nextTarget_ = 0;
    nextColumn_ = 0;
    rowHasContent_ = false;
    rowClosed_ = false;
    lastStyle_.clear();
    if (plan_.kind == RowPlan::Kind::Leave)
        return;
    const std::string tag(patcher_->tag());
    prefix_ = tagPrefix(tag);
    rowStyle_ = xmlBoolean(attributes.get("customFormat"))
                    ? rawAttribute(tag, "s").value_or(std::string_view())
                    : std::string_view();
    if (plan_.kind == RowPlan::Kind::Clear)
        return;
    rowClosed_ = closesItself(tag);
    patcher_->copyTo(patcher_->tagStart());
    patcher_->insert(opened(withoutAttribute(tag, "spans")));
    patcher_->dropTo(patcher_->tagEnd());
}

void XlsxRewriter::endRow() {
    where_ = Where::Data;
    planner_.count(plan_, !rowHasContent_);
    if (plan_.kind == RowPlan::Kind::Leave || plan_.kind == RowPlan::Kind::Clear)
        return;
    patcher_->copyTo(patcher_->tagStart());
    insertCellsBefore(std::numeric_limits<std::uint32_t>::max());
    if (rowClosed_)
        patcher_->insert("</" + prefix_ + "row>");
}

void XlsxRewriter::startCell(const XmlAttributes& attributes) {
    where_ = Where::Cell;
    const auto reference = attributes.get("r");
    const auto place = reference ? parseCellReference(*reference) : std::nullopt;
    const std::uint32_t column = place ? place->column : nextColumn_;
    nextColumn_ = column + 1;
    cellHasContent_ = cellHasFormula_ = false;
    replacing_ = nullptr;
    if (plan_.kind == RowPlan::Kind::Leave)
        return;
    insertCellsBefore(column);
    cellStart_ = patcher_->tagStart();
    cellStyle_ = rawAttribute(patcher_->tag(), "s").value_or(std::string_view());
    if (nextTarget_ == columns_.size() || columns_[nextTarget_].column != column)
        return;
    const ResultColumn& target = columns_[nextTarget_++];
    if (textFor(plan_, target) == nullptr)
        return;
    replacing_ = &target;
    patcher_->copyTo(cellStart_);
    patcher_->hold();
}

void XlsxRewriter::endCell() {
    where_ = Where::Row;
    rowHasContent_ = rowHasContent_ || cellHasContent_;
    if (cellHasContent_)
        lastStyle_ = cellStyle_;
    if (replacing_ == nullptr)
        return;
    patcher_->release();
    const ResultColumn& target = *replacing_;
    replacing_ = nullptr;
    // A formula is listed elsewhere in the workbook and cannot just vanish.
    if (cellHasFormula_ || (!cellHasContent_ && textFor(plan_, target)->empty()))
        return patcher_->copyTo(patcher_->tagEnd());
    patcher_->dropTo(patcher_->tagEnd());
    insertCell(target, cellStyle_);
}

// A new cell looks as one that a person adds there: like its row, else like its column; a header
// like the header beside it.
std::string XlsxRewriter::styleFor(const ResultColumn& target) const {
    if (plan_.kind == RowPlan::Kind::Header)
        return lastStyle_;
    if (!rowStyle_.empty())
        return rowStyle_;
    for (const auto& [range, style] : columnStyles_)
        if (range.firstColumn <= target.column && target.column <= range.lastColumn)
            return style;
    return {};
}

void XlsxRewriter::insertCellsBefore(std::uint32_t column) {
    for (; nextTarget_ < columns_.size() && columns_[nextTarget_].column < column; ++nextTarget_) {
        const ResultColumn& target = columns_[nextTarget_];
        const std::string* text = textFor(plan_, target);
        if (text == nullptr || text->empty())
            continue;
        patcher_->copyTo(patcher_->tagStart());
        insertCell(target, styleFor(target));
    }
}

std::string XlsxRewriter::moneyStyle(std::string_view style) const {
    const auto own = style.empty() ? std::optional<std::uint32_t>(0) : xmlUnsigned(style);
    return own && *own < moneyStyles_.size() ? std::to_string(moneyStyles_[*own])
                                             : std::string(style);
}

void XlsxRewriter::insertCell(const ResultColumn& target, std::string_view ownStyle) {
    const std::string_view text = utf16Prefix(*textFor(plan_, target), kMaxCellUnits);
    const bool amount = isAmount(plan_, target);
    const std::string style = amount ? moneyStyle(ownStyle) : std::string(ownStyle);
    std::string cell = "<" + prefix_ + "c r=\"" + cellName(row_, target.column) + "\"";
    if (!style.empty())
        cell += " s=\"" + style + "\"";
    if (text.empty()) {
        patcher_->insert(cell + "/>");
        return;
    }
    if (amount) {
        patcher_->insert(cell + "><" + prefix_ + "v>" + std::string(text) + "</" + prefix_ +
                         "v></" + prefix_ + "c>");
        return;
    }
    cell += " t=\"inlineStr\"><" + prefix_ + "is><" + prefix_ + "t";
    cell += needsSpacePreserved(text) ? " xml:space=\"preserve\">" : ">";
    XmlTextStats ignored;
    appendXmlText(cell, text, XmlDialect::Ooxml, ignored);
    patcher_->insert(cell + "</" + prefix_ + "t></" + prefix_ + "is></" + prefix_ + "c>");
}

} // namespace leadsheet::app
