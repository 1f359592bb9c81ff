// SPDX-License-Identifier: Apache-2.0
#include "check_scene.hpp"
#include "desktop_scene.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/orders.hpp"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

std::size_t stepsOf(SubmitScene& scene) {
    std::size_t all = 0;
    for (const app::ColumnRule& rule : scene.job().columnMap().columns)
        all += rule.transforms.size();
    return all;
}

} // namespace

/// What a hasty person does: twice at once, or something else before the first is done.
class AttacksTest : public QObject {
    Q_OBJECT

private slots:
    void sheets_openedOneUponTheOther_leaveTheLast() {
        SubmitScene scene;
        const QString large = scene.write(QStringLiteral("large.csv"), cleanSheet(20'000));
        const QString small = scene.write(QStringLiteral("small.csv"), cleanSheet(3));
        for (int i = 0; i < 3; ++i) {
            scene.program.workspace().openSheet(large);
            QCoreApplication::processEvents();
            scene.program.workspace().openSheet(small);
        }
        LEADSHEET_WAIT(scene.job().state() == SheetJob::State::Open &&
                       scene.job().source() == small && !scene.job().rows().isLoading());
        QVERIFY(scene.goToCheck());
        QCOMPARE(ready(scene), std::uint64_t{3});
        // While it is checked, another one.
        scene.program.workspace().openSheet(large);
        LEADSHEET_WAIT(scene.job().state() == SheetJob::State::Open &&
                       scene.job().source() == large);
        scene.program.workspace().openSheet(small);
        LEADSHEET_WAIT(scene.job().state() == SheetJob::State::Open &&
                       scene.job().source() == small && !scene.job().rows().isLoading());
        QVERIFY(scene.goToCheck());
        QCOMPARE(ready(scene), std::uint64_t{3});
    }

    void fix_clickedTwice_isOneStep() {
        SubmitScene scene;
        QVERIFY(openCheck(scene, faultySheet()));
        const std::size_t before = stepsOf(scene);
        auto* fix = scene.window().findChild<QAbstractButton*>(QStringLiteral("groupFix"));
        QVERIFY(fix != nullptr);
        fix->click();
        fix->click();
        LEADSHEET_WAIT(stepsOf(scene) > before && scene.job().checked() != nullptr);
        QCOMPARE(stepsOf(scene), before + 1);
        QVERIFY(grid(scene).hasFocus());
        scene.job().undoMap(); // and one step back is all of it
        scene.job().check();
        LEADSHEET_WAIT(scene.job().checked() != nullptr);
        QCOMPARE(stepsOf(scene), before);
    }

    void replace_undoneAfterAnotherSheet_touchesNothingOfIt() {
        SubmitScene scene;
        QVERIFY(openCheck(scene, faultySheet()));
        const std::uint64_t before = ready(scene);
        grid(scene).goTo({3, 0});
        auto* replace = scene.window().findChild<QPushButton*>(QStringLiteral("replaceInRows"));
        LEADSHEET_WAIT(replace->isEnabled());
        replace->click();
        LEADSHEET_WAIT(scene.job().checked() != nullptr && ready(scene) == before + 2);
        QVERIFY(grid(scene).hasFocus());
        QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        LEADSHEET_WAIT(scene.job().checked() != nullptr && ready(scene) == before + 2);
        QVERIFY(scene.open(scene.write(QStringLiteral("other.csv"), faultySheet() + "x,,,\n")));
        QVERIFY(scene.goToCheck());
        QTest::keyClick(&grid(scene), Qt::Key_Z, Qt::ControlModifier);
        QCoreApplication::processEvents();
        QVERIFY(scene.job().edits() == nullptr);
    }

    void place_clickedTwice_ordersOnce() {
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        for (const char* next :
             {"trySample", "continueToMap", "continueToCheck", "continueToPrice"}) {
            LEADSHEET_WAIT(scene.canClick(next));
            scene.click(next);
        }
        LEADSHEET_WAIT(scene.canClick("place"));
        auto* place = scene.find<QPushButton>("place");
        QTest::mouseClick(place, Qt::LeftButton);
        QTest::mouseDClick(place, Qt::LeftButton);
        QTest::keyClick(&scene.window(), Qt::Key_Escape);
        LEADSHEET_WAIT(scene.notice("runNotice").startsWith(QStringLiteral("Done")));
        const auto connection = scene.program().account().connection();
        const auto orders = connection->client->orders().list({}, {1000, {}});
        QVERIFY(orders);
        const auto placed = scene.find<QLabel>("summaryPlaced")->text();
        QCOMPARE(QString::number(orders->items.size()), placed);
    }
};

LEADSHEET_TEST(tst_attacks, AttacksTest);
#include "tst_attacks.moc"
