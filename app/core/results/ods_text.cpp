// SPDX-License-Identifier: Apache-2.0
#include "results/ods_text.hpp"

#include "write/xml_text.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

constexpr std::string_view kOffice = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
constexpr std::string_view kText = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";

void appendLine(std::string& out, std::string_view line, const std::string& prefix) {
    XmlTextStats ignored;
    bool first = true;
    while (!line.empty()) {
        const std::size_t plain = std::min(line.find_first_of(" \t"), line.size());
        appendXmlText(out, line.substr(0, plain), XmlDialect::Odf, ignored);
        first = first && plain == 0;
        line.remove_prefix(plain);
        if (line.starts_with('\t')) {
            out += "<" + prefix + "tab/>";
            line.remove_prefix(1);
            first = false;
            continue;
        }
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        if (blanks == 0)
            continue;
        line.remove_prefix(blanks);
        // One blank inside a line stands for itself.
        const bool inside = !first && !line.empty() && !out.ends_with('>');
        if (inside)
            out += ' ';
        if (const std::size_t spelled = blanks - (inside ? 1 : 0); spelled > 0)
            out += "<" + prefix + "s " + prefix + "c=\"" + std::to_string(spelled) + "\"/>";
        first = false;
    }
}

} // namespace

void OdsPrefixes::learn(const XmlAttributes& root) {
    if (root.getQualified("xmlns:office") != kOffice) {
        office = "lso:";
        declarations += " xmlns:lso=\"" + std::string(kOffice) + "\"";
    }
    if (root.getQualified("xmlns:text") != kText) {
        text = "lst:";
        declarations += " xmlns:lst=\"" + std::string(kText) + "\"";
    }
}

void appendOdsParagraphs(std::string& out, std::string_view text, const OdsPrefixes& prefixes) {
    for (bool more = true; more;) {
        const std::size_t end = text.find_first_of("\r\n");
        more = end != std::string_view::npos;
        out += "<" + prefixes.text + "p>";
        appendLine(out, text.substr(0, end), prefixes.text);
        out += "</" + prefixes.text + "p>";
        if (more)
            text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
    }
}

} // namespace leadsheet::app
