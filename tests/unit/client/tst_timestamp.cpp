// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/timestamp.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;

class TimestampTest : public QObject {
    Q_OBJECT

private slots:
    void parseTimestamp_text_isReadOrRefused_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("expected"); // empty = refused
        const auto row = [](const char* text, const char* expected) {
            QTest::addRow("%s", text) << std::string(text) << std::string(expected);
        };
        row("2026-03-01T12:34:56.789Z", "2026-03-01T12:34:56.789Z");
        row("2026-03-01T12:34:56Z", "2026-03-01T12:34:56.000Z");
        row("2026-03-01t12:34:56.7z", "2026-03-01T12:34:56.700Z");
        row("2026-03-01T12:34:56.123456789Z", "2026-03-01T12:34:56.123Z");
        row("2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.000Z");
        row("2026-03-01T23:30:00-05:30", "2026-03-02T05:00:00.000Z");
        row("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z");
        row("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z");
        row("2026-02-29T00:00:00Z", "");
        row("2026-13-01T00:00:00Z", "");
        row("2026-03-01T24:00:00Z", "");
        row("2026-03-01T12:60:00Z", "");
        row("2026-03-01T12:00:00", "");
        row("2026-03-01T12:00:00.Z", "");
        row("2026-03-01T12:00:00Zjunk", "");
        row("2026-03-01", "");
        row("", "");
        row("20x6-03-01T12:00:00Z", "");
    }
    void parseTimestamp_text_isReadOrRefused() {
        QFETCH(std::string, text);
        QFETCH(std::string, expected);
        const auto time = parseTimestamp(text);
        QCOMPARE(time.has_value(), !expected.empty());
        if (time)
            QCOMPARE(formatTimestamp(*time), expected);
    }
};

LEADSHEET_TEST(tst_timestamp, TimestampTest);
#include "tst_timestamp.moc"
