// SPDX-License-Identifier: Apache-2.0
// What rows say that no order contains: said with the rows, or asked about, before money.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class LostColumnsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    /// Each row: its places; "!" where it blocks, "?" where something odd is said of it.
    QString read(const std::string& text, const char* map = nullptr) {
        CheckOptions options;
        if (map != nullptr)
            options.map = parseMapSpec(map).value();
        auto check = SheetCheck::open(folder_.write("list.csv", text), options);
        if (!check)
            return "error:" +
                   QString::fromStdString(std::string(sheetErrorName(check.error().code)));
        QStringList rows;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            const bool odd =
                std::any_of(row.problems.begin(), row.problems.end(), [](const Problem& problem) {
                    return problem.level == ProblemLevel::Odd;
                });
            rows << (row.blocked ? "!" : placesOf(*row.input) + (odd ? "?" : ""));
        }
        return rows.join(" / ");
    }

    static QString placesOf(const leadsheet::submit::RowInput& input) {
        const auto found = input.request.fields.find("locations");
        if (found == input.request.fields.end())
            return "anywhere";
        QStringList all;
        for (const std::string& place : std::get<std::vector<std::string>>(found->second))
            all << QString::fromStdString(place);
        return all.join('|');
    }

    static std::string crosses(const std::string& header, const std::string& first,
                               const std::string& second) {
        return "Leads,Country,Title," + header + "\n5,Germany,CEO," + first + "\n6,France,CTO," +
               second + "\n";
    }

private slots:
    // Places that no list has are places all the same: the row is not ordered from anywhere.
    void placesThatAreNotKnown_holdTheirRowsBack() {
        for (const char* rows : {"Helsinki,Suomenmaa,5,CEO\nTampere,Suomenmaa,6,CTO\n",
                                 "Tbilissi,Sakartvelo,5,CEO\nBatumi,Sakartvelo,6,CTO\n",
                                 "\u6771\u4EAC,\u65E5\u672C,5,CEO\n"
                                 "\u5927\u962A,\u65E5\u672C,6,CTO\n"}) {
            const std::string text = std::string("City,Country,Leads,Title\n") + rows;
            QCOMPARE(read(text), QString("! / !"));
            QVERIFY(!read(text, "locations=City+Country").contains("anywhere"));
        }
        QCOMPARE(read("City,Country,Leads,Title\nHelsinki,Finland,5,CEO\nTampere,Finland,6,CTO\n"),
                 QString("Helsinki, Finland / Tampere, Finland"));
    }
    void directionWithoutACountry_isAskedAbout() {
        const std::string text = "Region,Leads,Title\nNorth,5,CEO\nBavaria,6,CTO\n";
        QCOMPARE(read(text), QString("! / Bavaria"));
        QCOMPARE(read("Region,Country,Leads,Title\nNorth,Germany,5,CEO\nBavaria,Germany,6,CTO\n"),
                 QString("North, Germany? / Bavaria, Germany"));
    }
    // Where nothing else says a place, the address for invoices may.
    void addressForInvoices_isAskedAbout() {
        const std::string text = "Title,Billing Country,Leads\nCEO,Germany,5\nCFO,France,6\n";
        QCOMPARE(read(text), QString("! / !"));
        QCOMPARE(read(text, "locations=@B"), QString("Germany / France"));
        QCOMPARE(read(text, "ignore=@B"), QString("anywhere / anywhere"));
        QCOMPARE(read("Title,Billing Country,Country,Leads\nCEO,Germany,Spain,5\n"),
                 QString("Spain"));
    }

    void crossBelowADemand_choosesNoRows_andIsSaid_data() {
        QTest::addColumn<int>("dummy");
        for (const char* header : {"Verified", "Decision makers only", "Nur Entscheider",
                                   "B2B only", "GDPR required", "Premium", "Mobile verified"})
            QTest::newRow(header) << 0;
    }
    void crossBelowADemand_choosesNoRows_andIsSaid() {
        QCOMPARE(read(crosses(QTest::currentDataTag(), "x", "")), QString("Germany? / France"));
    }

    void crossBelowUrgency_choosesNoRows() {
        for (const char* header : {"Priority", "Urgent", "Hot", "VIP"})
            QCOMPARE(read(crosses(header, "x", "")), QString("Germany / France"));
    }

    void crossBelowAChoice_choosesRows() {
        for (const char* header :
             {"Auswahl", "Selected", "Order", "OK?", "Freigabe", "Ready", "Needed", "Needed?",
              "Required", "Ben\u00F6tigt", "Erforderlich", "Requis", "Only", "Nur", "New", "Neu",
              "Needed for Q4", "Favorit", "M\u00FCssen"})
            QVERIFY2(read(crosses(header, "x", "")) == "Germany / !", header);
        // Other crosses beside it change nothing.
        for (const char* header : {"Auswahl", "Needed", "Nur", "Neu"})
            QVERIFY2(read(crosses(std::string("Verified,") + header, "x,x", "x,")) ==
                         "Germany? / !",
                     header);
        QCOMPARE(read(crosses("Needed?", "yes", "no")), QString("Germany / !"));
        QCOMPARE(read(crosses("New", "yes", "no")), QString("Germany / France"));
    }

    void crossBelowAPhone_asksForOne() {
        auto check =
            SheetCheck::open(folder_.write("list.csv", crosses("Mobilnummer", "x", "")), {});
        QVERIFY(check.has_value());
        CheckedRow row;
        QVERIFY(check->next(row).value_or(Next::End) == Next::Row);
        QVERIFY(std::get<bool>(row.input->request.fields.at("requirePhone")));
    }

    // Nothing else says a title, or a place.
    void valuesThatAreTicked_areAskedAbout() {
        QCOMPARE(read("Country,CEO,CFO,Leads\nGermany,x,,5\nFrance,,x,6\n"), QString("! / !"));
        QCOMPARE(read("DE,AT,Title,Leads\nx,,CEO,5\n,x,CFO,6\n"), QString("! / !"));
        QCOMPARE(read(crosses("Manager", "x", "")), QString("Germany? / France"));
        // "IT" and "HR" are departments beside a country, as "Sales" is.
        QCOMPARE(read("Country,IT,HR,Sales,Leads\nGermany,x,,,5\nFrance,,x,,6\nSpain,,,x,7\n"),
                 QString("! / ! / !"));
    }

    void titlesInAColumnThatIsNotTaken_areAskedAbout() {
        QCOMPARE(read("Kontaktperson,Country,Leads\nCEO,Germany,5\nHead of Sales,France,6\n"),
                 QString("! / !"));
        QCOMPARE(read("Kontaktperson,Country,Leads\nCEO,Germany,5\nHead of Sales,France,6\n",
                      "ignore=Kontaktperson"),
                 QString("Germany / France"));
        QCOMPARE(read("Kontaktperson,Country,Leads\nAnn Roe,Germany,5\nBob Doe,France,6\n"),
                 QString("Germany / France"));
        QCOMPARE(read("Title (DE),Title (EN),Country,Leads\nGesch\u00E4ftsf\u00FChrer,CEO,Germany,5"
                      "\nEinkaufsleiter,Head of Sales,France,6\n"),
                 QString("! / !"));
    }

    // Nothing else says which companies are meant, and a text stands in each row.
    void companiesInAColumnThatIsNotKnown_areAskedAbout() {
        for (const char* header : {"ICP", "Target", "Audience", "Zielgruppe", "Cluster", "Niche",
                                   "Cible", "Doelgroep", "Kundengruppe", "What", ""}) {
            const std::string text = std::string(header) +
                                     ",Title,Country,Leads\nSaaS,CEO,Germany,5\n"
                                     "Fashion retail,CFO,France,6\n";
            QVERIFY2(read(text) == "! / !", header);
            QVERIFY2(read(text, "ignore=@A") == "Germany / France", header);
            QVERIFY2(read(text, "industries=@A") == "Germany / France", header);
        }
        QCOMPARE(read("Industry EN;Industry DE;Title;Country;Leads\n"
                      "Software;Softwarebranche;CEO;Germany;5\n"),
                 QString("!"));
        QCOMPARE(read("Firmographics,Title,Country,Leads\n\"SaaS, 50-200 employees\",CEO,Germany,"
                      "5\n\"Retail, 500+\",CFO,France,6\n"),
                 QString("! / !"));
    }

    void otherTexts_areNotAskedAboutAsCompanies() {
        // Something else says which companies are meant.
        QCOMPARE(read("Xyzzy,Industry,Country,Leads\nSaaS,Software,Germany,5\n"
                      "Mode,Retail,France,6\n"),
                 QString("Germany / France"));
        QCOMPARE(read("Xyzzy,Keywords,Country,Leads\nSaaS,crm,Germany,5\nMode,shop,France,6\n"),
                 QString("Germany / France"));
        for (const char* cells : {"ICP 1|ICP 2", "12|13", "2026-01-01|2026-02-01", "SaaS|",
                                  "a@b.com|c@d.com", "https://a.com/x|https://b.com/y"}) {
            const QStringList both = QString(cells).split('|');
            QVERIFY2(read("Xyzzy,Title,Country,Leads\n" + both[0].toStdString() +
                          ",CEO,Germany,5\n" + both[1].toStdString() + ",CFO,France,6\n") ==
                         "Germany / France",
                     cells);
        }
        for (const char* header : {"Owner", "Comment", "Campaign", "ID"})
            QVERIFY2(read(std::string(header) + ",Title,Country,Leads\nAnna,CEO,Germany,5\n"
                                                "Tom,CFO,France,6\n") == "Germany / France",
                     header);
    }

    // The rest of the column is no region that a list has.
    void exclusionBesideItsCountry_isAskedAbout() {
        QCOMPARE(read("Land;Region;Position;Leads\nDeutschland;ohne Bayern;CEO;5\n"
                      "Deutschland;Nord;CTO;6\nDeutschland;;CFO;7\n"),
                 QString("! / Deutschland? / Deutschland"));
        QCOMPARE(read("Country,Area,Title,Leads\nGermany,all except the east,CEO,5\n"
                      "France,,CTO,6\n"),
                 QString("! / France"));
        QCOMPARE(
            read("Land;Region;Position;Leads\nDeutschland;ohne Bayern;CEO;5\n", "ignore=Region"),
            QString("Deutschland"));
    }

    void region_besideItsCountry_isNotDropped() {
        // Those that no list has are ordered as they stand, and said.
        QCOMPARE(read("Land;Region;Position;Leads\nDeutschland;Bayern;CEO;5\n"
                      "Deutschland;Rhein-Main;CTO;6\nDeutschland;Allg\u00E4u;CFO;7\n"
                      "Deutschland;;CMO;8\n"),
                 QString::fromUtf8("Bayern, Deutschland / Rhein-Main, Deutschland? / "
                                   "Allg\u00E4u, Deutschland? / Deutschland"));
        QCOMPARE(read("Country,City,Title,Leads\nGermany,80331,CEO,5\nGermany,50667 K\u00F6ln,CTO,6"
                      "\n"),
                 QString::fromUtf8("80331, Germany / 50667 K\u00F6ln, Germany"));
        // Where most cells are none, the column is not used: each row that loses something says so.
        QCOMPARE(read("Country,Region,Title,Leads\nGermany,R-1,CEO,5\nGermany,R-2,CTO,6\n"
                      "France,,CFO,7\n"),
                 QString("Germany? / Germany? / France"));
        QCOMPARE(read("Land;Region;Position;Leads\nDeutschland;Herbst;CEO;5\n"
                      "Deutschland;Messe;CTO;6\n"),
                 QString("Deutschland? / Deutschland?"));
        // A region that is known in another country is said.
        for (const QString& row : read("Country,Region,Title,Leads\nUSA,Northeast,CEO,5\n"
                                       "USA,Midwest,CTO,6\nUSA,West,CFO,7\nUSA,South,CMO,8\n")
                                      .split(" / "))
            QVERIFY2(row.endsWith('?') || row == "!", qPrintable(row));
        QCOMPARE(read("Country,Region,Title,Leads\nUSA,Northeast,CEO,5\nUSA,California,CTO,6\n"),
                 QString("Northeast, USA? / California, USA"));
        QCOMPARE(read("Country,State,Title,Leads\nGermany,OK,CEO,5\nGermany,Open,CTO,6\n"
                      "Germany,New,CFO,7\n")
                     .remove('?'),
                 QString("Germany / Germany / Germany"));
        QCOMPARE(read("Country,Region,Title,Leads\nGermany,EMEA,CEO,5\nUSA,NORAM,CTO,6\n"),
                 QString("Germany / USA"));
    }

    void countryColumn_withoutAnyCountry_isAskedAboutOnce() {
        QCOMPARE(read("Country,Title,Leads\nAlpha,CEO,5\nBravo,CTO,6\n"), QString("! / !"));
        QCOMPARE(read("Country,Title,Leads\nAlpha,CEO,5\nBravo,CTO,6\n", "locations=Country"),
                 QString("Alpha? / Bravo?"));
        QCOMPARE(read("Country,Title,Leads\nGermany,CEO,5\nWakanda,CTO,6\n"),
                 QString("Germany / Wakanda?"));
        for (const char* place : {"Bavaria", "Suisse romande", "DACH", "Germny", "GER", "D"})
            QVERIFY2(!read(std::string("Country,Title,Leads\n") + place + ",CEO,5\n").contains('!'),
                     place);
        for (const char* places : {"UK and US", "DE und AT", "US or UK"})
            QVERIFY2(
                !read(std::string("Country,Title,Leads\n") + places + ",CEO,5\n").contains('!'),
                places);
        for (const char* places : {"EU 27"})
            QCOMPARE(read(std::string("Country,Title,Leads\n") + places + ",CEO,5\n"),
                     QString(places));
        QCOMPARE(read("\u00DClke,Title,Leads\nAlmanya,CEO,5\nFransa,CTO,6\n"),
                 QString("Almanya / Fransa"));
        QCOMPARE(read("Zem\u011B,Title,Leads\nN\u011Bmecko,CEO,5\n"),
                 QString::fromUtf8("N\u011Bmecko"));
        QCOMPARE(read("Land,Title,Leads\nNederland,CEO,5\nTyskland,CTO,6\n"),
                 QString("Nederland / Tyskland"));
        QCOMPARE(read("Land;Title;Leads\nSUI;CEO;5\n"), QString("Switzerland?"));
    }

    void addressesOfAnExport_askForNothing() {
        QCOMPARE(read("Email,Country,Title,Leads\na@b.com,Germany,CEO,5\nc@d.com,France,CTO,6\n"),
                 QString("Germany / France"));
    }
};

LEADSHEET_TEST(tst_lost_columns, LostColumnsTest);
#include "tst_lost_columns.moc"
