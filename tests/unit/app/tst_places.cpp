// SPDX-License-Identifier: Apache-2.0
#include "check/place_parts.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "map/comma_parts.hpp"
#include "map/countries.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <numeric>
#include <random>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

struct Read {
    std::vector<std::string> rows; ///< "row: [place | place]", or what blocks it
    std::vector<std::string> odd;
    ColumnMap map;
    std::string error;

    std::string text() const {
        std::string all;
        for (const std::string& row : rows)
            all += row + "\n";
        return all;
    }
};

std::string valuesOf(const leadsheet::OrderRequest& request, const std::string& field) {
    const auto found = request.fields.find(field);
    std::string text = "[";
    if (found != request.fields.end())
        for (const std::string& item : std::get<std::vector<std::string>>(found->second))
            text += (text.size() == 1 ? "" : " | ") + item;
    return text + "]";
}

Read readFile(const std::filesystem::path& file, const char* map = "",
              const std::string& field = "locations") {
    Read read;
    CheckOptions options;
    options.headerRow = 1;
    options.map = parseMapSpec(std::string("scrapingOption:=filters,") + map).value();
    auto check = SheetCheck::open(file, options);
    if (!check) {
        read.error = check.error().message();
        return read;
    }
    read.map = check->map();
    for (;;) {
        CheckedRow row;
        const auto next = check->next(row);
        if (!next)
            read.error = next.error().message();
        if (!next || *next == Next::End)
            return read;
        std::string said;
        for (const Problem& problem : row.problems)
            if (problem.level == ProblemLevel::Blocks)
                said = problem.message();
            else
                read.odd.push_back(problem.message());
        if (row.input)
            read.rows.push_back(said.empty() ? valuesOf(row.input->request, field) : said);
    }
}

Read readText(const std::string& csv, const char* map = "",
              const std::string& field = "locations") {
    const SheetFolder folder;
    return readFile(folder.write("a.csv", csv), map, field);
}

std::string placesOf(const std::string& csv, const char* map = "") {
    const Read read = readText(csv, map);
    return read.error.empty() ? read.text() : read.error;
}

std::string column(const std::string& name, const std::vector<std::string>& cells) {
    std::string csv = name + ";Leads\n";
    for (const std::string& cell : cells)
        csv += cell + ";5\n";
    return csv;
}

} // namespace

class PlacesTest : public QObject {
    Q_OBJECT

private slots:
    void officialName_ofACountry_isOnePlace_data() {
        QTest::addColumn<bool>("isOne");
        for (const char* name : {"Iran, Islamic Republic of",
                                 "Korea, Republic of",
                                 "Netherlands, The",
                                 "Korea, South",
                                 "Micronesia, Federated States of",
                                 "Congo, The Democratic Republic of the",
                                 "United Mexican States",
                                 "Federated States of Micronesia",
                                 "United Kingdom of Great Britain and Northern Ireland (the)",
                                 "China, People's Republic of",
                                 "Palestine, State of",
                                 "Bolivia (Plurinational State of)",
                                 "Bonaire, Sint Eustatius and Saba",
                                 "Saint Helena, Ascension and Tristan da Cunha",
                                 "Federal Republic of Germany",
                                 "Taiwan, Province of China",
                                 "Congo, Democratic Republic of the",
                                 "Gambia, The",
                                 "Bolivia, Plurinational State of",
                                 "Ireland, Republic of"})
            QTest::newRow(name) << true;
    }
    void officialName_ofACountry_isOnePlace() {
        const std::string name = QTest::currentDataTag();
        const std::string one = "[" + name + "]\n";
        QCOMPARE(placesOf(column("Country", {name})), one);
        QCOMPARE(placesOf(column("Country", {name, "Germany, Austria"})),
                 one + "[Germany | Austria]\n");
        QCOMPARE(placesOf(column("Country", {"Spain, " + name + ", Peru"})),
                 "[Spain | " + name + " | Peru]\n");
        QCOMPARE(placesOf(column("Country", {"Spain, " + name})), "[Spain | " + name + "]\n");
    }

    void wordsBehindACountry_thatAreNotOfItsName_areNoPartOfIt_data() {
        QTest::addColumn<bool>("isOne");
        for (const char* text :
             {"Portugal, north of", "Germany, parts of", "Spain, most of", "Germany, states of",
              "Atlantis, Republic of", "Germany, Iran, Islamic Republic of", "Spain, of"})
            QTest::newRow(text) << false;
    }
    void wordsBehindACountry_thatAreNotOfItsName_areNoPartOfIt() {
        QVERIFY(!isCountryWithComma(QTest::currentDataTag()));
        QCOMPARE(countryCode(QTest::currentDataTag()), std::string_view());
    }

    void officialName_inEnglish_isTheCommonOne() {
        const auto english = [](const char* place) {
            leadsheet::OrderRequest request;
            request.fields.insert_or_assign("locations", std::vector<std::string>{place});
            return valuesOf(inEnglish(request).value_or(request), "locations");
        };
        QCOMPARE(english("Iran, Islamic Republic of"), std::string("[Iran]"));
        QCOMPARE(english("Netherlands, The"), std::string("[Netherlands]"));
        QCOMPARE(english("Leiden, Netherlands, The"), std::string("[Leiden, Netherlands]"));
        QCOMPARE(english("Munich, Deutschland"), std::string("[Munich, Germany]"));
    }

    void partsOfAPlace_inColumns_areOneText_data() {
        QTest::addColumn<QString>("sheet");
        QTest::addColumn<QString>("places");
        QTest::newRow("three") << "City;Region;Country;Leads\nMunich;Bavaria;Germany;5\n"
                               << "[Munich, Bavaria, Germany]\n";
        QTest::newRow("any order") << "Leads;Country;City;State\n5;Germany;Munich;Bavaria\n"
                                   << "[Munich, Bavaria, Germany]\n";
        QTest::newRow("beside another country") << "City;Country;HQ Country;Leads\n"
                                                   "Munich;Germany;France;5\n"
                                                << "[Munich, Germany]\n";
        QTest::newRow("beside a company's address")
            << "City;State;Country;Company City;Company Country;Leads\n"
               "Munich;Bavaria;Germany;Lyon;France;5\nParis;;France;Rome;Italy;5\n"
            << "[Munich, Bavaria, Germany]\n[Paris, France]\n";
        QTest::newRow("one of them says whose") << "City;Company Country;Leads\nMunich;Germany;5\n"
                                                << "[Munich]\n";
        QTest::newRow("a location that is a whole place")
            << "Location;Country;Leads\nLeeds, UK;UK;5\nParis, France;France;5\n"
            << "[Leeds, UK]\n[Paris, France]\n";
        QTest::newRow("a location that is a city") << "Location;Country;Leads\nLeeds;UK;5\n"
                                                      "Paris;France;5\n"
                                                   << "[Leeds, UK]\n[Paris, France]\n";
        QTest::newRow("a location that is a country") << "Location;City;Leads\nGermany;Munich;5\n"
                                                         "France;Paris;5\n"
                                                      << "[Munich, Germany]\n[Paris, France]\n";
        QTest::newRow("district and region")
            << "Municipio;Provincia;Comunidad autónoma;País;Leads\n"
               "Getafe;Madrid;Comunidad de Madrid;España;5\n"
            << "[Getafe, Madrid, Comunidad de Madrid, España]\n";
        QTest::newRow("region and its district") << "Regione;Provincia;Leads\nLombardia;Bergamo;5\n"
                                                 << "[Bergamo, Lombardia]\n";
        QTest::newRow("wide region") << "Region;State;Country;Leads\nDACH;Bavaria;Germany;5\n"
                                        "EMEA;Tyrol;Austria;5\nEMEA;;Spain;5\n"
                                     << "[Bavaria, Germany]\n[Tyrol, Austria]\n[Spain]\n";
        QTest::newRow("countries of a list") << "Country 1;Country 2;Country 3;Leads\n"
                                                "Germany;Austria;;5\nFrance;Spain;France;5\n"
                                             << "[Germany | Austria]\n[France | Spain]\n";
        QTest::newRow("two") << "Stadt;Land;Leads\nMünchen;Deutschland;5\nWien;Österreich;5\n"
                             << "[München, Deutschland]\n[Wien, Österreich]\n";
        QTest::newRow("state and country") << "Bundesland;Land;Leads\nBayern;Deutschland;5\n"
                                           << "[Bayern, Deutschland]\n";
        QTest::newRow("French") << "Ville;Pays;Leads\nLyon;France;5\n"
                                << "[Lyon, France]\n";
        QTest::newRow("of the company")
            << "Company City;Company Country;Leads\nLyon;France;5\nParis;France;5\nLille;France;5\n"
            << "[Lyon, France]\n[Paris, France]\n[Lille, France]\n";
        QTest::newRow("blanks") << "City;State;Country;Leads\n;Texas;USA;5\nAustin;;USA;5\n"
                                   "Austin;Texas;;5\n;;USA;5\n"
                                << "[Texas, USA]\n[Austin, USA]\n[Austin, Texas]\n[USA]\n";
        QTest::newRow("city states") << "City;State;Country;Leads\nBerlin;Berlin;Germany;5\n"
                                     << "[Berlin, Germany]\n";
        QTest::newRow("said in the city") << "City;Country;Leads\n\"Munich, Germany\";Germany;5\n"
                                          << "[Munich, Germany]\n";
        QTest::newRow("several cities") << "City;Country;Leads\nMunich;Germany;5\n"
                                           "\"Munich; Berlin\";Germany;5\n"
                                        << "[Munich, Germany]\n[Munich, Germany | Berlin, "
                                           "Germany]\n";
        QTest::newRow("only countries") << "City;Country;Leads\n;\"Germany, Austria\";5\n"
                                           "Lyon;France;5\n"
                                        << "[Germany | Austria]\n[Lyon, France]\n";
        QTest::newRow("area behind")
            << "City;Country;Region;Leads\nMunich;Germany;DACH;5\n;;DACH;5\n"
            << "[Munich, Germany]\n[DACH]\n";
    }
    void partsOfAPlace_inColumns_areOneText() {
        QFETCH(QString, sheet);
        QFETCH(QString, places);
        QCOMPARE(QString::fromStdString(placesOf(sheet.toStdString())), places);
    }

    void numberedColumns_areItemsOfOneList() {
        const std::string sheet = "Title 1;Title 2;Title #3;Country;Leads\nCTO;VP Sales;;Spain;5\n"
                                  "CEO;ceo;CFO;Spain;5\nCOO;;;Spain;5\n";
        QCOMPARE(readText(sheet, "", "jobTitles").text(),
                 std::string("[CTO | VP Sales]\n[CEO | CFO]\n[COO]\n"));
        QCOMPARE(readText(sheet, "jobTitles=Title 1+Title #3", "jobTitles").text(),
                 std::string("[CTO]\n[CEO | CFO]\n[COO]\n"));
        // A plus in the only name of a column joins nothing.
        QCOMPARE(
            readText("C++ tools;Leads\nQt;5\n", "technologies=C++ tools", "technologies").text(),
            std::string("[Qt]\n"));
    }

    void columnsOfUnlikeThings_areNotJoined_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("cells");
        QTest::newRow("two countries") << "Country;Contact Country"
                                       << "Germany;France";
        QTest::newRow("owners") << "City;Company Country"
                                << "Munich;France";
        QTest::newRow("two owners") << "Person City;Company Country"
                                    << "Munich;France";
        QTest::newRow("a state of work") << "City;State"
                                         << "Munich;open";
        QTest::newRow("not meant") << "City;Excluded Countries"
                                   << "Munich;France";
    }
    void columnsOfUnlikeThings_areNotJoined() {
        QFETCH(QString, header);
        QFETCH(QString, cells);
        const std::string row = "\nSaaS;5;" + cells.toStdString();
        const Read read =
            readText("Industry;Leads;" + header.toStdString() + row + row + row + "\n");
        QVERIFY2(read.error.empty(), read.error.c_str());
        const ColumnRule* rule = read.map.columnFor("locations");
        QVERIFY(rule == nullptr || rule->with.empty());
        for (const std::string& places : read.rows)
            QVERIFY(!places.starts_with('[') || places.find(", ") == std::string::npos);
    }

    void listBesideACity_blocksAndNamesBothCells() {
        const Read read = readText("City;Country;Leads\nMunich;Germany;5\n"
                                   "Munich;\"Germany, Austria\";5\n");
        QCOMPARE(read.rows.size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(read.rows[1]),
                 QString("Row 3, column B (Country): \"Germany, Austria\" names several places, "
                         "and column A (City) says \"Munich\": it is not clear which belongs to "
                         "which. Write a row for each place, or clear one of the two cells."));
    }

    void badCellOfAJoin_namesItsOwnColumn() {
        const Read read = readText("City;Country;Leads\nMunich;#N/A;5\nLyon;France;5\n");
        QCOMPARE(QString::fromStdString(read.rows.at(0)),
                 QString("Row 2, column B (Country): The cell shows the error #N/A. Repair the "
                         "formula in the sheet, or write the value."));
    }

    void join_statedAndSaved_isReadBack() {
        const std::vector<std::string> header = {"Place", "Area", "Nation+", "Leads"};
        const auto spec =
            parseMapSpec("locations=Place+@B+\"Nation+\"|upper,leadCount=Leads").value();
        const ColumnMap map = makeMap(header, {}, spec).value();
        const ColumnRule* rule = map.columnFor("locations");
        QVERIFY(rule != nullptr);
        QCOMPARE(rule->names(), std::string("Place, Area and Nation+"));
        const std::string text = mapSpecText(map);
        QCOMPARE(QString::fromStdString(text),
                 QString("locations=Place+Area+\"Nation+\"|upper,leadCount=Leads,"
                         "scrapingOption:=filters"));
        QCOMPARE(mapSpecText(makeMap(header, {}, parseMapSpec(text).value()).value()), text);
        const auto saved = mapFromJson(mapToJson(map));
        QVERIFY(saved.has_value());
        QCOMPARE(mapSpecText(makeMap(header, {}, *saved).value()), text);
        QCOMPARE(
            placesOf("Place;Area;Nation+;Leads\na;b;c;5\n", "locations=Place+@B+\"Nation+\"|upper"),
            std::string("[A, B, C]\n"));
    }

    void join_ofOtherFieldsOrOfNothing_isRefused() {
        QVERIFY(!mapFromJson("{\"leadsheetMap\":1,\"columns\":[{\"column\":\"A\",\"target\":"
                             "\"leadCount\",\"with\":[\"B\"]}]}"));
        QVERIFY(!parseMapSpec("locations=City+"));
        const std::vector<std::string> header = {"City", "C++ tools", "Leads"};
        QVERIFY(!makeMap(header, {}, parseMapSpec("locations=City+City").value()));
        QVERIFY(!makeMap(header, {}, parseMapSpec("locations=City+Nation").value()));
        QVERIFY(makeMap(header, {}, parseMapSpec("technologies=C++ tools").value()).has_value());
    }

    void comma_inPlaces_isReadByTheColumn_data() {
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<QStringList>("places");
        const auto row = [](const char* name, const QStringList& cells, const QStringList& read) {
            QTest::newRow(name) << cells << read;
        };
        row("countries", {"Germany, Austria", "DE, AT, CH"},
            {"[Germany | Austria]", "[DE | AT | CH]"});
        row("cities", {"Munich, Cologne", "Lyon, Paris, Lille"},
            {"[Munich | Cologne]", "[Lyon | Paris | Lille]"});
        row("regions", {"Bavaria, Hesse", "California, Texas", "CA, TX"},
            {"[Bavaria | Hesse]", "[California | Texas]", "[CA | TX]"});
        row("city and country", {"Munich, Germany", "Lyon, France"},
            {"[Munich, Germany]", "[Lyon, France]"});
        row("city and state", {"San Francisco, CA", "Austin, TX", "New York, NY", "Washington, DC"},
            {"[San Francisco, CA]", "[Austin, TX]", "[New York, NY]", "[Washington, DC]"});
        row("network export",
            {"Greater London, England, United Kingdom", "Munich, Bavaria, Germany",
             "Lyon, Auvergne-Rhône-Alpes, France"},
            {"[Greater London, England, United Kingdom]", "[Munich, Bavaria, Germany]",
             "[Lyon, Auvergne-Rhône-Alpes, France]"});
        row("region and country", {"Hesse, Germany", "Texas, USA", "Atlanta, Georgia"},
            {"[Hesse, Germany]", "[Texas, USA]", "[Atlanta, Georgia]"});
        row("several in a cell", {"Munich, Germany; Vienna, Austria"},
            {"[Munich, Germany | Vienna, Austria]"});
        row("areas", {"DACH, UK", "Nordics, Benelux"}, {"[DACH | UK]", "[Nordics | Benelux]"});
        row("a list among places", {"Munich, Germany", "Lyon, France", "Germany, Austria"},
            {"[Munich, Germany]", "[Lyon, France]", "[Germany | Austria]"});
        row("a place among lists", {"Germany, Austria", "France, Italy", "Munich, Germany"},
            {"[Germany | Austria]", "[France | Italy]", "[Munich, Germany]"});
        row("a region elsewhere", {"France, New York", "New York, France", "Spain, Italy"},
            {"[France | New York]", "[New York | France]", "[Spain | Italy]"});
        row("a country twice", {"Germany, germany", "France, Italy"},
            {"[Germany]", "[France | Italy]"});
    }
    void comma_inPlaces_isReadByTheColumn() {
        QFETCH(QStringList, cells);
        QFETCH(QStringList, places);
        std::vector<std::string> texts;
        for (const QString& cell : cells)
            texts.push_back("\"" + cell.toStdString() + "\"");
        const std::string read = placesOf(column("Location", texts));
        QCOMPARE(QString::fromStdString(read).split('\n', Qt::SkipEmptyParts), places);
    }

    void commaBetweenCities_isNothingToSay() {
        const Read read = readText(
            column("Location", {"\"Berlin, Hamburg\"", "\"Munich, Berlin\"", "\"Basel, Zürich\""}));
        QCOMPARE(read.text(),
                 std::string("[Berlin | Hamburg]\n[Munich | Berlin]\n[Basel | Zürich]\n"));
        QVERIFY(read.map.commas.empty());
    }

    void placesWithinAndBetweenCommas_block() {
        const Read read = readText(column("Location", {"\"Munich, Germany, Vienna, Austria\""}));
        QVERIFY(read.rows.at(0).find("has commas within its items and between them. Separate the "
                                     "items with ; instead.") != std::string::npos);
    }

    void cellUnlikeItsColumn_isSaid() {
        const Read read = readText(column(
            "Location", {"\"Munich, Germany\"", "\"Lyon, France\"", "\"Germany, Austria\""}));
        QCOMPARE(read.odd.size(), std::size_t{1});
        QVERIFY(read.odd[0].find("\"Germany, Austria\" is read as a list.") != std::string::npos);
        QCOMPARE(read.map.commas.size(), std::size_t{1});
        QVERIFY(read.map.commas[0].whole);
        QVERIFY(read.map.commas[0].mixed);
    }

    // Two cities among places with their countries are hardly one place.
    void citiesInAColumnOfWholePlaces_areSaid() {
        const Read read = readText(column(
            "Location", {"\"Munich, Germany\"", "\"Lyon, Marseille\"", "\"Berlin, Munich\""}));
        QCOMPARE(read.odd.size(), std::size_t{2});
        QVERIFY2(read.odd[0].find("\"Lyon, Marseille\"") != std::string::npos, read.odd[0].c_str());
        QVERIFY2(read.odd[1].find("\"Berlin, Munich\"") != std::string::npos, read.odd[1].c_str());
    }

    void commaReading_isAStepAndCanBeStated() {
        const std::string sheet = column("Location", {"\"Munich, Germany\""});
        const Read decided = readText(sheet);
        QCOMPARE(decided.map.commas.size(), std::size_t{1});
        QCOMPARE(decided.map.commas[0].example, std::string("Munich, Germany"));
        QVERIFY(!decided.map.commas[0].mixed);
        QVERIFY(mapSpecText(decided.map).find("locations=Location|whole") != std::string::npos);
        const Read split = readText(sheet, "locations=Location|split(\\,)");
        QCOMPARE(split.text(), std::string("[Munich | Germany]\n"));
        QVERIFY(split.map.commas.empty());
        const Read cities =
            readText(column("Location", {"\"Foo, Bar\""}), "locations=Location|whole");
        QCOMPARE(cities.text(), std::string("[Foo, Bar]\n"));
    }

    void comma_inTitles_isReadByTheColumn_data() {
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<QStringList>("titles");
        const auto row = [](const char* name, const QStringList& cells, const QStringList& read) {
            QTest::newRow(name) << cells << read;
        };
        row("rank and field", {"VP, Sales", "Director, Product Management"},
            {"[VP, Sales]", "[Director, Product Management]"});
        row("rank, field, area", {"Senior Director, Sales, EMEA", "Head of Sales, DACH"},
            {"[Senior Director, Sales, EMEA]", "[Head of Sales, DACH]"});
        row("titles", {"CEO, CTO", "VP Sales, Head of Marketing", "Founder, Owner"},
            {"[CEO | CTO]", "[VP Sales | Head of Marketing]", "[Founder | Owner]"});
        row("ranks", {"VP, Director, Manager"}, {"[VP | Director | Manager]"});
        row("unknown", {"Wizard, Guru"}, {"[Wizard | Guru]"});
        row("German", {"Leiter, Vertrieb", "Vertriebsleiter, Einkaufsleiter"},
            {"[Leiter, Vertrieb]", "[Vertriebsleiter | Einkaufsleiter]"});
    }
    void comma_inTitles_isReadByTheColumn() {
        QFETCH(QStringList, cells);
        QFETCH(QStringList, titles);
        std::vector<std::string> texts;
        for (const QString& cell : cells)
            texts.push_back("\"" + cell.toStdString() + "\"");
        const Read read = readText(column("Job title", texts), "", "jobTitles");
        QCOMPARE(QString::fromStdString(read.text()).split('\n', Qt::SkipEmptyParts), titles);
    }

    // Who founded a company and leads it is one person.
    void titlesOfOnePerson_stayTogether() {
        for (const char* title :
             {"Co-Founder & CEO", "Founder and CTO", "Owner & Managing Director",
              "Inhaber & Geschäftsführer", "President & CEO"}) {
            const Read read = readText(column("Job title", {title}), "", "jobTitles");
            QCOMPARE(QString::fromStdString(read.text()).trimmed(), "[" + QString(title) + "]");
        }
        const Read two = readText(column("Job title", {"CEO & CTO"}), "", "jobTitles");
        QCOMPARE(QString::fromStdString(two.text()).trimmed(), QString("[CEO | CTO]"));
        const Read either = readText(column("Job title", {"Founder / CEO"}), "", "jobTitles");
        QCOMPARE(QString::fromStdString(either.text()).trimmed(), QString("[Founder | CEO]"));
    }

    void comma_thatCouldBeEither_isSaid() {
        const Read read =
            readText(column("Job title", {"\"VP Sales, Marketing\""}), "", "jobTitles");
        QCOMPARE(read.map.commas.size(), std::size_t{1});
        QVERIFY(read.map.commas[0].mixed);
        QVERIFY(!read.map.commas[0].whole);
    }

    void industriesKnownWithCommas_stayWhole() {
        const Read read =
            readText(column("Industry", {"\"Oil, Gas & Energy\"", "\"Software, SaaS\"",
                                         "\"Retail, Oil, Gas & Energy, Banking\""}),
                     "", "industries");
        QCOMPARE(read.text(), std::string("[Oil, Gas & Energy]\n[Software | SaaS]\n"
                                          "[Retail | Oil, Gas & Energy | Banking]\n"));
        QVERIFY(read.odd.empty());
    }

    void orderOfColumnsAndColumnsBeside_changeNothing() {
        const std::vector<std::vector<std::string>> columns = {
            {"City", "Munich", "Austin", ""},
            {"State", "Bavaria", "Texas", "Hesse"},
            {"Country", "Germany", "USA", "Germany"},
            {"Leads", "5", "6", "7"},
            {"Job title", "\"VP, Sales\"", "CEO", "\"VP, Sales\""}};
        const std::vector<std::vector<std::string>> beside = {{"Colour", "RAL 1", "RAL 2", "RAL 3"},
                                                              {"Priority rank", "A", "B", "C"}};
        std::mt19937 random(7);
        for (int round = 0; round < 20; ++round) {
            auto all = columns;
            if (round % 2 == 1)
                all.insert(all.end(), beside.begin(), beside.end());
            std::shuffle(all.begin(), all.end(), random);
            std::string csv;
            for (std::size_t r = 0; r < 4; ++r)
                for (std::size_t c = 0; c < all.size(); ++c)
                    csv += all[c][r] + (c + 1 == all.size() ? "\n" : ";");
            QCOMPARE(placesOf(csv), std::string("[Munich, Bavaria, Germany]\n[Austin, Texas, USA]\n"
                                                "[Hesse, Germany]\n"));
        }
    }

    void country_withASlip_isTheNearOne() {
        const std::pair<const char*, const char*> slips[] = {
            {"Englnd", "England"}, {"Scotlnd", "Scotland"}, {"Hollnd", "Holland"},
            {"Itlay", "Italy"},    {"Indai", "India"},      {"Grat Britain", "Great Britain"},
            {"Cihna", "China"},    {"Germnay", "Germany"}};
        for (const auto& [slip, meant] : slips)
            QCOMPARE(nearCountry(slip), std::string(meant));
    }
};

LEADSHEET_TEST(tst_places, PlacesTest);
#include "tst_places.moc"
