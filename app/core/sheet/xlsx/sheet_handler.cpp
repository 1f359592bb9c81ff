// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/sheet_handler.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

/// The names of the attributes of one tag, which XML does not let occur twice.
class AttributeNames {
public:
    /// False for a name that is there already, and for one too many.
    bool add(std::string_view name) {
        const auto end = names_.begin() + static_cast<std::ptrdiff_t>(count_);
        if (count_ == names_.size() || std::find(names_.begin(), end, name) != end)
            return false;
        names_[count_++] = name;
        return true;
    }

private:
    std::array<std::string_view, 16> names_;
    std::size_t count_ = 0;
};

} // namespace

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
            require(rows_.startRow(attributes.get("r"), attributes.get("hidden"),
                                   attributes.get("ht")));
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

namespace {

constexpr std::uint32_t kDepthOfRow = 4; // row, c, is, t

// Names are compared without prefix where there is no better match.
bool isPrefixed(std::string_view name) {
    const auto colon = name.find(':');
    const auto local = name.substr(colon + 1);
    return colon != std::string_view::npos && (local == "r" || local == "hidden");
}

} // namespace

bool RowScanner::mayStart() const {
    return handler_.betweenRows() && reader_.depth() + kDepthOfRow <= maxDepth_;
}

std::string_view RowScanner::opening() const {
    return handler_.metSheetData() ? closing() : "<sheetData>";
}

std::string_view RowScanner::closing() const {
    return "</row>";
}

ScannedElement RowScanner::scan(const char* begin, const char* end) {
    PlainXml xml(begin, end);
    started_ = open_ = false;
    if (xml.take("<row") && startRow(xml) && (!open_ || cells(xml))) {
        rows_.finishRow();
        return {ScannedElement::Kind::Whole, xml.at(), false};
    }
    if (started_)
        rows_.dropRow();
    if (xml.ranOut())
        return {ScannedElement::Kind::Incomplete, nullptr, open_};
    return {};
}

bool RowScanner::startRow(PlainXml& xml) {
    AttributeNames names;
    std::optional<std::string_view> number;
    std::optional<std::string_view> hidden;
    std::optional<std::string_view> height;
    for (;;) {
        std::string_view name;
        std::string_view value;
        switch (xml.next(name, value)) {
        case PlainXml::Tag::Attribute:
            if (!names.add(name) || isPrefixed(name))
                return false;
            if (name == "r")
                number = value;
            else if (name == "hidden")
                hidden = value;
            else if (name == "ht")
                height = value;
            break;
        case PlainXml::Tag::Foreign:
            return false;
        case PlainXml::Tag::Open:
            open_ = true;
            [[fallthrough]];
        case PlainXml::Tag::Closed:
            started_ = true;
            return rows_.startRow(number, hidden, height);
        }
    }
}

bool RowScanner::cells(PlainXml& xml) {
    for (;;) {
        if (xml.take("<c")) {
            if (!cell(xml))
                return false;
        } else if (xml.take("</row>")) {
            return true;
        } else {
            const char* const before = xml.at();
            xml.skipBlanks();
            if (xml.at() == before)
                return false;
        }
    }
}

bool RowScanner::cell(PlainXml& xml) {
    std::optional<std::string_view> reference;
    std::optional<std::string_view> style;
    std::optional<std::string_view> type;
    for (;;) {
        std::string_view name;
        std::string_view value;
        const PlainXml::Tag tag = xml.next(name, value);
        if (tag == PlainXml::Tag::Foreign)
            return false;
        if (tag != PlainXml::Tag::Attribute)
            return rows_.startCell(reference, style, type) &&
                   (tag == PlainXml::Tag::Closed ? rows_.finishCell(false, false, {})
                                                 : content(xml));
        auto* const place = name == "r"   ? &reference
                            : name == "s" ? &style
                            : name == "t" ? &type
                                          : nullptr;
        if (place == nullptr || *place)
            return false;
        *place = value;
    }
}

bool RowScanner::content(PlainXml& xml) {
    bool hasFormula = false;
    hasValue_ = false;
    value_ = {};
    for (;;) {
        if (xml.take("<v>")) {
            if (hasValue_ || !xml.text(value_, decoded_) || !xml.take("</v>"))
                return false;
            hasValue_ = true;
        } else if (xml.take("</c>")) {
            return rows_.finishCell(hasFormula, hasValue_, value_);
        } else if (xml.take("<is>")) {
            if (hasValue_ || !inlineText(xml))
                return false;
        } else if (xml.take("<f")) {
            if (!formula(xml))
                return false;
            hasFormula = true;
        } else {
            const char* const before = xml.at();
            xml.skipBlanks();
            if (xml.at() == before)
                return false;
        }
    }
}

bool RowScanner::inlineText(PlainXml& xml) {
    rows_.setInlineText();
    hasValue_ = true;
    return (xml.take("<t>") || xml.take("<t xml:space=\"preserve\">")) &&
           xml.text(value_, decoded_) && xml.take("</t></is>");
}

// What it says does not matter, only that it is there.
bool RowScanner::formula(PlainXml& xml) {
    AttributeNames names;
    for (;;) {
        std::string_view name;
        std::string_view value;
        switch (xml.next(name, value)) {
        case PlainXml::Tag::Attribute:
            if (!names.add(name))
                return false;
            break;
        case PlainXml::Tag::Foreign:
            return false;
        case PlainXml::Tag::Closed:
            return true;
        case PlainXml::Tag::Open:
            return xml.text(value, ignored_) && xml.take("</f>");
        }
    }
}

} // namespace leadsheet::app
