// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "wishes_scene.hpp"

#include "grid/sheet_grid_model.hpp"
#include "grid/sheet_grid_view.hpp"
#include "run/prices.hpp"
#include "run/run_rows_model.hpp"
#include "submit/submit_step.hpp"

#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QRadioButton>
#include <QSpinBox>
#include <QTableView>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

using Scene = WishesScene;

QString wordsOf(const QTableView& rows, int row) {
    return rows.model()->index(row, RunRowsModel::Words).data().toString();
}

/// A field that takes the key as those of some desktops do.
class TakesKeys : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride)
            event->accept();
        return event->type() == QEvent::ShortcutOverride || QLineEdit::event(event);
    }
};

} // namespace

/// What is shown of each row before it is paid for, and where the keyboard is meanwhile.
class EachRowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qRegisterMetaType<Priced>();
        qRegisterMetaType<Trouble>();
    }

    void price_eachRow_isReadInWords() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 12) + "filters,250,Retail,France\n"));
        auto& rows = *scene.desktop.find<QTableView>("pricedRows");
        QVERIFY(rows.isVisible());
        LEADSHEET_WAIT(rows.model()->rowCount() == 13 && !wordsOf(rows, 12).isEmpty());
        QCOMPARE(wordsOf(rows, 12),
                 QStringLiteral("250 leads: people with any job title, at Retail companies, in "
                                "France."));
        QCOMPARE(rows.model()->index(12, RunRowsModel::Price).data().toString(),
                 QStringLiteral("$20.00"));
        QVERIFY(wordsOf(rows, 0).contains(QStringLiteral("Industry 1")));
        QCOMPARE(scene.desktop.look(QStringLiteral("price-rows-in-words")), QString());
        auto* first = scene.desktop.find<QSpinBox>("firstCount");
        first->setValue(2);
        LEADSHEET_WAIT(rows.model()->rowCount() == 2);
        scene.desktop.find<QRadioButton>("allRows")->setChecked(true);
        LEADSHEET_WAIT(rows.model()->rowCount() == 13);
    }

    void check_rowsOrderedBefore_carryASign() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 2)));
        scene.place();
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.page().goTo(2);
        LEADSHEET_WAIT(scene.button("continueToPrice") != nullptr);
        const auto& model = *scene.page().step(2)->findChild<SheetGridView*>()->model();
        const auto number = [&model](int row, int role) {
            return model.headerData(row, Qt::Vertical, role);
        };
        for (const int row : {1, 2}) {
            QVERIFY(number(row, SheetGridModel::SignRole).isValid());
            verifySays(number(row, Qt::ToolTipRole).toString(),
                       QStringLiteral("It is already ordered: LS-"));
            verifySays(number(row, Qt::AccessibleDescriptionRole).toString(),
                       QStringLiteral("It is already ordered: LS-"));
        }
        for (const int row : {0, 3}) {
            QVERIFY(!number(row, SheetGridModel::SignRole).isValid());
            QVERIFY(!number(row, Qt::ToolTipRole).isValid());
        }
        QCOMPARE(scene.desktop.look(QStringLiteral("check-signs")), QString());
    }

    void fix_ofRows_leadsToTheFirstOfThemAlone() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 3) + "filters,many,Industry 4,Germany\n" +
                                rowsFrom(5, 6) + "filters,some,Industry 7,Germany\n"));
        scene.place();
        auto* grid = scene.page().step(2)->findChild<SheetGridView*>();
        grid->goTo({3, 2});
        LEADSHEET_WAIT(scene.button("runNext") != nullptr);
        QCOMPARE(scene.button("runNext")->text(), QStringLiteral("Fix and Retry 2 Rows"));
        scene.button("runNext")->click();
        LEADSHEET_WAIT(scene.page().currentStep() == 2);
        LEADSHEET_WAIT(grid->currentCell() == (GridCell{5, 1}));
        QVERIFY(scene.desktop.find<QCheckBox>("onlyProblems")->isChecked());
        QCOMPARE(grid->model()->rowCount(), 2);
        QVERIFY(grid->hasFocus());
        QCOMPARE(scene.desktop.look(QStringLiteral("check-rows-to-fix")), QString());
    }

    void fix_ofRefusedRows_leadsToThem_andSaysWhy() {
        Scene scene;
        server::FaultMatch orders;
        orders.operationId = "createOrder";
        scene.price(scene.write(rowsFrom(1, 2)));
        scene.server.faults().everyNth(1, server::Fault::answer(422, "validation_failed"), orders);
        scene.place();
        scene.server.faults().clear();
        LEADSHEET_WAIT(scene.button("runNext") != nullptr);
        QCOMPARE(scene.button("runNext")->text(), QStringLiteral("Fix and Retry 2 Rows"));
        scene.button("runNext")->click();
        auto* grid = scene.page().step(2)->findChild<SheetGridView*>();
        LEADSHEET_WAIT(scene.page().currentStep() == 2);
        LEADSHEET_WAIT(grid->currentCell() == (GridCell{2, 0}));
        QVERIFY(scene.desktop.find<QCheckBox>("onlyProblems")->isChecked());
        QCOMPARE(grid->model()->rowCount(), 2);
        QVERIFY(grid->model()->headerData(0, Qt::Vertical, SheetGridModel::SignRole).isValid());
        const QString why = QStringLiteral("The service refused it when it was sent: ");
        verifySays(grid->model()->headerData(0, Qt::Vertical, Qt::ToolTipRole).toString(), why);
        verifySays(scene.words("rowWords"), why);
        QCOMPARE(scene.desktop.look(QStringLiteral("check-rows-refused")), QString());
        // A row that asks for something else was not refused.
        SheetJob& job = scene.page().job();
        job.editing().change(QStringLiteral("Edit"), {{{job.tab().sheet, 2, 2}, "Industry 9"}});
        LEADSHEET_WAIT(grid->model()->rowCount() == 1);
    }

    void pricing_begunCancelledAndDone_keepsTheKeyboardOnThePage() {
        Scene scene;
        server::FaultMatch quotes;
        quotes.operationId = "createQuote";
        scene.server.faults().everyNth(1, server::Fault::stall(std::chrono::minutes(5)), quotes);
        const QString file = scene.write(rowsFrom(1, 3));
        scene.desktop.program().workspace().openSheet(file);
        LEADSHEET_WAIT(scene.page().job().source() == file &&
                       scene.page().job().state() == SheetJob::State::Open);
        scene.page().goTo(2);
        LEADSHEET_WAIT(scene.button("continueToPrice") != nullptr);
        scene.button("continueToPrice")->setFocus();
        scene.button("continueToPrice")->click();
        LEADSHEET_WAIT(scene.button("cancelPricing") != nullptr);
        LEADSHEET_WAIT(scene.button("cancelPricing")->hasFocus());
        // Until the service answers it is the service that is waited for.
        LEADSHEET_WAIT(scene.words("pricingWords") ==
                       QStringLiteral("Asking for prices: 0 of 3 rows"));
        QCOMPARE(PricingProgress::words({0, 3}, std::chrono::seconds(12)),
                 QStringLiteral("Asking for prices: 0 of 3 rows. The service has not answered "
                                "for 12 s."));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        auto* notice = scene.desktop.find<NoticeBar>("priceNotice");
        LEADSHEET_WAIT(notice->isVisible());
        LEADSHEET_WAIT(notice->action()->hasFocus());
        verifySays(notice->text(), QStringLiteral("Pricing was cancelled."));
        QCOMPARE(notice->kind(), NoticeKind::Info);
        QCOMPARE(scene.desktop.look(QStringLiteral("price-cancelled")), QString());
        scene.server.faults().clear();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        scene.waitForPrices();
        LEADSHEET_WAIT(scene.desktop.find<QRadioButton>("allRows")->hasFocus());
    }

    void keys_ofThePage_workFromTheListOfPages() {
        Scene scene;
        const QString file = scene.write(rowsFrom(1, 3));
        scene.desktop.program().workspace().openSheet(file);
        LEADSHEET_WAIT(scene.page().job().source() == file &&
                       scene.page().job().state() == SheetJob::State::Open);
        LEADSHEET_WAIT(scene.button("continueToMap") != nullptr);
        auto* pages = scene.desktop.find<QListWidget>("navigation");
        pages->setFocus();
        QTest::keyClick(pages, Qt::Key_Return, Qt::ControlModifier);
        LEADSHEET_WAIT(scene.page().currentStep() == 1);
    }

    void export_fromAField_isReachedByItsKey() {
        Scene scene;
        scene.desktop.program().workspace().showPage(QStringLiteral("leads"));
        auto& page = *scene.desktop.window().currentPage();
        TakesKeys field(&page);
        field.show();
        field.setFocus();
        LEADSHEET_WAIT(field.hasFocus());
        bool asked = false;
        for (QAction* action : page.commands())
            if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_E))
                connect(action, &QAction::triggered, &field, [&asked] { asked = true; });
        QTest::keyClick(&field, Qt::Key_E, Qt::ControlModifier);
        QVERIFY(asked);
    }
};

LEADSHEET_TEST(tst_each_row, EachRowTest);
#include "tst_each_row.moc"
