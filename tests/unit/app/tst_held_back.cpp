// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

/// What is done with each row: "2 3:section_line", by its number and why it is left out.
struct Rows {
    QString said;
    std::vector<SheetNote> notes;
};

} // namespace

// What a sheet says against ordering its rows as they stand: not now, not these, or not there.
class HeldBackTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    int odd_ = 0; // of the last check

    Rows check(const std::string& text) {
        Rows rows;
        odd_ = 0;
        auto check = SheetCheck::open(folder_.write("list.csv", text));
        if (!check)
            qFatal("%s", check.error().message().c_str());
        QStringList said;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            QString one = QString::number(row.row);
            for (const Problem& problem : row.problems) {
                odd_ += problem.level == ProblemLevel::Odd ? 1 : 0;
                if (problem.level == ProblemLevel::Blocks && !one.contains(':'))
                    one += ":" + QString::fromStdString(std::string(problemCodeName(problem.code)));
            }
            said << one;
        }
        rows.said = said.join(' ');
        rows.notes = notesAbove(check->tabs().front().head, check->tabs().front().header);
        return rows;
    }

    /// The rows 3 and 5 and a line between them, in the first column.
    QString around(const std::string& line) {
        return check("Product,Leads,Country,Title\n"
                     "filters,100,Germany,CEO\nfilters,50,France,CEO\n\"" +
                     line + "\",,,\nfilters,40,Spain,CEO\n")
            .said;
    }

private slots:
    // A title that names a country, where no row does.
    void titleWithAPlace_isSaidOfTheRows() {
        const auto oddBelow = [&](const std::string& title, const std::string& column) {
            check("\"" + title + "\"\nProduct,Leads,Title," + column + "\nfilters,100,CEO,Spain\n");
            return odd_;
        };
        for (const char* title :
             {"France \u2013 Q1 lead order", "ICP list Germany", "Bestellung Frankreich",
              "Target: companies with 50+ employees in Germany", "DACH campaign",
              "Leads for New Zealand"})
            QVERIFY2(oddBelow(title, "Remark") > 0, title);
        for (const char* title :
             {"Lead order Q1", "Leads para ventas", "Sales list", "Global ICPs"})
            QCOMPARE(oddBelow(title, "Remark"), 0);
        QCOMPARE(oddBelow("ICP list Germany", "Country"), 0);
    }
    void lineAboutWhatWasOrdered_isNamed() {
        for (const char* line : {"Already ordered 12 Jan", "grey rows = already ordered",
                                 "Grau = bereits bestellt", "All numbers in hundreds"}) {
            const auto head = std::vector<SampleRow>{{1, {line}}, {2, {"Title", "Leads"}}};
            const auto notes = notesAbove(head, {2, Confidence::Certain, {}});
            QCOMPARE(notes.size(), std::size_t{1});
            QCOMPARE(notes.front().text, std::string(line));
        }
    }

    void lineThatPutsOff_holdsTheRowsBelowBack_data() {
        QTest::addColumn<QString>("line");
        for (const char* line : {"Wave 2 - do not order yet",
                                 "on hold",
                                 "ON HOLD:",
                                 "nicht bestellen",
                                 "later",
                                 "phase 2 – tbd",
                                 "cancelled",
                                 "Cancelled (see Anna)",
                                 "Storniert",
                                 "Not yet approved",
                                 "Do not order before March",
                                 "später bestellen",
                                 "Phase 2 (später)",
                                 "Phase 3 – erst nach Freigabe bestellen",
                                 "Freigabe ausstehend",
                                 "ne pas commander",
                                 "En attente",
                                 "Annulé",
                                 "en pausa",
                                 "más tarde",
                                 "Cancelado",
                                 "Parked until Q1",
                                 "Q3 (on hold)",
                                 "next quarter",
                                 "Backlog",
                                 "waiting for approval",
                                 "In sospeso",
                                 "uitgesteld",
                                 "odłożone",
                                 "adiado"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void lineThatPutsOff_holdsTheRowsBelowBack() {
        QFETCH(QString, line);
        QCOMPARE(around(line.toStdString()), QString("2 3 4:section_line 5:section_line"));
    }

    void lineThatNamesAPart_holdsNothingBack_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"Wave 1:", "Wave 2", "Batch A", "Welle 3", "Phase 1 (order now)", "Priority 2",
              "Software", "Lotto companies", "Pedido marzo", "Pedido Q3"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void lineThatNamesAPart_holdsNothingBack() {
        QFETCH(QString, line);
        const QString said = around(line.toStdString());
        QVERIFY2(said.endsWith(" 5"), qPrintable(said));
    }

    void nextPart_endsWhatWasHeldBack() {
        for (const char* line : {"Wave 3", "WAVE 3:", "Phase 3 (order now)"}) {
            const QString said = check(std::string("Product,Leads,Country,Title\nWave 1:,,,\n"
                                                   "filters,100,Germany,CEO\nWave 2 (on hold),,,\n"
                                                   "filters,50,France,CEO\n") +
                                       line + ",,,\nfilters,40,Spain,CEO\n")
                                     .said;
            QVERIFY2(said.contains(" 5:section_line ") && said.endsWith(" 7"), qPrintable(said));
        }
    }

    void titleAboveTheColumns_isAboutAllRowsOnlyWhenItIsSure() {
        const std::string table = "Product,Leads,Country,Title\nfilters,100,Germany,CEO\n";
        QCOMPARE(check("Leads for Q4 - DO NOT ORDER YET,,,\n" + table).said,
                 QString("3:section_line"));
        for (const char* title : {"ICP list Q4 (tbd),,,\n", "Draft,,,\n", "Wave 2,,,\n"})
            QCOMPARE(check(title + table).said, QString("3"));
    }

    void cellOfAStatus_thatPutsOff_holdsItsRowBack_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<bool>("held");
        for (const char* cell :
             {"on hold", "later", "en pausa", "zurückgestellt", "not approved yet", "cancelled",
              "next quarter", "reporté", "pending"})
            QTest::newRow(cell) << QString::fromUtf8(cell) << true;
        for (const char* cell : {"ready", "new", "offen", "active", "approved"})
            QTest::newRow(cell) << QString::fromUtf8(cell) << false;
    }
    void cellOfAStatus_thatPutsOff_holdsItsRowBack() {
        QFETCH(QString, cell);
        QFETCH(bool, held);
        QCOMPARE(check("Product,Leads,Country,Title,Status\nfilters,100,Germany,CEO,ready\n"
                       "filters,50,France,CEO," +
                       cell.toStdString() + "\n")
                     .said,
                 held ? QString("2 3:marked_row") : QString("2 3"));
    }

    void titleThatIsAlsoTheNameOfAList_holdsNothingBack() {
        QCOMPARE(check("Backlog,,,\nProduct,Leads,Country,Title\nfilters,100,Germany,CEO\n").said,
                 QString("3"));
    }

    void sideOfACountry_isAskedAbout() {
        const auto places = [&](const std::string& place) {
            return check("Product;Leads;Region;Title\nfilters;100;\"" + place + "\";CEO\n").said;
        };
        for (const char* place : {"Ost, Schweiz", "Ost Schweiz", "Süd Deutschland",
                                  "Norden, Deutschland", "East, Germany", "Sur, España"})
            QCOMPARE(places(place), QString("2:not_allowed"));
        for (const char* place : {"South Korea", "Nordrhein-Westfalen", "Northern Ireland",
                                  "West Virginia", "Zürich, Schweiz", "South Africa"})
            QCOMPARE(places(place), QString("2"));
    }

    void cityBelowCountry_besideAnotherCity_isAskedAbout() {
        const auto row = [&](const std::string& city, const std::string& country) {
            return check("Product,Leads,City,Country,Title\nfilters,9,Paris,France,CEO\n"
                         "filters,100," +
                         city + "," + country + ",CEO\n")
                .said;
        };
        QCOMPARE(row("Berlin", "Munich"), QString("2 3"));
        QCOMPARE(odd_, 1);
        QCOMPARE(row("Berlin", "Germny"), QString("2 3:unclear_list"));
        for (const auto& [city, country] :
             {std::pair("Berlin", "Deutschland"), std::pair("Glasgow", "Scotland"),
              std::pair("", "Hamburg"), std::pair("Berlin", "Berlin"), std::pair("Wien", "DACH"),
              std::pair("Austin", "USA"), std::pair("Leeds", "UK")})
            QVERIFY(row(city, country) == QString("2 3") && odd_ == 0);
    }

    void tableAboveTheOneThatIsRead_isNamed() {
        const std::string table = "Product,Leads,Country,Title,Industry\n"
                                  "filters,100,Germany,CEO,Software\n"
                                  "filters,50,France,CTO,Retail\nfilters,5,Italy,CTO,Retail\n";
        const Rows rows = check("Market,Budget\nDACH,5000\nFR,2500\n\n" + table);
        QCOMPARE(rows.said, QString("6 7 8"));
        QCOMPARE(rows.notes.size(), std::size_t{1});
        QCOMPARE(rows.notes.front().row, std::uint32_t{1});
        QCOMPARE(rows.notes.front().text, std::string("Market | Budget"));
        QVERIFY(check("Q4 list,\nPrepared by,Ann\nVersion,3\n\n" + table).notes.empty());
    }
};

LEADSHEET_TEST(tst_held_back, HeldBackTest);
#include "tst_held_back.moc"
