// SPDX-License-Identifier: Apache-2.0
#include "write/xlsx_parts.hpp"

#include "leadsheet/money.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"
#include "write/xml_text.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

constexpr std::string_view kDeclaration =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
constexpr std::string_view kMain = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
constexpr std::string_view kOfficeRelations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::string_view kPackage = "http://schemas.openxmlformats.org/package/2006/";
constexpr std::string_view kSheetTypes =
    "application/vnd.openxmlformats-officedocument.spreadsheetml.";
constexpr std::size_t kMaxSheetNameUnits = 31;

std::string text(std::initializer_list<std::string_view> pieces) {
    std::string out;
    for (const std::string_view piece : pieces)
        out += piece;
    return out;
}

std::string relation(std::size_t id, std::string_view kind, std::string_view target) {
    return text({"<Relationship Id=\"rId", std::to_string(id), "\" Type=\"", kOfficeRelations, "/",
                 kind, "\" Target=\"", target, "\"/>"});
}

std::string relations(std::string_view content) {
    return text({kDeclaration, "<Relationships xmlns=\"", kPackage, "relationships\">", content,
                 "</Relationships>"});
}

// "[$USD]\ #,##0.00"
std::string amountFormat(std::string_view currency) {
    const bool isCode =
        currency.size() == 3 &&
        std::all_of(currency.begin(), currency.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const auto digits = static_cast<std::size_t>(minorDigits(currency));
    return (isCode ? "[$" + std::string(currency) + "]\\ " : std::string()) + "#,##0" +
           (digits > 0 ? "." + std::string(digits, '0') : std::string());
}

} // namespace

std::string xlsxSheetPart(std::size_t number) {
    return "xl/worksheets/sheet" + std::to_string(number) + ".xml";
}

std::string xlsxRootRelations() {
    return relations(relation(1, "officeDocument", "xl/workbook.xml"));
}

std::string xlsxWorkbookRelations(std::size_t sheets) {
    std::string content;
    for (std::size_t n = 1; n <= sheets; ++n)
        content += relation(n, "worksheet", xlsxSheetPart(n).substr(3));
    return relations(content + relation(sheets + 1, "styles", "styles.xml"));
}

std::string xlsxContentTypes(std::size_t sheets) {
    const auto part = [](std::string_view name, std::string_view type) {
        return text(
            {"<Override PartName=\"/", name, "\" ContentType=\"", kSheetTypes, type, "+xml\"/>"});
    };
    std::string content =
        text({kDeclaration, "<Types xmlns=\"", kPackage,
              "content-types\"><Default Extension=\"rels\" ContentType=\"application/"
              "vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" "
              "ContentType=\"application/xml\"/>",
              part("xl/workbook.xml", "sheet.main"), part("xl/styles.xml", "styles")});
    for (std::size_t n = 1; n <= sheets; ++n)
        content += part(xlsxSheetPart(n), "worksheet");
    return content + "</Types>";
}

std::string xlsxWorkbook(const std::vector<std::string>& sheetNames) {
    std::string content =
        text({kDeclaration, "<workbook xmlns=\"", kMain, "\" xmlns:r=\"", kOfficeRelations,
              "\"><workbookPr/><bookViews><workbookView xWindow=\"240\" yWindow=\"15\" "
              "windowWidth=\"16095\" windowHeight=\"9660\"/></bookViews><sheets>"});
    for (std::size_t i = 0; i < sheetNames.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        XmlTextStats ignored;
        content += "<sheet name=\"";
        appendXmlText(content, sheetNames[i], XmlDialect::Ooxml, ignored);
        content += text({"\" sheetId=\"", number, "\" r:id=\"rId", number, "\"/>"});
    }
    return content + "</sheets></workbook>";
}

std::string xlsxStyles(std::string_view currency) {
    const std::string amount = amountFormat(currency);
    const std::string_view font = "<sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/>";
    const std::string_view plain = "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"";
    return text(
        {kDeclaration, "<styleSheet xmlns=\"", kMain,
         "\"><numFmts count=\"3\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
         "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/>"
         "<numFmt numFmtId=\"166\" formatCode=\"",
         amount,
         "\"/></numFmts>"
         "<fonts count=\"2\"><font>",
         font, "</font><font><b/>", font,
         "</font></fonts><fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
         "<fill><patternFill patternType=\"gray125\"/></fill></fills><borders count=\"1\"><border>"
         "<left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count=\"1\">",
         plain, "/></cellStyleXfs><cellXfs count=\"5\">", plain, " xfId=\"0\"/>",
         "<xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
         "applyFont=\"1\"/>"
         "<xf numFmtId=\"164\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
         "applyNumberFormat=\"1\"/>"
         "<xf numFmtId=\"165\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
         "applyNumberFormat=\"1\"/>"
         "<xf numFmtId=\"166\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
         "applyNumberFormat=\"1\"/></cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" "
         "xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"});
}

std::string xlsxSheetName(std::string_view wish) {
    std::uint64_t replaced = 0;
    std::string name = repairUtf8(wish, replaced);
    for (char& c : name)
        if (static_cast<unsigned char>(c) < 0x20 ||
            std::string_view("[]:*?/\\").find(c) != std::string_view::npos)
            c = '_';
    name = utf16Prefix(name, kMaxSheetNameUnits);
    // An apostrophe at either end is part of how formulas name a sheet.
    if (name.starts_with('\''))
        name.front() = '_';
    if (name.ends_with('\''))
        name.back() = '_';
    // Reserved for the change history of shared workbooks.
    if (lowerCase(name) == "history")
        name += "_";
    return name.empty() ? "Sheet1" : name;
}

std::string xlsxSheetName(std::string_view base, std::size_t number) {
    const std::string suffix = " (" + std::to_string(number) + ")";
    return std::string(utf16Prefix(base, kMaxSheetNameUnits - suffix.size())) + suffix;
}

} // namespace leadsheet::app
