// SPDX-License-Identifier: Apache-2.0
#include "column_outcome.hpp"
#include "leadsheet/app/fields.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using leadsheet::test::mapOf;
using leadsheet::test::mapOfColumn;
using leadsheet::test::Names;
using leadsheet::test::outcome;

// Names that mean a field where the cells, or the other columns, agree.
class DoubtfulNamesTest : public QObject {
    Q_OBJECT

private slots:
    // A short name with a slip is its field where the cells are what it says.
    void name_shortAndMisspelt_needsItsCells_data() {
        QTest::addColumn<QString>("cells");
        QTest::addColumn<QString>("meant");
        QTest::newRow("Lnad") << "Germany|France|Poland"
                              << "locations";
        QTest::newRow("Lnd") << "Duitsland|België|Nederland"
                             << "locations";
        QTest::newRow("Krja") << "Polska|Czechy|Niemcy"
                              << "locations";
        QTest::newRow("Payss") << "France|Belgique|Suisse"
                               << "locations";
        QTest::newRow("Pias") << "Portugal|Brasil|Espanha"
                              << "locations";
        QTest::newRow("Crago") << "Director|Gerente|Jefe de ventas"
                               << "jobTitles";
        QTest::newRow("Lead") << "Ann|Bob|Eve"
                              << "!cells_contradict";
        QTest::newRow("Brand") << "Acme|Bolt|Crux"
                               << "!unknown";
    }
    void name_shortAndMisspelt_needsItsCells() {
        QFETCH(QString, cells);
        QFETCH(QString, meant);
        QCOMPARE(outcome(mapOfColumn(QTest::currentDataTag(), cells)), meant);
    }

    // A dial is direct, and much else.
    void direct_isNoPhone() {
        QVERIFY(!outcome(mapOfColumn("Direct", "yes|no|yes")).contains("requirePhone"));
        QCOMPARE(outcome(mapOfColumn("Direct dial?", "yes|no|yes")), QString("requirePhone"));
    }

    // "Estado" is a state, and a status.
    void name_ofAStateOrAStatus_isReadByItsCells() {
        QCOMPARE(outcome(mapOfColumn("Estado", "São Paulo|Paraná|Minas Gerais")),
                 QString("locations"));
        QVERIFY(outcome(mapOfColumn("Estado", "nuevo|en curso|listo")) != "locations");
        const ColumnMap joined =
            mapOf({"Cidade", "Estado", "País", "Leads"},
                  {{"Campinas", "São Paulo", "Brasil", "5"}, {"Maringá", "Paraná", "Brasil", "5"}});
        QCOMPARE(joined.columnFor("locations")->names(), std::string("Cidade, Estado and País"));
    }

    // A kind of business is an industry beside titles, and a category beside a radius.
    void name_ofAKindOfBusiness_isReadByTheProduct_data() {
        QTest::addColumn<int>("dummy");
        for (const char* header : {"Gewerbe", "Trade", "Activité", "Actividad", "Attività",
                                   "Atividade", "Activiteit", "Działalność"})
            QTest::newRow(header) << 0;
    }
    void name_ofAKindOfBusiness_isReadByTheProduct() {
        const std::string header = QTest::currentDataTag();
        const ColumnMap people =
            mapOf({header, "Job title", "Country", "Leads"},
                  {{"Bakery", "Owner", "Spain", "5"}, {"Mill", "Director", "Italy", "5"}});
        QCOMPARE(outcome(people), QString("industries"));
        const ColumnMap local = mapOf({header, "City", "Radius km", "Leads"},
                                      {{"Bakery", "Vigo", "5", "5"}, {"Mill", "Bari", "7", "5"}});
        QCOMPARE(outcome(local), QString("categories"));
        const ColumnMap neither =
            mapOf({header, "Country", "Leads"}, {{"Bakery", "Spain", "5"}, {"Mill", "Italy", "5"}});
        QVERIFY(outcome(neither).startsWith('?'));
    }

    // Several numbers of leads: which of them is to be bought is asked.
    void counts_ofOneTableOfOrders_areAskedFor_data() {
        QTest::addColumn<Names>("names");
        QTest::newRow("ordered, still needed")
            << Names{"Leads ordered", "Leads delivered", "Leads still needed"};
        QTest::newRow("open") << Names{"Leads", "Delivered", "Open"};
        QTest::newRow("German") << Names{"Anzahl Leads", "Geliefert", "Noch offen"};
        QTest::newRow("French") << Names{"Leads commandés", "Leads livrés", "Leads restants"};
        QTest::newRow("Spanish") << Names{"Leads pedidos", "Entregados", "Pendientes"};
        QTest::newRow("own name") << Names{"Lead count", "Delivered", "Remaining leads"};
        QTest::newRow("ends") << Names{"Max leads", "Country", "Min leads"};
        QTest::newRow("to order") << Names{"Leads", "Country", "To order"};
        QTest::newRow("to be ordered") << Names{"Leads", "Country", "To be ordered"};
        QTest::newRow("order now") << Names{"Leads", "Country", "Order now"};
        QTest::newRow("order") << Names{"Leads", "Country", "Order"};
        QTest::newRow("zu bestellen") << Names{"Anzahl Leads", "Country", "zu bestellen"};
        QTest::newRow("à commander") << Names{"Leads", "Country", "À commander"};
        QTest::newRow("a pedir") << Names{"Leads", "Country", "A pedir"};
        QTest::newRow("da ordinare") << Names{"Leads", "Country", "Da ordinare"};
        QTest::newRow("do zamówienia") << Names{"Leads", "Country", "Do zamówienia"};
        QTest::newRow("a encomendar") << Names{"Leads", "Country", "A encomendar"};
        QTest::newRow("new leads") << Names{"Leads", "Country", "New leads"};
        QTest::newRow("this month") << Names{"Total leads", "Country", "This month"};
        for (const char* other :
             {"Delivered",      "Received",          "Ordered",         "Ordered so far",
              "Geliefert",      "bereits geliefert", "Livr\u00E9s",     "Already have",
              "On hand",        "Bestand",           "Balance",         "Total delivered",
              "Approved leads", "Corrected leads",   "Leads (revised)", "Revised",
              "New qty",        "Korrektur",         "Leads (new)",     "Adjustment",
              "Freigegeben",    "Approved",          "Leads v2",        "Restmenge"})
            QTest::newRow(other) << Names{"Leads", other, "Country"};
        QTest::newRow("Anzahl neu") << Names{"Anzahl", "Anzahl neu", "Country"};
        QTest::newRow("requested, approved") << Names{"Requested leads", "Approved leads", "City"};
        for (const auto& [first, second] :
             std::vector<std::pair<const char*, const char*>>{{"Leads Jan", "Leads Mar"},
                                                              {"Mar Leads", "Feb Leads"},
                                                              {"Leads DE", "Leads AT"},
                                                              {"Quantity FR", "Quantity DE"},
                                                              {"UK Leads", "DE Leads"},
                                                              {"Leads IN", "Leads US"},
                                                              {"Leads Mo", "Leads Di"},
                                                              {"Leads Plan", "Leads Actual"},
                                                              {"Actual leads", "Planned leads"},
                                                              {"Leads Soll", "Leads Ist"},
                                                              {"Leads / DE", "Leads / CH"}})
            QTest::addRow("%s, %s", first, second) << Names{first, second, "City"};
        QTest::newRow("two wishes") << Names{"Leads wanted", "Country", "Leads needed"};
    }
    void counts_ofOneTableOfOrders_areAskedFor() {
        QFETCH(Names, names);
        const bool country = names[1] == "Country";
        const ColumnMap map = mapOf({names[0], names[1], names[2], "Title"},
                                    {{"100", country ? "Spain" : "40", "60", "CTO"},
                                     {"200", country ? "Italy" : "50", "150", "CEO"}});
        QVERIFY(map.columnFor("leadCount") == nullptr);
        const bool offered = std::any_of(
            map.suggestions.begin(), map.suggestions.end(), [](const Suggestion& suggestion) {
                return suggestion.target == "leadCount" && suggestion.column < 2;
            });
        QVERIFY(offered);
        if (country)
            QCOMPARE(outcome(map, 2), QString("?leadCount"));
    }
    // "-20": by how much the number is to be another.
    void count_besideItsChanges_isAskedFor() {
        QCOMPARE(outcome(mapOf({"Leads", "Adjustment", "Title"},
                               {{"100", "-20", "CTO"}, {"200", "+10", "CEO"}})),
                 QString("?leadCount"));
    }
    void count_inHundreds_isAskedFor() {
        const std::vector<Names> rows = {{"1", "CTO"}, {"2", "CEO"}};
        for (const char* name : {"Leads / in hundreds", "Leads / x 100", "Leads (in Tsd.)",
                                 "Leads (All numbers in hundreds)", "Leads / per month"})
            QCOMPARE(outcome(mapOf({name, "Title"}, rows)), QString("?leadCount"));
        for (const char* cell : {"in hundreds", "x 100", "(k)", "pro Monat"})
            QCOMPARE(outcome(mapOf({"Leads", "Title"}, {{cell, "text"}, {"1", "CTO"}})),
                     QString("?leadCount"));
        for (const auto& [name, cell] : std::vector<std::pair<const char*, const char*>>{
                 {"Unit", "k"}, {"Einheit", "Tsd."}, {"Units", "hundreds"}})
            QCOMPARE(outcome(mapOf({"Leads", name}, {{"1", cell}, {"2", cell}})),
                     QString("?leadCount"));
        for (const char* cell : {"pcs", "leads", ""})
            QCOMPARE(outcome(mapOf({"Leads", "Unit"}, {{"1", cell}, {"2", cell}})),
                     QString("leadCount"));
        for (const char* cell : {"pcs", "number", "max 5000", "1k", ""})
            QCOMPARE(
                outcome(mapOf({"Leads", "Title"}, {{cell, "text"}, {"1", "CTO"}, {"2", "CFO"}})),
                QString("leadCount"));
    }
    void numberOfCompanies_isNoNumberOfPeople_data() {
        QTest::addColumn<int>("dummy");
        for (const char* header :
             {"Number of companies", "Anzahl Firmen", "Nombre d'entreprises", "Número de empresas",
              "Aantal bedrijven", "Liczba firm", "Numero aziende", "# Companies"})
            QTest::newRow(header) << 0;
    }
    void numberOfCompanies_isNoNumberOfPeople() {
        const std::string header = QTest::currentDataTag();
        const ColumnMap people =
            mapOf({header, "Title", "Country"}, {{"50", "CEO", "Spain"}, {"60", "CTO", "Italy"}});
        QVERIFY(people.columnFor("leadCount") == nullptr);
        QCOMPARE(outcome(people), QString("?leadCount"));
    }
    void numberOfCompanies_aroundAPlace_isOrdered() {
        QCOMPARE(outcome(mapOf({"Number of businesses", "Category", "City", "Radius km"},
                               {{"50", "Bakery", "Vigo", "5"}, {"60", "Mill", "Bari", "7"}})),
                 QString("leadCount"));
    }
    void count_besideRanks_isTaken() {
        for (const Names& ranks : {Names{"1", "2"}, Names{"2", "1"}, Names{"1", "0"}})
            QCOMPARE(outcome(mapOf({"Leads", "Order", "Title"},
                                   {{"100", ranks[0], "CTO"}, {"200", ranks[1], "CEO"}})),
                     QString("leadCount"));
        QCOMPARE(outcome(mapOf({"Leads", "Order", "Title"},
                               {{"100", "4711", "CTO"}, {"200", "4712", "CEO"}})),
                 QString("leadCount"));
    }
    void count_besideOtherNumbers_isTaken() {
        const std::vector<Names> rows = {{"100", "40", "CTO"}, {"200", "50", "CEO"}};
        for (const char* name : {"Leads ordered", "Leads to order", "Leads needed"})
            QCOMPARE(outcome(mapOf({name, "Leads delivered", "Title"}, rows)),
                     QString("leadCount"));
        for (const char* other : {"Leads rejected", "Price", "Number of employees", "Deals",
                                  "Leads last year", "CRM ID", "Anzahl Mitarbeiter", "Score"})
            QCOMPARE(outcome(mapOf({"Leads", other, "Title"}, rows)), QString("leadCount"));
        QCOMPARE(outcome(mapOf({"Anzahl Leads", "Anzahl Mitarbeiter", "Title"}, rows)),
                 QString("leadCount"));
        QCOMPARE(outcome(mapOf({"Number of leads", "Number of offices", "Title"}, rows)),
                 QString("leadCount"));
        // A column of an order form that nothing was written into yet.
        QCOMPARE(outcome(mapOf({"Leads", "Delivered", "Title"},
                               {{"100", "0", "CTO"}, {"200", "0", "CEO"}})),
                 QString("leadCount"));
        QCOMPARE(outcome(mapOf({"Leads", "Delivered", "Title"},
                               {{"100", "", "CTO"}, {"200", "", "CEO"}})),
                 QString("leadCount"));
        QCOMPARE(outcome(mapOf({"Leads still needed", "Priority", "Title"}, rows)),
                 QString("leadCount"));
        QCOMPARE(outcome(mapOf({"Max leads", "Priority", "Title"}, rows)), QString("leadCount"));
        QCOMPARE(outcome(mapOf({"Contacts to find", "Open", "Title"},
                               {{"100", "yes", "CTO"}, {"200", "no", "CEO"}})),
                 QString("leadCount"));
    }

    // A remark in brackets makes a name less of one: "Industry (DE)" is a translation.
    void name_withoutARemark_isTaken() {
        const std::vector<Names> rows = {{"Software", "Software", "5"},
                                         {"Retail", "Einzelhandel", "5"}};
        const ColumnMap map = mapOf({"Industry", "Industry (DE)", "Leads"}, rows);
        QCOMPARE(outcome(map, 0), QString("industries"));
        QCOMPARE(outcome(map, 1), QString("?industries"));
        const ColumnMap both = mapOf({"Industry (EN)", "Industry (DE)", "Leads"}, rows);
        QCOMPARE(outcome(both, 0), QString("?industries"));
    }

    // An unquoted comma shifts the cells of its row, and tells nothing about the columns.
    void column_ofAShiftedRow_isReadByTheOthers() {
        const ColumnMap map = mapOf(
            {"Leads", "Title", "Country", "Industry"},
            {{"50", "VP", " Sales", "Germany", "Software"}, {"60", "CEO", "France", "Software"}});
        QCOMPARE(outcome(map, 2), QString("locations"));
        QCOMPARE(outcome(map, 3), QString("industries"));
        QCOMPARE(map.unused.size(), std::size_t{1}); // the one without a name
        const ColumnMap all = mapOf({"Leads"}, {{"50", "x"}, {"60", "y"}});
        QCOMPARE(outcome(all), QString("leadCount"));
    }

    // A postcode says where only with its country, and "Area" may be what it belongs to.
    void postcode_besideAnArea_isAskedFor() {
        const std::vector<Names> rows = {{"80331", "Munich", "5"}, {"10115", "Berlin", "5"}};
        for (const char* area : {"Area", "Gebiet", "Zona", "Where"}) {
            const ColumnMap map = mapOf({"Post code", area, "Leads"}, rows);
            QVERIFY2(map.columnFor("locations") == nullptr, area);
            QCOMPARE(outcome(map), QString("?locations"));
        }
        QCOMPARE(outcome(mapOf({"Post code", "Title", "Leads"},
                               {{"80331", "CTO", "5"}, {"10115", "CEO", "5"}})),
                 QString("locations"));
    }

    // No product is assumed beside a column that names products, be there one cell of them.
    void product_namedInFewCells_isNotAssumed() {
        const ColumnMap named =
            mapOf({"Product", "Leads", "Title"},
                  {{"search_url", "5", "CTO"}, {"Total", "5", ""}, {"Exported by Ann", "", ""}});
        QCOMPARE(outcome(named), QString("scrapingOption"));
        const ColumnMap nameless = mapOf({"", "Leads", "Title"}, {{"search_url", "5", "CTO"}});
        QVERIFY(!nameless.fills("scrapingOption"));
        QCOMPARE(outcome(nameless), QString("?scrapingOption"));
        const ColumnMap theirs =
            mapOf({"Product", "Leads", "Title"}, {{"CRM Pro", "5", "CTO"}, {"CRM", "5", "CEO"}});
        QVERIFY(!theirs.fills("scrapingOption"));
        QCOMPARE(outcome(theirs), QString("!cells_contradict"));
    }
};

LEADSHEET_TEST(tst_doubtful_names, DoubtfulNamesTest);
#include "tst_doubtful_names.moc"
