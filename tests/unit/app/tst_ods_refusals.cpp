// SPDX-License-Identifier: Apache-2.0
#include "ods_builder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_read.hpp"

#include <QtTest>
#include <random>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

constexpr unsigned kSeed = 20260212; // fixed, so that a failure can be repeated
constexpr int kMutations = 200;

std::string text(const std::string& value, const std::string& attributes = {}) {
    return "<table:table-cell office:value-type='string' " + attributes + "><text:p>" + value +
           "</text:p></table:table-cell>";
}

std::string row(const std::string& cells, const std::string& attributes = {}) {
    return "<table:table-row " + attributes + ">" + cells + "</table:table-row>";
}

std::string repeated(const std::string& piece, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += piece;
    return all;
}

} // namespace

// Files that are no OpenDocument spreadsheet to read, or that lie, end in a clear refusal.
class OdsRefusalsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    WorkbookRead read(const std::string& bytes, const SheetOptions& options = {}) {
        return readWorkbookFile(folder_.write("bad.ods", bytes), options);
    }
    static void verifyRefusal(const WorkbookRead& sheet, SheetErrorCode code, const char* words) {
        QVERIFY2(sheet.failed, sheet.text.c_str());
        QCOMPARE(QString::fromUtf8(sheetErrorName(sheet.error.code).data()),
                 QString::fromUtf8(sheetErrorName(code).data()));
        QVERIFY2(sheet.error.message().find(words) != std::string::npos,
                 sheet.error.message().c_str());
        QVERIFY(!sheet.error.wayOut.empty());
    }

private slots:
    void otherDocuments_areRefusedByName_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("words");

        QTest::newRow("text") << "application/vnd.oasis.opendocument.text"
                              << "(.odt)";
        QTest::newRow("text template") << "application/vnd.oasis.opendocument.text-template"
                                       << "(.odt)";
        QTest::newRow("presentation") << "application/vnd.oasis.opendocument.presentation"
                                      << "(.odp)";
        QTest::newRow("drawing") << "application/vnd.oasis.opendocument.graphics"
                                 << "(.odg)";
        QTest::newRow("database") << "application/vnd.oasis.opendocument.base"
                                  << "(.odb)";
        QTest::newRow("old Calc") << "application/vnd.sun.xml.calc"
                                  << "(.sxc";
    }
    void otherDocuments_areRefusedByName() {
        QFETCH(QString, type);
        QFETCH(QString, words);
        auto parts = odsParts(odsContent(odsTable(row(text("x")))));
        parts[0].content = type.toStdString();
        verifyRefusal(read(buildZip(parts)), SheetErrorCode::UnsupportedFormat,
                      words.toUtf8().constData());
        // Some programs leave the type out; the manifest has it too.
        parts[2].content = odsManifest({}, type.toStdString());
        parts.erase(parts.begin());
        verifyRefusal(read(buildZip(parts)), SheetErrorCode::UnsupportedFormat,
                      words.toUtf8().constData());
    }

    void encryptedContent_isPasswordProtected() {
        auto parts = odsParts("cipher text");
        parts[2].content = odsManifest(
            "<manifest:file-entry manifest:full-path='content.xml' manifest:media-type='text/xml' "
            "manifest:size='4000'><manifest:encryption-data manifest:checksum='x'>"
            "<manifest:algorithm manifest:algorithm-name='x'/></manifest:encryption-data>"
            "</manifest:file-entry>");
        verifyRefusal(read(buildZip(parts)), SheetErrorCode::PasswordProtected,
                      "password-protected OpenDocument spreadsheet");
    }

    void encryptedPackage_isPasswordProtected() {
        auto parts = odsParts("");
        parts[1].name = "encrypted-package";
        verifyRefusal(read(buildZip(parts)), SheetErrorCode::PasswordProtected, "password");
    }

    void encryptedMacros_doNotMatter() {
        auto parts = odsParts(odsContent(odsTable(row(text("x")))));
        parts[2].content =
            odsManifest("<manifest:file-entry manifest:full-path='Basic/Standard/Module1.xml'>"
                        "<manifest:encryption-data/></manifest:file-entry>");
        QCOMPARE(read(buildZip(parts)).text, std::string("1 A=text:x\n"));
    }

    void missingContent_isDamage() {
        auto parts = odsParts("");
        parts.erase(parts.begin() + 1);
        verifyRefusal(read(buildZip(parts)), SheetErrorCode::DamagedFile, "no content.xml");
    }

    void noSheet_isDamage() {
        verifyRefusal(read(odsFile(odsContent(""))), SheetErrorCode::DamagedFile, "no sheet");
        verifyRefusal(read(odsFile("<office:x xmlns:office='o'/>")), SheetErrorCode::DamagedFile,
                      "no sheet");
    }

    void damagedXml_isRefusedWithTheRow_data() {
        QTest::addColumn<QString>("content");

        const std::string good = odsContent(odsTable(row(text("a")) + row(text("b"))));
        const std::size_t second = good.find(">b<");
        QTest::newRow("cut") << QString::fromStdString(good.substr(0, second));
        std::string bad = good;
        bad.replace(second, 1, "&unknown;>");
        QTest::newRow("unknown entity") << QString::fromStdString(bad);
        bad = good;
        bad.insert(second + 1, "</oops>");
        QTest::newRow("wrong end") << QString::fromStdString(bad);
        bad = good;
        bad.insert(second + 1, 1, '\x01');
        QTest::newRow("control character") << QString::fromStdString(bad);
    }
    void damagedXml_isRefusedWithTheRow() {
        QFETCH(QString, content);
        const WorkbookRead sheet = read(odsFile(content.toStdString()));
        verifyRefusal(sheet, SheetErrorCode::DamagedFile, "content.xml");
        QCOMPARE(sheet.error.place.row, 2U);
        QVERIFY(sheet.text.starts_with("1 A=text:a\n"));
    }

    void documentType_isRefused() {
        std::string bomb = odsContent(odsTable(row(text("&d;"))));
        bomb.insert(bomb.find("<office:document-content"),
                    "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>"
                    "<!ENTITY c '&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;'>]>");
        verifyRefusal(read(odsFile(bomb)), SheetErrorCode::DamagedFile, "content.xml");
    }

    void deepNesting_isRefused() {
        const std::string deep = "<text:p>" + repeated("<text:span>", 400) + "x" +
                                 repeated("</text:span>", 400) + "</text:p>";
        const WorkbookRead sheet = read(odsFile(odsContent(odsTable(
            row("<table:table-cell office:value-type='string'>" + deep + "</table:table-cell>")))));
        QVERIFY(sheet.failed);
    }

    void limits_exceeded_nameThePlace_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QString>("words");
        QTest::addColumn<unsigned>("atRow");
        QTest::addColumn<unsigned>("atColumn");

        const auto add = [](const char* name, const std::string& rows, const char* words,
                            unsigned atRow, unsigned atColumn) {
            QTest::newRow(name) << QString::fromStdString(rows) << words << atRow << atColumn;
        };
        add("row below the last", row("", "table:number-rows-repeated='100'") + row(text("x")),
            "below row 100", 101, 1);
        add("repeat past the last row", row(text("x"), "table:number-rows-repeated='101'"),
            "below row 100", 101, 1);
        add("row number out of every range",
            row("", "table:number-rows-repeated='18446744073709551615'") +
                row("", "table:number-rows-repeated='99999999999999999999999'") + row(text("x")),
            "below row 100", 4294967295U, 1);
        add("column past the last",
            row("<table:table-cell table:number-columns-repeated='20'/>" + text("x")),
            "right of column T", 1, 21);
        add("repeat past the last column", row(text("x", "table:number-columns-repeated='21'")),
            "right of column T", 1, 21);
        add("column out of every range",
            row("<table:table-cell table:number-columns-repeated='4294967295'/>"
                "<table:table-cell table:number-columns-repeated='18446744073709551615'/>" +
                text("x")),
            "right of column T", 1, 4294967295U);
        add("cells, repeats counted",
            row(text("x", "table:number-columns-repeated='20'"), "table:number-rows-repeated='99'"),
            "1000 cells", 1, 0);
        add("blank cells one by one", repeated(row(repeated("<table:table-cell/>", 20)), 60),
            "1000 cells", 51, 0);
        add("too many rows", repeated("<table:table-row/>", 101), "more than 100 rows", 101, 0);
        add("long cell", row(text("a") + text(std::string(600, 'x'))), "longer than 500 bytes", 1,
            2);
        add("cell of spaces", row(text("a<text:s text:c='99999999999999999999'/>", "")),
            "longer than 500 bytes", 1, 1);
        add("cell of many spaces", row(text("a<text:s text:c='500'/>", "")),
            "longer than 500 bytes", 1, 1);
        add("long row", row(text(std::string(400, 'x'), "table:number-columns-repeated='20'")),
            "row is longer than 2000 bytes", 1, 0);
        add("merged cells",
            row(text("x", "table:number-columns-spanned='2'"), "table:number-rows-repeated='11'"),
            "more than 10 merged cells", 11, 1);
        add("no repeat", row(text("x", "table:number-columns-repeated='many'")),
            "\"many\" is not a number", 1, 1);
        add("negative repeat", row(text("x"), "table:number-rows-repeated='-1'"),
            "\"-1\" is not a number", 1, 0);
    }
    void limits_exceeded_nameThePlace() {
        QFETCH(QString, rows);
        QFETCH(QString, words);
        QFETCH(unsigned, atRow);
        QFETCH(unsigned, atColumn);
        SheetOptions options;
        options.limits.maxRows = 100;
        options.limits.maxColumns = 20;
        options.limits.maxCells = 1000;
        options.limits.maxFieldBytes = 500;
        options.limits.maxRowBytes = 2000;
        options.limits.maxMergedRanges = 10;
        const WorkbookRead sheet = read(odsFileOfRows(rows.toStdString()), options);
        QVERIFY2(sheet.failed, sheet.text.c_str());
        const std::string message = sheet.error.message();
        QVERIFY2(message.find(words.toStdString()) != std::string::npos, message.c_str());
        QCOMPARE(sheet.error.place.row, atRow);
        QCOMPARE(sheet.error.place.column, atColumn);
        QVERIFY(!sheet.error.wayOut.empty());
    }

    void repeatedText_countsAsIfWrittenOut() {
        SheetOptions options;
        options.limits.maxSheetPartBytes = 1 << 20;
        const WorkbookRead sheet = read(odsFileOfRows(row(text(std::string(1000, 'x')),
                                                          "table:number-rows-repeated='1048576'")),
                                        options);
        verifyRefusal(sheet, SheetErrorCode::LimitExceeded, "once repeated cells are written out");
    }

    void filledRanges_areLimitedToo() {
        SheetOptions options;
        options.merged = MergedCells::FillRange;
        options.limits.maxCells = 1000;
        verifyRefusal(read(odsFileOfRows(row(text("x", "table:number-columns-spanned='20' "
                                                       "table:number-rows-spanned='60'"))),
                           options),
                      SheetErrorCode::LimitExceeded, "merged ones filled in");
        options.limits.maxRowBytes = 1000;
        verifyRefusal(read(odsFileOfRows(row(
                               text(std::string(100, 'x'), "table:number-columns-spanned='20'"))),
                           options),
                      SheetErrorCode::LimitExceeded, "merged cells filled in");
        options.limits = {};
        const std::string wide = text("x", "table:number-columns-spanned='16384' "
                                           "table:number-rows-spanned='5'");
        verifyRefusal(read(odsFileOfRows(row(wide) + row(wide)), options),
                      SheetErrorCode::DamagedFile, "overlap");
    }

    void xmlWithoutRows_isRefusedEarly_data() {
        QTest::addColumn<QString>("content");

        QTest::newRow("blanks in the sheet")
            << QString::fromStdString(odsContent(odsTable(std::string(3 << 20, ' '))));
        QTest::newRow("blanks in a cell's text that is none") << QString::fromStdString(
            odsContent(odsTable(row(text(std::string("<office:annotation>") +
                                         std::string(3 << 20, 'x') + "</office:annotation>")))));
        QTest::newRow("styles without end") << QString::fromStdString(
            odsContent("", repeated("<style:style style:name='s' style:family='table'/>", 70000)));
    }
    void xmlWithoutRows_isRefusedEarly() {
        QFETCH(QString, content);
        SheetOptions options;
        options.limits.maxXmlWithoutRow = 2 << 20;
        verifyRefusal(read(odsFile(content.toStdString()), options), SheetErrorCode::LimitExceeded,
                      "without finishing a row");
    }

    void damagedArchive_behindTheSheet_isFound() {
        auto parts = odsParts(odsContent(odsTable(row(text("a"))) + odsTable(row(text("b")))));
        parts[1].crc = 12345;
        const WorkbookRead sheet = read(buildZip(parts));
        verifyRefusal(sheet, SheetErrorCode::DamagedFile, "content.xml");
    }

    void cancelled_whileReading_stops() {
        std::stop_source stop;
        const auto path = folder_.write(
            "long.ods", odsFileOfRows(repeated(odsTextRow({std::string(1000, 'x')}), 1000)));
        auto source = openSheet(path, {}, stop.get_token());
        QVERIFY(source.has_value());
        RowView view;
        QVERIFY((*source)->next(view).has_value());
        stop.request_stop();
        SheetResult<Next> next = Next::Row;
        while (next && *next == Next::Row)
            next = (*source)->next(view);
        QVERIFY(!next.has_value());
        QCOMPARE(next.error().code, SheetErrorCode::Cancelled);
        QCOMPARE(next.error().place.row, 0U);
    }

    // Whatever the bytes, reading ends, and an error says why.
    void randomDamage_neverCrashes() {
        std::mt19937 random(kSeed);
        const std::string good = odsContent(
            odsTable(
                row(text("a", "table:number-columns-spanned='2' table:number-rows-spanned='2'") +
                    "<table:covered-table-cell/>") +
                row("<table:covered-table-cell table:number-columns-repeated='2'/>" +
                        text("b<text:s text:c='2'/>"),
                    "table:number-rows-repeated='3'")) +
            odsTable(row("<table:table-cell office:value-type='date' "
                         "office:date-value='2026-01-31'/>")));
        for (int i = 0; i < kMutations; ++i) {
            std::string content = good;
            for (auto n = 1 + random() % 3; n > 0; --n) {
                const std::size_t at = 700 + random() % (content.size() - 700);
                if (random() % 2 == 0)
                    content[at] = static_cast<char>(32 + random() % 90);
                else
                    content.erase(at, random() % 12);
            }
            SheetOptions options;
            options.merged = i % 2 == 0 ? MergedCells::FillRange : MergedCells::FirstCellOnly;
            const WorkbookRead sheet = read(odsFile(content), options);
            QVERIFY(!sheet.failed || !sheet.error.reason.empty());
        }
    }
};

LEADSHEET_TEST(tst_ods_refusals, OdsRefusalsTest);
#include "tst_ods_refusals.moc"
