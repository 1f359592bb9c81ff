// SPDX-License-Identifier: Apache-2.0
#include "domain/request_rules.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet::server::domain;
using namespace std::chrono_literals;

namespace {

const RateQuota kQuota{3, 10s};
const Timestamp kStart = fromMillis(1'700'000'000'123);

} // namespace

class RateWindowTest : public QObject {
    Q_OBJECT

private slots:
    void charge_firstRequest_anchorsTheWindow();
    void charge_overTheLimit_isRefusedAndChangesNothing();
    void charge_edgeOfTheWindow_data();
    void charge_edgeOfTheWindow();
    void charge_clockGoesBack_keepsUsageAndMovesTheStart();
    void charge_lookOnly_changesNothing();
    void charge_severalAtOnce_areAllOrNothing();
    void charge_loweredLimit_remainsAtZero();
    void charge_anyWalk_allowsAtMostTheLimitInAWindow();
};

void RateWindowTest::charge_firstRequest_anchorsTheWindow() {
    const auto decision = chargeWindow(std::nullopt, kQuota, kStart);
    QVERIFY(decision.allowed && decision.changed);
    QCOMPARE(decision.remaining, 2);
    QCOMPARE(decision.reset, 10s);
    QVERIFY((decision.window == RateWindow{kStart, 1}));
}

void RateWindowTest::charge_overTheLimit_isRefusedAndChangesNothing() {
    const RateWindow full{kStart, 3};
    const auto decision = chargeWindow(full, kQuota, kStart + 1s);
    QVERIFY(!decision.allowed && !decision.changed);
    QCOMPARE(decision.remaining, 0);
    QCOMPARE(decision.reset, 9s);
    QVERIFY(decision.window == full);
}

void RateWindowTest::charge_edgeOfTheWindow_data() {
    QTest::addColumn<qint64>("afterMillis");
    QTest::addColumn<bool>("allowed");
    QTest::addColumn<qint64>("reset");
    QTest::newRow("at the start") << qint64{0} << false << qint64{10};
    QTest::newRow("one millisecond in") << qint64{1} << false << qint64{10};
    QTest::newRow("rounded up") << qint64{9'000} << false << qint64{1};
    QTest::newRow("last millisecond") << qint64{9'999} << false << qint64{1};
    QTest::newRow("over") << qint64{10'000} << true << qint64{10};
    QTest::newRow("long over") << qint64{1'000'000'000} << true << qint64{10};
}

void RateWindowTest::charge_edgeOfTheWindow() {
    QFETCH(qint64, afterMillis);
    QFETCH(bool, allowed);
    QFETCH(qint64, reset);
    const auto decision = chargeWindow(RateWindow{kStart, 3}, kQuota,
                                       kStart + std::chrono::milliseconds(afterMillis));
    QCOMPARE(decision.allowed, allowed);
    QCOMPARE(decision.reset.count(), reset);
}

void RateWindowTest::charge_clockGoesBack_keepsUsageAndMovesTheStart() {
    const Timestamp yesterday = kStart - 24h;
    const auto refused = chargeWindow(RateWindow{kStart, 3}, kQuota, yesterday);
    QVERIFY(!refused.allowed);
    QCOMPARE(refused.reset, 10s); // not a day
    QVERIFY(refused.changed);     // so that the wait ends
    QVERIFY((refused.window == RateWindow{yesterday, 3}));
    const auto later = chargeWindow(refused.window, kQuota, yesterday + 10s);
    QVERIFY(later.allowed);
    const auto used = chargeWindow(RateWindow{kStart, 1}, kQuota, kStart - 1ms);
    QVERIFY(used.allowed);
    QCOMPARE(used.remaining, 1);
}

void RateWindowTest::charge_lookOnly_changesNothing() {
    const auto fresh = chargeWindow(std::nullopt, kQuota, kStart, 0);
    QVERIFY(!fresh.changed);
    QCOMPARE(fresh.remaining, 3);
    const RateWindow some{kStart, 2};
    const auto seen = chargeWindow(some, kQuota, kStart + 1s, 0);
    QVERIFY(!seen.changed);
    QCOMPARE(seen.remaining, 1);
}

void RateWindowTest::charge_severalAtOnce_areAllOrNothing() {
    QVERIFY(chargeWindow(RateWindow{kStart, 1}, kQuota, kStart, 2).allowed);
    const auto refused = chargeWindow(RateWindow{kStart, 2}, kQuota, kStart, 2);
    QVERIFY(!refused.allowed);
    QCOMPARE(refused.remaining, 1);
    QVERIFY(!chargeWindow(std::nullopt, kQuota, kStart, 4).allowed);
    QVERIFY(chargeWindow(std::nullopt, kQuota, kStart, 3).allowed);
    // A limit that means none.
    const RateQuota huge{INT64_MAX, 10s};
    QVERIFY(chargeWindow(RateWindow{kStart, INT64_MAX - 2}, huge, kStart, 2).allowed);
    QVERIFY(!chargeWindow(RateWindow{kStart, INT64_MAX - 1}, huge, kStart, 2).allowed);
}

void RateWindowTest::charge_loweredLimit_remainsAtZero() {
    const auto decision = chargeWindow(RateWindow{kStart, 50}, kQuota, kStart + 1s);
    QVERIFY(!decision.allowed);
    QCOMPARE(decision.remaining, 0);
}

void RateWindowTest::charge_anyWalk_allowsAtMostTheLimitInAWindow() {
    QVERIFY(rc::check("never more than the limit between two resets", [] {
        std::optional<RateWindow> window;
        Timestamp now = kStart;
        std::int64_t allowedInWindow = 0;
        for (int i = 0; i < 60; ++i) {
            now += std::chrono::milliseconds(*rc::gen::inRange(-2'000, 4'000));
            const bool fresh = !window || now >= window->startedAt + kQuota.window;
            const auto decision = chargeWindow(window, kQuota, now);
            if (fresh)
                allowedInWindow = 0;
            allowedInWindow += decision.allowed ? 1 : 0;
            RC_ASSERT(allowedInWindow <= kQuota.limit);
            RC_ASSERT(decision.remaining == kQuota.limit - allowedInWindow);
            RC_ASSERT(decision.reset >= 1s && decision.reset <= kQuota.window);
            window = decision.window;
        }
    }));
}

LEADSHEET_TEST(tst_rate_window, RateWindowTest);
#include "tst_rate_window.moc"
