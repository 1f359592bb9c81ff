// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace leadsheet::app {

/// Told of the sheets of a content.xml in order.
class OdsTableVisitor {
public:
    virtual ~OdsTableVisitor() = default;
    /// An element inside the automatic styles.
    virtual void styleStarts(std::string_view /*name*/, const XmlAttributes& /*attributes*/) {}
    /// A sheet starts. What is inside goes to the handler returned; null = not needed.
    virtual XmlHandler* tableStarts(const XmlAttributes& attributes) = 0;
    virtual void tableEnds() = 0;
};

/// Finds the sheets of a content.xml: tables directly in the spreadsheet's body. Tables of tracked
/// changes and links, tables inside cells, and the copies of other files' sheets that programs keep
/// beside references to them are none.
class OdsContentWalker final : public XmlHandler {
public:
    explicit OdsContentWalker(OdsTableVisitor& visitor)
        : visitor_(visitor) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override;
    void endElement(std::string_view name) override;
    void text(std::string_view piece) override;

    /// Inside a sheet that the visitor does not need, or needs.
    bool skipsTable() const { return where_ == Where::Table && inside_ == nullptr; }
    bool readsTable() const { return where_ == Where::Table && inside_ != nullptr; }
    /// Rows that ended so far, wherever they were.
    std::uint64_t rowsEnded() const { return rowsEnded_; }

private:
    enum class Where { Document, Styles, Spreadsheet, Table };

    OdsTableVisitor& visitor_;
    XmlHandler* inside_ = nullptr;
    Where where_ = Where::Document;
    std::size_t depth_ = 0;   // below the automatic styles or the table
    std::size_t skipped_ = 0; // depth inside an element without sheets
    std::uint64_t rowsEnded_ = 0;
};

} // namespace leadsheet::app
