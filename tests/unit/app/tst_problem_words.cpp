// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/app/problem_words.hpp"

#include <QtTest>

using namespace leadsheet::app;

class ProblemWordsTest : public QObject {
    Q_OBJECT

private slots:
    void problemText_columnAndMessage_saysTheNameOnce_data() {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* column, const char* message,
                            const char* text) {
            QTest::newRow(name) << QString::fromUtf8(column) << QString::fromUtf8(message)
                                << QString::fromUtf8(text);
        };
        row("header spelt as the field", "leadCount", "Lead count is empty. Fill it in.",
            "Lead count is empty. Fill it in.");
        row("header with a blank", "lead_count", "Lead count is empty.", "Lead count is empty.");
        row("another header", "Anzahl", "Lead count is empty.", "Anzahl: Lead count is empty.");
        row("beginning of a longer word", "Lead", "Leads are missing.", "Lead: Leads are missing.");
        row("beginning of the name only", "Lead count total", "Lead count is empty.",
            "Lead count total: Lead count is empty.");
        row("a letter is no name", "A", "A formula stands here.", "A: A formula stands here.");
        row("no column", "", "The row names no product.", "The row names no product.");
        row("header of signs", "##", "The value is wrong.", "##: The value is wrong.");
        row("not ASCII", "Stückzahl", "Stückzahl ist leer.", "Stückzahl ist leer.");
    }
    void problemText_columnAndMessage_saysTheNameOnce() {
        QFETCH(QString, column);
        QFETCH(QString, message);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(
                     problemText({column.toStdString(), "code", message.toStdString()})),
                 text);
    }
};

LEADSHEET_TEST(tst_problem_words, ProblemWordsTest);
#include "tst_problem_words.moc"
