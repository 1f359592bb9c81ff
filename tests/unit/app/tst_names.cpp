// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "text/names.hpp"

#include <QtTest>

using namespace leadsheet::app;

// Texts as people mean them.
class NamesTest : public QObject {
    Q_OBJECT

private slots:
    // ASCII takes a short way; one other letter makes the whole text take the long one.
    void ascii_likeAnyOtherText_data() {
        QTest::addColumn<int>("code");
        for (int code = 1; code < 0x80; ++code)
            QTest::newRow(std::to_string(code).c_str()) << code;
    }
    void ascii_likeAnyOtherText() {
        QFETCH(int, code);
        const std::string text = "Ab" + std::string(1, static_cast<char>(code)) + "cD9";
        QCOMPARE(lowerCase(text + "\xC3\x89"), lowerCase(text) + "\xC3\xA9");
        QCOMPARE(upperCase(text + "\xC3\xA9"), upperCase(text) + "\xC3\x89");
        std::vector<std::string> words = plainWords(text);
        // What stands behind a bracket is a remark.
        if (code != '(' && code != '[')
            words.emplace_back("e");
        QVERIFY(plainWords(text + " \xC3\x89") == words);
    }

    void name_plain_isWhatIsMeant_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("plain");
        QTest::newRow("remark") << "Branchen (kommagetrennt)"
                                << "branchen";
        QTest::newRow("accents") << QString::fromUtf8("Größe / Taille é") << "grossetaillee";
        QTest::newRow("punctuation") << " Job-Title_2 "
                                     << "jobtitle2";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("a remark alone") << "(x)"
                                        << "x";
        QTest::newRow("too long") << QString("a").repeated(300) << QString("a").repeated(200);
    }
    void name_plain_isWhatIsMeant() {
        QFETCH(QString, name);
        QFETCH(QString, plain);
        QCOMPARE(QString::fromStdString(plainName(name.toStdString())), plain);
    }

    void blanks_atTheEnds_areCut_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cut");
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("blanks alone") << " \t\r\n\v\f "
                                      << "";
        QTest::newRow("none") << "a b"
                              << "a b";
        QTest::newRow("in front") << " a"
                                  << "a";
        QTest::newRow("behind") << "a\n"
                                << "a";
        QTest::newRow("no-break") << QString::fromUtf8("\u00A0\u202F a\u3000") << "a";
        QTest::newRow("other letters") << QString::fromUtf8("é x ß ") << QString::fromUtf8("é x ß");
    }
    void blanks_atTheEnds_areCut() {
        QFETCH(QString, text);
        QFETCH(QString, cut);
        const std::string bytes = text.toStdString();
        QCOMPARE(QString::fromStdString(std::string(trimmed(bytes))), cut);
    }
};

LEADSHEET_TEST(tst_names, NamesTest);
#include "tst_names.moc"
