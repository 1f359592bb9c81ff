// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "memory_stream.hpp"
#include "sheet/xlsx/cell_formats.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

SheetResult<StyleTable> read(std::string xml) {
    MemoryStream stream(std::move(xml));
    return readStyleTable(stream, "xl/styles.xml", {});
}

std::string shown(const StyleTable& table, std::size_t style, double value) {
    std::string out;
    table.format(style).append(out, value, false);
    return out;
}

constexpr std::string_view kStart = "<styleSheet xmlns=\"urn:x\">";

} // namespace

class StyleTableTest : public QObject {
    Q_OBJECT

private slots:
    void styles_ofPart_giveFormatsByIndex() {
        const auto table =
            read(std::string(kStart) +
                 "<numFmts count=\"2\">"
                 "<numFmt numFmtId=\"164\" formatCode=\"000&quot;x&quot;\"/>"
                 "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>"
                 "<cellStyleXfs><xf numFmtId=\"9\"/><xf numFmtId=\"9\"/></cellStyleXfs>"
                 "<cellXfs count=\"4\"><xf numFmtId=\"0\"/><xf numFmtId=\"164\">"
                 "<alignment/></xf><xf numFmtId=\"14\"/><xf numFmtId=\"165\"/><xf/>"
                 "</cellXfs><dxfs><dxf><numFmt numFmtId=\"164\" formatCode=\"0%\"/>"
                 "</dxf></dxfs></styleSheet>");
        QVERIFY(table);
        QCOMPARE(table->size(), std::size_t{5});
        QCOMPARE(shown(*table, 0, 1.5), std::string("1.5"));
        QCOMPARE(shown(*table, 1, 7), std::string("007x"));
        QCOMPARE(shown(*table, 2, 46112), std::string("3/31/2026"));
        QCOMPARE(shown(*table, 3, 46112), std::string("2026-03-31"));
        QCOMPARE(shown(*table, 4, 0.5), std::string("0.5"));
        QCOMPARE(table->format(2).kind(), CellKind::Date);
    }

    void style_sharedByCells_isParsedOnce() {
        const StyleTable table({164, 0, 164, 165, 165}, {{164, "0.0"}, {165, "0.0"}});
        QCOMPARE(&table.format(0), &table.format(2));
        QCOMPARE(&table.format(3), &table.format(4));
        QVERIFY(&table.format(0) != &table.format(1));
    }

    void customCode_underBuiltinId_wins() {
        const StyleTable table({14}, {{14, "dd.mm.yyyy"}});
        QCOMPARE(shown(table, 0, 46112), std::string("31.03.2026"));
    }

    void index_notDefined_isGeneral() {
        const StyleTable table;
        QVERIFY(table.format(0).general());
        QVERIFY(table.format(4'000'000'000U).general());
        QVERIFY(StyleTable({9}, {}).format(1).general());
    }

    void prefixes_andStrictNamespace_areRead() {
        const auto table = read("<x:styleSheet xmlns:x=\"urn:y\"><x:cellXfs><x:xf numFmtId=\"9\"/>"
                                "</x:cellXfs></x:styleSheet>");
        QVERIFY(table);
        QCOMPARE(shown(*table, 0, 0.25), std::string("25%"));
    }

    void ids_thatAreNoNumbers_areGeneral() {
        const auto table = read(std::string(kStart) +
                                "<numFmts><numFmt numFmtId=\"abc\" formatCode=\"0%\"/><numFmt "
                                "numFmtId=\"170\"/></numFmts><cellXfs><xf numFmtId=\"-1\"/>"
                                "<xf numFmtId=\"99999999999\"/><xf numFmtId=\"170\"/></cellXfs>"
                                "</styleSheet>");
        QVERIFY(table);
        for (std::size_t style = 0; style < 3; ++style)
            QVERIFY(table->format(style).general());
    }

    void part_damaged_isNamed() {
        const auto table = read(std::string(kStart) + "<cellXfs><xf>");
        QVERIFY(!table);
        QCOMPARE(table.error().code, SheetErrorCode::DamagedFile);
        QVERIFY(leadsheet::text::render(table.error().reason).find("xl/styles.xml") !=
                std::string::npos);
    }

    void styles_beyondLimit_areRefusedWithTheNumber() {
        std::string xml(kStart);
        xml += "<cellXfs>";
        for (std::size_t i = 0; i <= kMaxCellStyles; ++i)
            xml += "<xf/>";
        const auto table = read(xml + "</cellXfs></styleSheet>");
        QVERIFY(!table);
        QCOMPARE(table.error().code, SheetErrorCode::LimitExceeded);
        QVERIFY(
            leadsheet::text::render(table.error().reason).find(std::to_string(kMaxCellStyles)) !=
            std::string::npos);
    }
};

LEADSHEET_TEST(tst_style_table, StyleTableTest);
#include "tst_style_table.moc"
