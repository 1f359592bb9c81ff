// SPDX-License-Identifier: Apache-2.0
#include "ods_builder.hpp"

namespace leadsheet::app::test {
namespace {

constexpr std::string_view kNamespaces =
    " xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
    " xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\""
    " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\""
    " xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\""
    " xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\""
    " xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
    " xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\""
    " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    " xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\"";

} // namespace

std::string odsContent(std::string_view body, std::string_view styles) {
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-content";
    xml += kNamespaces;
    xml += " office:version=\"1.3\"><office:scripts/><office:automatic-styles>";
    xml += styles;
    xml += "</office:automatic-styles><office:body><office:spreadsheet>";
    xml += body;
    return xml + "</office:spreadsheet></office:body></office:document-content>";
}

std::string odsTable(std::string_view rows, std::string_view name) {
    return "<table:table table:name=\"" + std::string(name) + "\">" + std::string(rows) +
           "</table:table>";
}

std::string odsTextRow(const std::vector<std::string>& texts) {
    std::string row = "<table:table-row>";
    for (const std::string& text : texts)
        row += "<table:table-cell office:value-type=\"string\"><text:p>" + text +
               "</text:p></table:table-cell>";
    return row + "</table:table-row>";
}

std::string odsManifest(std::string_view entries, std::string_view type) {
    std::string xml = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:"
                      "manifest:1.0\" manifest:version=\"1.3\"><manifest:file-entry "
                      "manifest:full-path=\"/\" manifest:media-type=\"";
    xml += type;
    xml += "\"/>";
    xml += entries;
    return xml + "</manifest:manifest>";
}

std::vector<ZipPart> odsParts(std::string_view content) {
    std::vector<ZipPart> parts(3);
    parts[0].name = "mimetype";
    parts[0].content = kOdsType;
    parts[0].deflate = false;
    parts[1].name = "content.xml";
    parts[1].content = content;
    parts[2].name = "META-INF/manifest.xml";
    parts[2].content = odsManifest();
    return parts;
}

std::string odsFile(std::string_view content) {
    return buildZip(odsParts(content));
}

std::string odsFileOfRows(std::string_view rows) {
    return odsFile(odsContent(odsTable(rows)));
}

} // namespace leadsheet::app::test
