// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "dialogs/files.hpp"
#include "shell/notice_bar.hpp"
#include "shell/page.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::desktop;
using leadsheet::test::DesktopScene;

namespace {

// The third line is the header, and the last row needs a fix.
constexpr const char* kSheet = "ICPs of the third quarter;;;;\n"
                               ";;;;\n"
                               "Product;Industry;Job title;Location;Lead count\n"
                               "filters;Retail;CEO;Berlin;10\n"
                               "filters;Logistics;CEO;Hamburg;20\n"
                               "filters;Pharma;CEO;Basel;many\n";

SubmitPage& submitPage(DesktopScene& scene) {
    return *qobject_cast<SubmitPage*>(scene.window().page(QStringLiteral("submit")));
}

QPushButton* shownButton(DesktopScene& scene, const char* name) {
    for (auto* button : scene.window().findChildren<QPushButton*>(QLatin1String(name)))
        if (button->isVisible() && button->isEnabled())
            return button;
    return nullptr;
}

void connectSandbox(DesktopScene& scene) {
    scene.program().start(true);
    LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
}

/// From a file to a finished run.
void orderFrom(DesktopScene& scene, const QString& file) {
    scene.program().workspace().openSheet(file);
    for (const char* name : {"continueToMap", "continueToCheck", "continueToPrice", "place"}) {
        LEADSHEET_WAIT(shownButton(scene, name) != nullptr);
        shownButton(scene, name)->click();
    }
    LEADSHEET_WAIT(shownButton(scene, "fixAndRetry") != nullptr);
}

} // namespace

/// The whole window, from a first start to a run and back to its sheet.
class WholeLoopTest : public QObject {
    Q_OBJECT

private slots:
    void fixAndRetry_sheetNotOpen_opensItAsTheRunReadIt() {
        DesktopScene scene;
        const QString file = scene.folder() + QStringLiteral("/Q3 ICPs.csv");
        QFile sheet(file);
        QVERIFY(sheet.open(QFile::WriteOnly) && sheet.write(kSheet) > 0);
        sheet.close();
        connectSandbox(scene);
        orderFrom(scene, file);
        const auto* proof = scene.find<QLabel>("outlook");
        LEADSHEET_WAIT(proof->text().contains(QStringLiteral("2 orders for 2 placed rows")));
        const QString results = scene.folder() + QStringLiteral("/Q3 results.csv");
        setNextFile(results);
        shownButton(scene, "saveResults")->click();
        const auto& notices = scene.window().notices();
        LEADSHEET_WAIT(notices.text().contains(QStringLiteral("Results saved: ") + results));
        QFile saved(results);
        QVERIFY(saved.open(QFile::ReadOnly));
        const QString lines = QString::fromUtf8(saved.readAll());
        QCOMPARE(lines.count(QStringLiteral("Placed")), 2);
        scene.restart();
        connectSandbox(scene);
        scene.program().workspace().showRun(1);
        LEADSHEET_WAIT(shownButton(scene, "fixAndRetry") != nullptr);
        QVERIFY(submitPage(scene).job().state() == SheetJob::State::Empty);
        shownButton(scene, "fixAndRetry")->click();
        LEADSHEET_WAIT(submitPage(scene).currentStep() == 2);
        LEADSHEET_WAIT(submitPage(scene).job().checked() != nullptr);
        QCOMPARE(submitPage(scene).job().headerRow(), 3U);
        QCOMPARE(submitPage(scene).job().source(), file);
        QCOMPARE(submitPage(scene).job().checked()->blocked, std::uint64_t{1});
    }
};

LEADSHEET_TEST(tst_whole_loop, WholeLoopTest);
#include "tst_whole_loop.moc"
