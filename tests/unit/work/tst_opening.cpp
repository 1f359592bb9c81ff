// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"

#include "leadsheet/work/opening.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace leadsheet;
using app::SheetErrorCode;
using work::TabRequest;

class OpeningTest : public QObject {
    Q_OBJECT

    static std::vector<app::SheetInfo> workbook() {
        std::vector<app::SheetInfo> sheets(3);
        sheets[0].name = "Q3";
        sheets[1].name = "Empty";
        sheets[2].name = "Q4";
        return sheets;
    }

    /// Tab 1 is empty; the others have a header in row 2, or where it is wished for.
    static work::Look look(std::vector<TabRequest>* seen = nullptr) {
        return [seen](const TabRequest& tab) -> app::SheetResult<app::SheetOverview> {
            if (seen != nullptr)
                seen->push_back(tab);
            if (tab.sheet == 1)
                return tl::unexpected(app::SheetError{SheetErrorCode::Empty, {}, {}, {}, {}});
            app::SheetOverview overview;
            overview.sheets = workbook();
            overview.header.row = tab.headerRow.value_or(2);
            return overview;
        };
    }

private slots:
    void tabs_empty_areNamedAndLeftOut_data() {
        QTest::addColumn<QList<int>>("wished");
        QTest::addColumn<QStringList>("read");
        QTest::addColumn<QStringList>("empty");
        QTest::newRow("one") << QList<int>{2} << QStringList{"Q4"} << QStringList{};
        QTest::newRow("among others")
            << QList<int>{0, 1, 2} << QStringList{"Q3", "Q4"} << QStringList{"Empty"};
        QTest::newRow("last") << QList<int>{0, 1} << QStringList{"Q3"} << QStringList{"Empty"};
        QTest::newRow("nothing else") << QList<int>{1} << QStringList{} << QStringList{};
        QTest::newRow("nothing in any") << QList<int>{1, 1} << QStringList{} << QStringList{};
    }

    void tabs_empty_areNamedAndLeftOut() {
        QFETCH(QList<int>, wished);
        QFETCH(QStringList, read);
        QFETCH(QStringList, empty);
        std::vector<TabRequest> requests;
        for (const int sheet : wished)
            requests.push_back({static_cast<std::size_t>(sheet), {}});
        const auto looked = work::lookAtTabs(requests, workbook(), look());
        QCOMPARE(looked.has_value(), !read.isEmpty());
        if (!looked) {
            QVERIFY(looked.error().code == SheetErrorCode::Empty);
            return;
        }
        QStringList names;
        for (const work::LookedTab& tab : looked->tabs)
            names << QString::fromStdString(tab.name());
        QCOMPARE(names, read);
        QStringList left;
        for (const std::string& name : looked->empty)
            left << QString::fromStdString(name);
        QCOMPARE(left, empty);
    }

    void decision_thatChangesCells_looksAgainAndKeepsTheHeader() {
        auto looked = work::lookAtTabs({{0, {}}}, workbook(), look());
        QVERIFY(looked.has_value());
        work::LookedTab& tab = looked->tabs.front();
        std::vector<TabRequest> seen;
        app::SourceDecisions decisions;
        decisions.state(app::SourceMatter::HiddenRows, true);
        QVERIFY(work::decide(tab, decisions, look(&seen)).has_value());
        QVERIFY(seen.empty());
        QVERIFY(tab.overview.state.decisions == decisions);
        decisions.state(app::SourceMatter::MergedCells, true);
        QVERIFY(work::decide(tab, decisions, look(&seen)).has_value());
        QCOMPARE(seen.size(), std::size_t{1});
        QVERIFY(seen.front() == (TabRequest{0, 2}));
        QCOMPARE(tab.overview.header.row.value_or(0), 2U);
    }

    void repeatedRows_areNoLongerReady() {
        app::CheckedRow row;
        row.input.emplace();
        row.input->request.product = "filters";
        row.input->request.leadCount = 10;
        work::RepeatedRows repeats;
        QVERIFY(!repeats.note(row));
        row.problems.emplace_back();
        row.problems.back().code = app::ProblemCode::DuplicateRow;
        QVERIFY(repeats.note(row));
        row.blocked = true;
        QVERIFY(!repeats.note(row));
        app::CheckSummary summary;
        summary.ready = 3;
        summary.withNotes = 1;
        summary.leads = 30;
        summary.readyByProduct["filters"] = 3;
        summary = repeats.without(summary);
        QCOMPARE(summary.ready, std::uint64_t{2});
        QCOMPARE(summary.withNotes, std::uint64_t{0});
        QCOMPARE(summary.leads, std::int64_t{20});
        QCOMPARE(summary.readyByProduct["filters"], std::uint64_t{2});
        QCOMPARE(repeats.rows(), std::uint64_t{1});
        QCOMPARE(repeats.named().size(), std::size_t{1});
    }

    void learnedNames_damaged_areSaidAndNotReplaced() {
        const QTemporaryDir folder;
        app::AppFolders folders;
        folders.config = folders.data = folder.path().toStdString();
        QVERIFY(work::learnedNames(folders).has_value()); // none yet
        std::ofstream(folders.learnedNamesFile()) << "{";
        const auto learned = work::learnedNames(folders);
        QVERIFY(!learned.has_value());
        QVERIFY(learned.error().code == SheetErrorCode::MapInvalid);
        QVERIFY(work::remember(folders, [](app::LearnedNames&) { return true; }).has_value());
        QVERIFY(!work::learnedNames(folders).has_value());
    }
};

LEADSHEET_TEST(tst_opening, OpeningTest);
#include "tst_opening.moc"
