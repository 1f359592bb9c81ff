// SPDX-License-Identifier: Apache-2.0
#include "sheet/byte_stream.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>
#include <fstream>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;

namespace {

constexpr const char* kSheetPart = "xl/worksheets/sheet1.xml";

bool says(const SheetError& error, std::string_view words) {
    return error.message().find(words) != std::string::npos;
}

std::string numberRows(int from, int to) {
    std::string rows;
    for (int r = from; r <= to; ++r)
        rows += "<row r='" + std::to_string(r) + "'><c><v>" + std::to_string(r) + "</v></c></row>";
    return rows;
}

} // namespace

class XlsxRefusalsTest : public QObject {
    Q_OBJECT

private slots:
    void badSheet_read_isRefusedWithItsPlace_data() {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const std::string& rows, const char* code,
                            const char* words) {
            QTest::newRow(name) << QByteArray::fromStdString(rows) << QString(code)
                                << QString(words);
        };
        const char* const damaged = "sheet_damaged";
        const char* const limit = "sheet_limit_exceeded";
        const std::string good = "<row r='1'><c r='A1'><v>1</v></c></row>";
        row("row_out_of_range", "<row r='1048577'/>", limit, "1048577 lies beyond the 1048576");
        row("row_absurd", "<row r='4294967295'/>", limit, "Row 4294967295");
        row("row_beyond_numbers", "<row r='99999999999999'/>", damaged, "\"99999999999999\"");
        row("row_zero", "<row r='0'/>", damaged, "the number \"0\"");
        row("row_negative", "<row r='-1'/>", damaged, "\"-1\"");
        row("row_word", "<row r='one'/>", damaged, "\"one\"");
        row("row_twice", good + "<row r='1'/>", damaged, "Row 1 comes after row 1");
        row("row_before", "<row r='5'/><row r='4'/>", damaged, "Row 4 comes after row 5");
        row("column_of_four_letters", "<row r='1'><c r='AAAA1'><v>1</v></c></row>", limit, "16384");
        row("cell_of_a_longer_row", "<row r='1'><c r='A11'><v>1</v></c></row>", damaged, "A11");
        row("cell_without_a_column", "<row r='1'><c r='11'><v>1</v></c></row>", damaged, "11");
        row("column_out_of_range", "<row r='1'><c r='XFE1'><v>1</v></c></row>", limit,
            "Row 1, column XFE: The cell lies beyond the 16384");
        row("column_absurd", "<row r='1'><c r='ZZZZZZZZ1'><v>1</v></c></row>", limit, "16384");
        row("cell_name", "<row r='3'><c r='5'><v>1</v></c></row>", damaged, "Row 3");
        row("cell_of_other_row", "<row r='3'><c r='A4'><v>1</v></c></row>", damaged,
            "Cell A4 is in row 3");
        row("cell_before", "<row r='3'><c r='C3'><v>1</v></c><c r='B3'/></row>", damaged,
            "Row 3, column B: The cell comes after cell C3");
        row("cell_twice", "<row r='3'><c r='C3'><v>1</v></c><c r='C3'/></row>", damaged,
            "comes after cell C3");
        row("cell_type", "<row r='1'><c r='B1' t='x'><v>1</v></c></row>", damaged,
            "Row 1, column B: The cell has the unknown type \"x\"");
        row("cell_style", "<row r='1'><c r='B1' s='x'><v>1</v></c></row>", damaged, "style \"x\"");
        row("shared_beyond", "<row r='2'><c r='B2' t='s'><v>3</v></c></row>", damaged,
            "Row 2, column B: It refers to shared text 3, but the workbook has only 1");
        row("shared_word", "<row r='2'><c r='B2' t='s'><v>x</v></c></row>", damaged,
            "Row 2, column B");
        row("cell_in_cell", "<row><c><c/></c></row>", damaged, "inside a cell");
        row("row_in_cell", "<row><c><row/></c></row>", damaged, "inside a cell");
        row("row_in_row", "<row><row/></row>", damaged, "inside a row");
        row("rows_twice", "</sheetData><sheetData>", damaged, "twice");
        row("mismatched", good + "<row r='2'><c r='A2'></row>", damaged, "mismatched");
        row("no_text", good + "<row r='2'><c r='A2'><v>\x01</v></c></row>", damaged,
            "Row 2: The part \"xl/worksheets/sheet1.xml\"");
        row("not_utf8", good + "<row r='2'><c r='A2'><v>\xC3\x28</v></c></row>", damaged,
            "not well-formed");
        row("unknown_entity", "<row><c><v>&nbsp;</v></c></row>", damaged, "undefined entity");
        row("character_reference", "<row><c><v>&#0;</v></c></row>", damaged, "sheet1.xml");
        row("attribute_twice", "<row r='1' r='2'/>", damaged, "duplicate");
        row("cdata_end", "<row><c><v>]]></v></c></row>", damaged, "not well-formed");
        row("less_in_attribute", "<row r='<'/>", damaged, "not well-formed");
        row("attributes_joined", "<row r='1'hidden='1'/>", damaged, "not well-formed");
        row("end_with_attribute", "<row></row r='1'>", damaged, "not well-formed");
    }
    void badSheet_read_isRefusedWithItsPlace() {
        QFETCH(QByteArray, rows);
        QFETCH(QString, code);
        QFETCH(QString, words);
        XlsxBook book = xlsxBook(rows.toStdString());
        book.texts = {"<t>only</t>"};
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", xlsxFile(book)));
        QVERIFY(read.failed);
        QCOMPARE(std::string(sheetErrorName(read.error.code)), code.toStdString());
        QVERIFY2(says(read.error, words.toStdString()), read.error.message().c_str());
        QVERIFY(!read.error.wayOut.empty());
        QVERIFY2(!read.text.starts_with("paths differ"), read.text.c_str());
    }

    void rowsBeforeDamage_areGiven() {
        const WorkbookRead read = readXlsx(
            folder_.write("a.xlsx", xlsxFile(xlsxBook(numberRows(1, 3000) + "<row r='2'/>"))));
        QVERIFY(read.failed);
        QVERIFY(read.text.find("\n3000 A=number:3000\nerror sheet_damaged") != std::string::npos);
        QCOMPARE(read.stats.rows, std::uint64_t{3000});
    }

    void badPart_read_isRefusedByName_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const std::vector<ZipPart>& parts, const char* code,
                            const char* words) {
            QTest::newRow(name) << QByteArray::fromStdString(buildZip(parts)) << QString(code)
                                << QString(words);
        };
        XlsxBook book =
            xlsxBook(numberRows(1, 2000) + "<row><c t='s'><v>0</v></c><c s='1'><v>1</v></c></row>");
        book.texts = {"<t>a</t>"};
        const std::vector<ZipPart> good = xlsxParts(book);
        const auto with = [&](std::string_view name, auto change) {
            auto parts = good;
            change(partNamed(parts, name));
            return parts;
        };
        const auto without = [&](std::string_view name) {
            auto parts = good;
            std::erase_if(parts, [&](const ZipPart& part) { return part.name == name; });
            return parts;
        };
        const auto content = [&](std::string_view name, const std::string& text) {
            return with(name, [&](ZipPart& part) { part.content = text; });
        };
        const char* const damaged = "sheet_damaged";
        const char* const limit = "sheet_limit_exceeded";
        row("no_sheet_part", without(kSheetPart), damaged, "worksheets/sheet1.xml");
        row("no_shared_texts", without("xl/sharedStrings.xml"), damaged, "sharedStrings.xml");
        row("no_relations", without("xl/_rels/workbook.xml.rels"), damaged, "\"Sheet1\"");
        row("sheet_target_outside",
            content("xl/_rels/workbook.xml.rels",
                    "<Relationships><Relationship Id='rId1' "
                    "Type='x/worksheet' "
                    "Target='../../../../etc/passwd'/></Relationships>"),
            damaged, "../../../../etc/passwd");
        row("no_sheets", content("xl/workbook.xml", "<workbook><sheets/></workbook>"), damaged,
            "lists no sheets");
        row("external_target",
            content("xl/_rels/workbook.xml.rels",
                    "<Relationships><Relationship Id='rId1' Type='x/worksheet' "
                    "TargetMode='External' Target='file:///etc/passwd'/></Relationships>"),
            damaged, "missing");
        row("workbook_no_xml", content("xl/workbook.xml", "hello"), damaged, "xl/workbook.xml");
        row("relations_no_xml", content("_rels/.rels", "<a>"), damaged, "_rels/.rels");
        row("content_types_no_xml", content("[Content_Types].xml", "<a>"), damaged,
            "[Content_Types].xml");
        row("styles_no_xml", content("xl/styles.xml", "<a></b>"), damaged, "xl/styles.xml");
        row("texts_no_xml", content("xl/sharedStrings.xml", "<sst><si>"), damaged,
            "Row 2001, column A: The part \"xl/sharedStrings.xml\"");
        row("sheet_empty", content(kSheetPart, ""), damaged, kSheetPart);
        row("sheet_cut", content(kSheetPart, xlsxSheet(numberRows(1, 9)).substr(0, 500)), damaged,
            kSheetPart);
        row("sheet_of_other_kind", content(kSheetPart, "<chartsheet/>"), damaged, "holds no sheet");
        row("sheet_lies_less", with(kSheetPart, [](ZipPart& p) { p.claimedBytes = 100; }), damaged,
            kSheetPart);
        row("sheet_lies_more", with(kSheetPart, [](ZipPart& p) { p.claimedBytes = 1U << 30; }),
            damaged, kSheetPart);
        row("sheet_check_sum", with(kSheetPart, [](ZipPart& p) { p.crc = 5; }), damaged,
            "checksum");
        row("sheet_encrypted", with(kSheetPart, [](ZipPart& p) { p.flags = 1; }),
            "sheet_password_protected", kSheetPart);
        row(
            "sheet_twice",
            [&] {
                auto parts = good;
                parts.push_back(partNamed(parts, kSheetPart));
                return parts;
            }(),
            damaged, "twice");
        row("four_gigabytes_claimed",
            with(kSheetPart,
                 [](ZipPart& p) {
                     p.zip64 = true;
                     p.claimedBytes = 9ULL << 30;
                 }),
            limit, kSheetPart);
        row("styles_claim", with("xl/styles.xml", [](ZipPart& p) { p.claimedBytes = 1U << 31; }),
            limit, "xl/styles.xml");
        const auto doctype = [&](std::string_view name, const char* root) {
            return content(name,
                           "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><"s +
                               root + ">&b;</" + root + ">");
        };
        row("laughs_in_sheet", doctype(kSheetPart, "worksheet"), damaged, "document type");
        row("laughs_in_texts", doctype("xl/sharedStrings.xml", "sst"), damaged, "document type");
        row("laughs_in_styles", doctype("xl/styles.xml", "styleSheet"), damaged, "document type");
        row("laughs_in_workbook", doctype("xl/workbook.xml", "workbook"), damaged, "document type");
        row("external_entity",
            content(kSheetPart, "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
                                "<worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData>"
                                "</worksheet>"),
            damaged, "document type");
        row("columns_damaged",
            content(kSheetPart, xlsxSheet("", "<cols><col min='x' max='2' hidden='1'/></cols>")),
            damaged, "columns");
        row("merge_outside",
            content(kSheetPart,
                    xlsxSheet("", "", "<mergeCells><mergeCell ref='A1:XFE1'/></mergeCells>")),
            damaged, "merged");
        row("merge_damaged",
            content(kSheetPart, xlsxSheet("", "", "<mergeCells><mergeCell/></mergeCells>")),
            damaged, "merged");
        std::string deep;
        for (int i = 0; i < 300; ++i)
            deep += "<x>";
        row("too_deep", content(kSheetPart, "<worksheet><sheetData><row><c><v>" + deep), damaged,
            "256 deep");
    }
    void badPart_read_isRefusedByName() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        QFETCH(QString, words);
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", bytes.toStdString()));
        QVERIFY(read.failed);
        QVERIFY2(says(read.error, words.toStdString()), read.error.message().c_str());
        QCOMPARE(std::string(sheetErrorName(read.error.code)), code.toStdString());
        QVERIFY(!read.error.wayOut.empty());
        QVERIFY2(!read.text.starts_with("paths differ"), read.text.c_str());
    }

    void cutFile_open_isRefused() {
        const std::string good = xlsxFile(xlsxBook(numberRows(1, 2000)));
        for (const std::size_t part : {std::size_t{4}, good.size() / 3, good.size() - 5}) {
            const WorkbookRead read = readXlsx(folder_.write("a.xlsx", good.substr(0, part)));
            QCOMPARE(read.error.code, SheetErrorCode::DamagedFile);
        }
    }

    void limits_exceeded_areNamed_data() {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QByteArray>("behind");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const std::string& rows, const char* words,
                            const std::string& behind = {}) {
            QTest::newRow(name) << QByteArray::fromStdString(rows)
                                << QByteArray::fromStdString(behind) << QString(words);
        };
        const auto text = [](std::size_t bytes) {
            return "<c t='inlineStr'><is><t>" + std::string(bytes, 'x') + "</t></is></c>";
        };
        row("rows", numberRows(1, 41), "Row 41 lies beyond the 40");
        row("columns", "<row><c r='I1'/></row>", "column I: The cell lies beyond the 8 columns");
        row("cells", numberRows(1, 40) + "", "more than 30 cells");
        row("cell", "<row>" + text(2'001) + "</row>", "column A: The cell is longer than 2000");
        row("cell_value", "<row><c/><c t='str'><v>" + std::string(2'001, 'x') + "</v></c></row>",
            "column B: The cell is longer than 2000");
        row("row", "<row>" + text(2'000) + text(2'000) + text(1'001) + "</row>",
            "Row 1, column C: The row is longer than 5000");
        row("row_shared",
            "<row><c t='s'><v>0</v></c><c t='s'><v>0</v></c><c t='s'><v>0</v></c></row>",
            "Row 1, column C: The row is longer than 5000");
        row("shared_cell", "<row/><row><c t='s'><v>1</v></c></row>",
            "Row 2, column A: Text 1 of the workbook's shared texts is longer than 2000");
        row("format_repeats",
            "<row><c t='inlineStr' s='1'><is><t>" + std::string(900, 'x') + "</t></is></c></row>",
            "column A: The cell's number format makes");
        row("format_row",
            "<row><c t='inlineStr' s='1'><is><t>" + std::string(600, 'x') +
                "</t></is></c><c t='inlineStr' s='1'><is><t>" + std::string(600, 'x') +
                "</t></is></c><c t='inlineStr' s='1'><is><t>" + std::string(600, 'x') +
                "</t></is></c></row>",
            "column C: The number formats of the row");
        row("without_row", "<row/><row>" + std::string(400'000, ' '), "without finishing a row");
        row(
            "without_row_comments",
            "<row/>" +
                [] {
                    std::string comments;
                    while (comments.size() < 400'000)
                        comments += "<!-- nothing -->";
                    return comments;
                }(),
            "without finishing a row");
        row("behind_rows", "<row/>", "without finishing a row", std::string(400'000, ' '));
        row("merged", "<row/>", "more than 3 merged cells",
            "<mergeCells><mergeCell ref='A1:B1'/><mergeCell ref='A2:B2'/><mergeCell ref='A3:B3'/>"
            "<mergeCell ref='A4:B4'/></mergeCells>");
    }
    void limits_exceeded_areNamed() {
        QFETCH(QByteArray, rows);
        QFETCH(QByteArray, behind);
        QFETCH(QString, words);
        SheetOptions options;
        options.limits.maxRows = 40;
        options.limits.maxColumns = 8;
        options.limits.maxCells = 30;
        options.limits.maxFieldBytes = 2'000;
        options.limits.maxRowBytes = 5'000;
        options.limits.maxXmlWithoutRow = 200'000;
        options.limits.maxMergedRanges = 3;
        if (words.contains("beyond the 40"))
            options.limits.maxCells = 1000;
        XlsxBook book = xlsxBook("");
        book.sheets[0].xml = xlsxSheet(rows.toStdString(), {}, behind.toStdString());
        book.texts = {"<t>" + std::string(1'900, 'a') + "</t>",
                      "<t>" + std::string(2'001, 'a') + "</t>"};
        book.formats = {"@@@"};
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", xlsxFile(book)), options);
        QVERIFY(read.failed);
        QCOMPARE(read.error.code, SheetErrorCode::LimitExceeded);
        QVERIFY2(says(read.error, words.toStdString()), read.error.message().c_str());
        QVERIFY(!read.error.wayOut.empty());
        QVERIFY2(!read.text.starts_with("paths differ"), read.text.c_str());
    }

    void twentyThousandColumns_read_areRefused() {
        std::string cells;
        for (int i = 0; i < 20'000; ++i)
            cells += "<c><v>1</v></c>";
        const WorkbookRead read =
            readXlsx(folder_.write("a.xlsx", xlsxFile(xlsxBook("<row>" + cells + "</row>"))));
        QCOMPARE(read.error.code, SheetErrorCode::LimitExceeded);
        QCOMPARE(read.error.place.row, std::uint32_t{1});
        QCOMPARE(read.error.place.column, std::uint32_t{16'385});
    }

    void sharedTexts_endless_areRefused() {
        SheetOptions options;
        options.limits.maxSharedTextBytes = 100'000;
        XlsxBook book = xlsxBook("<row><c t='s'><v>4000000</v></c></row>");
        book.texts.assign(20'000, "");
        const auto path = folder_.write("a.xlsx", xlsxFile(book));
        const WorkbookRead read = readXlsx(path, options);
        QCOMPARE(read.error.code, SheetErrorCode::LimitExceeded);
        QVERIFY2(says(read.error, "more than 100000 bytes"), read.error.message().c_str());
        // Without the limit the number asked for is what is wrong.
        QVERIFY(says(readXlsx(path).error, "4000000"));
        auto parts = xlsxParts(book);
        partNamed(parts, "xl/sharedStrings.xml").content =
            "<sst><si><t>a</t></si>" + std::string(400'000, '\n') + "</sst>";
        options.limits.maxXmlWithoutRow = 200'000;
        const WorkbookRead blank = readXlsx(folder_.write("b.xlsx", buildZip(parts)), options);
        QCOMPARE(blank.error.code, SheetErrorCode::LimitExceeded);
        QVERIFY(says(blank.error, "without finishing a text"));
    }

    void blankBomb_read_stopsAtTheLimit_notAtItsEnd() {
        SheetOptions options;
        options.limits.maxXmlWithoutRow = 1 << 20;
        auto parts = xlsxParts(xlsxBook("<row>" + std::string(16 << 20, ' ')));
        const auto path = folder_.write("a.xlsx", buildZip(parts));
        auto source = openSheet(path, options);
        RowView row;
        const auto got = (*source)->next(row);
        QCOMPARE(got.error().code, SheetErrorCode::LimitExceeded);
        const SheetStats stats = (*source)->stats();
        QVERIFY(stats.bytesRead < stats.bytesTotal / 2 + kReadStep);
        // The same answer until it is opened again.
        QVERIFY((*source)->next(row).error().code == SheetErrorCode::LimitExceeded);
    }

    void hugeCell_read_stopsAtTheLimit() {
        const std::string cell(16 << 20, 'x');
        const auto path = folder_.write(
            "a.xlsx", xlsxFile(xlsxBook("<row r='7'><c r='C7' t='inlineStr'><is><t>" + cell +
                                        "</t></is></c>"
                                        "</row>")));
        auto source = openSheet(path);
        RowView row;
        const auto got = (*source)->next(row);
        QVERIFY(!got);
        QVERIFY2(says(got.error(), "Row 7, column C: The cell is longer than 1048576"),
                 got.error().message().c_str());
    }

    void manySheets_listed_areRefused() {
        SheetOptions options;
        options.limits.maxZipEntries = 10;
        auto parts = xlsxParts(xlsxBook(""));
        std::string list = "<workbook><sheets>";
        for (int i = 0; i < 11; ++i)
            list += "<sheet name='s'/>";
        partNamed(parts, "xl/workbook.xml").content = list + "</sheets></workbook>";
        const auto path = folder_.write("a.xlsx", buildZip(parts));
        QVERIFY(says(readXlsx(path, options).error, "more than 10 sheets"));
        std::string relations = "<Relationships>";
        for (int i = 0; i < 11; ++i)
            relations += "<Relationship/>";
        partNamed(parts, "_rels/.rels").content = relations + "</Relationships>";
        const auto other = folder_.write("b.xlsx", buildZip(parts));
        QCOMPARE(readXlsx(other, options).error.code, SheetErrorCode::LimitExceeded);
    }

    void chartsOnly_open_isRefused() {
        XlsxBook book;
        book.sheets = {{"Chart", "<chartsheet/>", "", "chartsheet"}};
        const WorkbookRead read = readXlsx(folder_.write("a.xlsx", xlsxFile(book)));
        QVERIFY(says(read.error, "charts only"));
    }

    void otherSheetMissing_firstIsRead() {
        XlsxBook book = xlsxBook(numberRows(1, 1));
        book.sheets.push_back({"Lost", "<worksheet/>", "", "worksheet"});
        auto parts = xlsxParts(book);
        std::erase_if(parts,
                      [](const ZipPart& part) { return part.name == "xl/worksheets/sheet2.xml"; });
        const auto path = folder_.write("a.xlsx", buildZip(parts));
        QVERIFY(!readXlsx(path).failed);
        const WorkbookRead lost = readXlsx(path, {}, 1);
        QCOMPARE(lost.error.code, SheetErrorCode::DamagedFile);
        QVERIFY(says(lost.error, "\"Lost\""));
    }

    void stopRequested_read_isCancelled() {
        std::stop_source stop;
        const auto path = folder_.write("a.xlsx", xlsxFile(xlsxBook(numberRows(1, 20'000))));
        auto source = openSheet(path, {}, stop.get_token());
        RowView row;
        QVERIFY((*source)->next(row));
        stop.request_stop();
        int rows = 0;
        SheetResult<Next> got = Next::Row;
        while (got && *got == Next::Row && rows < 20'000) {
            got = (*source)->next(row);
            ++rows;
        }
        QCOMPARE(got.error().code, SheetErrorCode::Cancelled);
        // No more than what one step had already brought.
        QVERIFY(rows < 4'000);
        QVERIFY(!openSheet(path, {}, stop.get_token()));
    }

    void changedFile_read_isTold() {
        const auto path = folder_.write("a.xlsx", xlsxFile(xlsxBook(numberRows(1, 3))));
        auto source = openSheet(path);
        std::ofstream(path, std::ios::app) << "more";
        RowView row;
        SheetResult<Next> got = Next::Row;
        while (got && *got == Next::Row)
            got = (*source)->next(row);
        QCOMPARE(got.error().code, SheetErrorCode::ChangedWhileReading);
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_xlsx_refusals, XlsxRefusalsTest);
#include "tst_xlsx_refusals.moc"
