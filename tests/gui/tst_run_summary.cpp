// SPDX-License-Identifier: Apache-2.0
#include "run_pages.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "run/run_rows_model.hpp"
#include "shell/words.hpp"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// "12, 1, 0, $96.00" as the view shows it, and what its button says.
QString shown(const Pages& pages, QWidget& run) {
    QStringList figures;
    for (const char* name :
         {"summaryPlaced", "summaryToFix", "summaryToAnswer", "summaryCommitted"})
        figures << pages.child<QLabel>(run, name)->text();
    const auto* next = pages.child<QPushButton>(run, "runNext");
    if (next->isVisible())
        figures << next->text();
    return figures.join(QStringLiteral(", "));
}

QString held(const RunPanel& run) {
    return money(run.info()->totals.held, run.info()->spec.currency);
}

void look(QWidget& widget, const QString& name) {
    for (const auto& [choice, word] :
         {std::pair{ThemeChoice::Light, "-light"}, std::pair{ThemeChoice::Dark, "-dark"}}) {
        theme().choose(choice);
        QCoreApplication::processEvents();
        QCOMPARE(complaints(widget).join(QLatin1Char('\n')), QString());
        screenshot(widget, name + QLatin1String(word));
    }
    theme().choose(ThemeChoice::Light);
}

} // namespace

/// What the Run step says when a run is over, and the one thing that it offers then.
class RunSummaryTest : public QObject {
    Q_OBJECT

private slots:
    void bar_ofARunThatSentNothing_isAnEmptyTrack() {
        StateBar bar;
        bar.resize(200, 16);
        for (const ThemeChoice choice :
             {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
            theme().choose(choice);
            submit::RunTotals totals;
            totals.rows[static_cast<std::size_t>(submit::RowState::Queued)] = 3;
            bar.setTotals(totals);
            const QImage waiting = bar.grab().toImage();
            QCOMPARE(waiting.pixelColor(100, 8), bar.palette().color(QPalette::Base));
            QVERIFY(waiting.pixelColor(100, 0) != waiting.pixelColor(100, 8)); // its edge
            totals.rows[static_cast<std::size_t>(submit::RowState::Placed)] = 3;
            bar.setTotals(totals);
            const QImage half = bar.grab().toImage();
            QVERIFY(half.pixelColor(50, 8) != half.pixelColor(150, 8));
        }
        theme().choose(ThemeChoice::Light);
    }

    void ended_withRowsToFix_saysSoAndOffersToFix() {
        SandboxScene scene;
        Pages pages(scene);
        pages.priceIt(
            pages.request(scene.sheet("Q3 ICPs.csv", rows(12) + "filters,x,Retail,France\n")));
        pages.run.show();
        QVERIFY(!pages.child<QWidget>(pages.run, "runSummary")->isVisible());
        pages.placeIt();
        QTRY_VERIFY_WITH_TIMEOUT(pages.child<QWidget>(pages.run, "runSummary")->isVisible(),
                                 kPatienceMs);
        QCOMPARE(shown(pages, pages.run),
                 QStringLiteral("12, 1, 0, %1, Fix and Retry 1 Row").arg(held(pages.run)));
        QVERIFY(!pages.child<QPushButton>(pages.run, "fixAndRetry")->isVisible());
        QCOMPARE(pages.child<QLabel>(pages.run, "summaryToFix")->accessibleName(),
                 QStringLiteral("To fix: 1"));
        look(pages.run, QStringLiteral("run-summary"));
        const QSignalSpy wanted(&pages.run, &RunPanel::fixWanted);
        pages.child<QPushButton>(pages.run, "runNext")->click();
        QCOMPARE(wanted.count(), 1);
    }

    void ended_withAllPlaced_offersTheOrders() {
        SandboxScene scene;
        Pages pages(scene);
        pages.priceIt(pages.request(scene.sheet("a.csv", rows(3))));
        pages.run.show();
        pages.placeIt();
        QTRY_COMPARE_WITH_TIMEOUT(shown(pages, pages.run),
                                  QStringLiteral("3, 0, 0, %1, View Orders").arg(held(pages.run)),
                                  kPatienceMs);
        QCOMPARE(pages.child<QLabel>(pages.run, "summaryCommitted")->accessibleName(),
                 QStringLiteral("Held when ordered: %1").arg(held(pages.run)));
        const QSignalSpy wanted(&pages.run, &RunPanel::ordersWanted);
        pages.child<QPushButton>(pages.run, "runNext")->click();
        QCOMPARE(wanted.count(), 1);
    }

    void rows_inLargeGerman_leaveTheMessageItsRoom() {
        const Translations german(QStringLiteral("de"));
        theme().setFontSize(14);
        {
            SandboxScene scene;
            Pages pages(scene);
            pages.priceIt(
                pages.request(scene.sheet("a.csv", rows(3) + "filters,x,Retail,France\n")));
            pages.run.resize(1200, 640);
            pages.run.show();
            pages.placeIt();
            settle();
            const auto* view = pages.child<QTableView>(pages.run, "runRows");
            QVERIFY(view->columnWidth(RunRowsModel::Message) >=
                    view->fontMetrics().horizontalAdvance(QString(24, QLatin1Char('n'))));
            screenshot(pages.run, QStringLiteral("run-german-14pt"));
            QCOMPARE(view->horizontalScrollBar()->maximum(), 0);
        }
        theme().setFontSize(0);
    }

    void ended_laterOn_saysWhatItsOrdersHoldAndWereCharged() {
        SandboxScene scene;
        Pages pages(scene);
        pages.priceIt(pages.request(scene.sheet("a.csv", rows(3))));
        pages.run.show();
        pages.placeIt();
        const auto* now = pages.child<QLabel>(pages.run, "runMoneyNow");
        QTRY_VERIFY_WITH_TIMEOUT(now->isVisible(), kPatienceMs);
        QVERIFY2(now->text().contains(held(pages.run) + QStringLiteral(" held, $0.00 charged")),
                 qPrintable(now->text()));
        look(pages.run, QStringLiteral("run-money-now"));

        // Asked again and again, but ever more seldom: the clock is this event.
        auto* again = pages.child<QTimer>(pages.run, "moneyAgain");
        for (const int seconds : {20, 40, 80, 160, 320, 600, 600}) {
            QTRY_VERIFY_WITH_TIMEOUT(again->isActive(), kPatienceMs);
            QCOMPARE(again->interval(), seconds * 1000);
            QTimerEvent passed(again->timerId());
            QCoreApplication::sendEvent(again, &passed);
            QVERIFY(!again->isActive());
        }
        QTRY_VERIFY_WITH_TIMEOUT(again->isActive(), kPatienceMs);

        const auto at = pages.account.connection();
        const auto orders = at->client->orders().list();
        QVERIFY(orders.has_value());
        QCOMPARE(int(orders->items.size()), 3);
        for (const Order& order : orders->items)
            QVERIFY(at->client->orders()
                        .cancel(order.number, "changed my mind",
                                *IdempotencyKey::parse("cancel-" + order.number.str()))
                        .has_value());
        pages.run.hide();
        pages.run.show();
        QTRY_VERIFY_WITH_TIMEOUT(now->text().contains(QStringLiteral("$0.00 held")), kPatienceMs);
        QVERIFY2(now->text().contains(held(pages.run) + QStringLiteral(" released")) &&
                     now->text().contains(QStringLiteral("Orders: 3 Cancelled.")),
                 qPrintable(now->text()));
        pages.run.forget();
        QVERIFY(!now->isVisible());
    }

    void ended_withChangedRows_offersToShowWhatWaitsForAWord() {
        SandboxScene scene;
        Pages pages(scene);
        pages.priceWithNews();
        pages.run.show();
        pages.placeIt();
        QTRY_VERIFY_WITH_TIMEOUT(
            shown(pages, pages.run).endsWith(QStringLiteral("Show 1 Open Question")), kPatienceMs);
        QCOMPARE(pages.child<QLabel>(pages.run, "summaryToAnswer")->text(), QStringLiteral("1"));
        pages.child<QPushButton>(pages.run, "runNext")->click();
        QCOMPARE(pages.child<QComboBox>(pages.run, "rowFilter")->currentText(),
                 QStringLiteral("Skipped"));
        const auto* view = pages.child<QTableView>(pages.run, "runRows");
        QTRY_COMPARE_WITH_TIMEOUT(view->model()->index(0, RunRowsModel::State).data().toString(),
                                  QStringLiteral("Skipped"), kPatienceMs);
    }

    void paused_showsFiguresAndLeavesTheStepToTheLineAbove() {
        SandboxScene scene;
        Pages pages(scene);
        pages.priceIt(pages.request(scene.sheet("a.csv", rows(300))));
        pages.run.show();
        const QSignalSpy ended(&pages.engine, &RunEngine::ended);
        pages.child<QPushButton>(pages.price, "place")->click();
        auto* pause = pages.child<QPushButton>(pages.run, "pauseRun");
        QTRY_VERIFY_WITH_TIMEOUT(pause->isVisible(), kPatienceMs);
        pause->click();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(pages.child<QWidget>(pages.run, "runSummary")->isVisible(),
                                 kPatienceMs);
        const auto& totals = pages.run.info()->totals;
        QCOMPARE(pages.child<QLabel>(pages.run, "summaryPlaced")->text(),
                 number(totals.of(submit::RowState::Placed)));
        QVERIFY(!pages.child<QPushButton>(pages.run, "runNext")->isVisible());
    }
};

LEADSHEET_TEST(tst_run_summary, RunSummaryTest);
#include "tst_run_summary.moc"
