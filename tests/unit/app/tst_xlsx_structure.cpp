// SPDX-License-Identifier: Apache-2.0
#include "sheet/sha256.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

const std::string kOneCell = "<row r='1'><c r='A1'><v>1</v></c></row>";
const std::string kOneCellRead = "1 A=number:1\n";

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string cellAt(const std::string& name) {
    return "<c r='" + name + "' t='inlineStr'><is><t>" + name + "</t></is></c>";
}

} // namespace

class XlsxStructureTest : public QObject {
    Q_OBJECT

private slots:
    void rows_sparse_keepTheirPlaces_data() {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const std::string& rows, const char* text) {
            QTest::newRow(name) << QByteArray::fromStdString(rows) << QByteArray(text);
        };
        row("none", "", "");
        row("blank_row", "<row r='1'/>", "1\n");
        row("gaps",
            "<row r='3'>" + cellAt("B3") + cellAt("D3") + "</row><row r='9'>" + cellAt("A9") +
                "</row>",
            "3 B=text:B3 D=text:D3\n9 A=text:A9\n");
        row("no_references", "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>",
            "1 A=number:1 B=number:2\n2 A=number:3\n");
        row("mixed_references",
            "<row r='5'><c><v>1</v></c><c r='D5'><v>2</v></c><c><v>3</v></c></row>"
            "<row><c><v>4</v></c></row>",
            "5 A=number:1 D=number:2 E=number:3\n6 A=number:4\n");
        row("last_cell", "<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>",
            "1048576 XFD=number:1\n");
        row("lower_case", "<row r='1'><c r='ab1'><v>1</v></c></row>", "1 AB=number:1\n");
        row("mixed_case", "<row r='1'><c r='aB1'><v>1</v></c></row>", "1 AB=number:1\n");
        row("number_with_zeros",
            "<row r='07'><c r='A7'><v>1</v></c><c r='B07'><v>2</v></c></row>"
            "<row r=' 8 '><c r='C8'><v>3</v></c></row>",
            "7 A=number:1 B=number:2\n8 C=number:3\n");
        row("hidden", "<row r='1' hidden='1'><c><v>1</v></c></row><row hidden='0'/>",
            "1 hidden A=number:1\n2\n");
        row("blanks_between", "\n <row r='1'>\n <c r='A1'>\n <v>1</v>\n </c>\n </row>\n",
            "1 A=number:1\n");
        row("foreign_attributes",
            "<row r='1' spans='1:2' x14ac:dyDescent='0.25' ht='12' customHeight='1'>"
            "<c r='A1'><v>1</v></c></row>",
            "1 A=number:1\n");
        row("alternative",
            "<mc:AlternateContent><mc:Choice Requires='x'><row r='1'/></mc:Choice><mc:Fallback>"
            "<row r='2'/></mc:Fallback></mc:AlternateContent><row r='3'/>",
            "2\n3\n");
        row("extension_row",
            "<row r='1'>" + cellAt("A1") +
                "<extLst><ext><c r='B1'><v>1</v></c></ext></extLst></row>",
            "1 A=text:A1\n");
    }
    void rows_sparse_keepTheirPlaces() {
        QFETCH(QByteArray, rows);
        QFETCH(QByteArray, text);
        const WorkbookRead read =
            readXlsx(folder_.write("a.xlsx", xlsxFile(xlsxBook(rows.toStdString()))));
        QVERIFY2(!read.failed, read.error.message().c_str());
        QCOMPARE(QByteArray::fromStdString(read.text), text);
    }

    void rows_acrossManySteps_areAllThere() {
        std::string rows;
        std::string expected;
        for (int r = 1; r <= 5'000; ++r) {
            const std::string number = std::to_string(r);
            rows += "<row r='" + number + "'><c r='A" + number + "' t='inlineStr'><is><t>row " +
                    number + "</t></is></c><c r='B" + number + "' s='1'><v>" + number +
                    "</v></c><c r='C" + number + "' t='s'><v>" + std::to_string(r % 3) +
                    "</v></c></row>";
            expected += number + " A=text:row " + number + " B=number:" + number + ".0 C=text:t" +
                        std::to_string(r % 3) + "\n";
        }
        XlsxBook book = xlsxBook(rows);
        book.formats = {"0.0"};
        book.texts = {"<t>t0</t>", "<t>t1</t>", "<t>t2</t>"};
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", xlsxFile(book)));
        QVERIFY2(!read.failed, read.error.message().c_str());
        QVERIFY(read.text == expected);
    }

    void row_longerThanManySteps_isWhole() {
        std::string row = "<row r='1'>";
        std::string expected = "1";
        for (std::uint32_t c = 0; c < 16'384; ++c) {
            const std::string name = columnLetter(c) + "1";
            row += cellAt(name);
            expected += " " + columnLetter(c) + "=text:" + name;
        }
        const std::string more = "<row r='2'><c r='A2'><v>2</v></c></row>";
        const WorkbookRead read =
            readXlsx(folder_.write("a.xlsx", xlsxFile(xlsxBook(row + "</row>" + more))));
        QVERIFY2(!read.failed, read.error.message().c_str());
        QVERIFY(read.text == expected + "\n2 A=number:2\n");
        QCOMPARE(read.stats.widestRow, std::uint32_t{16'384});
    }

    void dimension_absurd_isNotBelieved() {
        XlsxBook book = xlsxBook("");
        book.sheets[0].xml = xlsxSheet(kOneCell, "<dimension ref='A1:XFD1048576'/>");
        QCOMPARE(readXlsx(folder_.write("a.xlsx", xlsxFile(book))).text, kOneCellRead);
    }

    void hiddenColumns_areTold() {
        XlsxBook book = xlsxBook("");
        book.sheets[0].xml = xlsxSheet(
            kOneCell, "<cols><col min='6' max='6' hidden='true'/><col min='1' max='1' width='9'/>"
                      "<col min='2' max='3' hidden='1'/><col min='3' max='4' hidden='1'/>"
                      "<col min='16384' max='99999' hidden='1'/></cols>");
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", xlsxFile(book)));
        QCOMPARE(read.text, kOneCellRead);
        QVERIFY(read.hiddenColumns == (std::vector<std::uint32_t>{1, 2, 3, 5, 16'383}));
    }

    void mergedCells_areTold_andFilledWhenAsked() {
        XlsxBook book = xlsxBook("");
        book.sheets[0].xml = xlsxSheet(
            "<row r='1'><c r='A1' t='inlineStr'><is><t>title</t></is></c><c r='B1' s='1'/></row>"
            "<row r='2'><c r='A2'><v>7</v></c><c r='C2'><v>1</v></c></row>"
            "<row r='3'><c r='C3'><v>2</v></c></row>",
            {},
            "<mergeCells count='3'><mergeCell ref='A1:C1'/><mergeCell ref='A2:A3'/>"
            "<mergeCell ref='E5'/></mergeCells>");
        const auto path = folder_.write("a.xlsx", xlsxFile(book));
        const WorkbookRead plain = readXlsx(path);
        QCOMPARE(plain.text,
                 std::string("1 A=text:title\n2 A=number:7 C=number:1\n3 C=number:2\n"));
        QCOMPARE(plain.stats.mergedRanges, std::uint64_t{2});
        QCOMPARE(plain.merged[0].lastColumn, std::uint32_t{2});
        QCOMPARE(plain.merged[1].lastRow, std::uint32_t{3});
        SheetOptions fill;
        fill.merged = MergedCells::FillRange;
        const WorkbookRead filled = readXlsx(path, fill);
        QCOMPARE(filled.text, std::string("1 A=text:title B=text:title C=text:title\n"
                                          "2 A=number:7 C=number:1\n3 A=number:7 C=number:2\n"));
        auto source = openSheet(path, fill);
        QCOMPARE((*source)->mergedRanges().size(), std::size_t{2});
    }

    void sheets_areListedInOrder_andOpenedByIndex() {
        XlsxBook book;
        book.sheets = {{"First", xlsxSheet(kOneCell), "", "worksheet"},
                       {"Chart", "<chartsheet/>", "", "chartsheet"},
                       {"A &amp; B", xlsxSheet("<row r='2'/>"), "state='hidden'", "worksheet"},
                       {"Deep", xlsxSheet("<row r='3'/>"), "state='veryHidden'", "worksheet"}};
        const auto path = folder_.write("a.xlsx", xlsxFile(book));
        const WorkbookRead read = readXlsx(path, {}, 1);
        QCOMPARE(read.text, std::string("2\n"));
        QCOMPARE(read.sheets.size(), std::size_t{3});
        QCOMPARE(read.sheets[0].name, std::string("First"));
        QCOMPARE(read.sheets[1].name, std::string("A & B"));
        QVERIFY(read.sheets[0].visibility == SheetVisibility::Visible);
        QVERIFY(read.sheets[1].visibility == SheetVisibility::Hidden);
        QVERIFY(read.sheets[2].visibility == SheetVisibility::VeryHidden);
        QCOMPARE(read.sheets[0].sizeHint, std::uint64_t{book.sheets[0].xml.size()});
        QCOMPARE(readXlsx(path, {}, 2).text, std::string("3\n"));
        QCOMPARE(readXlsx(path, {}, 3).error.code, SheetErrorCode::NoSuchSheet);
    }

    void source_opened_startsAgain() {
        const auto path = folder_.write("a.xlsx", xlsxFile(xlsxBook(kOneCell)));
        auto source = openSheet(path);
        QVERIFY(source);
        RowView row;
        QVERIFY(*(*source)->next(row) == Next::Row);
        QVERIFY(*(*source)->next(row) == Next::End);
        QVERIFY(*(*source)->next(row) == Next::End);
        QVERIFY((*source)->open(0));
        QVERIFY(*(*source)->next(row) == Next::Row);
        QCOMPARE(row.textAt(0), std::string_view("1"));
        QCOMPARE((*source)->stats().rows, std::uint64_t{1});
        QVERIFY(!(*source)->open(7));
        QVERIFY(!(*source)->next(row));
        QVERIFY((*source)->open(0));
        QVERIFY(*(*source)->next(row) == Next::Row);
        QVERIFY((*source)->dialect() == nullptr);
    }

    void workbook_writtenInOtherWays_isRead_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::vector<ZipPart>& parts) {
            QTest::newRow(name) << QByteArray::fromStdString(buildZip(parts));
        };
        const std::vector<ZipPart> usual = xlsxParts(xlsxBook(kOneCell));
        const auto changed = [&](std::string_view part, std::string_view from,
                                 std::string_view to) {
            auto parts = usual;
            replaceAll(partNamed(parts, part).content, from, to);
            return parts;
        };
        const std::string relations = "xl/_rels/workbook.xml.rels";
        row("usual", usual);
        row("absolute_target", changed(relations, "worksheets/", "/xl/worksheets/"));
        row("dotted_target", changed(relations, "worksheets/", "./../xl/worksheets/"));
        row("backslash_target", changed(relations, "worksheets/", "worksheets\\"));
        row("target_in_other_case", changed(relations, "worksheets/sheet1", "Worksheets/SHEET1"));
        row("other_relation_prefix", changed("xl/workbook.xml", "r:", "rel:"));
        auto strict = usual;
        for (ZipPart& part : strict) {
            replaceAll(part.content, "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
                       "http://purl.oclc.org/ooxml/spreadsheetml/main");
            replaceAll(part.content,
                       "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
                       "http://purl.oclc.org/ooxml/officeDocument/relationships");
        }
        row("strict", strict);
        auto prefixed = usual;
        for (const char* name : {"xl/workbook.xml", "xl/worksheets/sheet1.xml"}) {
            std::string& xml = partNamed(prefixed, name).content;
            replaceAll(xml, "</", "<\x01");
            replaceAll(xml, "<", "<x:");
            replaceAll(xml, "<x:\x01", "</x:");
            replaceAll(xml, "<x:?xml", "<?xml");
            replaceAll(xml, "xmlns=", "xmlns:x=");
        }
        row("prefixed", prefixed);
        auto wide = usual;
        std::string& xml = partNamed(wide, "xl/worksheets/sheet1.xml").content;
        replaceAll(xml, "UTF-8", "UTF-16");
        xml = "\xFF\xFE" + widened(xml, 2, false);
        row("utf16", wide);
        auto spaced = changed(relations, "sheet1.xml", "my%20sheet.xml");
        partNamed(spaced, "xl/worksheets/sheet1.xml").name = "xl/worksheets/my sheet.xml";
        row("percent_target", spaced);
        auto windows = usual;
        for (ZipPart& part : windows)
            replaceAll(part.name, "/", "\\");
        row("backslash_names", windows);
        const auto without = [&](std::string_view name) {
            auto parts = usual;
            std::erase_if(parts, [&](const ZipPart& part) { return part.name == name; });
            return parts;
        };
        row("without_content_types", without("[Content_Types].xml"));
        row("without_root_relations", without("_rels/.rels"));
        row("without_styles", without("xl/styles.xml"));
        auto stored = usual;
        for (ZipPart& part : stored)
            part.deflate = false;
        row("stored", stored);
        auto streamed = usual;
        for (ZipPart& part : streamed)
            part.dataDescriptor = true;
        row("data_descriptors", streamed);
    }
    void workbook_writtenInOtherWays_isRead() {
        QFETCH(QByteArray, bytes);
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", bytes.toStdString()));
        QVERIFY2(!read.failed, read.error.message().c_str());
        QCOMPARE(read.text, kOneCellRead);
    }

    void sharedTexts_areReadOnlyAsFarAsNeeded() {
        XlsxBook book = xlsxBook("<row r='1'><c r='A1' t='s'><v>2</v></c></row>");
        for (int i = 0; i < 50'000; ++i)
            book.texts.push_back("<t>text " + std::to_string(i) + "</t>");
        auto parts = xlsxParts(book);
        // Damage behind what is needed goes unnoticed only if nothing reads that far.
        partNamed(parts, "xl/sharedStrings.xml").crc = 1;
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", buildZip(parts)));
        QCOMPARE(read.text, std::string("1 A=text:text 2\n"));
    }

    void sharedTexts_outOfOrder_areAllFound() {
        XlsxBook book = xlsxBook("<row r='1'><c t='s'><v>40000</v></c><c t='s'><v>0</v></c>"
                                 "<c t='s'><v>39999</v></c></row>");
        for (int i = 0; i <= 40'000; ++i)
            book.texts.push_back("<t>text " + std::to_string(i) + "</t>");
        QCOMPARE(readXlsx(folder_.write("a.xlsx", xlsxFile(book))).text,
                 std::string("1 A=text:text 40000 B=text:text 0 C=text:text 39999\n"));
    }

    void format_isToldByContentTypes() {
        auto parts = xlsxParts(xlsxBook(kOneCell));
        const auto formatOf = [&] {
            auto source = openSheet(folder_.write("a.bin", buildZip(parts)));
            return source ? (*source)->format() : SheetFormat::DelimitedText;
        };
        QVERIFY(formatOf() == SheetFormat::Xlsx);
        std::string& types = partNamed(parts, "[Content_Types].xml").content;
        const std::string main = "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
        replaceAll(types, main, "vnd.ms-excel.sheet.macroEnabled.main+xml");
        QVERIFY(formatOf() == SheetFormat::Xlsm);
        replaceAll(types, "sheet.macroEnabled", "template.macroEnabled");
        QVERIFY(formatOf() == SheetFormat::Xlsm);
    }

    void hash_whenAsked_isOfTheFile() {
        const std::string bytes = xlsxFile(xlsxBook(kOneCell));
        SheetOptions options;
        options.hashInput = true;
        auto source = openSheet(folder_.write("a.xlsx", bytes), options);
        QCOMPARE((*source)->digests().sha256, sha256Of(bytes));
        QVERIFY((*source)->digests().mark.empty());
        QVERIFY((*openSheet(folder_.path("a.xlsx")))->digests().sha256.empty());
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_xlsx_structure, XlsxStructureTest);
#include "tst_xlsx_structure.moc"
