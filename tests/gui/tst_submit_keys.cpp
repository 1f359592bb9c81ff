// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"

#include "dialogs/form_dialog.hpp"
#include "run/run_engine.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"

#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTestGui>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr int kPriceStep = 3;
constexpr int kRunStep = 4;

struct Scene {
    Scene() {
        desktop.program().start(true);
        LEADSHEET_WAIT(desktop.program().account().state() == ConnectionState::Connected);
        desktop.window().activateWindow();
        (void)QTest::qWaitForWindowActive(&desktop.window(), 60'000);
    }
    QString write(const QString& name) const {
        QFile file(desktop.folder() + QLatin1Char('/') + name);
        if (!file.open(QFile::WriteOnly) ||
            file.write("Product,Industry,Lead count\nfilters,Software,10\n") < 0)
            qFatal("no sheet");
        return file.fileName();
    }
    SubmitPage& page() {
        return *qobject_cast<SubmitPage*>(desktop.window().page(QStringLiteral("submit")));
    }
    QPushButton* next() {
        for (auto* button : page().findChildren<QPushButton*>())
            if (button->property("primary").toBool() && button->isVisible() && button->isEnabled())
                return button;
        return nullptr;
    }
    SheetJob& job() { return page().job(); }
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::ControlModifier) {
        QTest::keyClick(QApplication::focusWidget(), key, with);
    }
    void open(const QString& file) {
        setNextFile(file);
        press(Qt::Key_O);
        LEADSHEET_WAIT(job().state() == SheetJob::State::Open && job().source() == file);
    }
    /// By Ctrl+Enter alone; on Price it only leads to the button that spends.
    void goTo(int step) {
        while (page().currentStep() < std::min(step, kPriceStep)) {
            LEADSHEET_WAIT(next() != nullptr);
            const int at = page().currentStep();
            press(Qt::Key_Return);
            QCOMPARE(page().currentStep(), at + 1);
        }
        if (step < kRunStep)
            return;
        QSignalSpy ended(&page().engine(), &RunEngine::ended);
        LEADSHEET_WAIT(next() != nullptr);
        press(Qt::Key_Enter, Qt::ControlModifier | Qt::KeypadModifier);
        press(Qt::Key_Return);
        QCOMPARE(page().currentStep(), kPriceStep);
        QCOMPARE(QApplication::focusWidget(), next());
        press(Qt::Key_Return, Qt::NoModifier);
        LEADSHEET_WAIT(ended.count() == 1);
        QCOMPARE(page().currentStep(), kRunStep);
    }

    DesktopScene desktop;
};

} // namespace

/// The keys that mean the same on every step of an order.
class SubmitKeysTest : public QObject {
    Q_OBJECT

private slots:
    void step_everyOne_goesOnByCtrlEnterAndOpensByCtrlO_data() {
        QTest::addColumn<int>("step");
        int step = 0;
        for (const char* name : {"Source", "Map", "Check", "Price", "Run"})
            QTest::newRow(name) << step++;
    }
    void step_everyOne_goesOnByCtrlEnterAndOpensByCtrlO() {
        QFETCH(int, step);
        Scene scene;
        scene.open(scene.write(QStringLiteral("first.csv")));
        scene.goTo(step);
        QCOMPARE(scene.page().currentStep(), step);

        setNextFile({}); // cancelled
        scene.press(Qt::Key_O);
        QCOMPARE(scene.page().currentStep(), step);
        scene.open(scene.write(QStringLiteral("second.csv")));
        QCOMPARE(scene.page().currentStep(), 0);
    }

    void page_everyOne_opensASheetByCtrlO_data() {
        QTest::addColumn<QString>("page");
        for (const char* page :
             {"orders", "leads", "destinations", "activity", "overview", "accounts", "settings"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }
    void page_everyOne_opensASheetByCtrlO() {
        QFETCH(QString, page);
        Scene scene;
        scene.desktop.program().workspace().showPage(page);
        LEADSHEET_WAIT(scene.desktop.window().page(page)->isVisible());
        setNextFile({}); // cancelled
        scene.press(Qt::Key_O);
        QVERIFY(scene.desktop.window().page(page)->isVisible());
        // From the list of pages, too.
        scene.desktop.find<QListWidget>("navigation")->setFocus();
        scene.open(scene.write(QStringLiteral("first.csv")));
        QVERIFY(scene.page().isVisible());
        QCOMPARE(scene.page().currentStep(), 0);
    }

    void step_everyOne_goesOnByEnterOnItsButton() {
        Scene scene;
        scene.open(scene.write(QStringLiteral("a.csv")));
        for (int step = 0; step < kPriceStep; ++step) {
            LEADSHEET_WAIT(scene.next() != nullptr);
            scene.next()->setFocus();
            scene.press(Qt::Key_Return, Qt::NoModifier);
            QCOMPARE(scene.page().currentStep(), step + 1);
        }
    }
};

LEADSHEET_TEST(tst_submit_keys, SubmitKeysTest);
#include "tst_submit_keys.moc"
