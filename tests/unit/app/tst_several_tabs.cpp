// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/text/render.hpp"
#include "ods_builder.hpp"
#include "results_fixture.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

std::string odsRows(const TextRows& rows) {
    std::string xml;
    for (const auto& row : rows)
        xml += odsTextRow(row);
    return xml;
}

/// Two tabs with orders under different headers and a tab of notes between them.
const TextRows kFirst = {{"Industry", "Leads"}, {"SaaS", "100"}, {"Retail", "200"}};
const TextRows kNotes = {{"Read me"}, {"nothing here"}};
const TextRows kSecond = {
    {"Our targets"}, {}, {"Menge", "Branche"}, {"300", "Mining"}, {"100", "SaaS"}};

std::string workbook(const std::string& kind) {
    if (kind == "xlsx") {
        XlsxBook book;
        for (const auto& [name, rows] :
             {std::pair("Q3", kFirst), std::pair("Notes", kNotes), std::pair("Q4", kSecond)}) {
            book.sheets.emplace_back();
            book.sheets.back().name = name;
            book.sheets.back().xml = xlsxSheet(xlsxTextRows(rows));
        }
        return xlsxFile(book);
    }
    return odsFile(odsContent(odsTable(odsRows(kFirst), "Q3") + odsTable(odsRows(kNotes), "Notes") +
                              odsTable(odsRows(kSecond), "Q4")));
}

CheckOptions bothTabs() {
    CheckOptions options;
    options.map = parseMapSpec("industries=Industry,leadCount=Leads").value();
    options.moreTabs = {{2, std::nullopt, parseMapSpec("industries=Branche").value()}};
    return options;
}

struct Read {
    std::vector<CheckedRow> rows;
    CheckSummary summary;
    std::string strip;
    std::optional<SheetError> error;
};

Read readAllOf(const std::filesystem::path& file, const CheckOptions& options) {
    Read read;
    auto check = SheetCheck::open(file, options);
    if (!check) {
        read.error = check.error();
        return read;
    }
    CheckedRow row;
    for (;;) {
        const auto next = check->next(row);
        if (!next)
            read.error = next.error();
        if (!next || *next == Next::End)
            break;
        read.rows.push_back(row);
    }
    read.summary = check->summary();
    read.strip = check->describe();
    return read;
}

} // namespace

class SeveralTabsTest : public QObject {
    Q_OBJECT

private slots:
    void tabs_readAsOneRun_haveTheirOwnHeaderAndMap_data() { kinds(); }
    void tabs_readAsOneRun_haveTheirOwnHeaderAndMap() {
        QFETCH(QString, kind);
        const auto file = write(kind);
        auto check = SheetCheck::open(file, bothTabs());
        QVERIFY2(check.has_value(), check ? "" : check.error().message().c_str());
        QCOMPARE(check->tabs().size(), std::size_t{2});
        QCOMPARE(check->tabs()[1].name, std::string("Q4"));
        QCOMPARE(check->tabs()[1].header.row.value(), 3U);
        QCOMPARE(check->tabs()[1].map.columnFor("leadCount")->column, 0U);
        const Read read = readAllOf(file, bothTabs());
        QVERIFY(!read.error);
        QCOMPARE(read.rows.size(), std::size_t{4});
        std::vector<std::pair<std::size_t, std::uint32_t>> places;
        for (const CheckedRow& row : read.rows)
            places.emplace_back(row.sheet, row.row);
        QVERIFY((places == std::vector<std::pair<std::size_t, std::uint32_t>>{
                               {0, 2}, {0, 3}, {2, 4}, {2, 5}}));
        QCOMPARE(read.rows[2].input->tab, std::string("Q4"));
        QCOMPARE(read.rows[2].input->request.leadCount, 300);
        QCOMPARE(read.summary.ready, std::uint64_t{4});
        QCOMPARE(read.summary.leads, 700);
        QVERIFY2(read.strip.ends_with("tabs Q3, Q4 · header rows 1 (Q3), 3 (Q4) · "
                                      "4 rows · text kept exactly as shown"),
                 read.strip.c_str());
    }

    void sameOrderInTwoTabs_isFoundAndNamedByTab_data() { kinds(); }
    void sameOrderInTwoTabs_isFoundAndNamedByTab() {
        QFETCH(QString, kind);
        const Read read = readAllOf(write(kind), bothTabs());
        const auto& problems = read.rows.at(3).problems;
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems[0].code, ProblemCode::DuplicateRow);
        QCOMPARE(problems[0].tab, std::string("Q4"));
        QVERIFY2(problems[0].message().starts_with(
                     "Tab \"Q4\", row 5: The row orders exactly what row 2 of tab \"Q3\" orders."),
                 problems[0].message().c_str());
        QVERIFY(read.rows[0].problems.empty());
    }

    void tabThatDoesNotFit_isNamedBeforeAnythingIsRead_data() { kinds(); }
    void tabThatDoesNotFit_isNamedBeforeAnythingIsRead() {
        QFETCH(QString, kind);
        CheckOptions options = bothTabs();
        options.moreTabs.push_back({1, std::nullopt, {}});
        const auto check = SheetCheck::open(write(kind), options);
        QVERIFY(!check.has_value());
        QVERIFY2(leadsheet::text::render(check.error().reason)
                     .starts_with("Tab \"Notes\": No columns are mapped"),
                 leadsheet::text::render(check.error().reason).c_str());
        QVERIFY(leadsheet::text::render(check.error().wayOut)
                    .ends_with("Or leave that tab out: name the others (--tab)."));
    }

    void edits_inASecondTab_areReadThere() {
        CheckOptions options = bothTabs();
        auto edits = std::make_shared<SheetEdits>();
        edits->apply("Set", {{{2, 4, 0}, "333"}});
        options.edits = edits;
        const Read read = readAllOf(write("xlsx"), options);
        QCOMPARE(read.rows.at(2).input->request.leadCount, 333);
        QCOMPARE(read.rows.at(0).input->request.leadCount, 100);
    }

    void results_goIntoEveryTabOfTheRun_data() { kinds(); }
    void results_goIntoEveryTabOfTheRun() {
        QFETCH(QString, kind);
        const auto file = write(kind);
        ResultsOptions options = withHeader(1);
        options.moreTabs = {{2, 3}};
        std::vector<std::pair<std::size_t, std::uint32_t>> asked;
        const auto outcome = [&](std::size_t sheet,
                                 std::uint32_t row) -> std::optional<RowOutcome> {
            asked.emplace_back(sheet, row);
            if (sheet == 2 && row == 5)
                return std::nullopt;
            RowOutcome made = *placed(row);
            made.orderNumber = std::to_string(sheet) + "/" + std::to_string(row);
            return made;
        };
        const auto report = writeResults(file, options, outcome);
        QVERIFY2(report.has_value(), report ? "" : report.error().message().c_str());
        QCOMPARE(report->rows, std::uint64_t{3});
        QCOMPARE(report->unmatched, std::uint64_t{1});
        std::sort(asked.begin(), asked.end());
        QVERIFY(std::adjacent_find(asked.begin(), asked.end()) == asked.end());
        const std::string first = cellsOf(report->output, 0);
        QVERIFY2(first.find("A2=SaaS B2=100 C2=Placed D2=0/2") != std::string::npos, first.c_str());
        QCOMPARE(cellsOf(report->output, 1), cellsOf(file, 1));
        const std::string second = cellsOf(report->output, 2);
        QVERIFY2(second.find("C3=Leadsheet status") != std::string::npos &&
                     second.find("A4=300 B4=Mining C4=Placed D4=2/4") != std::string::npos &&
                     second.find("A5=100 B5=SaaS\n") != std::string::npos,
                 second.c_str());

        // Written again over itself, by the same columns, without a backup.
        options.overwrite = options.keepEdited = true;
        const auto again = writeResults(file, options, outcome);
        QVERIFY(again.has_value() && again->backup.empty());
        QCOMPARE(cellsOf(again->output, 2), second);
        // A note beside the results of the second tab is not lost.
        options.moreTabs.front().headerRow = 4; // read otherwise, so the results count as cells
        const auto kept = writeResults(file, options, outcome);
        QVERIFY(kept.has_value() && !kept->backup.empty());
    }

private:
    static void kinds() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("xlsx") << "xlsx";
        QTest::newRow("ods") << "ods";
    }
    std::filesystem::path write(const QString& kind) {
        return folder_.write("list." + kind.toStdString(), workbook(kind.toStdString()));
    }

    SheetFolder folder_;
};

LEADSHEET_TEST(tst_several_tabs, SeveralTabsTest);
#include "tst_several_tabs.moc"
