// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"
#include "sheet/format/serial_time.hpp"
#include "sheet/xlsx/package.hpp"
#include "sheet/xlsx/row_assembler.hpp"
#include "sheet/xlsx/shared_strings.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <array>
#include <charconv>
#include <cmath>
#include <random>

using namespace leadsheet::app;
using namespace std::string_literals;

class XlsxPartsTest : public QObject {
    Q_OBJECT

private slots:
    void escapes_decoded_data() {
        QTest::addColumn<QByteArray>("escaped");
        QTest::addColumn<QByteArray>("plain");
        const auto row = [](const char* name, const std::string& escaped,
                            const std::string& plain) {
            QTest::newRow(name) << QByteArray::fromStdString(escaped)
                                << QByteArray::fromStdString(plain);
        };
        row("none", "plain", "plain");
        row("line_end", "a_x000D__x000A_b", "a\r\nb");
        row("underscore", "_x005F_x000D_", "_x000D_");
        row("twice", "_x005F_x005F_x005F_x0041_", "_x005F_x0041_");
        row("lower_digits", "_x00e9_", "\xC3\xA9");
        row("three_bytes", "_x20AC_", "\xE2\x82\xAC");
        row("pair", "_xD83D__xDE00_", "\xF0\x9F\x98\x80");
        row("lone_high", "_xD83D_a", "\xEF\xBF\xBD"s + "a");
        row("lone_low", "_xDE00_", "\xEF\xBF\xBD");
        row("high_then_other", "_xD83D__x0041_", "\xEF\xBF\xBD"s + "A");
        row("nul", "a_x0000_b", "ab");
        row("short", "_x00D_", "_x00D_");
        row("no_digits", "_xyz0_ _x", "_xyz0_ _x");
        row("upper_x", "_X0041_", "_X0041_");
        row("overlapping", "_x_x0041_", "_xA");
        row("unclosed", "_x0041", "_x0041");
    }
    void escapes_decoded() {
        QFETCH(QByteArray, escaped);
        QFETCH(QByteArray, plain);
        std::string text = escaped.toStdString();
        decodeEscapes(text);
        QCOMPARE(QByteArray::fromStdString(text), plain);
    }

    void references_parsed() {
        QCOMPARE(parseCellReference("XFD1048576")->column, std::uint32_t{16'383});
        QCOMPARE(parseCellReference("XFD1048576")->row, std::uint32_t{1'048'576});
        QCOMPARE(parseCellReference("aa7")->column, std::uint32_t{26});
        for (const char* text : {"", "A", "7", "A0", "A-1", "A1B", "$A$1", "A1 ", "@1", "[1"})
            QVERIFY2(!parseCellReference(text), text);
        QVERIFY(parseCellReference("ZZZZZZZZZZZZZZZZZZZZ1")->column > 1'000'000);
        QVERIFY(parseCellReference("A99999999999999999999")->row > 10'000'000);
        const auto range = parseCellRange("C9:A2");
        QCOMPARE(range->firstRow, std::uint32_t{2});
        QCOMPARE(range->lastRow, std::uint32_t{9});
        QCOMPARE(range->firstColumn, std::uint32_t{0});
        QCOMPARE(range->lastColumn, std::uint32_t{2});
        QVERIFY(!parseCellRange("A1:"));
        QCOMPARE(cellName(7, 27), std::string("AB7"));
    }

    void numbers_stored_areRead() {
        QCOMPARE(storedNumber(" +1.5e2 "), std::optional(150.0));
        QCOMPARE(storedNumber("-.5"), std::optional(-0.5));
        QCOMPARE(storedNumber("1E-400"), std::optional(0.0));
        QCOMPARE(storedNumber("0." + std::string(400, '0') + "1"), std::optional(0.0));
        for (const char* text : {"", "+", "-", "--1", "+-1", "1,5", "0x10", "inf", "nan", "1 2",
                                 "1e", "1E400", "e5", "\xC2\xA0"})
            QVERIFY2(!storedNumber(text), text);
    }

    // The shortcut for numbers that need no rendering may never differ from rendering.
    void generalText_isWhatGeneralShows() {
        std::mt19937 random(7);
        const auto check = [](const std::string& text) {
            if (!isGeneralText(text))
                return;
            std::string shown;
            appendGeneral(shown, *storedNumber(text));
            QVERIFY2(shown == text, qPrintable(QString::fromStdString(text + " is " + shown)));
        };
        for (const char* text : {"0",
                                 "-0",
                                 "-1",
                                 "00",
                                 "0.5",
                                 "-0.25",
                                 "0.00000001",
                                 "0.000000001",
                                 "0.0000000001",
                                 "999999999999999",
                                 "9999999999999999",
                                 "123456789.123456",
                                 "1.10",
                                 "1.",
                                 ".5",
                                 "1e5",
                                 "-",
                                 "",
                                 "0.0",
                                 "-0.0",
                                 "12345678901234.5"})
            check(text);
        for (int i = 0; i < 20'000; ++i) {
            std::string text = random() % 4 == 0 ? "-" : "";
            const auto whole = random() % 17;
            for (unsigned d = 0; d < whole; ++d)
                text += static_cast<char>('0' + random() % 10);
            if (random() % 2 == 0) {
                text += ".";
                const auto decimals = random() % 17;
                for (unsigned d = 0; d < decimals; ++d)
                    text += static_cast<char>('0' + (random() % 3 == 0 ? random() % 10 : 0));
            }
            check(text);
        }
        for (const char* text : {"0", "5", "-5", "12.5", "0.001", "999999999999999"})
            QVERIFY2(isGeneralText(text), text);
    }

    void isoDates_haveSerials() {
        QCOMPARE(isoSerial("1900-01-01"), std::optional(1.0));
        QCOMPARE(isoSerial("1900-02-28"), std::optional(59.0));
        QCOMPARE(isoSerial("1900-03-01"), std::optional(61.0));
        QCOMPARE(isoSerial("2026-03-31"), std::optional(46112.0));
        QCOMPARE(isoSerial("2024-02-29T06:00:00Z"), std::optional(45351.25));
        QCOMPARE(isoSerial("2024-02-29 06:00"), std::optional(45351.25));
        QCOMPARE(isoSerial("2026-03-31T12:00:00.000"), std::optional(46112.5));
        QCOMPARE(isoSerial("2026-03-31T12:00:00+02:00"), std::optional(46112.5));
        QCOMPARE(isoSerial("18:00:00"), std::optional(0.75));
        QCOMPARE(isoSerial("T18:00"), std::optional(0.75));
        for (const char* text :
             {"", "T", "2026", "2026-13-01", "2026-02-30", "2023-02-29", "26-01-01", "2026-1-1",
              "0000-01-01", "2026-01-01T", "2026-01-01T25:00", "2026-01-01T12:60",
              "2026-01-01T12:00:", "2026-01-01T12:00:99", "2026-01-01x", "-026-01-01", "12:3"})
            QVERIFY2(!isoSerial(text), text);
    }

    void relationshipsPart_isBesideItsSource() {
        QCOMPARE(relationshipsPartName(""), std::string("_rels/.rels"));
        QCOMPARE(relationshipsPartName("xl/workbook.xml"),
                 std::string("xl/_rels/workbook.xml.rels"));
    }

    void textTable_ofManySizes_givesThemBack() {
        leadsheet::app::TextTable table;
        std::vector<std::string> texts;
        std::mt19937 random(3);
        for (int i = 0; i < 70'000; ++i)
            texts.emplace_back(random() % 20, static_cast<char>('a' + i % 26));
        for (const std::size_t size : {127U, 128U, 16'383U, 16'384U, 262'141U, 262'144U, 900'000U})
            texts.insert(texts.begin() + static_cast<std::ptrdiff_t>(random() % 1000),
                         std::string(size, 'x'));
        std::size_t bytes = 0;
        for (const std::string& text : texts) {
            table.add(text);
            bytes += text.size();
        }
        QCOMPARE(table.size(), texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (table.at(i) != texts[i])
                QFAIL(qPrintable(QString("text %1 differs").arg(i)));
        QVERIFY(table.keptBytes() >= bytes + 16 * texts.size());
    }

    void batch_recycled_keepsTheRowUnderConstruction() {
        RowBatch batch;
        const auto add = [&](std::uint32_t column, const char* text) {
            Cell cell;
            cell.kind = CellKind::Text;
            cell.column = column;
            cell.text = batch.keep(text);
            batch.addCell(cell);
        };
        const CellFormat format;
        batch.startRow(1, true);
        add(0, "first");
        batch.finishRow();
        batch.startRow(2, false);
        add(0, "second");
        Cell rendered;
        rendered.column = 1;
        batch.addRendered(rendered, format);
        auto row = batch.take();
        QCOMPARE(row.row, std::uint32_t{1});
        QVERIFY(row.hidden);
        QCOMPARE(row.cells.size(), std::size_t{1});
        QVERIFY(!batch.hasRows());
        batch.recycle();
        add(2, "third");
        batch.finishRow();
        batch.startRow(3, false);
        add(0, "dropped");
        batch.dropRow();
        batch.startRow(3, false);
        batch.finishRow();
        row = batch.take();
        QCOMPARE(row.row, std::uint32_t{2});
        QCOMPARE(row.cells.size(), std::size_t{3});
        QCOMPARE(row.cells[0].text, std::string_view("second"));
        QCOMPARE(row.cells[2].text, std::string_view("third"));
        QCOMPARE(row.renderings.size(), std::size_t{1});
        QCOMPARE(row.renderings[0].cell, std::size_t{1});
        QVERIFY(row.renderings[0].format == &format);
        batch.recycle();
        row = batch.take();
        QCOMPARE(row.row, std::uint32_t{3});
        QVERIFY(row.cells.empty());
    }
};

LEADSHEET_TEST(tst_xlsx_parts, XlsxPartsTest);
#include "tst_xlsx_parts.moc"
