// SPDX-License-Identifier: Apache-2.0
#include "domain/timestamp.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::server::domain;

class TimestampTest : public QObject {
    Q_OBJECT

private slots:
    void parse_text_data();
    void parse_text();
    void format_readsBack_data();
    void format_readsBack();
    void utcDay_changesAtMidnight();
};

void TimestampTest::parse_text_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("utc"); // empty = refused
    QTest::newRow("plain") << "2026-03-01T12:34:56Z"
                           << "2026-03-01T12:34:56.000Z";
    QTest::newRow("millis") << "2026-03-01T12:34:56.7Z"
                            << "2026-03-01T12:34:56.700Z";
    QTest::newRow("nanos are cut") << "2026-03-01T12:34:56.123999999Z"
                                   << "2026-03-01T12:34:56.123Z";
    QTest::newRow("east") << "2026-03-01T00:30:00+01:00"
                          << "2026-02-28T23:30:00.000Z";
    QTest::newRow("west") << "2026-03-01t23:30:00-00:45"
                          << "2026-03-02T00:15:00.000Z";
    QTest::newRow("space for T") << "2026-03-01 12:00:00z"
                                 << "2026-03-01T12:00:00.000Z";
    QTest::newRow("leap day") << "2024-02-29T00:00:00Z"
                              << "2024-02-29T00:00:00.000Z";
    QTest::newRow("leap second") << "2016-12-31T23:59:60Z"
                                 << "2016-12-31T23:59:59.000Z";
    QTest::newRow("before 1970") << "1969-12-31T23:59:59.999Z"
                                 << "1969-12-31T23:59:59.999Z";
    QTest::newRow("last of all") << "9999-12-31T23:59:59.999Z"
                                 << "9999-12-31T23:59:59.999Z";
    QTest::newRow("year 10000 in UTC") << "9999-12-31T23:59:59-00:01"
                                       << "";
    QTest::newRow("before year 0 in UTC") << "0000-01-01T00:00:00+00:01"
                                          << "";
    QTest::newRow("no zone") << "2026-03-01T12:34:56"
                             << "";
    QTest::newRow("date only") << "2026-03-01"
                               << "";
    QTest::newRow("no such day") << "2026-02-29T00:00:00Z"
                                 << "";
    QTest::newRow("month 13") << "2026-13-01T00:00:00Z"
                              << "";
    QTest::newRow("hour 24") << "2026-03-01T24:00:00Z"
                             << "";
    QTest::newRow("second 61") << "2026-03-01T00:00:61Z"
                               << "";
    QTest::newRow("zone 24 h") << "2026-03-01T00:00:00+24:00"
                               << "";
    QTest::newRow("zone without colon") << "2026-03-01T00:00:00+0100"
                                        << "";
    QTest::newRow("empty fraction") << "2026-03-01T00:00:00.Z"
                                    << "";
    QTest::newRow("ten digits") << "2026-03-01T00:00:00.1234567890Z"
                                << "";
    QTest::newRow("more behind") << "2026-03-01T00:00:00Z "
                                 << "";
    QTest::newRow("sign in a number") << "2026-+3-01T00:00:00Z"
                                      << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TimestampTest::parse_text() {
    QFETCH(QString, text);
    QFETCH(QString, utc);
    const auto parsed = parseTimestamp(text.toStdString());
    QCOMPARE(parsed.has_value(), !utc.isEmpty());
    if (parsed)
        QCOMPARE(QString::fromStdString(formatTimestamp(*parsed)), utc);
}

void TimestampTest::format_readsBack_data() {
    QTest::addColumn<qint64>("millis");
    QTest::newRow("epoch") << qint64{0};
    QTest::newRow("now") << qint64{1'772'368'496'789};
    QTest::newRow("before") << qint64{-1};
    QTest::newRow("year 9999") << qint64{253'402'300'799'999};
    QTest::newRow("year 0") << qint64{-62'167'219'200'000};
}

void TimestampTest::format_readsBack() {
    QFETCH(qint64, millis);
    QVERIFY(parseTimestamp(formatTimestamp(fromMillis(millis))) == fromMillis(millis));
}

void TimestampTest::utcDay_changesAtMidnight() {
    QCOMPARE(utcDay(fromMillis(86'399'999)), 0);
    QCOMPARE(utcDay(fromMillis(86'400'000)), 1);
    QCOMPARE(utcDay(fromMillis(-1)), -1);
}

LEADSHEET_TEST(tst_timestamp, TimestampTest);
#include "tst_timestamp.moc"
