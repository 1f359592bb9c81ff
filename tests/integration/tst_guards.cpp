// SPDX-License-Identifier: Apache-2.0
#include "hurried_clock.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/server/fault_plan.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <thread>

using namespace leadsheet;

/// What keeps a submission from spending more than was agreed, against the real server.
class GuardsTest : public QObject {
    Q_OBJECT

private slots:
    void run_balanceTooSmall_pausesWithNoCreditAndHealsAfterTopUp();
    void run_capBelowTheSum_neverExceedsIt();
    void run_keyUnknown_namesTheKey();
    void run_secondProgramOnTheLedger_isRefused();
    void run_serverDown_keepsEverythingResumable();
    void run_budgetSmallerThanTheSheet_waitsWithoutProvoking429();
    void run_sameSheetFromASecondLedger_ordersNothingTwice();
    void run_serviceTakesLessACall_pricesInMoreCalls_data();
    void run_serviceTakesLessACall_pricesInMoreCalls();
};

namespace {

struct Bench {
    explicit Bench(std::int64_t balance, server::Config config = {})
        : scene(test::startScene(balance, std::move(config))) {
        job.baseUrl = scene.server->baseUrl();
        job.apiKey = scene.key;
        job.ledger = folder.filePath("ledger.db").toStdString();
        job.rows = 10;
    }
    test::Scene scene;
    QTemporaryDir folder;
    test::SubmitJob job;
};

} // namespace

void GuardsTest::run_balanceTooSmall_pausesWithNoCreditAndHealsAfterTopUp() {
    Bench rich(100'000'00);
    QVERIFY(test::submitSheet(rich.job).has_value());
    const auto prices = test::rowsOf(rich.job.ledger);
    QVERIFY(prices && !prices->empty() && prices->front().price);
    const std::int64_t price = *prices->front().price;

    Bench poor(price * 4);
    const auto report = test::submitSheet(poor.job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QCOMPARE(report->state, submit::RunState::Paused);
    QCOMPARE(report->reason, submit::PauseReason::NoCredit);
    QCOMPARE(report->totals.of(submit::RowState::Placed), std::int64_t{4});
    QCOMPARE(report->totals.of(submit::RowState::Refused), std::int64_t{0});
    QVERIFY(!report->detail.empty());
}

void GuardsTest::run_capBelowTheSum_neverExceedsIt() {
    Bench bench(100'000'00);
    bench.job.leadCount = 100;
    bench.job.cap = 1'500;
    const auto report = test::submitSheet(bench.job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QCOMPARE(report->state, submit::RunState::Paused);
    QCOMPARE(report->reason, submit::PauseReason::SpendCap);
    QVERIFY(report->totals.held <= 1'500);
    auto client = test::clientFor(bench.job);
    QVERIFY(client.has_value());
    const auto account = client->account().get();
    QVERIFY(account.has_value());
    QCOMPARE(account->held.amount, report->totals.held);
}

void GuardsTest::run_keyUnknown_namesTheKey() {
    Bench bench(1'000'00);
    bench.job.apiKey.back() = bench.job.apiKey.back() == 'A' ? 'B' : 'A';
    const auto report = test::submitSheet(bench.job);
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().codeName(), std::string_view("invalid_api_key"));
}

void GuardsTest::run_secondProgramOnTheLedger_isRefused() {
    Bench bench(1'000'00);
    auto ledger = submit::Ledger::open(bench.job.ledger);
    QVERIFY(ledger.has_value());
    const auto lock = ledger->lock();
    QVERIFY(lock.has_value());
    const auto report = test::submitSheet(bench.job);
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().codeName(), std::string_view("ledger_locked"));
}

void GuardsTest::run_serverDown_keepsEverythingResumable() {
    Bench bench(100'000'00);
    auto plan = std::make_shared<server::FaultPlan>();
    server::Config config;
    config.faults = plan;
    bench.scene = test::startScene(100'000'00, std::move(config));
    bench.job.baseUrl = bench.scene.server->baseUrl();
    bench.job.apiKey = bench.scene.key;
    bench.job.maxOutage = std::chrono::seconds(5);
    server::FaultMatch creates;
    creates.operationId = "createOrder";
    plan->add(server::Fault::resetBeforeCommit(), creates, 10'000);
    const auto first = test::submitSheet(bench.job);
    QVERIFY2(first.has_value(), first ? "" : first.error().message.c_str());
    QCOMPARE(first->reason, submit::PauseReason::ServerUnreachable);
    QCOMPARE(first->totals.unsettled(), bench.job.rows);
    plan->clear();
    const auto second = test::submitSheet(bench.job);
    QVERIFY2(second.has_value(), second ? "" : second.error().message.c_str());
    const auto wrong = test::disagreement(bench.job, 100'000'00);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void GuardsTest::run_budgetSmallerThanTheSheet_waitsWithoutProvoking429() {
    server::Config config;
    auto refused = std::make_shared<std::atomic<int>>(0);
    config.accessLog = [refused](const server::AccessRecord& record) {
        if (record.status == 429)
            ++*refused;
    };
    // One clock for both sides, so that the windows that are waited for have passed at the server.
    const auto clock = std::make_shared<test::HurriedClock>();
    config.clock = [clock] {
        return clock->wallNow();
    };
    config.limits.orderRate = {4, std::chrono::minutes(1)};
    config.limits.defaultRate.quota = 1'000'000;
    config.bootstrap = {{"Test account", 100'000'00, {{"key", server::KeyType::Customer, {}, {}}}}};
    auto server = server::Server::start(std::move(config));
    QVERIFY(server.has_value());
    const QTemporaryDir folder;
    test::SubmitJob job;
    job.baseUrl = (*server)->baseUrl();
    job.apiKey = (*server)->minted().front().keys.front().secret;
    job.ledger = folder.filePath("ledger.db").toStdString();
    job.rows = 10;
    job.clock = clock;
    const auto report = test::submitSheet(job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QVERIFY2(report->state == submit::RunState::Finished, report->detail.c_str());
    QCOMPARE(refused->load(), 0);
    const auto wrong = test::disagreement(job, 100'000'00);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void GuardsTest::run_sameSheetFromASecondLedger_ordersNothingTwice() {
    Bench bench(100'000'00);
    QVERIFY(test::submitSheet(bench.job).has_value());
    test::SubmitJob elsewhere = bench.job;
    elsewhere.ledger = bench.folder.filePath("second.db").toStdString();
    const auto report = test::submitSheet(elsewhere);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QCOMPARE(report->totals.of(submit::RowState::AlreadyOrdered), bench.job.rows);
    QCOMPARE(report->totals.held, std::int64_t{0});
    const auto wrong = test::disagreement(elsewhere, 100'000'00);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

/// Operators may set lower limits than the contract's.
void GuardsTest::run_serviceTakesLessACall_pricesInMoreCalls_data() {
    QTest::addColumn<int>("items");
    QTest::addColumn<int>("bytes");
    QTest::newRow("items") << 7 << 1'000'000;
    QTest::newRow("one item") << 1 << 1'000'000;
    QTest::newRow("bytes of a body") << 500 << 2'000;
}

void GuardsTest::run_serviceTakesLessACall_pricesInMoreCalls() {
    QFETCH(int, items);
    QFETCH(int, bytes);
    server::Config config;
    config.limits.maxQuoteItems = static_cast<std::size_t>(items);
    config.limits.maxBodyBytes = static_cast<std::size_t>(bytes);
    Bench bench(100'000'00, std::move(config));
    bench.job.rows = 40;
    const auto report = test::submitSheet(bench.job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QCOMPARE(report->state, submit::RunState::Finished);
    QCOMPARE(report->totals.of(submit::RowState::Placed), std::int64_t{40});
}

LEADSHEET_TEST(tst_guards, GuardsTest);
#include "tst_guards.moc"
