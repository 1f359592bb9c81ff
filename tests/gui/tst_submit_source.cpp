// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"
#include "screenshot.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "dialogs/form_dialog.hpp"
#include "grid/sheet_grid_view.hpp"
#include "submit/source_phrases.hpp"
#include "submit/submit_step.hpp"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

SheetGridView& gridOf(SubmitScene& scene) {
    return *scene.page().step(0)->findChild<SheetGridView*>();
}

QString cellText(SubmitScene& scene, std::uint32_t row, std::uint32_t column) {
    SheetGridView& view = gridOf(scene);
    return view.grid().indexOf({row, column}).data().toString();
}

QAction* choice(SubmitScene& scene, const char* phrase, const QString& text) {
    for (auto* button : scene.window().findChildren<QToolButton*>(QString::fromLatin1(phrase)))
        for (QAction* action : button->menu()->actions())
            if (button->isVisible() && action->text().startsWith(text))
                return action;
    return nullptr;
}

} // namespace

class SubmitSourceTest : public QObject {
    Q_OBJECT

private slots:
    void start_nothingOpen_offersEveryWay();
    void sample_threeClicks_isOpenAndShown();
    void open_fileDialog_showsRowsByTheirNumbers();
    void paste_copiedCells_becomeASheet();
    void unreadable_file_isSaidInThePageWithAWayOut();
    void encoding_notTellable_isAskedWithSamples();
    void encoding_otherChosen_isReadAgain();
    void headerRow_otherChosen_isReadAgain();
    void totals_decidedOtherwise_isReadAgainInThatWay();
    void model_whileRowsComeIn_keepsItsPromises();
    void anotherSheet_notChosen_hasAWayBack();
    void find_textFarDown_isFoundWithoutHoldingUpTheWindow();
    void copy_selection_isPastedAsASpreadsheetWould();
    void largeSheet_openedAndScrolled_neverBlocksTheWindow();
    void largeText_nothingIsCut();
};

void SubmitSourceTest::start_nothingOpen_offersEveryWay() {
    SubmitScene scene;
    QCOMPARE(scene.window().currentPage()->id(), QStringLiteral("submit"));
    for (const char* name : {"openSheet", "pasteCells", "trySample"})
        QVERIFY(scene.window().findChild<QPushButton*>(QString::fromLatin1(name))->isVisible());
    QCOMPARE(scene.look(QStringLiteral("source-start")), QString());
    QVERIFY(scene.page().commandLine().isEmpty());
}

void SubmitSourceTest::sample_threeClicks_isOpenAndShown() {
    SubmitScene scene;
    QVERIFY(scene.press("trySample"));
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Open, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!scene.job().rows().isLoading(), kPatience);
    const auto* phrases = scene.window().findChild<SourcePhrases*>();
    QVERIFY(phrases->text().contains(QStringLiteral("header row 4")));
    QVERIFY(phrases->text().contains(QStringLiteral("columns separated by semicolon")));
    QCOMPARE(cellText(scene, 5, 3), QStringLiteral("München"));
    QCOMPARE(scene.look(QStringLiteral("source-open")), QString());
    QVERIFY(scene.page().commandLine().startsWith(QStringLiteral("leadsheet sheet inspect ")));
    // The person's own copy: opening it again keeps what was done with it.
    QVERIFY(scene.job().path().string().starts_with(scene.folder.path().toStdString()));
}

void SubmitSourceTest::open_fileDialog_showsRowsByTheirNumbers() {
    SubmitScene scene;
    setNextFile(scene.write(QStringLiteral("a.csv"), "name,count\n007,1\n\n\nx,2\n"));
    QVERIFY(scene.press("openSheet"));
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Open, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!scene.job().rows().isLoading(), kPatience);
    QCOMPARE(cellText(scene, 2, 0), QStringLiteral("007"));
    QCOMPARE(cellText(scene, 5, 0), QStringLiteral("x"));
    QVERIFY(!scene.program.settings().recentSheets().isEmpty());
}

void SubmitSourceTest::paste_copiedCells_becomeASheet() {
    SubmitScene scene;
    QGuiApplication::clipboard()->setText(
        QStringLiteral("Product\tIndustry\tLead count\nfilters\tSoftware\t10\n"));
    scene.page().setFocus();
    QTest::keyClick(scene.page().step(0), Qt::Key_V, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Open, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!scene.job().rows().isLoading(), kPatience);
    QCOMPARE(scene.job().sourceName(), QStringLiteral("Pasted rows"));
    QVERIFY(scene.job().isTemporary());
    QCOMPARE(cellText(scene, 2, 1), QStringLiteral("Software"));
}

void SubmitSourceTest::unreadable_file_isSaidInThePageWithAWayOut() {
    SubmitScene scene;
    scene.program.workspace().openSheet(
        scene.write(QStringLiteral("list.pdf"), "%PDF-1.7\nnot a sheet"));
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Unreadable, kPatience);
    auto* text = scene.window().findChild<QLabel*>(QStringLiteral("sourceTrouble"));
    QVERIFY(text->isVisible());
    QVERIFY(!scene.job().error().wayOut.empty());
    QVERIFY(text->text().contains(
        QString::fromStdString(leadsheet::text::render(scene.job().error().wayOut))));
    QCOMPARE(scene.look(QStringLiteral("source-unreadable")), QString());
    QVERIFY(scene.press("openAnother"));
    QVERIFY(scene.window().findChild<QPushButton*>(QStringLiteral("openSheet"))->isVisible());
}

// Mac Roman, which no detector knows.
void SubmitSourceTest::encoding_notTellable_isAskedWithSamples() {
    SubmitScene scene;
    scene.program.workspace().openSheet(
        scene.write(QStringLiteral("umlauts.csv"), "name;city\nM\x9Fller;K\x9Aln\n"));
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Unreadable, kPatience);
    QCOMPARE(app::sheetErrorName(scene.job().error().code),
             app::sheetErrorName(app::SheetErrorCode::AmbiguousEncoding));
    settle();
    screenshot(scene.window(), QStringLiteral("source-encoding"));
    QPushButton* mac = nullptr;
    for (auto* button : scene.window().findChildren<QPushButton*>(QStringLiteral("readAs")))
        if (button->isVisible() && button->text().endsWith(QStringLiteral("macintosh")))
            mac = button;
    QVERIFY(mac != nullptr);
    QStringList samples;
    for (const auto* label : mac->parentWidget()->findChildren<QLabel*>())
        samples << label->text();
    QVERIFY2(samples.contains(QStringLiteral("Müller   |   Köln")),
             qPrintable(samples.join(QLatin1Char('\n'))));
    mac->click();
    QTRY_VERIFY_WITH_TIMEOUT(
        scene.job().state() == SheetJob::State::Open && !scene.job().rows().isLoading(), kPatience);
    QCOMPARE(cellText(scene, 2, 0), QStringLiteral("Müller"));
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("--encoding macintosh")));
}

void SubmitSourceTest::encoding_otherChosen_isReadAgain() {
    SubmitScene scene;
    QVERIFY(
        scene.open(scene.write(QStringLiteral("umlauts.csv"),
                               "Produkt;Ort;Anzahl\nfilters;M\xFCnchen;10\nfilters;K\xF6ln;5\n")));
    QCOMPARE(cellText(scene, 2, 1), QStringLiteral("München"));
    choice(scene, "phraseEncoding", QStringLiteral("windows-1251"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(cellText(scene, 2, 1) == QStringLiteral("Mьnchen"), kPatience);
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("--encoding windows-1251")));
}

void SubmitSourceTest::headerRow_otherChosen_isReadAgain() {
    SubmitScene scene;
    QVERIFY(scene.open(scene.write(QStringLiteral("h.csv"),
                                   "Product,Lead count\nProduct,Lead count\nfilters,10\n")));
    QAction* second = choice(scene, "phraseHeader", QStringLiteral("Row 2"));
    QVERIFY(second != nullptr);
    second->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Open, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(scene.job().headerRow(), 2U, kPatience);
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("--header-row 2")));
}

void SubmitSourceTest::totals_decidedOtherwise_isReadAgainInThatWay() {
    SubmitScene scene;
    QVERIFY(scene.press("trySample"));
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().rows().counts() != nullptr, kPatience);
    QAction* skip = choice(scene, "phrase-totalRows", QStringLiteral("Skip"));
    QVERIFY(skip != nullptr);
    skip->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(scene.job().state() == SheetJob::State::Open &&
                                 scene.job().rows().counts() != nullptr,
                             kPatience);
    QVERIFY(scene.job().checkOptions().decisions.takesOther(app::SourceMatter::TotalRows));
    QVERIFY(scene.page().commandLine().contains(QStringLiteral("--total-rows skip")));
}

void SubmitSourceTest::model_whileRowsComeIn_keepsItsPromises() {
    QTemporaryDir folder;
    auto spool = std::make_shared<app::RowSpool>(folder.path().toStdString());
    SheetGridModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false);
    model.setRows({spool, nullptr, 0}, 1);
    QCOMPARE(model.rowCount(), 0);
    const std::string value = "v";
    for (std::uint32_t number = 1; number <= 1000; ++number) {
        app::Cell cell;
        cell.kind = app::CellKind::Text;
        cell.column = number > 500 ? 3 : 1;
        cell.text = value;
        app::RowView row;
        row.row = number * 2;
        row.cells = {&cell, 1};
        QVERIFY(spool->append(row));
        if (number % 100 == 0)
            model.grow();
    }
    QVERIFY(spool->flush());
    model.grow();
    QCOMPARE(model.rowCount(), 1000);
    QCOMPARE(model.columnCount(), 4);
    QCOMPARE(model.headerData(999, Qt::Vertical, Qt::DisplayRole).toUInt(), 2000U);
    model.setFilter(std::vector<std::uint32_t>{4, 2000});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.numberOf(1), 2000U);
    QCOMPARE(model.indexOf({2000, 3}).row(), 1);
    QVERIFY(!model.indexOf({6, 0}).isValid());
    model.setFilter(std::nullopt);
    QCOMPARE(model.rowCount(), 1000);
}

void SubmitSourceTest::anotherSheet_notChosen_hasAWayBack() {
    SubmitScene scene;
    QVERIFY(!scene.window().findChild<QPushButton*>(QStringLiteral("backToSheet"))->isVisible());
    QVERIFY(scene.open(scene.write(QStringLiteral("a.csv"), cleanSheet(3))));
    const auto* back = scene.window().findChild<QPushButton*>(QStringLiteral("backToSheet"));
    QVERIFY(scene.press("anotherSheet"));
    QVERIFY(back->isVisible());
    QCOMPARE(back->text(), QStringLiteral("Back to a.csv"));
    QCOMPARE(scene.look(QStringLiteral("source-another")), QString());
    QTest::keyClick(QApplication::focusWidget() != nullptr ? QApplication::focusWidget()
                                                           : scene.page().step(0),
                    Qt::Key_Escape);
    QVERIFY(gridOf(scene).isVisible());
    QVERIFY(scene.press("anotherSheet"));
    QVERIFY(scene.press("backToSheet"));
    QVERIFY(gridOf(scene).isVisible());
    QVERIFY(!back->isVisible());
    // By the step as well.
    QVERIFY(scene.goToMap());
    scene.page().goTo(0);
    QVERIFY(scene.press("anotherSheet"));
    scene.page().goTo(1);
    scene.page().goTo(0);
    QVERIFY(gridOf(scene).isVisible());
    QCOMPARE(cellText(scene, 2, 0), QStringLiteral("filters"));
}

void SubmitSourceTest::find_textFarDown_isFoundWithoutHoldingUpTheWindow() {
    SubmitScene scene;
    QByteArray bytes = cleanSheet(5000);
    bytes += "filters,Needle in the Hay,CEO,Berlin,10\n";
    QVERIFY(scene.open(scene.write(QStringLiteral("n.csv"), bytes)));
    // A shortcut needs an active window, which a window system grants when it likes.
    auto* bar = scene.page().step(0)->findChild<QWidget*>(QStringLiteral("findBar"));
    QVERIFY(QTest::qWaitFor(
        [&] {
            scene.window().activateWindow();
            gridOf(scene).setFocus();
            QTest::keyClick(&gridOf(scene), Qt::Key_F, Qt::ControlModifier);
            return bar->isVisible();
        },
        kPatience));
    auto* line = bar->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("NEEDLE in"));
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(gridOf(scene).currentCell().row, 5002U, kPatience);
    QCOMPARE(gridOf(scene).currentCell().column, 1U);
    QTest::keyClick(line, Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
}

void SubmitSourceTest::copy_selection_isPastedAsASpreadsheetWould() {
    SubmitScene scene;
    QVERIFY(scene.open(
        scene.write(QStringLiteral("c.csv"), "a,b,c\n1,\"two\nlines\",3\n4,5,6\n7,8,9\n")));
    SheetGridView& view = gridOf(scene);
    view.selectionModel()->select(
        QItemSelection(view.grid().indexOf({2, 0}), view.grid().indexOf({3, 1})),
        QItemSelectionModel::ClearAndSelect);
    QSignalSpy copied(&view, &SheetGridView::copied);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(copied.count(), 1, kPatience);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("1\t\"two\nlines\"\n4\t5\n"));
}

void SubmitSourceTest::largeSheet_openedAndScrolled_neverBlocksTheWindow() {
    SubmitScene scene;
    const QString file = scene.write(QStringLiteral("large.csv"), cleanSheet(200'000));
    application().forgetSlowEvents();
    application().setEventLimit(std::chrono::milliseconds(50 * 8));
    QVERIFY(scene.open(file));
    QCOMPARE(gridOf(scene).grid().rowCount(), 200'001);
    for (const std::uint32_t row : {200'001U, 2U, 100'000U, 150'001U}) {
        gridOf(scene).goTo({row, 1});
        QCoreApplication::processEvents();
        QCOMPARE(gridOf(scene).currentCell().row, row);
    }
    application().setEventLimit(std::chrono::milliseconds(0));
    QCOMPARE(application().slowEvents(), QStringList());
}

void SubmitSourceTest::largeText_nothingIsCut() {
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPointSize(14);
    QApplication::setFont(large);
    {
        SubmitScene scene;
        QCOMPARE(scene.look(QStringLiteral("source-start-14pt")), QString());
        QVERIFY(scene.press("trySample"));
        QTRY_COMPARE_WITH_TIMEOUT(scene.job().state(), SheetJob::State::Open, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!scene.job().rows().isLoading(), kPatience);
        // The header has room enough: what stands above it stays in sight.
        QCOMPARE(gridOf(scene).verticalScrollBar()->value(), 0);
        QCOMPARE(scene.look(QStringLiteral("source-open-14pt")), QString());
    }
    QApplication::setFont(before);
}

LEADSHEET_TEST(tst_submit_source, SubmitSourceTest);
#include "tst_submit_source.moc"
