// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/text/render.hpp"
#include "sheet_fixture.hpp"
#include "test_main.hpp"
#include "workbook_builder.hpp"

#include <QtTest>

using namespace leadsheet::app;
using namespace leadsheet::app::test;

namespace {

std::string sheetOf(const TextRows& rows) {
    return xlsxSheet(xlsxTextRows(rows));
}

const TextRows kList = {{"Industry", "Country", "Leads"}, {"SaaS", "Germany", "10"}};
const TextRows kLonger = {{"Industry", "Country", "Job title", "Leads"},
                          {"SaaS", "Germany", "CEO", "10"}};
const TextRows kReadme = {{"How to fill in this list"}, {"Write one row for each target group."}};
const TextRows kCover = {{"Customer", "Contact"}, {"Acme", "Ann"}};
const TextRows kTotals = {{"Country", "Leads"}, {"Germany", "10"}};

struct Tab {
    std::string name;
    TextRows rows;
    bool hidden = false;
};

struct Case {
    const char* name;
    std::vector<Tab> tabs;
    std::size_t chosen;
    std::string strip; ///< what it says about tabs
};

const std::vector<Case>& cases() {
    static const std::vector<Case> kCases = {
        {"hidden_first",
         {{"Old", kList, true}, {"New", kList}},
         1,
         "tab New, whose header fits best · not read: Old (hidden, fits too)"},
        {"readme_first",
         {{"README", kReadme}, {"ICP", kList}},
         1,
         "tab ICP, whose header fits best · not read: README"},
        {"cover_first",
         {{"Cover", kCover}, {"ICP", kList}, {"Lists", kCover, true}},
         1,
         "tab ICP, whose header fits best · not read: Cover, Lists (hidden)"},
        {"empty_first",
         {{"Sheet1", {}}, {"ICP", kList}},
         1,
         "tab ICP, whose header fits best · not read: Sheet1"},
        {"two_of_a_kind", {{"Q3", kList}, {"Q4", kLonger}}, 0, "tab Q3 · not read: Q4 (fits too)"},
        {"totals_first",
         {{"Totals", kTotals}, {"ICP", kLonger}},
         1,
         "tab ICP, whose header fits best · not read: Totals"},
        {"hidden_fits_alone",
         {{"Cover", kCover}, {"ICP", kList, true}},
         0,
         "tab Cover · not read: ICP (hidden, fits too)"},
        {"blacklist_first",
         {{"Blacklist", kList}, {"Wishes", kList}},
         1,
         "tab Wishes, whose header fits best · not read: Blacklist (not wanted, judging by its "
         "name)"},
        {"not_to_be_used_first",
         {{"Nicht bestellen", kLonger}, {"Do not use", kList}, {"Liste", kList}},
         2,
         "tab Liste, whose header fits best · not read: Nicht bestellen (not wanted, judging by "
         "its name), Do not use (not wanted, judging by its name)"},
        {"to_be_ordered",
         {{"To be ordered", kList}, {"All leads", kList}},
         0,
         "tab To be ordered · not read: All leads (fits too)"},
        {"done_Q1 (done)",
         {{"Q1 (done)", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Q1 (done) (done or old, judging by its name)"},
        {"done_Q2 (old)",
         {{"Q2 (old)", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Q2 (old) (done or old, judging by its name)"},
        {"done_Q1 delivered",
         {{"Q1 delivered", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Q1 delivered (done or old, judging by its "
         "name)"},
        {"done_Q1 ordered",
         {{"Q1 ordered", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Q1 ordered (done or old, judging by its "
         "name)"},
        {"done_Bestellt",
         {{"Bestellt", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Bestellt (done or old, judging by its name)"},
        {"done_Sent",
         {{"Sent", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Sent (done or old, judging by its name)"},
        {"done_Backup",
         {{"Backup", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Backup (done or old, judging by its name)"},
        {"done_Copy of Q2",
         {{"Copy of Q2", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Copy of Q2 (done or old, judging by its "
         "name)"},
        {"done_Kopie von Q2",
         {{"Kopie von Q2", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Kopie von Q2 (done or old, judging by its "
         "name)"},
        {"done_Draft",
         {{"Draft", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Draft (done or old, judging by its name)"},
        {"done_Entwurf",
         {{"Entwurf", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Entwurf (done or old, judging by its name)"},
        {"done_On hold",
         {{"On hold", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: On hold (done or old, judging by its name)"},
        {"done_Später",
         {{"Später", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Später (done or old, judging by its name)"},
        {"done_Q3 (later)",
         {{"Q3 (later)", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Q3 (later) (done or old, judging by its "
         "name)"},
        {"done_Q1 abgeschlossen 2025",
         {{"Q1 abgeschlossen 2025", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Q1 abgeschlossen 2025 (done or old, judging "
         "by its name)"},
        {"done_Brouillon",
         {{"Brouillon", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Brouillon (done or old, judging by its name)"},
        {"done_Borrador",
         {{"Borrador", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Borrador (done or old, judging by its name)"},
        {"done_Bozza",
         {{"Bozza", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Bozza (done or old, judging by its name)"},
        {"done_Concept",
         {{"Concept", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Concept (done or old, judging by its name)"},
        {"done_Szkic",
         {{"Szkic", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Szkic (done or old, judging by its name)"},
        {"done_Rascunho",
         {{"Rascunho", kList}, {"Q2", kList}},
         1,
         "tab Q2, whose header fits best · not read: Rascunho (done or old, judging by its name)"},
        {"newer_version_behind",
         {{"v1", kList}, {"v2", kList}, {"v3 final", kList}},
         2,
         "tab v3 final, whose header fits best · not read: v1 (fits too), v2 (fits too)"},
        {"example_first",
         {{"Vorlage", kList}, {"Modèle", kList}, {"Q3 done", kList}, {"Q4", kList}},
         3,
         "tab Q4, whose header fits best · not read: Vorlage (an example, judging by its name), "
         "Modèle (an example, judging by its name), Q3 done (done or old, judging by its name)"},
        {"only_the_example_fits",
         {{"Cover", kCover}, {"Template", kList}},
         1,
         "tab Template, whose header fits best · not read: Cover"},
        {"places_outside_are_no_denial",
         {{"Non-EU", kList}, {"EU", kList}},
         0,
         "tab Non-EU · not read: EU (fits too)"},
        {"all_hidden",
         {{"Cover", kCover, true}, {"ICP", kList, true}},
         1,
         "tab ICP (hidden), whose header fits best · not read: Cover (hidden)"},
    };
    return kCases;
}

std::string fileOf(const std::vector<Tab>& tabs) {
    XlsxBook book;
    for (const Tab& tab : tabs)
        book.sheets.push_back({tab.name, sheetOf(tab.rows), tab.hidden ? "state=\"hidden\"" : ""});
    return xlsxFile(book);
}

MapSpec nothingStated(const std::vector<std::string>&) {
    return {};
}

} // namespace

class TabChoiceTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;

private slots:
    void workbook_withoutAStatedTab_isReadWhereTheHeaderFits_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::newRow(cases()[i].name) << static_cast<int>(i);
    }
    void workbook_withoutAStatedTab_isReadWhereTheHeaderFits() {
        QFETCH(int, index);
        const Case& c = cases()[static_cast<std::size_t>(index)];
        const auto file = folder_.write("list.xlsx", fileOf(c.tabs));
        auto source = openSheet(file);
        QVERIFY(source.has_value());
        const TabChoice choice = chooseTab(**source, {}, nothingStated);
        QCOMPARE(choice.sheet, c.chosen);
        const std::string reason = leadsheet::text::render(choice.reason);
        QVERIFY2(reason.starts_with("Tab \"" + c.tabs[c.chosen].name + "\" is read: "),
                 reason.c_str());
        CheckOptions options;
        options.sheetIndex = choice.sheet;
        auto overview = inspectSheet(file, options);
        QVERIFY(overview.has_value());
        overview->state.unreadTabs = choice.unread;
        overview->state.tabFound = choice.sheet > 0;
        const std::string strip = stripText(sourceStrip(overview->state));
        QVERIFY2(strip.find("list.xlsx · " + c.strip + " · header row 1") != std::string::npos,
                 strip.c_str());
    }

    void otherTabsOfTheKind_areNamed() {
        auto source = openSheet(folder_.write(
            "list.xlsx", fileOf({{"Q3", kList}, {"Q4", kList}, {"Q2", kList, true}})));
        const TabChoice choice = chooseTab(**source, {}, nothingStated);
        const std::string reason = leadsheet::text::render(choice.reason);
        QVERIFY2(reason.find("\"Q4\" would fit too") != std::string::npos, reason.c_str());
        QVERIFY2(reason.find("Would fit, but hidden and so not read: \"Q2\"") != std::string::npos,
                 reason.c_str());
    }

    void statedMap_decidesWhatFits() {
        auto source = openSheet(folder_.write(
            "list.xlsx", fileOf({{"Cover", kCover}, {"Raw", {{"X", "Y"}, {"SaaS", "10"}}}})));
        const TabChoice choice = chooseTab(**source, {}, [](const std::vector<std::string>&) {
            return parseMapSpec("industries=X,leadCount=Y,scrapingOption:=filters").value();
        });
        QCOMPARE(choice.sheet, std::size_t{1});
    }

    void oneTab_needsNoReason() {
        auto source = openSheet(folder_.write("list.xlsx", fileOf({{"Q3", kList}})));
        const TabChoice choice = chooseTab(**source, {}, nothingStated);
        QCOMPARE(choice.sheet, std::size_t{0});
        QVERIFY(choice.reason.empty() && choice.unread.empty());
    }

    void oneTab_notWantedByItsName_isSaid() {
        auto source = openSheet(folder_.write("list.xlsx", fileOf({{"Blacklist", kList}})));
        const TabChoice choice = chooseTab(**source, {}, nothingStated);
        QCOMPARE(leadsheet::text::render(choice.reason),
                 std::string("The only tab, \"Blacklist\", is not wanted, judging by its name, and "
                             "is read anyway."));
    }

    void sheetWithoutAPart_isNoTab() {
        XlsxBook book;
        book.sheets = {{"Module1", "", "state=\"veryHidden\""}, {"ICP", sheetOf(kList), ""}};
        std::vector<ZipPart> parts = xlsxParts(book);
        std::string& workbook = partNamed(parts, "xl/workbook.xml").content;
        const auto id = workbook.find("r:id=\"");
        const auto end = workbook.find('"', id + 6);
        workbook.erase(id + 6, end - id - 6);
        const auto source = openSheet(folder_.write("list.xlsx", buildZip(parts)));
        QVERIFY2(source.has_value(), source ? "" : source.error().message().c_str());
        QCOMPARE((*source)->sheets().size(), std::size_t{1});
        QCOMPARE((*source)->sheets().front().name, std::string("ICP"));
    }

    void sheetWhosePartIsMissing_leavesTheOthers() {
        XlsxBook book;
        book.sheets = {{"Lost", sheetOf(kList), ""}, {"ICP", sheetOf(kList), ""}};
        std::vector<ZipPart> parts = xlsxParts(book);
        std::erase_if(parts, [](const ZipPart& part) {
            return part.name.find("worksheets/sheet1.xml") != std::string::npos;
        });
        auto source = openSheet(folder_.write("list.xlsx", buildZip(parts)));
        QVERIFY2(source.has_value(), source ? "" : source.error().message().c_str());
        QCOMPARE(chooseTab(**source, {}, nothingStated).sheet, std::size_t{1});
        QVERIFY(!(*source)->open(0).has_value());
    }

    void misnamedFile_isReadByContent_andSaid() {
        const auto text = inspectSheet(folder_.write("list.xlsx", "Industry,Leads\nSaaS,10\n"));
        QVERIFY(text.has_value());
        QVERIFY2(text->text.starts_with("list.xlsx · text despite its name (.xlsx) · "),
                 text->text.c_str());
        const auto book = inspectSheet(folder_.write("list.csv", fileOf({{"Q3", kList}})));
        QVERIFY2(
            book->text.starts_with("list.csv · an XLSX workbook despite its name (.csv) · tab Q3"),
            book->text.c_str());
        const auto note = folder_.write("note.xlsx", "Hello,\nsee you on Monday.\n");
        const auto check = SheetCheck::open(note);
        QVERIFY(!check.has_value());
        QVERIFY2(
            leadsheet::text::render(check.error().reason).find("text despite its name (.xlsx)") !=
                std::string::npos,
            check.error().message().c_str());
    }
};

LEADSHEET_TEST(tst_tab_choice, TabChoiceTest);
#include "tst_tab_choice.moc"
