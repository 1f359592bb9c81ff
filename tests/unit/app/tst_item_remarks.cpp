// SPDX-License-Identifier: Apache-2.0
// What people write beside a value, which a search would look for as text.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class ItemRemarksTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    // The items that are ordered, or "blocked: " and what is offered; odd readings behind "?".
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
        QStringList steps;
        for (const Problem& problem : row.problems)
            if (row.blocked == (problem.level == ProblemLevel::Blocks))
                for (const ProblemFix& way : problem.fixes)
                    steps << QString::fromStdString(way.step);
        if (row.blocked)
            return "blocked: " + steps.join(' ');
        QStringList items;
        for (const std::string& one :
             std::get<std::vector<std::string>>(row.input->request.fields.at(field)))
            items << QString::fromStdString(one);
        return items.join('|') + (row.problems.empty() ? "" : "?");
    }

private slots:
    void remark_besideAValue_isAskedAbout_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("meant"); // offered before the text itself
        const auto rows = [](const char* field, const char* meant,
                             std::initializer_list<const char*> cells) {
            for (const char* cell : cells)
                QTest::newRow(cell) << QString(field) << QString(meant);
        };
        rows("jobTitles", "CEO",
             {"CEO??",
              "#CEO",
              "//CEO",
              "~CEO~",
              "(CEO)",
              "[CEO]",
              "CEO...",
              "CEO etc.",
              "CEO usw.",
              "CEO (or similar)",
              "CEO oder ähnlich",
              "CEO ou équivalent",
              "CEO ecc.",
              "preferably CEO",
              "nur CEO",
              "CEO bevorzugt",
              "CEO if possible",
              "vorzugsweise CEO",
              "CEO (if possible)",
              "1. CEO",
              "CEO only",
              "CEO \U0001F451",
              "\u2705 CEO",
              "uniquement CEO",
              "głównie CEO"});
        rows("jobTitles", "CEO;CFO;COO",
             {"1. CEO 2. CFO 3. COO", "1) CEO 2) CFO 3) COO", "(1) CEO (2) CFO (3) COO"});
        rows("jobTitles", "CEO;CFO", {"CEO\\CFO", "CEO \u2192 CFO", "CEO\u2022CFO", "CEO > CFO"});
        rows("locations", "Germany;Austria", {"Germany \u2013 Austria", "Germany - Austria"});
        rows("locations", "France", {"\U0001F1EB\U0001F1F7", "\U0001F1EB\U0001F1F7 France"});
        rows("industries", "COMPUTER SOFTWARE", {"COMPUTER_SOFTWARE"});
        rows("jobTitles", "head of sales", {"head_of_sales"});
        rows("locations", "united kingdom", {"united_kingdom"});
        rows("industries", "SaaS", {"~SaaS~", "SaaS?", "mainly SaaS", "SaaS u.ä."});
        rows("locations", "Munich",
             {"near Munich", "in and around Munich", "rund um Munich", "bei Munich",
              "Munich und Umgebung", "Munich & surroundings", "Munich and surrounding area",
              "pr\u00E8s de Munich", "cerca de Munich", "vicino a Munich", "nabij Munich",
              "suburbs of Munich", "e.g. Munich", "z.B. Munich", "'Munich"});
        rows("locations", "Portugal",
             {"Portugal, north of", "Portugal, North", "south of Portugal", "Portugal near Lisbon",
              "rest of Portugal", "n\u00F6rdlich von Portugal", "au nord de Portugal"});
        rows("jobTitles", "head of Sales", {"Sales, head of"});
        rows("jobTitles", "VP Marketing", {"VP Marketing at SaaS companies"});
        rows("locations", "France;Spain", {"France 60% / Spain 40%"});
        rows("locations", "Germany;Austria", {"Germany (70%) / Austria (30%)"});
        rows("locations", "DACH", {"2/3 DACH"});
        rows("locations", "DE;AT", {"50/50 DE/AT", "DE:50 AT:50"});
        rows("locations", "Germany",
             {"Germany 100", "60% Germany", "Germany (South)", "half of Germany", "halb Germany"});
        rows("locations", "Germany;Austria", {"half Germany half Austria"});
        rows("locations", "Bosnia and Herzegovina", {"Bosnia and Herzegovina 30"});
        rows("locations", "Trinidad and Tobago", {"Trinidad and Tobago 50%"});
        rows("industries", "SaaS", {"SaaS 50%", "SaaS (2/3)"});
        rows("industries", "Manufacturing", {"Manufacturing ex. automotive"});
        rows("locations", "Frankfurt", {"Gro\u00DFraum Frankfurt"});
        rows("jobTitles", "Director of Sales", {"Director of, Sales"});
        rows("jobTitles", "CEO", {"e.g. CEO", "'CEO"});
        rows("locations", "Germany",
             {"mostly Germany", "Germany only", "nur Germany", "Germany (mainly Munich)",
              "Germany (nur PLZ 8)", "Remote - Germany", "Germany (remote)"});
    }
    void remark_besideAValue_isAskedAbout() {
        QFETCH(QString, field);
        QFETCH(QString, meant);
        const std::string cell = QTest::currentDataTag();
        const auto step = [&](std::string meaning) {
            return QString::fromStdString(
                Transform{TransformKind::Means, cell, std::move(meaning), NumberStyle::Auto}
                    .text());
        };
        QCOMPARE(read(field.toStdString(), cell),
                 "blocked: " + step(meant.toStdString()) + " " + step(cell));
    }

    void code_ofAClassification_isAskedAbout() {
        for (const char* code : {"62.01", "NACE J62", "SIC 7372", "WZ 62.01"})
            QVERIFY2(read("industries", code).startsWith("blocked"), code);
        for (const char* name : {"3D", "Industrie 4.0", "Web 2.0", "24/7 Services", "B2B"})
            QCOMPARE(read("industries", name), QString(name));
    }

    void searchInWords_isAskedAbout() {
        QVERIFY(read("keywords", "green AND solar").startsWith("blocked"));
        QCOMPARE(read("keywords", "green energy"), QString("green energy"));
        for (const char* topic : {"OIL AND GAS", "RESEARCH AND DEVELOPMENT"})
            QCOMPARE(read("keywords", topic), QString(topic));
        for (const char* title : {"Director at Large", "Attorney at Law", "Counselor at Law",
                                  "Level 1/2 Support", "Level 2/3 Support Engineer"})
            QCOMPARE(read("jobTitles", title), QString(title));
        QCOMPARE(read("industries", "Tier 1/2 suppliers"), QString("Tier 1/2 suppliers"));
        for (const char* cell :
             {"Industrie, par ex. textile", "Ind\u00FAstria por ex. t\u00EAxtil"})
            QVERIFY2(!read("industries", cell).contains("empty("), cell);
        for (const char* place : {"Half Moon Bay, California", "Meta, Colombia"})
            QCOMPARE(read("locations", place), QString(place));
        QVERIFY(read("locations", "half / half").startsWith("blocked"));
        QVERIFY(read("jobTitles", "Entscheider Marketing").startsWith("blocked"));
        for (const char* place : {"Austria 1010", "DK-2100 Copenhagen", "80331"})
            QCOMPARE(read("locations", place), QString(place));
    }

    void linesOfACell_areItemsWithoutWhatJoinsThem() {
        for (const char* cell : {"CEO /\nCFO", "CEO,\nCFO", "CEO or\nCFO", "CEO und\nCFO"})
            QCOMPARE(read("jobTitles", cell).remove('?'), QString("CEO|CFO"));
        QCOMPARE(read("jobTitles", "CEO OR\nCFO").remove('?'), QString("CEO|CFO"));
        QCOMPARE(read("locations", "Germany OR\nAustria").remove('?'), QString("Germany|Austria"));
        QCOMPARE(read("locations", "Berlin or\nParis").remove('?'), QString("Berlin|Paris"));
        // Oregon
        QCOMPARE(read("locations", "Portland, OR\nSeattle, WA").remove('?'),
                 QString("Portland, OR|Seattle, WA"));
        QCOMPARE(read("locations", "Portland, OR\nSalem, OR").remove('?'),
                 QString("Portland, OR|Salem, OR"));
        QCOMPARE(read("locations", "Portland OR\nAustin TX").remove('?'),
                 QString("Portland OR|Austin TX"));
    }

    void dateOfNoBand_isOfferedAsWhatMayHaveBeenTyped_data() {
        QTest::addColumn<bool>("isDate");
        for (const char* text : {"1-Nov", "01. Nov", "11-Jan"})
            QTest::newRow(text) << true;
    }
    void dateOfNoBand_isOfferedAsWhatMayHaveBeenTyped() {
        const std::string text = QTest::currentDataTag();
        QCOMPARE(read("companySizes", text),
                 QString::fromStdString("blocked: means(" + text + ",1-10;11-50)"));
    }

    void unit_besideANumber_isReadInTheStyleOfTheColumn() {
        const auto file =
            folder_.write("style.csv", "Category,Location,Radius,Leads,Product\n"
                                       "Dentist,Berlin,\"12,5 mi\",50,local_business\n");
        const auto blocked = [&](const char* map) {
            CheckOptions options;
            options.map = parseMapSpec(map).value();
            auto check = SheetCheck::open(file, options);
            CheckedRow row;
            if (!check || check->next(row).value() != Next::Row)
                qFatal("not read");
            return row.blocked;
        };
        QVERIFY(!blocked("radiusKm=Radius"));
        QVERIFY(!blocked("radiusKm=Radius|number(dot)"));
        QVERIFY(blocked("radiusKm=Radius|number(comma)"));
    }

    void unit_besideARadiusOrRating_isReadAndSaid() {
        auto check = SheetCheck::open(
            folder_.write("radius.csv", "Category,Location,Radius,Min Rating,Leads,Product\n"
                                        "Dentist,Berlin,25 mi,4+ stars,50,local_business\n"
                                        "Salon,Berlin,10 km,4.5\u2605,60,local_business\n"
                                        "Bakery,Berlin,~25,,60,local_business\n"));
        QVERIFY(check);
        CheckedRow row;
        QCOMPARE(check->next(row).value(), Next::Row);
        QVERIFY(!row.blocked);
        const auto& fields = row.input->request.fields;
        QCOMPARE(std::get<std::int64_t>(fields.at("radiusKm")), std::int64_t{40});
        QCOMPARE(std::get<leadsheet::Decimal>(fields.at("minRating")).normalized().unscaled,
                 std::int64_t{4});
        QCOMPARE(row.problems.size(), std::size_t{1});
        QVERIFY(row.problems[0].message().find("\"25 mi\" was read as 40 km.") !=
                std::string::npos);
        // Without a unit it is in the field's own.
        for (const std::int64_t radius : {10, 25}) {
            QCOMPARE(check->next(row).value(), Next::Row);
            QCOMPARE(std::get<std::int64_t>(row.input->request.fields.at("radiusKm")), radius);
        }
    }

    void description_insteadOfAName_isAskedAbout_data() {
        QTest::addColumn<QString>("field");
        const auto rows = [](const char* field, std::initializer_list<const char*> cells) {
            for (const char* cell : cells)
                QTest::newRow(cell) << QString(field);
        };
        rows("locations",
             {"Top 10 US metros", "Major cities in Germany", "Tier 1 cities", "EU countries",
              "all US states", "East coast", "Großstädte", "English speaking countries"});
        rows("jobTitles", {"Head of", "VP for"});
        rows("jobTitles", {"Decision makers", "Key decision makers", "HR decision makers",
                           "Entscheider", "décideurs", "Leadership team", "all levels"});
    }
    void description_insteadOfAName_isAskedAbout() {
        QFETCH(QString, field);
        const std::string cell = QTest::currentDataTag();
        QCOMPARE(read(field.toStdString(), cell),
                 QString::fromStdString(
                     "blocked: " +
                     Transform{TransformKind::Means, cell, cell, NumberStyle::Auto}.text()));
    }

    void row_crossedOutInItsTitle_isNotOrdered() {
        QVERIFY(read("jobTitles", "SKIP THIS").startsWith("blocked: empty(SKIP THIS)"));
    }

    void name_withSuchWordsOrSigns_isTakenAsItStands_data() {
        QTest::addColumn<QString>("field");
        const auto rows = [](const char* field, std::initializer_list<const char*> cells) {
            for (const char* cell : cells)
                QTest::newRow(cell) << QString(field);
        };
        rows("jobTitles", {"First Officer", "2nd Line Manager", "CTO (Software)", "C# Developer",
                           "Head of 1:1 Marketing", "Manager 2.0", "VP Sales & Marketing"});
        rows("industries", {"Digital First Media", "Waste 2. Life", "#1 Movers", "3. Sektor"});
        rows("keywords", {"invite only", "only fans", "mobile first"});
        rows("locations", {"10115", "D-70173", "90210-1234", "01310-100", "60-001", "100-0001",
                           "75001 Paris", "1012 AB", "Paris 8e", "Nationwide Park", "United States",
                           "Baltic states", "Twin Cities", "Nordics", "Stratford - upon Avon"});
        rows("locations",
             {"Greater London", "North Rhine-Westphalia", "Northern Italy", "Near East",
              "West Midlands", "Korea, Republic of", "'s-Gravenhage", "'t Gooi", "Isle of Man",
              "Newcastle upon Tyne", "Rio de Janeiro", "Berlin DE"});
        rows("jobTitles", {"Head of People", "Management Consultant", "City Manager"});
        rows("locations", {"\u0DC1\u0DCA\u200D\u0DBB\u0DD3 \u0DBD\u0D82\u0D9A\u0DCF"}); // Sri Lanka
    }
    void name_withSuchWordsOrSigns_isTakenAsItStands() {
        QFETCH(QString, field);
        QCOMPARE(read(field.toStdString(), QTest::currentDataTag()),
                 QString(QTest::currentDataTag()));
    }

    void postcodes_asARange_areNoPlace_data() {
        QTest::addColumn<QString>("cell");
        for (const char* cell :
             {"70000-79999", "70000 - 79999", "70000–79999", "70 bis 79", "70-79", "7xxxx", "902xx",
              "7*", "75***", "PLZ 7", "PLZ-Gebiet 70-79", "ZIP 902xx", "D-70000 bis D-79999", "75",
              "PLZ 70/71", "1010-1090 Wien", "CP 13", "D-7xxxx"})
            QTest::newRow(cell) << QString(cell);
    }
    void postcodes_asARange_areNoPlace() {
        const QString said = read("locations", QTest::currentDataTag());
        QVERIFY2(said.startsWith("blocked: means("), qPrintable(said));
        QCOMPARE(said.count("means("), 1); // as it stands: what is meant has to be written
    }

    void postcodes_ofAShortRange_areOfferedOneByOne() {
        QCOMPARE(read("locations", "70173-70175"),
                 QString("blocked: means(70173-70175,70173;70174;70175) "
                         "means(70173-70175,70173-70175)"));
        QCOMPARE(read("locations", "01067-01068"),
                 QString("blocked: means(01067-01068,01067;01068) "
                         "means(01067-01068,01067-01068)"));
    }

    void postcodes_betweenSeveralSigns_areAllTakenApart() {
        QCOMPARE(read("locations", "90210, 90211; 90212"), QString("90210|90211|90212"));
    }

    void places_withTheirRegions_areSeveralWhereASignJoinsThem_data() {
        QTest::addColumn<QString>("places");
        QTest::newRow("Cambridge, MA / Cambridge, UK") << "Cambridge, MA|Cambridge, UK?";
        QTest::newRow("Portland, OR or Seattle, WA") << "Portland, OR|Seattle, WA?";
        QTest::newRow("Munich, Germany & Vienna, Austria") << "Munich, Germany|Vienna, Austria?";
    }
    void places_withTheirRegions_areSeveralWhereASignJoinsThem() {
        QFETCH(QString, places);
        QCOMPARE(read("locations", QTest::currentDataTag()), places);
    }

    void denial_atACommaOrAlone_isAskedAboutWithAllItMayExclude_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("offered");
        QTest::newRow("Software, no agencies, banks")
            << "industries"
            << "empty(no agencies\\, banks) means(no agencies\\, banks,banks)";
        QTest::newRow("Germany, except Bavaria, Saxony")
            << "locations"
            << "empty(except Bavaria\\, Saxony) means(except Bavaria\\, Saxony,Saxony)";
        QTest::newRow("Software, excluding") << "industries"
                                             << "empty(excluding)";
        QTest::newRow("Retail; not") << "industries"
                                     << "empty(not)";
        QTest::newRow("Portugal, except") << "locations"
                                          << "empty(except)";
        QTest::newRow("CEO, except") << "jobTitles"
                                     << "empty(except)";
    }
    void denial_atACommaOrAlone_isAskedAboutWithAllItMayExclude() {
        QFETCH(QString, field);
        QFETCH(QString, offered);
        const QString said = read(field.toStdString(), QTest::currentDataTag());
        QVERIFY2(said.startsWith("blocked: " + offered + " means("), qPrintable(said));
    }

    void dashOfASharedWord_deniesNothing() {
        for (const char* cell : {"Maschinenbau und -handel", "IT-Beratung und -Dienstleistungen",
                                 "Automobilhersteller und -zulieferer",
                                 "Hersteller & -h\u00E4ndler", "Metaalbouw en -handel"}) {
            QCOMPARE(read("industries", cell), QString(cell));
            QCOMPARE(read("keywords", cell), QString(cell));
        }
        const QString title = read("jobTitles", "Leiter Einkauf und -logistik");
        QVERIFY2(!title.startsWith("blocked"), qPrintable(title));
        for (const char* cell : {"CRM and -Excel", "CRM -Excel", "Software & -Agencies"})
            QVERIFY2(read("keywords", cell).startsWith("blocked"), cell);
        QVERIFY(read("locations", "Deutschland und -Bayern").startsWith("blocked"));
    }

    void letters_thatLookLikeOthers_areAskedAbout() {
        QCOMPARE(read("locations", "G\u0435rmany"),
                 QString("blocked: means(G\u0435rmany,Germany) means(G\u0435rmany,G\u0435rmany)"));
        for (const char* cell : {"\u0420\u043E\u0441\u0441\u0438\u044F",
                                 "\u0420\u043E\u0441\u0441\u0438\u044F Russia"})
            QCOMPARE(read("industries", cell), QString(cell));
    }

    void exclusion_inOtherLanguages_isFound_data() {
        QTest::addColumn<QString>("cell");
        for (const char* cell :
             {"Bygg (ej måleri)", "Ikke offentlig", "Handel utom mat", "Industri unntatt olje",
              "Handel uden detail", "kromě stavebnictví", "Otomotiv hariç", "fără comerț",
              "paitsi kauppa"})
            QTest::newRow(cell) << QString(cell);
    }
    void exclusion_inOtherLanguages_isFound() {
        const QString said = read("industries", QTest::currentDataTag());
        QVERIFY2(said.startsWith("blocked: "), qPrintable(said));
    }

    void size_betweenTwoOpenEnds_isOneRange_data() {
        QTest::addColumn<QString>("sizes");
        const auto rows = [](const char* sizes, std::initializer_list<const char*> cells) {
            for (const char* cell : cells)
                QTest::newRow(cell) << QString(sizes);
        };
        rows("51-200", {">50 and <=200", "≥51 and ≤200", ">50, <=200", "<=200 but >50",
                        "mehr als 50 und höchstens 200", "over 50 but under 200"});
        rows("1-10|501-1000|1001-5000|5001-10000|10001+", {"<=10 or >500"});
        rows("1-10|11-50", {"1-10 and 11-50"});
    }
    void size_betweenTwoOpenEnds_isOneRange() {
        QFETCH(QString, sizes);
        QString said = read("companySizes", QTest::currentDataTag());
        said.remove('?');
        QCOMPARE(said, sizes);
    }

    void size_thatIsNone_isOfferedAsWhatItMayMean_data() {
        QTest::addColumn<QString>("offered");
        QTest::newRow("200-51") << "means(200-51,51-200)";
        QTest::newRow("200ish") << "means(200ish,51-200)";
        QTest::newRow("5000-") << "means(5000-,5001-10000;10001+) means(5000-,1001-5000)";
        QTest::newRow("5000~") << "means(5000~,5001-10000;10001+) means(5000~,1001-5000)";
    }
    void size_thatIsNone_isOfferedAsWhatItMayMean() {
        QFETCH(QString, offered);
        QCOMPARE(read("companySizes", QTest::currentDataTag()), "blocked: " + offered);
    }
};

LEADSHEET_TEST(tst_item_remarks, ItemRemarksTest);
#include "tst_item_remarks.moc"
