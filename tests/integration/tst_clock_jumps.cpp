// SPDX-License-Identifier: Apache-2.0
#include "hurried_clock.hpp"
#include "submit_scene.hpp"
#include "test_main.hpp"

#include "leadsheet/server/fault_plan.hpp"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>

using namespace leadsheet;
using std::chrono::seconds;

namespace {

constexpr std::int64_t kBalance = 100'000'00;

/// A clock whose wall time is set by somebody again and again; its steady time never jumps.
class SetClock final : public Clock {
public:
    explicit SetClock(seconds step)
        : step_(step) {}
    SteadyTime now() const override { return real_.now(); }
    WallTime wallNow() const override {
        const int asked = ++asked_;
        return real_.wallNow() + step_ * (asked / 10);
    }
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
              SteadyTime until, const std::stop_token& stop) override {
        real_.wait(lock, changed, until, stop);
    }

private:
    test::HurriedClock real_;
    seconds step_;
    mutable std::atomic<int> asked_{0};
};

} // namespace

/// Somebody sets a clock during a submission: nothing is ordered twice, nothing is lost.
class ClockJumpsTest : public QObject {
    Q_OBJECT

private slots:
    void submission_clientClockIsSet_everyRowPlacedOnce_data();
    void submission_clientClockIsSet_everyRowPlacedOnce();
    void submission_serverClockIsSet_everyRowPlacedOnce_data();
    void submission_serverClockIsSet_everyRowPlacedOnce();
};

void ClockJumpsTest::submission_clientClockIsSet_everyRowPlacedOnce_data() {
    QTest::addColumn<int>("stepSeconds");
    QTest::newRow("forward by hours") << 3 * 3600;
    QTest::newRow("back by hours") << -3 * 3600;
    QTest::newRow("forward by months") << 90 * 24 * 3600;
    QTest::newRow("back by months") << -90 * 24 * 3600;
}

void ClockJumpsTest::submission_clientClockIsSet_everyRowPlacedOnce() {
    QFETCH(int, stepSeconds);
    server::Config config;
    config.faults = std::make_shared<server::FaultPlan>();
    server::FaultMatch creates;
    creates.operationId = "createOrder";
    config.faults->everyNth(4, server::Fault::resetAfterCommit(), creates);
    config.faults->everyNth(7, server::Fault::answerRetryAfter(429, seconds(1)), creates);
    auto scene = test::startScene(kBalance, std::move(config));
    const QTemporaryDir folder;
    test::SubmitJob job;
    job.baseUrl = scene.server->baseUrl();
    job.apiKey = scene.key;
    job.ledger = folder.filePath("ledger.db").toStdString();
    job.rows = 25;
    job.clock = std::make_shared<SetClock>(seconds(stepSeconds));
    auto report = test::submitSheet(job);
    // A clock that ran ahead may make quotes look expired, which pauses; it must never order twice.
    for (int again = 0; again < 5 && report && report->state == submit::RunState::Paused; ++again)
        report = test::submitSheet(job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QVERIFY2(report->state == submit::RunState::Finished, report->detail.c_str());
    const auto wrong = test::disagreement(job, kBalance);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void ClockJumpsTest::submission_serverClockIsSet_everyRowPlacedOnce_data() {
    QTest::addColumn<int>("stepSeconds");
    QTest::newRow("forward by minutes") << 600;
    QTest::newRow("back by minutes") << -600;
}

void ClockJumpsTest::submission_serverClockIsSet_everyRowPlacedOnce() {
    QFETCH(int, stepSeconds);
    auto asked = std::make_shared<std::atomic<int>>(0);
    server::Config config;
    config.clock = [asked, stepSeconds] {
        return std::chrono::system_clock::now() + seconds(stepSeconds) * (++*asked / 40);
    };
    auto scene = test::startScene(kBalance, std::move(config));
    const QTemporaryDir folder;
    test::SubmitJob job;
    job.baseUrl = scene.server->baseUrl();
    job.apiKey = scene.key;
    job.ledger = folder.filePath("ledger.db").toStdString();
    job.rows = 25;
    auto report = test::submitSheet(job);
    for (int again = 0; again < 5 && report && report->state == submit::RunState::Paused; ++again)
        report = test::submitSheet(job);
    QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
    QVERIFY2(report->state == submit::RunState::Finished, report->detail.c_str());
    const auto wrong = test::disagreement(job, kBalance);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

LEADSHEET_TEST(tst_clock_jumps, ClockJumpsTest);
#include "tst_clock_jumps.moc"
