// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xml/xml_reader.hpp"

#include <string>
#include <string_view>

namespace leadsheet::app {

/// Prefixes under which a content.xml knows the elements of OpenDocument, colon included.
struct OdsPrefixes {
    std::string table = "table:";
    std::string office = "office:";
    std::string text = "text:";
    /// Namespace declarations that a cell needs because the document lacks them, or nothing.
    std::string declarations;

    /// `root` are the attributes of the document's first element.
    void learn(const XmlAttributes& root);
};

/// Appends a text as paragraphs (OpenDocument 1.3 part 3, 6.1.2 and 5.1.3): a line end begins a new
/// one, and blanks that a reader would join or drop are spelled out.
void appendOdsParagraphs(std::string& out, std::string_view text, const OdsPrefixes& prefixes);

} // namespace leadsheet::app
