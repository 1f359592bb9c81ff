// SPDX-License-Identifier: Apache-2.0
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class XlsxCellsTest : public QObject {
    Q_OBJECT

private slots:
    void cell_ofEveryType_isShownAsInTheProgram_data() {
        QTest::addColumn<QByteArray>("cell");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, const char* cell, const char* shown) {
            QTest::newRow(name) << QByteArray(cell) << QString::fromUtf8(shown);
        };
        row("number", "<c r='A1'><v>12.5</v></c>", " A=number:12.5");
        row("number_typed", "<c r='A1' t='n'><v>-7</v></c>", " A=number:-7");
        row("number_blanks", "<c r='A1'><v>\n 12 \n</v></c>", " A=number:12");
        row("number_plus", "<c r='A1'><v>+5</v></c>", " A=number:5");
        row("number_exponent", "<c r='A1'><v>1.5E3</v></c>", " A=number:1500");
        row("number_noise", "<c r='A1'><v>0.30000000000000004</v></c>", " A=number:0.3");
        row("number_zeros", "<c r='A1'><v>1.50</v></c>", " A=number:1.5");
        row("number_leading_zero", "<c r='A1'><v>007</v></c>", " A=number:7");
        row("number_small", "<c r='A1'><v>0.0000000001</v></c>", " A=number:1E-10");
        row("number_minus_zero", "<c r='A1'><v>-0</v></c>", " A=number:0");
        row("number_long", "<c r='A1'><v>1234567890123456</v></c>", " A=number:1234567890123456");
        row("number_underflow", "<c r='A1'><v>1E-999</v></c>", " A=number:0");
        row("no_number", "<c r='A1'><v>abc</v></c>", " A=error:abc");
        row("not_a_number", "<c r='A1'><v>NAN</v></c>", " A=error:NAN");
        row("infinite", "<c r='A1'><v>-INF</v></c>", " A=error:-INF");
        row("overflow", "<c r='A1'><v>1E999</v></c>", " A=error:1E999");
        row("shared", "<c r='A1' t='s'><v>0</v></c>", " A=text:plain & simple");
        row("shared_rich", "<c r='A1' t='s'><v>1</v></c>", " A=text:rich text");
        row("shared_phonetic", "<c r='A1' t='s'><v>2</v></c>", " A=text:東京");
        row("shared_escaped", "<c r='A1' t='s'><v>3</v></c>", " A=text:_x000D_");
        row("shared_empty", "<c r='A1' t='s'><v>4</v></c>", "");
        row("shared_extension", "<c r='A1' t='s'><v>5</v></c>", " A=text:kept");
        row("shared_alternative", "<c r='A1' t='s'><v>6</v></c>", " A=text:old");
        row("shared_blanks", "<c r='A1' t='s'><v>7</v></c>", " A=text:  x  ");
        row("inline", "<c r='A1' t='inlineStr'><is><t>in &lt;place&gt;</t></is></c>",
            " A=text:in <place>");
        row("inline_rich",
            "<c r='A1' t='inlineStr'><is><r><rPr><b/></rPr><t>a</t></r><r><t> b</t></r>"
            "<rPh sb='0' eb='1'><t>no</t></rPh><phoneticPr fontId='1'/></is></c>",
            " A=text:a b");
        row("inline_without_type", "<c r='A1'><is><t>5</t></is></c>", " A=text:5");
        row("inline_beats_value", "<c r='A1' t='inlineStr'><v>3</v><is><t>5</t></is><v>4</v></c>",
            " A=text:5");
        row("inline_typed_value", "<c r='A1' t='inlineStr'><v>x</v></c>", " A=text:x");
        row("inline_empty", "<c r='A1' t='inlineStr'><is><t/></is></c>", "");
        row("formula_text", "<c r='A1' t='str'><f>A2</f><v>result_x0041_</v></c>",
            " A==text:resultA");
        row("formula_text_empty", "<c r='A1' t='str'><f>A2</f><v></v></c>", " A==text:");
        row("formula_number", "<c r='A1'><f>1+1</f><v>2</v></c>", " A==number:2");
        row("formula_boolean", "<c r='A1' t='b'><f>TRUE()</f><v>1</v></c>", " A==boolean:TRUE");
        row("formula_error", "<c r='A1' t='e'><f>1/0</f><v>#DIV/0!</v></c>", " A==error:#DIV/0!");
        row("formula_shared", "<c r='A1'><f t='shared' ref='A1:A2' si='0'>B1</f><v>9</v></c>",
            " A==number:9");
        row("formula_uncalculated", "<c r='A1'><f>1+1</f></c>", " A==empty:");
        row("formula_uncalculated_text", "<c r='A1' t='str'><f>1+1</f></c>", " A==empty:");
        row("text_without_formula", "<c r='A1' t='str'><v>x</v></c>", " A=text:x");
        row("boolean_true", "<c r='A1' t='b'><v>1</v></c>", " A=boolean:TRUE");
        row("boolean_false", "<c r='A1' t='b'><v>0</v></c>", " A=boolean:FALSE");
        row("boolean_word", "<c r='A1' t='b'><v>true</v></c>", " A=boolean:TRUE");
        row("boolean_odd", "<c r='A1' t='b'><v>2</v></c>", " A=error:2");
        row("error", "<c r='A1' t='e'><v>#N/A</v></c>", " A=error:#N/A");
        row("iso_date", "<c r='A1' s='1' t='d'><v>2026-03-31</v></c>", " A=date:2026-03-31");
        row("iso_date_time", "<c r='A1' s='2' t='d'><v>2026-03-31T18:30:00</v></c>",
            " A=date:2026-03-31 18:30");
        row("iso_general", "<c r='A1' t='d'><v>2026-03-31</v></c>", " A=date:2026-03-31");
        row("iso_time", "<c r='A1' s='3' t='d'><v>18:30:00</v></c>", " A=time:18:30");
        row("iso_odd", "<c r='A1' s='1' t='d'><v>2026-02-30</v></c>", " A=error:2026-02-30");
        row("date", "<c r='A1' s='1'><v>46112</v></c>", " A=date:2026-03-31");
        row("time", "<c r='A1' s='3'><v>0.75</v></c>", " A=time:18:00");
        row("leading_zeros", "<c r='A1' s='4'><v>1234</v></c>", " A=number:01234");
        row("percent", "<c r='A1' s='5'><v>0.125</v></c>", " A=number:12.5%");
        row("text_section", "<c r='A1' s='6' t='s'><v>7</v></c>", " A=text:[  x  ]");
        row("hidden_text", "<c r='A1' s='7' t='s'><v>0</v></c>", " A=text:hidden");
        row("hidden_same_text", "<c r='A1' s='7' t='inlineStr'><is><t>x</t></is></c>",
            " A=text:hidden");
        row("hidden_number", "<c r='A1' s='8'><v>5</v></c>", " A=number:");
        row("undefined_style", "<c r='A1' s='99'><v>5</v></c>", " A=number:5");
        row("styled_blank", "<c r='A1' s='1'/>", "");
        row("styled_blank_value", "<c r='A1' s='1'><v/></c>", "");
        row("styled_blank_typed", "<c r='A1' s='1' t='s'><v> </v></c>", "");
        row("cdata_and_comment", "<c r='A1'><v>1<!-- no --><![CDATA[2]]></v></c>", " A=number:12");
        row("character_reference", "<c r='A1' t='inlineStr'><is><t>&#x1F600;&#65;</t></is></c>",
            " A=text:😀A");
        row("extension", "<c r='A1'><v>1</v><extLst><ext><v>2</v></ext></extLst></c>",
            " A=number:1");
        row("metadata", "<c r='A1' cm='1' vm='2' ph='1'><v>1</v></c>", " A=number:1");
        row("line_ends", "<c r='A1' t='inlineStr'><is><t>a\r\nb\rc\nd</t></is></c>",
            " A=text:a\nb\nc\nd");
        row("last_value", "<c r='A1'><v>1</v><v>2</v></c>", " A=number:2");
        row("formula_behind", "<c r='A1'><v>1</v><f>A2</f></c>", " A==number:1");
        row("unknown_element", "<c r='A1'><new><v>1</v></new></c>", " A=number:1");
    }
    void cell_ofEveryType_isShownAsInTheProgram() {
        QFETCH(QByteArray, cell);
        QFETCH(QString, shown);
        // Rows around it show that the cell leaves nothing behind.
        const std::string around = "<row r='2'><c r='A2'><v>2</v></c></row>";
        const WorkbookRead read = readXlsx(folder_.write(
            "a.xlsx", xlsxFile(book("<row r='1'>" + cell.toStdString() + "</row>" + around))));
        QVERIFY2(!read.failed, read.error.message().c_str());
        QCOMPARE(QString::fromStdString(read.text), "1" + shown + "\n2 A=number:2\n");
    }

    void numbers_areGivenRaw() {
        const auto path =
            folder_.write("a.xlsx", xlsxFile(book("<row r='1'><c r='A1'><v>0.125</v></c>"
                                                  "<c r='B1' s='5'><v>0.125</v></c>"
                                                  "<c r='C1' s='1'><v>46112</v></c>"
                                                  "<c r='D1' s='3'><v>0.75</v></c>"
                                                  "<c r='E1' t='d'><v>2026-03-31T12:00:00</v></c>"
                                                  "<c r='F1' t='b'><v>1</v></c></row>")));
        auto source = openSheet(path);
        RowView row;
        QVERIFY((*source)->next(row));
        QCOMPARE(row.cells.size(), std::size_t{6});
        QCOMPARE(row.cells[0].number, 0.125);
        QCOMPARE(row.cells[1].number, 0.125);
        QCOMPARE(row.cells[2].number, 46112.0);
        QCOMPARE(row.cells[3].number, 0.75);
        QCOMPARE(row.cells[4].number, 46112.5);
        QCOMPARE(row.cells[5].number, 0.0);
    }

    void dates_inThe1904System_areTheSameDays() {
        XlsxBook dates = book("<row r='1'><c r='A1' s='1'><v>44650</v></c>"
                              "<c r='B1' s='3'><v>0.75</v></c>"
                              "<c r='C1' s='1' t='d'><v>2026-03-31</v></c>"
                              "<c r='D1' t='d'><v>2026-03-31</v></c>"
                              "<c r='E1'><v>44650</v></c></row>");
        dates.date1904 = true;
        const auto path = folder_.write("a.xlsx", xlsxFile(dates));
        const WorkbookRead read = readXlsx(path);
        QCOMPARE(read.text, std::string("1 A=date:2026-03-31 B=time:18:00 C=date:2026-03-31 "
                                        "D=date:2026-03-31 E=number:44650\n"));
        auto source = openSheet(path);
        RowView row;
        QVERIFY((*source)->next(row));
        // Serials are in the 1900 system whatever the workbook counts from.
        QCOMPARE(row.cells[0].number, 46112.0);
        QCOMPARE(row.cells[1].number, 0.75);
        QCOMPARE(row.cells[2].number, 46112.0);
        QCOMPARE(row.cells[3].number, 46112.0);
        QCOMPARE(row.cells[4].number, 44650.0);
    }

    void dates_before1900March_followTheLeapYearBug() {
        const WorkbookRead read = readXlsx(folder_.write(
            "a.xlsx", xlsxFile(book("<row r='1'><c r='A1' s='1'><v>1</v></c>"
                                    "<c r='B1' s='1'><v>60</v></c><c r='C1' s='1'><v>61</v></c>"
                                    "</row>"))));
        QCOMPARE(read.text,
                 std::string("1 A=date:1900-01-01 B=date:1900-02-29 C=date:1900-03-01\n"));
    }

    void countedCells_areCounted() {
        const WorkbookRead read = readXlsx(folder_.write(
            "a.xlsx", xlsxFile(book("<row r='1'><c r='A1'><v>1</v></c><c r='C1'><f>A1</f></c></row>"
                                    "<row r='2' hidden='1'><c r='A2' t='e'><v>#REF!</v></c></row>"
                                    "<row r='3' hidden='true'/>"
                                    "<row r='4'><c r='A4'><v>1234567890123456</v></c>"
                                    "<c r='B4'><v>123456789012345</v></c>"
                                    "<c r='C4'><v>0.12345678901234567</v></c></row>"))));
        QVERIFY2(!read.failed, read.error.message().c_str());
        QCOMPARE(read.stats.rows, std::uint64_t{4});
        QCOMPARE(read.stats.blankRows, std::uint64_t{1});
        QCOMPARE(read.stats.hiddenRows, std::uint64_t{1});
        QCOMPARE(read.stats.errorCells, std::uint64_t{1});
        QCOMPARE(read.stats.formulasWithoutValue, std::uint64_t{1});
        QCOMPARE(read.stats.roundedNumbers, std::uint64_t{1});
        QCOMPARE(read.stats.widestRow, std::uint32_t{3});
        QCOMPARE(read.stats.bytesRead, read.stats.bytesTotal);
        QVERIFY(read.stats.bytesTotal > 0);
    }

private:
    static XlsxBook book(const std::string& rows) {
        XlsxBook made = xlsxBook(rows);
        made.texts = {
            "<t>plain &amp; simple</t>",
            "<r><rPr><b/></rPr><t>rich</t></r><r><t xml:space='preserve'> text</t></r>",
            "<t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh><phoneticPr fontId='1'/>",
            "<t>_x005F_x000D_</t>",
            "<t/>",
            "<t>kept</t><extLst><ext><t>not</t></ext></extLst>",
            "<mc:AlternateContent xmlns:mc='u'><mc:Choice Requires='x14'><t>new</t>"
            "</mc:Choice><mc:Fallback><t>old</t></mc:Fallback></mc:AlternateContent>",
            "<t xml:space='preserve'>  x  </t>"};
        made.formats = {"yyyy-mm-dd", "yyyy-mm-dd hh:mm",   "hh:mm",         "00000",
                        "0.0%",       "0;-0;0;\"[\"@\"]\"", ";;;\"hidden\"", ";;;"};
        return made;
    }

    SheetFolder folder_;
};

LEADSHEET_TEST(tst_xlsx_cells, XlsxCellsTest);
#include "tst_xlsx_cells.moc"
