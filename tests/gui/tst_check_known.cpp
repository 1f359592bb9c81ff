// SPDX-License-Identifier: Apache-2.0
#include "test_main.hpp"
#include "wishes_scene.hpp"

#include "grid/sheet_grid_view.hpp"
#include "program/desktop_program.hpp"
#include "submit/submit_step.hpp"
#include "theme/theme.hpp"

#include <QLabel>
#include <QtTest>

#include <algorithm>

using namespace leadsheet;
using namespace leadsheet::desktop;

namespace {

using Scene = leadsheet::test::WishesScene;
using leadsheet::test::rowsFrom;
using leadsheet::test::verifySays;

} // namespace

/// What Check and Price say of rows that the ledger knows, whatever the account is about.
class CheckKnownTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qRegisterMetaType<Priced>();
        qRegisterMetaType<Trouble>();
    }

    void check_ofOrderedRows_cutsNothing_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("points");
        QTest::newRow("light") << "en" << 0;
        QTest::newRow("german") << "de" << 14;
    }
    void check_ofOrderedRows_cutsNothing() {
        QFETCH(QString, language);
        QFETCH(int, points);
        const Translations translations(language);
        Scene scene;
        Theme& look = scene.desktop.program().theme();
        look.setFontSize(points);
        scene.price(scene.write(rowsFrom(1, 4)));
        scene.place();
        scene.price(scene.write(rowsFrom(1, 3) + rowsFrom(4, 5, "France") +
                                "filters,many,Industry 6,Germany\n"));
        scene.page().goTo(2);
        LEADSHEET_WAIT(scene.button("continueToPrice") != nullptr);
        auto* grid = scene.page().step(2)->findChild<SheetGridView*>();
        const auto show = [&](std::uint32_t row, const char* what) {
            grid->goTo({row, 2});
            return scene.desktop.look(
                QStringLiteral("check-%1-%2")
                    .arg(QLatin1String(QTest::currentDataTag()), QLatin1String(what)));
        };
        const QString ordered = show(2, "ordered");
        const auto* words = scene.page().step(2)->findChild<QLabel*>(QStringLiteral("rowWords"));
        const auto orders = scene.orders();
        QVERIFY(std::any_of(orders.begin(), orders.end(), [words](const Order& order) {
            return words->text().contains(QString::fromStdString(order.number.str()));
        }));
        const QString changed = show(5, "changed");
        scene.desktop.program().workspace().openSheet(scene.write(rowsFrom(1, 4)));
        LEADSHEET_WAIT(scene.page().job().state() == SheetJob::State::Open);
        scene.page().goTo(2);
        LEADSHEET_WAIT(scene.button("continueToPrice") != nullptr);
        const QString all = show(3, "all");
        look.setFontSize(0);
        QCOMPARE(ordered + changed + all, QString());
    }

    void check_changedRowsAlone_areNotCalledOrdered() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.place();
        scene.price(scene.write(rowsFrom(1, 3).replace("100", "200")));
        QCOMPARE(scene.panel().priced()->quote.rows, 0);
        scene.page().goTo(2);
        LEADSHEET_WAIT(scene.button("continueToPrice") != nullptr);
        QCOMPARE(scene.button("continueToPrice")->text(), QStringLiteral("Continue to Price"));
        verifySays(scene.desktop.notice("checkNotice"), QStringLiteral("No row is new."));
        QCOMPARE(scene.orders().size(), std::size_t{3});
        QCOMPARE(scene.desktop.look(QStringLiteral("check-changed-rows-alone")), QString());
    }

    void check_withoutTheService_stillKnowsWhatWasOrdered() {
        Scene scene;
        scene.price(scene.write(rowsFrom(1, 3)));
        scene.place();
        verifySays(scene.page().step(2)->summary(), QStringLiteral("Checked again when opened"));
        SheetJob& job = scene.page().job();
        const auto ready = [&job] {
            return job.checked() == nullptr ? -1 : static_cast<int>(job.checked()->ready);
        };
        scene.page().goTo(2);
        LEADSHEET_WAIT(ready() == 0);
        QCOMPARE(scene.desktop.look(QStringLiteral("check-all-ordered")), QString());
        AccountSession& account = scene.desktop.program().workspace().account();
        account.setConnecting(account.account());
        account.setFailed({});
        QCOMPARE(ready(), 0);
        // Another wish in the place of an ordered row; one that differs in one field is a change.
        job.editing().change(QStringLiteral("Edit"), {{{job.tab().sheet, 3, 2}, "Industry 9"},
                                                      {{job.tab().sheet, 3, 3}, "Chile"}});
        LEADSHEET_WAIT(ready() == 1);
    }
};

LEADSHEET_TEST(tst_check_known, CheckKnownTest);
#include "tst_check_known.moc"
