// SPDX-License-Identifier: Apache-2.0
#include "workbook_builder.hpp"

#include "xlsx_paths.hpp"

#include <algorithm>

namespace leadsheet::app::test {
namespace {

constexpr std::string_view kDeclaration =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
constexpr std::string_view kMain =
    " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
constexpr std::string_view kOffice =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::string_view kPackage =
    " xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"";

ZipPart xmlPart(std::string name, const std::string& content) {
    ZipPart part;
    part.name = std::move(name);
    part.content = std::string(kDeclaration) + content;
    return part;
}

std::string relationship(const std::string& id, std::string_view kind, std::string_view target) {
    return "<Relationship Id=\"" + id + "\" Type=\"" + std::string(kOffice) + "/" +
           std::string(kind) + "\" Target=\"" + std::string(target) + "\"/>";
}

std::string attributeText(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '"' ? std::string("&quot;") : std::string(1, c);
    return out;
}

std::string stylesXml(const std::vector<std::string>& formats) {
    std::string codes;
    std::string styles = "<xf numFmtId=\"0\"/>";
    for (std::size_t i = 0; i < formats.size(); ++i) {
        const std::string id = std::to_string(200 + i);
        codes +=
            "<numFmt numFmtId=\"" + id + "\" formatCode=\"" + attributeText(formats[i]) + "\"/>";
        styles += "<xf numFmtId=\"" + id + "\"/>";
    }
    return "<styleSheet" + std::string(kMain) + "><numFmts>" + codes + "</numFmts><cellXfs>" +
           styles + "</cellXfs></styleSheet>";
}

std::string stringsXml(const std::vector<std::string>& texts) {
    std::string xml = "<sst" + std::string(kMain) + ">";
    for (const std::string& text : texts)
        xml += "<si>" + text + "</si>";
    return xml + "</sst>";
}

} // namespace

std::string xlsxSheet(std::string_view rows, std::string_view before, std::string_view behind) {
    std::string xml(kDeclaration);
    for (const std::string_view piece :
         {std::string_view("<worksheet"), kMain, std::string_view(" xmlns:r=\""), kOffice,
          std::string_view("\">"), before, std::string_view("<sheetData>"), rows,
          std::string_view("</sheetData>"), behind, std::string_view("</worksheet>")})
        xml += piece;
    return xml;
}

std::vector<ZipPart> xlsxParts(const XlsxBook& book) {
    std::string sheets;
    std::string relations;
    std::vector<ZipPart> sheetParts;
    for (std::size_t i = 0; i < book.sheets.size(); ++i) {
        const XlsxBook::Sheet& sheet = book.sheets[i];
        const std::string number = std::to_string(i + 1);
        sheets += "<sheet name=\"" + sheet.name + "\" sheetId=\"" + number + "\" r:id=\"rId" +
                  number + "\" " + sheet.attributes + "/>";
        relations += relationship("rId" + number, sheet.kind, "worksheets/sheet" + number + ".xml");
        ZipPart part;
        part.name = "xl/worksheets/sheet" + number + ".xml";
        part.content = sheet.xml;
        sheetParts.push_back(std::move(part));
    }
    relations += relationship("rIdStyles", "styles", "styles.xml");
    relations += relationship("rIdTexts", "sharedStrings", "sharedStrings.xml");

    std::vector<ZipPart> parts;
    parts.push_back(xmlPart(
        "[Content_Types].xml",
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default "
        "Extension=\"xml\" ContentType=\"application/xml\"/><Override "
        "PartName=\"/xl/workbook.xml\" ContentType=\"application/"
        "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/></Types>"));
    parts.push_back(
        xmlPart("_rels/.rels", "<Relationships" + std::string(kPackage) + ">" +
                                   relationship("rId1", "officeDocument", "xl/workbook.xml") +
                                   "</Relationships>"));
    parts.push_back(xmlPart(
        "xl/workbook.xml", "<workbook" + std::string(kMain) + " xmlns:r=\"" + std::string(kOffice) +
                               "\"><workbookPr date1904=\"" + (book.date1904 ? "1" : "0") +
                               "\"/><sheets>" + sheets + "</sheets></workbook>"));
    parts.push_back(
        xmlPart("xl/_rels/workbook.xml.rels",
                "<Relationships" + std::string(kPackage) + ">" + relations + "</Relationships>"));
    parts.insert(parts.end(), sheetParts.begin(), sheetParts.end());
    parts.push_back(xmlPart("xl/styles.xml", stylesXml(book.formats)));
    if (!book.texts.empty())
        parts.push_back(xmlPart("xl/sharedStrings.xml", stringsXml(book.texts)));
    return parts;
}

ZipPart& partNamed(std::vector<ZipPart>& parts, std::string_view name) {
    return *std::find_if(parts.begin(), parts.end(),
                         [name](const ZipPart& part) { return part.name == name; });
}

std::string xlsxFile(const XlsxBook& book) {
    return buildZip(xlsxParts(book));
}

std::string xlsxTextCell(const std::string& place, const std::string& text) {
    return "<c r=\"" + place + "\" t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
}

std::string xlsxTextRows(const TextRows& rows) {
    std::string xml;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::string number = std::to_string(r + 1);
        std::string cells;
        for (std::uint32_t c = 0; c < rows[r].size(); ++c)
            if (!rows[r][c].empty())
                cells += xlsxTextCell(columnLetter(c) + number, rows[r][c]);
        if (!cells.empty())
            xml += "<row r=\"" + number + "\">" + cells + "</row>";
    }
    return xml;
}

XlsxBook xlsxBook(std::string_view rows) {
    XlsxBook book;
    book.sheets.push_back({"Sheet1", xlsxSheet(rows), "", "worksheet"});
    return book;
}

WorkbookRead readXlsx(const std::filesystem::path& path, const SheetOptions& options,
                      std::size_t sheet) {
    WorkbookRead read = readWorkbookFile(path, options, sheet);
    if (const std::string difference = differenceOfPaths(path, options); !difference.empty())
        read.text = difference;
    return read;
}

} // namespace leadsheet::app::test
