// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/timestamp.hpp"
#include "retry/retry_after.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;

namespace {

const WallTime kNow = *parseTimestamp("2026-03-01T12:00:00Z");
constexpr qint64 kMalformed = -1;

} // namespace

class RetryAfterTest : public QObject {
    Q_OBJECT

private slots:
    void parseRetryAfter_value_givesMilliseconds_data() {
        QTest::addColumn<std::string>("value");
        QTest::addColumn<std::string>("date"); // the answer's Date header; empty = absent
        QTest::addColumn<qint64>("expected");
        const auto row = [](const char* name, const char* value, const char* date,
                            qint64 expected) {
            QTest::newRow(name) << std::string(value) << std::string(date) << expected;
        };
        row("seconds", "120", "", 120'000);
        row("zero", "0", "", 0);
        row("blanks around", " 7\t", "", 7'000);
        row("decimals are rounded up", "1.2", "", 2'000);
        row("decimal zeros are not", "1.000", "", 1'000);
        row("tiny", "0.0001", "", 1'000);
        row("huge is capped", "99999999999999999999999", "", 31'622'400'000);
        row("negative", "-5", "", kMalformed);
        row("plus", "+5", "", kMalformed);
        row("exponent", "1e3", "", kMalformed);
        row("two points", "1.2.3", "", kMalformed);
        row("point only", "1.", "", kMalformed);
        row("empty", "", "", kMalformed);
        row("words", "soon", "", kMalformed);
        row("unit", "5s", "", kMalformed);
        row("fixdate", "Sun, 01 Mar 2026 12:00:30 GMT", "Sun, 01 Mar 2026 12:00:00 GMT", 30'000);
        row("rfc 850", "Sunday, 01-Mar-26 12:00:30 GMT", "Sun, 01 Mar 2026 12:00:00 GMT", 30'000);
        row("asctime", "Sun Mar  1 12:00:30 2026", "Sun, 01 Mar 2026 12:00:00 GMT", 30'000);
        row("the server's clock counts", "Sun, 01 Mar 2037 12:00:30 GMT",
            "Sun, 01 Mar 2037 12:00:00 GMT", 30'000);
        row("date in the past", "Sun, 01 Mar 2026 11:00:00 GMT", "Sun, 01 Mar 2026 12:00:00 GMT",
            0);
        row("no Date header: our clock", "Sun, 01 Mar 2026 12:01:00 GMT", "", 60'000);
        row("bad Date header: our clock", "Sun, 01 Mar 2026 12:01:00 GMT", "yesterday", 60'000);
        row("seconds, sent twice", "120, 120", "", 120'000);
        row("seconds, then a date", "7,Sun, 01 Mar 2026 12:00:30 GMT", "", 7'000);
        row("a date, sent twice", "Sun, 01 Mar 2026 12:00:30 GMT, Sun, 01 Mar 2026 12:00:30 GMT",
            "", 30'000);
        row("asctime, far away", "Sun Mar  1 12:00:30 9026", "", 31'622'400'000);
        row("a comma only", ",", "", kMalformed);
        row("month and day", "May 5", "", kMalformed);
        row("no such day", "Mon, 30 Feb 2026 12:01:00 GMT", "", kMalformed);
        row("no such hour", "Sun, 01 Mar 2026 25:01:00 GMT", "", kMalformed);
        row("not GMT", "Sun, 01 Mar 2026 12:01:00 CET", "", kMalformed);
        row("text after it", "Sun, 01 Mar 2026 12:01:00 GMT x", "", kMalformed);
        row("asctime, a day of two digits", "Sun Mar 15 12:00:30 2026",
            "Sun, 15 Mar 2026 12:00:00 GMT", 30'000);
        row("blanks around the Date header", "Sun, 01 Mar 2037 12:00:30 GMT",
            "\tSun, 01 Mar 2037 12:00:00 GMT ", 30'000);
        row("last second of a day", "Sun, 01 Mar 2026 23:59:59 GMT",
            "Sun, 01 Mar 2026 23:59:00 GMT", 59'000);
        row("leap second", "Sun, 01 Mar 2026 23:59:60 GMT", "Sun, 01 Mar 2026 23:59:00 GMT",
            60'000);
        row("hour 24", "Sun, 01 Mar 2026 24:00:00 GMT", "", kMalformed);
        row("minute 60", "Sun, 01 Mar 2026 12:60:00 GMT", "", kMalformed);
        row("second 61", "Sun, 01 Mar 2026 12:01:61 GMT", "", kMalformed);
        row("no zone", "Sun, 01 Mar 2026 12:01:00", "", kMalformed);
        row("cut off", "Sun Mar  1 12:01:00 202", "", kMalformed);
        row("unknown month", "Sun, 01 Mai 2026 12:01:00 GMT", "", kMalformed);
        row("a letter in the year", "Sun, 01 Mar 2O26 12:01:00 GMT", "", kMalformed);
        row("a sign in the minute", "Sun, 01 Mar 2026 12:0/:00 GMT", "", kMalformed);
        row("a blank for a digit", "Sun,  1 Mar 2026 12:01:00 GMT", "", kMalformed);
        row("asctime, a blank behind the day", "Sun Mar 1  12:01:00 2026", "", kMalformed);
    }
    void parseRetryAfter_value_givesMilliseconds() {
        QFETCH(std::string, value);
        QFETCH(std::string, date);
        QFETCH(qint64, expected);
        const auto header = date.empty() ? std::nullopt : std::optional<std::string_view>(date);
        const auto wait = parseRetryAfter(value, header, kNow);
        QCOMPARE(wait ? qint64{wait->count()} : kMalformed, expected);
    }

    void parseHttpDate_twoDigitYear_isNoMoreThanFiftyYearsAhead() {
        QCOMPARE(formatTimestamp(*parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT", kNow)),
                 std::string("1994-11-06T08:49:37.000Z"));
        QCOMPARE(formatTimestamp(*parseHttpDate("Sunday, 06-Nov-70 08:49:37 GMT", kNow)),
                 std::string("2070-11-06T08:49:37.000Z"));
        QCOMPARE(formatTimestamp(*parseHttpDate("Friday, 06-Nov-76 08:49:37 GMT", kNow)),
                 std::string("2076-11-06T08:49:37.000Z"));
        QCOMPARE(formatTimestamp(*parseHttpDate("Sunday, 06-Nov-77 08:49:37 GMT", kNow)),
                 std::string("1977-11-06T08:49:37.000Z"));
    }

    void parseHttpDate_twoDigitYearAtTheTurnOfACentury_isTheNearOne() {
        const auto lastSecond = *parseTimestamp("2099-12-31T23:59:59Z");
        QCOMPARE(formatTimestamp(*parseHttpDate("Friday, 01-Jan-00 00:00:05 GMT", lastSecond)),
                 std::string("2100-01-01T00:00:05.000Z"));
        QCOMPARE(formatTimestamp(*parseHttpDate("Friday, 01-Jan-49 00:00:05 GMT", lastSecond)),
                 std::string("2149-01-01T00:00:05.000Z"));
        QCOMPARE(formatTimestamp(*parseHttpDate("Friday, 01-Jan-50 00:00:05 GMT", lastSecond)),
                 std::string("2050-01-01T00:00:05.000Z"));
        QCOMPARE(parseRetryAfter("Friday, 01-Jan-00 00:00:05 GMT", {}, lastSecond)->count(),
                 std::int64_t{6'000});
    }
};

LEADSHEET_TEST(tst_retry_after, RetryAfterTest);
#include "tst_retry_after.moc"
