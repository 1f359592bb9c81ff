// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/display.hpp"
#include "leadsheet/app/numbers.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <limits>

using namespace leadsheet::app;

Q_DECLARE_METATYPE(leadsheet::app::NumberFault)
Q_DECLARE_METATYPE(leadsheet::app::NumberStyle)

class NumbersTest : public QObject {
    Q_OBJECT

private slots:
    void count_written_isReadOrRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<NumberStyle>("style");
        QTest::addColumn<NumberFault>("fault");
        QTest::addColumn<qint64>("value");
        QTest::addColumn<bool>("noted");
        const auto ok = [](const char* text, NumberStyle style, qint64 value, bool noted) {
            QTest::addRow("%s style %d", text, static_cast<int>(style))
                << QString(text) << style << NumberFault::None << value << noted;
        };
        const auto bad = [](const char* text, NumberStyle style, NumberFault fault) {
            QTest::addRow("%s style %d", text, static_cast<int>(style))
                << QString(text) << style << fault << qint64{0} << false;
        };
        constexpr auto kAuto = NumberStyle::Auto;
        ok("500", kAuto, 500, false);
        ok("0", kAuto, 0, false);
        ok(" 500 ", kAuto, 500, false);
        ok("1 000", kAuto, 1000, true);
        ok("1\u00A0000", kAuto, 1000, true);
        ok("1\u202F000", kAuto, 1000, true);
        ok("1'000", kAuto, 1000, true);
        ok("1,234", kAuto, 1234, true);
        ok("1.234", kAuto, 1234, true);
        ok("50,001", kAuto, 50001, true);
        ok("1,234,567", kAuto, 1234567, true);
        ok("1.234.567", kAuto, 1234567, true);
        ok("1,234.00", kAuto, 1234, true);
        ok("500.0", kAuto, 500, true);
        ok("500,0", kAuto, 500, true);
        ok("500.00", kAuto, 500, true);
        ok("+500", kAuto, 500, true);
        ok("007", kAuto, 7, true);
        ok("1,000", NumberStyle::Comma, 1000, false);
        ok("1.000", NumberStyle::Dot, 1000, false);
        ok("1.000", NumberStyle::Comma, 1, false);
        ok("1,000", NumberStyle::Dot, 1, false);
        ok("1 000", NumberStyle::Dot, 1000, true);
        bad("1,000", kAuto, NumberFault::Ambiguous);
        bad("1.000", kAuto, NumberFault::Ambiguous);
        bad("500.000", kAuto, NumberFault::Ambiguous);
        bad("1e3", kAuto, NumberFault::Scientific);
        bad("1.2E+05", kAuto, NumberFault::Scientific);
        bad("12.5", kAuto, NumberFault::Fraction);
        bad("37,5", kAuto, NumberFault::Fraction);
        bad("1,234.5", kAuto, NumberFault::Fraction);
        bad("-5", kAuto, NumberFault::Negative);
        bad("\u22125", kAuto, NumberFault::Negative);
        bad("1,00,000", kAuto, NumberFault::BadGrouping);
        bad("10 00", kAuto, NumberFault::BadGrouping);
        bad("1,234.567.890", kAuto, NumberFault::BadGrouping);
        bad("12,34", NumberStyle::Comma, NumberFault::BadGrouping);
        bad("five hundred", kAuto, NumberFault::NotANumber);
        bad("500 leads", kAuto, NumberFault::NotANumber);
        bad("~500", kAuto, NumberFault::NotANumber);
        bad("100-200", kAuto, NumberFault::NotANumber);
        bad("500+", kAuto, NumberFault::NotANumber);
        bad("$500", kAuto, NumberFault::NotANumber);
        bad("0x1F4", kAuto, NumberFault::NotANumber);
        bad("٥٠٠", kAuto, NumberFault::NotANumber);
        bad("-", kAuto, NumberFault::NotANumber);
        bad("1,", kAuto, NumberFault::NotANumber);
        bad("", kAuto, NumberFault::Empty);
        bad(" \u00A0 ", kAuto, NumberFault::Empty);
        bad("99999999999999999999", kAuto, NumberFault::TooLarge);
    }
    void count_written_isReadOrRefused() {
        QFETCH(QString, text);
        QFETCH(NumberStyle, style);
        QFETCH(NumberFault, fault);
        QFETCH(qint64, value);
        QFETCH(bool, noted);
        const NumberReading reading = readCount(text.toStdString(), style);
        QCOMPARE(static_cast<int>(reading.fault), static_cast<int>(fault));
        if (reading.ok()) {
            QCOMPARE(reading.unscaled, value);
            QCOMPARE(!reading.note.empty(), noted);
        } else {
            QVERIFY(!reading.reason.empty());
            QVERIFY(!reading.fix.empty());
        }
    }

    void decimal_written_isExact() {
        const auto read = [](const char* text, NumberStyle style = NumberStyle::Auto) {
            return readDecimal(text, 1, style);
        };
        QCOMPARE(read("4.5").unscaled, std::int64_t{45});
        QCOMPARE(read("4.5").scale, 1);
        QCOMPARE(read("4,5").unscaled, std::int64_t{45});
        QVERIFY(!read("4,5").note.empty());
        QCOMPARE(read("4.50").scale, 1);
        QCOMPARE(read("4").scale, 0);
        QCOMPARE(read("-0.5").unscaled, std::int64_t{-5});
        QVERIFY(read("4.55").fault == NumberFault::TooPrecise);
        QVERIFY(read("4.555").fault == NumberFault::Ambiguous);
        QVERIFY(read("4.555", NumberStyle::Comma).fault == NumberFault::TooPrecise);
    }

    void boolean_words_areUnderstood() {
        for (const char* yes : {"yes", "Y", "TRUE", "1", "x", "Ja", "wahr", "Oui", "Sí", "✓", "S",
                                "T", "ano", "evet", "kyllä", "igen", "○"})
            QVERIFY2(readBoolean(yes) == true, yes);
        for (const char* no : {"no", "N", "false", "0", "Nein", "falsch", "non", "-", "F", "nej",
                               "nei", "ne", "hayır", "ei", "nem"})
            QVERIFY2(readBoolean(no) == false, no);
        QVERIFY(readBoolean("no (not required)") == false);
        QVERIFY(readBoolean("Ja (Pflicht)") == true);
        std::string deep;
        for (int i = 0; i < 500'000; ++i)
            deep += "1(";
        QVERIFY(!readBoolean(deep).has_value());
        for (const char* other :
             {"", "maybe", "2", "?", "yes no", "O", "|", "yes|no", "yes (optional)",
              "yes (mobile only)", "no (only if available)", "yes (ja) - not before May"})
            QVERIFY2(!readBoolean(other).has_value(), other);
    }

    void display_numbers_areEnglish() {
        QCOMPARE(displayNumber(0), std::string("0"));
        QCOMPARE(displayNumber(1234), std::string("1,234"));
        QCOMPARE(displayNumber(-1234567), std::string("-1,234,567"));
        QCOMPARE(displayNumber(std::numeric_limits<std::int64_t>::min()),
                 std::string("-9,223,372,036,854,775,808"));
        QCOMPARE(displayCount(1, "order", "orders"), std::string("1 order"));
        QCOMPARE(displayCount(1412, "order", "orders"), std::string("1,412 orders"));
        QCOMPARE(displayUnitPrice(120'000, "USD"), std::string("$0.12"));
        QCOMPARE(displayUnitPrice(125'500, "USD"), std::string("$0.1255"));
        QCOMPARE(displayUnitPrice(2'000'000, "EUR"), std::string("2.00 EUR"));
        QCOMPARE(displayBytes(1), std::string("1 byte"));
        QCOMPARE(displayBytes(999), std::string("999 bytes"));
        QCOMPARE(displayBytes(2'440'000), std::string("2.4 MB"));
        QCOMPARE(displayBytes(999'960), std::string("1.0 MB"));
    }
};

LEADSHEET_TEST(tst_numbers, NumbersTest);
#include "tst_numbers.moc"
