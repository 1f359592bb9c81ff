// SPDX-License-Identifier: Apache-2.0
#include "column_outcome.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/name_meaning.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <ctime>

using namespace leadsheet::app;
using leadsheet::test::mapOf;
using leadsheet::test::mapOfColumn;
using leadsheet::test::Names;
using leadsheet::test::outcome;

// What a column's name means: what is ordered, what is not, and of whom it speaks.
class ColumnNamesTest : public QObject {
    Q_OBJECT

private slots:
    void product_misspelt_staysTheProduct() {
        const ColumnMap map = mapOf({"Product", "Industry", "Leads"},
                                    {{"fliters", "Software", "10"}, {"filtres", "Steel", "20"}});
        QVERIFY(map.columnFor(kProductTarget) != nullptr);
        QVERIFY(map.valueFor(kProductTarget) == nullptr);
        // What a company sells is something else.
        const ColumnMap other = mapOf({"Product", "Industry", "Leads"},
                                      {{"CRM Suite", "Software", "10"}, {"Pumps", "Steel", "20"}});
        QVERIFY(other.columnFor(kProductTarget) == nullptr);
    }

    void name_thatIsTheFieldsOwn_isSaidToBe() {
        const ColumnMap map =
            mapOf({"Product", "Quantity"}, {{"filters", "10"}, {"filters", "20"}});
        QVERIFY(map.columnFor(kProductTarget)->why == leadsheet::messages::map::sameName());
        QVERIFY(map.columnFor("leadCount")->why == leadsheet::messages::map::anotherName());
    }

    void name_inAnyLanguage_meansItsField_data() {
        QTest::addColumn<QString>("field");
        const auto row = [](const char* field, const QStringList& headers) {
            for (const QString& header : headers)
                QTest::newRow(qPrintable(header)) << QString(field);
        };
        row("leadCount", {"Contacts needed",
                          "# of contacts",
                          "How many",
                          "Stückzahl",
                          "Leads goal",
                          "Numero di lead",
                          "Liczba leadów",
                          "Aantal leads",
                          "Nombre de leads",
                          "Cantidad",
                          "No. of leads",
                          "No. contacts",
                          "N° de leads",
                          "Nº leads",
                          "Leads (max)",
                          "Gewünschte Leads",
                          "leadsNeeded",
                          "Quantidade de leads",
                          "Target leads",
                          "Anzahl gewünschter Kontakte",
                          "Nb de leads",
                          "Target quantity",
                          "contacts_wanted",
                          "How many leads?",
                          "Total wanted",
                          "Abnahmemenge",
                          "Quantité commandée",
                          "Bestellung / Anzahl",
                          "Resultados deseados",
                          "Te leveren contacten",
                          "Do pozyskania (szt.)",
                          "Ile rekordów",
                          "quantidade pedida",
                          "Aantal besteld"});
        row("industries", {"Company Industry",
                           "Target industries",
                           "Industry (non-profit)",
                           "Branche (nicht leer lassen)",
                           "Zielbranchen",
                           "Secteur d’activité",
                           "Organization - Industry",
                           "industry__c",
                           "Branża",
                           "Setor alvo",
                           "Bedrijfstak",
                           "Settore",
                           "Primary Industry",
                           "Industry / Sector",
                           "Ideal customer industry",
                           "Branche der Zielunternehmen",
                           "Secteur du client idéal",
                           "Sector del cliente ideal",
                           "Settore del cliente ideale",
                           "Perfil: setor",
                           "Czym się zajmują (branża)"});
        row("jobTitles", {"Contact Title", "Person - Job title", "Gewünschte Positionen",
                          "Stanowisko", "Intitulé de poste", "Cargo", "Ruolo aziendale",
                          "Functietitel", "Title / Role", "Titles to reach", "Figura professionale",
                          "Kogo szukamy (stanowisko)", "Beoogde functietitel"});
        row("locations",
            {"Company Country", "City", "Bundesland", "Ville", "Ortsname ohne PLZ", "Kraj",
             "Target countries", "HQ Location", "Locations EMEA", "Country/Region", "companyCity",
             "Zielland", "Stadt oder Ort", "País del cliente ideal", "Target customer country",
             "Where (country)", "Einzugsgebiet", "Sede legale", "Implantation"});
        row("companySizes",
            {"# Employees", "Employee Range", "No. of employees", "Wielkość firmy",
             "Nombre d'employés", "Número de empleados", "Anzahl Mitarbeiter", "Company headcount",
             "Target company size", "Anzahl MA", "Numero dipendenti", "Aantal medewerkers"});
        row("minRating", {"Stars at least", "Ocena min.", "Bewertung (min.)", "Min. étoiles"});
        row("domains", {"Company Domain Name", "Website URL", "Strona www", "Firmen-Domain"});
        row("seniorities", {"Management Level", "Niveau hiérarchique", "Karrierestufe"});
        row("excludeDomains",
            {"Suppression domains", "Domains to avoid", "Sperrliste", "Domaines à exclure",
             "Excluded domains", "Blocklist", "Dominios excluidos"});
        row("maxPerCompany", {"Leads per company", "Kontakte pro Firma",
                              "Number of leads per company", "Max. contacts per account"});
    }
    void name_inAnyLanguage_meansItsField() {
        QFETCH(QString, field);
        QCOMPARE(outcome(mapOfColumn(QTest::currentDataTag(), "")), field);
    }

    // Every name of the vocabulary says its field, whatever words of it mean elsewhere.
    void vocabulary_everyName_meansItsTarget() {
        for (const auto& [name, target] : Vocabulary::builtIn().targets()) {
            const NameMeaning meaning = meaningOf(name);
            QVERIFY2(meaning.target == target && meaning.fit == NameFit::Name, name.c_str());
        }
    }

    void name_thatDenies_neverFillsWhatItDenies_data() {
        QTest::addColumn<QString>("cells");
        for (const char* header : {"Excluded Countries",
                                   "Countries to avoid",
                                   "Do not contact countries",
                                   "Ausgeschlossene Länder",
                                   "Nicht in Land",
                                   "Länder (exkl.)",
                                   "Locations (exclude)",
                                   "Ohne Land",
                                   "Länderausschluss",
                                   "excludedCountries",
                                   "Pays à exclure",
                                   "Países excluidos",
                                   "Paesi esclusi",
                                   "Uitgesloten landen",
                                   "Wykluczone kraje",
                                   "Kraje poza",
                                   "Países excluídos",
                                   "No country",
                                   "Blocked regions",
                                   "not_location",
                                   "Land ohne Vertretung",
                                   "Negative locations",
                                   "Don't target country",
                                   "Land (raus)",
                                   "L\u00E4nder streichen",
                                   "Country (hands off!)",
                                   "Pays (\u00E0 retirer)",
                                   "Paesi (da togliere)",
                                   "Kraje (do usuni\u0119cia)",
                                   "Landen (weglaten)",
                                   "Pa\u00EDses (retirar)",
                                   "Nichtziell\u00E4nder",
                                   "OUT country",
                                   "Country !=",
                                   "Country \u2260",
                                   "Country <>",
                                   "!Country",
                                   "-Country",
                                   "Country (-)",
                                   "Country \u2717",
                                   "\u274C Country",
                                   "\U0001F6AB Country"})
            QTest::newRow(header) << QString("Germany|France|Spain");
        for (const char* header : {"Company size exclude", "Not company size", "Ohne Größe"})
            QTest::newRow(header) << QString("1-10|11-50|51-200");
        for (const char* header :
             {"Exclude titles", "Titel ausschließen", "Negative keywords", "Titles -"})
            QTest::newRow(header) << QString("CEO|Head of Sales|Intern");
    }
    void name_thatDenies_neverFillsWhatItDenies() {
        QFETCH(QString, cells);
        const ColumnMap map = mapOfColumn(QTest::currentDataTag(), cells);
        QVERIFY(map.columns.empty());
        QVERIFY(map.suggestions.empty());
        QCOMPARE(outcome(map), QString("!excludes"));
        QVERIFY(map.unused.front().narrows);
    }

    // Writing a denial before a name never leaves it filling what it filled.
    void denial_beforeAnyName_neverMapsIt_data() {
        QTest::addColumn<QString>("denial");
        for (const char* denial : {"not",    "no",      "excl.",   "exclude",    "excluded",
                                   "except", "avoid",   "without", "do not",     "blocked",
                                   "ohne",   "nicht",   "kein",    "keine",      "ausgeschlossene",
                                   "sauf",   "sans",    "hors",    "exclure",    "pas",
                                   "sin",    "excepto", "excluir", "senza",      "escluso",
                                   "non",    "zonder",  "niet",    "geen",       "uitgesloten",
                                   "bez",    "oprócz",  "nie",     "wykluczone", "sem",
                                   "exceto", "não",     "Don't",   "opt out"})
            QTest::newRow(denial) << QString(denial);
    }
    void denial_beforeAnyName_neverMapsIt() {
        QFETCH(QString, denial);
        for (const auto& [name, target] : Vocabulary::builtIn().targets()) {
            const std::string header = denial.toStdString() + " " + name;
            const NameMeaning meaning = meaningOf(header);
            const bool excluding = meaning.target.starts_with("exclude");
            QVERIFY2(meaning.excludes && (meaning.vetoed() || excluding), header.c_str());
        }
    }

    void name_ofOthers_isNotOfTheProfile_data() {
        QTest::addColumn<QString>("cells");
        for (const char* header :
             {"Sales rep country", "Account owner location", "Our country", "Billing Country",
              "Vendor country", "Competitor location", "Land des Vertriebsmitarbeiters (unser)",
              "Previous Country", "Assigned region", "Account manager region", "Unser Land"})
            QTest::newRow(header) << QString("Germany|France|Spain");
        for (const char* header : {"Competitor domains", "Current vendor website", "Our website"})
            QTest::newRow(header) << QString("a.example|b.example|c.example");
    }
    void name_ofOthers_isNotOfTheProfile() {
        QFETCH(QString, cells);
        const ColumnMap map = mapOfColumn(QTest::currentDataTag(), cells);
        QVERIFY(map.columns.empty());
        QCOMPARE(outcome(map), QString("!not_of_the_profile"));
    }

    // What is not understood in a remark may change the name: it is offered, and not taken.
    void remark_notUnderstood_isNotTaken_data() {
        QTest::addColumn<QString>("cells");
        QTest::addColumn<QString>("meant");
        const auto row = [](const char* header, const char* cells, const char* meant) {
            QTest::newRow(header) << QString(cells) << QString(meant);
        };
        for (const char* header : {"Countries (done)", "Country (of their office)"})
            row(header, "Germany|France|Spain", "?locations");
        for (const char* header : {"Size (rooms)", "Company size (revenue)", "Mitarbeiter (Tsd.)"})
            row(header, "1-10|11-50|51-200", "?companySizes");
        for (const char* header : {"Leads (%)", "Leads %", "Leads (in k)", "Leads (delivered)",
                                   "Leads (per month)", "Leads (2025)", "Menge (kg)"})
            row(header, "10|20|50", "?leadCount");
        row("Technologies (missing)", "SAP|Salesforce", "?technologies");
        row("Doesn't use", "SAP|Salesforce", "!excludes");
        row("Already customers", "SAP|Salesforce", "!not_of_the_profile");
        // 25 miles are not 25 km, so not even offered.
        for (const char* header : {"Radius (miles)", "Radius mi", "Search radius in miles"})
            row(header, "10|25", "!no_such_field");
        row("Job titles (reports to)", "CEO|CTO|CFO", "?jobTitles");
        row("Industry (of their customers)", "Retail|Banking", "?industries");
        // These say how a column is filled in, or for example what.
        row("Country (ISO)", "DE|FR", "locations");
        row("Land (DE, AT, CH)", "DE|AT", "locations");
        row("Pays (s\u00E9par\u00E9s par des virgules)", "France|Espagne", "locations");
        row("L\u00E4nder (mehrere m\u00F6glich)", "Deutschland", "locations");
        row("Industry (e.g. software)", "Retail|Banking", "industries");
        row("Industry (Software, Retail)", "Retail|Banking", "industries");
        row("Company size (no. of employees)", "1-10|11-50", "companySizes");
        row("Job title(s)", "CEO|CTO", "jobTitles");
        row("Size (FTE)", "1-10|11-50", "companySizes");
        row("Location (City, Country)", "Munich, Germany", "locations");
        row("Allowed countries", "Germany|France", "locations");
        row("Country!", "Germany|France", "locations");
    }
    void remark_notUnderstood_isNotTaken() {
        QFETCH(QString, cells);
        QFETCH(QString, meant);
        QCOMPARE(outcome(mapOfColumn(QTest::currentDataTag(), cells)), meant);
    }

    // What only contains a syllable or a number sign denies nothing.
    void name_thatOnlyLooksLikeADenial_keepsItsMeaning_data() {
        QTest::addColumn<QString>("meant");
        QTest::newRow("Notes") << "?notes";
        QTest::newRow("Norway") << "!unknown";
        QTest::newRow("Non-profit") << "!unknown";
        QTest::newRow("Nota") << "?notes";
        QTest::newRow("Nr.") << "!no_such_field";
        QTest::newRow("Industry (not required)") << "industries";
        QTest::newRow("Land (bitte nicht ändern)") << "locations";
        QTest::newRow("Number of contacts in CRM") << "!unknown";
        QTest::newRow("Leads delivered last year") << "!not_of_the_profile";
        QTest::newRow("Number of Retail Locations") << "!no_such_field";
        QTest::newRow("Contact number") << "!unknown";
        QTest::newRow("Type of list") << "?categories";
    }
    void name_thatOnlyLooksLikeADenial_keepsItsMeaning() {
        QFETCH(QString, meant);
        QCOMPARE(outcome(mapOfColumn(QTest::currentDataTag(), "abc|def")), meant);
    }

    // What else stands among the domains is said cell by cell.
    void nameOfDomains_isTakenWhereSomeCellsAreOthers() {
        for (const auto& [header, field] :
             {std::pair("Domain", "domains"), {"Exclude domains", "excludeDomains"}})
            QCOMPARE(outcome(mapOfColumn(header, "acme.example|Acme Inc|all customers|to be said")),
                     QString(field));
    }

    void cells_thatCannotBeMeant_areNotTaken_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("cells");
        const auto row = [](const char* header, const char* cells) {
            QTest::newRow(header) << QString(header) << QString(cells);
        };
        row("Title", "1|2|3|4");
        row("Job Title", "Mr|Mrs|Dr.");
        row("Technologies", "Yes|No|Yes");
        row("Location", "Q3 DACH Webinar|Spring campaign 2026|Newsletter May");
        row("Country", "+49 30 1234567|+33 1 2345678|+34 91 1234567");
        row("Keywords", "MQL|Hot lead|Newsletter|SQL");
        row("Lead count", "12,000 EUR|5,000 EUR|€800");
        row("Leads", "$1,200|$300|$90");
        row("Industry", "541511|541512|334111");
        row("Position", "2026-11-21|2026-11-22|2026-11-23");
        row("Role", "a@example.com|b@example.com");
        row("City", "CRM-00123|CRM-00124|CRM-00125|x");
        row("Website", "https://www.linkedin.com/company/a|https://www.linkedin.com/company/b");
        row("LinkedIn", "https://www.linkedin.com/in/a|https://www.linkedin.com/in/b");
        row("Email", "a@example.com|b@example.com");
        row("Company size", "$1M-$5M|$10M+|€500k");
        row("Do not contact", "Yes|No|No");
    }
    void cells_thatCannotBeMeant_areNotTaken() {
        QFETCH(QString, header);
        QFETCH(QString, cells);
        const ColumnMap map = mapOfColumn(header, cells);
        QVERIFY2(map.columns.empty(), qPrintable(outcome(map)));
        const QString said = outcome(map);
        QVERIFY2(said == "!cells_contradict" || said == "!excludes", qPrintable(said));
    }

    void cells_thatOnlyResembleSomethingElse_areTaken_data() {
        QTest::addColumn<QString>("cells");
        QTest::newRow("Country") << QString("NO|SI|NO");
        QTest::newRow("City") << QString("75001-Paris|69001-Lyon");
        QTest::newRow("Postcode") << QString("10115|80331|1010");
        QTest::newRow("Job title") << QString("Campaign Manager|Sr.Manager|Head of Outbound");
        QTest::newRow("Technologies") << QString("SQL|Node.js|ASP.NET");
        QTest::newRow("Employees") << QString("85|1,200|40");
        QTest::newRow("Leads") << QString("50|1,000|250");
        QTest::newRow("Industry") << QString("IT|IT|IT");
        QTest::newRow("Title") << QString("MD|PR|MD");
        QTest::newRow("Company size") << QString("11-50|2026-11-11|1-10");
    }
    void cells_thatOnlyResembleSomethingElse_areTaken() {
        QFETCH(QString, cells);
        const ColumnMap map = mapOfColumn(QTest::currentDataTag(), cells);
        QVERIFY2(map.columns.size() == 1, qPrintable(outcome(map)));
    }

    void name_thatCanMeanMore_isTakenOnlyWhereCellsShowIt_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("cells");
        QTest::addColumn<QString>("meant");
        const auto row = [](const char* header, const char* cells, const char* meant) {
            QTest::addRow("%s: %s", header, cells)
                << QString(header) << QString(cells) << QString(meant);
        };
        row("Titel", "CEO|Leiter Vertrieb|Head of IT", "jobTitles");
        row("Titel", "Alpha|Beta|Gamma", "?jobTitles");
        row("Size", "11-50|51-200", "companySizes");
        row("Size", "5|7|12", "?companySizes");
        row("Level", "Director|VP|C-Level", "seniorities");
        row("Team", "Sales|Marketing", "departments");
        row("Dept", "Sales|Marketing", "departments");
        row("Only verified emails", "yes|no", "requireEmail");
        row("Team", "Sales|North|South", "!cells_contradict");
        row("Team", "Sales|North", "?departments");
        row("URL", "https://www.linkedin.com/sales/search/people?query=a", "searchUrl");
        row("Rating", "4.5|4.8", "?minRating");
        row("Tags", "saas|fintech", "?keywords");
        row("Exclude companies", "a.example|b.example", "excludeDomains");
        row("Exclude companies", "Acme|Globex", "!excludes");
        row("Not these websites", "a.example|b.example", "excludeDomains");
        row("Exclude competitor domains", "a.example|b.example", "excludeDomains");
        row("Exclude competitor domains", "Acme|Globex", "!excludes");
    }
    void name_thatCanMeanMore_isTakenOnlyWhereCellsShowIt() {
        QFETCH(QString, header);
        QFETCH(QString, cells);
        QFETCH(QString, meant);
        QCOMPARE(outcome(mapOfColumn(header, cells)), meant);
    }

    // Among several, the field's own name wins, and the others are offered.
    void titles_inTwoColumns_ownNameWins_data() {
        QTest::addColumn<QString>("other");
        for (const char* other : {"Position", "Role", "Persona"})
            QTest::newRow(other) << QString(other);
    }
    void titles_inTwoColumns_ownNameWins() {
        QFETCH(QString, other);
        for (const char* own : {"Job Title", "Title"}) {
            const ColumnMap map =
                mapOf({other.toStdString(), own}, {{"Buyer", "CEO"}, {"Sponsor", "CTO"}});
            QCOMPARE(outcome(map, 1), QString("jobTitles"));
            QCOMPARE(outcome(map, 0), QString("?jobTitles"));
            QVERIFY(map.unused.front().narrows);
        }
    }

    // Columns that mean something else change nothing, wherever they stand.
    void columns_permutedOrAdded_changeNothing() {
        const Names header = {"Company Industry", "Contact Title",      "# Employees",
                              "Leads needed",     "Excluded Countries", "Sales rep country",
                              "Country"};
        const Names row = {"Software", "CTO", "11-50", "50", "Spain", "Italy", "Germany"};
        const Names added = {"Mascot", "Revenue", "Last contacted", "Account owner"};
        std::vector<std::size_t> order(header.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        do {
            Names names = added;
            Names cells(added.size(), "x");
            for (const std::size_t i : order) {
                names.push_back(header[i]);
                cells.push_back(row[i]);
            }
            const ColumnMap map = mapOf(names, {cells, cells});
            QCOMPARE(map.columns.size(), std::size_t{5});
            for (const ColumnRule& rule : map.columns)
                QVERIFY(rule.header != "Excluded Countries" && rule.header != "Sales rep country" &&
                        rule.column >= added.size());
        } while (std::next_permutation(order.begin(), order.end()) && order[0] < 1);
    }

    void placeColumns_areKnownByTheirPart() {
        QCOMPARE(meaningOf("Ville").place, PlacePart::City);
        QCOMPARE(meaningOf("Company City").place, PlacePart::City);
        QCOMPARE(meaningOf("Bundesland").place, PlacePart::Region);
        QCOMPARE(meaningOf("State/Region").place, PlacePart::Region);
        QCOMPARE(meaningOf("Zielland").place, PlacePart::Country);
        QCOMPARE(meaningOf("Kod pocztowy").place, PlacePart::Postcode);
        QVERIFY(meaningOf("Contact Country").ofPerson);
        QVERIFY(meaningOf("Company Country").ofCompany);
    }

    void manyColumns_areMatchedQuickly() {
        Names header;
        for (int i = 0; i < 4096; ++i)
            header.push_back("Unrelated column " + std::to_string(i));
        const std::clock_t start = std::clock(); // of this process, whatever else runs
        QVERIFY(mapOf(header, {Names(header.size(), "some text"), Names(header.size(), "12")})
                    .columns.empty());
        QVERIFY2((std::clock() - start) / CLOCKS_PER_SEC < 20, "slow with many columns");
    }
};

LEADSHEET_TEST(tst_column_names, ColumnNamesTest);
#include "tst_column_names.moc"
