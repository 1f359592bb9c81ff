// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "output/text.hpp"
#include "output/words.hpp"

#include <QtTest>

using namespace leadsheet::cli;

class TextTest : public QObject {
    Q_OBJECT

private slots:
    void cleanText_inputs_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("output");
        QTest::newRow("plain") << QByteArray("Müller") << QByteArray("Müller");
        QTest::newRow("escape") << QByteArray("a\x1b[31mb") << QByteArray("a[31mb");
        QTest::newRow("line feed") << QByteArray("a\nb\tc") << QByteArray("a b c");
        QTest::newRow("C1 control") << QByteArray("a\xc2\x9b"
                                                  "31mb")
                                    << QByteArray("a31mb");
        QTest::newRow("right-to-left override") << QByteArray("a\xe2\x80\xae"
                                                              "b")
                                                << QByteArray("ab");
        QTest::newRow("malformed") << QByteArray("a\xff"
                                                 "b")
                                   << QByteArray("a\xef\xbf\xbd"
                                                 "b");
        QTest::newRow("cut sequence") << QByteArray("a\xe2\x82") << QByteArray("a\xef\xbf\xbd");
        QTest::newRow("overlong") << QByteArray("\xe0\x80\x80") << QByteArray("\xef\xbf\xbd");
    }
    void cleanText_inputs() {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, output);
        QCOMPARE(QByteArray::fromStdString(cleanText(input.toStdString())), output);
    }

    void columnsOf_wideAndCombining_countsAsATerminalDoes() {
        QCOMPARE(columnsOf(std::string_view("abc")), std::size_t{3});
        QCOMPARE(columnsOf(std::string_view("日本")), std::size_t{4});
        QCOMPARE(columnsOf(std::string_view("e\xcc\x81")), std::size_t{1});
    }

    void fitText_tooLong_endsInAnEllipsis() {
        QCOMPARE(fitText("abcdef", 4), std::string("abc…"));
        QCOMPARE(fitText("abcd", 4), std::string("abcd"));
        QCOMPARE(fitText("日本語", 4), std::string("日…"));
        QCOMPARE(fitText("abc", 0), std::string());
    }

    void render_narrow_wrapsAtWordsWithIndent() {
        TextLook look;
        look.columns = 10;
        look.indent = 2;
        QCOMPARE(render(Text("one two three four"), look),
                 std::string("one two\n  three\n  four\n"));
    }

    void render_longWord_isNotCut() {
        TextLook look;
        look.columns = 5;
        QCOMPARE(render(Text("a abcdefghij b"), look), std::string("a\nabcdefghij\nb\n"));
    }

    void render_asciiLook_replacesSigns() {
        TextLook look;
        look.unicode = false;
        QCOMPARE(render(Text("a · b → c … Müller"), look), std::string("a | b -> c ... Müller\n"));
        look.ascii = true;
        QCOMPARE(render(Text("Müller"), look), std::string("M?ller\n"));
    }

    void render_colour_isResetAfterEachWord() {
        TextLook look;
        look.colour = true;
        QCOMPARE(render(Text("a b", Style::Bold), look),
                 std::string("\033[1ma\033[0m \033[1mb\033[0m\n"));
    }

    void shellQuoted_words_data() {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("output");
        QTest::newRow("plain") << "icps.csv"
                               << "icps.csv";
        QTest::newRow("space") << "ICP list.csv"
                               << "'ICP list.csv'";
        QTest::newRow("quote") << "it's"
                               << "'it'\\''s'";
        QTest::newRow("empty") << ""
                               << "''";
        QTest::newRow("dollar") << "$HOME"
                                << "'$HOME'";
    }
    void shellQuoted_words() {
        QFETCH(QString, input);
        QFETCH(QString, output);
        QCOMPARE(QString::fromStdString(shellQuoted(input.toStdString())), output);
    }
};

LEADSHEET_TEST(tst_text, TextTest);
#include "tst_text.moc"
