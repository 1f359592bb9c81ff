// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/content_walker.hpp"

namespace leadsheet::app {
namespace {

// "'file:///folder/other.ods'#$Sheet1": no sheet of this file can be named like that.
bool isCopyOfOtherFile(const XmlAttributes& attributes) {
    const auto name = attributes.get("name");
    return name && name->starts_with('\'') && name->find("'#") != std::string_view::npos;
}

} // namespace

void OdsContentWalker::startElement(std::string_view name, const XmlAttributes& attributes) {
    if (skipped_ > 0) {
        ++skipped_;
        return;
    }
    switch (where_) {
    case Where::Document:
        if (name == "automatic-styles")
            where_ = Where::Styles;
        else if (name == "spreadsheet")
            where_ = Where::Spreadsheet;
        else if (name != "document-content" && name != "body")
            skipped_ = 1;
        break;
    case Where::Styles:
        ++depth_;
        visitor_.styleStarts(name, attributes);
        break;
    case Where::Spreadsheet:
        if (name == "table" && !isCopyOfOtherFile(attributes)) {
            where_ = Where::Table;
            inside_ = visitor_.tableStarts(attributes);
        } else {
            skipped_ = 1;
        }
        break;
    case Where::Table:
        ++depth_;
        if (inside_ != nullptr)
            inside_->startElement(name, attributes);
        break;
    }
}

void OdsContentWalker::endElement(std::string_view name) {
    if (name == "table-row")
        ++rowsEnded_;
    if (skipped_ > 0) {
        --skipped_;
        return;
    }
    if (where_ == Where::Table && depth_ == 0) {
        where_ = Where::Spreadsheet;
        visitor_.tableEnds();
    } else if (where_ == Where::Table) {
        --depth_;
        if (inside_ != nullptr)
            inside_->endElement(name);
    } else if (where_ == Where::Styles && depth_ > 0) {
        --depth_;
    } else {
        where_ = Where::Document;
    }
}

void OdsContentWalker::text(std::string_view piece) {
    if (where_ == Where::Table && skipped_ == 0 && inside_ != nullptr)
        inside_->text(piece);
}

} // namespace leadsheet::app
