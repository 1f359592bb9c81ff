// SPDX-License-Identifier: Apache-2.0
#include "column_outcome.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using leadsheet::test::mapOf;
using leadsheet::test::mapOfColumn;
using leadsheet::test::Names;
using leadsheet::test::outcome;

// What is said of columns that fill no field, and which fields are offered for them.
class UnusedColumnsTest : public QObject {
    Q_OBJECT

private slots:
    // "51-200", "Germany" and "Director" with an x in some rows narrow who is meant.
    void names_thatAreTicked_areSaidToNarrow() {
        for (const char* header :
             {"51-200", "1000+", "Germany", "Frankreich", "Director", "Sales"}) {
            const ColumnMap map = mapOfColumn(header, "x||x");
            QCOMPARE(map.unused.size(), std::size_t{1});
            QVERIFY2(map.unused.front().narrows, header);
        }
        const ColumnMap other = mapOfColumn("Wave", "x||x");
        QVERIFY(!other.unused.front().narrows);
        QVERIFY(mapOfColumn("Nationality", "German|French|German").unused.front().narrows);
    }

    // What narrows is said of them, whatever rows they tick.
    void names_thatNarrow_chooseNoRowsByCrosses() {
        for (const char* header : {"LinkedIn"}) {
            const ColumnMap map =
                mapOf({"Job title", "Leads", header}, {{"CEO", "5", "x"}, {"CTO", "6", ""}});
            QCOMPARE(map.unused.size(), std::size_t{1});
            const UnusedColumn& column = map.unused.front();
            QVERIFY2(column.narrows && column.reason != UnusedReason::Excludes, header);
            QVERIFY2(column.marks == RowMarks::No, header);
        }
    }

    // Half of a range leaves the other end open.
    void sizes_byOneEnd_areTaken_data() {
        QTest::addColumn<QString>("header");
        for (const char* header :
             {"Employees (min)", "Employees (max)", "Mitarbeiter von", "Mitarbeiter bis",
              "Employees >", "Employees to", "Dipendenti da", "Dipendenti a",
              "Funcion\u00E1rios de", "Effectif (max)", "Min. Mitarbeiter", "Gr\u00F6\u00DFe bis",
              "Mitarbeiter (von-bis)", "Employees (min-max)"})
            QTest::newRow(header) << QString::fromUtf8(header);
    }
    void sizes_byOneEnd_areTaken() {
        QFETCH(QString, header);
        QCOMPARE(outcome(mapOfColumn(header, "11|51|5000")), QString("companySizes"));
        // What is no number of employees tells no end.
        QVERIFY(mapOfColumn(header, "yes|no|Anna").columns.empty());
    }

    void wish_forPhone_withoutAYesOrNoInEachRow_isTaken() {
        for (const char* cells : {"tak|nie|opcjonalnie", "oui|non|O|N", "ja|nein|nach Absprache"})
            for (const char* header : {"Telefon", "T\u00E9l. direct ?"})
                QCOMPARE(outcome(mapOfColumn(header, cells)), QString("requirePhone"));
        QVERIFY(mapOfColumn("Telefon", "+49 89 123456|+49 30 998877|ja").columns.empty());
    }

    void persona_isATitleWhereItsCellsAre() {
        QCOMPARE(outcome(mapOfColumn("Persona", "CFO|VP Finance|Head of Sales")),
                 QString("jobTitles"));
        QCOMPARE(outcome(mapOfColumn("Target persona", "Growth Marketer|Dir. of Ops|Founders")),
                 QString("?jobTitles"));
        QVERIFY(mapOfColumn("Persona", "Economic buyer|Champion|Blocker").columns.empty());
    }

    void limit_onSpending_isSaid() {
        for (const char* header : {"Budget", "Max. price", "price_limit", "Max. Preis",
                                   "H\u00F6chstpreis", "Prix max.", "Presupuesto m\u00E1ximo"}) {
            const ColumnMap map = mapOfColumn(header, "500|250|1000");
            QVERIFY2(map.columns.empty() && map.suggestions.empty(), header);
            QVERIFY2(map.unused.front().why == leadsheet::messages::map::limitsSpending(), header);
        }
    }

    void turnover_isSaidToNarrow_andIsNeverASize() {
        for (const char* header :
             {"Umsatz in Mio.", "Revenue (M)", "Rev", "CA", "Oms\u00E4ttning", "Facturaci\u00F3n",
              "Years in business", "YearsInBusiness", "LastFundingRound"}) {
            const ColumnMap map = mapOfColumn(header, "11-50|51-200|201-500");
            QVERIFY2(map.columns.empty() && map.suggestions.empty(), header);
            QVERIFY2(map.unused.front().narrows, header);
        }
        for (const char* cells : {"$5M-$50M|<1M|>1B", "10 M\u20AC \u2013 50 M\u20AC|< 2 M\u20AC",
                                  "10\u201350 MSEK|\u00F6ver 100 MSEK", "5 Mio. bis 10 Mio.",
                                  "R$ 10 mi a R$ 50 mi|R$ 2 mi"}) {
            const ColumnMap map = mapOfColumn("Bracket", cells);
            QVERIFY2(map.columns.empty() && map.suggestions.empty(), cells);
            QVERIFY2(map.unused.front().narrows, cells);
        }
        QVERIFY(!mapOfColumn("Bracket", "0.40|0.55|1.20").unused.front().narrows);
    }

    void branch_besideARadius_isAKindOfBusiness() {
        const ColumnMap local = mapOf({"Branche", "Stadt", "Umkreis (km)", "Anzahl"},
                                      {{"Friseur", "Leipzig", "15", "100"}});
        QCOMPARE(outcome(local), QString("categories"));
        QCOMPARE(local.valueFor("scrapingOption")->value, std::string("local_business"));
        // Only one of two.
        const ColumnMap both = mapOf({"Kategorie", "Branche", "Stadt", "Umkreis (km)", "Anzahl"},
                                     {{"Friseur", "Handwerk", "Leipzig", "15", "100"}});
        QCOMPARE(outcome(both), QString("categories"));
        QVERIFY(outcome(both, 1) != QString("?categories"));
        const ColumnMap people = mapOf({"Branche", "Position", "Stadt", "Umkreis (km)", "Anzahl"},
                                       {{"Friseur", "Inhaber", "Leipzig", "15", "100"}});
        QCOMPARE(outcome(people), QString("industries"));
    }

    void emptyColumn_saysNothingOfTheProduct() {
        const Names header{"keyword", "category", "city", "radius", "leads"};
        const ColumnMap map = mapOf(header, {{"", "Dentist", "Leeds", "25", "50"}});
        QVERIFY(map.valueFor("scrapingOption") != nullptr);
        QCOMPARE(map.valueFor("scrapingOption")->value, std::string("local_business"));
        // What is in the way where no product has all of them.
        const auto error = missingTargets(mapOf(header, {{"tea", "Dentist", "Leeds", "25", "50"}}));
        QVERIFY(error.has_value());
        QVERIFY(std::any_of(error->wayOut.begin(), error->wayOut.end(), [](const auto& said) {
            return said ==
                   leadsheet::messages::map::productWouldLeaveOut("local_business", {"keyword"});
        }));
        // An empty one would not be left out.
        const auto other =
            missingTargets(mapOf({"keyword", "category", "radius", "seniority", "leads"},
                                 {{"tea", "Dentist", "25", "", "50"}}));
        QVERIFY(other.has_value());
        QVERIFY(std::any_of(other->wayOut.begin(), other->wayOut.end(), [](const auto& said) {
            return said ==
                   leadsheet::messages::map::productWouldLeaveOut("local_business", {"keyword"});
        }));
    }

    void placesOfOthers_areOfferedWhereNoColumnNamesAPlace() {
        const std::vector<Names> rows{{"Germany", "CEO", "40"}, {"Austria", "CFO", "25"}};
        const ColumnMap map = mapOf({"Billing Country", "Job title", "Leads"}, rows);
        QCOMPARE(map.unused.size(), std::size_t{1});
        QCOMPARE(map.unused.front().field, std::string("locations"));
        QVERIFY(map.unused.front().narrows);
        const ColumnMap beside = mapOf({"Billing Country", "Country", "Leads"},
                                       {{"Germany", "Spain", "40"}, {"Austria", "Peru", "25"}});
        QCOMPARE(beside.unused.size(), std::size_t{1});
        QVERIFY(beside.unused.front().field.empty());
    }

    void numbers_ofAnUnknownName_areOfferedWhereNoColumnSaysHowMany() {
        const std::vector<Names> rows{{"CEO", "40", "1"}, {"CFO", "25", "2"}, {"CTO", "90", "3"}};
        const ColumnMap map = mapOf({"Job title", "Wave", "Step"}, rows);
        QCOMPARE(outcome(map, 1), QString("?leadCount"));
        QCOMPARE(outcome(map, 2), QString("!unknown"));
        QVERIFY(missingTargets(map).has_value());
        QCOMPARE(outcome(mapOf({"Job title", "Wave", "Leads"}, rows), 1), QString("!unknown"));
    }

    void wish_forEmailOrPhone_isReadAsAsked_data() {
        QTest::addColumn<QString>("meant");
        const auto row = [](const char* meant, const QStringList& headers) {
            for (const QString& header : headers)
                QTest::newRow(qPrintable(header)) << QString(meant);
        };
        row("requirePhone",
            {"Phone (yes or no)", "Phone Y/N", "Telefon (J/N)", "Tel. erforderlich",
             "T\u00E9l. obligatoire", "\u00BFTel\u00E9fono?", "Direct dials?",
             "Telefonnummer n\u00F6tig", "Telefoonnummer verplicht", "Mobile needed"});
        row("requireEmail",
            {"Email required (yes/no)", "Email (oui/non)", "Email (s\u00ED/no)", "Email (tak/nie)",
             "Email (sim/n\u00E3o)", "Do you need emails?", "Precisa de e-mail"});
        row("!no_such_field", {"Phone not required", "Email not required", "Phone optional",
                               "Phone not mandatory", "Email non obligatoire"});
        row("?none", {"Email sent", "Phone called"});
    }
    void wish_forEmailOrPhone_isReadAsAsked() {
        QFETCH(QString, meant);
        const ColumnMap map = mapOfColumn(QTest::currentDataTag(), "yes|no|yes");
        if (meant == "?none")
            QVERIFY(map.columns.empty() && map.suggestions.empty());
        else
            QCOMPARE(outcome(map), meant);
    }

    // Every row is ordered, also one that says that it is not wanted.
    void column_thatMarksRows_narrows_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("cells");
        QTest::addColumn<bool>("narrows");
        const auto row = [](const char* header, const char* cells, bool narrows) {
            QTest::addRow("%s: %s", header, cells) << QString(header) << QString(cells) << narrows;
        };
        row("Type", "Include|Exclude|Include", true);
        row("Include?", "yes|no|yes", true);
        row("Order? (y/n)", "y|y|n", true);
        row("Aktiv", "ja|nein", true);
        row("Not", "x||x", true);
        row("Status", "open|cancelled", true);
        row("Country op", "in|not in", true);
        row("Comment", "urgent|no Berlin please", true);
        row("Xyzzy", "ohne Wien|Salzburg", true);
        row("Account type", "Prospect|Customer (do not target)", true);
        row("Xyzzy", "Prospect - do not contact|Prospect", true);
        row("Xyzzy", "Prospect (prio B)|Prospect - call later", false);
        row("Interlocuteur", "CTO|CFO", true);
        row("Geografisch", "Lombardia|Bavaria", true);
        row("Germany", "x||x", true);
        row("Include?", "yes|yes", false);
        row("Country op", "in|in", false);
        row("Comment", "urgent|for Anna", false);
        row("Mascot", "Lion|Bear", false);
        row("Begin", "Mai 2026|Juni 2026", false);
    }
    void column_thatMarksRows_narrows() {
        QFETCH(QString, header);
        QFETCH(QString, cells);
        QFETCH(bool, narrows);
        const ColumnMap map = mapOfColumn(header, cells);
        QVERIFY(map.columns.empty());
        QCOMPARE(map.unused.front().narrows, narrows);
    }

    // Who accepts an offer must not lose the rows by it.
    void cells_thatDeny_offerNoFieldThatTheyCannotFill() {
        const ColumnMap map =
            mapOfColumn("Lead list request", "SaaS|Fintech|Healthcare, no clinics");
        QCOMPARE(map.unused.size(), std::size_t{1});
        QVERIFY(map.unused.front().narrows);
        QCOMPARE(map.unused.front().field, std::string());
    }

    void field_thatCannotTakeTheCells_isNotOffered_data() {
        QTest::addColumn<QString>("cells");
        QTest::newRow("Rating") << QString("Hot|Warm|Cold");
        QTest::newRow("Radius") << QString("near|far");
        QTest::newRow("Your email") << QString("a@example.com|b@example.com");
        QTest::newRow("Team") << QString("North|South");
    }
    void field_thatCannotTakeTheCells_isNotOffered() {
        QFETCH(QString, cells);
        const ColumnMap map = mapOfColumn(QTest::currentDataTag(), cells);
        QVERIFY(map.columns.empty() && map.suggestions.empty());
        QCOMPARE(outcome(map), QString("!cells_contradict"));
        // A field of another product would end in no order at all.
        const ColumnMap filters = mapOf({"Industry", "Seniority", "Type", "Leads"},
                                        {{"Software", "Director", "Hot", "10"}});
        QVERIFY(filters.valueFor(kProductTarget) != nullptr && filters.suggestions.empty());
    }
};

LEADSHEET_TEST(tst_unused_columns, UnusedColumnsTest);
#include "tst_unused_columns.moc"
