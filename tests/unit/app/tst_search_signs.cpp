// SPDX-License-Identifier: Apache-2.0
// Signs of a search in words that the service would look for as text.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class SearchSignsTest : public QObject {
    Q_OBJECT

private slots:
    void sign_isTakenOffOrAskedAbout_data() {
        QTest::addColumn<QString>("ordered"); // empty: the row is blocked
        QTest::addColumn<QString>("offered"); // what the first problem offers
        const auto row = [](const char* cell, const char* ordered, const char* offered = "") {
            QTest::newRow(cell) << QString(ordered) << QString(offered);
        };
        row("'Sales Manager'", "Sales Manager", "means('Sales Manager','Sales Manager')");
        row("\u201CSales Manager\u201D", "Sales Manager",
            "means(\u201CSales Manager\u201D,\u201CSales Manager\u201D)");
        row("\u201EVertriebsleiter\u201C", "Vertriebsleiter",
            "means(\u201EVertriebsleiter\u201C,\u201EVertriebsleiter\u201C)");
        row("'CEO' OR 'CFO'", "CEO|CFO", "means('CEO' OR 'CFO','CEO' OR 'CFO')");
        row("VP*", "", "means(VP*,VP)means(VP*,VP*)");
        row("%sales%", "", "means(%sales%,sales)means(%sales%,%sales%)");
        row("*sales*manager*", "",
            "means(*sales*manager*,sales manager)means(*sales*manager*,*sales*manager*)");
        row("\u201EDyrektor\u201D", "Dyrektor", "means(\u201EDyrektor\u201D,\u201EDyrektor\u201D)");
        row("Head of People 'n' Culture", "Head of People 'n' Culture");
        row("Manager 100%", "Manager 100%");
    }
    void sign_isTakenOffOrAskedAbout() {
        QFETCH(QString, ordered);
        QFETCH(QString, offered);
        CheckOptions options;
        options.map = parseMapSpec("jobTitles=Title,leadCount=n,scrapingOption:=filters").value();
        auto check = SheetCheck::open(
            folder_.write("a.csv", "Title;n\n" + std::string(QTest::currentDataTag()) + ";5\n"),
            options);
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) != Next::End);
        QCOMPARE(row.blocked, ordered.isEmpty());
        QString steps;
        if (!row.problems.empty())
            for (const ProblemFix& way : row.problems.front().fixes)
                steps += QString::fromStdString(way.step);
        QCOMPARE(steps, offered);
        if (row.blocked)
            return;
        QStringList titles;
        for (const std::string& one :
             std::get<std::vector<std::string>>(row.input->request.fields.at("jobTitles")))
            titles += QString::fromStdString(one);
        QCOMPARE(titles.join('|'), ordered);
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_search_signs, SearchSignsTest);
#include "tst_search_signs.moc"
