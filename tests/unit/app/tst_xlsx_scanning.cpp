// SPDX-License-Identifier: Apache-2.0
#include "memory_file.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/zip/zip_archive.hpp"
#include "sheet_part_reader.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"
#include "xlsx_paths.hpp"

#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <random>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using leadsheet::test::MemoryFile;

namespace {

constexpr std::size_t kMaxMutatedBytes = 64 * 1024;
constexpr int kMutationsOfPart = 60;

// What a mutation puts between other bytes: things that XML takes, refuses or reads in its own way.
const std::vector<std::string> kPieces{"<",
                                       ">",
                                       "&",
                                       "&amp;",
                                       "&#13;",
                                       "&#0;",
                                       "&#x1F600;",
                                       "&nbsp;",
                                       "]]>",
                                       "]]",
                                       "<!-- </row> -->",
                                       "<!--",
                                       "-->",
                                       "<![CDATA[</c></row><row r=\"9\">]]>",
                                       "<![CDATA[",
                                       "<?pi </row> ?>",
                                       "<!DOCTYPE x>",
                                       "\r",
                                       "\r\n",
                                       "\n",
                                       "\t",
                                       std::string(1, '\0'),
                                       "\x01",
                                       "\xC3",
                                       "\xC3\xA9",
                                       "\xEF\xBF\xBF",
                                       "\xED\xA0\x80",
                                       "<row>",
                                       "</row>",
                                       "<row r=\"3\"/>",
                                       "<c>",
                                       "</c>",
                                       "<c/>",
                                       "<v>",
                                       "</v>",
                                       "<v/>",
                                       "<v>7</v>",
                                       "<f>",
                                       "<f>1&lt;2</f>",
                                       "<f t=\"shared\" si=\"0\"/>",
                                       "<is><t>x</t></is>",
                                       "<is><r><t>x</t></r></is>",
                                       "<t>",
                                       "</t>",
                                       "<rPh>",
                                       "</si>",
                                       "<si>",
                                       "<extLst>",
                                       "<mc:AlternateContent><mc:Choice>",
                                       "</sheetData>",
                                       "<sheetData>",
                                       " r=\"A1\"",
                                       " x:r=\"A1\"",
                                       " hidden=\"1\"",
                                       " s='1'",
                                       "\"",
                                       " ",
                                       "0",
                                       "_x000D_"};

std::size_t below(std::mt19937& random, std::size_t limit) {
    return limit == 0 ? 0 : random() % limit;
}

std::string mutated(std::string part, std::mt19937& random) {
    const std::size_t at = below(random, part.size());
    const std::size_t length = std::min(part.size() - at, below(random, 40));
    switch (random() % 6) {
    case 0:
        part.resize(at);
        break;
    case 1:
        part.erase(at, length);
        break;
    case 2:
        part.insert(below(random, part.size()), part.substr(at, length));
        break;
    case 3:
        if (!part.empty())
            part[at] = static_cast<char>(random() % 256);
        break;
    default:
        part.insert(at, kPieces[below(random, kPieces.size())]);
        break;
    }
    return part;
}

std::vector<ZipPart> partsOf(const std::filesystem::path& path) {
    std::vector<ZipPart> parts;
    const auto file = InputFile::open(path);
    if (!file)
        return parts;
    const auto archive = ZipArchive::open(*file, {});
    if (!archive)
        return parts;
    for (const ZipEntry& entry : archive->entries()) {
        auto bytes = readZipEntry(*file, entry, kMaxMutatedBytes * 16, {});
        if (!bytes)
            return {};
        ZipPart part;
        part.name = entry.name;
        part.content = std::move(*bytes);
        part.deflate = false;
        parts.push_back(std::move(part));
    }
    return parts;
}

bool isMutated(const ZipPart& part) {
    return (part.name.find("sheets/") != std::string::npos ||
            part.name.find("sharedStrings") != std::string::npos) &&
           part.name.ends_with(".xml") && part.content.size() <= kMaxMutatedBytes;
}

// Rows as programs write them, and between them what a scanner must leave to the parser.
const char* const kMixedRows =
    "<row r=\"1\" spans=\"1:3\" ht=\"15\" x14ac:dyDescent=\"0.25\"><c r=\"A1\" t=\"s\"><v>0</v></c>"
    "<c r=\"B1\" s=\"1\"/></row>\n"
    "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> S&#227;o &amp; "
    "\xC3\xA9 </t></is></c></row>"
    "<!-- </row> <row r=\"3\"> -->"
    "<row r=\"3\"><c r=\"A3\"><f>IF(A1&lt;2,\"a]b\",1)</f><v>1.5</v></c><c><v>7</v></c></row>"
    "<row r=\"4\"><c r=\"A4\" t=\"inlineStr\"><is><r><t>ri</t></r><r><t>ch</t></r></is></c></row>"
    "<row r=\"5\" hidden=\"1\"/> <row r='6'><c r='A6'><v>6</v></c></row>\r\n"
    "<row r=\"7\"><c t=\"str\"><v><![CDATA[</v></c></row><row r=\"1\">]]></v></c></row>"
    "<row r=\"8\">\n <c r=\"A8\">\n  <v>8</v>\n </c>\n</row>"
    "<row r=\"9\"><c r=\"A9\" t=\"b\"><v>1</v></c><c r=\"C9\" t=\"e\"><v>#N/A</v></c></row>";

} // namespace

// Scanned workbooks read as parsed ones.
class XlsxScanningTest : public QObject {
    Q_OBJECT

    static void addCorpus() {
        QTest::addColumn<QString>("file");
        const std::filesystem::path corpus = std::getenv("LEADSHEET_CORPUS");
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(corpus / "files"))
            if (entry.path().extension() == ".xlsx" || entry.path().extension() == ".xlsm")
                files.push_back(entry.path());
        std::sort(files.begin(), files.end());
        QVERIFY(files.size() > 40);
        for (const auto& file : files)
            QTest::newRow(file.filename().c_str()) << QString::fromStdString(file.string());
    }

private slots:
    void corpus_scanned_readsAsParsed_data() { addCorpus(); }
    void corpus_scanned_readsAsParsed() {
        QFETCH(QString, file);
        SheetOptions options;
        QCOMPARE(differenceOfPaths(file.toStdString(), options), std::string());
        options.merged = MergedCells::FillRange;
        QCOMPARE(differenceOfPaths(file.toStdString(), options), std::string());
    }

    void mutatedCorpus_scanned_readsAsParsed_data() { addCorpus(); }
    void mutatedCorpus_scanned_readsAsParsed() {
        QFETCH(QString, file);
        std::vector<ZipPart> parts = partsOf(file.toStdString());
        std::mt19937 random(20'260'101);
        for (ZipPart& part : parts) {
            if (!isMutated(part))
                continue;
            const std::string original = part.content;
            for (int n = 0; n < kMutationsOfPart; ++n) {
                part.content = mutated(n % 3 == 0 ? original : part.content, random);
                const std::string difference =
                    differenceOfPaths(MemoryFile(buildZip(parts)).path());
                if (!difference.empty())
                    qWarning("%s", part.content.c_str());
                QCOMPARE(difference, std::string());
            }
            part.content = original;
        }
    }

    void limits_scanned_areTheSame_data() {
        QTest::addColumn<QString>("rows");
        QTest::newRow("long texts") << "<row><c t=\"str\"><v>123456789012345678901</v></c></row>";
        QTest::newRow("long row")
            << QString("<row>%1</row>").arg(QString("<c><v>1234567890</v></c>").repeated(10));
        QTest::newRow("many cells")
            << QString("<row>%1</row>").arg(QString("<c/>").repeated(5)).repeated(20);
        QTest::newRow("far column") << "<row r=\"1\"><c r=\"ZZ1\"><v>1</v></c></row>";
        QTest::newRow("far row") << "<row r=\"31\"><c><v>1</v></c></row>";
        QTest::newRow("rows back") << "<row r=\"3\"/><row r=\"2\"/>";
        QTest::newRow("cells back") << "<row><c r=\"C1\"/><c r=\"B1\"/></row>";
        QTest::newRow("wrong row") << "<row r=\"1\"><c r=\"A2\"/></row>";
        QTest::newRow("wrong type") << "<row><c t=\"q\"/></row>";
        QTest::newRow("wrong text") << "<row/>\n<row><c t=\"s\"><v>1</v></c></row>";
        QTest::newRow("deep") << "<a><b><row><c><is><t>x</t></is></c></row></b></a>";
        QTest::newRow("twice the same attribute") << "<row r=\"1\" r=\"1\"/>";
    }
    void limits_scanned_areTheSame() {
        QFETCH(QString, rows);
        XlsxBook book = xlsxBook("<row r=\"1\"><c><v>1</v></c></row>" + rows.toStdString());
        book.texts = {"<t>first</t>"};
        SheetOptions options;
        options.limits.maxFieldBytes = 20;
        options.limits.maxRowBytes = 80;
        options.limits.maxCells = 60;
        options.limits.maxRows = 30;
        options.limits.maxColumns = 20;
        options.limits.maxXmlDepth = 7;
        const MemoryFile file(xlsxFile(book));
        QCOMPARE(differenceOfPaths(file.path(), options), std::string());
    }

    // A step may end anywhere.
    void part_inStepsOfEverySize_readsAsAtOnce_data() {
        QTest::addColumn<QString>("behind");
        QTest::newRow("whole") << "</sheetData><mergeCells><mergeCell ref=\"A1:B2\"/></mergeCells>"
                                  "</worksheet>";
        QTest::newRow("cut in a row") << "<row r=\"10\"><c><v>1</v></c>";
        QTest::newRow("damaged") << "<row r=\"10\">\n<c><v>1</v></c></c></row>";
        QTest::newRow("a wrong cell") << "\n\n<row r=\"10\">\n<c r=\"A9\"><v>1</v></c></row>";
        QTest::newRow("no text") << "\n<row><c t=\"str\"><v>\xC3\xA9\xC3</v></c></row></sheetData>";
    }
    void part_inStepsOfEverySize_readsAsAtOnce() {
        QFETCH(QString, behind);
        const std::string part = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<worksheet>"
                                 "<cols><col min=\"2\" max=\"2\" hidden=\"1\"/></cols><sheetData>" +
                                 std::string(kMixedRows) + behind.toStdString();
        const PartRead whole = readSheetPart(part, part.size(), false);
        QVERIFY(whole.text.size() > 100);
        for (std::size_t step = 1; step <= part.size(); ++step)
            QCOMPARE(readSheetPart(part, step, true).text, whole.text);
        QVERIFY(whole.scannedRows == 0);
        QVERIFY(readSheetPart(part, part.size(), true).scannedRows >= 4);
    }

    void otherEncodings_scanned_areLeftToTheParser_data() {
        QTest::addColumn<QByteArray>("part");
        const QByteArray body =
            "<worksheet><sheetData><row><c t=\"str\"><v>M\xFCnchen</v></c></row>"
            "<row><c><v>2</v></c></row></sheetData></worksheet>";
        for (const char* name : {"ISO-8859-1", "iso-8859-1", "US-ASCII", "UTF-16", "Shift_JIS"})
            QTest::newRow(name) << "<?xml version=\"1.0\" encoding=\"" + QByteArray(name) + "\"?>" +
                                       body;
        // Characters whose bytes look like rows.
        const QByteArray disguised = "<sheetData><row><c><v>1</v></c></row></row>";
        QByteArray wide("\xFF\xFE", 2);
        for (const char c : QByteArray("<worksheet><sheetData>"))
            wide += c, wide += '\0';
        wide += disguised + (disguised.size() % 2 != 0 ? " " : "");
        for (const char c : QByteArray("</sheetData></worksheet>"))
            wide += c, wide += '\0';
        QTest::newRow("UTF-16 that looks like rows") << wide;
    }
    void otherEncodings_scanned_areLeftToTheParser() {
        QFETCH(QByteArray, part);
        const std::string bytes = part.toStdString();
        for (const std::size_t step : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
            const PartRead scanned = readSheetPart(bytes, step, true);
            QCOMPARE(scanned.text, readSheetPart(bytes, step, false).text);
            QCOMPARE(scanned.scannedRows, std::uint64_t{0});
        }
    }

    // What programs write must not silently take the slow way.
    void usualRows_areScanned_data() {
        QTest::addColumn<QByteArray>("row");
        QTest::newRow("Excel") << QByteArray(
            "<row r=\"1\" spans=\"1:3\" ht=\"15.75\" thickBot=\"1\" x14ac:dyDescent=\"0.25\">"
            "<c r=\"A1\" s=\"2\" t=\"s\"><v>0</v></c><c r=\"B1\" s=\"1\"/><c r=\"C1\"><v>3</v></c>"
            "</row>");
        QTest::newRow("Excel, formula") << QByteArray(
            "<row r=\"1\" spans=\"1:1\"><c r=\"A1\" t=\"str\"><f t=\"shared\" ref=\"A1:A9\" "
            "si=\"0\">B1&amp;\"x\"</f><v>yx</v></c></row>");
        QTest::newRow("LibreOffice") << QByteArray(
            "<row r=\"1\" customFormat=\"false\" ht=\"15\" hidden=\"false\" customHeight=\"false\" "
            "outlineLevel=\"0\" collapsed=\"false\"><c r=\"A1\" s=\"0\" "
            "t=\"s\"><v>0</v></c></row>");
        QTest::newRow("openpyxl") << QByteArray(
            "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>S&#227;o</t></is></c>"
            "<c r=\"B1\" s=\"1\" t=\"n\"><v>46023</v></c></row>");
        QTest::newRow("XlsxWriter") << QByteArray(
            "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> a </t></is>"
            "</c><c r=\"B1\" t=\"b\"><v>1</v></c></row>");
        QTest::newRow("SheetJS") << QByteArray(
            "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>M\xC3\xBCnchen &lt;3</v></c></row>");
        QTest::newRow("indented") << QByteArray(
            "<row r=\"1\">\n\t<c r=\"A1\" >\n\t\t<v>1</v>\n\t</c>\n</row>");
        QTest::newRow("no references") << QByteArray("<row><c><v>1</v></c></row>");
    }
    void usualRows_areScanned() {
        QFETCH(QByteArray, row);
        const std::string part =
            "<worksheet><sheetData>" + row.toStdString() + "</sheetData></worksheet>";
        QCOMPARE(readSheetPart(part, part.size(), true).scannedRows, std::uint64_t{1});
    }

    // One odd row does not make the rest slow; a sheet full of them is parsed.
    void oddRows_betweenUsualOnes_areParsedAlone() {
        const std::string usual = "<row><c><v>1</v></c></row>";
        const std::string odd = "<row><c><v>1<!-- --></v></c></row>";
        std::string rows;
        for (int n = 0; n < 100; ++n)
            rows += usual + usual + usual + usual + usual + odd;
        const auto read = [](const std::string& inside) {
            const std::string part = "<worksheet><sheetData>" + inside + "</sheetData></worksheet>";
            return readSheetPart(part, 4096, true).scannedRows;
        };
        QCOMPARE(read(rows), std::uint64_t{500});
        std::string oddRows;
        for (int n = 0; n < 1000; ++n)
            oddRows += odd;
        QCOMPARE(read(oddRows + rows), std::uint64_t{0});
    }

    void sharedTexts_scanned_areTheSame() {
        XlsxBook book = xlsxBook("");
        book.texts = {"<t>plain</t>",
                      "<t xml:space=\"preserve\"> a &amp; b </t>",
                      "<t/>",
                      "",
                      "<r><t>ri</t></r><r><t>ch</t></r>",
                      "<t>_x0041__x005F_</t>",
                      "<t>a</t><rPh sb=\"0\" eb=\"1\"><t>b</t></rPh>",
                      "<t><![CDATA[</t></si><si><t>]]></t>",
                      "<t>a<si><t>inner</t></si></t>",
                      "<t>line\r\nend</t>",
                      "<t>last</t>"};
        std::string cells;
        for (std::size_t n = 0; n < book.texts.size() + 1; ++n)
            cells += "<c t=\"s\"><v>" + std::to_string(n) + "</v></c>";
        book.sheets.front().xml = xlsxSheet("<row>" + cells + "</row>");
        const MemoryFile file(xlsxFile(book));
        QCOMPARE(differenceOfPaths(file.path()), std::string());
        QVERIFY(everythingIn(openXlsxBy(true, file.path())).find("last") != std::string::npos);
    }

    // The error that comes first in the part is told, whoever would have met it.
    void damagedArchive_behindDamagedRow_tellsOfTheRow() {
        std::string rows;
        while (rows.size() < 60'000)
            rows += "<row><c><v>1</v></c></row>\n";
        rows += "<row><c t=\"str\"><v>\xFF" + std::string(3'000, 'x');
        auto parts = xlsxParts(xlsxBook(rows));
        ZipPart& part = partNamed(parts, "xl/worksheets/sheet1.xml");
        part.content.resize(64 * 1024 - 2'000);
        part.content += std::string(10'000, 'y');
        part.deflate = false;
        part.crc = 1;
        const MemoryFile file(buildZip(parts));
        QCOMPARE(differenceOfPaths(file.path()), std::string());
    }
};

LEADSHEET_TEST(tst_xlsx_scanning, XlsxScanningTest);
#include "tst_xlsx_scanning.moc"
