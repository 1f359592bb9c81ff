// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"
#include "test_main.hpp"

#include <QFile>
#include <QtTest>
#include <cmath>
#include <limits>

using namespace leadsheet::app;

Q_DECLARE_METATYPE(leadsheet::app::CellKind)

namespace {

QString shown(const NumberFormat& format, double value, bool date1904 = false) {
    std::string out = "before ";
    format.append(out, value, date1904);
    return QString::fromStdString(out).mid(7);
}

QString shown(const char* code, double value, bool date1904 = false) {
    return shown(NumberFormat::parse(code), value, date1904);
}

QString shownText(const char* code, std::string_view text) {
    std::string out;
    NumberFormat::parse(code).appendText(out, text);
    return QString::fromStdString(out);
}

} // namespace

class NumberFormatTest : public QObject {
    Q_OBJECT

private slots:
    void number_inCode_isShownAsProgramsDo_data() {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QFile file(qEnvironmentVariable("LEADSHEET_SHEET_CASES") + "/number_formats.tsv");
        QVERIFY2(file.open(QIODevice::ReadOnly), "the table of cases is missing");
        while (!file.atEnd()) {
            const QByteArray line = file.readLine().chopped(1);
            const QList<QByteArray> fields = line.split('\t');
            if (fields.size() != 3)
                continue;
            const QString text = QString::fromUtf8(fields[2]);
            QTest::addRow("%s", line.constData())
                << fields[0] << fields[1].toDouble() << text.mid(1, text.size() - 2);
        }
    }
    void number_inCode_isShownAsProgramsDo() {
        QFETCH(QByteArray, code);
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(shown(code.constData(), value), text);
    }

    void builtin_ofId_isItsEnglishForm_data() {
        QTest::addColumn<unsigned>("id");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](unsigned id, double value, const char* text) {
            QTest::addRow("%u of %g", id, value) << id << value << QString(text);
        };
        row(0, 1234.5, "1234.5");
        row(1, 1234.5, "1235");
        row(2, 1234.5, "1234.50");
        row(3, -1234.5, "-1,235");
        row(4, 1234.5, "1,234.50");
        row(5, -1234, "($1,234)");
        row(6, 1234, "$1,234 ");
        row(7, 1234, "$1,234.00 ");
        row(8, -1234, "($1,234.00)");
        row(9, 0.256, "26%");
        row(10, 0.256, "25.60%");
        row(11, 1234, "1.23E+03");
        row(12, 1.5, "1 1/2");
        row(13, 1.37, "1 10/27");
        row(14, 46112, "3/31/2026");
        row(15, 46112, "31-Mar-26");
        row(16, 46112, "31-Mar");
        row(17, 46112, "Mar-26");
        row(18, 0.75, "6:00 PM");
        row(19, 0.75, "6:00:00 PM");
        row(20, 0.75, "18:00");
        row(21, 0.75, "18:00:00");
        row(22, 46112.75, "3/31/2026 18:00");
        row(23, 1.5, "1.5");
        row(27, 46112, "3/31/2026");
        row(32, 0.75, "18:00");
        row(33, 0.75, "18:00:00");
        row(34, 0.75, "18:00:00");
        row(34, 46112, "3/31/2026");
        row(36, 46112, "3/31/2026");
        row(37, -1234, "(1,234)");
        row(38, 1234, "1,234 ");
        row(39, -1234, "(1,234.00)");
        row(40, 1234, "1,234.00 ");
        row(41, 0, " - ");
        row(42, 5, " $5 ");
        row(43, -5, " (5.00)");
        row(44, 0, " $-   ");
        row(45, 0.0423, "00:55");
        row(46, 1.5, "36:00:00");
        row(47, 0.0423, "00:54.7");
        row(48, 12345, "12.3E+3");
        row(49, 12345, "12345");
        row(50, 46112, "3/31/2026");
        row(56, 0.75, "18:00:00");
        row(58, 46112, "3/31/2026");
        row(60, 1234.5, "1234.50");
        row(66, 1.5, "1.5");
        row(71, 46112, "3/31/2026");
        row(81, 46112, "3/31/2026");
        row(82, 46112, "46112");
        row(164, 46112, "46112");
        row(4294967295U, 46112, "46112");
    }
    void builtin_ofId_isItsEnglishForm() {
        QFETCH(unsigned, id);
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(shown(NumberFormat::builtin(id), value), text);
    }

    void kind_ofCode_isWhatItShows_data() {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<CellKind>("kind");
        const auto row = [](const char* code, CellKind kind) {
            QTest::addRow("%s", code) << QByteArray(code) << kind;
        };
        row("General", CellKind::Number);
        row("0.00", CellKind::Number);
        row("@", CellKind::Number);
        row("\"days\" 0", CellKind::Number);
        row("0\\d", CellKind::Number);
        row("[Red]0;[Blue]-0", CellKind::Number);
        row("[$-409]0", CellKind::Number);
        row("0d", CellKind::Number);
        row("m/d/yyyy", CellKind::Date);
        row("YYYY-MM-DD", CellKind::Date);
        row("mmm", CellKind::Date);
        row("ddd", CellKind::Date);
        row("d h:mm", CellKind::Date);
        row("General;m/d", CellKind::Date);
        row("ggge", CellKind::Date);
        row("h:mm", CellKind::Time);
        row("mm:ss", CellKind::Time);
        row("[h]:mm:ss", CellKind::Time);
        row("[s]", CellKind::Time);
        row("AM/PM", CellKind::Time);
        row("", CellKind::Number);
    }
    void kind_ofCode_isWhatItShows() {
        QFETCH(QByteArray, code);
        QFETCH(CellKind, kind);
        QCOMPARE(NumberFormat::parse(code.constData()).kind(), kind);
    }

    void general_isTrueOnlyWhenEveryNumberIsShownSo() {
        for (const char* code : {"General", "general", "GENERAL", "[Red]General", "@", "\"x\"@", "",
                                 "[$-409]General", "0;0;0;0;0", "General;@"})
            QVERIFY2(NumberFormat::parse(code).general(), code);
        for (const char* code : {"0", "General;General", "General\"x\"", "[>1]General", ";;;",
                                 "\"a\"", "m/d/yyyy", "0;@"})
            QVERIFY2(!NumberFormat::parse(code).general(), code);
    }

    void text_inCode_goesThroughItsTextSection() {
        QCOMPARE(shownText("General", "abc"), QString("abc"));
        QCOMPARE(shownText("@", "abc"), QString("abc"));
        QCOMPARE(shownText("0", "abc"), QString("abc"));
        QCOMPARE(shownText("0;-0;0;\"<\"@\">\"", "abc"), QString("<abc>"));
        QCOMPARE(shownText("\"<\"@\">\"", "abc"), QString("<abc>"));
        QCOMPARE(shownText("0;@@", "ab"), QString("abab"));
        QCOMPARE(shownText("_(0_);_(@_)", "abc"), QString(" abc "));
        QCOMPARE(shownText(";;;", "abc"), QString(""));
        QCOMPARE(shownText("0;0;0;\"hidden\"", "abc"), QString("hidden"));
        QCOMPARE(shownText("0;0;0;General", "abc"), QString("abc"));
        QCOMPARE(shownText("0;0;0;0", "abc"), QString("abc"));
        QCOMPARE(shownText("0;0;0;0;@", "abc"), QString("abc"));
        QCOMPARE(shownText("@", ""), QString(""));
    }

    void characters_beyondAscii_stayWhole() {
        QCOMPARE(shown("\\€0", 5), QString("€5"));
        QCOMPARE(shown("_€0*😀", 5), QString(" 5"));
        QCOMPARE(shown("0\"😀\"", 5), QString("5😀"));
        QCOMPARE(shown("0_\\)", 5), QString("5 "));
        QCOMPARE(shown("\xff\xfe"
                       "0",
                       5)
                     .size(),
                 3);
    }

    void code_cutShort_isReadAsFarAsItGoes() {
        QCOMPARE(shown("0\"abc", 5), QString("5abc"));
        QCOMPARE(shown("0\\", 5), QString("5"));
        QCOMPARE(shown("0_", 5), QString("5 "));
        QCOMPARE(shown("0*", 5), QString("5"));
        QCOMPARE(shown("0[$-409", 5), QString("5"));
    }

    void code_tooLong_isGeneral() {
        QCOMPARE(shown(std::string(8'192, '0').c_str(), 5).size(), 8'192);
        QCOMPARE(shown(std::string(8'193, '0').c_str(), 5), QString("5"));
        QCOMPARE(shown(("0" + std::string(8'000, '%')).c_str(), 5).size(), 1 + 16'000 + 8'000);
    }

    void number_notFinite_isAnError() {
        for (const char* code : {"General", "0", "m/d/yyyy", "[h]", "# ?/?", ";;;"}) {
            QCOMPARE(shown(code, std::nan("")), QString("#NUM!"));
            QCOMPARE(shown(code, std::numeric_limits<double>::infinity()), QString("#NUM!"));
            QCOMPARE(shown(code, -std::numeric_limits<double>::infinity()), QString("#NUM!"));
        }
    }

    void number_ofAnySize_hasAllItsDigits() {
        QCOMPARE(shown("0", 1e300).size(), 301);
        QCOMPARE(shown("0.00%", 1e308).size(), 311 + 4);
        QCOMPARE(shown("# ?/?", 1e17), QString("100000000000000000"));
        QCOMPARE(shown("0.0", 5e-324), QString("0.0"));
        QCOMPARE(shown("[h]", 1e9), QString("1000000000"));
    }

    void format_movedFrom_leavesItsMeaning() {
        NumberFormat first = NumberFormat::parse("0.0");
        NumberFormat second = NumberFormat::parse("0.00");
        second = std::move(first);
        QCOMPARE(shown(second, 5), QString("5.0"));
    }
};

LEADSHEET_TEST(tst_number_format, NumberFormatTest);
#include "tst_number_format.moc"
