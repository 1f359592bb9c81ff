// SPDX-License-Identifier: Apache-2.0
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include "sheet/transcoder.hpp"
#include "sheet/utf8.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

std::string encoded(std::string_view utf8, const char* encoding) {
    std::string out;
    Encoder::create(encoding)->encode(utf8, out);
    return out;
}

const std::string kGerman = "Firma;Stadt;Branche\nMüller & Söhne;München;Möbelgroßhandel\n"
                            "Jäger;Nürnberg;Gewürze für die Küche\nGrößer;Köln;Straßenbau\n";
const std::string kPolish = "Firma;Miasto\nŚwięty Mikołaj;Łódź\nŻółta Gęś;Kraków\n"
                            "Zażółć gęślą jaźń;Częstochowa\nPrzedsiębiorstwo usługowe;Gdańsk\n";
const std::string kRussian = "Компания;Город\nРога и копыта;Москва\nСтроительная фирма;Казань\n"
                             "Торговый дом;Санкт-Петербург\n";
const std::string kJapanese = "会社;都市\n株式会社サンプル;東京都\nソフトウェア開発;大阪府\n"
                              "日本語のテキスト;名古屋市\n";

} // namespace

class EncodingsTest : public QObject {
    Q_OBJECT

private slots:
    void encoding_unmarked_isFound_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("encoding");
        const auto row = [](const char* name, const std::string& text, const char* encoding) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QString(encoding);
        };
        row("utf8", kGerman, "UTF-8");
        row("windows_1252", kGerman, "windows-1252");
        row("windows_1250", kPolish, "windows-1250");
        row("windows_1251", kRussian, "windows-1251");
        row("koi8_r", kRussian, "KOI8-R");
        row("shift_jis", kJapanese, "Shift_JIS");
        row("euc_jp", kJapanese, "EUC-JP");
        row("utf16le", kGerman, "UTF-16LE");
        row("utf16be", kGerman, "UTF-16BE");
        row("utf32le", kGerman, "UTF-32LE");
        row("utf32be", kGerman, "UTF-32BE");
    }
    void encoding_unmarked_isFound() {
        QFETCH(QByteArray, text);
        QFETCH(QString, encoding);
        const auto name = encoding.toStdString();
        const ReadSheet sheet =
            readSheet(folder_.write("a.csv", encoded(text.toStdString(), name.c_str())));
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(QString::fromStdString(sheet.dialect.encoding), encoding);
        QCOMPARE(QByteArray::fromStdString(sheet.text()).replace('|', ';'), text);
        QCOMPARE(sheet.stats.replacedBytes, std::uint64_t{0});
    }

    void byteOrderMark_present_decides_data() {
        QTest::addColumn<QByteArray>("mark");
        QTest::addColumn<QString>("encoding");
        QTest::newRow("utf8") << QByteArray("\xEF\xBB\xBF") << "UTF-8";
        QTest::newRow("utf16le") << QByteArray("\xFF\xFE") << "UTF-16LE";
        QTest::newRow("utf16be") << QByteArray("\xFE\xFF") << "UTF-16BE";
        QTest::newRow("utf32le") << QByteArray("\xFF\xFE\0\0", 4) << "UTF-32LE";
        QTest::newRow("utf32be") << QByteArray("\0\0\xFE\xFF", 4) << "UTF-32BE";
    }
    void byteOrderMark_present_decides() {
        QFETCH(QByteArray, mark);
        QFETCH(QString, encoding);
        const std::string name = encoding.toStdString();
        const ReadSheet sheet = readSheet(folder_.write(
            "a.csv", mark.toStdString() + encoded("sep=;\r\nä;ö\r\n1;2\r\n", name.c_str())));
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(QString::fromStdString(sheet.dialect.encoding), encoding);
        QVERIFY(sheet.dialect.byteOrderMark);
        QCOMPARE(QByteArray::fromStdString(sheet.text()), QByteArray("ä|ö\n1|2\n"));
    }

    void wideText_tiny_isRecognised() {
        const ReadSheet sheet = readSheet(folder_.write("a.csv", widened("a,b", 2, false)));
        QCOMPARE(sheet.dialect.encoding, std::string("UTF-16LE"));
        QCOMPARE(sheet.text(), std::string("a|b\n"));
    }

    void shortGermanName_windows1252_isAcceptedUnasked() {
        const ReadSheet sheet =
            readSheet(folder_.write("a.csv", encoded("name;city\nMüller;Köln\n", "windows-1252")));
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(sheet.text(), std::string("name|city\nMüller|Köln\n"));
    }

    void westernText_thatFitsARareIsoPageToo_isWindows1252() {
        // The detector says ISO-8859-3, in which these bytes mean the same; others would not.
        const ReadSheet sheet = readSheet(folder_.write(
            "a.csv", encoded("scrapingOption,leadCount,industries,jobTitles,locations\n"
                             "filters,100,Software,CTO,München\nfilters,250,Fintech,CFO,Zürich\n",
                             "windows-1252")));
        QVERIFY2(!sheet.failed, sheet.error.message().c_str());
        QCOMPARE(sheet.dialect.encoding, std::string("windows-1252"));
    }

    void encoding_notTellable_asksWithSamples() {
        const std::string bytes =
            "name;city\nM\x9Fller;K\x9Aln\n"; // Mac Roman, as no detector knows
        const auto file = folder_.write("a.csv", bytes);
        const ReadSheet sheet = readSheet(file);
        QVERIFY(sheet.failed);
        QCOMPARE(sheet.error.code, SheetErrorCode::AmbiguousEncoding);
        QVERIFY(sheet.error.candidates.size() >= 2);
        bool mac = false;
        for (const EncodingCandidate& candidate : sheet.error.candidates) {
            QCOMPARE(candidate.sampleCells.size(), std::size_t{2});
            mac = mac ||
                  (candidate.encoding == "macintosh" && candidate.sampleCells.front() == "Müller");
        }
        QVERIFY(mac);
        SheetOptions options;
        options.encoding = "macintosh";
        QCOMPARE(readSheet(file, options).text(), std::string("name|city\nMüller|Köln\n"));
    }

    void encoding_unknownName_isRefused() {
        SheetOptions options;
        options.encoding = "utf-99";
        const ReadSheet sheet = readSheet(folder_.write("a.csv", "a,b\n"), options);
        QVERIFY(sheet.failed);
        QCOMPARE(sheet.error.code, SheetErrorCode::UnknownEncoding);
    }

    void statedEncoding_overridesDetection() {
        SheetOptions options;
        options.encoding = "latin1";
        const ReadSheet sheet =
            readSheet(folder_.write("a.csv", encoded(kGerman, "windows-1252")), options);
        QCOMPARE(sheet.dialect.encoding, std::string("windows-1252"));
        QVERIFY(sheet.dialect.encodingGiven);
        QCOMPARE(sheet.rows[1][0], std::string("Müller & Söhne"));
    }

    void transcodedText_overManySteps_isWhole() {
        std::string text;
        while (text.size() < 400'000)
            text += kJapanese;
        for (const char* encoding : {"UTF-16LE", "Shift_JIS", "GB18030"}) {
            SheetOptions options;
            options.encoding = encoding;
            const ReadSheet sheet =
                readSheet(folder_.write("a.csv", encoded(text, encoding)), options);
            QVERIFY2(!sheet.failed, encoding);
            std::string back = sheet.text();
            std::replace(back.begin(), back.end(), '|', ';');
            QVERIFY2(back == text, encoding);
        }
    }

    void utf8Check_anyBlockSize_countsTheSame() {
        const std::string text = "aä€🎈\xFF\xC3(\xE2\x82"
                                 "b\xF0\x9F";
        std::uint64_t replaced = 0;
        repairUtf8(text, replaced);
        for (std::size_t block = 1; block <= text.size(); ++block) {
            Utf8Check check;
            for (std::size_t at = 0; at < text.size(); at += block)
                check.feed(std::string_view(text).substr(at, block));
            check.finish();
            QCOMPARE(check.multiByte(), std::uint64_t{3});
            QVERIFY(check.bad() >= 4);
        }
        QVERIFY(replaced >= 4);
        QVERIFY(isValidUtf8("aä€🎈"));
        QVERIFY(!isValidUtf8("\xED\xA0\x80")); // surrogate
        QVERIFY(!isValidUtf8("\xC0\xAF"));     // overlong
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_encodings, EncodingsTest);
#include "tst_encodings.moc"
