// SPDX-License-Identifier: Apache-2.0
#include "run_pages.hpp"
#include "screenshot.hpp"
#include "test_main.hpp"

#include "program/desktop_program.hpp"
#include "run/prices.hpp"
#include "run/run_rows_model.hpp"
#include "shell/notice_bar.hpp"
#include "shell/words.hpp"

#include "leadsheet/submit/ledger.hpp"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTreeWidget>
#include <QtTest/qtestkeyboard.h>
#include <QtTest>
#include <QtTestGui>
#include <QtTestWidgets>

using namespace leadsheet;
using namespace leadsheet::desktop;
using test::kPatienceMs;
using test::Pages;
using test::rows;
using test::SandboxScene;

class RunTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void price_sheet_saysWhatItCosts();
    void price_placedTwice_ordersOnce();
    void price_firstRows_placesOnlyThese();
    void price_selectedRows_placesOnlyThese();
    void price_changedRow_isOfferedAndNotSelected();
    void price_sheetOrderedBefore_saysWhatIsNew();
    void price_newsInLargeGerman_areNotCut();
    void price_manyMillions_isNotCut();
    void price_balanceTooSmall_cannotPlace();
    void price_capBelowPrice_pausesTheRun();
    void price_nothingConnected_offersToConnect();
    void price_cancelled_leavesNoPlan();
    void run_ended_showsEveryRow();
    void run_pausedAndResumed_placesEachRowOnce();
    void run_waiting_saysForWhatAndHowLong_data();
    void run_waiting_saysForWhatAndHowLong();
    void run_stopped_restCanBePricedAgain();
    void run_ofAnotherProgram_isSeenInterrupted();
    void rowsModel_pastedRows_haveTheirNumbers();
    void rowsModel_filtered_showsOnlyThose();
};

void RunTest::initTestCase() {
    test::registerRunTypes();
    test::theme().choose(ThemeChoice::Light);
}

void RunTest::price_sheet_saysWhatItCosts() {
    SandboxScene scene;
    Pages pages(scene);
    const auto file = scene.sheet("Q3 ICPs.csv", rows(4) + "filters,,Retail,France\n");
    pages.priceIt(pages.request(file));
    auto* products = pages.child<QTableWidget>(pages.price, "products");
    QCOMPARE(products->rowCount(), 2);
    QCOMPARE(products->item(1, 1)->text(), QStringLiteral("4"));
    QCOMPARE(products->item(1, 2)->text(), QStringLiteral("400"));
    QCOMPARE(products->item(1, 3)->text(), QStringLiteral("$0.08"));
    const std::int64_t amount = pages.price.priced()->quote.amount;
    QVERIFY(amount > 0);
    auto* place = pages.child<QPushButton>(pages.price, "place");
    QCOMPARE(place->text(), QStringLiteral("Place 4 Orders for %1 of Play Money")
                                .arg(QString::fromStdString(format(Money{amount, "USD"}))));
    QVERIFY(place->isEnabled());
    QCOMPARE(pages.child<QLabel>(pages.price, "commonWords")->text(),
             QStringLiteral("All 4 rows: 100 leads each, in Germany."));
    QVERIFY(pages.child<QLabel>(pages.price, "notNarrowed")
                ->text()
                .startsWith(QStringLiteral("No row names a job title.")));
    QVERIFY(pages.child<QLabel>(pages.price, "leftOut")->text().contains(QStringLiteral("1 need")));
    const QString holds = pages.child<QLabel>(pages.price, "validity")->text();
    QVERIFY2(holds.contains(QStringLiteral("hold until")) && holds.contains(QStringLiteral("left")),
             qPrintable(holds));
    pages.price.show();
    QCoreApplication::processEvents();
    QCOMPARE(test::complaints(pages.price).join(QLatin1Char('\n')), QString());
    test::screenshot(pages.price, QStringLiteral("price-light"));
    test::theme().choose(ThemeChoice::Dark);
    QCoreApplication::processEvents();
    test::screenshot(pages.price, QStringLiteral("price-dark"));
    test::theme().choose(ThemeChoice::Light);
}

void RunTest::price_placedTwice_ordersOnce() {
    SandboxScene scene;
    Pages pages(scene);
    const auto file = scene.sheet("a.csv", rows(3));
    pages.priceIt(pages.request(file));
    pages.placeIt();
    QCOMPARE(pages.run.info()->totals.of(submit::RowState::Placed), 3);
    pages.priceIt(pages.request(file));
    QCOMPARE(pages.price.priced()->quote.rows, 0);
    QCOMPARE(pages.price.priced()->leftOut.alreadyOrdered, 3);
    QVERIFY(!pages.child<QPushButton>(pages.price, "place")->isEnabled());
}

void RunTest::price_firstRows_placesOnlyThese() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(5))));
    pages.child<QSpinBox>(pages.price, "firstCount")->setValue(2);
    QTRY_COMPARE_WITH_TIMEOUT(pages.price.chosen().rows, 2, kPatienceMs);
    const auto* common = pages.child<QLabel>(pages.price, "commonWords");
    QVERIFY2(common->text().startsWith(QLatin1String("Both rows")), qPrintable(common->text()));
    pages.placeIt();
    QCOMPARE(pages.run.info()->totals.of(submit::RowState::Placed), 2);
    QCOMPARE(pages.run.info()->totals.of(submit::RowState::Skipped), 3);
}

void RunTest::price_selectedRows_placesOnlyThese() {
    SandboxScene scene;
    Pages pages(scene);
    const auto file = scene.sheet("a.csv", rows(5));
    pages.priceIt(pages.request(file), {{0, 3, 4}});
    QSignalSpy priced(&pages.engine, &RunEngine::priced);
    pages.child<QRadioButton>(pages.price, "selectedRows")->setChecked(true);
    QTRY_COMPARE_WITH_TIMEOUT(priced.count(), 1, kPatienceMs);
    QCOMPARE(pages.price.chosen().rows, 2);
    QCOMPARE(pages.child<QRadioButton>(pages.price, "allRows")->text(),
             QStringLiteral("All 5 rows that can be ordered"));
    pages.placeIt();
    QCOMPARE(pages.run.info()->totals.of(submit::RowState::Placed), 2);
}

void RunTest::price_changedRow_isOfferedAndNotSelected() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(2))));
    pages.placeIt();
    std::string changed = rows(2);
    changed.replace(changed.find(",100,"), 5, ",250,");
    pages.priceIt(pages.request(scene.sheet("a.csv", changed)));
    QCOMPARE(pages.price.priced()->quote.rows, 0);
    auto* changedToo = pages.child<QCheckBox>(pages.price, "changedToo");
    QVERIFY(changedToo->isVisibleTo(&pages.price));
    QVERIFY(!changedToo->isChecked());
    QSignalSpy priced(&pages.engine, &RunEngine::priced);
    changedToo->click();
    QTRY_COMPARE_WITH_TIMEOUT(priced.count(), 1, kPatienceMs);
    QCOMPARE(pages.price.chosen().rows, 1);
}

void RunTest::price_sheetOrderedBefore_saysWhatIsNew() {
    SandboxScene scene;
    Pages pages(scene);
    const auto* news = pages.child<QWidget>(pages.price, "whatIsNew");
    pages.priceIt(pages.request(scene.sheet("other.csv", rows(4))));
    QVERIFY(!news->isVisibleTo(&pages.price));
    pages.priceWithNews();
    QVERIFY(news->isVisibleTo(&pages.price));
    QStringList counts;
    for (const auto* label : news->findChildren<QLabel*>())
        counts << label->text();
    for (const char* said : {"1 new", "1 changed", "2 already ordered", "1 in the sheet twice",
                             "1 gone from the sheet", "1 new order would cost $8.00."})
        QVERIFY2(counts.contains(QLatin1String(said)), said);
    const auto* list = pages.child<QTreeWidget>(pages.price, "sheetChanges");
    QCOMPARE(list->topLevelItemCount(), 2);
    const QTreeWidgetItem& changed = *list->topLevelItem(0);
    QCOMPARE(changed.text(0), QStringLiteral("3"));
    QVERIFY(changed.text(1).startsWith(QStringLiteral("LS-")));
    QCOMPARE(changed.text(3), QStringLiteral("100"));
    QCOMPARE(changed.text(4), QStringLiteral("250"));
    QCOMPARE(list->topLevelItem(1)->text(0), QStringLiteral("4"));
    QCOMPARE(list->topLevelItem(1)->text(2), QStringLiteral("gone from the sheet"));
    for (const auto& [scheme, name] : {std::pair{ThemeChoice::Light, "what-is-new-light"},
                                       std::pair{ThemeChoice::Dark, "what-is-new-dark"}}) {
        test::theme().choose(scheme);
        pages.price.show();
        test::settle();
        test::screenshot(pages.price, QLatin1String(name));
    }
    test::theme().choose(ThemeChoice::Light);
    QTRY_COMPARE_WITH_TIMEOUT(test::complaints(pages.price).join(QLatin1Char('\n')), QString(),
                              kPatienceMs);
}

// As wide as the page is in a window of 1280 points.
void RunTest::price_newsInLargeGerman_areNotCut() {
    const Translations german(QStringLiteral("de"));
    test::theme().setFontSize(14);
    {
        SandboxScene scene;
        Pages pages(scene);
        pages.priceWithNews();
        pages.price.resize(810, 640);
        pages.price.show();
        test::settle();
        test::screenshot(pages.price, QStringLiteral("what-is-new-german-14pt"));
        const auto* area = pages.child<QScrollArea>(pages.price, "prices");
        QTRY_COMPARE_WITH_TIMEOUT(area->horizontalScrollBar()->maximum(), 0, kPatienceMs);
        const auto* list = pages.child<QTreeWidget>(pages.price, "sheetChanges");
        QTRY_COMPARE_WITH_TIMEOUT(list->horizontalScrollBar()->maximum(), 0, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(list->verticalScrollBar()->maximum(), 0, kPatienceMs);
        QCOMPARE(test::complaints(pages.price).join(QLatin1Char('\n')), QString());
    }
    test::theme().setFontSize(0);
}

void RunTest::price_manyMillions_isNotCut() {
    ProductPrices prices;
    prices.resize(800, 200);
    submit::QuoteSummary quote;
    quote.rows = 50'000;
    quote.amount = 9'571'825'00;
    quote.products.push_back({"filters", 50'000, 27'475'000, 9'571'825'00});
    prices.present(quote, "USD");
    prices.show();
    QCOMPARE(test::complaints(prices).join(QLatin1Char('\n')), QString());
    QFont bold = prices.font();
    bold.setBold(true);
    const int wanted = QFontMetrics(bold).horizontalAdvance(prices.item(1, 4)->text());
    QTRY_VERIFY_WITH_TIMEOUT(prices.columnWidth(4) >= wanted + 8, kPatienceMs);
}

void RunTest::price_balanceTooSmall_cannotPlace() {
    SandboxScene scene(100);
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(3))));
    QVERIFY(!pages.child<QPushButton>(pages.price, "place")->isEnabled());
    QVERIFY(
        pages.child<QLabel>(pages.price, "balance")->text().contains(QStringLiteral("missing")));
}

void RunTest::price_capBelowPrice_pausesTheRun() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(3))));
    const std::int64_t one = pages.price.priced()->quote.amount / 3;
    auto* cap = pages.child<QLineEdit>(pages.price, "cap");
    cap->clear();
    QTest::keyClicks(cap, QStringLiteral("0"));
    QVERIFY(!pages.child<QPushButton>(pages.price, "place")->isEnabled());
    cap->clear();
    QTest::keyClicks(cap, QString::fromStdString(formatPlain({one, "USD"})));
    QCOMPARE(pages.child<QPushButton>(pages.price, "place")->text(),
             QStringLiteral("Place Orders for at Most %1 of Play Money").arg(money({one, "USD"})));
    pages.placeIt();
    QCOMPARE(pages.run.info()->pauseReason, submit::PauseReason::SpendCap);
    QCOMPARE(pages.run.info()->totals.of(submit::RowState::Placed), 1);
    auto* notice = pages.child<NoticeBar>(pages.run, "runNotice");
    QVERIFY(notice->text().contains(QStringLiteral("spending cap")));
    QVERIFY(!pages.child<QPushButton>(pages.run, "resumeRun")->isVisibleTo(&pages.run));
    // Going on takes a new limit, for the two rows that wait.
    QSignalSpy wanted(&pages.run, &RunPanel::pricesWanted);
    emit notice->actionTriggered();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(pages.child<QPushButton>(pages.run, "runNext")->text(),
             QStringLiteral("Review Price"));
    pages.child<QPushButton>(pages.run, "runNext")->click();
    QCOMPARE(wanted.count(), 2);
    QSignalSpy priced(&pages.engine, &RunEngine::priced);
    pages.price.startAgain(wanted.first().first().value<submit::RunId>());
    QTRY_COMPARE_WITH_TIMEOUT(priced.count(), 1, kPatienceMs);
    QCOMPARE(pages.price.priced()->waiting.rows, 2);
    QVERIFY(pages.child<QPushButton>(pages.price, "place")
                ->text()
                .startsWith(QStringLiteral("Place 2 Orders for ")));
    QCOMPARE(cap->text(), money({2 * one, "USD"}));
    pages.placeIt();
    QCOMPARE(pages.run.info()->state, submit::RunState::Finished);
    QCOMPARE(pages.run.info()->totals.of(submit::RowState::Placed), 3);
}

void RunTest::price_nothingConnected_offersToConnect() {
    SandboxScene scene;
    Pages pages(scene);
    pages.account.disconnectNow();
    QSignalSpy wanted(&pages.price, &PricePanel::accountWanted);
    pages.price.start(pages.request(scene.sheet("a.csv", rows(1))));
    auto* notice = pages.child<NoticeBar>(pages.price, "priceNotice");
    QVERIFY(notice->text().contains(QStringLiteral("No account is connected")));
    emit notice->actionTriggered();
    QCOMPARE(wanted.count(), 1);
}

void RunTest::price_cancelled_leavesNoPlan() {
    SandboxScene scene;
    Pages pages(scene);
    pages.price.start(pages.request(scene.sheet("a.csv", rows(2000))));
    pages.engine.cancelPricing();
    QCOMPARE(pages.engine.state(), RunEngine::State::Idle);
    // The next job of the same thread only begins when the cancelled one has tidied up.
    pages.priceIt(pages.request(scene.sheet("b.csv", rows(1))));
    auto ledger = submit::Ledger::open(scene.folders().sandboxLedgerFile());
    QVERIFY(ledger.has_value());
    QCOMPARE(ledger->runs()->size(), std::size_t{1});
}

void RunTest::run_ended_showsEveryRow() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(
        pages.request(scene.sheet("Q3 ICPs.csv", rows(12) + "filters,x,Retail,France\n")));
    pages.placeIt();
    pages.run.show();
    auto* view = pages.child<QTableView>(pages.run, "runRows");
    QTRY_COMPARE_WITH_TIMEOUT(view->model()->index(12, RunRowsModel::State).data().toString(),
                              QStringLiteral("Needs Fix"), kPatienceMs);
    QCOMPARE(view->model()->rowCount(), 13);
    QCOMPARE(view->model()->index(0, RunRowsModel::State).data().toString(),
             QStringLiteral("Placed"));
    QVERIFY(view->model()
                ->index(0, RunRowsModel::OrderNumber)
                .data()
                .toString()
                .startsWith(QStringLiteral("LS-")));
    QVERIFY(pages.child<QPushButton>(pages.run, "fixAndRetry")->text().contains(QLatin1Char('1')));
    QVERIFY(pages.child<NoticeBar>(pages.run, "runNotice")
                ->text()
                .startsWith(QStringLiteral("Done. ")));
    QCOMPARE(pages.child<QLabel>(pages.run, "summaryPlaced")->text(), QStringLiteral("12"));
    QCoreApplication::processEvents();
    QCOMPARE(test::complaints(pages.run).join(QLatin1Char('\n')), QString());
    test::screenshot(pages.run, QStringLiteral("run-ended-light"));
    test::theme().choose(ThemeChoice::Dark);
    QCoreApplication::processEvents();
    test::screenshot(pages.run, QStringLiteral("run-ended-dark"));
    test::theme().choose(ThemeChoice::Light);
}

void RunTest::run_pausedAndResumed_placesEachRowOnce() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(300))));
    QSignalSpy ended(&pages.engine, &RunEngine::ended);
    auto* pause = pages.child<QPushButton>(pages.run, "pauseRun");
    pages.run.show();
    QVERIFY(QTest::qWaitForWindowActive(&pages.run));
    pages.child<QPushButton>(pages.price, "place")->click();
    QTRY_VERIFY_WITH_TIMEOUT(pause->isVisible(), kPatienceMs);
    pause->setFocus();
    pause->click();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
    QVERIFY(pages.child<QTableView>(pages.run, "runRows")->hasFocus());
    auto report = ended.first().first().value<submit::RunReport>();
    while (report.state == submit::RunState::Paused) {
        QCOMPARE(report.reason, submit::PauseReason::ByPerson);
        QTRY_VERIFY_WITH_TIMEOUT(
            pages.child<QPushButton>(pages.run, "resumeRun")->isVisibleTo(&pages.run), kPatienceMs);
        ended.clear();
        pages.child<QPushButton>(pages.run, "resumeRun")->click();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
        report = ended.first().first().value<submit::RunReport>();
    }
    QCOMPARE(report.totals.of(submit::RowState::Placed), 300);
    const auto account = pages.account.connection()->client->account().get();
    QCOMPARE(account->held.amount, report.totals.held);
}

void RunTest::run_waiting_saysForWhatAndHowLong_data() {
    using submit::Waiting;
    QTest::addColumn<int>("waiting");
    QTest::addColumn<QString>("says");
    QTest::newRow("budget") << static_cast<int>(Waiting::ForBudget) << "order budget until";
    QTest::newRow("requests") << static_cast<int>(Waiting::ForRequests) << "request budget until";
    QTest::newRow("limit") << static_cast<int>(Waiting::ForLimit) << "asked to wait until";
    QTest::newRow("failing server") << static_cast<int>(Waiting::ForServer) << "next try is at";
    QTest::newRow("429 without a time")
        << static_cast<int>(Waiting::ForUntoldLimit) << "without saying how long";
    QTest::newRow("retry") << static_cast<int>(Waiting::ForRetry) << "tried again at";
    QTest::newRow("answers") << static_cast<int>(Waiting::ForInFlight) << "on their way";
    QTest::newRow("nothing") << static_cast<int>(Waiting::No) << "2.5 rows a second, 3 in flight";
}

void RunTest::run_waiting_saysForWhatAndHowLong() {
    QFETCH(int, waiting);
    QFETCH(QString, says);
    AccountSession account;
    RunEngine engine(account);
    RunPanel panel(account, engine);
    submit::RunProgress progress;
    progress.waiting = static_cast<submit::Waiting>(waiting);
    progress.waitingUntil = systemClock()->wallNow() + std::chrono::minutes(3);
    progress.eta = systemClock()->wallNow() + std::chrono::minutes(5);
    progress.rowsPerSecond = 2.5;
    progress.inFlight = 3;
    emit engine.progressed(progress);
    const QString said = panel.findChild<QLabel*>(QStringLiteral("outlook"))->text();
    QVERIFY2(said.contains(says), qPrintable(said));
    const WallTime until = waiting == 0 ? *progress.eta : *progress.waitingUntil;
    if (progress.waiting != submit::Waiting::ForInFlight)
        QVERIFY2(said.contains(clockText(until, systemClock()->wallNow())), qPrintable(said));
}

void RunTest::run_stopped_restCanBePricedAgain() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(200))));
    QSignalSpy ended(&pages.engine, &RunEngine::ended);
    pages.child<QPushButton>(pages.price, "place")->click();
    pages.engine.stop();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
    const auto report = ended.first().first().value<submit::RunReport>();
    if (report.state == submit::RunState::Finished)
        return; // the last answers came before the stop was seen
    QCOMPARE(report.state, submit::RunState::Stopped);
    const std::int64_t left = report.totals.of(submit::RowState::Ready);
    QVERIFY(left > 0);
    QSignalSpy priced(&pages.engine, &RunEngine::priced);
    pages.price.startAgain(report.run);
    QTRY_COMPARE_WITH_TIMEOUT(priced.count(), 1, kPatienceMs);
    QCOMPARE(pages.price.chosen().rows, left);
    ended.clear();
    pages.child<QPushButton>(pages.price, "place")->click();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
    QCOMPARE(ended.first().first().value<submit::RunReport>().totals.of(submit::RowState::Placed),
             200);
}

void RunTest::run_ofAnotherProgram_isSeenInterrupted() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(2))));
    // Approved, and the program died before it sent anything.
    {
        auto ledger = submit::Ledger::open(scene.folders().sandboxLedgerFile());
        auto lock = ledger->lock();
        submit::Submission submission(*ledger, *std::move(lock),
                                      submit::serviceOver(*pages.account.connection()->client),
                                      systemClock(), systemRng());
        submit::Approval approval;
        approval.cap = pages.price.priced()->quote.amount;
        QVERIFY(submission.approve(pages.price.priced()->run, approval).has_value());
    }
    pages.run.showRun(pages.price.priced()->run);
    auto* resume = pages.child<QPushButton>(pages.run, "resumeRun");
    QTRY_VERIFY_WITH_TIMEOUT(resume->isVisibleTo(&pages.run), kPatienceMs);
    QVERIFY(resume->property("primary").toBool());
    QCOMPARE(runStateWord(*pages.run.info()), QStringLiteral("Ready to send"));
    const QString notice = pages.child<NoticeBar>(pages.run, "runNotice")->text();
    QVERIFY2(notice.contains(QStringLiteral("was interrupted at")), qPrintable(notice));
    QSignalSpy ended(&pages.engine, &RunEngine::ended);
    resume->click();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
    QCOMPARE(ended.first().first().value<submit::RunReport>().totals.of(submit::RowState::Placed),
             2);
}

void RunTest::rowsModel_pastedRows_haveTheirNumbers() {
    SandboxScene scene;
    Pages pages(scene);
    auto plan = pages.request(scene.sheet("pasted-Ab12Cd.csv", rows(2)));
    plan.sourceName = "Pasted rows";
    pages.priceIt(plan);
    auto ledger = submit::Ledger::open(scene.folders().sandboxLedgerFile());
    RunRowsModel model;
    model.show(scene.folders().sandboxLedgerFile(), *ledger->run(pages.price.priced()->run), {});
    QTRY_COMPARE_WITH_TIMEOUT(model.index(1, RunRowsModel::Row).data().toString(),
                              QStringLiteral("3"), kPatienceMs);
}

void RunTest::rowsModel_filtered_showsOnlyThose() {
    SandboxScene scene;
    Pages pages(scene);
    std::string sheet = test::kSheetHeader;
    for (int i = 0; i < 900; ++i)
        sheet += i % 3 == 0 ? "filters,x,Bad " + std::to_string(i) + ",Germany\n"
                            : "filters,10,Good " + std::to_string(i) + ",Germany\n";
    pages.priceIt(pages.request(scene.sheet("a.csv", sheet)));
    auto ledger = submit::Ledger::open(scene.folders().sandboxLedgerFile());
    const auto info = ledger->run(pages.price.priced()->run);
    RunRowsModel model;
    connect(&model, &RunRowsModel::failed, [](const QString& why) { QFAIL(qPrintable(why)); });
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(scene.folders().sandboxLedgerFile(), *info, {submit::RowState::NeedsFix});
    QCOMPARE(model.rowCount(), 300);
    const auto shown = [&model](int row) {
        return model.index(row, RunRowsModel::Row).data().toString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(shown(299), QStringLiteral("899"), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(shown(0), QStringLiteral("2"), kPatienceMs);
}

LEADSHEET_TEST(tst_run, RunTest);
#include "tst_run.moc"
