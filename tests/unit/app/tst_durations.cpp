// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/app/durations.hpp"

#include <QtTest>

using namespace leadsheet::app;

class DurationsTest : public QObject {
    Q_OBJECT

private slots:
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

    void durationAsTyped_isReadBack_data() {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << qint64{0} << "0";
        QTest::newRow("seconds") << qint64{90} << "90s";
        QTest::newRow("minutes") << qint64{5'400} << "90m";
        QTest::newRow("hours") << qint64{43'200} << "12h";
        QTest::newRow("days") << qint64{2'592'000} << "30d";
        QTest::newRow("weeks") << qint64{1'209'600} << "14d";
    }
    void durationAsTyped_isReadBack() {
        QFETCH(qint64, seconds);
        QFETCH(QString, text);
        const std::string typed = durationAsTyped(std::chrono::seconds(seconds));
        QCOMPARE(QString::fromStdString(typed), text);
        QCOMPARE(qint64{parseDuration(typed).value().count()}, seconds);
    }

    void parsePeriod_none_isNoPeriod() {
        QVERIFY(!parsePeriod("0") && !parsePeriod("soon"));
        QVERIFY(periodProblem("0d").has_value());
        QVERIFY(!periodProblem("30d") && !durationProblem("0d"));
    }
};

LEADSHEET_TEST(tst_durations, DurationsTest);
#include "tst_durations.moc"
