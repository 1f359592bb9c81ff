// SPDX-License-Identifier: Apache-2.0
// Letters and names that several places have: the column's name decides, or the person does.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class PlaceCodesTest : public QObject {
    Q_OBJECT

private slots:
    void code_inAColumn_isThePlaceOfItsName_data() {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("place"); // as ordered; empty: the row is blocked
        QTest::addColumn<QString>("offered");
        const auto row = [](const char* column, const char* text, const char* place,
                            const char* offered = "") {
            QTest::newRow(text + QByteArray(" in ") + column)
                << QString(column) << QString(place) << QString(offered);
        };
        row("Country", "CA", "Canada", "means(CA,CA)");
        row("Land", "IN", "India", "means(IN,IN)");
        row("Country", "DE", "DE"); // the service knows it
        row("Country", "BE", "BE");
        row("Country", "FR", "FR");
        row("Country", "Georgia", "Georgia");
        row("State", "CA", "California, United States", "means(CA,CA)");
        row("State", "DE", "Delaware, United States", "means(DE,DE)");
        row("State", "TX", "TX");
        row("State", "PA", "PA",
            "means(PA,Pennsylvania\\, United States)means(PA,Par\u00E1\\, Brazil)");
        row("Kanton", "SG", "St. Gallen, Switzerland", "means(SG,SG)");
        row("Kanton", "SH", "Schaffhausen, Switzerland", "means(SH,SH)");
        row("Bundesland", "SH", "Schleswig-Holstein, Germany", "means(SH,SH)");
        row("Bundesland", "BW", "Baden-W\u00FCrttemberg, Germany", "means(BW,BW)");
        row("Bundesland", "HH", "Hamburg, Germany", "means(HH,HH)");
        row("Bundesland", "NRW|HE", "NRW|Hesse, Germany", "means(HE,HE)");
        row("UF", "PA", "Par\u00E1, Brazil", "means(PA,PA)");
        row("State", "NSW", "New South Wales, Australia", "means(NSW,NSW)");
        row("Location", "CA or TX", "CA|TX", "means(CA or TX,CA or TX)");
        row("Location", "NL|BE", "NL|BE");
        row("Location", "TX & OK", "TX|OK", "means(TX & OK,TX & OK)");
        row("Location", "NY & BC", "NY & BC", "means(NY & BC,NY;BC)means(NY & BC,NY & BC)");
        row("Land", "D", "Germany", "means(D,D)");
        row("Land", "A / CH", "Austria|CH", "means(A / CH,A / CH)means(A,A)");
        row("Location", "D|CH", "Germany|CH", "means(D,D)");
        row("Location", "D", "D");
        row("Location", "Umkreis 50 km um Stuttgart", "",
            "means(Umkreis 50 km um Stuttgart,Stuttgart)"
            "means(Umkreis 50 km um Stuttgart,Umkreis 50 km um Stuttgart)");
        row("Location", "within 25 miles of Leeds", "",
            "means(within 25 miles of Leeds,Leeds)"
            "means(within 25 miles of Leeds,within 25 miles of Leeds)");
        row("Location", "75015 Paris", "75015 Paris");
        row("Location", "Stuttgart (50 km)", "",
            "means(Stuttgart \\(50 km\\),Stuttgart)"
            "means(Stuttgart \\(50 km\\),Stuttgart \\(50 km\\))");
        row("Location", "30km de Santiago de Compostela", "",
            "means(30km de Santiago de Compostela,Santiago de Compostela)"
            "means(30km de Santiago de Compostela,30km de Santiago de Compostela)");
        row("Location", "Detroit, MI 48226", "Detroit, MI 48226");
        row("Location", "20121 Milano MI", "20121 Milano MI");
        row("Location", "100 Mile House, BC", "100 Mile House, BC");
        row("State", "Georgia", "Georgia");
        row("Location", "CA", "", "means(CA,Canada)means(CA,California\\, United States)");
        row("Market", "AL", "",
            "means(AL,Albania)means(AL,Alabama\\, United States)means(AL,Alagoas\\, Brazil)");
        row("Location", "DE", "DE");
        row("Location", "CA|TX", "CA|TX");
        row("Country", "CA|TX", "CA|TX");
        row("Location", "MX|CA", "MX|Canada", "means(CA,CA)");
        row("Location", "CA|IN", "",
            "means(CA,Canada)means(CA,California\\, United States)"
            "means(IN,India)means(IN,Indiana\\, United States)");
        row("Location", "SG", "SG");
        row("Location", "TX", "TX");
        row("Location", "Haifa, IL", "Haifa, IL");
        row("Location", "ca", "ca");
        row("Location", "Georgia", "Georgia",
            "means(Georgia,Georgia)means(Georgia,Georgia\\, United States)");
        row("Location", "Georgia, US", "Georgia, US");
        row("Location", "bundesweit", "", "empty(bundesweit)means(bundesweit,bundesweit)");
        row("Location", "Luxembourg", "Luxembourg");
        row("Location", "Puerto Rico", "Puerto Rico");
        row("Location", "Mexico", "Mexico");
        row("Location", "New York", "New York");
    }
    void code_inAColumn_isThePlaceOfItsName() {
        QFETCH(QString, column);
        QFETCH(QString, place);
        QFETCH(QString, offered);
        const QString text = QString(QTest::currentDataTag()).section(" in ", 0, 0);
        CheckOptions options;
        options.map = parseMapSpec("locations=" + column.toStdString() +
                                   "|whole,leadCount=n,scrapingOption:=filters")
                          .value();
        auto check = SheetCheck::open(
            folder_.write("a.csv", (column + ";n\n" + text + ";5\n").toStdString()), options);
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) != Next::End);
        QCOMPARE(row.blocked, place.isEmpty());
        QString steps;
        for (const Problem& problem : row.problems)
            for (const ProblemFix& way : problem.fixes)
                steps += QString::fromStdString(way.step);
        QCOMPARE(steps, offered);
        if (row.blocked)
            return;
        const auto& places =
            std::get<std::vector<std::string>>(row.input->request.fields.at("locations"));
        QStringList ordered;
        for (const std::string& one : places)
            ordered += QString::fromStdString(one);
        QCOMPARE(ordered.join('|'), place);
    }

    void fix_ofACode_ordersThePlaceThatWasChosen() {
        CheckOptions options;
        options.map = parseMapSpec("locations=Location|means(CA,California\\, United States),"
                                   "leadCount=n,scrapingOption:=filters")
                          .value();
        auto check = SheetCheck::open(folder_.write("b.csv", "Location;n\nCA;5\n"), options);
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) != Next::End);
        QVERIFY(!row.blocked);
        const auto& places =
            std::get<std::vector<std::string>>(row.input->request.fields.at("locations"));
        QCOMPARE(places, std::vector<std::string>{"California, United States"});
    }

    void fix_ofOneOfJoinedCodes_isTaken() {
        CheckOptions options;
        options.map = parseMapSpec("locations=Land|means(A,A),leadCount=n,"
                                   "scrapingOption:=filters")
                          .value();
        auto check = SheetCheck::open(folder_.write("d.csv", "Land;n\nA / CH;5\n"), options);
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) != Next::End);
        const auto& places =
            std::get<std::vector<std::string>>(row.input->request.fields.at("locations"));
        QCOMPARE(places, (std::vector<std::string>{"A", "CH"}));
    }

    void codes_ofJoinedColumns_stayAsTheyAre() {
        CheckOptions options;
        options.map = parseMapSpec("locations=City+State+Country,leadCount=n,"
                                   "scrapingOption:=filters")
                          .value();
        auto check = SheetCheck::open(folder_.write("c.csv", "City;State;Country;n\n"
                                                             "Fresno;CA;US;5\n"
                                                             "Toronto;;CA;5\n"
                                                             ";GA;;5\n"),
                                      options);
        QVERIFY(check.has_value());
        for (const char* place : {"Fresno, CA, US", "Toronto, Canada", "Georgia, United States"}) {
            CheckedRow row;
            QVERIFY(check->next(row).value_or(Next::End) != Next::End);
            QVERIFY(!row.blocked);
            const auto& places =
                std::get<std::vector<std::string>>(row.input->request.fields.at("locations"));
            QCOMPARE(places, std::vector<std::string>{place});
        }
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_place_codes, PlaceCodesTest);
#include "tst_place_codes.moc"
