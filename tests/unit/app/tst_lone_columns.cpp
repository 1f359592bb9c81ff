// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;
using leadsheet::OrderRequest;

namespace {

using Lines = std::vector<std::vector<std::string>>;

std::string csvOf(const Lines& lines) {
    std::string text;
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            text += (i == 0 ? "\"" : ",\"") + line[i] + "\"";
        text += '\n';
    }
    return text;
}

/// What the rows order of a field: "Germany; France | Spain", a blocked row as "-".
struct LoneRows {
    QString values;
    std::string said; ///< problems
    bool complete = true;
};

} // namespace

// Columns that are the only word on something, or are one word on it together.
class LoneColumnsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    LoneRows check(const Lines& lines, const std::string& field) {
        LoneRows result;
        CheckOptions options;
        options.map = parseMapSpec("scrapingOption:=filters").value();
        auto check = SheetCheck::open(folder_.write("list.csv", csvOf(lines)), options);
        if (!check) {
            result.complete = false;
            result.said = check.error().message();
            return result;
        }
        QStringList rows;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            for (const Problem& problem : row.problems)
                result.said += leadsheet::text::render(problem.sentences()) + '\n';
            if (row.blocked) {
                rows << "-";
                continue;
            }
            QStringList items;
            const OrderRequest& request = row.input->request;
            if (field == "leads")
                items << QString::number(request.leadCount);
            else if (const auto found = request.fields.find(field); found != request.fields.end())
                for (const std::string& item : std::get<std::vector<std::string>>(found->second))
                    items << QString::fromStdString(item);
            rows << items.join("; ");
        }
        result.values = rows.join(" | ");
        return result;
    }

private slots:
    void oneEndOfSizes_leavesTheOtherOpen_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        QTest::addColumn<QString>("sizes");
        const QString above = "1001-5000; 5001-10000; 10001+ | 10001+";
        for (const char* name :
             {"Min employees", "Minimum employees", "MA ab", "Min size", "Employees (at least)"})
            QTest::newRow(name) << name << "1001"
                                << "10001" << above;
        QTest::newRow("with a sign") << "Min employees"
                                     << "1001+"
                                     << "10001+" << above;
        QTest::newRow("max") << "Max employees"
                             << "50"
                             << "10"
                             << "1-10; 11-50 | 1-10";
        QTest::newRow("bis") << "MA bis"
                             << "50"
                             << "10"
                             << "1-10; 11-50 | 1-10";
    }
    void oneEndOfSizes_leavesTheOtherOpen() {
        QFETCH(QString, header);
        QFETCH(QString, one);
        QFETCH(QString, other);
        QFETCH(QString, sizes);
        QCOMPARE(check({{"Industry", header.toStdString(), "Leads"},
                        {"Software", one.toStdString(), "100"},
                        {"Retail", other.toStdString(), "50"}},
                       "companySizes")
                     .values,
                 sizes);
    }

    void endBesideSizes_isNotTaken() {
        QCOMPARE(check({{"Company size", "Min employees", "Leads"},
                        {"11-50", "1001", "100"},
                        {"51-200", "201", "50"}},
                       "companySizes")
                     .values,
                 "11-50 | 51-200");
        QCOMPARE(check({{"Min employees", "Max employees", "Leads"},
                        {"11", "50", "100"},
                        {"51", "200", "50"}},
                       "companySizes")
                     .values,
                 "11-50 | 51-200");
    }

    void codesOfCountries_areThePlace_data() {
        QTest::addColumn<QString>("header");
        for (const char* name : {"country_code", "Country code", "Country ISO", "ISO2", "ISO",
                                 "Code pays", "Ländercode", "Alpha-2"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void codesOfCountries_areThePlace() {
        QFETCH(QString, header);
        QCOMPARE(check({{"Industry", header.toStdString(), "Leads"},
                        {"Software", "FR", "100"},
                        {"Retail", "ES", "50"}},
                       "locations")
                     .values.count('|'),
                 1);
        QVERIFY(!check({{"Industry", header.toStdString(), "Leads"},
                        {"Software", "FR", "100"},
                        {"Retail", "ES", "50"}},
                       "locations")
                     .values.startsWith(" "));
        // Beside a country they are not needed, and a certificate is none.
        QCOMPARE(check({{"Industry", "Country", header.toStdString(), "Leads"},
                        {"Software", "France", "FR", "100"},
                        {"Software", "Spain", "ES", "50"}},
                       "locations")
                     .values,
                 "France | Spain");
        QCOMPARE(check({{"Industry", header.toStdString(), "Leads"},
                        {"Software", "9001", "100"},
                        {"Retail", "FR", "50"}},
                       "locations")
                     .values,
                 " | ");
    }

    void numberedPlaces_besideTheirCountry_areAsked() {
        const LoneRows states = check({{"Industry", "Country", "State 1", "State 2", "Leads"},
                                       {"Software", "USA", "GA", "DE", "100"},
                                       {"Retail", "USA", "", "", "50"}},
                                      "locations");
        QCOMPARE(states.values, "- | USA");
        QVERIFY2(states.said.find("State 1 is not used") != std::string::npos, states.said.c_str());
        QCOMPARE(check({{"Industry", "Country", "City 1", "City 2", "Leads"},
                        {"Software", "United Kingdom", "Birmingham", "London", "100"},
                        {"Retail", "USA", "Austin", "", "50"}},
                       "locations")
                     .values,
                 "- | -");
        QCOMPARE(check({{"Industry", "Country 1", "Country 2", "Leads"},
                        {"Software", "Germany", "France", "100"}},
                       "locations")
                     .values,
                 "Germany; France");
    }

    void firstAndSecondColumns_areOneList() {
        QCOMPARE(check({{"Primary Title", "Secondary Title", "Country", "Leads"},
                        {"CEO", "CFO", "Germany", "100"},
                        {"CTO", "", "France", "50"}},
                       "jobTitles")
                     .values,
                 "CEO; CFO | CTO");
        QCOMPARE(check({{"Primary Industry", "Secondary Industry", "Country", "Leads"},
                        {"Software", "Retail", "Germany", "100"},
                        {"Banking", "Mining", "France", "50"}},
                       "industries")
                     .values,
                 "Software; Retail | Banking; Mining");
        QCOMPARE(check({{"Industry", "Title", "Title", "Country", "Leads"},
                        {"", "Primary", "Secondary", "", ""},
                        {"Software", "CEO", "CFO", "Germany", "100"},
                        {"Retail", "CFO", "COO", "France", "50"}},
                       "jobTitles")
                     .values,
                 "CEO; CFO | CFO; COO");
    }

    void numbersBelowValues_areAsked_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("first");
        QTest::newRow("countries") << QStringList{"Germany", "France"} << "Industry";
        QTest::newRow("codes") << QStringList{"DE", "FR"} << "Industry";
        QTest::newRow("titles") << QStringList{"CEO", "CFO"} << "Country";
        QTest::newRow("sizes") << QStringList{"11-50", "51-200"} << "Country";
    }
    void numbersBelowValues_areAsked() {
        QFETCH(QStringList, names);
        QFETCH(QString, first);
        const std::string value = first == "Country" ? "Spain" : "Software";
        const Lines lines{
            {first.toStdString(), names[0].toStdString(), names[1].toStdString(), "Leads"},
            {value, "100", "50", "150"},
            {value == "Spain" ? "Italy" : "Retail", "60", "0", "60"}};
        const LoneRows result = check(lines, "leads");
        QCOMPARE(result.values, "- | -");
        QVERIFY2(result.said.find(names[0].toStdString() + " is not used") != std::string::npos,
                 result.said.c_str());
    }

    void balanceOfMoney_isNoNumberOfLeads() {
        QCOMPARE(check({{"Industry", "Leads", "Balance"},
                        {"Software", "100", "2000"},
                        {"Retail", "50", "1000"}},
                       "leads")
                     .values,
                 "100 | 50");
        QVERIFY(!check({{"Industry", "Leads", "Balance"},
                        {"Software", "100", "20"},
                        {"Retail", "50", "10"}},
                       "leads")
                     .complete);
    }

    void onePersonInTwoWords_isSaid() {
        for (const auto& [one, other] : {std::pair("CEO", "Chief Executive Officer"),
                                         std::pair("VP Sales", "Vice President "
                                                               "Sales"),
                                         std::pair("Vice President of Sales", "VP Sales"),
                                         std::pair("CFO", "chief financial "
                                                          "officer")})
            QVERIFY2(check({{"Title", "Country", "Leads"},
                            {one, "Germany", "100"},
                            {other, "Germany", "50"}},
                           "leads")
                             .said.find("other names of the same places") != std::string::npos,
                     one);
        for (const auto& [one, other] :
             {std::pair("CEO", "CFO"), std::pair("VP Sales", "VP "
                                                             "Marketing")})
            QCOMPARE(check({{"Title", "Country", "Leads"},
                            {one, "Germany", "100"},
                            {other, "Germany", "50"}},
                           "leads")
                         .said,
                     std::string());
    }

    void countries_asPeopleCallThem_areKnown() {
        for (const char* name :
             {"Bosnia", "KSA", "Emirates", "Macedonia", "PRC", "Palestine", "Vatican", "Suomi",
              "The United States", "The Netherlands", "EUA", "DRC", "Saudi", "Bosnien",
              "Mazedonien", "Magyarország", "Hrvatska"})
            QVERIFY2(check({{"Title", "Country", "Leads"},
                            {"CEO", name, "100"},
                            {"CEO", "Germany", "100"}},
                           "leads")
                             .said.find("is not known") == std::string::npos,
                     name);
    }

    void lines_thatBreakOneName_areJoined_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("items");
        QTest::newRow("real estate") << "Industry"
                                     << "Real\nEstate"
                                     << "Real Estate";
        QTest::newRow("health care") << "Industry"
                                     << "Health\r\nCare"
                                     << "Health Care";
        QTest::newRow("food") << "Industry"
                              << "Food &\nBeverage"
                              << "Food & Beverage";
        QTest::newRow("food 2") << "Industry"
                                << "Food\n& Beverage"
                                << "Food & Beverage";
        QTest::newRow("it") << "Industry"
                            << "Information\nTechnology\nRetail"
                            << "Information Technology; Retail";
        QTest::newRow("two") << "Industry"
                             << "Software\nRetail"
                             << "Software; Retail";
        QTest::newRow("two names") << "Industry"
                                   << "Real Estate\nHealth Care"
                                   << "Real Estate; Health Care";
        QTest::newRow("no sign") << "Industry"
                                 << "Food\nBeverage"
                                 << "Food; Beverage";
        QTest::newRow("vice") << "Title"
                              << "Vice\nPresident"
                              << "Vice President";
        QTest::newRow("head of") << "Title"
                                 << "Head of\nSales"
                                 << "Head of Sales";
        QTest::newRow("titles") << "Title"
                                << "CEO\nCFO"
                                << "CEO; CFO";
        QTest::newRow("titles 2") << "Title"
                                  << "Owner\nManager"
                                  << "Owner; Manager";
        QTest::newRow("kingdom") << "Country"
                                 << "United\nKingdom"
                                 << "United Kingdom";
        QTest::newRow("york") << "Location"
                              << "New\nYork\nTexas"
                              << "New York; Texas";
        QTest::newRow("countries") << "Country"
                                   << "Germany\nFrance"
                                   << "Germany; France";
    }
    void lines_thatBreakOneName_areJoined() {
        QFETCH(QString, header);
        QFETCH(QString, cell);
        QFETCH(QString, items);
        const std::string field = header == "Industry" ? "industries"
                                  : header == "Title"  ? "jobTitles"
                                                       : "locations";
        const std::string whole = header == "Industry" ? "Mining"
                                  : header == "Title"  ? "COO"
                                                       : "Spain";
        QCOMPARE(
            check({{header.toStdString(), "Leads"}, {cell.toStdString(), "100"}, {whole, "50"}},
                  field)
                .values,
            items + " | " + QString::fromStdString(whole));
    }
};

LEADSHEET_TEST(tst_lone_columns, LoneColumnsTest);
#include "tst_lone_columns.moc"
