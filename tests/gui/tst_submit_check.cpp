// SPDX-License-Identifier: Apache-2.0
#include "screenshot.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "grid/sheet_grid_view.hpp"
#include "shell/notice_bar.hpp"
#include "submit/check_step.hpp"
#include "submit/problem_list.hpp"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

CheckStep& step(SubmitScene& scene) {
    return *qobject_cast<CheckStep*>(scene.page().step(2));
}

SheetGridView& grid(SubmitScene& scene) {
    return *step(scene).findChild<SheetGridView*>();
}

ProblemList& problems(SubmitScene& scene) {
    return *step(scene).findChild<ProblemList*>();
}

bool openCheck(SubmitScene& scene, const QByteArray& sheet) {
    return scene.open(scene.write(QStringLiteral("sheet.csv"), sheet)) && scene.goToCheck();
}

bool openSample(SubmitScene& scene) {
    return scene.press("trySample") &&
           QTest::qWaitFor(
               [&] {
                   return scene.job().state() == SheetJob::State::Open &&
                          !scene.job().rows().isLoading();
               },
               kPatience) &&
           scene.goToCheck();
}

/// Types into a cell as a person does.
void type(SubmitScene& scene, GridCell cell, const QString& text) {
    grid(scene).goTo(cell);
    QTest::keyClick(&grid(scene), Qt::Key_F2);
    auto* editor = grid(scene).findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::processEvents(); // the text is taken over a moment later
}

QByteArray faultySheet() {
    return "Product,Industry,Job title,Lead count\n"
           "filters,Software,CEO,10\n"
           "fliters,Steel,CEO,20\n"
           "filters,Paper,CEO,fifty\n"
           "fliters,Glass,CEO,30\n"
           "filters,Wood,CEO,-5\n"
           "filters,Software,CEO,10\n";
}

std::uint64_t ready(SubmitScene& scene) {
    const app::CheckSummary* found = scene.job().checked();
    return found == nullptr ? 0 : found->ready;
}

} // namespace

class SubmitCheckTest : public QObject {
    Q_OBJECT

private slots:
    void sample_checked_saysCountsAndKinds();
    void rows_repeated_areCountedApart();
    void row_selected_isSaidInWords();
    void columns_notUsed_areNamedWithThoseThatNarrowFirst();
    void noteAboveTheColumns_thatDenies_isShown();
    void walk_f8_goesThroughEveryProblemAndRound();
    void cell_typed_isCheckedAgainAndUndone();
    void distinctValue_replaced_mendsAllOfItsRows();
    void fix_pressed_putsItsWholeColumnRight();
    void fillDown_selection_takesTheTopCell();
    void kind_chosen_showsItsRowsOnly();
    void edits_ofLastTime_areInForceAgain();
    void edits_sheetSavedAgain_followTheirRows_data();
    void edits_sheetSavedAgain_followTheirRows();
    void command_line_namesMapAndCorrections();
    void rowsChosen_inTheGrid_areKnownToThePrice();
    void hundredThousandRows_checked_neverBlockTheWindow();
    void program_closedWhileChecking_ends();
    void largeText_nothingIsCut();
};

void SubmitCheckTest::sample_checked_saysCountsAndKinds() {
    SubmitScene scene;
    QVERIFY(openSample(scene));
    const app::CheckSummary& found = *scene.job().checked();
    QVERIFY(found.ready > 0);
    QVERIFY(found.blocked > 0);
    QVERIFY(scene.job().isReadyToPrice());
    const auto* next = scene.window().findChild<QPushButton*>(QStringLiteral("continueToPrice"));
    QVERIFY(next->text().contains(QString::number(found.ready)));
    QVERIFY(problems(scene).count() > 3);
    QCOMPARE(grid(scene).grid().headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("B · Branche\n→ Industries"));
    grid(scene).goTo({14, 0});
    QCOMPARE(scene.look(QStringLiteral("check-sample")), QString());
}

void SubmitCheckTest::rows_repeated_areCountedApart() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    QCOMPARE(ready(scene), std::uint64_t{1}); // as `leadsheet check` counts
    const auto* counts = step(scene).findChild<CheckCounts*>();
    QStringList words;
    for (const QLabel* label : counts->findChildren<QLabel*>())
        words << label->text();
    QVERIFY2(words.contains(QStringLiteral("1 ready")), qPrintable(words.join('|')));
    QVERIFY2(words.contains(QStringLiteral("1 in the sheet twice")), qPrintable(words.join('|')));
}

void SubmitCheckTest::row_selected_isSaidInWords() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    const auto* words = step(scene).findChild<QLabel*>(QStringLiteral("rowWords"));
    grid(scene).goTo({2, 0});
    QVERIFY(words->isVisible());
    QCOMPARE(words->text(), QStringLiteral("Row 2 orders 10 leads: CEO, at Software companies."));
    grid(scene).goTo({3, 0}); // cannot be ordered
    QVERIFY(!words->isVisible());
    grid(scene).goTo({7, 2});
    QCOMPARE(words->text(),
             QStringLiteral("Row 7 orders 10 leads: CEO, at Software companies. As it repeats an "
                            "earlier row, it is left out unless you want both."));
    type(scene, {3, 0}, QStringLiteral("filters"));
    grid(scene).goTo({3, 0});
    QVERIFY(QTest::qWaitFor([&] { return words->text().startsWith(QLatin1String("Row 3 orders")); },
                            kPatience));
    QCOMPARE(scene.look(QStringLiteral("check-row-in-words")), QString());
}

void SubmitCheckTest::noteAboveTheColumns_thatDenies_isShown() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, "Important: exclude Berlin from everything,,\n"
                             "Product,Industry,Lead count\nfilters,Software,10\n"));
    const auto* notes = step(scene).findChild<QLabel*>(QStringLiteral("sheetNotes"));
    QVERIFY(notes->isVisible());
    QVERIFY2(notes->text().endsWith(QLatin1String(": Important: exclude Berlin from everything")),
             qPrintable(notes->text()));
}

void SubmitCheckTest::columns_notUsed_areNamedWithThoseThatNarrowFirst() {
    SubmitScene scene;
    QByteArray sheet = "Product,Industry,Lead count,Xyzzy,Plugh,Empty,Below\n"
                       "filters,Software,10,a,DE,,\n"
                       "filters,Steel,20,b,FR,,\n"
                       "filters,Paper,30,c,ES,,\n";
    for (int row = 0; row < 300; ++row)
        sheet += "filters,Industry " + QByteArray::number(row) + ",10,,,,\n";
    QVERIFY(openCheck(scene, sheet + "filters,Glass,10,,,,x\n"));
    const auto* narrowing = step(scene).findChild<QLabel*>(QStringLiteral("unusedNarrowing"));
    const auto* others = step(scene).findChild<QLabel*>(QStringLiteral("unusedOthers"));
    QVERIFY(narrowing->isVisible() && others->isVisible());
    QVERIFY2(narrowing->text().endsWith(QLatin1String(": Plugh")), qPrintable(narrowing->text()));
    QVERIFY2(others->text().endsWith(QLatin1String(": Xyzzy, Below")), qPrintable(others->text()));
    QCOMPARE(scene.look(QStringLiteral("check-unused-columns")), QString());
}

void SubmitCheckTest::walk_f8_goesThroughEveryProblemAndRound() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    std::vector<GridCell> seen;
    const auto marks = grid(scene).grid().problems()->marks();
    for (std::size_t i = 0; i <= marks.size(); ++i) {
        QTest::keyClick(&grid(scene), Qt::Key_F8);
        seen.push_back(grid(scene).currentCell());
    }
    QCOMPARE(seen.front().row, 3U);
    QVERIFY(seen.front() == seen.back());
    QVERIFY(grid(scene).currentIndex().data(SheetGridModel::LevelRole).isValid());
    QVERIFY(!grid(scene).currentIndex().data(Qt::ToolTipRole).toString().isEmpty());
    QTest::keyClick(&grid(scene), Qt::Key_F8, Qt::ShiftModifier);
    QVERIFY(grid(scene).currentCell() == seen[marks.size() - 1]);
}

void SubmitCheckTest::cell_typed_isCheckedAgainAndUndone() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    const std::uint64_t before = ready(scene);
    type(scene, {4, 3}, QStringLiteral("50"));
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), before + 1, kPatience);
    QVERIFY(grid(scene).grid().indexOf({4, 3}).data(SheetGridModel::EditedRole).toBool());
    QVERIFY(!grid(scene).grid().indexOf({4, 3}).data(SheetGridModel::LevelRole).isValid());
    QCOMPARE(scene.look(QStringLiteral("check-edited")), QString());
    QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(grid(scene).grid().indexOf({4, 3}).data().toString(), QStringLiteral("fifty"));
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), before, kPatience);
    QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), before + 1, kPatience);
    // The header and what stands above it are no data.
    const QModelIndex header = grid(scene).grid().indexOf({1, 0});
    QVERIFY((grid(scene).grid().flags(header) & Qt::ItemIsEditable) == 0);
}

void SubmitCheckTest::distinctValue_replaced_mendsAllOfItsRows() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    const std::uint64_t before = ready(scene);
    grid(scene).goTo({3, 0});
    auto* replace = step(scene).findChild<QPushButton*>(QStringLiteral("replaceInRows"));
    QTRY_VERIFY_WITH_TIMEOUT(replace->text().startsWith(QStringLiteral("Replace in 2 ")),
                             kPatience);
    auto* by = step(scene).findChild<QLineEdit*>(QStringLiteral("replaceBy"));
    QTest::keyClicks(by, QStringLiteral("filters"));
    QCOMPARE(scene.look(QStringLiteral("check-replace")), QString());
    QVERIFY(scene.press("replaceInRows"));
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), before + 2, kPatience);
    QVERIFY(scene.job().editing().undoLabel().startsWith(QStringLiteral("Replace in 2 ")));
    QCOMPARE(grid(scene).grid().indexOf({5, 0}).data().toString(), QStringLiteral("filters"));
}

void SubmitCheckTest::fix_pressed_putsItsWholeColumnRight() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, "Product,Industry,Company size,Lead count\n"
                             "filters,Software,11-50,10\n"
                             "fliters,-,Nov 50,20\n"
                             "filters,-,20-100,30\n"));
    QCOMPARE(ready(scene), std::uint64_t{1});
    // A person clicks a cell, sees its fixes, and clicks one.
    const auto fix = [&](GridCell cell, const char* name) {
        grid(scene).setFocus();
        grid(scene).goTo(cell);
        QTest::qWait(20);
        return QTest::qWaitFor([&] { return scene.press(name); }, kPatience);
    };
    // Without a product nothing else of a row is read.
    QVERIFY(fix({3, 0}, "fix"));
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().checking().isRunning(), false, kPatience);
    QVERIFY(fix({3, 2}, "fix"));
    const auto stepOfSizes = [&] {
        const app::ColumnRule* const sizes = scene.job().columnMap().columnFor("companySizes");
        return sizes == nullptr || sizes->transforms.empty() ? std::string()
                                                             : sizes->transforms.front().text();
    };
    QTRY_COMPARE_WITH_TIMEOUT(stepOfSizes(), std::string("means(Nov 50,11-50)"), kPatience);
    grid(scene).goTo({4, 2});
    QCOMPARE(scene.look(QStringLiteral("check-fixes")), QString());
    QVERIFY(fix({4, 2}, "applyAllFixes"));
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{2}, kPatience);
    // What takes in other sizes needs a yes of its own.
    grid(scene).setFocus();
    grid(scene).goTo({4, 2});
    QTRY_VERIFY_WITH_TIMEOUT(step(scene).findChild<QPushButton*>(QStringLiteral("fix")) != nullptr,
                             kPatience);
    QTest::keyClick(&grid(scene), Qt::Key_Period, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{3}, kPatience);
}

void SubmitCheckTest::fillDown_selection_takesTheTopCell() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    SheetGridView& view = grid(scene);
    view.selectionModel()->select(
        QItemSelection(view.grid().indexOf({2, 3}), view.grid().indexOf({6, 3})),
        QItemSelectionModel::ClearAndSelect);
    QTest::keyClick(&view, Qt::Key_D, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(view.grid().indexOf({6, 3}).data().toString(), QStringLiteral("10"),
                              kPatience);
    QCOMPARE(view.grid().indexOf({4, 3}).data().toString(), QStringLiteral("10"));
    QCOMPARE(view.grid().indexOf({7, 3}).data().toString(), QStringLiteral("10"));
    QCOMPARE(scene.job().edits()->size(), std::size_t{4});
}

void SubmitCheckTest::kind_chosen_showsItsRowsOnly() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    auto* only = step(scene).findChild<QCheckBox*>(QStringLiteral("onlyProblems"));
    only->setChecked(true);
    const int all = grid(scene).grid().rowCount();
    QVERIFY(all < 7);
    problems(scene).setCurrentRow(1);
    QVERIFY(problems(scene).currentItem()->text().startsWith(QStringLiteral("2 row")));
    QCOMPARE(grid(scene).grid().rowCount(), 2);
    QCOMPARE(grid(scene).grid().numberOf(1), 5U);
    QCOMPARE(grid(scene).currentCell().row, 3U);
    QCOMPARE(scene.look(QStringLiteral("check-kind")), QString());
    only->setChecked(false);
    QCOMPARE(grid(scene).grid().rowCount(), 7);
}

void SubmitCheckTest::edits_ofLastTime_areInForceAgain() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("kept.csv"));
    QFile sheet(file);
    QVERIFY(sheet.open(QFile::WriteOnly));
    sheet.write(faultySheet());
    sheet.close();
    const app::AppFolders folders{folder.path().toStdString(), folder.path().toStdString()};
    const auto wait = [](SheetJob& job) {
        return QTest::qWaitFor(
            [&] { return job.state() == SheetJob::State::Open && !job.rows().isLoading(); },
            kPatience);
    };
    {
        DesktopProgram program(application(), folders);
        SubmitPage& page =
            *qobject_cast<SubmitPage*>(program.window().page(QStringLiteral("submit")));
        page.job().open(file);
        QVERIFY(wait(page.job()));
        page.job().editing().change(QStringLiteral("x"), {{{0, 4, 3}, "50"}});
    }
    DesktopProgram again(application(), folders);
    SubmitPage& page = *qobject_cast<SubmitPage*>(again.window().page(QStringLiteral("submit")));
    page.job().open(file);
    QVERIFY(wait(page.job()));
    QVERIFY(page.job().hasKeptEdits());
    QCOMPARE(page.job().edits()->size(), std::size_t{1});
}

void SubmitCheckTest::edits_sheetSavedAgain_followTheirRows_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as it was, later") << "kept.csv"
                                      << "none"
                                      << "D4=50";
    QTest::newRow("another row at the end") << "kept.csv"
                                            << "append"
                                            << "D4=50";
    QTest::newRow("a row above") << "kept.csv"
                                 << "above"
                                 << "D5=50";
    QTest::newRow("with other bytes") << "kept.csv"
                                      << "semicolons"
                                      << "D4=50";
    QTest::newRow("with other bytes under another name") << "moved.txt"
                                                         << "semicolons"
                                                         << "D4=50";
    QTest::newRow("the same bytes elsewhere") << "copy.csv"
                                              << "none"
                                              << "D4=50";
    QTest::newRow("another name and other rows") << "other.csv"
                                                 << "append"
                                                 << "";
    QTest::newRow("the row changed") << "kept.csv"
                                     << "change"
                                     << "";
    QTest::newRow("the row is gone") << "kept.csv"
                                     << "remove"
                                     << "";
}
void SubmitCheckTest::edits_sheetSavedAgain_followTheirRows() {
    QFETCH(QString, name);
    QFETCH(QString, change);
    QFETCH(QString, expected);
    SubmitScene scene;
    QVERIFY(scene.open(scene.write(QStringLiteral("kept.csv"), faultySheet())));
    // Opened again at once: what was typed last is not on the disk yet.
    scene.job().editing().change(QStringLiteral("x"), {{{0, 4, 3}, "50"}});
    QByteArrayList lines = faultySheet().split('\n');
    if (change == QStringLiteral("append"))
        lines.insert(lines.size() - 1, "filters,New,CEO,10");
    else if (change == QStringLiteral("above"))
        lines.insert(1, "filters,New,CEO,10");
    else if (change == QStringLiteral("change"))
        lines[3] += "x";
    else if (change == QStringLiteral("remove"))
        lines.removeAt(3);
    QByteArray bytes = lines.join('\n');
    if (change == QStringLiteral("semicolons"))
        bytes.replace(',', ';');
    QVERIFY(scene.open(scene.write(name, bytes)));
    QString found;
    if (const auto edits = scene.job().edits())
        for (const auto& [place, text] : edits->cells())
            found += QString::fromStdString(app::columnLetter(place.column)) +
                     QString::number(place.row) + '=' + QString::fromStdString(text);
    QCOMPARE(found, expected);
    const bool says = expected.isEmpty() && name == QStringLiteral("kept.csv");
    QCOMPARE(scene.job().droppedEdits().size(), says ? std::size_t{1} : std::size_t{0});
    const auto notices = scene.page().findChildren<NoticeBar*>();
    const bool said = std::any_of(notices.begin(), notices.end(), [](const NoticeBar* bar) {
        return bar->isVisibleTo(bar->parentWidget()) &&
               bar->text().contains(QStringLiteral("1 correction was dropped")) &&
               bar->text().contains(QStringLiteral("D4 “50”"));
    });
    QCOMPARE(said, says);
    // Thrown away, they stay away.
    if (!expected.isEmpty()) {
        scene.job().editing().discardAll();
        QVERIFY(scene.open(scene.write(name, bytes)));
        QVERIFY(scene.job().edits() == nullptr);
    }
}

void SubmitCheckTest::command_line_namesMapAndCorrections() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    type(scene, {4, 3}, QStringLiteral("50"));
    QVERIFY(scene.page().commandLine().startsWith(QStringLiteral("leadsheet check ")));
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("--set D4=50")));
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("--map")));
    std::vector<app::SheetEdits::Change> many;
    for (std::uint32_t row = 2; row < 7; ++row)
        for (std::uint32_t column = 0; column < 5; ++column)
            many.push_back({{0, row, column}, "x"});
    scene.job().editing().change(QStringLiteral("many"), many);
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("--edits ")));
}

void SubmitCheckTest::rowsChosen_inTheGrid_areKnownToThePrice() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    SheetGridView& view = grid(scene);
    view.selectionModel()->select(
        QItemSelection(view.grid().indexOf({2, 0}), view.grid().indexOf({3, 1})),
        QItemSelectionModel::ClearAndSelect);
    view.selectionModel()->select(view.grid().indexOf({7, 2}), QItemSelectionModel::Select);
    const std::vector<RowRange> expected{{2, 3}, {7, 7}};
    QVERIFY(scene.job().selectedRows() == expected);
}

void SubmitCheckTest::hundredThousandRows_checked_neverBlockTheWindow() {
    SubmitScene scene;
    QByteArray bytes = cleanSheet(100'000);
    bytes += "fliters,Glass,CEO,Berlin,30\n";
    QVERIFY(scene.open(scene.write(QStringLiteral("large.csv"), bytes)));
    application().forgetSlowEvents();
    application().setEventLimit(std::chrono::milliseconds(50 * 8));
    QVERIFY(scene.goToCheck());
    QCOMPARE(scene.job().checked()->ready, std::uint64_t{100'000});
    QCOMPARE(scene.job().checked()->blocked, std::uint64_t{1});
    QTest::keyClick(&grid(scene), Qt::Key_F8);
    QCOMPARE(grid(scene).currentCell().row, 100'002U);
    const QHeaderView* numbers = grid(scene).verticalHeader();
    QVERIFY(numbers->width() > numbers->fontMetrics().horizontalAdvance(QStringLiteral("100002")));
    // A correction of all rows at once.
    grid(scene).goTo({2, 2});
    auto* replace = step(scene).findChild<QPushButton*>(QStringLiteral("replaceInRows"));
    QTRY_VERIFY_WITH_TIMEOUT(replace->text().contains(QStringLiteral("100,001")), kPatience);
    QTest::keyClicks(step(scene).findChild<QLineEdit*>(QStringLiteral("replaceBy")),
                     QStringLiteral("CTO"));
    QVERIFY(scene.press("replaceInRows"));
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().edits() != nullptr, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().checked() != nullptr, kPatience);
    QCOMPARE(scene.job().edits()->size(), std::size_t{100'001});
    application().setEventLimit(std::chrono::milliseconds(0));
    QCOMPARE(application().slowEvents(), QStringList());
}

void SubmitCheckTest::program_closedWhileChecking_ends() {
    SubmitScene scene;
    QVERIFY(scene.open(scene.write(QStringLiteral("large.csv"), cleanSheet(50'000))));
    QVERIFY(scene.goToMap());
    QVERIFY(scene.press("continueToCheck"));
    QVERIFY(scene.job().checking().isRunning());
    QCOMPARE(scene.look(QStringLiteral("check-running")), QString());
}

void SubmitCheckTest::largeText_nothingIsCut() {
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPointSize(14);
    QApplication::setFont(large);
    {
        SubmitScene scene;
        QVERIFY(openSample(scene));
        grid(scene).goTo({14, 0});
        QCOMPARE(scene.look(QStringLiteral("check-14pt")), QString());
    }
    QApplication::setFont(before);
}

LEADSHEET_TEST(tst_submit_check, SubmitCheckTest);
#include "tst_submit_check.moc"
