// SPDX-License-Identifier: Apache-2.0
#include "workbook_file.hpp"

#include "zip_builder.hpp"

#include <algorithm>

namespace leadsheet::test {
namespace {

const QString kMain = QStringLiteral("http://schemas.openxmlformats.org/spreadsheetml/2006/main");
const QString kOffice =
    QStringLiteral("http://schemas.openxmlformats.org/officeDocument/2006/relationships");
const QString kPackage =
    QStringLiteral("http://schemas.openxmlformats.org/package/2006/relationships");

QString cellXml(const QString& cell, const QString& place) {
    if (cell.isEmpty())
        return {};
    if (cell.startsWith("<c"))
        return QString(cell).replace('@', place);
    return "<c r=\"" + place + "\" t=\"inlineStr\"><is><t>" + cell.toHtmlEscaped() +
           "</t></is></c>";
}

QString sheetXml(const WorkbookTab& tab) {
    QString xml = "<worksheet xmlns=\"" + kMain + "\"><sheetData>";
    for (std::size_t r = 0; r < tab.rows.size(); ++r) {
        const int number = static_cast<int>(r) + 1;
        const bool hidden =
            std::find(tab.hiddenRows.begin(), tab.hiddenRows.end(), number) != tab.hiddenRows.end();
        xml += "<row r=\"" + QString::number(number) + (hidden ? "\" hidden=\"1\">" : "\">");
        for (int c = 0; c < tab.rows[r].size(); ++c)
            xml += cellXml(tab.rows[r][c], QString(QChar('A' + c)) + QString::number(number));
        xml += "</row>";
    }
    return xml + "</sheetData>" + tab.behindRows + "</worksheet>";
}

app::test::ZipPart part(const QString& name, const QString& content) {
    app::test::ZipPart made;
    made.name = name.toStdString();
    made.content = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" + content).toStdString();
    return made;
}

} // namespace

QByteArray workbookOf(const std::vector<WorkbookTab>& tabs) {
    QString sheets;
    QString relations;
    QString types;
    std::vector<app::test::ZipPart> parts;
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        const QString number = QString::number(i + 1);
        sheets += "<sheet name=\"" + tabs[i].name.toHtmlEscaped() + "\" sheetId=\"" + number +
                  "\" r:id=\"r" + number + (tabs[i].hidden ? "\" state=\"hidden\"/>" : "\"/>");
        relations += "<Relationship Id=\"r" + number + "\" Type=\"" + kOffice +
                     "/worksheet\" Target=\"worksheets/sheet" + number + ".xml\"/>";
        types += "<Override PartName=\"/xl/worksheets/sheet" + number +
                 ".xml\" ContentType=\"application/vnd.openxmlformats-officedocument."
                 "spreadsheetml.worksheet+xml\"/>";
        parts.push_back(part("xl/worksheets/sheet" + number + ".xml", sheetXml(tabs[i])));
    }
    parts.push_back(part("xl/workbook.xml", "<workbook xmlns=\"" + kMain + "\" xmlns:r=\"" +
                                                kOffice + "\"><sheets>" + sheets +
                                                "</sheets></workbook>"));
    parts.push_back(part("xl/_rels/workbook.xml.rels", "<Relationships xmlns=\"" + kPackage +
                                                           "\">" + relations + "</Relationships>"));
    parts.push_back(
        part("_rels/.rels", "<Relationships xmlns=\"" + kPackage +
                                "\"><Relationship Id=\"r\" "
                                "Type=\"" +
                                kOffice +
                                "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"));
    parts.push_back(part(
        "[Content_Types].xml",
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default "
        "Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package."
        "relationships+xml\"/><Override PartName=\"/xl/workbook.xml\" "
        "ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main"
        "+xml\"/>" +
            types + "</Types>"));
    return QByteArray::fromStdString(app::test::buildZip(parts));
}

} // namespace leadsheet::test
