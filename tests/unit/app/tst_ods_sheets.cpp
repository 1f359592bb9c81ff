// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "ods_builder.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_read.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

// Sheets that nobody reads are stepped over without parsing; these could mislead that.
const std::vector<std::pair<const char*, std::string>> kInsides = {
    {"nothing", ""},
    {"rows", odsTextRow({"a", "b"}) + odsTextRow({"c"})},
    {"nested tables",
     "<table:table-row><table:table-cell><table:table><table:table-row/><table:table "
     "table:name='deep'/></table:table></table:table-cell></table:table-row>"},
    {"end tags in comments and data",
     "<table:table-row><table:table-cell><text:p><!-- </table:table> --><![CDATA[</table:table>"
     "<table:table>]]></text:p></table:table-cell></table:table-row><?pi </table:table>?>"},
    {"tags in attributes", "<table:table-row table:name=\"a>'/&lt;/table:table>\">"
                           "<table:table table:name='>'/></table:table-row >"},
    {"odd spacing", "<table:table\n table:name='x' ></table:table\t>"},
    {"names that only start alike",
     "<table:table-x></table:table-x><table:tables/><tables></tables><x:y:table/>"},
    {"line ends", "\n\n<table:table-row>\n</table:table-row>\n"},
};

} // namespace

// Finding the sheets of an OpenDocument file, and those one does not want.
class OdsSheetsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

private slots:
    void sheetsBefore_whateverIsInThem_areSteppedOver_data() {
        QTest::addColumn<QString>("inside");
        for (const auto& [name, inside] : kInsides)
            QTest::newRow(name) << QString::fromStdString(inside);
    }
    void sheetsBefore_whateverIsInThem_areSteppedOver() {
        QFETCH(QString, inside);
        const auto path = folder_.write(
            "sheets.ods", odsFile(odsContent(odsTable(inside.toStdString(), "first") +
                                             odsTable(odsTextRow({"wanted"}), "second") +
                                             "<table:table table:name=\"th'ird\"/>")));
        const WorkbookRead sheet = readWorkbookFile(path, {}, 1);
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(sheet.text, std::string("1 A=text:wanted\n"));
        QCOMPARE(sheet.sheets.size(), std::size_t{3});
        QCOMPARE(sheet.sheets[0].name, std::string("first"));
        QCOMPARE(sheet.sheets[1].name, std::string("second"));
        QCOMPARE(sheet.sheets[2].name, std::string("th'ird"));
    }

    // The tags fall on the border of two steps at every place in turn.
    void sheetsBefore_acrossSteps_areSteppedOver() {
        const std::string first = odsTable(kInsides[3].second + kInsides[4].second, "first");
        const std::string whole = odsContent(first + odsTable(odsTextRow({"wanted"}), "second"));
        const std::size_t start = whole.find("<table:table ");
        for (std::size_t shift = 0; shift < first.size() + 40; ++shift) {
            std::string content = whole;
            content.insert(start, kReadStep - start - shift, ' ');
            const WorkbookRead sheet =
                readWorkbookFile(folder_.write("step.ods", odsFile(content)), {}, 1);
            QCOMPARE(sheet.text, std::string("1 A=text:wanted\n"));
            QCOMPARE(sheet.sheets.size(), std::size_t{2});
        }
    }

    void sizes_ofSheets_areTheirBytes() {
        const std::string rows = odsTextRow({std::string(1000, 'x'), "\n\n\n"});
        const WorkbookRead sheet = readWorkbookFile(folder_.write(
            "sizes.ods",
            odsFile(odsContent(odsTable(rows) + odsTable("") + odsTable(rows + rows)))));
        QCOMPARE(sheet.sheets.size(), std::size_t{3});
        const std::uint64_t tag = sheet.sheets[1].sizeHint;
        QVERIFY(tag < 100);
        QCOMPARE(sheet.sheets[0].sizeHint, rows.size() + tag);
        QCOMPARE(sheet.sheets[2].sizeHint, 2 * rows.size() + tag);
    }

    void line_ofDamageBehindSkippedSheets_isRight() {
        const std::string content = odsContent(odsTable("\n\n\n\n\n", "first") +
                                               odsTable("<table:table-row>&no;", "second"));
        const WorkbookRead sheet =
            readWorkbookFile(folder_.write("line.ods", odsFile(content)), {}, 1);
        QCOMPARE(sheet.error.code, SheetErrorCode::DamagedFile);
        QVERIFY2(leadsheet::text::render(sheet.error.reason).find("line 7") != std::string::npos,
                 leadsheet::text::render(sheet.error.reason).c_str());
    }

    void damageInTheSheetsBefore_endsInARefusal_data() {
        QTest::addColumn<QString>("inside");

        QTest::newRow("document type") << "<!DOCTYPE x>";
        QTest::newRow("comment without end") << "<!-- ";
        QTest::newRow("tag without end") << "<table:table table:name='";
        QTest::newRow("sheet without end") << "<table:table>";
    }
    void damageInTheSheetsBefore_endsInARefusal() {
        QFETCH(QString, inside);
        const WorkbookRead sheet = readWorkbookFile(
            folder_.write("bad.ods",
                          odsFile(odsContent(odsTable(inside.toStdString(), "first") +
                                             odsTable(odsTextRow({"wanted"}), "second")))),
            {}, 1);
        QCOMPARE(sheet.error.code, SheetErrorCode::DamagedFile);
        QCOMPARE(sheet.text, std::string("error sheet_damaged"));
    }

    void rowsWithoutNumber_inASheetBefore_areRefused() {
        std::string rows;
        for (int r = 0; r < 101; ++r)
            rows += "<table:table-row></table:table-row>";
        SheetOptions options;
        options.limits.maxRows = 100;
        const auto path = folder_.write(
            "rows.ods", odsFile(odsContent(odsTable(rows, "first") + odsTable("", "second"))));
        const WorkbookRead sheet = readWorkbookFile(path, options, 1);
        QCOMPARE(sheet.error.code, SheetErrorCode::LimitExceeded);
        QVERIFY(leadsheet::text::render(sheet.error.reason).find("more than 100 rows") !=
                std::string::npos);
    }

    void wideText_hasTheSameSheets() {
        std::string content = odsContent(odsTable(odsTextRow({"a"}), "first") +
                                         odsTable(odsTextRow({"b"}), "second"));
        content.replace(content.find("UTF-8"), 5, "UTF-16");
        for (const bool bigEndian : {false, true}) {
            const std::string mark = bigEndian ? "\xFE\xFF" : "\xFF\xFE";
            const WorkbookRead sheet = readWorkbookFile(
                folder_.write("w.ods", odsFile(mark + widened(content, 2, bigEndian))), {}, 1);
            QCOMPARE(sheet.text, std::string("1 A=text:b\n"));
            QCOMPARE(sheet.sheets.size(), std::size_t{2});
        }
    }

    void listing_cancelled_stillHasTheOpenSheet() {
        std::stop_source stop;
        const auto path = folder_.write(
            "cancel.ods",
            odsFile(odsContent(odsTable("", "first") + odsTable(odsTextRow({"b"}), "second"))));
        auto source = openSheet(path, {}, stop.get_token());
        QVERIFY(source.has_value());
        QVERIFY((*source)->open(1).has_value());
        stop.request_stop();
        QCOMPARE((*source)->sheets().size(), std::size_t{2});
    }
};

LEADSHEET_TEST(tst_ods_sheets, OdsSheetsTest);
#include "tst_ods_sheets.moc"
