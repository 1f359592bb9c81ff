// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/row_assembler.hpp"
#include "sheet/xlsx/sheet_handler.hpp"
#include "sheet/xml/element_scanner.hpp"
#include "sheet/xml/plain_xml.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstdint>
#include <string>

namespace leadsheet::app {

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
