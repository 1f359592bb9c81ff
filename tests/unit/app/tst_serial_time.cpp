// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"
#include "test_main.hpp"

#include <QDate>
#include <QtTest>

using namespace leadsheet::app;

namespace {

QString iso(double serial, bool date1904 = false) {
    return QString::fromStdString(isoDate(serial, date1904));
}

QString shown(const char* code, double value, bool date1904) {
    std::string out;
    NumberFormat::parse(code).append(out, value, date1904);
    return QString::fromStdString(out);
}

constexpr double kSecond = 1.0 / 86'400;

} // namespace

class SerialTimeTest : public QObject {
    Q_OBJECT

private slots:
    void day_ofEitherSystem_isTheCalendars() {
        const QDate epoch(1899, 12, 30);
        for (int serial = 61; serial < 2'958'466; serial += serial < 100'000 ? 1 : 97) {
            SerialTime time;
            QVERIFY(serialTime(serial, false, 0, time));
            const QDate date = epoch.addDays(serial);
            QCOMPARE(QDate(time.year, time.month, time.day), date);
            QCOMPARE(time.weekday, date.dayOfWeek() % 7);
            SerialTime shifted;
            if (serial >= 1462) {
                QVERIFY(serialTime(serial - 1462, true, 0, shifted));
                QCOMPARE(QDate(shifted.year, shifted.month, shifted.day), date);
                QCOMPARE(shifted.weekday, time.weekday);
            }
        }
    }

    void day_before1March1900_followsTheLeapYearBug() {
        QCOMPARE(iso(1), QString("1900-01-01"));
        QCOMPARE(iso(31), QString("1900-01-31"));
        QCOMPARE(iso(32), QString("1900-02-01"));
        QCOMPARE(iso(59), QString("1900-02-28"));
        QCOMPARE(iso(60), QString("1900-02-29"));
        QCOMPARE(iso(61), QString("1900-03-01"));
        for (int serial = 0; serial < 63; ++serial) {
            SerialTime time;
            QVERIFY(serialTime(serial, false, 0, time));
            QCOMPARE(time.weekday, (serial + 6) % 7);
        }
    }

    void day_of1904System_startsWithItsYear() {
        QCOMPARE(iso(0, true), QString("1904-01-01"));
        QCOMPARE(iso(59, true), QString("1904-02-29"));
        QCOMPARE(iso(60, true), QString("1904-03-01"));
        QCOMPARE(iso(44650, true), QString("2026-03-31"));
        QCOMPARE(shown("dddd yyyy-mm-dd", 0, true), QString("Friday 1904-01-01"));
    }

    void serial_outsideOfTheCalendar_isNoDate() {
        QCOMPARE(iso(2'958'465), QString("9999-12-31"));
        QCOMPARE(iso(2'958'466), QString());
        QCOMPARE(iso(2'957'003, true), QString("9999-12-31"));
        QCOMPARE(iso(2'957'004, true), QString());
        QCOMPARE(iso(-1), QString());
        QCOMPARE(iso(-1e-9), QString());
        QCOMPARE(iso(1e300), QString());
        QCOMPARE(iso(std::nan("")), QString());
        // The last second rounds into a year that does not exist.
        QCOMPARE(iso(2'958'465.9999999999), QString());
        SerialTime time;
        QVERIFY(!serialTime(2'958'465 + 0.9 * kSecond + 86'399 * kSecond, false, 0, time));
    }

    void negative_serial_isANumberOrHasAMinus() {
        QCOMPARE(shown("yyyy-mm-dd", -1, false), QString("-1"));
        QCOMPARE(shown("yyyy-mm-dd", -1, true), QString("-1904-01-02"));
        QCOMPARE(shown("h:mm", -0.25, false), QString("-0.25"));
        QCOMPARE(shown("h:mm", -0.25, true), QString("-6:00"));
        QCOMPARE(shown("[h]:mm", -1.25, false), QString("-30:00"));
        QCOMPARE(shown("[h]:mm", -1.25, true), QString("-30:00"));
        QCOMPARE(shown("[h]:mm", -0.1 * kSecond, false), QString("0:00"));
    }

    void time_isRoundedToWhatIsShown_data() {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("down") << 12.4 << 0 << "2026-03-31 00:00:12.000";
        QTest::newRow("half up") << 12.5 << 0 << "2026-03-31 00:00:13.000";
        QTest::newRow("tenth") << 12.25 << 1 << "2026-03-31 00:00:12.300";
        QTest::newRow("hundredth") << 12.345 << 2 << "2026-03-31 00:00:12.350";
        QTest::newRow("thousandth") << 12.3456 << 3 << "2026-03-31 00:00:12.346";
        QTest::newRow("into minute") << 59.9996 << 3 << "2026-03-31 00:01:00.000";
        QTest::newRow("into hour") << 3599.6 << 0 << "2026-03-31 01:00:00.000";
        QTest::newRow("into day") << 86399.96 << 1 << "2026-04-01 00:00:00.000";
        QTest::newRow("not into day") << 86399.94 << 1 << "2026-03-31 23:59:59.900";
        QTest::newRow("more digits") << 12.3456 << 9 << "2026-03-31 00:00:12.346";
        QTest::newRow("fewer digits") << 12.3456 << -1 << "2026-03-31 00:00:12.000";
    }
    void time_isRoundedToWhatIsShown() {
        QFETCH(double, seconds);
        QFETCH(int, digits);
        SerialTime time;
        QVERIFY(serialTime(46'112 + seconds * kSecond, false, digits, time));
        QTEST(QString::asprintf("%04d-%02d-%02d %02d:%02d:%02d.%03d", time.year, time.month,
                                time.day, time.hour, time.minute, time.second, time.millisecond),
              "text");
    }

    void everySecondOfADay_isReadExactly() {
        for (int second = 0; second < 86'400; ++second) {
            SerialTime time;
            QVERIFY(serialTime(46'112 + second * kSecond, false, 3, time));
            QCOMPARE(time.hour * 3'600 + time.minute * 60 + time.second, second);
            QCOMPARE(time.millisecond, 0);
        }
    }

    void isoDate_hasTheTimeOnlyWhenThereIsOne() {
        QCOMPARE(iso(46'112), QString("2026-03-31"));
        QCOMPARE(iso(46'112.5), QString("2026-03-31T12:00:00"));
        QCOMPARE(iso(46'112 + 0.25 * kSecond), QString("2026-03-31T00:00:00.250"));
        QCOMPARE(iso(46'112 + 1e-9), QString("2026-03-31"));
        QCOMPARE(iso(0.75), QString("18:00:00"));
        QCOMPARE(iso(0), QString("00:00:00"));
        QCOMPARE(iso(0.75, true), QString("1904-01-01T18:00:00"));
    }
};

LEADSHEET_TEST(tst_serial_time, SerialTimeTest);
#include "tst_serial_time.moc"
