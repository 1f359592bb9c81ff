// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::app;
using namespace leadsheet::app::test;

// What people write into sheets beside values: it is read as it is meant, and said, or asked about.
class MessyRowsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    int odd_ = 0; // of the last check

    /// "2 3:section_line", each row with the code of what blocks it; an error of the whole sheet is
    /// its code.
    QString said(const std::string& text, const std::string& field = {}) {
        odd_ = 0;
        auto check = SheetCheck::open(folder_.write("list.csv", text));
        if (!check)
            return "error:" +
                   QString::fromStdString(std::string(sheetErrorName(check.error().code)));
        QStringList said;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            QString one = QString::number(row.row);
            for (const Problem& problem : row.problems) {
                odd_ += problem.level == ProblemLevel::Odd ? 1 : 0;
                if (problem.level == ProblemLevel::Blocks && !one.contains(':'))
                    one += ":" + QString::fromStdString(std::string(problemCodeName(problem.code)));
            }
            if (!field.empty() && !row.blocked && row.input)
                one = valuesOf(*row.input, field);
            said << one;
        }
        return said.join(' ');
    }

    static QString valuesOf(const submit::RowInput& input, const std::string& field) {
        const auto found = input.request.fields.find(field);
        if (found == input.request.fields.end())
            return "none";
        QStringList all;
        for (const std::string& item : std::get<std::vector<std::string>>(found->second))
            all << QString::fromStdString(item);
        return all.join('|');
    }

    /// A cell of a column of titles or places, beside plain ones.
    QString cell(const std::string& column, const std::string& text, const std::string& field) {
        return said("Product;Leads;" + column + "\nfilters;50;" + text + "\n", field);
    }

private slots:
    void columnNamedAsTheProduct_staysIt() {
        QCOMPARE(said("List type,Leads,Country,Title\nB2B contacts,50,Germany,CEO\n"
                      "something odd,30,France,CTO\n"),
                 QString("2 3:unknown_product"));
        // None of its cells is known: which product is meant is asked once.
        for (const char* name : {"Product", "Product type", "Produkt"})
            QCOMPARE(said(std::string(name) + ",Leads,Country,Title\nContact list,50,Germany,CEO\n"
                                              "IT decision makers,30,France,CTO\n"),
                     QString("error:map_incomplete"));
        QCOMPARE(said("List type,Leads,Country,Title\nPremium,50,Germany,CEO\n"),
                 QString("error:map_incomplete"));
        // What they sell themselves, in all likelihood: which product is ordered is asked.
        QCOMPARE(said("Product,Leads,Country,Title\nCRM Pro,50,Germany,CEO\n"),
                 QString("error:map_incomplete"));
        QCOMPARE(said("Our product,Leads,Country,Title\nCRM Pro,50,Germany,CEO\n"), QString("2"));
        QCOMPARE(said("Type,Leads,Country,Title\nfilters,50,Germany,CEO\nnew,30,France,CTO\n"),
                 QString("error:map_incomplete"));
        QCOMPARE(said("Type,City,Category,Radius km,Leads\nlocal business,Berlin,Dentist,10,50\n"),
                 QString("2"));
        QCOMPARE(said("Type,Country,Title,Leads\nProspect,Germany,CEO,50\n"), QString("2"));
    }

    // "B2B" below Type is who buys there, and no product.
    void typeOfCustomer_isNoProduct() {
        for (const char* second : {"B2B", "B2C"}) {
            auto check = SheetCheck::open(folder_.write(
                "list.csv", std::string("Type,Category,City,Leads\nB2B,Dentist,Berlin,50\n") +
                                second + ",Plumber,Hamburg,40\n"));
            QVERIFY(check.has_value());
            int rows = 0;
            for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row; ++rows)
                QVERIFY(row.input && row.input->request.product == "local_business");
            QCOMPARE(rows, 2);
        }
    }

    void crosses_holdTheOtherRowsBack_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("rows");
        const auto column = [](const char* name, const char* first, const char* third) {
            return QString("Product,Leads,Country,Title,%1\nfilters,9,Germany,CEO,%2\n"
                           "filters,8,France,CEO,\nfilters,7,Spain,CEO,%3\n")
                .arg(QString::fromUtf8(name), QString::fromUtf8(first), QString::fromUtf8(third));
        };
        for (const char* name : {"Order", "Go", "Include", "Send", "Bestellen"})
            QTest::addRow("below %s", name) << column(name, "x", "x") << "2 3:marked_row 4";
        for (const char* name : {"Q4", ""})
            QTest::addRow("below %s, which does not tell", name)
                << column(name, "x", "x") << "2:marked_row 3:marked_row 4:marked_row";
        for (const char* sign : {"X", "\u2713", "\u2611", "\u2705", "[x]"})
            QTest::addRow("%s", sign) << column("Order", sign, sign) << "2 3:marked_row 4";
        QTest::newRow("yes below Include") << column("Include", "yes", "yes") << "2 3:marked_row 4";
        QTest::newRow("answers below Go") << column("Go?", "go", "ok") << "2 3:marked_row 4";
        QTest::newRow("boxes below Order")
            << column("Order", "\u2611", "\u2610") << "2 3 4:marked_row";
        QTest::newRow("duplicates") << column("Duplicate", "x", "") << "2:marked_row 3 4";
        QTest::newRow("yes and no") << column("Newsletter", "yes", "no") << "2 3 4";
        QTest::newRow("yes alone") << column("Newsletter", "yes", "yes") << "2 3 4";
        QTest::newRow("a value that is ticked") << column("Director", "x", "x") << "2 3 4";
        for (const char* name :
             {"Existing customer", "Bestandskunde", "Competitor", "Partner", "LinkedIn"})
            QTest::addRow("what a row is: %s", name) << column(name, "x", "x") << "2 3 4";
        QTest::newRow("rows that are not wanted")
            << column("Skip", "x", "x") << "2:marked_row 3 4:marked_row";
        QTest::newRow("several columns") << "Product,Leads,Country,Title,Web,Shop\n"
                                            "filters,9,Germany,CEO,x,\nfilters,8,France,CEO,,x\n"
                                         << "2 3";
        QTest::newRow("one of several by its name")
            << "Product,Leads,Country,Title,Order,Shop\nfilters,9,Germany,CEO,x,\n"
               "filters,8,France,CEO,,x\n"
            << "2 3:marked_row";
    }
    void crosses_holdTheOtherRowsBack() {
        QFETCH(QString, table);
        QFETCH(QString, rows);
        QCOMPARE(said(table.toStdString()), rows);
    }

    void andOr_joinsAList() {
        QCOMPARE(cell("Country", "Germany and/or Austria", "locations"),
                 QString("Germany|Austria"));
        QCOMPARE(odd_, 0);
        QCOMPARE(cell("Title", "CEO and/or CFO", "jobTitles"), QString("CEO|CFO"));
        QCOMPARE(odd_, 1);
        QCOMPARE(cell("Title", "Head of Sales und/oder Head of Marketing", "jobTitles"),
                 QString("Head of Sales|Head of Marketing"));
        QCOMPARE(cell("Title", "CEO, CFO and/or COO", "jobTitles"), QString("CEO|CFO|COO"));
        QCOMPARE(cell("Country", "France et/ou Belgique", "locations"), QString("France|Belgique"));
        QCOMPARE(cell("Industry", "Software and/or Retail", "industries"),
                 QString("Software|Retail"));
    }

    void signsThatDeny_areAskedAbout() {
        for (const char* text :
             {"-Bavaria", "Germany (-Bavaria)", "Germany -Bavaria", "Germany [-Bavaria]",
              "Germany (!Bavaria)", "Germany \u2260Bavaria", "Munich, -Germany",
              "Germany w/o Bavaria", "NOT Bavaria"})
            QVERIFY2(cell("Country", text, "locations").contains(':'), text);
        for (const char* text : {"CEO (-Assistant)", "CEO -Assistant", "CEO w/o Assistant"})
            QVERIFY2(cell("Title", text, "jobTitles").contains(':'), text);
        for (const char* text : {"CEO - Founder", "Vice-President", "E-Commerce Manager"})
            QCOMPARE(cell("Title", text, "jobTitles"), QString(text));
        for (const char* text : {"Baden-W\u00FCrttemberg", "Stratford-upon-Avon"})
            QCOMPARE(cell("Region", text, "locations"), QString::fromUtf8(text));
    }

    void countryAndItsRegion_joinedByADash_areAskedAbout() {
        QCOMPARE(cell("Location", "Germany \u2013 Bavaria", "locations"), QString("2:not_allowed"));
        QCOMPARE(cell("Location", "Germany - Bavaria", "locations"), QString("2:not_allowed"));
    }

    void lineOfRowsThatAreKept_holdsThemBack_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"Archive",         "ARCHIVE:",        "--- Archive ---",   "Old",
              "Old list",        "Examples",        "Sample rows",       "Template",
              "Done in October", "Delivered in Q3", "Past orders",       "Previous campaigns",
              "Beispiele",       "Archiv",          "Bereits geliefert", "Alte Bestellungen",
              "Termin\u00E9",    "Exemples",        "Anteriores",        "Storico"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void lineOfRowsThatAreKept_holdsThemBack() {
        QFETCH(QString, line);
        QCOMPARE(said("Product,Leads,Country,Title\nfilters,9,Germany,CEO\n\"" +
                      line.toStdString() + "\",,,\nfilters,8,Spain,CEO\n"),
                 QString("2 3:section_line 4:section_line"));
        // The title of a list may be called so.
        QCOMPARE(said(line.toStdString() + ",,,\nProduct,Leads,Country,Title\n"
                                           "filters,9,Germany,CEO\n")
                     .right(1),
                 QString("3"));
    }

    void lineThatSaysSomethingElse_isNamedOnce() {
        std::string text = "Product,Leads,Country,Title\nfilters,9,Germany,CEO\nTeam North,,,\n";
        for (int i = 0; i < 12; ++i)
            text += "filters," + std::to_string(i + 1) + ",Spain,Title " + std::to_string(i) + "\n";
        auto check = SheetCheck::open(folder_.write("list.csv", text));
        QVERIFY(check.has_value());
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
        }
        const CheckSummary summary = check->summary();
        QCOMPARE(summary.ready, std::uint64_t{13});
        std::vector<ProblemGroup> odd;
        for (const ProblemGroup& group : summary.groups)
            if (group.level == ProblemLevel::Odd)
                odd.push_back(group);
        QCOMPARE(odd.size(), std::size_t{1});
        QCOMPARE(odd.front().rows, std::uint64_t{12});
        QVERIFY(odd.front().text().find("Team North") != std::string::npos);
        const std::string table = "Product,Leads,Country,Title\nfilters,9,Germany,CEO\n";
        for (const char* line : {"Backup:", "Optional", "Q1 2027"})
            QVERIFY2(!said(table + line + ",,,\nfilters,5,Spain,CEO\n").contains("4:") && odd_ == 1,
                     line);
        said(table + "Wanted:,,,\nfilters,5,Spain,CEO\n");
        QCOMPARE(odd_, 0);
    }

    void wholeCountry_isTheOneOfItsRow() {
        const std::string table = "Product;Leads;Country;Region;Title\nfilters;5;Germany;Bavaria;"
                                  "CEO\n";
        for (const char* text :
             {"bundesweit", "nationwide", "national", "todo el pa\u00EDs", "komplett", "all"})
            QCOMPARE(said(table + "filters;6;Austria;" + text + ";CEO\n", "locations"),
                     QString("Bavaria, Germany Austria"));
        for (const char* text : {"bundesweit", "nationwide", "landelijk", "whole country"})
            QVERIFY2(cell("Location", text, "locations") == QString("2:placeholder"), text);
        // In one cell with its country it says nothing more; with a region it does.
        QCOMPARE(cell("Location", "\"Germany; nationwide\"", "locations"), QString("Germany"));
        QCOMPARE(cell("Location", "\"Bavaria; bundesweit\"", "locations"),
                 QString("2:placeholder"));
    }

    void wholeCountryByItsName_isReadAsIt_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("fr") << "toute la France"
                            << "France";
        QTest::newRow("fr, behind") << QString::fromUtf8("France enti\u00E8re") << "France";
        QTest::newRow("de") << "deutschlandweit"
                            << "deutschland";
        QTest::newRow("de, before") << "ganz Deutschland"
                                    << "Deutschland";
        QTest::newRow("en") << "all of Germany"
                            << "Germany";
        QTest::newRow("en, dash") << "US-wide"
                                  << "US";
        QTest::newRow("it") << "in tutta Italia"
                            << "Italia";
        const auto row = [](const char* text, const char* place) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(place);
        };
        row("bundesweit, Deutschland", "Deutschland");
        row("Deutschland, bundesweit", "Deutschland");
        row("DE / bundesweit", "DE");
        row("bundesweit (DE)", "DE");
        row("Germany - nationwide", "Germany");
        row("Germany: nationwide", "Germany");
        row("nationwide Germany", "Germany");
        row("Schweiz (landesweit)", "Schweiz");
        row("ganz \u00D6sterreich", "\u00D6sterreich");
        row("\u00D6sterreich (ganz)", "\u00D6sterreich");
        row("USA - all states", "USA");
        row("Germany, all cities", "Germany");
    }
    void wholeCountryByItsName_isReadAsIt() {
        QFETCH(QString, text);
        QFETCH(QString, place);
        for (const char* column : {"Location", "Country"}) {
            QCOMPARE(cell(column, text.toStdString(), "locations"), place);
            QCOMPARE(odd_, 1);
        }
        QCOMPARE(said("Leads;Location\n50;" + text.toStdString() +
                          "\n60;Munich, Germany\n70;Lyon, France\n",
                      "locations"),
                 place + " Munich, Germany Lyon, France");
    }

    void otherFormsOfATitle_areReadAsTheTitle_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("title");
        const auto row = [](const char* text, const char* title) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(title);
        };
        row("Gesch\u00E4ftsf\u00FChrer*in", "Gesch\u00E4ftsf\u00FChrer");
        row("Manager:in", "Manager");
        row("Manager:in Vertrieb", "Manager Vertrieb");
        row("Leiter/in", "Leiter");
        row("Leiter/-in", "Leiter");
        row("Leiter_innen", "Leiter");
        row("LeiterIn", "Leiter");
        row("Leiter(in)", "Leiter");
        row("Leiter (m/w/d)", "Leiter");
        row("CEO (f/m/x)", "CEO");
        row("\u00C4rzt*in", "Arzt");
        row("Kaufmann/-frau", "Kaufmann");
        row("Directeur\u00B7rice", "Directeur");
        row("Director/a", "Director");
        row("Head of Sales (DACH)", "Head of Sales (DACH)");
        row("LinkedIn Manager", "LinkedIn Manager");
        row("VP of IT/IS", "VP of IT/IS");
    }
    void otherFormsOfATitle_areReadAsTheTitle() {
        QFETCH(QString, text);
        QFETCH(QString, title);
        QCOMPARE(cell("Job title", text.toStdString(), "jobTitles"), title);
        QVERIFY(text == title || odd_ == 1);
    }

    void cellThatWantsNoFilter_isReadAsNone() {
        for (const char* text : {"no filters", "no restrictions", "keine Filter", "not needed"})
            QCOMPARE(said(std::string("Product,Leads,Country,Title\nfilters,5,Germany,CEO\n"
                                      "filters,6,France,") +
                          text + "\n"),
                     QString("2 3:placeholder"));
    }

    void countInThousands_isNotTakenForLeads() {
        for (const char* name : {"Leads ('000)", "Leads (k)", "Leads/1000", "Leads in Tsd."})
            QCOMPARE(said("Product;" + std::string(name) + ";Country\nfilters;2;Germany\n"),
                     QString("error:map_incomplete"));
    }

    void countShownInThousands_isAskedAbout() {
        const auto check = [&](const char* format, const char* word) {
            XlsxBook book = xlsxBook("<row r=\"1\">" + xlsxTextCell("A1", "Product") +
                                     xlsxTextCell("B1", "Leads") + xlsxTextCell("C1", "Country") +
                                     "</row><row r=\"2\">" + xlsxTextCell("A2", "filters") +
                                     "<c r=\"B2\" s=\"1\"><v>2000</v></c>" +
                                     xlsxTextCell("C2", "Germany") + "</row>");
            book.formats = {format};
            CheckOptions options;
            if (word != nullptr && !options.decisions.stateWord(SourceMatter::RoundedValues, word))
                return QString("unknown word");
            auto check = SheetCheck::open(folder_.write("list.xlsx", xlsxFile(book)), options);
            CheckedRow row;
            if (!check || check->next(row).value_or(Next::End) != Next::Row)
                return QString("unread");
            return row.blocked ? QString::fromStdString(
                                     std::string(problemCodeName(row.problems.front().code)))
                               : QString::number(row.input->request.leadCount);
        };
        QCOMPARE(check("0,", nullptr), QString("ambiguous_number"));
        QCOMPARE(check("0,", "stored"), QString("2000"));
        QCOMPARE(check("0,", "shown"), QString("2"));
        QCOMPARE(check("#,##0", nullptr), QString("2000"));
        QCOMPARE(check("0", nullptr), QString("2000"));
        QCOMPARE(check("0,\"k\"", nullptr), QString("2000"));
    }

    void contactsOfAnExport_areNotTheNumberOfLeads() {
        const std::string rest = "Employees,Title\n3,Germany,51-200,CEO\n5,France,11-50,CEO\n";
        QCOMPARE(said("Number of associated contacts,Country," + rest),
                 QString("error:map_incomplete"));
        QCOMPARE(said("Record ID,Account Name,Number of Contacts,Country,Title\n"
                      "1,Acme,3,Germany,CEO\n2,Beta,5,France,CEO\n"),
                 QString("error:map_incomplete"));
        QCOMPARE(said("Number of contacts,Country," + rest), QString("2 3"));
        QCOMPARE(said("Country,Industry,Number of employees,Annual revenue,Contacts\n"
                      "Germany,Software,51-200,10M,40\nFrance,Retail,11-50,5M,50\n"),
                 QString("2 3"));
        QCOMPARE(said("Leads,Number of associated contacts,Country,Title\n20,3,Germany,CEO\n"),
                 QString("2"));
    }

    void columnOfOtherThings_isOneProblem() {
        for (const char* cells : {"a@b.de,c@d.com", "12,13", "2026-01-02,2026-02-03"}) {
            const QString text = QString::fromUtf8(cells);
            QCOMPARE(said("Product,Leads,Country,Title\nfilters,5," +
                          text.section(',', 0, 0).toStdString() + ",CEO\nfilters,6," +
                          text.section(',', 1, 1).toStdString() + ",CFO\n"),
                     QString("2:not_allowed 3:not_allowed"));
        }
        QCOMPARE(said("Product,Leads,Country,Title\nfilters,5,Germany,Mr\nfilters,6,France,Ms\n"),
                 QString("2 3"));
    }
};

LEADSHEET_TEST(tst_messy_rows, MessyRowsTest);
#include "tst_messy_rows.moc"
