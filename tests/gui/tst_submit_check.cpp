// SPDX-License-Identifier: Apache-2.0
#include "check_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "grid/sheet_grid_view.hpp"
#include "theme/icons.hpp"

#include <QAccessible>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

class SubmitCheckTest : public QObject {
    Q_OBJECT

private slots:
    void sample_checked_saysCountsAndKinds();
    void steps_overTheSheet_leaveItTheWidth();
    void rows_checked_openAtTheWorstProblem();
    void rowNumbers_ofProblems_areMarked();
    void scrollBar_besideTheRows_showsWhereProblemsAre();
    void rows_repeated_areCountedApart();
    void row_selected_isSaidInWords();
    void columns_notUsed_areNamedWithThoseThatNarrowFirst();
    void product_thatNoColumnNames_isSaidHereAndAtThePrice();
    void noteAboveTheColumns_thatDenies_isShown();
    void walk_f8_goesThroughEveryProblemAndRound();
    void kind_chosen_showsItsRowsOnly();
    void rowsChosen_inTheGrid_areKnownToThePrice();
    void manyRows_checked_neverBlockTheWindow();
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

void SubmitCheckTest::steps_overTheSheet_leaveItTheWidth() {
    SubmitScene scene;
    scene.window().resize(1240, 720);
    scene.program.show();
    auto* navigation = scene.window().findChild<QListWidget*>(QStringLiteral("navigation"));
    QCOMPARE(navigation->item(0)->text(), QStringLiteral("Submit"));
    QVERIFY(scene.open(scene.write(QStringLiteral("clean.csv"), cleanSheet(3))));
    QVERIFY(scene.goToCheck());
    // What stands beside the sheet is the folded list of pages.
    QTRY_VERIFY_WITH_TIMEOUT(step(scene).width() >= 1240 - 80, kPatience);
    QVERIFY(navigation->item(0)->text().isEmpty());
    scene.window().resize(1700, 720);
    QCOMPARE(navigation->item(0)->text(), QStringLiteral("Submit"));
    scene.window().resize(1240, 720);
    QVERIFY(navigation->item(0)->text().isEmpty());
    QCOMPARE(QAccessible::queryAccessibleInterface(navigation)->child(0)->text(QAccessible::Name),
             QStringLiteral("Submit"));
    int right = 0;
    for (int i = 1; i <= 5; ++i) {
        auto* one = scene.page().findChild<QAbstractButton*>(QStringLiteral("step%1").arg(i));
        const QPoint at = one->mapTo(&scene.page(), QPoint());
        QVERIFY(at.x() >= right &&
                at.y() + one->height() <= step(scene).mapTo(&scene.page(), QPoint()).y());
        right = at.x() + one->width();
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(one);
        QCOMPARE(spoken->role(), QAccessible::RadioButton);
        QCOMPARE(bool(spoken->state().checked), i == 3);
    }
    scene.program.workspace().showPage(QStringLiteral("orders"));
    QCOMPARE(navigation->item(0)->text(), QStringLiteral("Submit"));
    scene.window().resize(900, 720);
    QVERIFY(navigation->item(0)->text().isEmpty());
}

void SubmitCheckTest::rows_checked_openAtTheWorstProblem() {
    QByteArray names;
    QByteArray blanks;
    for (int i = 0; i < 12; ++i) {
        names += "Note " + QByteArray::number(i) + ',';
        blanks += "x,";
    }
    QByteArray sheet = names + "Product,Industry,Lead count\n";
    for (int row = 2; row <= 300; ++row)
        sheet += blanks + "filters,Industry " + QByteArray::number(row) +
                 (row == 250 ? ",many\n" : ",10\n");
    SubmitScene scene;
    QVERIFY(openCheck(scene, sheet));
    QTRY_COMPARE_WITH_TIMEOUT(grid(scene).currentCell().row, 250U, kPatience);
    QCOMPARE(grid(scene).currentCell().column, 14U);
    QVERIFY(grid(scene).viewport()->rect().contains(
        grid(scene).visualRect(grid(scene).currentIndex()).center()));
    // No row was chosen by it, and a check later on moves nobody.
    QVERIFY(scene.job().selectedRows().empty());
    type(scene, {2, 13}, QStringLiteral("Steel"));
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().checked() != nullptr, kPatience);
    QCOMPARE(grid(scene).currentCell().column, 13U);
    QVERIFY(grid(scene).currentCell().row <= 3);
}

void SubmitCheckTest::rowNumbers_ofProblems_areMarked() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, "Product,Industry,Lead count\n"
                             "filters,Software,10\n"
                             "fliters,Software,20\n"));
    SheetGridModel& model = grid(scene).grid();
    const auto header = [&](std::uint32_t number, int role) {
        return model.headerData(model.indexOf({number, 0}).row(), Qt::Vertical, role);
    };
    QVERIFY(!header(2, SheetGridModel::LevelRole).isValid());
    QCOMPARE(header(3, SheetGridModel::LevelRole).toInt(),
             static_cast<int>(app::ProblemLevel::Blocks));
    QVERIFY(header(3, Qt::ToolTipRole).toString().contains(QLatin1String("fliters")));
    // The sign leaves the number its room.
    QVERIFY(grid(scene).verticalHeader()->width() >
            grid(scene).fontMetrics().horizontalAdvance(QStringLiteral("888")) + 30);
}

void SubmitCheckTest::scrollBar_besideTheRows_showsWhereProblemsAre() {
    QByteArray sheet = "Product,Industry,Lead count\n";
    for (int row = 2; row <= 1000; ++row)
        sheet += (row == 903 ? "fliters" : "filters") + QByteArray(",Industry ") +
                 QByteArray::number(row) + ",10\n";
    SubmitScene scene;
    QVERIFY(openCheck(scene, sheet));
    const auto marked = [&](int parts) {
        QList<int> found;
        const auto worst = ProblemScrollBar::worstOfParts(grid(scene).grid(), parts);
        for (std::size_t part = 0; part < worst.size(); ++part)
            if (worst[part] == app::ProblemLevel::Blocks)
                found << static_cast<int>(part);
        return found;
    };
    QCOMPARE(marked(100), QList<int>{90});
    QCOMPARE(marked(5000), QList<int>{902}); // a part is a row at least
    QCOMPARE(scene.look(QStringLiteral("check-scroll-bar")), QString());
    // The bar itself shows it, in the colour of the problem.
    QScrollBar& bar = *grid(scene).verticalScrollBar();
    const auto reds = [&] {
        const QImage picture = bar.grab().toImage();
        const QColor wanted = coloursOf(Tone::Bad, bar.palette()).mark;
        QList<int> lines;
        for (int y = 0; y < picture.height(); ++y)
            if (picture.pixelColor(picture.width() / 2, y) == wanted)
                lines << y * 100 / picture.height();
        return lines;
    };
    QVERIFY(!reds().isEmpty());
    QVERIFY(reds().front() > 80 && reds().back() < 96);
    type(scene, {903, 0}, QStringLiteral("filters"));
    QTRY_COMPARE_WITH_TIMEOUT(ready(scene), std::uint64_t{999}, kPatience);
    QCOMPARE(marked(100), QList<int>{});
    QVERIFY(reds().isEmpty());
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
                            "earlier row, it is left out; Price can order both."));
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

void SubmitCheckTest::product_thatNoColumnNames_isSaidHereAndAtThePrice() {
    SubmitScene scene;
    scene.program.start(true);
    QTRY_VERIFY_WITH_TIMEOUT(scene.program.account().state() == ConnectionState::Connected,
                             kPatience);
    QVERIFY(openCheck(scene, "Industry,Lead count,Job titles\nSoftware,10,CTO\nSteel,20,CEO\n"));
    const auto* said = step(scene).findChild<QLabel*>(QStringLiteral("productOfRows"));
    QVERIFY(said->isVisible());
    QVERIFY2(
        said->text().startsWith(QStringLiteral("No column names the product: every row orders ")) &&
            said->text().endsWith(QStringLiteral(", the only product with all these columns.")),
        qPrintable(said->text()));
    QCOMPARE(scene.look(QStringLiteral("check-product")), QString());
    QVERIFY(scene.press("continueToPrice"));
    const auto* atPrice = scene.window().findChild<QLabel*>(QStringLiteral("productOfPrices"));
    QTRY_VERIFY_WITH_TIMEOUT(atPrice->isVisible(), kPatience);
    QCOMPARE(atPrice->text(), said->text());
    QCOMPARE(scene.look(QStringLiteral("price-product")), QString());
}

void SubmitCheckTest::walk_f8_goesThroughEveryProblemAndRound() {
    SubmitScene scene;
    QVERIFY(openCheck(scene, faultySheet()));
    std::vector<GridCell> seen{grid(scene).currentCell()}; // it opened at the first one
    const auto marks = grid(scene).grid().problems()->marks();
    for (std::size_t i = 0; i < marks.size(); ++i) {
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

void SubmitCheckTest::manyRows_checked_neverBlockTheWindow() {
    SubmitScene scene;
    QByteArray bytes = cleanSheet(20'000);
    bytes += "fliters,Glass,CEO,Berlin,30\n";
    QVERIFY(scene.open(scene.write(QStringLiteral("large.csv"), bytes)));
    application().forgetSlowEvents();
    application().setEventLimit(std::chrono::milliseconds(50 * 8));
    QVERIFY(scene.goToCheck());
    QCOMPARE(scene.job().checked()->ready, std::uint64_t{20'000});
    QCOMPARE(scene.job().checked()->blocked, std::uint64_t{1});
    QTest::keyClick(&grid(scene), Qt::Key_F8);
    QCOMPARE(grid(scene).currentCell().row, 20'002U);
    const QHeaderView* numbers = grid(scene).verticalHeader();
    QVERIFY(numbers->width() > numbers->fontMetrics().horizontalAdvance(QStringLiteral("20002")));
    // A correction of all rows at once.
    grid(scene).goTo({2, 2});
    auto* replace = step(scene).findChild<QPushButton*>(QStringLiteral("replaceInRows"));
    QTRY_VERIFY_WITH_TIMEOUT(replace->text().contains(QStringLiteral("20,001")), kPatience);
    QTest::keyClicks(step(scene).findChild<QLineEdit*>(QStringLiteral("replaceBy")),
                     QStringLiteral("CTO"));
    QVERIFY(scene.press("replaceInRows"));
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().edits() != nullptr, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().checked() != nullptr, kPatience);
    QCOMPARE(scene.job().edits()->size(), std::size_t{20'001});
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
