// SPDX-License-Identifier: Apache-2.0
#include "check_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "shell/notice_bar.hpp"
#include "shell/workspace.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"

#include <QLineEdit>
#include <QPushButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

/// What a person puts right in the Check step.
class SubmitCorrectionsTest : public QObject {
    Q_OBJECT

private slots:
    void cell_typed_isCheckedAgainAndUndone();
    void distinctValue_replaced_mendsAllOfItsRows();
    void fix_pressed_putsItsWholeColumnRight();
    void fix_undone_isTakenBackAmongTheCorrections();
    void fixOfADoubt_offers_eachReading();
    void fixOfAKind_pressed_putsAllOfItsRowsRight();
    void fillDown_selection_takesTheTopCell();
    void edits_ofLastTime_areInForceAgain();
    void edits_sheetSavedAgain_followTheirRows_data();
    void edits_sheetSavedAgain_followTheirRows();
    void command_line_namesMapAndCorrections();
};

void SubmitCorrectionsTest::cell_typed_isCheckedAgainAndUndone() {
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

void SubmitCorrectionsTest::distinctValue_replaced_mendsAllOfItsRows() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    const std::uint64_t before = ready(scene);
    grid(scene).goTo({3, 0});
    auto* replace = step(scene).findChild<QPushButton*>(QStringLiteral("replaceInRows"));
    QTRY_VERIFY_WITH_TIMEOUT(replace->text().startsWith(QStringLiteral("Replace in 2 ")),
                             kPatience);
    auto* by = step(scene).findChild<QLineEdit*>(QStringLiteral("replaceBy"));
    // What it was taken for is filled in; a cell without a likely meaning leaves it open.
    QCOMPARE(by->text(), QStringLiteral("filters"));
    grid(scene).goTo({2, 0});
    QCOMPARE(by->text(), QString());
    QTRY_COMPARE_WITH_TIMEOUT(replace->text(), QStringLiteral("Empty 4 Cells"), kPatience);
    grid(scene).goTo({3, 0});
    QTRY_VERIFY_WITH_TIMEOUT(replace->isEnabled(), kPatience);
    QCOMPARE(scene.look(QStringLiteral("check-replace")), QString());
    QVERIFY(scene.press("replaceInRows"));
    // F8, F2 and Ctrl+Z are keys of the rows.
    QVERIFY(grid(scene).hasFocus());
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), before + 2, kPatience);
    QVERIFY(scene.job().editing().undoLabel().startsWith(QStringLiteral("Replace in 2 ")));
    QCOMPARE(grid(scene).grid().indexOf({5, 0}).data().toString(), QStringLiteral("filters"));
}

void SubmitCorrectionsTest::fix_pressed_putsItsWholeColumnRight() {
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
    QTRY_VERIFY_WITH_TIMEOUT(grid(scene).hasFocus(), kPatience);
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

void SubmitCorrectionsTest::fix_undone_isTakenBackAmongTheCorrections() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, "Product,Industry,Job title,Lead count\n"
                             "filters,Software,CEO,10\n"
                             "fliters,Steel,CEO,20\n"
                             "filters,Paper,CEO,fifty\n"));
    auto* all = step(scene).findChild<QPushButton*>(QStringLiteral("applyAllFixes"));
    QCOMPARE(all->text(), QStringLiteral("Read \"fliters\" as \"filters\""));
    const auto title = [&] {
        return grid(scene).model()->headerData(0, Qt::Horizontal).toString();
    };
    QVERIFY(!title().contains(QStringLiteral("fliters")));
    type(scene, {2, 3}, QStringLiteral("15"));
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{1}, kPatience);
    all->click();
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{2}, kPatience);
    QVERIFY2(title().contains(QStringLiteral("fliters = filters")), qPrintable(title()));
    // Other sheets profit from it, as long as it is not taken back.
    const auto learned = [&] {
        const auto names = work::learnedNames(scene.program.workspace().folders());
        return names ? (*names)->meaningOf(app::kProductTarget, "fliters") : std::nullopt;
    };
    QTRY_COMPARE_WITH_TIMEOUT(learned(), std::optional<std::string>("filters"), kPatience);
    QCOMPARE(scene.look(QStringLiteral("check-suggestion-applied")), QString());
    type(scene, {4, 3}, QStringLiteral("50"));
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{3}, kPatience);
    // The last one first: the count, the suggestion, the other count.
    QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{2}, kPatience);
    QVERIFY(title().contains(QStringLiteral("fliters = filters")));
    QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{1}, kPatience);
    QVERIFY(!title().contains(QStringLiteral("fliters")));
    QTRY_VERIFY_WITH_TIMEOUT(!learned(), kPatience);
    QCOMPARE(scene.job().edits()->size(), std::size_t{1});
    QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{2}, kPatience);
    QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{3}, kPatience);
}

void SubmitCorrectionsTest::fixOfADoubt_offers_eachReading() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, "Product,Industry,Lead count,E-mail required\n"
                             "filters,Software,10,yes\n"
                             "filters,Wood,20,maybe\n"));
    QStringList offered;
    for (const auto* fix : problems(scene).findChildren<QPushButton*>(QStringLiteral("groupFix")))
        offered << fix->accessibleName();
    QCOMPARE(offered, QStringList({QStringLiteral("Read \"maybe\" as \"yes\""),
                                   QStringLiteral("Read \"maybe\" as \"no\"")}));
    QCOMPARE(scene.look(QStringLiteral("check-doubt")), QString());
    // Return chooses neither.
    problems(scene).setFocus();
    problems(scene).setCurrentRow(1);
    QTest::keyClick(&problems(scene), Qt::Key_Return);
    QCoreApplication::processEvents();
    QCOMPARE(ready(scene), std::uint64_t{1});
    problems(scene).findChildren<QPushButton*>(QStringLiteral("groupFix")).last()->click();
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{2}, kPatience);
}

void SubmitCorrectionsTest::fixOfAKind_pressed_putsAllOfItsRowsRight() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, "Product,Industry,Company size,Lead count\n"
                             "filters,Software,11-50,10\n"
                             "fliters,Wood,11-50,20\n"
                             "filters,Steel,Nov 50,30\n"
                             "fliters,Paper,11-50,40\n"
                             "filters,Glass,11-50,many\n"));
    QCOMPARE(ready(scene), std::uint64_t{1});
    const auto fixes = [&] {
        return problems(scene).findChildren<QPushButton*>(QStringLiteral("groupFix"));
    };
    const auto rowOf = [&](const QString& text) {
        for (int row = 0; row < problems(scene).count(); ++row)
            if (problems(scene).item(row)->text().contains(text))
                return row;
        return -1;
    };
    // Two kinds have a fix, a count that is no number has none; the kind of most rows is first.
    QCOMPARE(fixes().size(), qsizetype{2});
    QCOMPARE(rowOf(QStringLiteral("fliters")), 1);
    QCOMPARE(fixes().front()->accessibleName(), QStringLiteral("Read \"fliters\" as \"filters\""));
    QCOMPARE(scene.look(QStringLiteral("check-cards")), QString());
    fixes().front()->click();
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{3}, kPatience);
    QVERIFY(grid(scene).hasFocus());
    // Without a mouse: the entry, Return.
    QCOMPARE(rowOf(QStringLiteral("fliters")), -1);
    problems(scene).setFocus();
    problems(scene).setCurrentRow(rowOf(QStringLiteral("Nov 50")));
    QVERIFY(problems(scene)
                .currentItem()
                ->data(Qt::AccessibleTextRole)
                .toString()
                .contains(QStringLiteral("Return: Read")));
    QTest::keyClick(&problems(scene), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{4}, kPatience);
}

void SubmitCorrectionsTest::fillDown_selection_takesTheTopCell() {
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

void SubmitCorrectionsTest::edits_ofLastTime_areInForceAgain() {
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

void SubmitCorrectionsTest::edits_sheetSavedAgain_followTheirRows_data() {
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

void SubmitCorrectionsTest::edits_sheetSavedAgain_followTheirRows() {
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

void SubmitCorrectionsTest::command_line_namesMapAndCorrections() {
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

LEADSHEET_TEST(tst_submit_corrections, SubmitCorrectionsTest);
#include "tst_submit_corrections.moc"
