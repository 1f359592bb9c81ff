// SPDX-License-Identifier: Apache-2.0
#include "run_pages.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"
#include "shell/notice_bar.hpp"
#include "shell/words.hpp"

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/planner.hpp"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableWidget>
#include <QtTest>
#include <QtTestGui>
#include <QtTestWidgets>

#include <filesystem>

using namespace leadsheet;
using namespace leadsheet::desktop;
using test::kPatienceMs;
using test::Pages;
using test::rows;
using test::SandboxScene;

/// What is placed is what was looked at, once, and paid by whom it belongs to.
class RunSafetyTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void price_ofAnotherSheet_showsItsSumFirst();
    void price_sheetSavedMeanwhile_isNotOrderedUnseen();
    void price_otherRowsChosen_figuresFollowAndNothingMoves();
    void price_identicalRows_saysWhatOrderingThemAdds();
    void price_clockOfThisComputerAhead_canBePlaced();
    void place_otherAccountConnectedMeanwhile_isRefused();
    void run_ofAnotherAccount_isNeitherPricedNorSent();
    void run_otherAccountConnected_isShownNoMore();
    void run_beingSent_isNotBegunASecondTime();
    void run_planned_offersThePrice();
    void run_openedWhileAnotherIsSent_showsItsOwnFigures();
    void run_sentWhilePartOfAPriceFails_doesNotFail();
};

void RunSafetyTest::initTestCase() {
    test::registerRunTypes();
}

void RunSafetyTest::price_ofAnotherSheet_showsItsSumFirst() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceWithNews();
    pages.price.resize(810, 400);
    pages.price.show();
    auto* bar = pages.child<QScrollArea>(pages.price, "prices")->verticalScrollBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 0, kPatienceMs);
    bar->setValue(bar->maximum());
    pages.priceIt(pages.request(scene.sheet("b.csv", rows(3))));
    test::settle();
    QCOMPARE(bar->value(), 0);
}

void RunSafetyTest::price_sheetSavedMeanwhile_isNotOrderedUnseen() {
    SandboxScene scene;
    Pages pages(scene);
    const auto file = scene.sheet("a.csv", rows(2));
    auto plan = pages.request(file);
    app::SheetOptions marked;
    marked.markInput = true;
    plan.options.mark = (*app::openSheet(file, marked))->digests().mark;
    pages.priceIt(plan);
    auto ledger = submit::Ledger::open(scene.folders().sandboxLedgerFile());
    QCOMPARE(ledger->run(pages.price.priced()->run)->spec.sourceSha256,
             app::fileSha256(file).value());
    scene.sheet("a.csv", rows(3));
    QSignalSpy failed(&pages.engine, &RunEngine::failed);
    pages.price.start(plan);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
    auto* notice = pages.child<NoticeBar>(pages.price, "priceNotice");
    QVERIFY(notice->text().contains(QStringLiteral("has changed since it was read")));
    QVERIFY(!pages.child<QPushButton>(pages.price, "place")->isEnabled());
    QVERIFY(!pages.child<QPushButton>(pages.price, "cancelPricing")->isVisibleTo(&pages.price));
    QSignalSpy wanted(&pages.price, &PricePanel::sheetWanted);
    emit notice->actionTriggered();
    QCOMPARE(wanted.count(), 1);
}

void RunSafetyTest::price_otherRowsChosen_figuresFollowAndNothingMoves() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(5))), {{0, 2, 3}});
    pages.price.show();
    QVERIFY(QTest::qWaitForWindowActive(&pages.price));
    const auto* products = pages.child<QTableWidget>(pages.price, "products");
    const auto* sum = pages.child<QLabel>(pages.price, "priceSum");
    const auto figures = [&](const QString& orders) {
        const QString amount = money(pages.price.chosen().amount, "USD");
        return products->item(1, 1)->text() == orders && products->item(1, 4)->text() == amount &&
               sum->text() == QStringLiteral("%1 for %2 orders").arg(amount, orders);
    };
    QVERIFY(figures(QStringLiteral("5")));
    // Of what is in the sheet.
    pages.child<QSpinBox>(pages.price, "firstCount")->setValue(3);
    QTRY_VERIFY_WITH_TIMEOUT(figures(QStringLiteral("3")), kPatienceMs);
    // Asked for again, in place.
    auto* selected = pages.child<QRadioButton>(pages.price, "selectedRows");
    const auto place = [&] {
        return selected->mapTo(&pages.price, QPoint());
    };
    const QPoint before = place();
    QSignalSpy priced(&pages.engine, &RunEngine::priced);
    selected->setFocus();
    QTest::mouseClick(selected, Qt::LeftButton, {}, {8, selected->height() / 2});
    QVERIFY(pages.engine.state() == RunEngine::State::Pricing);
    QVERIFY(selected->isVisible() && !selected->isEnabled());
    QVERIFY(!pages.child<QPushButton>(pages.price, "place")->isVisible());
    QCOMPARE(place(), before);
    QTRY_COMPARE_WITH_TIMEOUT(priced.count(), 1, kPatienceMs);
    QCoreApplication::processEvents();
    QVERIFY(figures(QStringLiteral("2")));
    QCOMPARE(place(), before);
    QVERIFY(selected->hasFocus());
}

void RunSafetyTest::price_identicalRows_saysWhatOrderingThemAdds() {
    SandboxScene scene;
    Pages pages(scene);
    const std::string twice = rows(1) + rows(1).substr(rows(1).find('\n') + 1);
    pages.priceIt(pages.request(scene.sheet("a.csv", twice)));
    QCOMPARE(pages.price.chosen().rows, 1);
    auto* duplicatesToo = pages.child<QCheckBox>(pages.price, "duplicatesToo");
    QVERIFY(duplicatesToo->isVisibleTo(&pages.price));
    const QString one = money(pages.price.chosen().amount, "USD");
    QCOMPARE(duplicatesToo->text(),
             QStringLiteral("Order repeated rows as well (+1 order, +%1)").arg(one));
    QSignalSpy priced(&pages.engine, &RunEngine::priced);
    duplicatesToo->click();
    QTRY_COMPARE_WITH_TIMEOUT(priced.count(), 1, kPatienceMs);
    QCOMPARE(pages.price.chosen().rows, 2);
    QCOMPARE(duplicatesToo->text(), QStringLiteral("Order repeated rows as well"));
}

void RunSafetyTest::price_clockOfThisComputerAhead_canBePlaced() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(1))));
    auto* place = pages.child<QPushButton>(pages.price, "place");
    Priced later = *pages.price.priced();
    QVERIFY(later.quote.validUntil.has_value());
    // As if this computer stood two days after the server.
    later.quote.validUntil = *later.quote.validUntil - std::chrono::hours(48);
    emit pages.engine.priced(later);
    QVERIFY(!place->isEnabled());
    later.clockAhead = -std::chrono::hours(48);
    emit pages.engine.priced(later);
    QVERIFY(place->isEnabled());
}

void RunSafetyTest::place_otherAccountConnectedMeanwhile_isRefused() {
    SandboxScene first;
    SandboxScene second;
    Pages pages(first);
    pages.priceIt(pages.request(first.sheet("a.csv", rows(2))));
    const Priced prices = *pages.price.priced();
    second.connect(pages.account);
    QSignalSpy failed(&pages.engine, &RunEngine::failed);
    QVERIFY(!pages.engine.place(prices, {}));
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed.first().first().value<Trouble>().code, QStringLiteral("stale_prices"));
    QCOMPARE(pages.engine.state(), RunEngine::State::Idle);
    QCOMPARE(pages.account.connection()->client->account().get()->held.amount, 0);
}

void RunSafetyTest::run_ofAnotherAccount_isNeitherPricedNorSent() {
    SandboxScene scene;
    Pages pages(scene);
    submit::RunId run;
    {
        auto ledger = submit::Ledger::open(scene.folders().sandboxLedgerFile());
        auto lock = ledger->lock();
        submit::RunSpec spec;
        spec.title = "Foreign";
        spec.account = {"https://api.example.com", "acc_other", "Other"};
        auto planner = submit::RunPlanner::begin(*ledger, *lock, spec);
        submit::RowInput row;
        row.sourceRow = 2;
        row.request.product = "filters";
        row.request.leadCount = 100;
        row.request.fields["industries"] = std::vector<std::string>{"Retail"};
        QVERIFY(planner->add(row).has_value());
        run = planner->finish()->run;
    }
    QSignalSpy failed(&pages.engine, &RunEngine::failed);
    pages.engine.priceAgain(run);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
    pages.engine.resume(run);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 2, kPatienceMs);
    for (const auto& signal : failed) {
        const auto trouble = signal.first().value<Trouble>();
        QCOMPARE(trouble.code, QStringLiteral("wrong_account"));
        QVERIFY2(trouble.what.contains(QStringLiteral("acc_other")), qPrintable(trouble.what));
        QVERIFY2(trouble.fix.contains(QStringLiteral("“Other”")), qPrintable(trouble.fix));
    }
}

void RunSafetyTest::run_otherAccountConnected_isShownNoMore() {
    SandboxScene first;
    SandboxScene second;
    Pages pages(first);
    pages.priceIt(pages.request(first.sheet("a.csv", rows(1))));
    pages.placeIt();
    first.connect(pages.account); // the same account anew
    QVERIFY(pages.run.run().has_value());
    second.connect(pages.account);
    QVERIFY(!pages.run.run().has_value());
    QVERIFY(!pages.run.info().has_value());
    QCOMPARE(pages.run.summary(), QString());
}

void RunSafetyTest::run_beingSent_isNotBegunASecondTime() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(20))));
    const submit::RunId run = pages.price.priced()->run;
    QSignalSpy ended(&pages.engine, &RunEngine::ended);
    pages.child<QPushButton>(pages.price, "place")->click();
    QCOMPARE(pages.engine.state(), RunEngine::State::Sending);
    pages.engine.resume(run);
    pages.engine.priceAgain(run);
    QTRY_COMPARE_WITH_TIMEOUT(pages.engine.state(), RunEngine::State::Idle, kPatienceMs);
    // The next job of the same thread only begins when those before it are done.
    pages.priceIt(pages.request(scene.sheet("b.csv", rows(1))));
    QCOMPARE(ended.count(), 1);
}

void RunSafetyTest::run_planned_offersThePrice() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(2))));
    pages.run.showRun(pages.price.priced()->run);
    QTRY_VERIFY_WITH_TIMEOUT(pages.run.info().has_value(), kPatienceMs);
    auto* notice = pages.child<NoticeBar>(pages.run, "runNotice");
    QVERIFY2(notice->text().startsWith(QStringLiteral("2 rows are ready.")),
             qPrintable(notice->text()));
    QSignalSpy wanted(&pages.run, &RunPanel::pricesWanted);
    emit notice->actionTriggered();
    QCOMPARE(wanted.count(), 1);
}

void RunSafetyTest::run_openedWhileAnotherIsSent_showsItsOwnFigures() {
    SandboxScene scene;
    Pages pages(scene);
    pages.priceIt(pages.request(scene.sheet("a.csv", rows(1))));
    pages.placeIt();
    const submit::RunId first = *pages.run.run();
    const QString summary = pages.run.summary();
    pages.priceIt(pages.request(scene.sheet("b.csv", rows(25))));
    const submit::RunId second = pages.price.priced()->run;
    auto* pause = pages.child<QPushButton>(pages.run, "pauseRun");
    bool looked = false;
    connect(&pages.engine, &RunEngine::started, this, [&] {
        pages.run.showRun(first);
        submit::RunProgress progress;
        progress.totals.held = 123'456;
        emit pages.engine.progressed(progress);
        looked = pages.engine.state() == RunEngine::State::Sending;
    });
    QSignalSpy told(&pages.run, &RunPanel::ended);
    QSignalSpy ended(&pages.engine, &RunEngine::ended);
    pages.child<QPushButton>(pages.price, "place")->click();
    QTRY_VERIFY_WITH_TIMEOUT(looked, kPatienceMs);
    const auto* spent = pages.child<QLabel>(pages.run, "spent");
    QVERIFY2(!spent->text().contains(QStringLiteral("1,234")), qPrintable(spent->text()));
    QVERIFY(!pause->isVisibleTo(&pages.run));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(told.count(), 1, kPatienceMs);
    QCOMPARE(told.first().first().toString(), QStringLiteral("b"));
    QVERIFY(pages.run.run() == first);
    QTRY_COMPARE_WITH_TIMEOUT(pages.run.summary(), summary, kPatienceMs);
    QCOMPARE(pages.run.info()->id.value, first.value);
    pages.run.showRun(second);
    QTRY_VERIFY_WITH_TIMEOUT(pages.run.info() && pages.run.info()->id == second, kPatienceMs);
    QVERIFY(pages.run.summary() != summary);
}

void RunSafetyTest::run_sentWhilePartOfAPriceFails_doesNotFail() {
    SandboxScene first;
    SandboxScene second;
    Pages pages(second);
    pages.priceIt(pages.request(second.sheet("a.csv", rows(1))));
    pages.placeIt();
    const submit::RunId run = *pages.run.run();
    first.connect(pages.account);
    pages.priceIt(pages.request(first.sheet("a.csv", rows(3))));
    const submit::QuoteSummary quote = pages.price.priced()->quote;
    const auto ledger = pages.account.connection()->ledgerFile;
    second.connect(pages.account);
    QSignalSpy failed(&pages.engine, &RunEngine::failed);
    QSignalSpy ended(&pages.engine, &RunEngine::ended);
    std::filesystem::remove(ledger); // so that the part cannot be read
    pages.engine.priceFirst(quote, 1);
    pages.engine.resume(run);
    QCOMPARE(pages.engine.state(), RunEngine::State::Sending);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
    QCOMPARE(failed.count(), 0);
}

LEADSHEET_TEST(tst_run_safety, RunSafetyTest);
#include "tst_run_safety.moc"
