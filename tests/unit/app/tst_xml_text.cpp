// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "write/xml_text.hpp"

#include <QtTest>
#include <string>

using namespace leadsheet::app;
using namespace std::string_literals;

class XmlTextTest : public QObject {
    Q_OBJECT

private slots:
    void text_inOoxml_isEscaped_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("xml");
        QTest::newRow("plain") << "Müller & Co"s
                               << "Müller &amp; Co"s;
        QTest::newRow("markup") << "a<b>c\"d'"s
                                << "a&lt;b&gt;c&quot;d'"s;
        QTest::newRow("tab and line feed") << "a\tb\nc"s
                                           << "a\tb\nc"s;
        QTest::newRow("carriage return") << "a\r\nb"s
                                         << "a_x000D_\nb"s;
        QTest::newRow("control and nul") << "\x01\0\x1F"s
                                         << "_x0001__x0000__x001F_"s;
        QTest::newRow("literal escape") << "_x000D_"s
                                        << "_x005F_x000D_"s;
        QTest::newRow("small hex digits") << "_x00aB_"s
                                          << "_x005F_x00aB_"s;
        QTest::newRow("no escape") << "_x00G0_ x_y_ _x_ _x00041_ _x000D"s
                                   << "_x00G0_ x_y_ _x_ _x00041_ _x000D"s;
        QTest::newRow("what others take for one") << "_X000D_ _xA_ _x00A_"s
                                                  << "_x005F_X000D_ _x005F_xA_ _x005F_x00A_"s;
        QTest::newRow("escape ended by an escape") << "_x0041\x07"s
                                                   << "_x005F_x0041_x0007_"s;
        QTest::newRow("escape ended by an escaped underscore") << "_x0041_x0042_"s
                                                               << "_x005F_x0041_x005F_x0042_"s;
        QTest::newRow("noncharacter") << "a\xEF\xBF\xBF\xEF\xBF\xBE"s
                                      << "a_xFFFF__xFFFE_"s;
        QTest::newRow("delete and emoji") << "\x7F😀"s
                                          << "\x7F😀"s;
    }
    void text_inOoxml_isEscaped() {
        QFETCH(std::string, text);
        QFETCH(std::string, xml);
        std::string out = ">";
        XmlTextStats stats;
        appendXmlText(out, text, XmlDialect::Ooxml, stats);
        QCOMPARE(out, ">" + xml);
        QCOMPARE(stats.repaired, std::uint64_t{0});
        QVERIFY(xml.size() <= text.size() * kMaxXmlGrowth);
    }

    void text_brokenUtf8_isRepairedAndCounted() {
        for (const auto dialect : {XmlDialect::Ooxml, XmlDialect::Odf}) {
            std::string out;
            XmlTextStats stats;
            appendXmlText(out, "na\xEFve \xC3\xBC \xED\xA0\x80", dialect, stats);
            QCOMPARE(out, "na\uFFFDve ü \uFFFD\uFFFD\uFFFD"s);
            QCOMPARE(stats.repaired, std::uint64_t{4});
        }
    }

    void text_controlInOdf_isReplaced() {
        std::string out;
        XmlTextStats stats;
        appendXmlText(out, "a\x07_x0007_\r", XmlDialect::Odf, stats);
        QCOMPARE(out, "a\uFFFD_x0007_\uFFFD"s);
        QCOMPARE(stats.repaired, std::uint64_t{2});
    }

    void prefix_longText_splitsNoCharacter_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::size_t>("units");
        QTest::addColumn<std::string>("start");
        QTest::newRow("short") << "ab"s << std::size_t{3} << "ab"s;
        QTest::newRow("ascii") << "abcd"s << std::size_t{3} << "abc"s;
        QTest::newRow("two byte letters") << "üöä"s << std::size_t{2} << "üö"s;
        QTest::newRow("long in bytes only") << "üöä"s << std::size_t{3} << "üöä"s;
        QTest::newRow("surrogate pair fits") << "a😀b"s << std::size_t{3} << "a😀"s;
        QTest::newRow("surrogate pair does not") << "a😀b"s << std::size_t{2} << "a"s;
        QTest::newRow("broken bytes count") << "\xFF\xFF\xFF"s << std::size_t{2} << "\xFF\xFF"s;
    }
    void prefix_longText_splitsNoCharacter() {
        QFETCH(std::string, text);
        QFETCH(std::size_t, units);
        QFETCH(std::string, start);
        QCOMPARE(std::string(utf16Prefix(text, units)), start);
    }
};

LEADSHEET_TEST(tst_xml_text, XmlTextTest);
#include "tst_xml_text.moc"
