// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"
#include "test_server.hpp"

#include "dialogs/form_dialog.hpp"
#include "submit/recent_sheets.hpp"
#include "submit/sheet_job.hpp"
#include "submit/source_start.hpp"
#include "submit/submit_page.hpp"
#include "submit/submit_step.hpp"

#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;
using leadsheet::test::TestServer;

namespace {

SubmitPage& submitPage(DesktopScene& scene) {
    return *qobject_cast<SubmitPage*>(scene.window().page(QStringLiteral("submit")));
}

QString write(DesktopScene& scene, const QString& name) {
    const QString path = scene.folder() + QLatin1Char('/') + name;
    QFile file(path);
    if (!file.open(QFile::WriteOnly))
        return {};
    file.write("Product,Lead count,Industry,Job title,Location\n"
               "filters,10,Software,CEO,Germany\n"
               "filters,20,Retail,CEO,France\n"
               "filters,many,Pharma,CEO,Spain\n");
    return path;
}

QPushButton* shownButton(DesktopScene& scene, const char* name) {
    for (auto* button : scene.window().findChildren<QPushButton*>(QLatin1String(name)))
        if (button->isVisible() && button->isEnabled())
            return button;
    return nullptr;
}

/// Drags a file over the page.
bool enter(DesktopScene& scene, const QMimeData& data) {
    QWidget* step = submitPage(scene).step(0);
    QDragEnterEvent event(step->rect().center(), Qt::CopyAction, &data, Qt::LeftButton,
                          Qt::NoModifier);
    QApplication::sendEvent(step, &event);
    return event.isAccepted();
}

} // namespace

/// The page that a sheet is chosen on.
class StartPageTest : public QObject {
    Q_OBJECT

private slots:
    void zone_lightsUpWhileASheetIsOverThePage() {
        DesktopScene scene;
        scene.program().workspace().showPage(QStringLiteral("submit"));
        auto* zone = scene.find<DropZone>("openSheet");
        QVERIFY(zone->isVisible() && !zone->isDragged());
        QVERIFY(!scene.window().findChild<RecentSheets*>()->isVisible());
        QCOMPARE(scene.look(QStringLiteral("start-page")), QString());
        const QString file = write(scene, QStringLiteral("icps.csv"));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QVERIFY(enter(scene, data));
        QVERIFY(zone->isDragged());
        QCOMPARE(scene.look(QStringLiteral("start-page-dragged")), QString());
        QDragLeaveEvent leave;
        QApplication::sendEvent(submitPage(scene).step(0), &leave);
        QVERIFY(!zone->isDragged());
        QMimeData picture;
        picture.setData(QStringLiteral("image/png"), "x");
        QVERIFY(!enter(scene, picture));
        QVERIFY(!zone->isDragged());
        QVERIFY(enter(scene, data));
        QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(submitPage(scene).step(0), &drop);
        QVERIFY(!zone->isDragged());
        LEADSHEET_WAIT(submitPage(scene).job().source() == file);
    }

    void zone_byKeyboard_asksForAFile_data() {
        QTest::addColumn<int>("key");
        QTest::newRow("Return") << int(Qt::Key_Return);
        QTest::newRow("Space") << int(Qt::Key_Space);
    }
    void zone_byKeyboard_asksForAFile() {
        QFETCH(int, key);
        DesktopScene scene;
        scene.program().workspace().showPage(QStringLiteral("submit"));
        const QString file = write(scene, QStringLiteral("icps.csv"));
        setNextFile(file);
        QTest::keyClick(scene.find<DropZone>("openSheet"), static_cast<Qt::Key>(key));
        LEADSHEET_WAIT(submitPage(scene).job().source() == file);
    }

    void sample_withAnAccount_isOpenedInTheSandbox() {
        TestServer server;
        DesktopScene scene;
        scene.connectTo(server);
        scene.program().workspace().showPage(QStringLiteral("submit"));
        scene.click("trySample");
        LEADSHEET_WAIT(submitPage(scene).job().state() == SheetJob::State::Open);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        QVERIFY(scene.program().account().connection()->sandbox);
        QCOMPARE(submitPage(scene).job().sourceName(), QStringLiteral("icp_q3.csv"));
    }

    void openedBefore_saysWhatCameOfEachSheet() {
        DesktopScene scene;
        scene.program().start(true);
        LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
        const QString file = write(scene, QStringLiteral("icps.csv"));
        scene.program().workspace().openSheet(file);
        for (const char* name : {"continueToMap", "continueToCheck", "continueToPrice", "place"}) {
            LEADSHEET_WAIT(shownButton(scene, name) != nullptr);
            shownButton(scene, name)->click();
        }
        LEADSHEET_WAIT(shownButton(scene, "runNext") != nullptr);
        scene.program().workspace().openSheet(write(scene, QStringLiteral("other.csv")));
        LEADSHEET_WAIT(shownButton(scene, "anotherSheet") != nullptr);
        shownButton(scene, "anotherSheet")->click();
        const auto said = [&] {
            QStringList words;
            for (const auto* label :
                 scene.window().findChildren<QLabel*>(QStringLiteral("recentPast")))
                if (label->isVisible())
                    words << label->text();
            return words;
        };
        LEADSHEET_WAIT(said() ==
                       (QStringList{QString(), QStringLiteral("Today, 2 placed, 1 to fix")}));
        QCOMPARE(scene.look(QStringLiteral("start-page-recents")), QString());
        // A run of one sheet is no report of another.
        scene.program().workspace().showRun(1);
        auto* step = scene.find<QWidget>("step5");
        LEADSHEET_WAIT(step->accessibleDescription().startsWith(QStringLiteral("icps: 2 placed")));
        QCOMPARE(step->accessibleName(), QStringLiteral("Step 5, Run: open"));
    }

    void page_inGermanAndLarge_isCutNowhere() {
        const Translations german(QStringLiteral("de"));
        DesktopScene scene;
        scene.program().settings().setFontSize(14);
        scene.program().theme().setFontSize(14);
        scene.program().workspace().showPage(QStringLiteral("submit"));
        QVERIFY(scene.find<DropZone>("openSheet")->text().contains(QStringLiteral("Tabelle")));
        QCOMPARE(scene.look(QStringLiteral("start-page-german")), QString());
    }
};

LEADSHEET_TEST(tst_start_page, StartPageTest);
#include "tst_start_page.moc"
