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

using Tabs = std::vector<std::pair<std::string, TextRows>>;

const TextRows kList = {
    {"Product", "Industry", "Leads"}, {"filters", "Software", "100"}, {"filters", "Retail", "50"}};

std::string fileOf(const Tabs& tabs) {
    XlsxBook book;
    for (const auto& [name, rows] : tabs) {
        book.sheets.emplace_back();
        book.sheets.back().name = name;
        book.sheets.back().xml = xlsxSheet(xlsxTextRows(rows));
    }
    return xlsxFile(book);
}

TextRows profiles(const std::string& first, const std::string& second, const std::string& country) {
    return {{"Product", "Title", "Industry", "Country", "Leads"},
            {"filters", "CEO", "Software", country, first},
            {"filters", "CFO", "Retail", country, second}};
}

TextRows summary(std::vector<std::pair<std::string, std::string>> rows,
                 const std::string& name = "Country") {
    TextRows all{{"Product", name, "Leads"}};
    for (auto& [label, leads] : rows)
        all.push_back({"filters", label, leads});
    return all;
}

} // namespace

// What the name of a tab, or the tabs beside it, say against ordering its rows.
class HeldTabsTest : public QObject {
    Q_OBJECT

    SheetFolder folder_;
    std::string text_; // of the problems of the last check

    /// "1.2:marked_row 1.3", by tab and row.
    QString check(const Tabs& tabs, CheckOptions options = {}) {
        text_.clear();
        for (std::size_t i = 1; i < tabs.size(); ++i)
            options.moreTabs.push_back({i, std::nullopt, options.map});
        auto check = SheetCheck::open(folder_.write("list.xlsx", fileOf(tabs)), options);
        if (!check)
            qFatal("%s", check.error().message().c_str());
        QStringList said;
        for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;) {
            QString one = QStringLiteral("%1.%2").arg(row.sheet + 1).arg(row.row);
            for (const Problem& problem : row.problems)
                if (problem.level == ProblemLevel::Blocks) {
                    one += ":" + QString::fromStdString(std::string(problemCodeName(problem.code)));
                    text_ += leadsheet::text::render(problem.sentences()) + '\n';
                }
            said << one;
        }
        return said.join(' ');
    }

private slots:
    void tabThatSaysNo_holdsItsRows_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"Do not order", "Nicht bestellen", "Archive", "Archiv", "Old", "Q1 (done)",
              "Bestellt", "Ordered", "On hold", "Später", "Blacklist", "Cancelled", "Next year",
              "Delivered in Q3", "Unsubscribed", "Lost deals"})
            QTest::newRow(name) << name;
    }
    void tabThatSaysNo_holdsItsRows() {
        QFETCH(QString, name);
        const Tabs tabs{{name.toStdString(), kList}};
        QCOMPARE(check(tabs), "1.2:marked_row 1.3:marked_row");
        QVERIFY2(text_.find("By its name, the tab \"" + name.toStdString()) != std::string::npos,
                 text_.c_str());
        CheckOptions options;
        QVERIFY(options.decisions.stateWord(SourceMatter::MarkedRows, "keep"));
        QCOMPARE(check(tabs, options), "1.2 1.3");
        QVERIFY(options.decisions.stateWord(SourceMatter::MarkedRows, "skip"));
        QCOMPARE(check(tabs, options), "");
    }

    void otherTab_isOrdered_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"Sheet1",          "ICP",          "Q3",           "Template",      "Vorlage",
              "Copy of ICP",     "Kopie von Q2", "Draft",        "Backup",        "To be ordered",
              "Not yet ordered", "Order",        "Bestellung",   "Old economy",   "Non-profit",
              "Leads March",     "Wave 2",       "All leads",    "New customers", "Offen",
              "Pending",         "Fertig",       "Leads fertig", "Listo",         "Backlog"})
            QTest::newRow(name) << name;
    }
    void otherTab_isOrdered() {
        QFETCH(QString, name);
        QCOMPARE(check({{name.toStdString(), kList}}), "1.2 1.3");
    }

    void file_isNoTab() {
        auto check = SheetCheck::open(
            folder_.write("old.csv", "Product,Industry,Leads\nfilters,Software,100\n"));
        CheckedRow row;
        QVERIFY(check.has_value() && check->next(row).value_or(Next::End) == Next::Row);
        QVERIFY(!row.blocked);
    }

    void oneOfSeveralTabs_holdsItsOwnRows() {
        TextRows other = kList;
        other[1][1] = "Mining";
        other[2][1] = "Banking";
        QCOMPARE(check({{"Q3", kList}, {"Later", other}}), "1.2 1.3 2.2:marked_row 2.3:marked_row");
    }

    void sumsOfOtherTabs_areAskedAbout_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("first");
        QTest::newRow("summary first") << "Summary" << true;
        QTest::newRow("last") << "Summary" << false;
        QTest::newRow("any name") << "Countries" << true;
        QTest::newRow("German") << "Gesamtübersicht" << false;
    }
    void sumsOfOtherTabs_areAskedAbout() {
        QFETCH(QString, name);
        QFETCH(bool, first);
        const std::pair sums{name.toStdString(), summary({{"Germany", "150"}, {"France", "90"}})};
        const std::pair germany{std::string("Germany"), profiles("100", "50", "Germany")};
        const std::pair france{std::string("France"), profiles("60", "30", "FR")};
        if (first)
            QCOMPARE(check({sums, germany, france}),
                     "1.2:total_line 1.3:total_line 2.2 2.3 3.2 3.3");
        else
            QCOMPARE(check({germany, france, sums}),
                     "1.2 1.3 2.2 2.3 3.2:total_line 3.3:total_line");
        QVERIFY2(text_.find("adds up what the rows of \"Germany\", \"France\"") !=
                     std::string::npos,
                 text_.c_str());
        CheckOptions options;
        QVERIFY(options.decisions.stateWord(SourceMatter::TotalRows, "skip"));
        QCOMPARE(check({sums, germany, france}, options), "2.2 2.3 3.2 3.3");
        QVERIFY(options.decisions.stateWord(SourceMatter::TotalRows, "keep"));
        QCOMPARE(check({sums, germany, france}, options), "1.2 1.3 2.2 2.3 3.2 3.3");
    }

    // The groups are values of a column, in other words, and the tab has a line of totals.
    void sumsByAColumn_areAskedAbout() {
        const TextRows details{{"Product", "Title", "Country", "Leads"},
                               {"filters", "CEO", "DE", "100"},
                               {"filters", "CFO", "DE", "50"},
                               {"filters", "CEO", "FR", "90"}};
        QCOMPARE(check({{"Liste", details},
                        {"Blatt2", summary({{"Deutschland", "150"}, {"France", "90"}})}}),
                 "1.2 1.3 1.4 2.2:total_line 2.3:total_line");
        QCOMPARE(check({{"Liste", details},
                        {"Blatt2", summary({{"Germany", "151"}, {"France", "90"}})}}),
                 "1.2 1.3 1.4 2.2 2.3");
        QCOMPARE(check({{"Liste", details},
                        {"Overview", summary({{"Germany", "151"}, {"France", "90"}})}}),
                 "1.2 1.3 1.4 2.2:total_line 2.3:total_line");
    }

    void longTabs_areAddedUpWhole() {
        TextRows details{{"Product", "Title", "Industry", "Country", "Leads"}};
        for (int i = 0; i < 450; ++i)
            details.push_back({"filters", "Title " + std::to_string(i), "Software",
                               i % 2 == 0 ? "Germany" : "France", "2"});
        QVERIFY(
            check({{"All", details}, {"Sheet2", summary({{"Germany", "450"}, {"France", "450"}})}})
                .endsWith("2.2:total_line 2.3:total_line"));
    }

    void tabsBesideEachOther_areOrdered() {
        QCOMPARE(check({{"Germany", profiles("100", "50", "Germany")},
                        {"France", profiles("100", "50", "France")}})
                     .count("total_line"),
                 0);
        QCOMPARE(check({{"Germany", profiles("100", "50", "Germany")},
                        {"Spain", summary({{"Madrid", "100"}, {"Sevilla", "50"}})}}),
                 "1.2 1.3 2.2 2.3");
        QCOMPARE(check({{"Q3", profiles("100", "50", "Germany")},
                        {"Q4", summary({{"Mining", "100"}, {"Banking", "50"}}, "Industry")}}),
                 "1.2 1.3 2.2 2.3");
    }
};

LEADSHEET_TEST(tst_held_tabs, HeldTabsTest);
#include "tst_held_tabs.moc"
