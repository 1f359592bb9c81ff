// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"

#include <QAbstractButton>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// What is left of 1920 x 1080 at 2x beside a panel and a title bar.
constexpr QSize kSmall(960, 488);

/// Nothing, or what of the window does not fit: the window itself, or buttons outside of it that no
/// scrolling reaches.
QString cutIn(DesktopScene& scene) {
    MainWindow& window = scene.window();
    window.resize(kSmall);
    settle();
    QStringList cut;
    if (window.width() > kSmall.width() || window.height() > kSmall.height())
        cut << QStringLiteral("the window is %1 x %2").arg(window.width()).arg(window.height());
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && button->property("primary").toBool() &&
            !window.rect().contains(QRect(button->mapTo(&window, QPoint()), button->size())))
            cut << button->text();
    return cut.join(QLatin1Char('\n'));
}

} // namespace

/// The window on the smallest screen that it is made for.
class SmallScreenTest : public QObject {
    Q_OBJECT

private slots:
    void page_everyOne_fits_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"submit", "orders", "leads", "destinations", "activity",
                                 "overview", "accounts", "settings"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }
    void page_everyOne_fits() {
        QFETCH(QString, page);
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        scene.program().workspace().showPage(page);
        QCOMPARE(cutIn(scene), QString());
        screenshot(scene.window(), QStringLiteral("small-") + page);
    }

    void step_everyOne_fits() {
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        const auto shown = [&scene](const char* name) -> QAbstractButton* {
            for (auto* button : scene.window().findChildren<QAbstractButton*>(QLatin1String(name)))
                if (button->isVisible() && button->isEnabled())
                    return button;
            return nullptr;
        };
        for (const char* next :
             {"trySample", "continueToMap", "continueToCheck", "continueToPrice", "place"}) {
            LEADSHEET_WAIT(shown(next) != nullptr);
            QCOMPARE(cutIn(scene), QString());
            screenshot(scene.window(), QStringLiteral("small-") + QLatin1String(next));
            shown(next)->click();
        }
        LEADSHEET_WAIT(shown("runNext") != nullptr);
        QCOMPARE(cutIn(scene), QString());
    }
};

LEADSHEET_TEST(tst_small_screen, SmallScreenTest);
#include "tst_small_screen.moc"
