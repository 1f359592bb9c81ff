// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QScreen>
#include <QTableWidget>
#include <QTimer>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// What is left of 1920 x 1080 at 2x beside a panel and a title bar.
constexpr QSize kSmall(960, 488);
constexpr const char* kHowToRun =
    "run it with QT_QPA_PLATFORM=offscreen:configfile=tests/gui/screens.json";

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

QAbstractButton* shown(DesktopScene& scene, const char* name) {
    for (auto* button : scene.window().findChildren<QAbstractButton*>(QLatin1String(name)))
        if (button->isVisible() && button->isEnabled())
            return button;
    return nullptr;
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
        if (page != QStringLiteral("accounts"))
            return;
        const auto* table = scene.find<QTableWidget>("usageTable");
        const auto* facts = scene.find<QLabel>("usageFacts");
        LEADSHEET_WAIT(table->isVisible() && facts->isVisible());
        settle();
        QVERIFY2(table->geometry().bottom() < facts->geometry().top(),
                 "the facts lie over the table");
        QVERIFY2(facts->geometry().top() - table->geometry().bottom() <= 20,
                 "the facts are far from the table");
        screenshot(scene.window(), QStringLiteral("small-accounts-usage"));
    }

    void step_everyOne_fits() {
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        for (const char* next :
             {"trySample", "continueToMap", "continueToCheck", "continueToPrice", "place"}) {
            LEADSHEET_WAIT(shown(scene, next) != nullptr);
            QCOMPARE(cutIn(scene), QString());
            screenshot(scene.window(), QStringLiteral("small-") + QLatin1String(next));
            if (next == QLatin1String("place")) { // what it may spend at most is in sight
                const auto* cap = scene.find<QLineEdit>("cap");
                QCOMPARE(cap->visibleRegion().boundingRect(), cap->rect());
                QVERIFY2(cap->text().startsWith(QLatin1Char('$')), qPrintable(cap->text()));
            }
            shown(scene, next)->click();
        }
        LEADSHEET_WAIT(shown(scene, "runNext") != nullptr);
        QCOMPARE(cutIn(scene), QString());
    }

    void question_onANarrowScreen_isWhole() {
        DesktopScene scene;
        scene.program().theme().setFontSize(14);
        const QList<QScreen*> screens = QGuiApplication::screens();
        const auto narrow = std::find_if(screens.begin(), screens.end(), [](const QScreen* screen) {
            return screen->availableSize().width() < kSmall.width();
        });
        QVERIFY2(narrow != screens.end(), kHowToRun);
        scene.window().move((*narrow)->geometry().topLeft() + QPoint(20, 20));
        settle();
        QTimer look;
        QString faults = QStringLiteral("no question came up");
        connect(&look, &QTimer::timeout, &look, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box == nullptr)
                return;
            look.stop();
            settle();
            faults.clear();
            screenshot(*box, QStringLiteral("small-question"));
            for (const auto* part : box->findChildren<QWidget*>())
                if (part->isVisible() &&
                    !box->rect().contains(QRect(part->mapTo(box, QPoint()), part->size())))
                    faults += part->objectName() + QLatin1Char(' ');
            QTest::keyClick(box, Qt::Key_Escape);
        });
        look.start(10);
        const Question question{QStringLiteral("Remove This Webhook?"),
                                QStringLiteral("Nothing more is sent to the warehouse, messages "
                                               "that wait are dropped, and its signing secret is "
                                               "forgotten. Orders and leads are not touched."),
                                QStringLiteral("Remove Webhook"), QStringLiteral("Keep It")};
        QVERIFY(!ask(&scene.window(), question));
        scene.program().theme().setFontSize(0);
        QCOMPARE(faults, QString());
    }

    /// The window is dragged to a screen of another scale, and back.
    void scale_changedWhileOpen_cutsNothing() {
        const QList<QScreen*> screens = QGuiApplication::screens();
        QVERIFY2(screens.size() >= 2, kHowToRun);
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        scene.window().resize(1240, 720);
        for (const char* next : {"trySample", "continueToMap", "continueToCheck"}) {
            LEADSHEET_WAIT(shown(scene, next) != nullptr);
            shown(scene, next)->click();
        }
        for (const qreal scale : {2.0, 1.0, 2.0}) {
            for (const QScreen* screen : screens)
                if (screen->devicePixelRatio() == scale)
                    scene.window().move(screen->geometry().topLeft() + QPoint(20, 20));
            settle();
            QCOMPARE(scene.window().devicePixelRatio(), scale);
            for (const char* page : {"submit", "leads", "overview"}) {
                scene.program().workspace().showPage(QLatin1String(page));
                settle();
                QCOMPARE(complaints(scene.window()).join(QLatin1Char('\n')), QString());
                screenshot(scene.window(), QStringLiteral("scale-%1-%2").arg(scale).arg(page));
            }
        }
    }
};

LEADSHEET_TEST(tst_small_screen, SmallScreenTest);
#include "tst_small_screen.moc"
