// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

struct Checked {
    std::string error;
    std::map<std::uint32_t, std::vector<std::string>> codes; ///< "blocks total_line", by row
    std::map<std::uint32_t, std::string> texts;              ///< of the first problem
    CheckSummary summary;

    std::string of(std::uint32_t row) const {
        std::string all;
        if (const auto found = codes.find(row); found != codes.end())
            for (const std::string& code : found->second)
                all += (all.empty() ? "" : ", ") + code;
        return all;
    }
};

Checked checkFile(const std::filesystem::path& path, const CheckOptions& options = {}) {
    Checked result;
    auto check = SheetCheck::open(path, options);
    if (!check) {
        result.error = check.error().message();
        return result;
    }
    for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
        for (const Problem& problem : row.problems) {
            result.codes[row.row].push_back(std::string(problemLevelWord(problem.level)) + " " +
                                            std::string(problemCodeName(problem.code)));
            result.texts.emplace(row.row, problem.message());
        }
    result.summary = check->summary();
    return result;
}

CheckOptions deciding(SourceMatter matter, std::string_view word) {
    CheckOptions options;
    [[maybe_unused]] const bool known = options.decisions.stateWord(matter, word);
    return options;
}

const std::string kThree = "Industry,Country,Title,Leads\n"
                           "Software,Germany,CTO,50\n"
                           "Retail,France,CMO,60\n";

std::string mergedCount() {
    XlsxBook book = xlsxBook("");
    book.sheets.front().xml =
        xlsxSheet(xlsxTextRows({{"Industry", "Leads"},
                                {"Software", "100"},
                                {"Retail"},
                                {"Banking"},
                                {"Mining", "40"}}),
                  {}, "<mergeCells count=\"1\"><mergeCell ref=\"B2:B4\"/></mergeCells>");
    return xlsxFile(book);
}

} // namespace

class RowLinesTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

    Checked check(const std::string& text, const CheckOptions& options = {}) {
        return checkFile(folder_.write("list.csv", text), options);
    }

private slots:
    void lastLine_isALineOfTotals_data() {
        QTest::addColumn<QString>("line");
        for (const char* line : {"Total leads,,,110",
                                 "Total DACH,,,115",
                                 "Subtotal Germany,,,50",
                                 "Summe DACH,,,1",
                                 "Gesamt 2026,,,7",
                                 "Zwischensumme Nord,,,9",
                                 "Sous-total,,,3",
                                 "Somma,,,3",
                                 "Subtotale Italia,,,3",
                                 "Totale generale,,,3",
                                 "Soma,,,3",
                                 "Total geral,,,3",
                                 "Suma końcowa,,,3",
                                 "Ogółem,,,3",
                                 "Łącznie,,,3",
                                 "Razem leady,,,3",
                                 "Subtotaal,,,3",
                                 "Eindtotaal 2026,,,3",
                                 "Σ,,,3",
                                 "∑,,,3",
                                 "Anzahl gesamt,,,3",
                                 "In total,,,3",
                                 "Average,,,55",
                                 "Durchschnitt,,,55",
                                 "Moyenne,,,55",
                                 "Retail Total,,,60",
                                 "Germany Total,,,50",
                                 ",,Total:,110",
                                 "Total Rheinland,,,99",
                                 "Total,France,,110",
                                 "Gesamt,2 Länder,,110",
                                 "Total Nord,,,\"1,234\"",
                                 "Quarter 3 total,,CTO,110"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void lastLine_isALineOfTotals() {
        QFETCH(QString, line);
        const std::string text = kThree + line.toStdString() + "\n";
        const Checked checked = check(text);
        QCOMPARE(checked.of(4), std::string("blocks total_line"));
        QCOMPARE(checked.summary.ready, std::uint64_t{2});
        QCOMPARE(checked.summary.source.of(SourceMatter::TotalRows), std::uint64_t{1});
        QCOMPARE(check(text, deciding(SourceMatter::TotalRows, "skip")).of(4), std::string());
        QVERIFY(check(text, deciding(SourceMatter::TotalRows, "keep")).of(4).find("total_line") ==
                std::string::npos);
    }

    void lastLine_isAnOrder_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"Totalunternehmer,Germany,CTO,50", "Total Quality Management,Germany,CTO,35",
              "Media,Spain,CTO,35", "Gesamtschulen,Germany,Rektor,35", "Total,France,CTO,40",
              "Software,Germany,Head of Total Rewards,25", "Banking,Germany,CIO,110",
              "Software,Somme,CTO,12", "Summer camps,,CTO,40", "Sum Up,France,CTO,12",
              "Total Facility Management,Spain,CTO,55"})
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    void lastLine_isAnOrder() {
        QFETCH(QString, line);
        const Checked checked = check(kThree + line.toStdString() + "\n");
        QCOMPARE(checked.summary.ready, std::uint64_t{3});
        QCOMPARE(checked.of(4).find("total_line"), std::string::npos);
    }

    void sumsOfGroups_andOfAll_areLinesOfTotals() {
        const Checked checked = check("Industry,Country,Leads\n"
                                      "Software,Germany,50\nRetail,Germany,60\n"
                                      "Germany total,,110\n"
                                      "Software,France,5\nRetail,France,6\nBanking,France,7\n"
                                      "Frankreich,,18\n"
                                      "Alles,,128\n");
        QCOMPARE(checked.of(4), std::string("blocks total_line"));
        QCOMPARE(checked.of(8), std::string("blocks total_line"));
        QVERIFY2(checked.texts.at(8).find("its number is the sum of the rows above") !=
                     std::string::npos,
                 checked.texts.at(8).c_str());
        QCOMPARE(checked.of(9), std::string("blocks total_line"));
        QCOMPARE(checked.summary.ready, std::uint64_t{5});
    }

    void headingWithTheSumOfItsRows_isALineOfTotals_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("heads");
        const auto row = [](const char* name, const char* text, const char* heads) {
            QTest::newRow(name) << QString(text) << QString(heads);
        };
        row("in the column of places",
            "Country,Industry,Title,Leads\nSpain,,,110\n,Tin,CEO,50\n,Oil,CFO,60\n"
            "Peru,,,30\n,Tin,CTO,30\n",
            "2 5");
        row("with the place in each row",
            "Country,Industry,Title,Leads\nSpain,,,\"1,010\"\nSpain,Tin,CEO,950\n"
            "Spain,Oil,CFO,60\n",
            "2");
        row("in another column",
            "Industry,Title,Leads\nTin,CMO,7\nSpain,,110\nTin,CEO,50\nOil,CFO,60\n", "3");
        row("one among others",
            "Country,Industry,Title,Leads\nSpain,,,500\n,Tin,CEO,50\n,Oil,CFO,60\n", "");
        row("profiles that name only a place",
            "Country,Industry,Title,Leads\nSpain,,,110\nPeru,Tin,CEO,50\nItaly,,,60\n"
            "Malta,Oil,CFO,30\n",
            "");
        row("one row below", "Country,Industry,Leads\nSpain,,50\nPeru,Tin,50\n", "");
        row("only places", "Country,Leads\nSpain,110\nPeru,50\nItaly,60\n", "");
    }
    void headingWithTheSumOfItsRows_isALineOfTotals() {
        QFETCH(QString, text);
        QFETCH(QString, heads);
        const auto headsIn = [](const Checked& checked) {
            QStringList rows;
            for (const auto& [row, codes] : checked.codes)
                if (codes.front() == "blocks total_line")
                    rows << QString::number(row);
            return rows.join(' ');
        };
        const Checked checked = check(text.toStdString());
        QCOMPARE(headsIn(checked), heads);
        QCOMPARE(checked.summary.source.of(SourceMatter::TotalRows),
                 static_cast<std::uint64_t>(heads.split(' ', Qt::SkipEmptyParts).size()));
        QCOMPARE(headsIn(check(text.toStdString(), deciding(SourceMatter::TotalRows, "skip"))),
                 QString());
    }

    void placeOfAHeadingWithASum_isThatOfItsRows() {
        const std::string text = "Country,Industry,Title,Leads\nSpain,,,110\n,Tin,CEO,50\n"
                                 ",Oil,CFO,60\n";
        for (const char* how : {"block", "skip"}) {
            CheckOptions options = deciding(SourceMatter::TotalRows, how);
            QCOMPARE(check(text, options).of(3), std::string("blocks empty_below_value"));
            options.map.fixes = parseFix("locations|down").value();
            QCOMPARE(check(text, options).of(3), std::string());
        }
        const Checked elsewhere =
            check("Industry,Title,Leads\nSpain,,110\nTin,CEO,50\nOil,CFO,60\n");
        QCOMPARE(elsewhere.of(3), std::string("odd section_line"));
        const Checked industries = check("Industry,Country,Leads\nTin,,110\n,Spain,50\n,Peru,60\n");
        QCOMPARE(industries.of(3), std::string("blocks empty_below_value"));
    }

    void names_againInAnotherOrder_blockTheRowsBelow_data() {
        QTest::addColumn<QString>("names");
        for (const char* names : {
                 "Country,Industry,Title,Leads",
                 "Industry,Title,Country,Leads",
                 "Land,Branche,Position,Anzahl",
                 "Country,Industry,,Leads",
                 "Country,Industry,,# Leads",
                 "Country,Industry,Title,Leads Q3",
                 "Industry,Country,Seniority,Leads",
                 "Industry,Country,Budget,Leads",
                 "Industry,Excluded countries,Title,Leads",
                 "Industry,Companies to exclude,Title,Leads",
             })
            QTest::newRow(names) << QString(names);
    }
    void names_againInAnotherOrder_blockTheRowsBelow() {
        QFETCH(QString, names);
        const std::string below = "\n" + names.toStdString() + "\nSpain,Bank,CIO,10\n";
        const Checked checked = check(kThree + below + "Italy,Oil,COO,20\n");
        QCOMPARE(checked.of(6), std::string("blocks section_line"));
        QCOMPARE(checked.of(7), std::string("blocks section_line"));
        QVERIFY2(checked.texts.at(7).starts_with(
                     "Row 7: Row 5 repeats the column names in a different order"),
                 checked.texts.at(7).c_str());
        QCOMPARE(checked.summary.ready, std::uint64_t{2});
        const Checked again =
            check(kThree + below + "Industry,Country,Title,Leads\nTin,Peru,CEO,5\n");
        QCOMPARE(again.of(8), std::string());
        QCOMPARE(again.summary.ready, std::uint64_t{3});
    }

    void names_againInTheSameOrder_blockNothing_data() {
        QTest::addColumn<QString>("line");
        for (const char* line : {"Industry,Country,Title,Leads", "Branche,Land,Position,Anzahl",
                                 "Country,,,", "Sales,Marketing,Title,", "Country,Retail,,"})
            QTest::newRow(line) << QString(line);
    }
    void names_againInTheSameOrder_blockNothing() {
        QFETCH(QString, line);
        const Checked checked = check(kThree + line.toStdString() + "\nBank,Spain,CIO,10\n");
        QCOMPARE(checked.of(5).find("blocks"), std::string::npos);
    }

    void names_besideColumnsThatAreNotRead_areLookedAtAsWell_data() {
        QTest::addColumn<QString>("top");
        QTest::addColumn<QString>("names");
        QTest::addColumn<bool>("blocks");
        const auto row = [](const char* name, const char* top, const char* names, bool blocks) {
            QTest::newRow(name) << QString(top) << QString(names) << blocks;
        };
        row("two first", "ID,Priority,Industry,Country,Title,Leads",
            "ID,Priority,Country,Industry,Title,Leads", true);
        row("the same order", "ID,Priority,Industry,Country,Title,Leads",
            "ID,Priority,Industry,Country,Title,Leads", false);
        row("those alone changed", "ID,Priority,Industry,Country,Title,Leads",
            "Priority,ID,Industry,Country,Title,Leads", false);
        row("one in the place of a column that is read", "ID,Wave,Industry,Country,Leads",
            "Industry,Wave,ID,Country,Leads", true);
        row("more than are read", "ID,Wave,Owner,Ticket,Campaign,Country,Industry,Leads",
            "ID,Wave,Owner,Ticket,Campaign,Industry,Country,Leads", true);
    }
    void names_besideColumnsThatAreNotRead_areLookedAtAsWell() {
        QFETCH(QString, top);
        QFETCH(QString, names);
        QFETCH(bool, blocks);
        const auto values = [](QString line, const char* place) {
            line.truncate(line.indexOf("Leads"));
            return line.replace("Title", "CEO").replace("Country", place) + "5\n";
        };
        const QString text =
            top + '\n' + values(top, "Spain") + names + '\n' + values(names, "Italy");
        const Checked checked = check(text.toStdString());
        QCOMPARE(checked.error, std::string());
        QCOMPARE(checked.of(2).find("blocks"), std::string::npos);
        QCOMPARE(checked.of(4).find("blocks section_line") != std::string::npos, blocks);
    }

    void number_cutAtItsComma_blocks() {
        const std::string text = "Industry,Country,Title,Leads\nSoftware,Germany,CTO,1,000\n"
                                 "Retail,France,CMO,60,good\nBanking,Spain,CIO,2,50\n";
        const Checked checked = check(text);
        QCOMPARE(checked.of(2), std::string("blocks more_cells"));
        QVERIFY2(checked.texts.at(2).find("\"1\" and \"000\" may be one number that was cut at its "
                                          "comma. Write it as 1000 or in quotes") !=
                     std::string::npos,
                 checked.texts.at(2).c_str());
        QCOMPARE(checked.of(3), std::string("blocks more_cells"));
        QCOMPARE(checked.of(4), std::string("blocks more_cells"));
        const auto kept = deciding(SourceMatter::RaggedRows, "keep");
        QCOMPARE(check(text, kept).of(2), std::string("odd more_cells"));
        const Checked before = check("Leads,Industry,Country\n1,500,Software,Germany\n");
        QCOMPARE(before.of(2), std::string("blocks more_cells"));
    }

    void number_cutIntoASpareColumn_blocks() {
        const std::string text = "Industry,Country,Leads,Notes\nSoftware,Germany,1,000\n"
                                 "Retail,France,60,call first\nBanking,Spain,250,\n";
        const Checked checked = check(text);
        QCOMPARE(checked.of(2), std::string("blocks more_cells"));
        QVERIFY2(checked.texts.at(2).find(
                     "\"1\" and \"000\" in the next column may be one number") != std::string::npos,
                 checked.texts.at(2).c_str());
        QCOMPARE(checked.summary.ready, std::uint64_t{2});
        const auto kept = deciding(SourceMatter::RaggedRows, "keep");
        QCOMPARE(check(text, kept).of(2), std::string("odd more_cells"));
        QCOMPARE(check("Industry,Leads,\nSteel,2,500\nTin,40,\n").of(2), checked.of(2));
        // Numbers of their own are none that were cut off.
        for (const std::string name : {"Budget", "Code", "Cost centre"})
            QVERIFY(check("Industry,Leads," + name + "\nSteel,50,500\nTin,40,\n").of(2).empty());
        QCOMPARE(check("Industry,Leads,Zone\nSteel,50,500\nTin,40,7\n").of(2), std::string());
    }

    void mergedNumberOfLeads_isAskedAbout() {
        const auto file = folder_.write("list.xlsx", mergedCount());
        const Checked checked = checkFile(file);
        for (const std::uint32_t row : {2U, 3U, 4U})
            QCOMPARE(checked.of(row), std::string("blocks merged_count"));
        QCOMPARE(checked.of(5), std::string());
        QVERIFY2(checked.texts.at(3).find("merged over rows 2 to 4") != std::string::npos,
                 checked.texts.at(3).c_str());
        const Checked stated = checkFile(file, deciding(SourceMatter::MergedCells, "down"));
        QCOMPARE(stated.of(3), std::string("odd merged_count"));
        QCOMPARE(checkFile(file, deciding(SourceMatter::MergedCells, "fill")).summary.leads,
                 std::int64_t{340});
        QCOMPARE(checkFile(file, deciding(SourceMatter::MergedCells, "first")).summary.leads,
                 std::int64_t{140});
        CheckOptions edited;
        edited.edits = std::make_shared<const SheetEdits>(SheetEdits::of({{{0, 3, 1}, "30"}}));
        QCOMPARE(checkFile(file, edited).of(3), std::string());
    }

    void date_shownAsANumber_blocks() {
        XlsxBook book = xlsxBook("");
        book.formats = {"yyyy", "d", "0"};
        std::string rows = xlsxTextRows({{"Industry", "Leads", "Company size"}});
        const auto row = [&](int number, const char* leads, const char* size) {
            const std::string n = std::to_string(number);
            rows += "<row r=\"" + n + "\">" + xlsxTextCell("A" + n, "Steel" + n) + "<c r=\"B" + n +
                    "\" s=\"" + leads + "\"><v>45000</v></c><c r=\"C" + n + "\" s=\"" + size +
                    "\"><v>45000</v></c></row>";
        };
        row(2, "3", "3");
        row(3, "1", "3");
        row(4, "2", "3");
        row(5, "3", "1");
        book.sheets.front().xml = xlsxSheet(rows);
        const Checked checked = checkFile(folder_.write("dates.xlsx", xlsxFile(book)));
        QCOMPARE(checked.of(2), std::string("odd size_not_exact"));
        QCOMPARE(checked.of(3), std::string("blocks not_a_number, odd size_not_exact"));
        QCOMPARE(checked.of(4), std::string("blocks not_a_number, odd size_not_exact"));
        QCOMPARE(checked.of(5), std::string("blocks size_not_exact"));
        QVERIFY2(checked.texts.at(5).find("of which only \"2023\" is shown") != std::string::npos,
                 checked.texts.at(5).c_str());
    }

    // Row 3 is drawn without a height.
    void rowOfNoHeight_isHidden() {
        XlsxBook book = xlsxBook("");
        std::string rows =
            xlsxTextRows({{"Industry", "Leads"}, {"Software", "100"}, {"Food", "5"}});
        const std::string third = "<row r=\"3\"";
        rows.insert(rows.find(third) + third.size(), " ht=\"0\" customHeight=\"1\"");
        book.sheets.front().xml = xlsxSheet(rows);
        const Checked checked = checkFile(folder_.write("flat.xlsx", xlsxFile(book)));
        QCOMPARE(checked.summary.leads, std::int64_t{100});
        QCOMPARE(checked.summary.source.of(SourceMatter::HiddenRows), std::uint64_t{1});
    }

    void rowMergedAsAWhole_isOneOrder() {
        XlsxBook book = xlsxBook("");
        book.sheets.front().xml = xlsxSheet(
            xlsxTextRows({{"Industry", "Leads"}, {"Software", "100"}, {}, {"Food", "5"}}), {},
            "<mergeCells count=\"2\"><mergeCell ref=\"A2:A3\"/><mergeCell "
            "ref=\"B2:B3\"/></mergeCells>");
        const Checked checked = checkFile(folder_.write("list.xlsx", xlsxFile(book)));
        QCOMPARE(checked.of(2), std::string());
        QCOMPARE(checked.summary.leads, std::int64_t{105});
    }

    void lineThatDenies_speaksOfTheRowsBelow_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("level");
        const auto row = [](const char* line, const char* level) {
            QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(level);
        };
        for (const char* line :
             {"Do not contact:", "Nicht bestellen", "Ausgeschlossen:", "Excluded companies",
              "Ne pas contacter", "No contactar:", "Da non contattare:", "Niet benaderen",
              "Nie kontaktować:", "Não contatar:", "Blacklist"})
            row(line, "blocks");
        row("these two are not sure yet", "odd");
    }
    void lineThatDenies_speaksOfTheRowsBelow() {
        QFETCH(QString, line);
        QFETCH(QString, level);
        const Checked checked =
            check(kThree + line.toStdString() + ",,,\nBanking,Spain,CIO,70\n" +
                  "Russia,,,\nGambling,Malta,CIO,70\nWanted:,,,\n" + "Mining,Spain,CIO,70\n");
        QCOMPARE(checked.of(3), std::string());
        QVERIFY2(checked.of(4).starts_with("blocks section_line"), checked.of(4).c_str());
        QCOMPARE(checked.of(5), level.toStdString() + " section_line");
        QCOMPARE(checked.of(7), level.toStdString() + " section_line");
        QCOMPARE(checked.of(9), std::string());
    }

    void cellThatOnlySaysNo_isNoLineOfItsOwn() {
        for (const char* text : {"no", "nein", "none", "keine"}) {
            const Checked checked = check(kThree + text + ",,,\nBanking,Spain,CIO,70\n");
            QCOMPARE(checked.of(5), std::string());
        }
    }

    void lineAboveTheColumns_speaksOfAllRows() {
        const Checked denied = check("Do not contact these:,,,\n" + kThree);
        QCOMPARE(denied.of(3), std::string("blocks section_line"));
        QCOMPARE(denied.summary.ready, std::uint64_t{0});
        QCOMPARE(check("Important: exclude Austria,,,\n" + kThree).summary.ready, std::uint64_t{2});
        const Checked placed = check("Germany,,\nIndustry,Title,Leads\nSoftware,CTO,50\n");
        QCOMPARE(placed.of(3), std::string("odd section_line"));
    }

    void lineWithAPlace_aboveRowsWithoutOne_isSaid() {
        const Checked checked = check("Industry,Title,Leads\nGermany,,\nSoftware,CTO,50\n"
                                      "Retail,CMO,60\nFrance:,,\nBanking,CIO,70\n");
        QCOMPARE(checked.of(3), std::string("odd section_line"));
        QVERIFY2(checked.texts.at(6).find("Row 5 is a separate line and says \"France:\"") !=
                     std::string::npos,
                 checked.texts.at(6).c_str());
        const Checked placed = check("Industry,Country,Leads\nGermany,,\nSoftware,France,50\n");
        QCOMPARE(placed.of(3), std::string());
        // A column of its own, with one number for all.
        CheckOptions options;
        options.map =
            parseMapSpec("locations=Country,leadCount:=50,scrapingOption:=filters").value();
        const Checked list = check("Country,Notes\nGermany,\nFrance,\n", options);
        QCOMPARE(list.of(2) + list.of(3), std::string());
    }

    void noteAboveTheColumns_thatDeniesOrDemands_isNamed_data() {
        QTest::addColumn<QString>("note");
        QTest::addColumn<bool>("named");
        const auto row = [](const char* note, bool named) {
            QTest::newRow(note) << QString::fromUtf8(note) << named;
        };
        row("Important: exclude Austria from everything!", true);
        row("Alle Zeilen ohne Berlin", true);
        row("Nur Firmen mit Webshop", true);
        row("Sauf la Corse", true);
        row("Solo aziende attive", true);
        row("Lead list 2026", false);
        row("Non-profit campaign", false);
        row("Prepared by Ann", false);
    }
    void noteAboveTheColumns_thatDeniesOrDemands_isNamed() {
        QFETCH(QString, note);
        QFETCH(bool, named);
        const auto file = folder_.write("list.csv", note.toStdString() + ",,,\n,,,\n" + kThree);
        auto opened = SheetCheck::open(file);
        QVERIFY(opened.has_value());
        const auto notes = notesAbove(opened->head(), opened->header());
        QCOMPARE(notes.size(), std::size_t{named ? 1U : 0U});
        if (named)
            QCOMPARE(notes.front().text, note.toStdString());
    }

    void turnedSheet_isSaidToBeTurned() {
        const Checked checked = check("Industry,Software,Retail\nCountry,Germany,France\n"
                                      "Job title,CTO,CMO\nLead count,50,60\n");
        QVERIFY2(checked.error.find(
                     "The sheet is turned: its column names are listed one below the other in "
                     "column A (\"Industry\", \"Country\" and \"Job title\")") != std::string::npos,
                 checked.error.c_str());
        const Checked straight = check("A,B\nx,y\n");
        QVERIFY(straight.error.find("turned") == std::string::npos);
    }
};

LEADSHEET_TEST(tst_row_lines, RowLinesTest);
#include "tst_row_lines.moc"
