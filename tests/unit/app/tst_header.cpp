// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/header.hpp"
#include "leadsheet/text/render.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet::app;

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::vector<SampleRow> numbered(const Rows& rows) {
    std::vector<SampleRow> head;
    for (std::size_t i = 0; i < rows.size(); ++i)
        head.push_back({static_cast<std::uint32_t>(i + 1), rows[i]});
    return head;
}

struct Case {
    const char* name;
    Rows rows;
    int row; ///< 0 = none
    Confidence confidence;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> kCases = {
        {"first_row", {{"industries", "leadCount"}, {"SaaS", "100"}}, 1, Confidence::Certain},
        {"german_with_title",
         {{"ICP Liste Q3"}, {""}, {"Branche", "Standort", "Anzahl"}, {"SaaS", "Bonn", "5"}},
         3,
         Confidence::Certain},
        {"two_title_rows",
         {{"Report", "", "", "created 2026-01-01"},
          {"by", "Sales"},
          {"Industry", "Job Title", "Country", "Leads"},
          {"SaaS", "CEO", "DE", "100"}},
         3,
         Confidence::Certain},
        {"unknown_names",
         {{"Alpha", "Beta", "Gamma"}, {"x", "12", "3"}, {"y", "13", "4"}},
         1,
         Confidence::Likely},
        {"only_data", {{"SaaS", "100"}, {"Banking", "200"}}, 0, Confidence::Unsure},
        {"only_numbers", {{"1", "2"}, {"3", "4"}}, 0, Confidence::Unsure},
        {"one_known_column", {{"leadCount"}, {"5"}, {"6"}}, 1, Confidence::Certain},
        {"preamble_of_three_cells",
         {{"Stand", "Juli", "Vertrieb"},
          {""},
          {"Zielkunden", "Menge"},
          {"SaaS", "x"},
          {"Bank", "y"}},
         3,
         Confidence::Likely},
        {"preamble_of_three_cells_above_numbers",
         {{"Stand", "Juli", "Vertrieb"}, {"Zielkunden", "Stück"}, {"SaaS", "100"}, {"Bank", "20"}},
         2,
         Confidence::Likely},
        {"long_names",
         {{"In which countries should the companies have their head office? (several are fine)",
           "How many contacts do you need from companies of this kind, at most, this quarter?",
           "Which industries are these companies in? Please use the names of our CRM."},
          {"Germany", "100", "SaaS"},
          {"France", "200", "Retail"}},
         1,
         Confidence::Likely},
        {"long_names_without_numbers",
         {{"In which countries should the companies have their head office? (several are fine)",
           "Which industries are these companies in? Please use the names of our CRM."},
          {"Germany", "SaaS"},
          {"France", "Retail"}},
         1,
         Confidence::Unsure},
        {"two_rows",
         {{"ICP list"},
          {"Number", "Job", "Country"},
          {"of leads", "title", ""},
          {"5", "CEO", "DE"}},
         3,
         Confidence::Certain},
        {"two_rows_with_remarks",
         {{"Industry", "Country", "Leads"}, {"", "", "(how many)"}, {"SaaS", "DE", "10"}},
         2,
         Confidence::Certain},
        {"name_over_several_columns",
         {{"Industry", "Country", "Leads", ""},
          {"", "", "ordered", "open"},
          {"SaaS", "DE", "100", "60"},
          {"Bank", "ES", "40", "50"}},
         2,
         Confidence::Certain},
        {"unit_below_a_name",
         {{"Industry", "Country", "Leads"}, {"", "", "in hundreds"}, {"SaaS", "DE", "1"}},
         2,
         Confidence::Certain},
        {"first_row_with_gaps",
         {{"Industry", "Title", "", "Leads"},
          {"SaaS", "CEO", "CFO", ""},
          {"Bank", "CTO", "", "40"}},
         1,
         Confidence::Certain},
        {"section_below_the_names",
         {{"Industry", "Country", "Leads"}, {"Germany", "", ""}, {"SaaS", "DE", "10"}},
         1,
         Confidence::Certain},
        {"section_above_postcodes",
         {{"Postcode", "Title", "Leads"},
          {"Bavaria", "", ""},
          {"80331", "CEO", "10"},
          {"80333", "CEO", "20"}},
         1,
         Confidence::Certain},
        {"sections_with_numbers",
         {{"Country", "Title", "Leads"},
          {"Spain", "", ""},
          {"", "CEO", "10"},
          {"Wave 2", "", ""},
          {"", "CFO", "20"}},
         1,
         Confidence::Certain},
        {"sum_below_the_names",
         {{"Industry", "Country", "Leads"}, {"", "", "10"}, {"SaaS", "DE", "10"}},
         1,
         Confidence::Certain},
        {"names_of_groups",
         {{"Company", "", "Contact", ""},
          {"Industry", "Country", "Job title", "Leads"},
          {"SaaS", "DE", "CEO", "10"}},
         2,
         Confidence::Certain},
        {"second_table_with_as_many_names",
         {{"ID", "Wave", "Industry", "Country", "Leads"},
          {"1", "A", "Software", "Germany", "50"},
          {"ID", "Country", "Industry", "", "Leads"},
          {"1", "Spain", "Mining", "", "20"}},
         1,
         Confidence::Certain},
        {"table_below_a_smaller_one",
         {{"Country", "Leads"},
          {"Germany", "50"},
          {""},
          {"Industry", "Country", "Job title", "Leads"},
          {"SaaS", "DE", "CEO", "50"}},
         4,
         Confidence::Certain},
        {"header_repeated_below",
         {{"industries", "leadCount"}, {"SaaS", "1"}, {"industries", "leadCount"}, {"Bank", "2"}},
         1,
         Confidence::Certain},
    };
    return kCases;
}

} // namespace

class HeaderTest : public QObject {
    Q_OBJECT

private slots:
    void header_sheet_isFound_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].name) << static_cast<int>(i);
    }
    void header_sheet_isFound() {
        QFETCH(int, index);
        const Case& c = cases()[static_cast<std::size_t>(index)];
        const HeaderChoice choice = detectHeader(numbered(c.rows));
        QCOMPARE(static_cast<int>(choice.row.value_or(0)), c.row);
        QCOMPARE(confidenceWord(choice.confidence), confidenceWord(c.confidence));
        QVERIFY(!choice.reason.empty());
    }

    void columnNames_belowGroups_takeTheGroupsName() {
        const auto head = numbered({{"Leads for Q3"},
                                    {"Company", "", "Contact", "", ""},
                                    {"Name", "Size", "Name", "Title", ""},
                                    {"Acme", "11-50", "Ann", "CEO", "x"}});
        QCOMPARE(
            columnNames(head, {3, Confidence::Certain, {}}),
            (std::vector<std::string>{"Company / Name", "Size", "Contact / Name", "Title", ""}));
    }

    void columnNames_overSeveralRows_areJoined() {
        const auto head =
            numbered({{"Number", "Job", "Country"}, {"of leads", "title", ""}, {"5", "CEO", "DE"}});
        const HeaderChoice found = detectHeader(head);
        const std::vector<std::string> names{"Number / of leads", "Job / title", "Country"};
        QCOMPARE(columnNames(head, found), names);
        QCOMPARE(found.firstDataRow(), 3U);
        // Said by the person, it is the same header.
        QCOMPARE(columnNames(head, statedHeader(head, 2)), names);
        QCOMPARE(columnNames(head, statedHeader(head, 1)), head.front().cells);
    }

    // One name over several columns, in a cell that was merged or in each.
    void columnNames_belowOneName_takeIt() {
        using Names = std::vector<std::string>;
        const auto namesOf = [](const Rows& rows) {
            const auto head = numbered(rows);
            return columnNames(head, detectHeader(head));
        };
        QCOMPARE(namesOf({{"Industry", "Leads", ""}, {"", "DE", "AT"}, {"SaaS", "100", "60"}}),
                 (Names{"Industry", "Leads / DE", "Leads / AT"}));
        QCOMPARE(namesOf({{"Title", "Leads", "Leads"}, {"", "Plan", "Actual"}, {"CEO", "9", "6"}}),
                 (Names{"Title", "Leads / Plan", "Leads / Actual"}));
        QCOMPARE(namesOf({{"Industry", "Title", "", "Leads"},
                          {"", "1", "2", ""},
                          {"SaaS", "CEO", "CFO", "60"}}),
                 (Names{"Industry", "Title / 1", "Title / 2", "Leads"}));
        QCOMPARE(namesOf({{"Leads", "Title", "Employees", ""},
                          {"", "", "from", "to"},
                          {"5", "CEO", "51", "1000"}}),
                 (Names{"Leads", "Title", "Employees / from", "Employees / to"}));
        // These say by themselves what they hold.
        QCOMPARE(namesOf({{"Leads", "Title", "Location", ""},
                          {"", "", "City", "Country"},
                          {"5", "CEO", "Bonn", "Germany"}}),
                 (Names{"Leads", "Title", "Location / City", "Country"}));
    }

    // A line above that says in what numbers are given says it of the number of leads.
    void columnNames_belowALineAboutNumbers_takeIt() {
        const auto nameBelow = [](const char* line) {
            const auto head = numbered({{line}, {"Title", "Leads"}, {"CEO", "1"}});
            return columnNames(head, detectHeader(head)).at(1);
        };
        for (const char* line :
             {"All numbers in hundreds", "Leads in thousands", "Angaben in Tsd.", "(in Tsd.)",
              "Numbers per month", "x 100", "Zahlen in Tausend", "Quantités en milliers"}) {
            const std::string name = nameBelow(line);
            QVERIFY2(name.starts_with("Leads (") && name.ends_with(')'), name.c_str());
        }
        for (const char* line :
             {"Revenue in thousands", "1000 leads for spring", "Monthly order", "List of Q3",
              "Thousand Oaks", "Budget in kEUR", "Leads per company: 2"})
            QCOMPARE(nameBelow(line), std::string("Leads"));
    }

    void columnNames_unknownBelowGroups_takeTheGroupsName() {
        const auto head = numbered({{"Industry", "", "Travel", "", "Leads"},
                                    {"Industry", "Country", "Air", "Rail", "Leads"},
                                    {"SaaS", "DE", "x", "y", "5"}});
        const std::vector<std::string> names = columnNames(head, {2, Confidence::Certain, {}});
        QCOMPARE(names, (std::vector<std::string>{"Industry", "Country", "Travel / Air",
                                                  "Travel / Rail", "Leads"}));
    }

    void columnNames_belowGroupsOfGroups_takeBoth() {
        const auto head = numbered({{"Target", "", "", "Order", ""},
                                    {"Travel", "", "Trade", "", "Count"},
                                    {"Air", "Rail", "Food", "Food", "Leads"},
                                    {"x", "y", "z", "u", "5"}});
        const std::vector<std::string> names = columnNames(head, {3, Confidence::Certain, {}});
        QCOMPARE(names[1], std::string("Target / Travel / Rail"));
        QCOMPARE(names[4], std::string("Leads"));
    }

    // Below a group that denies or speaks of others, a name no longer says it all.
    void columnNames_belowDenyingGroups_takeTheGroupsName() {
        const auto namesBelow = [](const std::vector<std::string>& groups,
                                   const std::vector<std::string>& names) {
            return columnNames(numbered({groups, names}), {2, Confidence::Certain, {}});
        };
        using Names = std::vector<std::string>;
        const Names fields = {"Industry", "Country", "Title", "Leads"};
        const Names excluded = {"Excluded / Industry", "Excluded / Country", "Title", "Leads"};
        QCOMPARE(namesBelow({"Excluded", "Excluded", "Wanted", "Wanted"}, fields), excluded);
        QCOMPARE(namesBelow({"Excluded", "", "Wanted", ""}, fields), excluded);
        QCOMPARE(namesBelow({"Target", "Exclure", "Target", "Order"}, fields),
                 (Names{"Industry", "Exclure / Country", "Title", "Leads"}));
        QCOMPARE(namesBelow({"", "", "Not wanted", ""}, fields),
                 (Names{"Industry", "Country", "Not wanted / Title", "Not wanted / Leads"}));
        QCOMPARE(namesBelow({"Our rep", "", "Target", ""}, {"Country", "Team", "Title", "Leads"}),
                 (Names{"Our rep / Country", "Our rep / Team", "Title", "Leads"}));
        // How many are ordered, and what the order is part of, is nobody else's.
        QCOMPARE(namesBelow({"Campaign", "", "Our order", ""}, fields), fields);
        // A line of text above the table is no group.
        QCOMPARE(namesBelow({"DACH without Austria", "", "", ""}, fields), fields);
        QCOMPARE(namesBelow({"Do not edit", "", "", ""}, fields), fields);
    }

    void columnNames_belowATitle_stayAsTheyAre() {
        const auto head = numbered({{"Q3 list"}, {"Name", "Name", "Leads"}, {"a", "b", "3"}});
        QCOMPARE(columnNames(head, {2, Confidence::Certain, {}}),
                 (std::vector<std::string>{"Name", "Name", "Leads"}));
        QVERIFY(columnNames(head, {std::nullopt, Confidence::Certain, {}}).empty());
    }

    // A name over a cell that it was merged with: the cell itself is empty in a text file.
    void name_overAnEmptyOne_isTheColumns() {
        const auto head = numbered({{"Order", "", "Target", ""},
                                    {"Product", "Number of", "Job", ""},
                                    {"", "Leads", "Title", "Country"},
                                    {"search_url", "50", "CTO", "Germany"}});
        QCOMPARE(columnNames(head, detectHeader(head)),
                 (std::vector<std::string>{"Product", "Leads", "Title", "Country"}));
        const auto titled = numbered(
            {{"Leads for spring", "", ""}, {"", "Leads", "Title"}, {"a note", "50", "CTO"}});
        QCOMPARE(columnNames(titled, detectHeader(titled)),
                 (std::vector<std::string>{"", "Leads", "Title"}));
    }

    void header_belowRow30_isNotLookedFor() {
        Rows rows(kHeaderSearchRows, {"1", "2"});
        rows.push_back({"industries", "leadCount"});
        const HeaderChoice choice = detectHeader(numbered(rows));
        QVERIFY(!choice.row.has_value());
        QCOMPARE(choice.tooFarDown, std::optional(kHeaderSearchRows + 1));
        const std::string reason = leadsheet::text::render(choice.reason);
        QVERIFY2(reason.find("--header-row 31") != std::string::npos, reason.c_str());
    }

    void firstDataRow_followsTheHeader() {
        QCOMPARE((HeaderChoice{4, Confidence::Certain, {}}).firstDataRow(), 5U);
        QCOMPARE((HeaderChoice{std::nullopt, Confidence::Unsure, {}}).firstDataRow(), 1U);
    }
};

LEADSHEET_TEST(tst_header, HeaderTest);
#include "tst_header.moc"
