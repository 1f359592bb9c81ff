// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "output/clock_words.hpp"

#include <QtTest>

#include <cstdlib>
#include <ctime>

using namespace leadsheet::cli;
using leadsheet::WallTime;

namespace {

// 2026-03-01T12:00:00Z
const WallTime kNoon{std::chrono::seconds(1'772'366'400)};

} // namespace

class ClockWordsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qputenv("TZ", "UTC");
        ::tzset();
    }

    void clockTime_byDistance_data() {
        QTest::addColumn<qint64>("hours");
        QTest::addColumn<QString>("words");
        QTest::newRow("today") << qint64{2} << "14:00";
        QTest::newRow("tomorrow") << qint64{24} << "tomorrow 12:00";
        QTest::newRow("later") << qint64{72} << "2026-03-04 12:00";
        QTest::newRow("yesterday") << qint64{-24} << "2026-02-28 12:00";
    }
    void clockTime_byDistance() {
        QFETCH(qint64, hours);
        QFETCH(QString, words);
        QCOMPARE(QString::fromStdString(clockTime(kNoon + std::chrono::hours(hours), kNoon)),
                 words);
    }

    void clockTime_rfc3339_isReadOrShownAsItCame() {
        QCOMPARE(clockTime(std::string("2026-03-01T14:07:00Z"), kNoon), std::string("14:07"));
        QCOMPARE(clockTime(std::string("2026-03-01T14:07:00.123Z"), kNoon), std::string("14:07"));
        QCOMPARE(clockTime(std::string("soon"), kNoon), std::string("soon"));
    }

    void utcTime_isRfc3339() { QCOMPARE(utcTime(kNoon), std::string("2026-03-01T12:00:00Z")); }

    void duration_byLength_data() {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("words");
        QTest::newRow("none") << qint64{0} << "0 s";
        QTest::newRow("seconds") << qint64{89} << "89 s";
        QTest::newRow("minutes, rounded up") << qint64{121} << "3 min";
        QTest::newRow("hours") << qint64{12'000} << "3 h 20 min";
        QTest::newRow("full hours") << qint64{7'200} << "2 h";
    }
    void duration_byLength() {
        QFETCH(qint64, seconds);
        QFETCH(QString, words);
        QCOMPARE(QString::fromStdString(duration(std::chrono::seconds(seconds))), words);
    }

    void parseDuration_whatAPersonTypes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("seconds"); // -1 = cannot be read
        QTest::newRow("none") << "0" << qint64{0};
        QTest::newRow("seconds") << "90" << qint64{90};
        QTest::newRow("seconds with unit") << "90s" << qint64{90};
        QTest::newRow("minutes") << "15m" << qint64{900};
        QTest::newRow("hours") << "2h" << qint64{7'200};
        QTest::newRow("days") << "366d" << qint64{31'622'400};
        QTest::newRow("weeks") << "2w" << qint64{1'209'600};
        QTest::newRow("most weeks") << "52w" << qint64{31'449'600};
        QTest::newRow("too long") << "367d" << qint64{-1};
        QTest::newRow("too many weeks") << "53w" << qint64{-1};
        QTest::newRow("far too long") << "99999999999999999999" << qint64{-1};
        QTest::newRow("negative") << "-5" << qint64{-1};
        QTest::newRow("unit alone") << "m" << qint64{-1};
        QTest::newRow("unknown unit") << "5y" << qint64{-1};
        QTest::newRow("two units") << "1d12h" << qint64{-1};
        QTest::newRow("fraction") << "1.5h" << qint64{-1};
        QTest::newRow("capital letter") << "2W" << qint64{-1};
        QTest::newRow("blank between") << "5 m" << qint64{-1};
        QTest::newRow("empty") << "" << qint64{-1};
    }
    void parseDuration_whatAPersonTypes() {
        QFETCH(QString, text);
        QFETCH(qint64, seconds);
        const auto time = parseDuration(text.toStdString());
        QCOMPARE(time ? qint64{time->count()} : qint64{-1}, seconds);
    }
};

LEADSHEET_TEST(tst_clock_words, ClockWordsTest);
#include "tst_clock_words.moc"
