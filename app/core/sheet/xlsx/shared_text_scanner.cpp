// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/shared_text_scanner.hpp"

#include "sheet/xml/plain_xml.hpp"

namespace leadsheet::app {
namespace {

constexpr std::uint32_t kDepthOfText = 2; // si, t

bool takeText(PlainXml& xml, std::string_view& text, std::string& decoded) {
    if (xml.take("<si><t/></si>") || xml.take("<si><t xml:space=\"preserve\"/></si>"))
        return true;
    return (xml.take("<si><t>") || xml.take("<si><t xml:space=\"preserve\">")) &&
           xml.text(text, decoded) && xml.take("</t></si>");
}

} // namespace

bool SharedTextScanner::mayStart() const {
    return handler_.betweenTexts() && reader_.depth() > 0 &&
           reader_.depth() + kDepthOfText <= maxDepth_;
}

ScannedElement SharedTextScanner::scan(const char* begin, const char* end) {
    PlainXml xml(begin, end);
    std::string_view text;
    if (takeText(xml, text, decoded_)) {
        if (!handler_.addPlain(text))
            return {};
        return {ScannedElement::Kind::Whole, xml.at(), false};
    }
    if (xml.ranOut())
        return {ScannedElement::Kind::Incomplete, nullptr, false};
    return {};
}

} // namespace leadsheet::app
