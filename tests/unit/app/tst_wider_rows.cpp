// SPDX-License-Identifier: Apache-2.0
// Rows that would order more than their sheet says.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class WiderRowsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    // By row: the problems, with "!" before those that block.
    QStringList check(const std::string& text, const std::string& map = "") {
        CheckOptions options;
        options.map = parseMapSpec("scrapingOption:=filters" + map).value();
        auto check = SheetCheck::open(folder_.write("a.csv", text), options);
        if (!check)
            qFatal("%s", check.error().message().c_str());
        QStringList rows;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            QStringList said;
            for (const Problem& problem : row.problems)
                said << (problem.level == ProblemLevel::Blocks ? "!" : "") +
                            QString::fromStdString(problem.message());
            rows << said.join(' ');
        }
        return rows;
    }

private slots:
    void value_besideAnEmptyField_keepsItsRowBack() {
        const std::string text = "Position;PLZ;Ort;Anzahl\n"
                                 "GF;80331;;5\n"
                                 "GF;70173;Stuttgart;6\n"
                                 "GF;;Berlin;7\n"
                                 "CFO;-;;8\n";
        const QStringList rows = check(text);
        QCOMPARE(rows.size(), qsizetype{4});
        QCOMPARE(rows[0],
                 QString("!Row 2, column B (PLZ): Column PLZ says \"80331\", but it is not used, "
                         "and the column of locations is empty in this row. Write it into the "
                         "column that is used, or say that this one does not matter: --map "
                         "ignore=COLUMN."));
        for (int row = 1; row < 4; ++row)
            QCOMPARE(rows[row], QString());
        QCOMPARE(check(text, ",ignore=PLZ")[0], QString());
    }

    void order_inOtherNamesOfItsCountries_isSaidToBeTheSame() {
        const QStringList rows = check("Title,Country,Leads\n"
                                       "CEO,Germany,5\n"
                                       "CEO,Deutschland,5\n"
                                       "CEO,Allemagne,5\n"
                                       "CFO,\"Wien, Österreich\",5\n"
                                       "CFO,\"Wien, Austria\",5\n"
                                       "CFO,Allemagne,5\n"
                                       "CFO,Duitsland,5\n"
                                       "CEO,France,5\n"
                                       "CTO,Deutschland,5\n"
                                       "CMO,FR,5\n"
                                       "CMO,France,5\n");
        const auto same = [](int row) {
            return QString("With other names of the same places or titles, row %1 asks for the "
                           "same companies and people. Delete one of them, unless both are wanted.")
                .arg(row);
        };
        QCOMPARE(rows.size(), qsizetype{11});
        const std::map<int, int> expected{{1, 2}, {2, 2}, {4, 5}, {6, 7}, {10, 11}};
        for (int row = 0; row < 11; ++row) {
            const auto first = expected.find(row);
            if (first == expected.end())
                QCOMPARE(rows[row], QString());
            else
                QVERIFY2(rows[row].contains(same(first->second)) && !rows[row].contains('!'),
                         qPrintable(rows[row]));
        }
    }
};

LEADSHEET_TEST(tst_wider_rows, WiderRowsTest);
#include "tst_wider_rows.moc"
