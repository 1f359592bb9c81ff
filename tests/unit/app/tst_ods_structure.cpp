// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "ods_builder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_read.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

std::string text(const std::string& value, const std::string& attributes = {}) {
    return "<table:table-cell office:value-type='string' " + attributes + "><text:p>" + value +
           "</text:p></table:table-cell>";
}

std::string row(const std::string& cells, const std::string& attributes = {}) {
    return "<table:table-row " + attributes + ">" + cells + "</table:table-row>";
}

std::string blank(const std::string& repeat) {
    return "<table:table-cell table:style-name='ce1' table:number-columns-repeated='" + repeat +
           "'/>";
}

std::string covered(int count = 1) {
    return "<table:covered-table-cell table:number-columns-repeated='" + std::to_string(count) +
           "'/>";
}

QStringList ranges(const std::vector<CellRange>& merged) {
    QStringList list;
    for (const CellRange& range : merged)
        list << QString::fromStdString(
            columnLetter(range.firstColumn) + std::to_string(range.firstRow) + ":" +
            columnLetter(range.lastColumn) + std::to_string(range.lastRow));
    return list;
}

} // namespace

// Where cells are, how often rows repeat, what is hidden and merged, and which sheets there are.
class OdsStructureTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    WorkbookRead read(const std::string& body, const SheetOptions& options = {},
                      std::size_t sheet = 0, const std::string& styles = {}) {
        return readWorkbookFile(folder_.write("sheet.ods", odsFile(odsContent(body, styles))),
                                options, sheet);
    }
    WorkbookRead readRows(const std::string& rows, const SheetOptions& options = {}) {
        return read(odsTable(rows), options);
    }

private slots:
    void cells_inRepeatsAndGaps_standInTheirColumns_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QString>("expected");

        const auto add = [](const char* name, const std::string& rows, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(rows) << expected;
        };
        add("repeated cell", row(text("x", "table:number-columns-repeated='3'") + text("y")),
            "1 A=text:x B=text:x C=text:x D=text:y\n");
        add("gap", row(blank("2") + text("x") + "<table:table-cell/>" + text("y")),
            "1 C=text:x E=text:y\n");
        add("blank tail of the row", row(text("x") + blank("16383")), "1 A=text:x\n");
        add("covered cells",
            row(text("x", "table:number-columns-spanned='3'") + covered(2) + text("y")),
            "1 A=text:x D=text:y\n");
        add("content under a merged cell",
            row(text("x", "table:number-columns-spanned='2'") +
                "<table:covered-table-cell office:value-type='string'><text:p>old</text:p>"
                "</table:covered-table-cell>" +
                text("y")),
            "1 A=text:x C=text:y\n");
        add("repeat of none", row(text("x", "table:number-columns-repeated='0'") + text("y")),
            "1 A=text:x B=text:y\n");
        add("matrix formula",
            row("<table:table-cell table:number-matrix-columns-spanned='2' "
                "table:number-matrix-rows-spanned='1' table:formula='of:={1,2}' "
                "office:value-type='float' office:value='1'/>" +
                text("y")),
            "1 A==number:1 B=text:y\n");
        add("empty strings",
            row("<table:table-cell office:value-type='string'><text:p/></table:table-cell>" +
                text("x")),
            "1 B=text:x\n");
        add("repeated row", row(text("x"), "table:number-rows-repeated='3'") + row(text("y")),
            "1*3 A=text:x\n4 A=text:y\n");
        add("blank rows between",
            row(text("x")) + row(blank("5"), "table:number-rows-repeated='9'") + row("") +
                row(text("y")),
            "1 A=text:x\n2*10\n12 A=text:y\n");
        add("blank rows first", row("", "table:number-rows-repeated='4'") + row(text("x")),
            "1*4\n5 A=text:x\n");
        add("million blank rows last",
            row(text("x")) + row(blank("16384"), "table:number-rows-repeated='1048575'"),
            "1 A=text:x\n");
        add("blank rows past the last one",
            row(text("x")) + row("", "table:number-rows-repeated='99999999'") +
                row("", "table:number-rows-repeated='99999999'"),
            "1 A=text:x\n");
        add("last row of all", row("", "table:number-rows-repeated='1048575'") + row(text("x")),
            "1*1048575\n1048576 A=text:x\n");
        add("last column of all", row(blank("16383") + text("x")), "1 XFD=text:x\n");
        add("header rows, groups and wrappers",
            "<table:table-columns><table:table-column/></table:table-columns>"
            "<table:table-header-rows>" +
                row(text("h")) + "</table:table-header-rows><table:table-row-group>" +
                row(text("a")) + "<table:table-row-group>" + row(text("b")) +
                "</table:table-row-group></table:table-row-group><table:table-rows>" +
                row(text("c")) + "</table:table-rows>",
            "1 A=text:h\n2 A=text:a\n3 A=text:b\n4 A=text:c\n");
        add("no rows at all", "<table:table-column/>", "");
    }
    void cells_inRepeatsAndGaps_standInTheirColumns() {
        QFETCH(QString, rows);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(readRows(rows.toStdString()).text), expected);
    }

    void blankTail_costsNeitherRowsNorBudget() {
        SheetOptions options;
        options.limits.maxCells = 10;
        const WorkbookRead sheet = readRows(
            row(text("x")) + row(blank("16384"), "table:number-rows-repeated='1048575'"), options);
        QVERIFY(!sheet.failed);
        QCOMPARE(sheet.stats.rows, std::uint64_t{1});
        QCOMPARE(sheet.stats.blankRows, std::uint64_t{0});
    }

    void contentOfOtherElements_isNoCell() {
        const std::string inner =
            "<table:table table:name='inner'>" + row(text("no")) + "</table:table>";
        const WorkbookRead sheet =
            read("<table:tracked-changes><table:cell-content-change><table:previous>" + text("no") +
                 "</table:previous></table:cell-content-change>" + inner +
                 "</table:tracked-changes><table:content-validations/>" +
                 odsTable("<table:title>no</table:title><table:shapes><draw:frame>" + inner +
                          "</draw:frame></table:shapes><office:forms/>" +
                          row("<draw:frame>" + inner + "</draw:frame>" + text("yes"))) +
                 "<table:dde-links><table:dde-link>" + inner +
                 "</table:dde-link></table:dde-links><table:named-expressions/>");
        QCOMPARE(sheet.text, std::string("1 A=text:yes\n"));
        QCOMPARE(sheet.sheets.size(), std::size_t{1});
    }

    void rows_hiddenByHandFilterOrGroup_areMarked() {
        const WorkbookRead sheet =
            readRows(row(text("a"), "table:visibility='collapse'") +
                     row(text("b"), "table:visibility='filter'") +
                     row(text("c"), "table:visibility='visible'") +
                     "<table:table-row-group table:display='false'>" + row(text("d")) +
                     "<table:table-row-group>" + row(text("e")) +
                     "</table:table-row-group></table:table-row-group>" + row(text("f")) +
                     row("", "table:visibility='collapse'") + row(text("g")));
        QCOMPARE(sheet.text,
                 std::string("1 hidden A=text:a\n2 hidden A=text:b\n3 A=text:c\n"
                             "4 hidden A=text:d\n5 hidden A=text:e\n6 A=text:f\n7\n8 A=text:g\n"));
        QCOMPARE(sheet.stats.hiddenRows, std::uint64_t{4});
    }

    void columns_hidden_areListedWithTheFirstRow() {
        const WorkbookRead sheet = readRows(
            "<table:table-column/><table:table-column table:visibility='collapse' "
            "table:number-columns-repeated='2'/><table:table-header-columns><table:table-column/>"
            "</table:table-header-columns><table:table-column-group table:display='false'>"
            "<table:table-column/></table:table-column-group><table:table-column "
            "table:visibility='filter'/><table:table-column "
            "table:number-columns-repeated='16378'/>" +
            row(text("x")));
        QCOMPARE(sheet.hiddenColumns, (std::vector<std::uint32_t>{1, 2, 4, 5}));
    }

    void columns_hiddenToTheEnd_stopAtTheLastOne() {
        SheetOptions options;
        options.limits.maxColumns = 4;
        const WorkbookRead sheet =
            readRows("<table:table-column table:number-columns-repeated='2'/><table:table-column "
                     "table:visibility='collapse' table:number-columns-repeated='4000000000'/>" +
                         row(text("x")),
                     options);
        QCOMPARE(sheet.hiddenColumns, (std::vector<std::uint32_t>{2, 3}));
    }

    void mergedCells_asStored_areEmptyAndListed() {
        const WorkbookRead sheet = readRows(
            row(text("a", "table:number-columns-spanned='2' table:number-rows-spanned='2'") +
                covered() + text("b")) +
            row(covered(2) + text("c")) +
            row(text("d", "table:number-columns-spanned='2' table:number-rows-spanned='1'") +
                    covered() + text("e"),
                "table:number-rows-repeated='2'"));
        QCOMPARE(sheet.text, std::string("1 A=text:a C=text:b\n2 C=text:c\n3*2 A=text:d "
                                         "C=text:e\n"));
        QCOMPARE(ranges(sheet.merged), QStringList({"A1:B2", "A3:B3", "A4:B4"}));
        QCOMPARE(sheet.stats.mergedRanges, std::uint64_t{3});
    }

    void mergedCells_filled_haveTheValueOfTheFirst_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QString>("expected");

        const auto add = [](const char* name, const std::string& rows, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(rows) << expected;
        };
        add("block",
            row(text("a", "table:number-columns-spanned='2' table:number-rows-spanned='2'") +
                covered() + text("b")) +
                row(covered(2) + text("c")) + row(text("d")),
            "1 A=text:a B=text:a C=text:b\n2 A=text:a B=text:a C=text:c\n3 A=text:d\n");
        add("over blank rows of the tail",
            row(text("a", "table:number-rows-spanned='4'")) +
                row(covered(), "table:number-rows-repeated='3'"),
            "1 A=text:a\n2*3 A=text:a\n");
        add("part of repeated rows",
            row(text("a", "table:number-rows-spanned='3'") + text("x")) +
                row("<table:covered-table-cell/>" + text("y"), "table:number-rows-repeated='4'"),
            "1 A=text:a B=text:x\n2*2 A=text:a B=text:y\n4*2 B=text:y\n");
        add("nothing in it",
            row("<table:table-cell table:number-columns-spanned='2'/>" + covered() + text("x")) +
                row(text("y")),
            "1 C=text:x\n2 A=text:y\n");
        add("rows that repeat with merged cells",
            row(text("a", "table:number-columns-spanned='2'") + covered(),
                "table:number-rows-repeated='3'"),
            "1 A=text:a B=text:a\n2 A=text:a B=text:a\n3 A=text:a B=text:a\n");
        add("to the end of the sheet", row(text("a", "table:number-rows-spanned='1048576'")),
            "1 A=text:a\n2*1048575 A=text:a\n");
        add("past the end of the sheet",
            row(text("a", "table:number-columns-spanned='99999999999999999999' "
                          "table:number-rows-spanned='x'") +
                text("b")),
            nullptr);
    }
    void mergedCells_filled_haveTheValueOfTheFirst() {
        QFETCH(QString, rows);
        QFETCH(QString, expected);
        SheetOptions options;
        options.merged = MergedCells::FillRange;
        const WorkbookRead sheet = readRows(rows.toStdString(), options);
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        if (expected.isNull())
            QVERIFY(sheet.text.starts_with("1 A=text:a B=text:a"));
        else
            QCOMPARE(QString::fromStdString(sheet.text), expected);
    }

    void mergedCells_filled_areKnownFromTheStart() {
        SheetOptions options;
        options.merged = MergedCells::FillRange;
        const auto path = folder_.write(
            "sheet.ods", odsFileOfRows(row(text("a")) + row(text("b", "table:number-columns-"
                                                                      "spanned='2'"))));
        auto source = openSheet(path, options);
        QVERIFY(source.has_value());
        QCOMPARE((*source)->mergedRanges().size(), std::size_t{1});
    }

    void sheets_ofTheFile_haveNamesAndVisibility() {
        const std::string styles =
            "<style:style style:name='ta1' style:family='table'><style:table-properties "
            "table:display='true'/></style:style>"
            "<style:style style:name='ta2' style:family='table'><style:table-properties "
            "table:display='false'/></style:style>"
            "<style:style style:name='ta3' style:family='table' style:parent-style-name='ta2'/>"
            "<style:style style:name='ta4' style:family='table' style:parent-style-name='ta4'/>"
            "<style:style style:name='ta2' style:family='table-row'><style:table-properties "
            "table:display='true'/></style:style>";
        const WorkbookRead sheet = read(
            "<table:table table:name='Q3 &amp; Q4' table:style-name='ta1'/><table:table "
            "table:name='old' table:style-name='ta2'>" +
                row(text("x")) +
                "</table:table><table:table table:style-name='ta3'/><table:table table:name='self' "
                "table:style-name='ta4'/><table:table "
                "table:name=\"'file:///tmp/other.ods'#$Prices\" table:style-name='ta2'>" +
                row(text("copy")) + "</table:table>",
            {}, 0, styles);
        QCOMPARE(sheet.text, std::string());
        QCOMPARE(sheet.sheets.size(), std::size_t{4});
        QCOMPARE(sheet.sheets[0].name, std::string("Q3 & Q4"));
        QCOMPARE(sheet.sheets[0].visibility, SheetVisibility::Visible);
        QCOMPARE(sheet.sheets[1].name, std::string("old"));
        QCOMPARE(sheet.sheets[1].visibility, SheetVisibility::Hidden);
        QVERIFY(sheet.sheets[1].sizeHint > sheet.sheets[0].sizeHint);
        QCOMPARE(sheet.sheets[2].name, std::string("Sheet3"));
        QCOMPARE(sheet.sheets[2].visibility, SheetVisibility::Hidden);
        QCOMPARE(sheet.sheets[3].visibility, SheetVisibility::Visible);
    }

    void sheets_hiddenByACommonStyle_areHidden() {
        auto parts = odsParts(odsContent("<table:table table:name='a' table:style-name='common'/>"
                                         "<table:table table:name='b'/>"));
        parts.emplace_back();
        parts.back().name = "styles.xml";
        parts.back().content =
            "<document-styles><styles><style name='common' family='table'><table-properties "
            "display='false'/></style></styles></document-styles>";
        const WorkbookRead sheet = readWorkbookFile(folder_.write("styles.ods", buildZip(parts)));
        QCOMPARE(sheet.sheets[0].visibility, SheetVisibility::Hidden);
        QCOMPARE(sheet.sheets[1].visibility, SheetVisibility::Visible);
    }

    void sheet_openedByIndexAndAgain_startsAtItsFirstRow() {
        const auto path = folder_.write(
            "three.ods", odsFile(odsContent(odsTable(row(text("a")), "A") +
                                            odsTable(row(text("b")) + row(text("c")), "B") +
                                            odsTable("", "C"))));
        auto opened = openSheet(path);
        QVERIFY(opened.has_value());
        RowSource& source = **opened;
        RowView view;
        for (const std::size_t sheet : {1U, 1U, 0U, 2U, 1U}) {
            QVERIFY(source.open(sheet).has_value());
            QCOMPARE(source.sheet(), sheet);
            const auto next = source.next(view);
            QVERIFY(next.has_value());
            QCOMPARE(*next, sheet == 2 ? Next::End : Next::Row);
            if (sheet != 2)
                QCOMPARE(view.textAt(0), std::string_view(sheet == 0 ? "a" : "b"));
        }
        QCOMPARE(source.format(), SheetFormat::Ods);
        QVERIFY(source.dialect() == nullptr);
        const auto missing = source.open(3);
        QVERIFY(!missing.has_value());
        QCOMPARE(missing.error().code, SheetErrorCode::NoSuchSheet);
        QVERIFY(leadsheet::text::render(missing.error().reason).find("3 sheets") !=
                std::string::npos);
        QVERIFY(!source.next(view).has_value());
        QVERIFY(source.open(0).has_value());
        QVERIFY(source.next(view).has_value());
        QCOMPARE(*source.next(view), Next::End);
        QCOMPARE(*source.next(view), Next::End);
    }

    void prefixesAndDeclarations_ofOtherPrograms_areTheSame() {
        std::string content = odsContent(odsTable(
            row("<table:table-cell office:value-type='float' office:value='2'><text:p>2</text:p>"
                "</table:table-cell>" +
                text("x"))));
        const WorkbookRead plain = readWorkbookFile(folder_.write("plain.ods", odsFile(content)));
        for (const auto& [from, to] :
             {std::pair{"office:", "o:"}, std::pair{"table:", "tab:"}, std::pair{"text:", "t:"},
              std::pair{"xmlns:office", "xmlns:o"}, std::pair{"xmlns:table", "xmlns:tab"},
              std::pair{"xmlns:text", "xmlns:t"}}) {
            QString changed = QString::fromStdString(content);
            changed.replace(from, to);
            content = changed.toStdString();
        }
        QCOMPARE(readWorkbookFile(folder_.write("other.ods", odsFile(content))).text, plain.text);
    }

    void utf16Content_isRead() {
        std::string content = odsContent(odsTable(row(text("wide"))));
        content.replace(content.find("UTF-8"), 5, "UTF-16");
        const std::string wide = "\xFF\xFE" + widened(content, 2, false);
        QCOMPARE(readWorkbookFile(folder_.write("wide.ods", odsFile(wide))).text,
                 std::string("1 A=text:wide\n"));
    }

    void template_isReadLikeASpreadsheet() {
        auto parts = odsParts(odsContent(odsTable(row(text("x")))));
        parts[0].content = std::string(kOdsType) + "-template";
        QCOMPARE(readWorkbookFile(folder_.write("t.ots", buildZip(parts))).text,
                 std::string("1 A=text:x\n"));
    }

    void manySteps_deliverEveryRowOnce() {
        std::string rows;
        std::string expected;
        for (int r = 1; r <= 5000; ++r) {
            const std::string number = std::to_string(r);
            rows += odsTextRow({"row " + number, "some text to get past one step " + number});
            expected += number + " A=text:row " + number +
                        " B=text:some text to get past one step " + number + "\n";
        }
        const WorkbookRead sheet = readRows(rows);
        QVERIFY(sheet.text == expected);
        QCOMPARE(sheet.stats.rows, std::uint64_t{5000});
        QCOMPARE(sheet.stats.bytesRead, sheet.stats.bytesTotal);
    }
};

LEADSHEET_TEST(tst_ods_structure, OdsStructureTest);
#include "tst_ods_structure.moc"
