// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/text/render.hpp"
#include "results_fixture.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;

namespace {

const std::string kSheetPart = "xl/worksheets/sheet1.xml";

std::string textCell(const std::string& cell, const std::string& value,
                     const std::string& style = {}) {
    return "<c r=\"" + cell + "\"" + (style.empty() ? "" : " s=\"" + style + "\"") +
           " t=\"inlineStr\"><is><t>" + value + "</t></is></c>";
}

/// The header cells of results from a column on.
std::string headers(char first, const std::string& style = {}) {
    std::string cells;
    for (const std::string_view header : kResultHeaders)
        cells += textCell(std::string(1, first++) + "1", std::string(header), style);
    return cells;
}

/// What `placed` gives, from a column on.
std::string outcome(char first, int row, const std::string& style = {}) {
    const auto at = [&](int offset) {
        return std::string(1, static_cast<char>(first + offset)) + std::to_string(row);
    };
    const std::string number = std::to_string(row);
    return textCell(at(0), "Placed", style) + textCell(at(1), "LS-" + number, style) +
           textCell(at(2), "$5.00", style) + textCell(at(5), "k" + number, style);
}

const std::string kTwoColumns = "<row r=\"1\">" + textCell("A1", "Industry") +
                                textCell("B1", "Leads") + "</row><row r=\"2\">" +
                                textCell("A2", "SaaS") + "<c r=\"B2\"><v>5</v></c></row>";

std::optional<RowOutcome> onlyRow2(std::uint32_t row) {
    return row == 2 ? placed(row) : std::nullopt;
}

} // namespace

class XlsxResultsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<SheetFolder>(); }

    void sheetPart_changesOnlyWhereItMust_data() {
        QTest::addColumn<std::string>("before");
        QTest::addColumn<std::string>("rows");
        QTest::addColumn<std::string>("expectedBefore");
        QTest::addColumn<std::string>("expectedRows");
        const auto add = [](const char* name, const std::string& before, const std::string& rows,
                            const std::string& expectedBefore, const std::string& expectedRows) {
            QTest::newRow(name) << before << rows << expectedBefore << expectedRows;
        };
        const std::string head =
            "<row r=\"1\">" + textCell("A1", "Industry") + textCell("B1", "Leads");
        const std::string newHead = head + headers('C') + "</row>";
        add("plain", "", kTwoColumns, "",
            newHead + "<row r=\"2\">" + textCell("A2", "SaaS") + "<c r=\"B2\"><v>5</v></c>" +
                outcome('C', 2) + "</row>");
        add("dimension and spans", "<dimension ref=\"A1:B2\"/>",
            "<row r=\"1\" spans=\"1:2\" ht=\"20\">" + textCell("A1", "Industry") +
                "</row>"
                "<row ht='20' spans='1:2' r='2'>" +
                textCell("A2", "SaaS") + "</row>",
            "<dimension ref=\"A1:J2\"/>",
            "<row r=\"1\" ht=\"20\">" + textCell("A1", "Industry") + headers('B') +
                "</row>"
                "<row ht='20' r='2'>" +
                textCell("A2", "SaaS") + outcome('B', 2) + "</row>");
        add("comments, blanks and unknown things stay", "",
            head + "</row>\n <!-- a < b --><row r=\"2\" x14ac:dyDescent=\"0.25\" "
                   "xmlns:x14ac=\"urn:x\"><c r=\"A2\" cm=\"1\"><v>7</v><x14ac:y/></c>\n"
                   "</row><?pi data?>",
            "",
            newHead +
                "\n <!-- a < b --><row r=\"2\" x14ac:dyDescent=\"0.25\" "
                "xmlns:x14ac=\"urn:x\"><c r=\"A2\" cm=\"1\"><v>7</v><x14ac:y/></c>\n" +
                outcome('C', 2) + "</row><?pi data?>");
        add("row without cells", "", head + "</row><row r=\"2\" ht=\"9\"/>", "",
            newHead + "<row r=\"2\" ht=\"9\">" + outcome('C', 2) + "</row>");
        add("no numbers on rows and cells", "",
            "<row><c t=\"inlineStr\"><is><t>Industry</t></is></c></row>"
            "<row><c><v>1</v></c><c s=\"1\"/><c s=\"1\"/></row>",
            "",
            "<row><c t=\"inlineStr\"><is><t>Industry</t></is></c>" + headers('B') +
                "</row>"
                "<row><c><v>1</v></c>" +
                textCell("B2", "Placed", "1") + textCell("C2", "LS-2", "1") +
                textCell("D2", "$5.00") + textCell("G2", "k2") + "</row>");
        add("styled blanks keep their style", "",
            head + "</row><row r=\"2\">" + textCell("A2", "x") +
                "<c r=\"C2\" s=\"3\"/><c r=\"F2\" s=\"4\"/><c r=\"J2\" s=\"5\"/></row>",
            "",
            newHead + "<row r=\"2\">" + textCell("A2", "x") + textCell("C2", "Placed", "3") +
                textCell("D2", "LS-2") + textCell("E2", "$5.00") + "<c r=\"F2\" s=\"4\"/>" +
                textCell("H2", "k2") + "<c r=\"J2\" s=\"5\"/></row>");
        add("styles of header, row and column",
            "<cols><col min=\"2\" max=\"16384\" width=\"9\" style=\"2\"/></cols>",
            "<row r=\"1\"><c r=\"A1\" s=\"6\"><v>1</v></c></row><row r=\"2\" s=\"7\" "
            "customFormat=\"1\"><c r=\"A2\"><v>1</v></c></row><row r=\"3\" s=\"7\"><c "
            "r=\"A3\"><v>1</v></c></row>",
            "<cols><col min=\"2\" max=\"16384\" width=\"9\" style=\"2\"/></cols>",
            "<row r=\"1\"><c r=\"A1\" s=\"6\"><v>1</v></c>" + headers('B', "6") +
                "</row><row "
                "r=\"2\" s=\"7\" customFormat=\"1\"><c r=\"A2\"><v>1</v></c>" +
                outcome('B', 2, "7") + "</row><row r=\"3\" s=\"7\"><c r=\"A3\"><v>1</v></c>" +
                outcome('B', 3, "2") + "</row>");
        add("hidden columns are shown where results come",
            "<cols><col min=\"1\" max=\"1\" width=\"9\"/><col min=\"2\" max=\"16384\" width=\"0\" "
            "hidden=\"1\" customWidth=\"1\"/></cols>",
            "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>",
            "<cols><col min=\"1\" max=\"1\" width=\"9\"/><col min=\"2\" max=\"2\"/><col min=\"3\" "
            "max=\"3\"/><col min=\"4\" max=\"4\"/><col min=\"5\" max=\"5\"/><col min=\"6\" "
            "max=\"6\"/><col min=\"7\" max=\"7\"/><col min=\"8\" max=\"8\"/><col min=\"9\" "
            "max=\"9\"/><col min=\"10\" max=\"10\"/><col min=\"11\" max=\"16384\" width=\"0\" "
            "hidden=\"1\" customWidth=\"1\"/></cols>",
            "<row r=\"1\"><c r=\"A1\"><v>1</v></c>" + headers('B') + "</row>");
    }
    void sheetPart_changesOnlyWhereItMust() {
        QFETCH(std::string, before);
        QFETCH(std::string, rows);
        QFETCH(std::string, expectedBefore);
        QFETCH(std::string, expectedRows);
        XlsxBook book;
        book.sheets.push_back({"Tab", xlsxSheet(rows, before), "", "worksheet"});
        const auto input = folder_->write("a.xlsx", xlsxFile(book));
        const auto report = writeResults(input, withHeader(1), placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(partOf(report->output, kSheetPart), xlsxSheet(expectedRows, expectedBefore));
    }

    void otherParts_anyWorkbook_keepTheirPackedBytes() {
        XlsxBook book = xlsxBook(kTwoColumns);
        book.sheets.push_back({"Notes", xlsxSheet(kTwoColumns), "state=\"hidden\"", "worksheet"});
        auto parts = xlsxParts(book);
        ZipPart macros;
        macros.name = "xl/vbaProject.bin";
        macros.content = std::string(5000, '\x07');
        macros.dataDescriptor = true;
        parts.push_back(macros);
        const auto input = folder_->write("a.xlsm", buildZip(parts));
        const auto report = writeResults(input, withHeader(1), placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(report->output.filename().string(), "a.results.xlsm"s);
        auto was = packedParts(input);
        auto is = packedParts(report->output);
        QVERIFY(was[kSheetPart] != is[kSheetPart]);
        was.erase(kSheetPart);
        is.erase(kSheetPart);
        QVERIFY(was == is);
        QCOMPARE(report->rows, std::uint64_t{1});
        QCOMPARE(report->unmatched, std::uint64_t{0});
    }

    void results_secondSheet_goThere() {
        XlsxBook book = xlsxBook(kTwoColumns);
        book.sheets.push_back({"Q3", xlsxSheet(kTwoColumns), "", "worksheet"});
        const auto input = folder_->write("a.xlsx", xlsxFile(book));
        auto options = withHeader(1);
        options.sheetIndex = 1;
        const auto report = writeResults(input, options, placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(cellsOf(report->output, 0), cellsOf(input, 0));
        QVERIFY(cellsOf(report->output, 1).find("D2=LS-2") != std::string::npos);
    }

    void results_writtenAgain_replaceTheirOwnCells() {
        const std::string rows = kTwoColumns + "<row r=\"3\">" + textCell("A3", "Bank") + "</row>";
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(rows)));
        const auto first = writeResults(input, withHeader(1), placed).value();
        auto options = withHeader(1);
        options.output = folder_->path("second.xlsx");
        const auto second = writeResults(first.output, options, placed).value();
        QCOMPARE(partOf(second.output, kSheetPart), partOf(first.output, kSheetPart));
        // A row without an outcome loses what an earlier run said of it.
        options.output = folder_->path("third.xlsx");
        const auto third = writeResults(first.output, options, onlyRow2).value();
        QVERIFY(cellsOf(third.output).find("D2=LS-2") != std::string::npos);
        QVERIFY(cellsOf(third.output).ends_with("A3=Bank\n"));
        QCOMPARE(third.rows, std::uint64_t{1});
        QCOMPARE(third.unmatched, std::uint64_t{1});
    }

    void results_columnMovedByAPerson_areFoundThere() {
        const std::string rows = "<row r=\"1\">" + textCell("A1", "leadsheet STATUS") +
                                 textCell("B1", "Industry") + "</row><row r=\"2\">" +
                                 textCell("A2", "Queued") + textCell("B2", "SaaS") + "</row>";
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(rows)));
        const auto report = writeResults(input, withHeader(1), placed).value();
        QCOMPARE(cellsOf(report.output),
                 "A1=leadsheet STATUS B1=Industry C1=Leadsheet order number D1=Leadsheet price "
                 "E1=Leadsheet code F1=Leadsheet message G1=Leadsheet key H1=Leadsheet currency "
                 "I1=Leadsheet corrections J1=Leadsheet charged\n"
                 "A2=Placed B2=SaaS C2=LS-2 D2=$5.00 G2=k2\n"s);
    }

    void formulas_inAResultColumn_areLeftToThePerson() {
        const std::string rows = "<row r=\"1\">" + textCell("A1", "Industry") +
                                 textCell("B1", "Leadsheet status") + "</row><row r=\"2\">" +
                                 textCell("A2", "SaaS") +
                                 "<c r=\"B2\" t=\"str\"><f>A2</f><v>SaaS</v></c></row>";
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(rows)));
        const auto report = writeResults(input, withHeader(1), placed).value();
        const std::string xml = partOf(report.output, kSheetPart);
        QVERIFY(xml.find("<f>A2</f>") != std::string::npos);
        QVERIFY(cellsOf(report.output).find("C1=Leadsheet status") != std::string::npos);
        QVERIFY(cellsOf(report.output).find("C2=Placed") != std::string::npos);
    }

    void merges_besideTheTable_areNotWrittenInto() {
        const std::string merges =
            "<mergeCells><mergeCell ref=\"A1:Z1\"/><mergeCell ref=\"B3:D3\"/></mergeCells>";
        const std::string rows = "<row r=\"1\">" + textCell("A1", "Title") + "</row><row r=\"2\">" +
                                 textCell("A2", "Industry") + "</row><row r=\"3\">" +
                                 textCell("A3", "SaaS") + "</row>";
        XlsxBook book;
        book.sheets.push_back({"Tab", xlsxSheet(rows, "", merges), "", "worksheet"});
        const auto input = folder_->write("a.xlsx", xlsxFile(book));
        const auto report = writeResults(input, withHeader(2), placed).value();
        QVERIFY(cellsOf(report.output).find("E3=Placed") != std::string::npos);
        QVERIFY(partOf(report.output, kSheetPart).find(merges) != std::string::npos);
    }

    void prefixedElements_getPrefixedCells() {
        std::string xml = "<x:worksheet xmlns:x=\"http://schemas.openxmlformats.org/"
                          "spreadsheetml/2006/main\"><x:sheetData><x:row r=\"1\"><x:c "
                          "r=\"A1\"><x:v>1</x:v></x:c></x:row><x:row r=\"2\"/></x:sheetData>"
                          "</x:worksheet>";
        XlsxBook book;
        book.sheets.push_back({"Tab", xml, "", "worksheet"});
        const auto input = folder_->write("a.xlsx", xlsxFile(book));
        const auto report = writeResults(input, withHeader(1), placed).value();
        const std::string written = partOf(report.output, kSheetPart);
        QVERIFY(written.find("<x:row r=\"2\"><x:c r=\"B2\" t=\"inlineStr\"><x:is><x:t>Placed"
                             "</x:t></x:is></x:c>") != std::string::npos);
        QVERIFY(written.find("</x:c></x:row></x:sheetData>") != std::string::npos);
    }

    void utf16Part_becomesUtf8() {
        const std::string ascii =
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + xlsxSheet(kTwoColumns).substr(56);
        QVERIFY(ascii.find("?><worksheet") != std::string::npos);
        XlsxBook book;
        book.sheets.push_back({"Tab", "\xFF\xFE" + widened(ascii, 2, false), "", "worksheet"});
        const auto input = folder_->write("a.xlsx", xlsxFile(book));
        const auto report = writeResults(input, withHeader(1), placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QVERIFY(partOf(report->output, kSheetPart)
                    .starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?><worksheet"));
        QVERIFY(cellsOf(report->output).find("D2=LS-2") != std::string::npos);
    }

    void hostileTexts_readBackTheSame_data() {
        QTest::addColumn<std::string>("message");
        QTest::addColumn<std::string>("shown");
        QTest::newRow("markup") << "<b>&\"'"s
                                << "<b>&\"'"s;
        QTest::newRow("formula") << "=1+1"s
                                 << "=1+1"s;
        QTest::newRow("edges and lines") << " a\r\n\tb "s
                                         << " a\r\n\tb "s;
        QTest::newRow("control") << "a\x07_x0007_"s
                                 << "a\x07_x0007_"s;
        QTest::newRow("emoji") << "Köln 😀"s
                               << "Köln 😀"s;
        QTest::newRow("broken") << "na\xEFve"s
                                << "na\uFFFDve"s;
        QTest::newRow("long") << std::string(40'000, 'x') << std::string(32'767, 'x');
    }
    void hostileTexts_readBackTheSame() {
        QFETCH(std::string, message);
        QFETCH(std::string, shown);
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(kTwoColumns)));
        const auto report = writeResults(input, withHeader(1), [&](std::uint32_t) {
            return std::optional(RowOutcome{"", "", "", "", message, ""});
        });
        QVERIFY(report.has_value());
        QVERIFY(cellsOf(report->output).ends_with("A2=SaaS B2=5 G2=" + shown + "\n"));
    }

    void prices_inACurrency_areNumbersShownAsMoney() {
        XlsxBook book =
            xlsxBook("<row r=\"1\">" + textCell("A1", "Industry") + "</row><row r=\"2\">" +
                     textCell("A2", "SaaS", "1") + "<c r=\"D2\" s=\"1\"/></row>" + "<row r=\"3\">" +
                     textCell("A3", "Bank") + "</row>");
        book.formats = {"0"};
        auto parts = xlsxParts(book);
        partNamed(parts, "xl/styles.xml").content =
            "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
            "<cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\" fillId=\"3\">"
            "<alignment wrapText=\"1\"/></xf></cellXfs></styleSheet>";
        const auto input = folder_->write("a.xlsx", buildZip(parts));
        auto options = withHeader(1);
        options.currency = "USD";
        const auto inDollars = [](std::uint32_t row) {
            RowOutcome made = *placed(row);
            made.price = "1250.50";
            made.currency = "USD";
            made.corrections = "A2: \"Sass\" → \"SaaS\"";
            made.charged = "310.25";
            return std::optional(made);
        };
        const auto report = writeResults(input, options, inDollars).value();
        const std::string sheet = partOf(report.output, kSheetPart);
        QVERIFY2(sheet.find("<c r=\"D2\" s=\"3\"><v>1250.50</v></c>") != std::string::npos &&
                     sheet.find("<c r=\"D3\" s=\"2\"><v>1250.50</v></c>") != std::string::npos,
                 sheet.c_str());
        const std::string styles = partOf(report.output, "xl/styles.xml");
        QVERIFY2(styles.find("<numFmts count=\"1\"><numFmt numFmtId=\"164\" "
                             "formatCode=\"#,##0.00\\ &quot;USD&quot;\"/></numFmts><cellXfs "
                             "count=\"4\">") != std::string::npos &&
                     styles.find("<xf numFmtId=\"164\" fillId=\"3\" applyNumberFormat=\"1\">"
                                 "<alignment wrapText=\"1\"/></xf></cellXfs>") != std::string::npos,
                 styles.c_str());
        const std::string cells = cellsOf(report.output);
        QVERIFY2(cells.find("D2=1,250.50 USD") != std::string::npos &&
                     cells.find("H2=USD I2=A2: \"Sass\"") != std::string::npos &&
                     cells.find("J2=310.25 USD") != std::string::npos,
                 cells.c_str());
        // Doing it again adds no further styles.
        options.output = folder_->path("again.xlsx");
        const auto again = writeResults(report.output, options, inDollars).value();
        QCOMPARE(partOf(again.output, "xl/styles.xml"), styles);
        QCOMPARE(partOf(again.output, kSheetPart), sheet);
    }

    void noHeaderRow_addsCellsOnly() {
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(kTwoColumns)));
        const auto report = writeResults(input, {}, placed).value();
        QCOMPARE(cellsOf(report.output), "A1=Industry B1=Leads C1=Placed D1=LS-1 E1=$5.00 H1=k1\n"
                                         "A2=SaaS B2=5 C2=Placed D2=LS-2 E2=$5.00 H2=k2\n"s);
    }

    void noRoomForColumns_isRefused() {
        const auto input = folder_->write(
            "a.xlsx", xlsxFile(xlsxBook("<row r=\"1\"><c r=\"XFB1\"><v>1</v></c></row>")));
        const auto before = folder_->fileNames();
        const auto report = writeResults(input, withHeader(1), placed);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().code, SheetErrorCode::LimitExceeded);
        QVERIFY(leadsheet::text::render(report.error().reason).find("XFB") != std::string::npos);
        QCOMPARE(folder_->fileNames(), before);
    }

    void damagedSheet_leavesNothingBehind() {
        const auto input = folder_->write(
            "a.xlsx", xlsxFile(xlsxBook("<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row")));
        const auto before = folder_->fileNames();
        QVERIFY(!writeResults(input, withHeader(1), placed).has_value());
        QCOMPARE(folder_->fileNames(), before);
    }

    void manyRows_streamThrough() {
        std::string rows = "<row r=\"1\">" + textCell("A1", "Industry") + "</row>";
        for (int i = 2; i <= 5000; ++i)
            rows += "<row r=\"" + std::to_string(i) + "\" spans=\"1:1\">" +
                    textCell("A" + std::to_string(i), "Möbel &amp; Küchen " + std::to_string(i)) +
                    "</row>\n";
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(rows)));
        const auto report = writeResults(input, withHeader(1), placed).value();
        QCOMPARE(report.rows, std::uint64_t{4999});
        const std::string cells = cellsOf(report.output);
        QVERIFY(cells.ends_with("A5000=Möbel & Küchen 5000 B5000=Placed C5000=LS-5000 D5000=$5.00 "
                                "G5000=k5000\n"));
    }

    void inPlace_keepsABackup() {
        const std::string bytes = xlsxFile(xlsxBook(kTwoColumns));
        const auto input = folder_->write("a.xlsx", bytes);
        auto options = withHeader(1);
        options.inPlace = true;
        const auto report = writeResults(input, options, placed).value();
        QCOMPARE(report.output, input);
        QVERIFY(readAll(report.backup) == bytes);
        QVERIFY(cellsOf(input).find("D2=LS-2") != std::string::npos);
    }

    void changedInput_isRefused() {
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(kTwoColumns)));
        auto options = withHeader(1);
        options.expectedSha256 = std::string(64, '0');
        const auto report = writeResults(input, options, placed);
        QCOMPARE(report.error().code, SheetErrorCode::ChangedWhileReading);
    }

    void editedResults_areKept() {
        const auto input = folder_->write("a.xlsx", xlsxFile(xlsxBook(kTwoColumns)));
        auto options = withHeader(1);
        const auto first = writeResults(input, options, placed).value();
        options.overwrite = true;
        options.keepEdited = true;
        QVERIFY(writeResults(input, options, placed)->backup.empty());
        // A note to the right of our columns.
        const std::string noted = "<row r=\"1\">" + textCell("A1", "Industry") +
                                  textCell("B1", "Leads") + headers('C') + "</row><row r=\"2\">" +
                                  textCell("A2", "SaaS") + "<c r=\"B2\"><v>5</v></c>" +
                                  textCell("L2", "call them") + "</row>";
        XlsxBook book = xlsxBook(noted);
        book.sheets[0].name = "Sheet1";
        folder_->write(first.output.filename().string(), xlsxFile(book));
        const auto report = writeResults(input, options, placed);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QVERIFY(!report->backup.empty());
        QVERIFY(cellsOf(report->backup).find("L2=call them") != std::string::npos);
    }

private:
    std::unique_ptr<SheetFolder> folder_;
};

LEADSHEET_TEST(tst_xlsx_results, XlsxResultsTest);
#include "tst_xlsx_results.moc"
