// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using Names = std::vector<std::string>;

ColumnMap mapOf(const Names& header, const std::vector<Names>& rows, const MapSpec& spec = {}) {
    std::vector<SampleRow> samples;
    for (std::size_t i = 0; i < rows.size(); ++i)
        samples.push_back({static_cast<std::uint32_t>(i + 2), rows[i]});
    return makeMap(header, samples, spec).value_or(ColumnMap());
}

// "Employees min+Employees max", or nothing.
std::string columnsFor(const ColumnMap& map, std::string_view target) {
    const ColumnRule* const rule = map.columnFor(target);
    std::string names = rule == nullptr ? std::string() : rule->header;
    if (rule != nullptr)
        for (const JoinedColumn& joined : rule->with)
            names += "+" + joined.header;
    return names;
}

} // namespace

// Columns that say one thing together, and those of which one has to be chosen.
class JoinedColumnsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    // The company sizes that the first row orders; with what was said of them.
    std::pair<Names, std::string> sizes(const std::string& text, const CheckOptions& options = {}) {
        auto check = SheetCheck::open(folder_.write("sizes.csv", text), options);
        CheckedRow row;
        if (!check || check->next(row).value_or(Next::End) == Next::End)
            return {{}, "not read"};
        std::string said;
        for (const Problem& problem : row.problems)
            said += std::string(problemCodeName(problem.code)) + " " +
                    (problem.fixes.empty() ? std::string() : problem.fixes.front().step) + "\n";
        const auto& fields = row.input->request.fields;
        const auto found = fields.find("companySizes");
        return {found == fields.end() ? Names() : std::get<Names>(found->second), said};
    }

private slots:
    void state_byItsLetters_joinsItsCountry() {
        const Names header{"Cargo", "Pa\u00EDs", "Estado", "Leads"};
        QCOMPARE(columnsFor(mapOf(header, {{"CEO", "Brasil", "SP", "10"},
                                           {"CFO", "Brasil", "RJ ou MG", "10"},
                                           {"CTO", "Portugal", "Lisboa", "10"}}),
                            "locations"),
                 std::string("Estado+Pa\u00EDs"));
        QCOMPARE(columnsFor(mapOf(header, {{"CEO", "Brasil", "ativo", "10"},
                                           {"CFO", "Brasil", "pausado", "10"}}),
                            "locations"),
                 std::string("Pa\u00EDs"));
    }

    void listsInCells_doNotKeepPlacesApart() {
        const Names header{"Title", "Pays", "Ville", "Nombre"};
        QCOMPARE(columnsFor(mapOf(header, {{"CEO", "France", "Paris", "10"},
                                           {"CFO", "France + Belgique", "", "10"},
                                           {"CTO", "Suisse romande", "", "10"}}),
                            "locations"),
                 std::string("Ville+Pays"));
        QCOMPARE(columnsFor(mapOf({"Titel", "Kraj", "Wojew\u00F3dztwo", "Leads"},
                                  {{"CEO", "Polska", "mazowieckie", "10"},
                                   {"CFO", "Polska", "\u015Bl\u0105skie i ma\u0142opolskie", "10"},
                                   {"CTO", "PL", "ca\u0142a Polska", "10"}}),
                            "locations"),
                 std::string("Wojew\u00F3dztwo+Kraj"));
    }

    void ends_ofASize_areOneRange_data() {
        QTest::addColumn<QString>("upper");
        const auto row = [](const char* lower, const char* upper) {
            QTest::newRow(lower) << QString(upper);
        };
        row("Employees min", "Employees max");
        row("Employees from", "Employees to");
        row("Min. company size", "Max. company size");
        row("employees_min", "employees_max");
        row("emp_min", "emp_max");
        row("von MA", "bis MA");
        row("Gr\u00F6\u00DFe von", "Gr\u00F6\u00DFe bis");
        row("Mitarbeiter von", "Mitarbeiter bis");
        row("ab Mitarbeiter", "bis Mitarbeiter");
        row("Effectif min", "Effectif max");
        row("Empleados desde", "Empleados hasta");
        row("Dipendenti da", "Dipendenti a");
        row("Medewerkers van", "Medewerkers tot");
        row("Pracownicy od", "Pracownicy do");
        row("Funcionários de", "Funcionários até");
    }
    void ends_ofASize_areOneRange() {
        QFETCH(QString, upper);
        const std::string lower = QTest::currentDataTag();
        const std::string other = upper.toStdString();
        const Names header{"Industry", lower, other, "Leads"};
        const ColumnMap map =
            mapOf(header, {{"Steel", "11", "50", "10"}, {"Tin", "51", "200", "10"}});
        QCOMPARE(columnsFor(map, "companySizes"), lower + "+" + other);
        QVERIFY(map.columnFor("companySizes")->joinsEnds());
        // What a map says back is read the same.
        const auto spec = parseMapSpec(mapSpecText(map));
        QVERIFY(spec.has_value());
        QCOMPARE(columnsFor(mapOf(header, {{"Steel", "11", "50", "10"}}, *spec), "companySizes"),
                 lower + "+" + other);
        const auto [bands, said] = sizes("Industry," + lower + "," + other + ",Country,Leads\n" +
                                         "Steel,11,50,Germany,10\nTin,51,200,France,20\n");
        QCOMPARE(bands, Names{"11-50"});
        QCOMPARE(said, std::string());
    }

    void ends_ofARow_mayBeOpen_orCutABand() {
        const std::string rest = "Steel,Germany,10,11,50\n";
        const auto of = [&](const std::string& ends) {
            return sizes("Industry,Country,Leads,Employees min,Employees max\nTin,France,5," +
                         ends + "\n" + rest);
        };
        QCOMPARE(of("1001,").first, (Names{"1001-5000", "5001-10000", "10001+"}));
        QCOMPARE(of(",50").first, (Names{"1-10", "11-50"}));
        QCOMPARE(of("51,500").first, (Names{"51-200", "201-500"}));
        const auto [none, said] = of("60,180");
        QVERIFY(none.empty());
        QCOMPARE(said, std::string("size_not_exact means(60-180,51-200)\n"));
        CheckOptions fixed;
        fixed.map.fixes = parseFix("companySizes|means(60-180,51-200)").value();
        const auto [bands, nothing] = sizes(
            "Industry,Country,Leads,Employees min,Employees max\nTin,France,5,60,180\n" + rest,
            fixed);
        QCOMPARE(bands, Names{"51-200"});
        QCOMPARE(nothing, std::string());
    }

    void ends_mostlyNumbers_blockTheRowsThatHaveNone() {
        const std::string rest = "Steel,Germany,10,11,50\nTin,France,5,51,200\n";
        const auto of = [&](const std::string& ends) {
            return sizes("Industry,Country,Leads,Employees min,Employees max\nTin,France,5," +
                         ends + "\n" + rest);
        };
        QCOMPARE(of("1001+,").first, (Names{"1001-5000", "5001-10000", "10001+"}));
        QCOMPARE(of(",<51").first, (Names{"1-10", "11-50"}));
        for (const char* ends : {"450,15", "some,many", "11,many", "1001+,5000", "many,"}) {
            const auto [none, said] = of(ends);
            QVERIFY2(none.empty(), ends);
            QVERIFY2(!said.empty(), ends);
        }
    }

    void ends_thatAreNone_areLeftAlone() {
        const Names header{"Industry", "Employees min", "Employees max", "Leads"};
        const ColumnMap crossed = mapOf(header, {{"Steel", "450", "15", "10"}});
        QCOMPARE(columnsFor(crossed, "companySizes"), std::string());
        const ColumnMap words = mapOf(header, {{"Steel", "some", "many", "10"}});
        QCOMPARE(columnsFor(words, "companySizes"), std::string());
        // What says the sizes by itself stays what fills them.
        const ColumnMap both = mapOf({"Employees min", "Employees max", "Company size", "Leads"},
                                     {{"11", "50", "11-50", "10"}});
        QCOMPARE(columnsFor(both, "companySizes"), std::string("Company size"));
        const ColumnMap denied = mapOf({"Exclude employees from", "Exclude employees to", "Leads"},
                                       {{"11", "50", "10"}});
        QCOMPARE(columnsFor(denied, "companySizes"), std::string());
    }

    // An order describes companies by their place.
    void place_ofTheCompany_goesBeforeThePersons_data() {
        QTest::addColumn<QString>("company");
        const auto row = [](const char* person, const char* company) {
            QTest::newRow(person) << QString(company);
        };
        row("Person Country", "Company Country");
        row("Contact country", "HQ country");
        row("Person location", "Company location");
        row("Land Kontakt", "Land Unternehmen");
        row("Pays du contact", "Pays de l'entreprise");
        row("País del contacto", "País de la empresa");
        row("Paese del contatto", "Paese dell'azienda");
        row("Land van de persoon", "Land van het bedrijf");
        row("Kraj osoby", "Kraj firmy");
        row("País do contato", "País da empresa");
    }
    void place_ofTheCompany_goesBeforeThePersons() {
        QFETCH(QString, company);
        const std::string person = QTest::currentDataTag();
        const ColumnMap map = mapOf({person, company.toStdString(), "Leads"},
                                    {{"Spain", "Germany", "10"}, {"Italy", "France", "20"}});
        QCOMPARE(columnsFor(map, "locations"), company.toStdString());
        QVERIFY(leadsheet::text::render(map.columnFor("locations")->why).find("company") !=
                std::string::npos);
        QVERIFY(!map.unused.empty() && map.unused.front().column == 0);
        QVERIFY(map.unused.front().narrows);
    }

    // A city of companies says less than a country of persons: neither is taken, both are named.
    void place_ofTheCompany_thatSaysLess_isNotTaken_data() {
        QTest::addColumn<QStringList>("headers");
        QTest::newRow("city") << QStringList{"Company city", "Contact country", "Leads"};
        QTest::newRow("other way round") << QStringList{"Contact country", "Company city", "Leads"};
        QTest::newRow("state") << QStringList{"Account state", "Person Country", "Leads"};
        QTest::newRow("German") << QStringList{"Ort der Firma", "Land der Kontaktperson", "Leads"};
        QTest::newRow("three") << QStringList{"Company city", "Contact city", "Contact country",
                                              "Leads"};
    }
    void place_ofTheCompany_thatSaysLess_isNotTaken() {
        QFETCH(QStringList, headers);
        const auto cellsOf = [](const QString& header, bool first) -> std::string {
            const QString name = header.toLower();
            if (name.contains("country") || name.contains("land"))
                return first ? "Spain" : "Italy";
            if (name.contains("state"))
                return first ? "Texas" : "Ohio";
            return name == "leads" ? "10" : first ? "Lyon" : "Turin";
        };
        Names names;
        std::vector<Names> rows(2);
        for (const QString& header : headers) {
            names.push_back(header.toStdString());
            rows[0].push_back(cellsOf(header, true));
            rows[1].push_back(cellsOf(header, false));
        }
        const ColumnMap map = mapOf(names, rows);
        QCOMPARE(QString::fromStdString(columnsFor(map, "locations")), QString());
        const auto named = std::count_if(map.unused.begin(), map.unused.end(),
                                         [](const UnusedColumn& column) { return column.narrows; });
        QCOMPARE(static_cast<qsizetype>(named), headers.size() - 1);
    }

    void market_besideAPlace_isNone() {
        const ColumnMap map = mapOf({"Marché", "Zone géographique", "Poste", "Leads"},
                                    {{"Bâtiment", "Normandie", "Acheteur", "10"},
                                     {"Énergie", "Hauts-de-France", "Directeur achats", "20"}});
        QCOMPARE(columnsFor(map, "locations"), std::string("Zone géographique"));
    }
};

LEADSHEET_TEST(tst_joined_columns, JoinedColumnsTest);
#include "tst_joined_columns.moc"
