// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QScreen>
#include <QTableWidget>
#include <QTimer>

#include <cmath>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// What is left of 1920 x 1080 at 2x beside a panel and a title bar.
constexpr QSize kSmall(960, 488);
/// Smaller ones that people have: 1280 x 720 at 150 % beside a panel and a title bar, and 800 x
/// 600.
constexpr QSize kSmaller[] = {{853, 424}, {800, 540}};
constexpr const char* kHowToRun =
    "run it with QT_QPA_PLATFORM=offscreen:configfile=tests/gui/screens.json";

/// Nothing, or what of the window does not fit: the window itself, or buttons outside of it that no
/// scrolling reaches.
QString cutIn(DesktopScene& scene, const QSize& size = kSmall) {
    MainWindow& window = scene.window();
    window.resize(size);
    settle();
    QStringList cut;
    if (window.width() > size.width() || window.height() > size.height())
        cut << QStringLiteral("the window is %1 x %2").arg(window.width()).arg(window.height());
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && button->property("primary").toBool() &&
            !window.rect().contains(QRect(button->mapTo(&window, QPoint()), button->size())))
            cut << button->text();
    return cut.join(QLatin1Char('\n'));
}

/// The sides of a list along which its frame is drawn in pieces, or not at all.
QString brokenFrame(const QAbstractItemView& list) {
    constexpr int kEdge = 3;
    const QWidget& window = *list.window();
    const QImage image = const_cast<QWidget&>(window).grab().toImage(); // NOLINT
    const qreal scale = image.devicePixelRatio();
    const QPointF from = QPointF(list.mapTo(&window, QPoint())) * scale;
    const QRect rect = QRectF(from, QSizeF(list.size()) * scale).toAlignedRect();
    const QRgb wanted =
        list.palette().color(list.hasFocus() ? QPalette::Highlight : QPalette::Mid).rgb();
    const auto whole = [&](QPoint start, QPoint along, QPoint inwards, int length) {
        for (int depth = 0; depth < kEdge; ++depth) {
            int drawn = 0;
            for (int at = kEdge; at < length - kEdge; ++at)
                drawn += image.pixel(start + along * at + inwards * depth) == wanted ? 1 : 0;
            if (drawn == length - 2 * kEdge)
                return true;
        }
        return false;
    };
    QStringList broken;
    if (!whole(rect.topLeft(), {1, 0}, {0, 1}, rect.width()))
        broken << QStringLiteral("top");
    if (!whole(rect.topLeft(), {0, 1}, {1, 0}, rect.height()))
        broken << QStringLiteral("left");
    if (!whole(rect.bottomLeft(), {1, 0}, {0, -1}, rect.width()))
        broken << QStringLiteral("bottom");
    if (!whole(rect.topRight(), {0, 1}, {-1, 0}, rect.height()))
        broken << QStringLiteral("right");
    return broken.join(QLatin1Char(' '));
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
        for (const QSize& size : kSmaller) {
            QCOMPARE(cutIn(scene, size), QString());
            QCOMPARE(complaints(scene.window()).join(QLatin1Char('\n')), QString());
            screenshot(scene.window(), QStringLiteral("smaller-%1-").arg(size.width()) + page);
        }
        QCOMPARE(cutIn(scene), QString());
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
            for (const QSize& size : kSmaller) {
                QCOMPARE(cutIn(scene, size), QString());
                screenshot(scene.window(),
                           QStringLiteral("smaller-%1-").arg(size.width()) + QLatin1String(next));
            }
            QCOMPARE(cutIn(scene), QString());
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

    void frame_ofAList_isWholeBetweenPixels() {
        const QList<QScreen*> screens = QGuiApplication::screens();
        int tried = 0;
        for (const QScreen* screen : screens) {
            const qreal scale = screen->devicePixelRatio();
            if (scale == std::floor(scale))
                continue;
            ++tried;
            DesktopScene scene;
            scene.window().move(screen->geometry().topLeft() + QPoint(20, 20));
            scene.program().start(true);
            LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
            scene.program().workspace().showPage(QStringLiteral("orders"));
            const auto& list = *scene.find<QAbstractItemView>("ordersTable");
            for (int wide = 1000; wide < 1008; ++wide) { // each meets other pixels
                scene.window().resize(wide, wide - 400);
                settle();
                QCOMPARE(scene.window().devicePixelRatioF(), scale);
                screenshot(scene.window(), QStringLiteral("frame-%1").arg(scale));
                QCOMPARE(brokenFrame(list), QString());
            }
        }
        QVERIFY2(tried == 2, kHowToRun);
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
