// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/row_scanner.hpp"

#include "sheet/xml/attribute_names.hpp"

#include <optional>

namespace leadsheet::app {
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
            break;
        case PlainXml::Tag::Foreign:
            return false;
        case PlainXml::Tag::Open:
            open_ = true;
            [[fallthrough]];
        case PlainXml::Tag::Closed:
            started_ = true;
            return rows_.startRow(number, hidden);
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
