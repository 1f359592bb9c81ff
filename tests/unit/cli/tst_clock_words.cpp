// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "output/words.hpp"

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
};

LEADSHEET_TEST(tst_clock_words, ClockWordsTest);
#include "tst_clock_words.moc"
