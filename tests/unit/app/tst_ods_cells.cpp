// SPDX-License-Identifier: Apache-2.0
#include "ods_builder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_read.hpp"

#include <QtTest>
#include <cmath>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

// One cell of an OpenDocument sheet: its kind, number and displayed text.
class OdsCellsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    std::string readRow(const std::string& cells) {
        const auto path = folder_.write(
            "cells.ods", odsFileOfRows("<table:table-row>" + cells + "</table:table-row>"));
        return readWorkbookFile(path).text;
    }
    static std::string cell(const std::string& attributes, const std::string& inside) {
        return "<table:table-cell " + attributes + ">" + inside + "</table:table-cell>";
    }

private slots:
    void value_displayed_asTheFileShowsIt_data() {
        QTest::addColumn<QString>("attributes");
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QString>("expected");

        const auto row = [](const char* name, const char* attributes, const char* inside,
                            const char* expected) {
            QTest::newRow(name) << attributes << inside << expected;
        };
        row("string", "office:value-type='string'", "<text:p>Acme &amp; Söhne</text:p>",
            "text:Acme & Söhne");
        row("leading zeros in a number format", "office:value-type='float' office:value='1234'",
            "<text:p>01234</text:p>", "number:01234");
        row("float rounded by its format", "office:value-type='float' office:value='3.14159'",
            "<text:p>3.14</text:p>", "number:3.14");
        row("percentage", "office:value-type='percentage' office:value='0.075'",
            "<text:p>7.5 %</text:p>", "number:7.5 %");
        row("currency", "office:value-type='currency' office:currency='EUR' office:value='1200.5'",
            "<text:p>1.200,50 €</text:p>", "number:1.200,50 €");
        row("boolean", "office:value-type='boolean' office:boolean-value='true'",
            "<text:p>WAHR</text:p>", "boolean:WAHR");
        row("date", "office:value-type='date' office:date-value='2026-01-31'",
            "<text:p>31.01.26</text:p>", "date:31.01.26");
        row("time", "office:value-type='time' office:time-value='PT08H30M00S'",
            "<text:p>08:30</text:p>", "time:08:30");
        row("text without type", "table:style-name='ce1'", "<text:p>old</text:p>", "text:old");
        row("type void", "office:value-type='void'", "<text:p>kept</text:p>", "text:kept");
        row("other namespace of the type",
            "office:value-type='float' office:value='5' calcext:value-type='float'",
            "<text:p>5</text:p>", "number:5");
        row("long integer in scientific form",
            "office:value-type='float' office:value='4915112345678901'",
            "<text:p>4.9151123456789E+15</text:p>", "number:4915112345678901");
        row("short number in scientific form", "office:value-type='float' office:value='123000'",
            "<text:p>1.23E+05</text:p>", "number:1.23E+05");
        row("number that does not parse", "office:value-type='float' office:value='abc'",
            "<text:p>shown</text:p>", "text:shown");
        row("date that does not exist", "office:value-type='date' office:date-value='2026-02-30'",
            "<text:p>30.02.</text:p>", "text:30.02.");
        row("time with months", "office:value-type='time' office:time-value='P1M'",
            "<text:p>month</text:p>", "text:month");
        row("displayed text before the attribute",
            "office:value-type='string' office:string-value='x'", "<text:p>ID x</text:p>",
            "text:ID x");
    }
    void value_displayed_asTheFileShowsIt() {
        QFETCH(QString, attributes);
        QFETCH(QString, inside);
        QFETCH(QString, expected);
        const std::string read = readRow(cell(attributes.toStdString(), inside.toStdString()));
        QCOMPARE(QString::fromStdString(read), "1 A=" + expected + "\n");
    }

    void value_withoutText_isWrittenPlainly_data() {
        QTest::addColumn<QString>("attributes");
        QTest::addColumn<QString>("expected");

        QTest::newRow("integer") << "office:value-type='float' office:value='1200'"
                                 << "number:1200";
        QTest::newRow("fraction") << "office:value-type='float' office:value='-0.5'"
                                  << "number:-0.5";
        QTest::newRow("exponent") << "office:value-type='float' office:value='1.5E3'"
                                  << "number:1500";
        QTest::newRow("percentage") << "office:value-type='percentage' office:value='0.07'"
                                    << "number:7%";
        QTest::newRow("percentage with digits")
            << "office:value-type='percentage' office:value='0.12345'"
            << "number:12.345%";
        QTest::newRow("currency")
            << "office:value-type='currency' office:currency='USD' office:value='20'"
            << "number:20";
        QTest::newRow("true") << "office:value-type='boolean' office:boolean-value='true'"
                              << "boolean:TRUE";
        QTest::newRow("false") << "office:value-type='boolean' office:boolean-value='false'"
                               << "boolean:FALSE";
        QTest::newRow("boolean that is none")
            << "office:value-type='boolean' office:boolean-value='maybe'"
            << "text:maybe";
        QTest::newRow("date") << "office:value-type='date' office:date-value='2026-01-31'"
                              << "date:2026-01-31";
        QTest::newRow("date and time")
            << "office:value-type='date' office:date-value='2026-01-31T14:07:09'"
            << "date:2026-01-31 14:07:09";
        QTest::newRow("time") << "office:value-type='time' office:time-value='PT8H5M9S'"
                              << "time:08:05:09";
        QTest::newRow("elapsed time")
            << "office:value-type='time' office:time-value='PT100H01M05.4S'"
            << "time:100:01:05";
        QTest::newRow("days and hours") << "office:value-type='time' office:time-value='P2DT3H'"
                                        << "time:51:00:00";
        QTest::newRow("negative time") << "office:value-type='time' office:time-value='-PT1H30M'"
                                       << "time:-01:30:00";
        QTest::newRow("string") << "office:value-type='string' office:string-value='only here'"
                                << "text:only here";
        QTest::newRow("not finite") << "office:value-type='float' office:value='1e999'"
                                    << "text:1e999";
    }
    void value_withoutText_isWrittenPlainly() {
        QFETCH(QString, attributes);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(readRow(cell(attributes.toStdString(), ""))),
                 "1 A=" + expected + "\n");
    }

    void number_ofDatesAndTimes_isTheSerial_data() {
        QTest::addColumn<QString>("attributes");
        QTest::addColumn<double>("serial");

        QTest::newRow("day one") << "office:value-type='date' office:date-value='1900-01-01'"
                                 << 1.0;
        QTest::newRow("before the leap day that never was")
            << "office:value-type='date' office:date-value='1900-02-28'" << 59.0;
        QTest::newRow("after it") << "office:value-type='date' office:date-value='1900-03-01'"
                                  << 61.0;
        QTest::newRow("leap day") << "office:value-type='date' office:date-value='2024-02-29'"
                                  << 45351.0;
        QTest::newRow("noon") << "office:value-type='date' office:date-value='2026-01-31T12:00:00'"
                              << 46053.5;
        QTest::newRow("with zone")
            << "office:value-type='date' office:date-value='2026-01-31T12:00:00Z'" << 46053.5;
        QTest::newRow("last day") << "office:value-type='date' office:date-value='9999-12-31'"
                                  << 2958465.0;
        QTest::newRow("time") << "office:value-type='time' office:time-value='PT18H'" << 0.75;
        QTest::newRow("float") << "office:value-type='float' office:value='1234.5'" << 1234.5;
    }
    void number_ofDatesAndTimes_isTheSerial() {
        QFETCH(QString, attributes);
        QFETCH(double, serial);
        const auto path = folder_.write(
            "serial.ods", odsFileOfRows("<table:table-row>" + cell(attributes.toStdString(), "") +
                                        "</table:table-row>"));
        auto source = openSheet(path);
        QVERIFY(source.has_value());
        RowView row;
        QVERIFY((*source)->next(row).has_value());
        QCOMPARE(row.cells.size(), std::size_t{1});
        QVERIFY(std::fabs(row.cells[0].number - serial) < 1e-9);
    }

    void text_ofElements_isWhatAPersonSees_data() {
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QString>("expected");

        const auto row = [](const char* name, const char* inside, const char* expected) {
            QTest::newRow(name) << inside << expected;
        };
        row("paragraphs", "<text:p>a</text:p><text:p/><text:p>b</text:p>", "a\n\nb");
        row("spaces", "<text:p>a<text:s text:c='3'/>b<text:s/>c</text:p>", "a   b c");
        row("spaces without a number", "<text:p>a<text:s text:c='x'/>b</text:p>", "a b");
        row("tab and line break", "<text:p>a<text:tab/>b<text:line-break/>c</text:p>", "a\tb\nc");
        row("spans", "<text:p>a<text:span>b<text:span>c</text:span></text:span>d</text:p>", "abcd");
        row("link", "<text:p><text:a xlink:href='https://acme.example'>acme</text:a>!</text:p>",
            "acme!");
        row("ruby",
            "<text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう"
            "</text:ruby-text></text:ruby>都</text:p>",
            "東京都");
        row("annotation before the text",
            "<office:annotation><dc:creator>Eve</dc:creator><text:p>note</text:p>"
            "</office:annotation><text:p>cell</text:p>",
            "cell");
        row("annotation inside the text",
            "<text:p>ce<office:annotation><dc:date>2026</dc:date><text:p>no</text:p>"
            "</office:annotation>ll</text:p>",
            "cell");
        row("shape",
            "<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame>"
            "<text:p>cell</text:p>",
            "cell");
        row("shape inside the text",
            "<text:p>ce<draw:custom-shape><svg:title>t</svg:title><text:p>box</text:p>"
            "</draw:custom-shape>ll</text:p>",
            "cell");
        row("footnote",
            "<text:p>cell<text:note><text:note-citation>1</text:note-citation><text:note-body>"
            "<text:p>foot</text:p></text:note-body></text:note></text:p>",
            "cell");
        row("field", "<text:p>in <text:sheet-name>Q3</text:sheet-name></text:p>", "in Q3");
        row("title field", "<text:p>of <text:title>Plan</text:title></text:p>", "of Plan");
        row("nested table",
            "<text:p>cell</text:p><table:table><table:table-row><table:table-cell "
            "office:value-type='string'><text:p>inner</text:p></table:table-cell>"
            "</table:table-row></table:table>",
            "cell");
        row("list",
            "<text:list><text:list-item><text:p>a</text:p></text:list-item><text:list-item>"
            "<text:p>b</text:p></text:list-item></text:list>",
            "a\nb");
        row("CDATA and comment", "<text:p>1<!-- x --><![CDATA[2<3]]>4</text:p>", "12<34");
        row("text outside of paragraphs", "\n  stray <text:p>cell</text:p> stray", "cell");
        row("spaces as written", "<text:p> a  b </text:p>", " a  b ");
        row("character references", "<text:p>&#x1F388;&#252;&lt;</text:p>", "🎈ü<");
    }
    void text_ofElements_isWhatAPersonSees() {
        QFETCH(QString, inside);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(
                     readRow(cell("office:value-type='string'", inside.toStdString()))),
                 "1 A=text:" + expected + "\n");
    }

    void formula_flagged_withItsStoredResult_data() {
        QTest::addColumn<QString>("attributes");
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QString>("expected");

        const auto row = [](const char* name, const char* attributes, const char* inside,
                            const char* expected) {
            QTest::newRow(name) << attributes << inside << expected;
        };
        row("number", "table:formula='of:=1+1' office:value-type='float' office:value='2'",
            "<text:p>2</text:p>", "number:2");
        row("text", "table:formula='of:=A1' office:value-type='string'", "<text:p>x</text:p>",
            "text:x");
        row("empty text",
            "table:formula='of:=\"\"' office:value-type='string' office:string-value=''",
            "<text:p/>", "text:");
        row("boolean",
            "table:formula='of:=TRUE()' office:value-type='boolean' office:boolean-value='true'",
            "<text:p>TRUE</text:p>", "boolean:TRUE");
        row("without value", "table:formula='of:=1+1'", "", "empty:");
        row("error",
            "table:formula='of:=1/0' office:value-type='string' office:string-value='' "
            "calcext:value-type='error'",
            "<text:p>#DIV/0!</text:p>", "error:#DIV/0!");
        row("error of its own number",
            "table:formula='of:=X(' office:value-type='string' office:string-value='' "
            "calcext:value-type='error'",
            "<text:p>Err:508</text:p>", "error:Err:508");
        row("error as older programs wrote it",
            "table:formula='of:=NA()' office:value-type='float' office:value='0'",
            "<text:p>#N/A</text:p>", "error:#N/A");
        row("error without text", "table:formula='of:=A1' calcext:value-type='error'", "",
            "error:#VALUE!");
        row("error named by the attribute",
            "table:formula='of:=NA()' office:value-type='string' office:string-value='#N/A' "
            "calcext:value-type='error'",
            "", "error:#N/A");
        row("text that only resembles an error",
            "table:formula='of:=A1' office:value-type='string'", "<text:p>Err:what</text:p>",
            "text:Err:what");
    }
    void formula_flagged_withItsStoredResult() {
        QFETCH(QString, attributes);
        QFETCH(QString, inside);
        QFETCH(QString, expected);
        QCOMPARE(
            QString::fromStdString(readRow(cell(attributes.toStdString(), inside.toStdString()))),
            "1 A==" + expected + "\n");
    }

    void errorText_typedByAPerson_isText() {
        QCOMPARE(readRow(cell("office:value-type='string'", "<text:p>#N/A</text:p>")),
                 std::string("1 A=text:#N/A\n"));
    }

    void stats_countWhatIsOdd() {
        const auto path = folder_.write(
            "odd.ods",
            odsFileOfRows("<table:table-row table:number-rows-repeated='2'>" +
                          cell("office:value-type='string' calcext:value-type='error'",
                               "<text:p>#REF!</text:p>") +
                          cell("table:formula='of:=B1'", "") +
                          cell("table:number-columns-repeated='2' office:value-type='float' "
                               "office:value='1234567890123456'",
                               "") +
                          "</table:table-row><table:table-row table:visibility='collapse'>" +
                          cell("office:value-type='float' office:value='123456789012345'", "") +
                          "</table:table-row>"));
        const SheetStats stats = readWorkbookFile(path).stats;
        QCOMPARE(stats.rows, std::uint64_t{3});
        QCOMPARE(stats.errorCells, std::uint64_t{2});
        QCOMPARE(stats.formulasWithoutValue, std::uint64_t{2});
        QCOMPARE(stats.roundedNumbers, std::uint64_t{4});
        QCOMPARE(stats.hiddenRows, std::uint64_t{1});
        QCOMPARE(stats.widestRow, 4U);
    }
};

LEADSHEET_TEST(tst_ods_cells, OdsCellsTest);
#include "tst_ods_cells.moc"
