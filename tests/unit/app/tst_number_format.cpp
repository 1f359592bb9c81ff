// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;

namespace {

std::string shown(std::string_view code, double value, bool date1904 = false) {
    std::string out;
    NumberFormat::parse(code).append(out, value, date1904);
    return out;
}

} // namespace

class NumberFormatTest : public QObject {
    Q_OBJECT

private slots:
    void number_inCode_isShown_data() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* code, double value, const char* text) {
            QTest::addRow("%s of %.17g", code, value) << QString(code) << value << QString(text);
        };
        row("0", 1234.5, "1235");
        row("0.00", 1.005, "1.01");
        row("#,##0.00", -1234567.891, "-1,234,567.89");
        row("0.00%", 0.12345, "12.35%");
        row("00000", 1234, "01234");
        row("000-000-0000", 5551234567, "555-123-4567");
        row("0.00E+00", 12345, "1.23E+04");
        row("##0.0E+0", 12345, "12.3E+3");
        row("# ?/?", 0.5, " 1/2");
        row("m/d/yyyy", 46112, "3/31/2026");
        row("[h]:mm:ss", 1.5, "36:00:00");
        row(";;;", 5, "");
        row("0.00;(0.00)", -1.5, "(1.50)");
    }
    void number_inCode_isShown() {
        QFETCH(QString, code);
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(shown(code.toStdString(), value)), text);
    }
};

LEADSHEET_TEST(tst_number_format, NumberFormatTest);
#include "tst_number_format.moc"
