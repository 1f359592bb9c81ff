// SPDX-License-Identifier: Apache-2.0
// Columns whose meaning is told by the columns beside them, with an odd cell or two.
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

class ClearColumnsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    // By row "titles@places", "!" where it is held, and "?" behind what something is said about.
    QString check(const std::string& text) {
        CheckOptions options;
        options.map = parseMapSpec("scrapingOption:=filters").value();
        auto check = SheetCheck::open(folder_.write("a.csv", text), options);
        if (!check)
            qFatal("%s", check.error().message().c_str());
        QStringList rows;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            const auto items = [&](const char* field) {
                QStringList all;
                const auto found = row.input->request.fields.find(field);
                if (found != row.input->request.fields.end())
                    for (const std::string& one : std::get<std::vector<std::string>>(found->second))
                        all << QString::fromStdString(one);
                return all.join('|');
            };
            rows << (row.blocked || !row.input ? QString("!")
                                               : items("jobTitles") + "@" + items("locations") +
                                                     (row.problems.empty() ? "" : "?"));
        }
        return rows.join(' ');
    }

private slots:
    void column_amongThoseOfAProfile_data() {
        QTest::addColumn<QString>("sheet");
        QTest::addColumn<QString>("orders");
        const auto row = [](const char* name, const char* sheet, const char* orders) {
            QTest::newRow(name) << QString(sheet) << QString(orders);
        };
        row("abbreviated_titles",
            "Branche;Titel;Land;Anzahl\nBau;GF;Deutschland;100\nBau;CFO;Deutschland;50\n",
            "GF@Deutschland CFO@Deutschland");
        row("unknown_titles",
            "Branche;Titel;Land;Anzahl\nBau;Meister;Deutschland;5\nBau;Inhaberin;Deutschland;6\n"
            "Bau;Polier;Deutschland;7\n",
            "Meister@Deutschland Inhaberin@Deutschland Polier@Deutschland");
        row("signed_below",
            "Branche;Titel;Land;Anzahl\nBau;CEO;Deutschland;100\nHandel;CFO;Deutschland;50\n\n"
            "Genehmigt von;M. Huber;;\n",
            "CEO@Deutschland CFO@Deutschland ! !");
        row("swedish_titles",
            "Bransch;Titel;Land;Antal leads\nIT;VD;Sverige;100\nBygg;Ink\u00F6pschef;Norge;50\n",
            "VD@Sverige Ink\u00F6pschef@Norge");
        row("french_titles",
            "Secteur;Titre;Pays;Nombre de leads\nMode;DG;France;5\nMode;Styliste;France;6\n",
            "DG@France Styliste@France");
        row("titles_that_may_be_departments",
            "Branche;Funktion;Land;Anzahl\nMode;GF;Deutschland;100\nBank;Einkauf;Deutschland;50\n",
            "! !");
        row("deciders",
            "Branche;Beslisser;Regio;Aantal leads\nBouw;Directeur-eigenaar;Utrecht;5\n"
            "Transport;Planner;Randstad;6\n",
            "! !");
        row("state_with_blanks",
            "Industry,Title,State,Country,Leads\nSaaS,CEO,California,USA,100\nSaaS,CFO,,USA,50\n"
            "SaaS,COO,n/a,Germany,50\nSaaS,CTO,-,France,50\n",
            "CEO@California, USA CFO@USA COO@Germany CTO@France");
        row("state_to_be_known",
            "Industry,Title,State,Country,Leads\nSaaS,CEO,California,USA,100\nSaaS,CTO,tbd,France,"
            "50\n",
            "CEO@California, USA !");
        row("one_state",
            "Branche;Position;Bundesland;Land;Anzahl\nSaaS;CEO;Bayern;Deutschland;100\n"
            "SaaS;CFO;-;\u00D6sterreich;50\nSaaS;COO;-;Schweiz;50\n",
            "CEO@Bayern, Deutschland CFO@\u00D6sterreich COO@Schweiz");
        row("two_states_in_a_cell",
            "Industry,Title,State,Country,Leads\nSaaS,CEO,\"California, Oregon\",USA,100\n"
            "SaaS,CFO,\"New York, New Jersey\",USA,50\n",
            "CEO@California, USA|Oregon, USA CFO@New York, USA|New Jersey, USA");
        row("all_states_but_one",
            "Industry,Title,State,Country,Leads\nSaaS,CEO,\"CA, OR\",USA,5\nSaaS,CEO,NY/NJ,USA,6\n"
            "SaaS,CEO,all except CA,USA,7\nSaaS,CFO,ALL,USA,8\n",
            "CEO@CA, USA|OR, USA CEO@NY, USA|NJ, USA? ! CFO@USA");
        row("french_departments",
            "Secteur;Poste;D\u00E9partement;Nombre de "
            "leads\nMode;DG;Paris;5\nMode;DAF;Rh\u00F4ne;6\n",
            "DG@? DAF@?");
        row("side_of_a_country",
            "Industry,Title,Territory,Country,Leads\nSaaS,CEO,East,USA,5\nSaaS,CFO,West,USA,6\n",
            "CEO@USA? CFO@USA?");
        row("sales_territory",
            "Branche;Position;Vertriebsgebiet;Land;Anzahl\nSaaS;CEO;Nord;Deutschland;5\n"
            "SaaS;CFO;S\u00FCd;Deutschland;6\n",
            "CEO@Deutschland? CFO@Deutschland?");
        row("questions_of_a_form",
            "Welche Branche?;Welche Position?;In welchem Land?;Wie viele Leads?\n"
            "SaaS;CEO;Deutschland;5\nRetail;CFO;\u00D6sterreich;6\n",
            "CEO@Deutschland CFO@\u00D6sterreich");
        row("question_for_a_region",
            "Branche;Position;In welcher Region?;Anzahl\nSaaS;CEO;Bayern;5\nRetail;CFO;Hessen;6\n",
            "CEO@Bayern CFO@Hessen");
        row("small_letters",
            "Industry,Title,Country,Leads\nsoftware,cto,germany,5\nRETAIL,CFO,GERMANY,6\n"
            "retail,coo,united kingdom,7\n",
            "cto@germany CFO@GERMANY coo@united kingdom");
        row("other_names_of_a_country",
            "Industry,Title,Country,Leads\nSaaS,CEO,Deutschland,5\nSaaS,CEO,germany,6\n",
            "CEO@Deutschland CEO@germany?");
        row("short_names_of_countries",
            "Industry,Title,Country,Leads\nSaaS,CEO,Czech "
            "Rep.,5\nSaaS,CFO,BRD,6\nSaaS,COO,Korea,7\n"
            "SaaS,CTO,Germany,8\n",
            "CEO@Czech Rep. CFO@BRD COO@Korea CTO@Germany");
    }
    void column_amongThoseOfAProfile() {
        QFETCH(QString, sheet);
        QFETCH(QString, orders);
        QCOMPARE(check(sheet.toStdString()), orders);
    }

    void tab_namedAfterACountry_holdsRowsWithoutAPlaceBack() {
        const TextRows rows = {{"Industry", "Title", "Leads"}, {"Software", "CEO", "100"}};
        XlsxBook book;
        for (const char* name : {"Germany", "FR", "IT"}) {
            book.sheets.emplace_back();
            book.sheets.back().name = name;
            book.sheets.back().xml = xlsxSheet(xlsxTextRows(rows));
        }
        CheckOptions options;
        options.map = parseMapSpec("scrapingOption:=filters").value();
        options.moreTabs = {{1, std::nullopt, options.map}, {2, std::nullopt, options.map}};
        auto check = SheetCheck::open(folder_.write("a.xlsx", xlsxFile(book)), options);
        QVERIFY(check.has_value());
        QList<bool> held;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
            held << row.blocked;
        QCOMPARE(held, (QList<bool>{true, true, false}));
    }

    void limits_thatCannotBeRead_areSaid() {
        CheckOptions options;
        auto check =
            SheetCheck::open(folder_.write("a.csv", "Product,Category,City,Rating,Leads\n"
                                                    "local_business,Dentist,Austin,<3,5\n"
                                                    "local_business,Plumber,Waco,max 4,6\n"),
                             options);
        QVERIFY(check.has_value());
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
            QVERIFY(!row.problems.empty());
    }
};

LEADSHEET_TEST(tst_clear_columns, ClearColumnsTest);
#include "tst_clear_columns.moc"
