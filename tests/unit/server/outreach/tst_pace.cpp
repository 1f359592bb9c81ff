// SPDX-License-Identifier: Apache-2.0
#include "outreach/adapter.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <algorithm>
#include <rapidcheck.h>

using namespace leadsheet::server::outreach;
using leadsheet::server::domain::fromMillis;
using leadsheet::server::domain::Timestamp;
using std::chrono::milliseconds;

class PaceTest : public QObject {
    Q_OBJECT

private slots:
    void calls_asFastAsAllowed_neverPassTheShareOfAnyLimit_data();
    void calls_asFastAsAllowed_neverPassTheShareOfAnyLimit();
    void calls_atAnyTimes_neverPassTheShare();
    void state_asText_isTheSameState();
    void state_thatIsNone_startsAnew();
    void silence_isKept();
    void silence_keptBeforeTheClockWentBack_countsForNothing();
    void clock_thatGoesBack_neitherForgetsNorStalls();
};

namespace {

constexpr std::int64_t kStart = 1'772'366'400'007;

/// The most calls that any window of that length holds.
std::int64_t most(const std::vector<Timestamp>& calls, milliseconds window) {
    std::int64_t most = 0;
    std::size_t first = 0;
    for (std::size_t last = 0; last < calls.size(); ++last) {
        while (calls[last] - calls[first] >= window)
            ++first;
        most = std::max(most, static_cast<std::int64_t>(last - first + 1));
    }
    return most;
}

} // namespace

void PaceTest::calls_asFastAsAllowed_neverPassTheShareOfAnyLimit_data() {
    QTest::addColumn<int>("platform");
    QTest::addColumn<int>("calls");
    QTest::newRow("instantly") << 0 << 12'000;
    QTest::newRow("smartlead") << 1 << 2'000;
    QTest::newRow("lemlist") << 2 << 2'000;
}

void PaceTest::calls_asFastAsAllowed_neverPassTheShareOfAnyLimit() {
    QFETCH(int, platform);
    QFETCH(int, calls);
    const auto limits = adapterFor(static_cast<Platform>(platform)).limits();
    Pace pace(limits);
    Timestamp now = fromMillis(kStart);
    std::vector<Timestamp> made;
    for (int n = 0; n < calls; ++n) {
        now = pace.readyAt(now);
        QVERIFY(pace.readyAt(now) == now);
        pace.take(now);
        made.push_back(now);
    }
    milliseconds slowest{0};
    for (const PaceLimit& limit : limits) {
        QVERIFY(most(made, limit.window) <= limit.calls * kPaceShare / 100);
        slowest = std::max(slowest, limit.window * calls / (limit.calls * kPaceShare / 100));
    }
    // No more than a tenth of the share is lost.
    QVERIFY(made.back() - made.front() <= slowest * 11 / 10);
}

void PaceTest::calls_atAnyTimes_neverPassTheShare() {
    QVERIFY(rc::check([] {
        const std::vector limits{
            PaceLimit{*rc::gen::inRange(1, 40), milliseconds(*rc::gen::inRange(1, 900))},
            PaceLimit{*rc::gen::inRange(1, 90), milliseconds(*rc::gen::inRange(900, 9'000))}};
        Pace pace(limits);
        Timestamp now = fromMillis(kStart);
        std::vector<Timestamp> made;
        for (const int pause :
             *rc::gen::container<std::vector<int>>(60, rc::gen::inRange(0, 300))) {
            now += milliseconds(pause % 3 == 0 ? pause : 0);
            if (pace.readyAt(now) != now)
                continue;
            pace.take(now);
            made.push_back(now);
            pace = Pace(limits, pace.text());
        }
        for (const PaceLimit& limit : limits)
            RC_ASSERT(most(made, limit.window) <=
                      std::max<std::int64_t>(limit.calls * kPaceShare / 100, 1));
    }));
}

void PaceTest::state_asText_isTheSameState() {
    const auto limits = smartleadAdapter().limits();
    Pace pace(limits);
    for (int n = 0; n < 7; ++n)
        pace.take(fromMillis(kStart + n * 77));
    pace.silence(fromMillis(kStart + 5'000), fromMillis(kStart));
    const Pace read(limits, pace.text());
    QCOMPARE(read.text(), pace.text());
    QVERIFY(read.readyAt(fromMillis(kStart + 600)) == fromMillis(kStart + 5'000));
}

void PaceTest::state_thatIsNone_startsAnew() {
    const auto limits = smartleadAdapter().limits();
    for (const char* text : {"", "x", "5", "5;", "5;1:2,;", "5;1:x,;;;", "5;1:2"}) {
        const Timestamp now = fromMillis(kStart);
        QVERIFY(Pace(limits, text).readyAt(now) == now);
    }
}

void PaceTest::silence_isKept() {
    Pace pace(lemlistAdapter().limits());
    const Timestamp now = fromMillis(kStart);
    pace.silence(now + milliseconds(900), now);
    pace.silence(now + milliseconds(100), now);
    QVERIFY(pace.readyAt(now) == now + milliseconds(900));
    QVERIFY(pace.readyAt(now + milliseconds(901)) == now + milliseconds(901));
}

void PaceTest::silence_keptBeforeTheClockWentBack_countsForNothing() {
    Pace pace(lemlistAdapter().limits());
    const Timestamp now = fromMillis(kStart);
    const Timestamp ahead = now + std::chrono::hours(48);
    pace.silence(ahead + kLongestSilence, ahead);
    QVERIFY(pace.readyAt(ahead) == ahead + kLongestSilence);
    QVERIFY(pace.readyAt(now) == now);
    // Nor does it hide a silence that is asked for now.
    pace.silence(now + milliseconds(900), now);
    QVERIFY(pace.readyAt(now) == now + milliseconds(900));
}

void PaceTest::clock_thatGoesBack_neitherForgetsNorStalls() {
    const std::vector limits{PaceLimit{5, milliseconds(1'000)}};
    Pace pace(limits);
    const Timestamp now = fromMillis(kStart);
    for (int n = 0; n < 4; ++n)
        pace.take(now + std::chrono::hours(1));
    const Timestamp ready = pace.readyAt(now);
    QVERIFY(ready > now);
    QVERIFY(ready <= now + milliseconds(1'100));
    pace.take(now);
    QVERIFY(pace.readyAt(now) > now);
    QVERIFY(pace.readyAt(now) <= now + milliseconds(1'100));
}

LEADSHEET_TEST(tst_pace, PaceTest);
#include "tst_pace.moc"
