// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

// Rows that others are parts of, so that both would be ordered.
class WholeRowsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    /// "2:total_line 3", what keeps each row back.
    QString check(const QString& text, const CheckOptions& options = {}) {
        auto check = SheetCheck::open(folder_.write("list.csv", text.toStdString()), options);
        if (!check)
            return QString::fromStdString(check.error().message());
        QStringList said;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            QString one = QString::number(row.row);
            for (const Problem& problem : row.problems)
                if (problem.level == ProblemLevel::Blocks)
                    one += ":" + QString::fromStdString(std::string(problemCodeName(problem.code)));
            said << one;
        }
        return said.join(' ');
    }

private slots:
    void rowWithTheSumOfItsParts_isAskedAbout_data() {
        QTest::addColumn<QString>("rows");
        QTest::newRow("area") << "filters,Software,DACH,100\nfilters,Software,Germany,60\n"
                                 "filters,Software,Austria,30\nfilters,Software,Switzerland,10\n";
        QTest::newRow("codes") << "filters,Software,Benelux,90\nfilters,Software,BE,30\n"
                                  "filters,Software,NL,60\n";
        QTest::newRow("regions") << "filters,Software,Germany,100\nfilters,Software,Bavaria,60\n"
                                    "filters,Software,Hesse,40\n";
        QTest::newRow("with others below")
            << "filters,Software,Europe,100\nfilters,Software,France,50\n"
               "filters,Software,Spain,50\nfilters,Retail,Spain,70\n";
    }
    void rowWithTheSumOfItsParts_isAskedAbout() {
        QFETCH(QString, rows);
        const QString text = "Product,Industry,Country,Leads\n" + rows;
        const QString said = check(text);
        QVERIFY2(said.startsWith("2:total_line 3 4"), qPrintable(said));
        CheckOptions options;
        QVERIFY(options.decisions.stateWord(SourceMatter::TotalRows, "keep"));
        QVERIFY(check(text, options).startsWith("2 3 4"));
        QVERIFY(options.decisions.stateWord(SourceMatter::TotalRows, "skip"));
        QVERIFY(check(text, options).startsWith("3 4"));
    }

    void numbersOfRows_tellParts() {
        QCOMPARE(check("Pos.,Product,Industry,Country,Leads\n1,filters,Media,Germany,150\n"
                       "1.1,filters,Software,Germany,100\n1.2,filters,Retail,Austria,50\n"
                       "2,filters,Mining,France,20\n"),
                 "2:total_line 3 4 5");
        QCOMPARE(check("Nr,Product,Industry,Country,Leads\n1,filters,Media,Germany,150\n"
                       "1a,filters,Software,Germany,100\n1b,filters,Retail,Austria,50\n"),
                 "2:total_line 3 4");
    }

    void partsByTheirWords_areAskedAbout() {
        QVERIFY(check("Product,Industry,Country,Leads\nfilters,Software,Germany,100\n"
                      "filters,davon Cloud,Germany,30\nfilters,davon On-Prem,Germany,70\n")
                    .startsWith("2:total_line 3:"));
        QVERIFY(check("Product,Title,Country,Leads\nfilters,CEO,Germany,100\n"
                      "filters,thereof CFO,Germany,30\n")
                    .startsWith("2 3:"));
        for (const char* item :
             {"of which Berlin", "optional Food", "plus Banking", "Chemicals later"})
            QVERIFY2(check("Product,Industry,Leads\nfilters,Software,100\nfilters," +
                           QString(item) + ",30\n")
                         .startsWith("2 3:"),
                     item);
    }

    void rowsBesideEachOther_areOrdered_data() {
        QTest::addColumn<QString>("rows");
        QTest::newRow("other places") << "filters,Software,Italy,100\nfilters,Software,France,60\n"
                                         "filters,Software,Spain,40\n";
        QTest::newRow("outside") << "filters,Software,DACH,100\nfilters,Software,France,60\n"
                                    "filters,Software,Spain,40\n";
        QTest::newRow("other industries")
            << "filters,Software,DACH,100\nfilters,Retail,Germany,60\nfilters,Mining,Austria,40\n";
        QTest::newRow("no sum") << "filters,Software,DACH,100\nfilters,Software,Germany,60\n"
                                   "filters,Software,Austria,30\n";
        QTest::newRow("one part") << "filters,Software,DACH,100\nfilters,Software,Germany,100\n"
                                     "filters,Software,France,5\n";
    }
    void rowsBesideEachOther_areOrdered() {
        QFETCH(QString, rows);
        QCOMPARE(check("Product,Industry,Country,Leads\n" + rows), "2 3 4");
    }

    void answersAndSigns_ofOtherScripts_areRead() {
        for (const char* no : {"нет", "いいえ", "否", "όχι"})
            QCOMPARE(check(QString::fromUtf8("Product,Industry,Leads,Order?\n"
                                             "filters,Software,100,yes\nfilters,Retail,50,") +
                           QString::fromUtf8(no) + "\n"),
                     "2 3:marked_row");
        auto check = SheetCheck::open(folder_.write(
            "list.csv", "Product,Title,Leads\nfilters,CEO；CFO,100\nfilters,COO、CTO,50\n"));
        QVERIFY(check.has_value());
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
            QCOMPARE(std::get<std::vector<std::string>>(
                         row.input->request.fields.find("jobTitles")->second)
                         .size(),
                     std::size_t{2});
    }

    void notesThatDoubt_holdTheirRows() {
        for (const char* note : {"maybe", "only if budget left", "TBC by client", "not sure yet",
                                 "to be confirmed", "vielleicht"})
            QVERIFY2(check("Product,Industry,Leads,Notes\nfilters,Software,100,see the plan\n"
                           "filters,Retail,50," +
                           QString(note) + "\n") == "2 3:marked_row",
                     note);
    }
};

LEADSHEET_TEST(tst_whole_rows, WholeRowsTest);
#include "tst_whole_rows.moc"
