// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "account/account_switcher.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/notice_bar.hpp"
#include "shell/workspace.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"
#include "submit/submit_step.hpp"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
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

QString write(DesktopScene& scene, const QString& name, const QByteArray& text) {
    const QString path = scene.folder() + QLatin1Char('/') + name;
    QFile file(path);
    return file.open(QFile::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

QByteArray cleanRows(const QByteArray& industry, int count) {
    QByteArray sheet = "Product,Industry,Job title,Location,Lead count\n";
    for (int row = 0; row < count; ++row)
        sheet += "filters," + industry + QByteArray::number(row) + ",CEO,Berlin," +
                 QByteArray::number(10 + row) + '\n';
    return sheet;
}

void press(DesktopScene& scene, const char* name) {
    LEADSHEET_WAIT(shownButton(scene, name) != nullptr);
    shownButton(scene, name)->click();
}

void openUpToPrice(DesktopScene& scene, const QString& file) {
    scene.program().workspace().openSheet(file);
    LEADSHEET_WAIT(submitPage(scene).job().source() == file &&
                   submitPage(scene).job().state() == SheetJob::State::Open);
    for (const char* name : {"continueToMap", "continueToCheck", "continueToPrice"})
        press(scene, name);
}

/// A run of two rows paused before its second, and the price of that one on the screen.
void priceWhatIsLeft(DesktopScene& scene, const QString& file) {
    openUpToPrice(scene, file);
    LEADSHEET_WAIT(shownButton(scene, "place") != nullptr);
    auto* cap = scene.find<QLineEdit>("cap");
    cap->setText(QStringLiteral("1.00"));
    emit cap->textEdited(cap->text());
    press(scene, "place");
    auto* notice = scene.find<NoticeBar>("runNotice");
    LEADSHEET_WAIT(notice->text().contains(QStringLiteral("spending cap")));
    emit notice->actionTriggered();
    LEADSHEET_WAIT(shownButton(scene, "place") != nullptr);
    QVERIFY(shownButton(scene, "place")->text().startsWith(QStringLiteral("Place 1 Order ")));
}

/// From a file to a finished run.
void orderFrom(DesktopScene& scene, const QString& file) {
    scene.program().workspace().openSheet(file);
    for (const char* name : {"continueToMap", "continueToCheck", "continueToPrice", "place"}) {
        LEADSHEET_WAIT(shownButton(scene, name) != nullptr);
        shownButton(scene, name)->click();
    }
    LEADSHEET_WAIT(shownButton(scene, "runNext") != nullptr);
}

} // namespace

/// The whole window, from a first start to a run and back to its sheet.
class WholeLoopTest : public QObject {
    Q_OBJECT

private slots:
    void restOfARun_otherSheetOpened_pricesThatSheet() {
        DesktopScene scene;
        connectSandbox(scene);
        priceWhatIsLeft(scene, write(scene, QStringLiteral("first.csv"), cleanRows("Retail", 2)));
        openUpToPrice(scene, write(scene, QStringLiteral("second.csv"), cleanRows("Pharma", 5)));
        LEADSHEET_WAIT(shownButton(scene, "place") != nullptr);
        const QString words = shownButton(scene, "place")->text();
        QVERIFY2(words.startsWith(QStringLiteral("Place 5 Orders ")), qPrintable(words));
    }

    void restOfARun_continuedFromTheCheck_pricesTheSheet() {
        DesktopScene scene;
        connectSandbox(scene);
        const QString file = write(scene, QStringLiteral("first.csv"), cleanRows("Retail", 2));
        priceWhatIsLeft(scene, file);
        submitPage(scene).goTo(1);
        press(scene, "continueToCheck");
        press(scene, "continueToPrice");
        // The news of a sheet are told only of a sheet: one row ordered, one approved and waiting.
        LEADSHEET_WAIT(shownButton(scene, "place") != nullptr);
        QVERIFY(scene.find<QLabel>("leftOut")->text().contains(QStringLiteral("already ordered")));
    }

    void sheet_openedAfterARun_hasAReportOfItsOwn() {
        DesktopScene scene;
        connectSandbox(scene);
        openUpToPrice(scene, write(scene, QStringLiteral("first.csv"), cleanRows("Retail", 2)));
        press(scene, "place");
        auto& page = submitPage(scene);
        LEADSHEET_WAIT(page.step(4)->state() == StepState::Done);
        const QString next = write(scene, QStringLiteral("second.csv"), cleanRows("Pharma", 5));
        scene.program().workspace().openSheet(next);
        LEADSHEET_WAIT(page.job().source() == next && page.job().state() == SheetJob::State::Open);
        press(scene, "continueToMap");
        press(scene, "continueToCheck");
        LEADSHEET_WAIT(page.job().checked() != nullptr);
        QCOMPARE(page.step(3)->summary(), QString());
        QCOMPARE(static_cast<int>(page.step(3)->state()), static_cast<int>(StepState::Open));
        QCOMPARE(page.step(4)->summary(), QString());
        QCOMPARE(static_cast<int>(page.step(4)->state()), static_cast<int>(StepState::Waiting));
    }

    void balance_ordersPlaced_isSaidAnewBesideThePages() {
        DesktopScene scene;
        connectSandbox(scene);
        openUpToPrice(scene, write(scene, QStringLiteral("first.csv"), cleanRows("Retail", 2)));
        const auto* account = scene.find<AccountSwitcher>("accountSwitcher");
        LEADSHEET_WAIT(account->accessibleName().contains(QStringLiteral("$25,000.00")));
        press(scene, "place");
        LEADSHEET_WAIT(submitPage(scene).step(4)->state() == StepState::Done);
        QTRY_VERIFY_WITH_TIMEOUT(!account->accessibleName().contains(QStringLiteral("$25,000.00")),
                                 10'000);
    }

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
        LEADSHEET_WAIT(shownButton(scene, "runNext") != nullptr);
        QVERIFY(submitPage(scene).job().state() == SheetJob::State::Empty);
        const auto* run = submitPage(scene).findChild<QAbstractButton*>(QStringLiteral("step5"));
        QVERIFY(run->isEnabled());
        QCOMPARE(run->toolTip(), submitPage(scene).step(4)->summary());
        shownButton(scene, "runNext")->click();
        LEADSHEET_WAIT(submitPage(scene).currentStep() == 2);
        LEADSHEET_WAIT(submitPage(scene).job().checked() != nullptr);
        QCOMPARE(submitPage(scene).job().headerRow(), 3U);
        QCOMPARE(submitPage(scene).job().source(), file);
        QCOMPARE(submitPage(scene).job().checked()->blocked, std::uint64_t{1});
    }
};

LEADSHEET_TEST(tst_whole_loop, WholeLoopTest);
#include "tst_whole_loop.moc"
