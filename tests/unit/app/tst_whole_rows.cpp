// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

// Rows that others are parts of, so that both would be ordered.
class WholeRowsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    /// "2:total_line 3", what keeps each row back.
    QString check(const QString& text, const CheckOptions& options = {}) {
        return checkFile("list.csv", text.toStdString(), options);
    }
    QString checkFile(const char* name, const std::string& content,
                      const CheckOptions& options = {}) {
        auto check = SheetCheck::open(folder_.write(name, content), options);
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

    void wholeFarBelow_isAskedAbout() {
        QString text = "Product,Industry,Country,Leads\n";
        for (int i = 0; i < 450; ++i)
            text += QStringLiteral("filters,Industry %1x,Italy,%2\n").arg(i).arg(10 + i % 7);
        const QString head = text;
        text += "filters,Software,DACH,100\nfilters,Software,Germany,60\n"
                "filters,Software,Austria,30\nfilters,Software,Switzerland,10\n";
        QVERIFY2(check(text).endsWith(" 451 452:total_line 453 454 455"),
                 qPrintable(check(text).right(60)));
        // It begins within the first rows and ends below them.
        QString long_ = "Product,Industry,Country,Leads\n";
        for (int i = 0; i < 196; ++i)
            long_ += "filters,Food " + QString::number(i) + "x,Italy,7\n";
        long_ += "filters,Software,Germany,600\n";
        for (const char* region : {"Bavaria", "Hesse", "Saxony", "Berlin", "Hamburg", "Bremen"})
            long_ += "filters,Software," + QString(region) + ",100\n";
        QVERIFY2(check(long_).contains(" 198:total_line 199"), qPrintable(check(long_).right(90)));
        // The last rows are no whole without the part that is missing.
        QVERIFY(!check(head + "filters,Software,DACH,100\nfilters,Software,Germany,60\n")
                     .contains("total_line"));
    }

    void partsByTheirPlace_areAskedAbout() {
        QCOMPARE(check("Product,Industry,Title,Leads\nfilters,Software,CEO,100\n"
                       "filters,\"   SaaS\",CEO,60\nfilters,\"   ERP\",CEO,40\n"),
                 "2:total_line 3 4");
        QCOMPARE(check("Level,Product,Industry,Leads\nSumme,filters,Software,100\n"
                       "Teil,filters,Cloud,60\nTeil,filters,ERP,40\n"),
                 "2:total_line 3 4");
        QCOMPARE(check("Type,Product,Industry,Leads\nParent,filters,Software,100\n"
                       "Child,filters,Cloud,60\nChild,filters,ERP,40\n"),
                 "2:total_line 3 4");
        QCOMPARE(check("Product,Industry,Leads\nfilters,Software (total),100\n"
                       "filters,Cloud,60\nfilters,On-premise,40\n"),
                 "2:total_line 3 4");
    }

    static std::string numberCell(const std::string& place, int value, const QString& formula) {
        return "<c r=\"" + place + "\">" +
               (formula.isEmpty() ? "" : "<f>" + formula.toStdString() + "</f>") + "<v>" +
               std::to_string(value) + "</v></c>";
    }

    void sumsByFormula_areAskedAbout_data() {
        QTest::addColumn<QStringList>("formulas");
        QTest::addColumn<QList<int>>("counts");
        QTest::addColumn<QString>("said");
        QTest::newRow("above") << QStringList{"SUM(C3:C4)", "", "", ""}
                               << QList<int>{100, 60, 40, 50} << "2:total_line 3 4 5";
        QTest::newRow("below") << QStringList{"", "", "C2+C3", ""} << QList<int>{100, 60, 160, 50}
                               << "2 3 4:total_line 5";
        QTest::newRow("last") << QStringList{"", "", "", "SUM(C2:C4)"}
                              << QList<int>{100, 60, 40, 200} << "2 3 4 5:total_line";
        QTest::newRow("each number by one") << QStringList{"10*10", "10*6", "10*4", "10*20"}
                                            << QList<int>{100, 60, 40, 200} << "2 3 4 5";
        QTest::newRow("another number")
            << QStringList{"C3*2", "", "", ""} << QList<int>{120, 60, 40, 50} << "2 3 4 5";
    }
    void sumsByFormula_areAskedAbout() {
        QFETCH(const QStringList, formulas);
        QFETCH(const QList<int>, counts);
        QFETCH(const QString, said);
        const char* const industries[] = {"Software", "Cloud", "Media", "Retail"};
        std::string rows = "<row r=\"1\">" + xlsxTextCell("A1", "Product") +
                           xlsxTextCell("B1", "Industry") + xlsxTextCell("C1", "Leads") + "</row>";
        for (int i = 0; i < 4; ++i) {
            const std::string number = std::to_string(i + 2);
            rows += "<row r=\"" + number + "\">" + xlsxTextCell("A" + number, "filters") +
                    xlsxTextCell("B" + number, industries[i]) +
                    numberCell("C" + number, counts[i], formulas[i]) + "</row>";
        }
        QCOMPARE(checkFile("list.xlsx", xlsxFile(xlsxBook(rows))), said);
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
        QCOMPARE(check(QString::fromUtf8("Product,Industry,Leads,Order?\nfilters,Software,100,○\n"
                                         "filters,Retail,50,×\n")),
                 "2 3:marked_row");
        for (const char* ended :
             {"отменено", "キャンセル", "iptal", "zrušeno", "törölve", "已取消"})
            QVERIFY2(check(QString::fromUtf8("Product,Industry,Leads,Status\n"
                                             "filters,Software,100,new\nfilters,Retail,50,") +
                           QString::fromUtf8(ended) + "\n") == "2 3:marked_row",
                     ended);
        auto check = SheetCheck::open(folder_.write(
            "list.csv", "Product,Title,Leads\nfilters,CEO；CFO,100\nfilters,COO、CTO,50\n"));
        QVERIFY(check.has_value());
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
            QCOMPARE(std::get<std::vector<std::string>>(
                         row.input->request.fields.find("jobTitles")->second)
                         .size(),
                     std::size_t{2});
    }

    void decisionsInAnyColumn_holdTheirRows() {
        for (const char* rows : {"Verdict,keep,kill", "RAG,Green,Red", "Action,order,archive",
                                 "To do,,clarify with Anna before ordering",
                                 "Choice,,second choice", "Wunsch,,2. Wahl"}) {
            const QStringList parts = QString(rows).split(',');
            const QString said =
                check("Product,Industry,Leads," + parts[0] + "\nfilters,Software,100," + parts[1] +
                      "\nfilters,Retail,50," + parts[2] + "\n");
            QVERIFY2(said == "2 3:marked_row", qPrintable(QString(rows) + " -> " + said));
        }
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
