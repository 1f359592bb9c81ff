// SPDX-License-Identifier: Apache-2.0
// Titles, industries and places with levels, conditions, numbers and codes beside them.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class ItemConditionsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    // The items that are ordered, with "?" behind where something was said; or "blocked: " and the
    // first way out that is offered.
    QString read(const std::string& field, const std::string& cell) {
        CheckOptions options;
        options.map = parseMapSpec(field + "=Cell,leadCount=n,scrapingOption:=filters").value();
        auto check =
            SheetCheck::open(folder_.write("a.csv", "Cell;n\n\"" + cell + "\";5\n"), options);
        if (!check)
            qFatal("%s", check.error().message().c_str());
        CheckedRow row;
        if (check->next(row).value_or(Next::End) == Next::End)
            qFatal("no row");
        if (row.blocked) {
            for (const Problem& problem : row.problems)
                if (problem.level == ProblemLevel::Blocks && !problem.fixes.empty())
                    return "blocked: " + QString::fromStdString(problem.fixes.front().step);
            return "blocked: ";
        }
        QStringList items;
        for (const std::string& one :
             std::get<std::vector<std::string>>(row.input->request.fields.at(field)))
            items << QString::fromStdString(one);
        return items.join('|') + (row.problems.empty() ? "" : "?");
    }

    static void addRows(const char* field, const char* meant,
                        std::initializer_list<const char*> cells) {
        for (const char* cell : cells)
            QTest::newRow(cell) << QString(field) << QString(meant);
    }

private slots:
    void textBesideAValue_isAskedAbout_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("meant"); // offered first; "=" is the text itself
        addRows("jobTitles", "CEO",
                {"CEO: 50", "2x CEO", "CEO (2)", "CEO=50", "CEO x50", "CEO - 50", "50 x CEO",
                 "CEO 50 leads", "50 CEO", "CEO (50 Kontakte)"});
        addRows("jobTitles", "CEO;CFO", {"50 CEO + 50 CFO", "CEO (50) CFO (50)"});
        addRows("industries", "Software", {"Software: 50", "Software (50)", "Software x50"});
        addRows("locations", "Germany",
                {"Germany (100)", "Germany x2", "Germany 50 leads", "50 x Germany"});
        addRows("locations", "DE;AT", {"DE (50) AT (20)", "DE: 50 / AT: 20"});
        addRows("industries", "Maschinenbau", {"C28 Maschinenbau", "Maschinenbau [28]"});
        addRows("industries", "Programmierung",
                {"62.01 - Programmierung", "62.01.Z Programmierung", "6201Z Programmierung",
                 "Programmierung (62.01)", "SBI 6201 - Programmierung", "7372 Programmierung",
                 "6201-5/01 Programmierung", "PKD 62.01.Z Programmierung", "(62.01) Programmierung",
                 "WZ 62 Programmierung", "NACE J: Programmierung", "62.01.00 Programmierung"});
        addRows("industries", "Information and communication",
                {"J - Information and communication"});
        addRows("industries", "=", {"C10-C12", "62.01 / 62.02", "4711Z"});
        addRows("industries", "=", {"CFO", "Head of Sales"});
        addRows("jobTitles", "Director",
                {"Director and above", "Director+", ">= Director", "mind. Director",
                 "min. Director", "Director or higher", "Director level", "any Director",
                 "Director und h\u00F6her", "Director & up", "at least Director"});
        addRows("jobTitles", "Abteilungsleiter",
                {"ab Abteilungsleiter", "Abteilungsleiter aufw\u00E4rts"});
        addRows("jobTitles", "directeur", {"directeur et plus", "directeur ou sup\u00E9rieur"});
        addRows("jobTitles", "gerente", {"gerente o superior", "gerente y superiores"});
        addRows("jobTitles", "direttore", {"direttore in su", "almeno direttore"});
        addRows("jobTitles", "directeur", {"directeur en hoger"});
        addRows("jobTitles", "dyrektor", {"dyrektor i wy\u017Cej", "co najmniej dyrektor"});
        addRows("jobTitles", "diretor", {"diretor ou superior"});
        addRows("jobTitles", "=",
                {"C-Level", "C-Suite", "CxO", "all C-levels", "any C-level in finance",
                 "C-Level Marketing", "Cadres dirigeants", "Verantwortliche f\u00FCr IT",
                 "Person in charge of IT", "leitende Position im Einkauf"});
        addRows("jobTitles", "CFO",
                {"alternatively CFO", "ersatzweise CFO", "else CFO", "sonst CFO", "fallback CFO",
                 "backup: CFO", "\u00E0 d\u00E9faut CFO", "if none: CFO", "altrimenti CFO"});
        addRows("jobTitles", "CEO",
                {"CEO if <50 MA", "CEO (bei KMU)", "CEO falls m\u00F6glich", "CEO (ab 50 MA)",
                 "CEO preferiblemente", "CEO (1st choice)", "CEO [must have]", "CEO & Co.",
                 "pref. CEO", "CEO (<50 employees)"});
        addRows("jobTitles", "GF", {"GF-Ebene"});
        addRows("jobTitles", "Head of Sales;Head of Marketing",
                {"Head of (Sales OR Marketing)", "Head of (Sales or Marketing)"});
        addRows("locations", "Germany",
                {"HQ in Germany", "Germany HQ", "Germany (HQ)", "pref. Germany",
                 "companies in Germany", "focus on Germany", "Germany-based"});
        addRows("locations", "Deutschland",
                {"Sitz in Deutschland", "Deutschland falls m\u00F6glich"});
        addRows("locations", "Bayern", {"Firmen in Bayern", "v.a. Bayern", "Schwerpunkt Bayern"});
        addRows("locations", "Berlin", {"based in Berlin"});
        addRows("locations", "France",
                {"si\u00E8ge en France", "entreprises en France", "France\u00B2"});
        addRows("locations", "K\u00F6ln", {"Umkreis K\u00F6ln"});
        addRows("locations", "Utrecht", {"omgeving Utrecht", "Utrecht e.o."});
        addRows("locations", "Stockholm", {"Stockholm med omnejd"});
        addRows("locations", "DE;AT;CH", {"DE-AT-CH", "DE AT CH"});
        addRows("locations", "Germany;AT;CH", {"Germany AT CH"});
        addRows("locations", "USA;Canada", {"USA-Canada"});
        addRows("locations", "DACH", {"D-A-CH", "D/A/CH"});
        addRows("locations", "Germany;Austria",
                {"Germany plus Austria", "Germany as well as Austria", "Germany incl. Austria",
                 "Germany junto con Austria"});
        addRows("locations", "Munich, Germany", {"Germany: Munich"});
    }
    void textBesideAValue_isAskedAbout() {
        QFETCH(QString, field);
        QFETCH(QString, meant);
        std::string cell = QTest::currentDataTag();
        const Transform step{TransformKind::Means, cell, meant == "=" ? cell : meant.toStdString(),
                             NumberStyle::Auto};
        QCOMPARE(read(field.toStdString(), cell),
                 "blocked: " + QString::fromStdString(step.text()));
    }

    void textThatPointsElsewhere_isNoValue() {
        for (const char* field : {"industries", "locations", "jobTitles"})
            for (const char* cell :
                 {"wie besprochen", "nach Absprache", "see tab 2", "to be discussed",
                  "same as last time", "wie letztes Mal", "voir onglet 2", "gleiche wie Q3",
                  "s. Anhang", "wie Zeile 2", "others", "\u00FCbrige", "restliche", "autres",
                  "otros", "\u2193"})
                QVERIFY2(read(field, cell).startsWith("blocked"), cell);
        QVERIFY(read("industries", "branchen\u00FCbergreifend").startsWith("blocked"));
    }

    void name_withoutAnyCondition_isTakenAsItStands_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("items");
        addRows("jobTitles", "",
                {"Software Engineer 2", "Manager 3", "C++ Developer",
                 "Alternative Investments Manager", "Backup Administrator", "Head of Sales (DACH)",
                 "Executive Assistant", "CEO (Chief Executive Officer)", "Sales Manager (Germany)",
                 "Directeur SI", "Responsable de marketing", "Fortune 500 CEO", "Minister",
                 "Allgemeiner Leiter", "Level 1/2 Support", "Abteilungsleiter", "All-round Manager",
                 "VP"});
        addRows("industries", "",
                {"3D", "Industrie 4.0", "Web 2.0", "24/7 Services", "B2B", "E-Commerce",
                 "E - Commerce", "M12 connectors", "Alternative Energy", "Fortune 500", "3PL",
                 "5G networks", "Waste management", "Other financial services", "Rest homes",
                 "Mixed-use real estate", "Companies House agents", "Executive search",
                 "VPN providers"});
        addRows("locations", "",
                {"Guinea-Bissau", "Niagara Falls", "Paris (75)", "Wien 1010", "Focus",
                 "Baden-W\u00FCrttemberg", "Frankfurt am Main", "South Sudan", "Hong Kong",
                 "Stratford-upon-Avon", "Bosnia and Herzegovina", "Plus"});
    }
    void name_withoutAnyCondition_isTakenAsItStands() {
        QFETCH(QString, field);
        const std::string cell = QTest::currentDataTag();
        QCOMPARE(read(field.toStdString(), cell).remove('?'), QString::fromStdString(cell));
    }

    void countries_joinedByNordicWords_areSeveral() {
        QCOMPARE(read("locations", "Sverige och Norge"), QString("Sverige|Norge"));
        QCOMPARE(read("locations", "Danmark og Norge"), QString("Danmark|Norge"));
        QCOMPARE(read("locations", "Germany sowie Austria"), QString("Germany|Austria"));
        QCOMPARE(read("industries", "Bank och f\u00F6rs\u00E4kring"),
                 QString("Bank och f\u00F6rs\u00E4kring"));
        QCOMPARE(read("companySizes", "mellan 51 och 200"), QString("51-200"));
        QVERIFY(read("companySizes", "mind. 51").startsWith("51-200|"));
        QCOMPARE(read("locations", "Germany (Munich and Berlin)"),
                 QString("Germany (Munich and Berlin)?"));
    }
};

LEADSHEET_TEST(tst_item_conditions, ItemConditionsTest);
#include "tst_item_conditions.moc"
