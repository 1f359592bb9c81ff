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
