// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "zip_builder.hpp"

#include <QtTest>
#include <sys/stat.h>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using namespace std::string_literals;

namespace {

std::string ole2(const std::string& streamName) {
    std::string file(2048, '\0');
    file.replace(0, 8, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
    file[30] = 9; // sectors of 512 bytes
    file[48] = 1; // directory in sector 1
    file.replace(1024 + 128, streamName.size() * 2, widened(streamName, 2, false));
    return file;
}

} // namespace

class FileKindsTest : public QObject {
    Q_OBJECT

private slots:
    void otherFormat_open_isRefusedByName_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* name, const std::string& bytes, const char* word) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(word);
        };
        const auto zip = [](const std::vector<std::string>& names) {
            std::vector<ZipPart> parts;
            for (const std::string& name : names)
                parts.push_back({.name = name, .content = "x"});
            return buildZip(parts);
        };
        const auto typed = [](const std::string& type) {
            return buildZip(
                {{.name = "[Content_Types].xml",
                  .content = "<Types><Override PartName='/a' ContentType='" + type + "'/></Types>"},
                 {.name = "xl/workbook.xml", .content = "x"}});
        };
        const auto mime = [](const std::string& type) {
            return buildZip({{.name = "mimetype", .content = type, .deflate = false},
                             {.name = "content.xml", .content = "<x/>"}});
        };
        row("xlsb", zip({"xl/workbook.bin"}), ".xlsb");
        row("xlsb_typed", typed("application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
            ".xlsb");
        row("docx", zip({"word/document.xml"}), "Word");
        row("docx_typed",
            typed(
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
            "Word");
        row("pptx", zip({"ppt/presentation.xml"}), "PowerPoint");
        row("visio", typed("application/vnd.ms-visio.drawing.main+xml"), "Visio");
        row("odt", mime("application/vnd.oasis.opendocument.text"), ".odt");
        row("sxc", mime("application/vnd.sun.xml.calc"), ".sxc");
        row("epub", zip({"mimetype"}), "ZIP");
        row("fods", "<?xml version=\"1.0\"?>\n<office:document office:mimetype=\"x\">", ".fods");
        row("numbers", zip({"Index/Document.iwa"}), "Numbers");
        row("zip", zip({"folder/", "readme.txt", "a.csv"}), "\"readme.txt\" and 1 more");
        row("empty_zip", zip({}), "empty ZIP");
        row("xls", ole2("Workbook"), ".xls");
        row("html_as_xls", "<html><table><tr><td>a</td></tr></table></html>", "web page");
        row("html_after_bom", "\xEF\xBB\xBF\r\n<!DOCTYPE HTML><table>", "web page");
        row("xml_2003", "<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?>",
            "Excel 2003");
        row("pdf", "%PDF-1.7\n", "PDF");
        row("json", "[{\"a\": 1}]", "JSON");
        row("png", "\x89PNG\r\n\x1A\n"s, "PNG");
        row("tar", std::string(257, 'a') + "ustar" + std::string(300, '\0'), "tar");
        row("binary", "\x01\x02\x03\x04\x05\x06\x07\x08"s, "neither text");
        row("gz_of_zip", gzipped(zip({"xl/workbook.xml"})), "holds a workbook");
        row("gz_of_gz", gzipped(gzipped("a,b\n")), "another .gz");
    }
    void otherFormat_open_isRefusedByName() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, word);
        const ReadSheet sheet = readSheet(folder_.write("list.csv", bytes.toStdString()));
        QVERIFY(sheet.failed);
        QCOMPARE(sheet.error.code, SheetErrorCode::UnsupportedFormat);
        QVERIFY2(leadsheet::text::render(sheet.error.reason).find(word.toStdString()) !=
                     std::string::npos,
                 leadsheet::text::render(sheet.error.reason).c_str());
        QVERIFY(!sheet.error.wayOut.empty());
    }

    void encryptedWorkbook_open_isNamed() {
        const ReadSheet sheet = readSheet(folder_.write("a.xlsx", ole2("EncryptedPackage")));
        QCOMPARE(sheet.error.code, SheetErrorCode::PasswordProtected);
    }

    void cutArchive_open_isDamaged() {
        const std::string cut = "PK\x03\x04"s + std::string(26, '\0') + "[Content_Types].xml";
        QCOMPARE(readSheet(folder_.write("a.xlsx", cut)).error.code, SheetErrorCode::DamagedFile);
    }

    void missingFolderPipeEmpty_open_areToldApart() {
        QCOMPARE(readSheet(folder_.path("none.csv")).error.code, SheetErrorCode::NotFound);
        QCOMPARE(readSheet(folder_.path(".")).error.code, SheetErrorCode::NotAFile);
        QCOMPARE(readSheet(folder_.write("e.csv", "")).error.code, SheetErrorCode::Empty);
        const auto pipe = folder_.path("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(readSheet(pipe).error.code, SheetErrorCode::NotAFile);
    }

    void name_misleading_contentDecides() {
        QCOMPARE(readSheet(folder_.write("list.xlsx", "a,b\n1,2\n")).text(),
                 std::string("a|b\n1|2\n"));
    }

    void gzip_read_givesTheSheetInside() {
        std::string text;
        for (int i = 0; i < 40'000; ++i)
            text += "row " + std::to_string(i) + ",\"x\ny\"\n";
        const auto plain = readSheet(folder_.write("a.csv", text));
        const auto packed = readSheet(folder_.write("a.csv.gz", gzipped(text)));
        QVERIFY2(!packed.failed, packed.error.message().c_str());
        QVERIFY(plain.rows == packed.rows);
        const auto twoMembers =
            readSheet(folder_.write("b.gz", gzipped("a,b\n") + gzipped("1,2\n")));
        QCOMPARE(twoMembers.text(), std::string("a|b\n1|2\n"));
    }

    void gzip_cutOrDamaged_isAnError() {
        std::string noise;
        for (unsigned i = 0, x = 1; i < 100'000; ++i, x = x * 1664525 + 1013904223)
            noise += i % 30 == 29 ? '\n' : static_cast<char>('a' + (x >> 24) % 26);
        const std::string packed = gzipped(noise);
        QCOMPARE(readSheet(folder_.write("a.gz", packed.substr(0, packed.size() / 2))).error.code,
                 SheetErrorCode::DamagedFile);
        std::string broken = packed;
        broken[broken.size() / 2] = static_cast<char>(~broken[broken.size() / 2]);
        QCOMPARE(readSheet(folder_.write("b.gz", broken)).error.code, SheetErrorCode::DamagedFile);
    }

    void gzipBomb_open_isRefusedEarly() {
        SheetOptions options;
        options.limits.maxInflatedWithoutRow = 4 << 20;
        options.limits.maxInflatedBytes = 16 << 20;
        const auto blank = gzipped(std::string(32 << 20, ' '));
        QCOMPARE(readSheet(folder_.write("a.gz", blank), options).error.code,
                 SheetErrorCode::LimitExceeded);
        std::string lines(32 << 20, '\n');
        QCOMPARE(readSheet(folder_.write("b.gz", gzipped(lines)), options).error.code,
                 SheetErrorCode::LimitExceeded);
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_file_kinds, FileKindsTest);
#include "tst_file_kinds.moc"
