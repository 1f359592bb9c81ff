// SPDX-License-Identifier: Apache-2.0
#include "desktop_scene.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "dialogs/form_dialog.hpp"
#include "shell/workspace.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/resource/orders.hpp"

#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTabBar>
#include <QTimer>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

constexpr std::array kSteps{"continueToMap", "continueToCheck", "continueToPrice", "place"};
constexpr qint64 kTooLong = 10'000; // milliseconds until the program has ended

void openSandbox(DesktopScene& scene) {
    scene.program().start(true);
    LEADSHEET_WAIT(scene.program().account().state() == ConnectionState::Connected);
}

/// The sample again, and so many steps; less where nothing is left to order.
void goOn(DesktopScene& scene, int steps) {
    scene.program().workspace().showPage(QStringLiteral("submit"));
    const QString file = scene.folder() + QStringLiteral("/icp_q3.csv");
    if (!QFile::exists(file))
        QVERIFY(QFile::copy(QStringLiteral(":/samples/icp_q3.csv"), file));
    scene.program().workspace().openSheet(file);
    for (int i = 0; i < steps; ++i) {
        const char* next = kSteps.at(static_cast<std::size_t>(i));
        LEADSHEET_WAIT(scene.canClick(next));
        scene.click(next);
    }
}

/// A moment later, which may be in the middle of anything.
void aMoment(QRandomGenerator& random) {
    const int wait = random.bounded(30);
    QElapsedTimer timer;
    timer.start();
    do
        QCoreApplication::processEvents();
    while (timer.elapsed() < wait);
}

/// As a person ends the program, who agrees to whatever is asked.
void endAndStart(DesktopScene& scene) {
    setNextAnswer(true);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(scene.window().close());
    scene.restart();
    QVERIFY2(timer.elapsed() < kTooLong, qPrintable(QString::number(timer.elapsed())));
}

/// A page that says it works.
class Worker : public desktop::Page {
public:
    using desktop::Page::Page;

    QString runningWork() const override { return work; }
    void stopWork() override { ++stops; }

    QString work;
    int stops = 0;
};

std::size_t ordersOf(DesktopScene& scene) {
    const auto connection = scene.program().account().connection();
    const auto orders = connection->client->orders().list({}, {1000, {}});
    return orders ? orders->items.size() : 0;
}

} // namespace

/// The program is ended in the middle of everything that takes time: it ends soon, starts again,
/// and nothing is ordered twice.
class ClosingTest : public QObject {
    Q_OBJECT

    QList<bool> answers_;
    QStringList asked_;

private slots:
    void sheet_inAnyStep_endsAndIsOrderedOnce() {
        DesktopScene scene;
        QRandomGenerator random(3);
        for (int round = 0; round < 10; ++round) {
            openSandbox(scene);
            goOn(scene, round % 4);
            aMoment(random);
            endAndStart(scene);
        }
        for (int round = 0; round < 2; ++round) {
            openSandbox(scene);
            goOn(scene, 3);
            LEADSHEET_WAIT(scene.canClick("place"));
            scene.click("place");
            aMoment(random);
            endAndStart(scene);
        }
        openSandbox(scene);
        goOn(scene, 3);
        // What was interrupted is said, and can be gone on with; the sheet itself finishes it.
        if (QTest::qWaitFor([&] { return scene.canClick("place"); }, 5'000)) {
            scene.click("place");
            LEADSHEET_WAIT(scene.canClick("runNext"));
        }
        DesktopScene other;
        openSandbox(other);
        goOn(other, 4);
        LEADSHEET_WAIT(other.canClick("runNext"));
        QCOMPARE(ordersOf(scene), ordersOf(other));
    }

    void question_whileOtherWorkBegins_isAskedOfThatToo() {
        DesktopScene scene;
        openSandbox(scene);
        goOn(scene, 0);
        auto* first = new Worker(scene.program().workspace());
        auto* second = new Worker(scene.program().workspace());
        for (Worker* page : {first, second}) {
            const QString id = page == first ? QStringLiteral("first") : QStringLiteral("second");
            scene.window().addPage({id, id, QLatin1String("info")}, [page] { return page; });
            scene.window().page(id);
        }
        const auto close = [&](const QList<bool>& answers) {
            answers_ = answers;
            asked_.clear();
            return scene.window().close();
        };
        QTimer answering;
        connect(&answering, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box == nullptr || answers_.isEmpty())
                return;
            asked_ << box->informativeText();
            first->work = QStringLiteral("work of the first page"); // it begins meanwhile
            const bool yes = answers_.takeFirst();
            for (auto* button : box->buttons())
                if (box->buttonRole(button) ==
                    (yes ? QMessageBox::AcceptRole : QMessageBox::RejectRole))
                    button->click();
        });
        answering.start(1);
        second->work = QStringLiteral("work of the second page");
        QVERIFY(!close({true, false}));
        QCOMPARE(asked_, (QStringList{second->work, first->work}));
        QCOMPARE(first->stops + second->stops, 0); // nothing was stopped for a window that stays
        QVERIFY(close({true, true}));
        QCOMPARE(asked_.size(), 2);
        QCOMPARE(first->stops, 1);
        QCOMPARE(second->stops, 1);
    }

    void pages_readingOrWriting_end() {
        DesktopScene scene;
        openSandbox(scene);
        goOn(scene, 4);
        LEADSHEET_WAIT(scene.canClick("runNext"));
        QRandomGenerator random(5);
        for (const char* page :
             {"orders", "leads", "destinations", "overview", "activity", "accounts"}) {
            scene.program().workspace().showPage(QLatin1String(page));
            aMoment(random);
            endAndStart(scene);
            if (random.bounded(2) == 0)
                openSandbox(scene);
            else
                scene.program().start(true); // still connecting
        }
        openSandbox(scene);
        scene.program().workspace().showPage(QStringLiteral("leads"));
        LEADSHEET_WAIT(scene.canClick("leadExport"));
        scene.click("leadExport");
        LEADSHEET_WAIT(scene.canClick("exportBegin"));
        scene.click("exportBegin");
        aMoment(random);
        endAndStart(scene);
        openSandbox(scene);
    }

    void dialogs_sending_end_data() {
        QTest::addColumn<QByteArray>("page");
        QTest::addColumn<QByteArray>("opener");
        QTest::addColumn<QByteArray>("dialog");
        QTest::addColumn<QByteArray>("send");
        QTest::addColumn<QString>("typed");
        const auto row = [](const char* name, const char* page, const char* opener,
                            const char* dialog, const char* send, const char* typed) {
            QTest::newRow(name) << QByteArray(page) << QByteArray(opener) << QByteArray(dialog)
                                << QByteArray(send) << QString::fromLatin1(typed);
        };
        row("webhook", "destinations", "webhookAddFirst", "webhookDialog", "webhookSave",
            "https://receiver.example/in");
        row("platform", "destinations", "outreachAddFirst", "destinationDialog", "destinationCheck",
            "the key of a workspace");
        row("account", "accounts", "profileAdd", "connectDialog", "connectTest",
            "http://127.0.0.1:9/");
    }
    /// With Escape, or together with the window, while it may be asking the service.
    void dialogs_sending_end() {
        QFETCH(QByteArray, page);
        QFETCH(QByteArray, opener);
        QFETCH(QByteArray, dialog);
        QFETCH(QByteArray, send);
        QFETCH(QString, typed);
        DesktopScene scene;
        QRandomGenerator random(9);
        for (int round = 0; round < 4; ++round) {
            openSandbox(scene);
            scene.program().workspace().showPage(QLatin1String(page));
            if (dialog == "destinationDialog")
                scene.find<QTabBar>("destinationTabs")->setCurrentIndex(1);
            // What was sent before the window closed may be there.
            const QByteArray another = QByteArray(opener).replace("First", "");
            LEADSHEET_WAIT(scene.canClick(opener.constData()) ||
                           scene.canClick(another.constData()));
            scene.click(scene.canClick(opener.constData()) ? opener.constData()
                                                           : another.constData());
            auto* shown = scene.find<QDialog>(dialog.constData());
            for (auto* edit : shown->findChildren<QLineEdit*>())
                if (edit->isVisible() && !edit->isReadOnly())
                    edit->setText(typed);
            LEADSHEET_WAIT(scene.canClick(send.constData()));
            scene.click(send.constData());
            aMoment(random);
            if (round % 2 == 0 && scene.window().findChild<QDialog*>(QLatin1String(dialog)))
                QTest::keyClick(shown, Qt::Key_Escape);
            if (round < 2)
                aMoment(random);
            endAndStart(scene);
        }
    }
};

LEADSHEET_TEST(tst_closing, ClosingTest);
#include "tst_closing.moc"
