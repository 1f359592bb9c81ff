// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/decimal.hpp"
#include "leadsheet/money.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <limits>

using namespace leadsheet;

namespace {
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
} // namespace

class MoneyTest : public QObject {
    Q_OBJECT

private slots:
    void format_amounts_areGroupedAndSigned_data() {
        QTest::addColumn<qint64>("amount");
        QTest::addColumn<std::string>("currency");
        QTest::addColumn<std::string>("expected");
        QTest::newRow("thousands")
            << qint64{824000} << std::string("USD") << std::string("$8,240.00");
        QTest::newRow("zero") << qint64{0} << std::string("USD") << std::string("$0.00");
        QTest::newRow("cents") << qint64{7} << std::string("USD") << std::string("$0.07");
        QTest::newRow("two digits") << qint64{12} << std::string("USD") << std::string("$0.12");
        QTest::newRow("hundreds") << qint64{12345} << std::string("USD") << std::string("$123.45");
        QTest::newRow("negative") << qint64{-150} << std::string("USD") << std::string("-$1.50");
        QTest::newRow("million") << qint64{123456789} << std::string("USD")
                                 << std::string("$1,234,567.89");
        QTest::newRow("no minor unit")
            << qint64{1200} << std::string("JPY") << std::string("1,200 JPY");
        QTest::newRow("three digits")
            << qint64{1234567} << std::string("KWD") << std::string("1,234.567 KWD");
        QTest::newRow("euro") << qint64{100000} << std::string("EUR")
                              << std::string("1,000.00 EUR");
        QTest::newRow("smallest") << qint64{kMin} << std::string("USD")
                                  << std::string("-$92,233,720,368,547,758.08");
    }
    void format_amounts_areGroupedAndSigned() {
        QFETCH(qint64, amount);
        QFETCH(std::string, currency);
        QFETCH(std::string, expected);
        QCOMPARE(format(Money{amount, currency}), expected);
    }

    void parseMoney_text_isReadExactlyOrRefused_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("currency");
        QTest::addColumn<qint64>("expected"); // -1 = refused
        const auto row = [](const char* text, qint64 expected, const char* currency = "USD") {
            QTest::addRow("%s %s", text, currency)
                << std::string(text) << std::string(currency) << expected;
        };
        row("8240", 824000);
        row("8240.5", 824050);
        row("8,240.50", 824050);
        row("$8,240.00", 824000);
        row("1,234,567", 123456700);
        row("123,456", 12345600);
        row("1234,567", -1);
        row("1,23,4567", -1);
        row("1,2345678", -1);
        row("0", 0);
        row("1200", 1200, "JPY");
        row("1.234", 1234, "KWD");
        row("92233720368547758.07", kMax);
        row("92233720368547758.08", -1);
        row("", -1);
        row("$", -1);
        row("-1", -1);
        row("1.", -1);
        row(".5", -1);
        row("1.234", -1);
        row("1.5", -1, "JPY");
        row("12,34", -1);
        row("1,2345", -1);
        row(",123", -1);
        row("1,,234", -1);
        row("1 000", -1);
        row("1e3", -1);
        row("$5", -1, "EUR");
    }
    void parseMoney_text_isReadExactlyOrRefused() {
        QFETCH(std::string, text);
        QFETCH(std::string, currency);
        QFETCH(qint64, expected);
        const auto money = parseMoney(text, currency);
        QCOMPARE(money.has_value(), expected >= 0);
        if (money)
            QCOMPARE(qint64{money->amount}, expected);
        else
            QVERIFY(money.error().is(ErrorCode::InvalidArgument));
    }

    void parseMoney_longText_isShownInPart() {
        const std::string text(40, '7');
        const auto money = parseMoney(text + "x", "USD");
        QVERIFY(!money.has_value());
        QVERIFY(money.error().message.find(text) != std::string::npos);
        QVERIFY(money.error().message.find(text + "x") == std::string::npos);
    }

    void formatPlain_isReadBackByParseMoney() {
        for (const std::int64_t amount :
             {std::int64_t{0}, std::int64_t{5}, std::int64_t{824000}, kMax})
            QCOMPARE(parseMoney(formatPlain({amount, "USD"}))->amount, amount);
    }

    void arithmetic_overflow_isAnError() {
        const Money most{kMax, "USD"};
        QVERIFY(!most.plus({1, "USD"}).has_value());
        QVERIFY(!Money({kMin, "USD"}).minus({1, "USD"}).has_value());
        QVERIFY(!most.times(2).has_value());
        QCOMPARE(Money({5, "USD"}).times(-3)->amount, std::int64_t{-15});
        QCOMPARE(Money({5, "USD"}).plus({7, "USD"})->amount, std::int64_t{12});
        QCOMPARE(Money({5, "USD"}).minus({7, "USD"})->amount, std::int64_t{-2});
        for (const auto& refused :
             {most.plus({1, "USD"}), Money({kMin, "USD"}).minus({1, "USD"}), most.times(2)})
            QVERIFY(refused.error().is(ErrorCode::InvalidArgument));
    }

    void arithmetic_mixedCurrencies_isAnError() {
        const Money dollars{100, "USD"};
        const Money euros{100, "EUR"};
        QVERIFY(!dollars.plus(euros).has_value());
        QVERIFY(!dollars.minus(euros).has_value());
        QVERIFY(!dollars.exceeds(euros).has_value());
        QVERIFY(dollars.plus(euros).error().is(ErrorCode::InvalidArgument));
        QVERIFY(*dollars.exceeds({99, "USD"}));
        QVERIFY(!*dollars.exceeds({100, "USD"}));
    }

    void decimal_parse_isExactOrNothing_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("shown"); // empty = refused
        const auto row = [](const char* text, const char* shown) {
            QTest::addRow("%s", text) << std::string(text) << std::string(shown);
        };
        row("4.5", "4.5");
        row("4.50", "4.5");
        row("4.00", "4");
        row("-0.05", "-0.05");
        row("0", "0");
        row("10", "10");
        row("00.10", "0.1");
        row("0.000000000000000001", "0.000000000000000001");
        row("9223372036854775807", "9223372036854775807");
        row("-9223372036854775808", "-9223372036854775808");
        row("9223372036854775808", "");
        row("0.0000000000000000001", "");
        row("1e3", "");
        row("1.", "");
        row(".5", "");
        row("", "");
        row("-", "");
        row("1.2.3", "");
        row("+1", "");
        row("1,5", "");
    }
    void decimal_parse_isExactOrNothing() {
        QFETCH(std::string, text);
        QFETCH(std::string, shown);
        const auto decimal = Decimal::parse(text);
        QCOMPARE(decimal.has_value(), !shown.empty());
        if (decimal)
            QCOMPARE(decimal->toString(), shown);
    }

    void decimal_trailingZeros_compareEqual() {
        QVERIFY(*Decimal::parse("4.50") == *Decimal::parse("4.5"));
        QVERIFY(!(*Decimal::parse("4.51") == *Decimal::parse("4.5")));
    }
};

LEADSHEET_TEST(tst_money, MoneyTest);
#include "tst_money.moc"
