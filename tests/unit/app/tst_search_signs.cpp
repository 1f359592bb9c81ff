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

    // The titles that a row with this cell orders.
    QString ordered(const std::string& cell) {
        CheckOptions options;
        options.map = parseMapSpec("jobTitles=Title,leadCount=n,scrapingOption:=filters").value();
        auto check =
            SheetCheck::open(folder_.write("a.csv", "Title;n\n\"" + cell + "\";5\n"), options);
        CheckedRow row;
        if (!check || check->next(row).value_or(Next::End) == Next::End || row.blocked)
            return "blocked";
        QStringList titles;
        for (const std::string& one :
             std::get<std::vector<std::string>>(row.input->request.fields.at("jobTitles")))
            titles += QString::fromStdString(one);
        return titles.join('|');
    }

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
        row("CFO:", "CFO", "means(CFO:,CFO:)");
        row("CFO/", "CFO", "means(CFO/,CFO/)");
        row("& CFO", "CFO", "means(& CFO,& CFO)");
        row("CFO_x000D_", "CFO", "means(CFO_x000D_,CFO_x000D_)");
        row("C++ Developer", "C++ Developer");
    }
    // A line that goes on with what joins is the rest of the line above it.
    void line_thatJoins_goesOn_data() {
        QTest::addColumn<QString>("ordered");
        QTest::newRow("CEO\nor CFO") << "CEO|CFO";
        QTest::newRow("CEO or\nCFO") << "CEO|CFO";
        QTest::newRow("CEO\nCTO\nor CFO") << "CEO|CTO|CFO";
        QTest::newRow("Gesch\u00E4ftsf\u00FChrer\r\noder Inhaber")
            << "Gesch\u00E4ftsf\u00FChrer|Inhaber";
        QTest::newRow("Research\n& Development") << ordered("Research & Development");
        QTest::newRow("CEO\nCFO") << "CEO|CFO";
    }
    void line_thatJoins_goesOn() {
        QFETCH(QString, ordered);
        QCOMPARE(this->ordered(QTest::currentDataTag()), ordered);
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
