// SPDX-License-Identifier: Apache-2.0
#include "check/shown_value.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/app/sheet_edits.hpp"
#include "leadsheet/model/order_request.hpp"
#include "ods_builder.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

/// Everything that there is to decide in one tab of eleven rows.
std::string messyWorkbook() {
    const auto& text = xlsxTextCell;
    const auto number = [](const char* place, const char* value, const char* style = "0") {
        return std::string("<c r=\"") + place + "\" s=\"" + style + "\"><v>" + value + "</v></c>";
    };
    XlsxBook book = xlsxBook("");
    book.formats = {"#,##0"};
    std::string rows = "<row r=\"1\">" + text("A1", "Industry") + text("B1", "Leads") +
                       text("C1", "Location") + text("D1", "Remark") + "</row>";
    rows += "<row r=\"2\">" + text("A2", "SaaS") + number("B2", "100") + "</row>";
    rows += "<row r=\"3\" hidden=\"1\">" + text("A3", "Retail") + number("B3", "100") + "</row>";
    rows += "<row r=\"5\">" + text("A5", "Mining") +
            "<c r=\"B5\"><f>B2*2</f></c></row>"; // never calculated
    rows += "<row r=\"6\">" + text("A6", "Steel") + number("B6", "100") +
            "<c r=\"C6\" t=\"e\"><f>X</f><v>#N/A</v></c></row>";
    rows += "<row r=\"7\">" + text("A7", "Food") + number("B7", "1234.6", "1") +
            text("D7", "hidden remark") + "</row>";
    rows += "<row r=\"8\">" + text("A8", "Drinks") + number("B8", "70") + "</row>";
    rows += "<row r=\"9\">" + number("B9", "80") + "</row>"; // A9 is merged with A8
    rows += "<row r=\"10\">" + text("A10", "Total") + number("B10", "5000", "1") + "</row>";
    book.sheets.front().xml =
        xlsxSheet(rows, "<cols><col min=\"4\" max=\"4\" hidden=\"1\"/></cols>",
                  "<mergeCells count=\"1\"><mergeCell ref=\"A8:A9\"/></mergeCells>");
    return xlsxFile(book);
}

/// Rows 2 to 5 are merged in the columns A and C, and row 5 has nothing else. The header is merged.
std::string mergedXlsx() {
    XlsxBook book = xlsxBook("");
    const std::string rows = xlsxTextRows({{"Industry", "Leads", "Location"},
                                           {"SaaS", "10", "Germany"},
                                           {"", "20"},
                                           {"", "30"},
                                           {},
                                           {"Retail", "40", "France"}});
    book.sheets.front().xml =
        xlsxSheet(rows, {},
                  "<mergeCells count=\"3\"><mergeCell ref=\"D1:D4\"/><mergeCell ref=\"A2:A5\"/>"
                  "<mergeCell ref=\"C2:C5\"/></mergeCells>");
    return xlsxFile(book);
}

std::string mergedOds() {
    const auto cell = [](const std::string& text, const std::string& more = {}) {
        return "<table:table-cell office:value-type=\"string\"" + more + "><text:p>" + text +
               "</text:p></table:table-cell>";
    };
    const std::string covered = "<table:covered-table-cell/>";
    const std::string down = " table:number-columns-spanned=\"1\" table:number-rows-spanned=\"4\"";
    const auto row = [](const std::string& cells) {
        return "<table:table-row>" + cells + "</table:table-row>";
    };
    return odsFileOfRows(row(cell("Industry") + cell("Leads") + cell("Location")) +
                         row(cell("SaaS", down) + cell("10") + cell("Germany", down)) +
                         row(covered + cell("20") + covered) + row(covered + cell("30") + covered) +
                         row(covered + "<table:table-cell/>" + covered) +
                         row(cell("Retail") + cell("40") + cell("France")));
}

struct Read {
    std::map<std::uint32_t, CheckedRow> rows;
    CheckSummary summary;
    std::string strip;
};

Read readIt(const std::filesystem::path& file, const SourceDecisions& decisions = {}) {
    CheckOptions options;
    options.decisions = decisions;
    options.map = parseMapSpec("industries=@A,leadCount=@B,locations=@C").value();
    Read read;
    auto check = SheetCheck::open(file, options);
    if (!check)
        QTest::qFail(check.error().message().c_str(), __FILE__, __LINE__);
    CheckedRow row;
    while (check && check->next(row).value_or(Next::End) == Next::Row)
        read.rows[row.row] = row;
    read.summary = check->summary();
    read.strip = check->describe();
    return read;
}

SourceDecisions taking(SourceMatter matter) {
    SourceDecisions decisions;
    decisions.state(matter, true);
    return decisions;
}

bool asks(const CheckedRow& row, const std::string& what) {
    return row.input &&
           leadsheet::canonicalBody(row.input->request).find(what) != std::string::npos;
}

std::string codeOf(const CheckedRow& row) {
    return row.problems.empty() ? std::string()
                                : std::string(problemCodeName(row.problems.front().code));
}

} // namespace

class SourceChoicesTest : public QObject {
    Q_OBJECT

private slots:
    void strip_nulsInText_saysThatTheyAreRemoved() {
        using namespace std::string_literals;
        const Read read =
            readIt(folder_.write("nul.csv", "product,industries,leads\nfilters,a\0b\0,5\n"s));
        QVERIFY2(read.strip.find("1 row \xC2\xB7 2 NUL bytes removed") != std::string::npos,
                 read.strip.c_str());
    }
    void strip_standardDecisions_saysWhatHappensToEverything() {
        const Read read = readIt(folder_.write("list.xlsx", messyWorkbook()));
        QCOMPARE(
            QString::fromStdString(read.strip),
            QString::fromUtf8("list.xlsx · tab Sheet1 · header row 1 · 7 rows and 1 blank one · 1 "
                              "hidden row skipped · 1 hidden column read · merged cells in column "
                              "A hold for all their rows · 1 formula error blocking rows · 1 "
                              "formula without a value blocking rows · 1 rounded value read as "
                              "shown · 1 totals row left out · text kept exactly as shown"));
        QVERIFY(!read.rows.contains(3));
        QCOMPARE(codeOf(read.rows.at(5)), std::string("formula_without_value"));
        QCOMPARE(codeOf(read.rows.at(6)), std::string("error_cell"));
        QCOMPARE(read.rows.at(7).input->request.leadCount, 1235);
        QVERIFY(asks(read.rows.at(9), "\"industries\":[\"Drinks\"]"));
        QVERIFY(read.rows.at(10).blocked);
        QCOMPARE(read.summary.hidden, std::uint64_t{1});
    }

    void otherDecision_changesOneThing_data() {
        QTest::addColumn<int>("matter");
        QTest::addColumn<QString>("says");
        const auto row = [](SourceMatter matter, const char* says) {
            QTest::newRow(infoOf(matter).option.data()) << static_cast<int>(matter) << says;
        };
        row(SourceMatter::HiddenRows, "1 hidden row read");
        row(SourceMatter::HiddenColumns, "1 hidden column left out");
        row(SourceMatter::MergedCells, "1 merged area filled");
        row(SourceMatter::FormulaErrors, "1 formula error read as empty");
        row(SourceMatter::FormulasWithoutValue, "1 formula without a value read as empty");
        row(SourceMatter::RoundedValues, "1 rounded value read as stored");
        row(SourceMatter::TotalRows, "1 totals row skipped");
    }
    void otherDecision_changesOneThing() {
        QFETCH(int, matter);
        QFETCH(QString, says);
        const auto chosen = static_cast<SourceMatter>(matter);
        const auto file = folder_.write("list.xlsx", messyWorkbook());
        const Read usual = readIt(file);
        const Read read = readIt(file, taking(chosen));
        QVERIFY2(read.strip.find(says.toStdString()) != std::string::npos, read.strip.c_str());
        std::vector<std::uint32_t> changed;
        for (std::uint32_t row = 1; row <= 11; ++row) {
            const bool before = usual.rows.contains(row);
            const bool now = read.rows.contains(row);
            if (before != now || (now && (codeOf(usual.rows.at(row)) != codeOf(read.rows.at(row)) ||
                                          usual.rows.at(row).input->request.leadCount !=
                                              read.rows.at(row).input->request.leadCount)))
                changed.push_back(row);
        }
        const std::map<SourceMatter, std::uint32_t> rows = {{SourceMatter::HiddenRows, 3},
                                                            {SourceMatter::FormulaErrors, 6},
                                                            {SourceMatter::FormulasWithoutValue, 5},
                                                            {SourceMatter::RoundedValues, 7},
                                                            {SourceMatter::TotalRows, 10}};
        const auto wanted = rows.find(chosen);
        QVERIFY2(changed == (wanted == rows.end() ? std::vector<std::uint32_t>()
                                                  : std::vector{wanted->second}),
                 read.strip.c_str());
        if (chosen == SourceMatter::FormulaErrors)
            QVERIFY(!read.rows.at(6).blocked);
        if (chosen == SourceMatter::RoundedValues)
            QCOMPARE(codeOf(read.rows.at(7)), std::string("fractional_number"));
    }

    void mergedCells_leftToTheFirst_areEmptyBelow() {
        SourceDecisions decisions;
        QVERIFY(decisions.stateWord(SourceMatter::MergedCells, "first"));
        QCOMPARE(decisions.word(SourceMatter::MergedCells), std::string_view("first"));
        const Read read = readIt(folder_.write("list.xlsx", messyWorkbook()), decisions);
        QCOMPARE(codeOf(read.rows.at(9)), std::string("missing_criteria"));
        QVERIFY2(read.strip.find("1 merged area read in the first cell only") != std::string::npos,
                 read.strip.c_str());
    }

    void mergedDownwards_inAMappedColumn_holdForEachRow_data() {
        QTest::addColumn<bool>("ods");
        QTest::newRow("xlsx") << false;
        QTest::newRow("ods") << true;
    }
    void mergedDownwards_inAMappedColumn_holdForEachRow() {
        QFETCH(bool, ods);
        const auto file =
            ods ? folder_.write("list.ods", mergedOds()) : folder_.write("list.xlsx", mergedXlsx());
        const Read read = readIt(file);
        QCOMPARE(read.summary.ready, std::uint64_t{4});
        for (const std::uint32_t row : {2U, 3U, 4U}) {
            QVERIFY2(asks(read.rows.at(row), "\"industries\":[\"SaaS\"]"), "industries");
            QVERIFY2(asks(read.rows.at(row), "\"locations\":[\"Germany\"]"), "locations");
        }
        QVERIFY(asks(read.rows.at(6), "\"industries\":[\"Retail\"]"));
        QVERIFY(!read.rows.contains(5) || !read.rows.at(5).input); // holds nothing else
        QVERIFY2(read.strip.find("merged cells in columns A and C hold for all their rows") !=
                     std::string::npos,
                 read.strip.c_str());
    }

    void mergedDownwards_withCorrections_holdAsCorrected() {
        CheckOptions options;
        options.map = parseMapSpec("industries=@A,leadCount=@B,locations=@C").value();
        options.edits = std::make_shared<const SheetEdits>(
            SheetEdits::of({{{0, 2, 0}, "Banking"}, {{0, 4, 0}, "Mining"}}));
        auto check = SheetCheck::open(folder_.write("list.xlsx", mergedXlsx()), options);
        QVERIFY(check.has_value());
        const std::map<std::uint32_t, const char*> industries{
            {2, "Banking"}, {3, "Banking"}, {4, "Mining"}, {6, "Retail"}};
        std::size_t orders = 0;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
            if (row.input) {
                ++orders;
                QVERIFY(
                    asks(row, std::string("\"industries\":[\"") + industries.at(row.row) + "\"]"));
            }
        QCOMPARE(orders, std::size_t{4});
    }

    void hiddenColumn_skipped_isNotMatchedByName() {
        XlsxBook book = xlsxBook("");
        book.sheets.front().xml =
            xlsxSheet(xlsxTextRows({{"Industry", "Leads", "Location"}, {"SaaS", "5", "Bonn"}}),
                      "<cols><col min=\"3\" max=\"3\" hidden=\"1\"/></cols>");
        const auto file = folder_.write("list.xlsx", xlsxFile(book));
        CheckOptions options;
        QVERIFY(SheetCheck::open(file, options).value().map().columnFor("locations") != nullptr);
        options.decisions = taking(SourceMatter::HiddenColumns);
        QVERIFY(SheetCheck::open(file, options).value().map().columnFor("locations") == nullptr);
    }

    void rowOfOnlyUncalculatedFormulas_isNotTakenForABlankOne() {
        XlsxBook book =
            xlsxBook("<row r=\"1\"><c r=\"A1\"><f>X1</f></c><c r=\"B1\"><f>X2</f></c>"
                     "</row><row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\"><v>2</v></c></row>");
        CheckOptions options;
        options.headerRow = 0;
        options.map = parseMapSpec("industries=@A,leadCount=@B,scrapingOption:=filters").value();
        auto check = SheetCheck::open(folder_.write("f.xlsx", xlsxFile(book)), options);
        QVERIFY2(check.has_value(), check ? "" : check.error().message().c_str());
        CheckedRow row;
        QVERIFY(check->next(row).value() == Next::Row);
        QCOMPARE(row.row, 1U);
        QVERIFY(!row.blank && row.blocked);
        QCOMPARE(row.problems.size(), std::size_t{2});
    }

    void raggedRow_isBlockedOrOdd() {
        const auto file = folder_.write("list.csv", "Industry,Leads,\nSaaS,5,Bonn\nFood,6,,\n"
                                                    "Oil, Gas,7,8\nSteel\n");
        Read read = readIt(file);
        QCOMPARE(codeOf(read.rows.at(2)), std::string());
        QCOMPARE(codeOf(read.rows.at(3)), std::string()); // nothing in the surplus cell
        QCOMPARE(read.summary.source.of(SourceMatter::RaggedRows), std::uint64_t{1});
        QVERIFY2(read.strip.find("1 row longer than the header left out") != std::string::npos,
                 read.strip.c_str());
        const auto more = [](const CheckedRow& row) {
            for (const Problem& problem : row.problems)
                if (problem.code == ProblemCode::MoreCells)
                    return problem.level;
            return ProblemLevel::Info;
        };
        QCOMPARE(more(read.rows.at(4)), ProblemLevel::Blocks);
        read = readIt(file, taking(SourceMatter::RaggedRows));
        QCOMPARE(more(read.rows.at(4)), ProblemLevel::Odd);
    }

    void lineOfTotals_underAConstantCriterion_isNotOrdered() {
        const auto file =
            folder_.write("list.csv", "Where,Leads\nBonn,5\nTotal,5\nTotal Quality,5\n");
        CheckOptions options;
        options.map =
            parseMapSpec("leadCount=Leads,industries:=SaaS,scrapingOption:=filters,ignore=Where")
                .value();
        auto check = SheetCheck::open(file, options);
        QVERIFY(check.has_value());
        CheckedRow row;
        while (check->next(row).value() == Next::Row)
            QCOMPARE(row.blocked, row.row == 3);
        QCOMPARE(check->summary().groups.front().code, ProblemCode::TotalLine);
    }

    void countSource_ofAWholeTab_agreesWithTheCheck() {
        const auto file = folder_.write("list.xlsx", messyWorkbook());
        CheckOptions options;
        options.headerRow = 1;
        const SourceCounts counts = countSource(file, options).value();
        const SourceCounts checked = readIt(file).summary.source;
        QCOMPARE(counts.rows, checked.rows);
        QCOMPARE(counts.blankRows, std::uint64_t{1});
        QVERIFY(counts.matters == checked.matters);
    }

    void shownValue_saysLessThanStored_data() {
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<bool>("rounded");
        const auto row = [](double number, const char* shown, bool rounded) {
            QTest::newRow(shown) << number << QString::fromUtf8(shown) << rounded;
        };
        row(1234.5, "1234.5", false);
        row(1234.5, "1,234.50", false);
        row(1234.5, "1.234,50 €", false);
        row(1234.6, "1,235", true);
        row(0.1 + 0.2, "0.3", false);
        row(1.0 / 3, "0.333333333333333", false);
        row(0.125, "12.5%", false);
        row(0.126, "13%", true);
        row(-1500, "(1,500)", false);
        row(1500, "1.5E+03", false);
        row(1543, "1.5E+03", true);
        row(7, "00007", false);
        row(12000, "12", true);
        row(12000, "12k", false);
        row(1.5, "1 1/2", false);
        row(0, "-", false);
        row(5, "", true);
        row(1500, "Box 2: 1,500 pieces", false);
        row(1500.4, "Box 2: 1,500 pieces", true);
        row(4915112345678, "+49 151 12345678", false);
    }
    void shownValue_saysLessThanStored() {
        QFETCH(double, number);
        QFETCH(QString, shown);
        QFETCH(bool, rounded);
        const std::string text = shown.toStdString();
        Cell cell;
        cell.kind = CellKind::Number;
        cell.number = number;
        cell.text = text;
        QCOMPARE(isShownRounded(cell), rounded);
    }

    void shownDate_withoutItsTime_saysLess() {
        Cell cell;
        cell.kind = CellKind::Date;
        cell.number = 46000.5;
        cell.text = "2025-12-09";
        QVERIFY(isShownRounded(cell));
        cell.text = "2025-12-09 12:00";
        QVERIFY(!isShownRounded(cell));
        cell.number = 46000;
        cell.text = "2025-12-09";
        QVERIFY(!isShownRounded(cell));
    }

    void decisions_words_areTheirNamesOnly() {
        SourceDecisions decisions;
        QVERIFY(!decisions.stateWord(SourceMatter::HiddenRows, "block"));
        QVERIFY(!decisions.isStated(SourceMatter::HiddenRows));
        QCOMPARE(decisions.word(SourceMatter::HiddenRows), std::string_view("skip"));
        QVERIFY(decisions.stateWord(SourceMatter::HiddenRows, "keep"));
        SourceDecisions weaker;
        weaker.state(SourceMatter::HiddenRows, false);
        weaker.state(SourceMatter::TotalRows, true);
        decisions.fillFrom(weaker);
        QVERIFY(decisions.takesOther(SourceMatter::HiddenRows));
        QVERIFY(decisions.takesOther(SourceMatter::TotalRows));
        for (const SourceMatterInfo& info : sourceMatters())
            QCOMPARE(infoOf(info.matter).name, info.name);
    }

private:
    SheetFolder folder_;
};

LEADSHEET_TEST(tst_source_choices, SourceChoicesTest);
#include "tst_source_choices.moc"
