// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/pace_gate.hpp"
#include "leadsheet/testing/fake_clock.hpp"
#include "test_main.hpp"

#include <QtTest>

#include <atomic>
#include <thread>

using namespace leadsheet;
using namespace std::chrono_literals;

namespace {

PaceAnswer told(std::int64_t remaining, std::chrono::seconds reset) {
    PaceAnswer answer;
    answer.status = 200;
    answer.limits = {{"default", remaining, reset}};
    return answer;
}

/// Wakes whoever waits by a notification alone, and says when somebody does.
class WatchedClock final : public Clock {
public:
    SteadyTime now() const override { return SteadyTime(std::chrono::hours(1)); }
    WallTime wallNow() const override { return {}; }
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
              SteadyTime /*until*/, const std::stop_token& /*stop*/) override {
        waited = true; // under the gate's lock
        changed.wait(lock);
    }
    std::atomic<bool> waited{false};
};

} // namespace

class PaceGateTest : public QObject {
    Q_OBJECT

private slots:
    void acquire_exhaustedWindow_waitsOnTheClock() {
        auto clock = std::make_shared<testing::FakeClock>();
        PaceGate gate({}, clock);
        gate.settle(*gate.acquire({}), told(0, 30s));
        QVERIFY(gate.acquire({}).has_value());
        QCOMPARE(clock->waits(), std::vector<std::chrono::milliseconds>{30s + 6ms});
    }

    void acquire_waitPastTheDeadline_failsAtOnceAndSaysHowLong() {
        auto clock = std::make_shared<testing::FakeClock>();
        PaceGate gate({}, clock);
        gate.settle(*gate.acquire({}), told(0, 30s));
        const auto refused = gate.acquire({}, clock->now() + 10s);
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().is(ErrorCode::ClientTimeout));
        QVERIFY(refused.error().stop == StopReason::Deadline);
        QCOMPARE(refused.error().retryAfter->count(), 30'006);
        QVERIFY(clock->waits().empty());
    }

    void acquire_waitUntilTheDeadline_isTooLong() {
        auto clock = std::make_shared<testing::FakeClock>();
        PaceGate gate({}, clock);
        gate.settle(*gate.acquire({}), told(0, 30s));
        QVERIFY(!gate.acquire({}, clock->now() + 30s + 6ms).has_value());
        QVERIFY(clock->waits().empty());
        QVERIFY(gate.acquire({}, clock->now() + 30s + 7ms).has_value());
    }

    void acquire_allUnderWayUntilTheDeadline_failsWithoutATime() {
        auto clock = std::make_shared<testing::FakeClock>();
        PaceGate gate({}, clock);
        gate.settle(*gate.acquire({}), told(100, 30s));
        while (std::holds_alternative<PaceTicket>(gate.tryAcquire())) {
        }
        const auto refused = gate.acquire({}, clock->now() + 10s);
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().stop == StopReason::Deadline);
        QVERIFY(!refused.error().retryAfter);
        QCOMPARE(clock->waits(), std::vector<std::chrono::milliseconds>{10s});
    }

    void acquire_allUnderWay_goesOnWhenOneIsBack_data() {
        QTest::addColumn<bool>("answered");
        QTest::newRow("answered") << true;
        QTest::newRow("not sent after all") << false;
    }
    void acquire_allUnderWay_goesOnWhenOneIsBack() {
        QFETCH(bool, answered);
        const auto clock = std::make_shared<WatchedClock>();
        PaceGate gate({}, clock);
        gate.settle(*gate.acquire({}), told(100, 3600s));
        std::vector<PaceTicket> tickets;
        for (int i = 0; i < PacerOptions::kStartInFlight; ++i)
            tickets.push_back(*gate.acquire({}));
        std::atomic<bool> sent{false};
        std::jthread waiter([&] { sent = gate.acquire({}).has_value(); });
        QTRY_VERIFY(clock->waited);
        QVERIFY(!sent);
        if (answered)
            gate.settle(tickets.front(), told(99, 3600s));
        else
            gate.release(tickets.front());
        waiter.join();
        QVERIFY(sent);
        QCOMPARE(gate.view().inFlight, PacerOptions::kStartInFlight);
    }

    void recall_whatWasRemembered_holdsInTheNextProcess() {
        auto clock = std::make_shared<testing::FakeClock>();
        PaceGate before({}, clock);
        before.settle(*before.acquire({}), told(0, 30s));
        PaceGate next({}, clock);
        next.recall(before.remember());
        QCOMPARE(std::get<PaceWait>(next.tryAcquire()).time, clock->now() + 30s + 6ms);
        QVERIFY(next.view().fromServer);
    }

    void acquire_stopDuringTheWait_isCancelled() {
        auto clock = std::make_shared<testing::FakeClock>();
        PaceGate gate({}, clock);
        gate.settle(*gate.acquire({}), told(0, 30s));
        std::stop_source source;
        clock->stopDuringWait(source);
        const auto refused = gate.acquire(source.get_token());
        QVERIFY(!refused.has_value());
        QVERIFY(refused.error().stop == StopReason::Cancelled);
    }

    void acquire_realStopRequest_endsTheWait() {
        PaceGate gate({}, systemClock());
        gate.settle(*gate.acquire({}), told(0, 3600s));
        std::stop_source source;
        std::atomic<bool> cancelled{false};
        std::jthread waiter([&] {
            const auto refused = gate.acquire(source.get_token());
            cancelled = !refused && refused.error().is(ErrorCode::Cancelled);
        });
        QTest::qWait(5);
        source.request_stop();
        waiter.join(); // long before the hour is over
        QVERIFY(cancelled);
    }

    void acquire_manyThreads_shareOneWindow() {
        PaceGate gate({}, systemClock());
        std::atomic<int> sent{0};
        std::atomic<int> remaining{400};
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&] {
                    for (int n = 0; n < 50; ++n) {
                        const auto ticket = gate.acquire({});
                        if (!ticket)
                            return;
                        ++sent;
                        gate.settle(*ticket, told(--remaining, 3600s));
                    }
                });
        }
        QCOMPARE(sent.load(), 400);
        QCOMPARE(gate.view().inFlight, 0);
    }
};

LEADSHEET_TEST(tst_pace_gate, PaceGateTest);
#include "tst_pace_gate.moc"
