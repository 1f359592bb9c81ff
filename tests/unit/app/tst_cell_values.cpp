// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/text/render.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/comma_parts.hpp"
#include "map/countries.hpp"
#include "map/denials.hpp"
#include "map/parts_at_commas.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

using List = std::vector<std::string>;

QString joined(const List& items) {
    QStringList list;
    for (const std::string& item : items)
        list << QString::fromStdString(item);
    return list.join('|');
}

/// What one cell of a field becomes.
struct Read {
    CheckedRow row;
    std::string field;

    bool blocked() const { return row.blocked; }
    QString items() const {
        const auto& fields = row.input->request.fields;
        const auto found = fields.find(field);
        return found == fields.end() ? QString() : joined(std::get<List>(found->second));
    }
    QString reasons() const {
        QString text;
        for (const Problem& problem : row.problems)
            text += QString::fromStdString(leadsheet::text::render(problem.reason)) + '\n';
        return text;
    }
    QString steps() const {
        List texts;
        for (const Problem& problem : row.problems)
            for (const ProblemFix& fix : problem.fixes)
                texts.push_back((fix.likely ? "*" : "") + fix.step);
        return joined(texts);
    }
};

} // namespace

class CellValuesTest : public QObject {
    Q_OBJECT

private slots:
    void word_likeAPlaceholder_isTakenAsItStands() {
        for (const char* text : {"C", "R", "IT", "HR", "NC", "MA", "Open Source", "SAP", ".NET"})
            QCOMPARE(CellWords::builtIn().placeholder(text), Placeholder::No);
    }

    void closedValue_withASignOrRemark_blocks_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("steps");
        const auto row = [](const char* text, const char* field, const char* steps) {
            QTest::newRow(text) << QString(field) << QString(steps);
        };
        row("!Intern", "seniorities", "empty(!Intern)");
        row("-Intern", "seniorities", "empty(-Intern)");
        row("≠ Intern", "seniorities", "empty(≠ Intern)");
        row("<> Intern", "seniorities", "empty(<> Intern)");
        row("Director+", "seniorities",
            "means(Director+,director;head;vp;c_suite)|"
            "means(Director+,director;head;vp;c_suite;partner;owner;founder)|"
            "means(Director+,director)");
        row("ab VP aufw\u00E4rts", "seniorities",
            "means(ab VP aufw\u00E4rts,vp;c_suite)|"
            "means(ab VP aufw\u00E4rts,vp;c_suite;partner;owner;founder)|"
            "means(ab VP aufw\u00E4rts,vp)");
        row("C-Level+", "seniorities",
            "means(C-Level+,c_suite)|means(C-Level+,c_suite;partner;owner;founder)");
        row("<Director", "seniorities", "means(<Director,director)");
        row("> Manager", "seniorities", "means(> Manager,manager)");
        row("VP (no SVP)", "seniorities", "means(VP \\(no SVP\\),vp)");
        row("C-Level (CEO, CFO)", "seniorities", "means(C-Level \\(CEO\\, CFO\\),c_suite)");
        row("Sales (not marketing)", "departments", "means(Sales \\(not marketing\\),sales)");
        row("HR [excluded]", "departments", "means(HR [excluded],human_resources)");
        row("Sales [excl]", "departments", "means(Sales [excl],sales)");
        row("Vertrieb (ohne Innendienst)", "departments",
            "means(Vertrieb \\(ohne Innendienst\\),sales)");
        row("keine Praktikanten", "seniorities", "empty(keine Praktikanten)");
        row("sauf stagiaires", "seniorities", "empty(sauf stagiaires)");
    }
    void closedValue_withASignOrRemark_blocks() {
        QFETCH(QString, field);
        QFETCH(QString, steps);
        const Read read = cell(field, QTest::currentDataTag());
        QVERIFY2(read.blocked(), qPrintable(read.items()));
        QCOMPARE(read.steps(), steps);
    }

    void closedValue_asPeopleWriteIt_isTheValue_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("items");
        const auto row = [](const char* text, const char* field, const char* items) {
            QTest::newRow(text) << QString(field) << QString(items);
        };
        row("Director (m/w/d)", "seniorities", "director");
        row("VP (Vice President)", "seniorities", "vp");
        row("IT (EDV)", "departments", "information_technology");
        row("\"Sales\"", "departments", "sales");
        row("• Sales", "departments", "sales");
        row("C‑Level", "seniorities", "c_suite");
        row("VP/Director", "seniorities", "vp|director");
        row("VP or Director", "seniorities", "vp|director");
        row("Inhaber & Gründer", "seniorities", "owner|founder");
        row("Sales/Marketing", "departments", "sales|marketing");
        row("Vertrieb und Einkauf", "departments", "sales|purchasing");
        row("R&D", "departments", "research");
        row("Forschung und Entwicklung", "departments", "research");
        row("Achats", "departments", "purchasing");
        row("Ventes", "departments", "sales");
        row("Ressources humaines", "departments", "human_resources");
        row("Compras", "departments", "purchasing");
        row("Ventas", "departments", "sales");
        row("Acquisti", "departments", "purchasing");
        row("Vendite", "departments", "sales");
        row("Inkoop", "departments", "purchasing");
        row("Zakupy", "departments", "purchasing");
        row("Sprzedaż", "departments", "sales");
        row("Vendas", "departments", "sales");
        row("Produktion", "departments", "operations");
        row("Logistik", "departments", "operations");
        row("Geschäftsführer", "seniorities", "c_suite");
        row("Vorstand", "seniorities", "c_suite");
        row("Abteilungsleiter", "seniorities", "head");
        row("Directeur", "seniorities", "director");
        row("Dyrektor", "seniorities", "director");
        row("Diretor", "seniorities", "director");
        row("Gerente", "seniorities", "manager");
        row("Kierownik", "seniorities", "manager");
        row("Zarząd", "seniorities", "c_suite");
    }
    void closedValue_asPeopleWriteIt_isTheValue() {
        QFETCH(QString, field);
        QFETCH(QString, items);
        const Read read = cell(field, QTest::currentDataTag());
        QVERIFY2(!read.blocked(), qPrintable(read.reasons()));
        QCOMPARE(read.items(), items);
        QCOMPARE(read.reasons(), QString());
    }

    void closedValue_ofSeveralMeanings_isOffered() {
        const Read read = cell("seniorities", "Responsable");
        QVERIFY(read.blocked());
        QCOMPARE(read.steps(), QString("means(Responsable,head)|means(Responsable,manager)"));
        QCOMPARE(cell("seniorities", "Unternehmer").steps(), QString("means(Unternehmer,owner)"));
    }

    void denial_inACell_blocksWithAWayOut_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("steps");
        const auto row = [](const char* text, const char* field, const char* first) {
            QTest::newRow(text) << QString(field) << QString(first);
        };
        row("not Germany", "locations", "empty(not Germany)");
        row("alle außer DE", "locations", "empty(alle außer DE)");
        row("all countries but France", "locations", "empty(all countries but France)");
        row("EU except Germany", "locations", "means(EU except Germany,EU)");
        row("Germany excl. Bavaria", "locations", "means(Germany excl. Bavaria,Germany)");
        row("Germany (not Berlin)", "locations", "means(Germany \\(not Berlin\\),Germany)");
        row("Germany; not Berlin", "locations", "empty(not Berlin)");
        row("EMEA (ex UK)", "locations", "means(EMEA \\(ex UK\\),EMEA)");
        row("Europe w/o UK", "locations", "means(Europe w/o UK,Europe)");
        row("non-EU", "locations", "empty(non-EU)");
        row("outside US", "locations", "empty(outside US)");
        row("Paris ausgenommen", "locations", "means(Paris ausgenommen,Paris)");
        row("sauf France", "locations", "empty(sauf France)");
        row("geen België", "locations", "empty(geen België)");
        row("todo menos España", "locations", "empty(todo menos España)");
        row("tutti tranne Italia", "locations", "empty(tutti tranne Italia)");
        row("Polska bez Warszawy", "locations", "means(Polska bez Warszawy,Polska)");
        row("exceto Brasil", "locations", "empty(exceto Brasil)");
        row("no agencies", "industries", "empty(no agencies)");
        row("NO AGENCIES", "industries", "empty(NO AGENCIES)");
        row("hors BTP", "industries", "empty(hors BTP)");
        row("kein SAP", "technologies", "empty(kein SAP)");
        row("-crm", "keywords", "empty(-crm)");
        row("!crm", "keywords", "empty(!crm)");
        row("no interns", "jobTitles", "empty(no interns)");
        row("CEO excl. founders", "jobTitles", "means(CEO excl. founders,CEO)");
        row("pas de stagiaires", "jobTitles", "empty(pas de stagiaires)");
    }
    void denial_inACell_blocksWithAWayOut() {
        QFETCH(QString, field);
        QFETCH(QString, steps);
        const Read read = cell(field, QTest::currentDataTag());
        QVERIFY2(read.blocked(), qPrintable(read.items()));
        QVERIFY2(read.reasons().contains("this field cannot exclude"), qPrintable(read.reasons()));
        QCOMPARE(read.steps().section('|', 0, 0), steps);
        QVERIFY(!read.steps().contains('*'));
    }

    void name_withAWordThatDenies_isAName_data() {
        QTest::addColumn<QString>("field");
        const auto row = [](const char* text, const char* field) {
            QTest::newRow(text) << QString(field);
        };
        row("non-profit", "industries");
        row("Non-Profit Organization Management", "industries");
        row("Not for profit", "industries");
        row("Non-ferrous metals", "industries");
        row("à but non lucratif", "industries");
        row("Fire suppression", "industries");
        row("Non-Executive Director", "jobTitles");
        row("Outside Sales Representative", "jobTitles");
        row("SEM Manager", "jobTitles");
        row("No. 2 in IT", "jobTitles");
        row("CTO!", "jobTitles");
        row("SEM", "keywords");
        row("SEM / SEO", "keywords");
        row("But Retail", "industries");
        row("no-code", "keywords");
        row("anti-virus", "keywords");
        row(".NET", "technologies");
        row("Pas-de-Calais", "locations");
        row("Juiz de Fora", "locations");
        row("Chiang Mai", "locations");
        row("Oslo NO", "locations");
        row("Essex", "locations");
    }
    void name_withAWordThatDenies_isAName() {
        QFETCH(QString, field);
        const Read read = cell(field, QTest::currentDataTag());
        QVERIFY2(!read.blocked(), qPrintable(read.reasons()));
        QCOMPARE(read.items(), QString(QTest::currentDataTag()));
        QCOMPARE(read.reasons(), QString());
    }

    void items_joinedByWordsOrSigns_areSplitWhereBothAreKnown_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("items");
        QTest::addColumn<bool>("said");
        const auto row = [](const char* text, const char* field, const char* items, bool said) {
            QTest::newRow(text) << QString(field) << QString(items) << said;
        };
        row("Germany and Austria", "locations", "Germany|Austria", false);
        row("Deutschland und Österreich", "locations", "Deutschland|Österreich", false);
        row("USA/Canada", "locations", "USA|Canada", false);
        row("AT/DE", "locations", "AT|DE", false);
        row("UK and Ireland", "locations", "UK|Ireland", false);
        row("Germany + Austria", "locations", "Germany|Austria", false);
        row("España y Portugal", "locations", "España|Portugal", false);
        row("Germany, Austria and Switzerland", "locations", "Germany|Austria|Switzerland", false);
        row("Germany, Austria, and Switzerland", "locations", "Germany|Austria|Switzerland", false);
        row("Trinidad and Tobago", "locations", "Trinidad and Tobago", false);
        row("Bosnia and Herzegovina", "locations", "Bosnia and Herzegovina", false);
        row("Antigua and Barbuda", "locations", "Antigua and Barbuda", false);
        row("Saint Kitts and Nevis", "locations", "Saint Kitts and Nevis", false);
        row("Bay of Plenty", "locations", "Bay of Plenty", false);
        row("- CTO", "jobTitles", "CTO", true);
        row("- CTO\n- CIO", "jobTitles", "CTO|CIO", false);
        row("Frankfurt/Main", "locations", "Frankfurt/Main", false);
        row("Munich & Vienna", "locations", "Munich & Vienna", true);
        row("CEO/CTO", "jobTitles", "CEO|CTO", true);
        row("CTO or CIO", "jobTitles", "CTO|CIO", true);
        row("Head of Sales or CMO", "jobTitles", "Head of Sales|CMO", true);
        row("VP Sales and Marketing", "jobTitles", "VP Sales and Marketing", false);
        row("Head of Research & Development", "jobTitles", "Head of Research & Development", false);
        row("Head of Sales or Marketing", "jobTitles", "Head of Sales or Marketing", true);
        row("VP Sales, Marketing", "jobTitles", "VP Sales|Marketing", true);
        row("Software or SaaS", "industries", "Software or SaaS", true);
        row("Owner, or MD", "jobTitles", "Owner|MD", false);
        row("CEO, CTO, and Founder", "jobTitles", "CEO|CTO|Founder", false);
        row("Software, or Banking", "industries", "Software|Banking", false);
        row("Tel Aviv, Or Yehuda", "locations", "Tel Aviv|Or Yehuda", false);
        row("Köln / Bonn", "locations", "Köln / Bonn", true);
    }
    void items_joinedByWordsOrSigns_areSplitWhereBothAreKnown() {
        QFETCH(QString, field);
        QFETCH(QString, items);
        QFETCH(bool, said);
        const Read read = cell(field, QTest::currentDataTag());
        QVERIFY2(!read.blocked(), qPrintable(read.reasons()));
        QCOMPARE(read.items(), items);
        QCOMPARE(!read.reasons().isEmpty(), said);
    }

    void item_thatMayBeSeveral_isDividedByAFix() {
        const Read either = cell("technologies", "Oracle or SAP");
        QCOMPARE(either.items(), QString("Oracle or SAP"));
        QCOMPARE(either.steps(), QString("means(Oracle or SAP,Oracle;SAP)|"
                                         "means(Oracle or SAP,Oracle or SAP)"));
        QVERIFY(cell("locations", "US (CA + NY)").reasons().contains("is read as one item."));
    }

    void size_thatIsAWord_isOfferedOnceEach() {
        const Read read = cell("companySizes", "Mid-market");
        const QStringList steps = read.steps().split('|');
        QVERIFY(read.blocked() && steps.size() > 1);
        QCOMPARE(QSet<QString>(steps.begin(), steps.end()).size(), steps.size());
    }

    void comma_insideBrackets_cutsNothing_data() {
        QTest::addColumn<QString>("field");
        QTest::newRow("CTO (or CIO, VP Eng)") << "jobTitles";
        QTest::newRow("Germany (Berlin, Hamburg)") << "locations";
        QTest::newRow("Software [SaaS; PaaS]") << "industries";
    }
    void comma_insideBrackets_cutsNothing() {
        QFETCH(QString, field);
        const Read read = cell(field, QTest::currentDataTag());
        QCOMPARE(read.items(), QString(QTest::currentDataTag()));
        QVERIFY(read.reasons().contains("is read as one item."));
        const std::vector<std::string_view> open{"a (b", "c"};
        QCOMPARE(partsOutsideBrackets("a (b, c", ","), open);
    }

    void placeholder_ofMoreWords_blocks_data() {
        QTest::addColumn<QString>("field");
        const auto row = [](const char* text, const char* field) {
            QTest::newRow(text) << QString(field);
        };
        row("Any country", "locations");
        row("alle Länder", "locations");
        row("alle landen", "locations");
        row("todos os países", "locations");
        row("tous les pays", "locations");
        row("worldwide", "locations");
        row("weltweit", "locations");
        row("Remote", "locations");
        row("global", "locations");
        row("all industries", "industries");
        row("obojętnie", "industries");
        row("sans importance", "industries");
        row("see notes", "industries");
        row("open", "industries");
        row("Select...", "industries");
        row("Bitte wählen", "industries");
        row("-- select --", "departments");
        row("choose one", "seniorities");
        row("test", "jobTitles");
        row("EXAMPLE: Software", "industries");
    }
    void placeholder_ofMoreWords_blocks() {
        QFETCH(QString, field);
        const Read read = cell(field, QTest::currentDataTag());
        QVERIFY2(read.blocked(), qPrintable(read.items()));
        QVERIFY2(read.steps().startsWith("*empty("), qPrintable(read.steps()));
    }

    void address_asAPlace_blocks() {
        for (const char* text : {"https://acme.example/de", "info@acme.example"})
            QVERIFY(cell("locations", text).blocked());
        QVERIFY(!cell("keywords", "global").blocked());
    }

    void letters_ofAnotherEncoding_areRepairedByOneStep_data() {
        QTest::addColumn<QString>("meant");
        QTest::newRow("MÃ¼nchen") << "München";
        QTest::newRow("ÃŽle-de-France") << "Île-de-France";
        QTest::newRow("CÃ´te dâ€™Azur") << "Côte d’Azur";
        QTest::newRow("SÃ£o Paulo") << "São Paulo";
        QTest::newRow("München") << "";
        QTest::newRow("Île-de-France") << "";
        QTest::newRow("São Paulo") << "";
    }
    void letters_ofAnotherEncoding_areRepairedByOneStep() {
        QFETCH(QString, meant);
        const QString text = QTest::currentDataTag();
        const Read read = cell("locations", QTest::currentDataTag());
        QCOMPARE(read.blocked(), !meant.isEmpty());
        if (!meant.isEmpty())
            QCOMPARE(read.steps(), QString("*means(%1,%2)").arg(text, meant));
    }

    void charactersThatNobodySees_areTakenOutByOneStep() {
        const Read read = cell("jobTitles", "VP\u2014\u200BSales");
        QVERIFY(read.blocked());
        QCOMPARE(read.steps(), QString("*means(VP\u2014\u200BSales,VP\u2014Sales)"));
        QCOMPARE(read.reasons(),
                 QString("\"VP\u2014Sales\" holds a character that cannot be seen: U+200B.\n"));
    }

    void number_besideWords_isReadAndSaid_data() {
        QTest::addColumn<qint64>("count");
        const auto row = [](const char* text, qint64 count) {
            QTest::newRow(text) << count;
        };
        row("50 leads", 50);
        row("50 contacts", 50);
        row("50 Stk", 50);
        row("50 szt.", 50);
        row("~50", 50);
        row("ca. 50", 50);
        row("environ 50 contacts", 50);
        row("50.", 50);
        row("1k", 1000);
        row("1.5k", 1500);
        row("2 Tsd", 2000);
        row("50%", 0);
        row("50+", 0);
        row("50-100", 0);
        row("max 50", 0);
        row("50 pro Monat", 0);
        row("50 EUR", 0);
        row("1.000 leads", 0);
        row("1.500k", 0);
    }
    void number_besideWords_isReadAndSaid() {
        QFETCH(qint64, count);
        const auto file =
            folder_.write("a.csv", "industries;leadCount;scrapingOption\nSaaS;" +
                                       std::string(QTest::currentDataTag()) + ";filters\n");
        const Read read = first(file, "industries");
        QCOMPARE(read.blocked(), count == 0);
        if (count == 0)
            return;
        QCOMPARE(read.row.input->request.leadCount, std::int64_t{count});
        QCOMPARE(read.reasons(),
                 QString("\"%1\" was read as %2.\n").arg(QTest::currentDataTag()).arg(count));
    }

    void words_besideANumber_fitTheirField() {
        const CellWords& words = CellWords::builtIn();
        QCOMPARE(words.numberIn("25 km", NumberUnit::Kilometres), std::string("25"));
        QCOMPARE(words.numberIn("25 km", NumberUnit::Count), std::string());
        QCOMPARE(words.numberIn("25 miles", NumberUnit::Kilometres), std::string());
        QCOMPARE(words.numberIn("50", NumberUnit::Count), std::string());
    }

    void wish_inAYesNoCell_isRead() {
        for (const char* text : {"required", "must", "Pflicht", "nötig", "obligatoire", "verplicht",
                                 "wymagane", "obrigatório", "sí"})
            QCOMPARE(readBoolean(text), std::optional(true));
        for (const char* text :
             {"optional", "not required", "facultatif", "nicht nötig", "opcional", "nice to have"})
            QCOMPARE(readBoolean(text), std::optional(false));
        for (const char* text : {"", "maybe", "if possible"})
            QCOMPARE(readBoolean(text), std::optional<bool>());
    }

    void sizes_ofAColumn_areListsToo_data() {
        QTest::addColumn<bool>("size");
        for (const char* text :
             {"11-50", "11-50; 51-200", "11-50/51-200", "51 to 200 employees", "10,000+",
              "C (51-200)", "51-200 (LinkedIn)", "51-200 ETP", "51-200 VZÄ", "50+ ppl"})
            QTest::newRow(text) << true;
        for (const char* text : {"85", "60-001", "11-50-2026", "Sales", "4.5", "25 km"})
            QTest::newRow(text) << false;
    }
    void sizes_ofAColumn_areListsToo() {
        QFETCH(bool, size);
        std::vector<SampleRow> rows(1);
        rows[0].cells = {QTest::currentDataTag()};
        QCOMPARE(shapeOf(rows, 0).count(Look::Size) == 1, size);
    }

    void country_withAndInItsName_isKnown() {
        for (const char* name :
             {"Trinidad and Tobago", "Trinidad & Tobago", "Trinidad und Tobago",
              "Bosnie-Herzégovine", "Bosnia y Herzegovina", "Holanda", "São Tomé and Príncipe"})
            QVERIFY2(isCountry(name), name);
    }

private:
    Read first(const std::filesystem::path& file, const QString& field) {
        Read read;
        read.field = field.toStdString();
        CheckOptions options;
        options.map = parseMapSpec(field.toStdString() + "=" + field.toStdString() +
                                   ",leadCount=leadCount,scrapingOption=scrapingOption")
                          .value();
        auto check = SheetCheck::open(file, options);
        if (!check)
            qFatal("%s", check.error().message().c_str());
        const auto next = check->next(read.row);
        if (!next || *next == Next::End)
            qFatal("no row");
        return read;
    }
    Read cell(const QString& field, const char* text) {
        std::string quoted;
        for (const char c : std::string(text))
            quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
        return first(folder_.write("a.csv", field.toStdString() +
                                                ";other;leadCount;scrapingOption\n\"" + quoted +
                                                "\";x;5;filters\n"),
                     field);
    }
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_cell_values, CellValuesTest);
#include "tst_cell_values.moc"
