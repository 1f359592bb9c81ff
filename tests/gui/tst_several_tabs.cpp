// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"
#include "workbook_file.hpp"

#include "account/account_session.hpp"
#include "grid/sheet_grid_view.hpp"
#include "shell/notice_bar.hpp"
#include "submit/submit_step.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/results.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// Q3 with a row that needs a fix, Q4 with other column names below a title, one with nothing in
/// it, and one that is hidden.
QByteArray workbook() {
    WorkbookTab first;
    first.name = QStringLiteral("Q3");
    first.rows = {{"Product", "Industry", "Job title", "Location", "Lead count"},
                  {"filters", "Retail", "CEO", "Berlin", "10"},
                  {"filters", "Pharma", "CEO", "Basel", "many"}};
    WorkbookTab second;
    second.name = QStringLiteral("Q4 & more");
    second.rows = {{"ICPs of the fourth quarter"},
                   {"Location", "Product", "Industry", "Lead count"},
                   {"Graz", "filters", "Leather", "5"},
                   {"Linz", "filters", "Latex", "6"}};
    WorkbookTab empty;
    empty.name = QStringLiteral("Notes");
    WorkbookTab hidden;
    hidden.name = QStringLiteral("Archive");
    hidden.hidden = true;
    hidden.rows = {{"Whom", "How many"}, {"nobody", "1"}};
    return workbookOf({first, second, empty, hidden});
}

template <class Scene>
QAction* tabAction(Scene& scene, const QString& text) {
    for (auto* button :
         scene.window().template findChildren<QToolButton*>(QStringLiteral("phraseTab")))
        for (QAction* action : button->menu()->actions())
            if (button->isVisible() && action->text().startsWith(text))
                return action;
    return nullptr;
}

template <class Scene>
QTabBar* shownTabs(Scene& scene) {
    for (auto* bar : scene.window().template findChildren<QTabBar*>(QStringLiteral("sheetTabs")))
        if (bar->isVisible())
            return bar;
    return nullptr;
}

template <class Scene>
QAbstractButton* shownButton(Scene& scene, const char* name) {
    for (auto* button : scene.window().template findChildren<QAbstractButton*>(QLatin1String(name)))
        if (button->isVisible() && button->isEnabled())
            return button;
    return nullptr;
}

/// Opens the boxes and has these tabs read.
template <class Scene>
void chooseTabs(Scene& scene, const QStringList& names) {
    tabAction(scene, QStringLiteral("Choose"))->trigger();
    auto* choice = scene.window().template findChild<QWidget*>(QStringLiteral("tabChoice"));
    for (auto* box : choice->template findChildren<QCheckBox*>())
        box->setChecked(names.contains(box->accessibleName()));
    shownButton(scene, "readTabs")->click();
}

QString cellText(QWidget& step, std::uint32_t row, std::uint32_t column) {
    return step.findChild<SheetGridView*>()->grid().indexOf({row, column}).data().toString();
}

bool isLoaded(const SheetJob& job) {
    return job.state() == SheetJob::State::Open &&
           !const_cast<SheetJob&>(job).rows().isLoading(); // NOLINT: only looked at
}

QString savedWorkbook(const QString& folder) {
    const QString path = folder + QStringLiteral("/ICPs.xlsx");
    QFile file(path);
    return file.open(QFile::WriteOnly) && file.write(workbook()) > 0 ? path : QString();
}

const QStringList kBoth{QStringLiteral("Q3"), QStringLiteral("Q4 & more")};

} // namespace

/// Several tabs of a workbook as one sheet: chosen, mapped each by itself, checked and ordered in
/// one run.
class SeveralTabsTest : public QObject {
    Q_OBJECT

private slots:
    void tabs_chosenInThePage_areReadTogether() {
        SubmitScene scene;
        QVERIFY(scene.open(savedWorkbook(scene.folder.path())));
        QVERIFY(shownTabs(scene) == nullptr);
        tabAction(scene, QStringLiteral("Choose"))->trigger();
        auto* choice = scene.window().findChild<QWidget*>(QStringLiteral("tabChoice"));
        const auto boxes = choice->findChildren<QCheckBox*>();
        QCOMPARE(boxes.size(), qsizetype{4});
        QVERIFY(boxes.at(0)->isChecked() && boxes.at(0)->hasFocus());
        QCOMPARE(boxes.at(3)->text(), QStringLiteral("Archive (hidden)"));
        QCOMPARE(scene.look(QStringLiteral("source-choose-tabs")), QString());
        boxes.at(0)->setChecked(false);
        QVERIFY(shownButton(scene, "readTabs") == nullptr); // one at least
        QTest::keyClick(boxes.at(1), Qt::Key_Escape);
        QVERIFY(!choice->isVisible());
        chooseTabs(scene, kBoth);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().tabs().size() == 2,
                                 kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(scene.job().rows().counts() != nullptr, kPatience);
        QCOMPARE(scene.job().rows().counts()->rows, std::uint64_t{4});
        const QTabBar* bar = shownTabs(scene);
        QVERIFY(bar != nullptr);
        QCOMPARE(bar->count(), 2);
        QCOMPARE(bar->currentIndex(), 0);
        QVERIFY2(scene.page().commandLine().contains(
                     QStringLiteral("ICPs.xlsx --tab Q3 --tab 'Q4 & more'")),
                 qPrintable(scene.page().commandLine()));
        QCOMPARE(scene.look(QStringLiteral("source-several-tabs")), QString());
    }

    void allTabs_oneIsEmpty_isSaidAndLeftOut() {
        SubmitScene scene;
        QVERIFY(scene.open(savedWorkbook(scene.folder.path())));
        tabAction(scene, QStringLiteral("All 3 Tabs"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().tabs().size() == 2,
                                 kPatience);
        const auto* notice = scene.window().findChild<NoticeBar*>(QStringLiteral("sourceNotice"));
        QCOMPARE(notice->text(), QStringLiteral("Tab Notes is empty and left out."));
    }

    void otherTab_shown_hasItsOwnRowsColumnsAndHeader() {
        SubmitScene scene;
        QVERIFY(scene.open(savedWorkbook(scene.folder.path())));
        chooseTabs(scene, kBoth);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().tabs().size() == 2,
                                 kPatience);
        QCOMPARE(cellText(*scene.page().step(0), 2, 1), QStringLiteral("Retail"));
        shownTabs(scene)->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()), kPatience);
        QCOMPARE(scene.job().headerRow(), 2U);
        QCOMPARE(cellText(*scene.page().step(0), 3, 0), QStringLiteral("Graz"));
        QAction* first = nullptr;
        for (QAction* action : scene.window()
                                   .findChild<QToolButton*>(QStringLiteral("phraseHeader"))
                                   ->menu()
                                   ->actions())
            if (action->text().startsWith(QStringLiteral("Row 3")))
                first = action;
        QVERIFY(first != nullptr);
        first->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().headerRow() == 3, kPatience);
        QCOMPARE(scene.job().shownTab(), std::size_t{1});
        QCOMPARE(scene.job().tabs().front().overview.header.row, std::optional<std::uint32_t>{1});
        QVERIFY2(scene.page().commandLine().contains(QStringLiteral("'Q4 & more'")) &&
                     scene.page().commandLine().contains(QStringLiteral("!3")),
                 qPrintable(scene.page().commandLine()));
    }

    void map_otherTabIncomplete_isNamedAndOneClickAway() {
        SubmitScene scene;
        QVERIFY(scene.open(savedWorkbook(scene.folder.path())));
        chooseTabs(scene, {QStringLiteral("Q3"), QStringLiteral("Archive (hidden)")});
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().tabs().size() == 2,
                                 kPatience);
        QVERIFY(scene.press("continueToMap"));
        QVERIFY(shownButton(scene, "continueToCheck") == nullptr);
        auto* notice = scene.window().findChild<NoticeBar*>(QStringLiteral("mapNotice"));
        QVERIFY2(notice->text().contains(QStringLiteral("Archive")), qPrintable(notice->text()));
        QCOMPARE(scene.look(QStringLiteral("map-other-tab")), QString());
        notice->findChild<QPushButton*>()->click();
        QCOMPARE(scene.job().shownTab(), std::size_t{1});
        const auto* table = scene.window().findChild<QTableView*>(QStringLiteral("mapTable"));
        QCOMPARE(table->model()->rowCount(), 2);
    }

    void check_edits_belongToTheirTab() {
        SubmitScene scene;
        QVERIFY(scene.open(savedWorkbook(scene.folder.path())));
        chooseTabs(scene, kBoth);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().tabs().size() == 2,
                                 kPatience);
        QVERIFY(scene.goToCheck());
        QCOMPARE(scene.job().checked()->ready, std::uint64_t{3});
        QCOMPARE(scene.job().checked()->blocked, std::uint64_t{1});
        QCOMPARE(shownTabs(scene)->tabText(0), QStringLiteral("Q3 (1 to fix)"));
        QCOMPARE(shownTabs(scene)->tabText(1), QStringLiteral("Q4 && more"));
        QCOMPARE(scene.look(QStringLiteral("check-several-tabs")), QString());
        shownTabs(scene)->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()), kPatience);
        QWidget& step = *scene.page().step(2);
        auto& grid = step.findChild<SheetGridView*>()->grid();
        QVERIFY(grid.setData(grid.indexOf({3, 3}), QStringLiteral("none"), Qt::EditRole));
        QTRY_VERIFY_WITH_TIMEOUT(
            scene.job().checked() != nullptr && scene.job().checked()->blocked == 2, kPatience);
        QCOMPARE(shownTabs(scene)->tabText(1), QStringLiteral("Q4 && more (1 to fix)"));
        QVERIFY2(scene.page().commandLine().contains(QStringLiteral("!D3=none")),
                 qPrintable(scene.page().commandLine()));
        QCOMPARE(cellText(step, 3, 3), QStringLiteral("none"));
        shownTabs(scene)->setCurrentIndex(0);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()), kPatience);
        QCOMPARE(cellText(step, 3, 3), QStringLiteral("Basel"));
    }

    void problemWalk_behindTheLastOfATab_goesOnInTheNext() {
        SubmitScene scene;
        QVERIFY(scene.open(savedWorkbook(scene.folder.path())));
        chooseTabs(scene, kBoth);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().tabs().size() == 2,
                                 kPatience);
        QVERIFY(scene.goToCheck());
        QWidget& step = *scene.page().step(2);
        auto& view = *step.findChild<SheetGridView*>();
        scene.job().showTab(1);
        QTRY_COMPARE_WITH_TIMEOUT(cellText(step, 3, 3), QStringLiteral("5"), kPatience);
        QVERIFY(
            view.grid().setData(view.grid().indexOf({4, 3}), QStringLiteral("some"), Qt::EditRole));
        QTRY_VERIFY_WITH_TIMEOUT(
            scene.job().checked() != nullptr && scene.job().checked()->blocked == 2, kPatience);
        const auto stands = [&](std::size_t tab, GridCell cell) {
            return scene.job().shownTab() == tab && view.currentCell() == cell;
        };
        const GridCell inFirst{3, 4};
        const GridCell inSecond{4, 3};
        const auto walk = [&](Qt::KeyboardModifiers keys) {
            QTest::keyClick(&view, Qt::Key_F8, keys);
        };
        walk(Qt::NoModifier);
        QTRY_VERIFY_WITH_TIMEOUT(stands(1, inSecond), kPatience);
        walk(Qt::NoModifier);
        QTRY_VERIFY_WITH_TIMEOUT(stands(0, inFirst), kPatience);
        walk(Qt::NoModifier);
        QTRY_VERIFY_WITH_TIMEOUT(stands(1, inSecond), kPatience);
        walk(Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(stands(0, inFirst), kPatience);
        // A chosen kind that the other tab does not have keeps the walk here.
        step.findChild<QListWidget*>(QStringLiteral("problems"))->setCurrentRow(1);
        walk(Qt::NoModifier);
        QTRY_VERIFY_WITH_TIMEOUT(stands(0, inFirst), kPatience);
    }

    void severalTabs_ordered_areOneRunThatIsOpenedAgainWhole() {
        DesktopScene scene;
        const QString file = savedWorkbook(scene.folder());
        QVERIFY(!file.isEmpty());
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        const auto job = [&scene]() -> SheetJob& {
            return qobject_cast<SubmitPage*>(scene.window().page(QStringLiteral("submit")))->job();
        };
        scene.program().workspace().openSheet(file);
        LEADSHEET_WAIT(isLoaded(job()));
        chooseTabs(scene, kBoth);
        LEADSHEET_WAIT(isLoaded(job()) && job().tabs().size() == 2);
        for (const char* name : {"continueToMap", "continueToCheck", "continueToPrice", "place"}) {
            LEADSHEET_WAIT(shownButton(scene, name) != nullptr);
            shownButton(scene, name)->click();
        }
        LEADSHEET_WAIT(shownButton(scene, "runNext") != nullptr);
        {
            submit::LedgerOptions options;
            options.mode = submit::LedgerOptions::Mode::ReadOnly;
            const auto ledger = submit::Ledger::open(
                scene.program().workspace().folders().sandboxLedgerFile(), options);
            QVERIFY(ledger);
            const auto runs = ledger->runs();
            QVERIFY(runs && runs->size() == 1);
            QCOMPARE(app::recordOf(runs->front())->tabs.size(), std::size_t{2});
            submit::RowReader reader(*ledger, runs->front().id, {});
            const auto rows = reader.next();
            QVERIFY(rows);
            QStringList placed;
            for (const submit::RowRecord& row : *rows)
                if (row.state == submit::RowState::Placed)
                    placed << QStringLiteral("%1!%2")
                                  .arg(QString::fromStdString(row.tab))
                                  .arg(row.sourceRow);
            QCOMPARE(placed, (QStringList{"Q3!2", "Q4 & more!3", "Q4 & more!4"}));
        }
        const auto* table = scene.window().findChild<QTableView*>(QStringLiteral("runRows"));
        LEADSHEET_WAIT(table->model()->index(0, 0).data().toString() == QStringLiteral("2 · Q3"));
        // There is room for the number of a row and for its tab.
        QVERIFY(table->columnWidth(0) >
                table->fontMetrics().horizontalAdvance(QStringLiteral("4 · Q4 & more")));
        scene.restart();
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        scene.program().workspace().showRun(1);
        LEADSHEET_WAIT(shownButton(scene, "runNext") != nullptr);
        shownButton(scene, "runNext")->click();
        LEADSHEET_WAIT(job().checked() != nullptr);
        QCOMPARE(job().tabs().size(), std::size_t{2});
        QCOMPARE(job().checked()->ready, std::uint64_t{0});
        QCOMPARE(job().checking().findings()->known.alreadyOrdered, std::int64_t{3});
    }

    void fix_pressedBeforeAnotherTabIsShown_goesToItsTab() {
        SubmitScene scene;
        WorkbookTab first;
        first.name = QStringLiteral("Q3");
        first.rows = {{"Product", "Industry", "Location", "Lead count"},
                      {"filters", "Retail", "Berlin", "10"},
                      {"fliters", "Pharma", "Basel", "20"}};
        WorkbookTab second = first;
        second.name = QStringLiteral("Q4 & more");
        second.rows[1][1] = QByteArrayLiteral("Leather");
        second.rows[2][1] = QByteArrayLiteral("Latex");
        QVERIFY(scene.open(scene.write(QStringLiteral("two.xlsx"), workbookOf({first, second}))));
        chooseTabs(scene, kBoth);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(scene.job()) && scene.job().tabs().size() == 2,
                                 kPatience);
        QVERIFY(scene.goToCheck());
        auto* fix = scene.window().findChild<QAbstractButton*>(QStringLiteral("groupFix"));
        QVERIFY(fix != nullptr);
        const auto steps = [&scene](std::size_t tab) {
            std::size_t all = 0;
            for (const app::ColumnRule& rule : scene.job().tabs()[tab].map.columns)
                all += rule.transforms.size();
            return all;
        };
        const std::size_t before[] = {steps(0), steps(1)};
        fix->click();
        scene.job().showTab(1);
        QTRY_COMPARE_WITH_TIMEOUT(steps(0), before[0] + 1, kPatience);
        QCOMPARE(steps(1), before[1]);
        QTRY_VERIFY_WITH_TIMEOUT(scene.job().checked() != nullptr, kPatience);
        QCOMPARE(scene.job().checked()->blocked, std::uint64_t{1});
        scene.job().showTab(0);
        QVERIFY(scene.job().canUndoMap());
    }
};

LEADSHEET_TEST(tst_several_tabs, SeveralTabsTest);
#include "tst_several_tabs.moc"
