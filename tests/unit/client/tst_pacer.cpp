// SPDX-License-Identifier: Apache-2.0
#include "pacer_steps.hpp"
#include "test_main.hpp"
#include "window_simulation.hpp"

#include <QtTest>
#include <rapidcheck.h>

using namespace leadsheet;
using namespace leadsheet::test;
using namespace std::chrono_literals;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

const WallTime kWall{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};

} // namespace

Q_DECLARE_METATYPE(SimulationOptions)

class PacerTest : public QObject {
    Q_OBJECT

private slots:
    void start_nothingKnown_oneRequestGoesAlone() {
        Pacer pacer(orders());
        QCOMPARE(burst(pacer, kNow), 1);
        QCOMPARE(waitOf(pacer, kNow), kNow + BudgetWindow::kPilotPatience);
    }

    void pilot_stalled_isFollowedByAnother() {
        Pacer pacer(orders());
        (void)leave(pacer);
        QVERIFY(!mayGo(pacer, kNow + BudgetWindow::kPilotPatience - 1ms));
        QVERIFY(mayGo(pacer, kNow + BudgetWindow::kPilotPatience));
        QVERIFY(!mayGo(pacer, kNow + BudgetWindow::kPilotPatience));
    }

    void remaining_isSpentAtOnceAndNotExceeded() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(5, 60s), kNow);
        QCOMPARE(burst(pacer, kNow), 5);
        QCOMPARE(pacer.view(kNow).remaining, std::int64_t{0});
    }

    void answersOutOfOrder_neverRaiseWhatIsLeft() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(10, 60s), kNow);
        const PaceTicket first = leave(pacer);
        const PaceTicket second = leave(pacer);
        pacer.settle(second, told(8, 60s), kNow);
        pacer.settle(first, told(9, 60s), kNow);
        QCOMPARE(pacer.view(kNow).remaining, std::int64_t{8});
    }

    void exhausted_waitsForTheEarliestProvenEnd() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(2, 60s), kNow + 10ms);
        const PaceTicket a = leave(pacer, kNow + 20ms);
        const PaceTicket b = leave(pacer, kNow + 20ms);
        // Half a minute later the server still says 30 whole seconds: the end is at most 30.005 s
        // after the start.
        pacer.settle(a, told(1, 30s), kNow + 30s + 5ms);
        pacer.settle(b, told(0, 30s), kNow + 30s + 900ms);
        const SteadyTime end = after(30s, kNow + 30s + 5ms);
        QCOMPARE(waitOf(pacer, kNow + 31s), end);
        QVERIFY(mayGo(pacer, end));
        QVERIFY(!mayGo(pacer, end)); // the pilot goes alone
    }

    void newWindow_isProvenByThePilot() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(0, 1s), kNow);
        const PaceTicket pilot = leave(pacer, kNow + 1001ms);
        pacer.settle(pilot, told(7, 1s), kNow + 1s + 9ms);
        QCOMPARE(burst(pacer, kNow + 1s + 9ms), 7);
    }

    void newWindow_isSeenBeforeItsTimeWhenTheNumberJumps() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(3, 60s), kNow);
        const PaceTicket next = leave(pacer);
        pacer.settle(next, told(199, 60s), kNow + 5s);
        QCOMPARE(pacer.view(kNow + 5s).remaining, std::int64_t{199});
        QCOMPARE(pacer.view(kNow + 5s).windowEnds, after(60s, kNow + 5s));
    }

    void requestsOfTheOldWindow_doNotSpoilTheNewOne() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(3, 60s), kNow);
        const PaceTicket late = leave(pacer);
        const PaceTicket quick = leave(pacer);
        pacer.settle(quick, told(199, 60s), kNow + 1s);
        pacer.settle(late, told(2, 1s), kNow + 2s);
        // The late one counts as possibly used, until a younger answer tells.
        QCOMPARE(pacer.view(kNow + 2s).remaining, std::int64_t{198});
        pacer.settle(leave(pacer, kNow + 2s), told(198, 58s), kNow + 3s);
        QCOMPARE(pacer.view(kNow + 3s).remaining, std::int64_t{198});
    }

    void lostAnswers_countAsUsedUntilAYoungerAnswerTells() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(10, 60s), kNow);
        pacer.settle(leave(pacer), PaceAnswer{}, kNow);
        QCOMPARE(pacer.view(kNow).remaining, std::int64_t{9});
        pacer.settle(leave(pacer), told(9, 60s), kNow);
        QCOMPARE(pacer.view(kNow).remaining, std::int64_t{9});
        pacer.release(leave(pacer));
        QCOMPARE(pacer.view(kNow).remaining, std::int64_t{9});
    }

    void lostAnswers_alone_neverBlockForAWholeWindow() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(2, 60s), kNow);
        for (int i = 0; i < 2; ++i)
            pacer.settle(leave(pacer), PaceAnswer{}, kNow);
        QCOMPARE(burst(pacer, kNow), 1);
    }

    void tooManyRequests_emptiesTheWindowUntilRetryAfter() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(100, 60s), kNow);
        const PaceTicket ticket = leave(pacer);
        PaceAnswer refused = told(0, 20s, 429);
        refused.retryAfter = 25s;
        pacer.settle(ticket, refused, kNow);
        QCOMPARE(waitOf(pacer, kNow + 1s), after(25s));
        QVERIFY(mayGo(pacer, after(25s)));
    }

    void tooManyRequestsWithBudgetLeft_retryAfterIsHeeded_data() {
        QTest::addColumn<bool>("fields");
        QTest::addColumn<int>("retryAfter"); // seconds; 0 = not said
        QTest::addColumn<int>("wait");
        QTest::newRow("budget left") << true << 25 << 25;
        QTest::newRow("longer than the window") << true << 3600 << 3600;
        QTest::newRow("budget left, not said for how long") << true << 0 << 0;
        QTest::newRow("no fields") << false << 25 << 25;
    }
    void tooManyRequestsWithBudgetLeft_retryAfterIsHeeded() {
        QFETCH(bool, fields);
        QFETCH(int, retryAfter);
        QFETCH(int, wait);
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(100, 60s), kNow);
        PaceAnswer refused = told(99, 60s, 429);
        if (!fields)
            refused.limits.clear();
        if (retryAfter > 0)
            refused.retryAfter = seconds(retryAfter);
        const PaceTicket earlier = leave(pacer);
        pacer.settle(leave(pacer), refused, kNow);
        pacer.settle(earlier, told(98, 60s), kNow); // counted before the refusal
        const SteadyTime open = after(seconds(wait));
        if (wait > 0)
            QCOMPARE(waitOf(pacer, open - 1ms), open);
        QVERIFY(mayGo(pacer, open));
        QCOMPARE(mayGo(pacer, open), wait == 0); // the pilot goes alone
    }

    void tooManyRequestsWithoutATime_closesNoWindow_data() {
        QTest::addColumn<bool>("budgetKnown");
        QTest::addColumn<bool>("nothingLeft"); // RateLimit says r=0 and no t
        QTest::addColumn<bool>("zero");        // Retry-After: 0
        QTest::newRow("gateway, first request") << false << false << false;
        QTest::newRow("gateway, later") << true << false << false;
        QTest::newRow("nothing left, until nobody knows") << true << true << false;
        QTest::newRow("zero seconds") << true << false << true;
    }
    void tooManyRequestsWithoutATime_closesNoWindow() {
        QFETCH(bool, budgetKnown);
        QFETCH(bool, nothingLeft);
        QFETCH(bool, zero);
        Pacer pacer(orders());
        if (budgetKnown)
            pacer.settle(leave(pacer), told(100, 60s), kNow);
        const int before = pacer.view(kNow).inFlightLimit;
        PaceAnswer bare;
        bare.status = 429;
        if (nothingLeft)
            bare.limits = {{"orders", 0, std::nullopt}};
        if (zero)
            bare.retryAfter = 0s;
        pacer.settle(leave(pacer), bare, kNow);
        QCOMPARE(pacer.view(kNow).inFlightLimit, before / 2);
        QVERIFY(mayGo(pacer, kNow));
        QCOMPARE(mayGo(pacer, kNow), budgetKnown); // else the pilot goes alone
    }

    void inFlight_isHalvedOnceForABurstOfRefusalsAndGrowsAgain() {
        Pacer pacer(orders());
        PaceAnswer refused = told(0, 1s, 429);
        refused.retryAfter = 1s;
        pacer.settle(leave(pacer), told(100, 60s), kNow);
        std::vector<PaceTicket> tickets;
        for (int i = 0; i < 4; ++i)
            tickets.push_back(leave(pacer));
        for (const PaceTicket& ticket : tickets)
            pacer.settle(ticket, refused, kNow);
        const int halved = pacer.view(kNow).inFlightLimit;
        QCOMPARE(halved, PacerOptions::kStartInFlight / 2);
        SteadyTime now = after(1s);
        for (int i = 0; i < 20; ++i)
            pacer.settle(leave(pacer, now), told(150 - i, 60s), now);
        QCOMPARE(pacer.view(now).inFlightLimit, halved + 1);
    }

    void furtherPolicy_bindsAsWell() {
        Pacer pacer(orders());
        PaceAnswer answer = told(100, 60s);
        answer.limits.push_back({"burst", 2, 1s});
        answer.limits.push_back({"default", 0, 60s}); // another pacer's
        pacer.settle(leave(pacer), answer, kNow);
        QCOMPARE(burst(pacer, kNow), 2);
        QCOMPARE(waitOf(pacer, kNow), after(1s));
    }

    void furtherPolicy_notMentionedAnyMore_bindsNobody() {
        Pacer pacer(orders());
        PaceAnswer answer = told(100, 60s);
        answer.limits.push_back({"burst", 1, 1s});
        pacer.settle(leave(pacer), answer, kNow);
        pacer.settle(leave(pacer), told(99, 60s), kNow);
        QVERIFY(burst(pacer, kNow) > 2);
    }

    void memory_exhaustedBudget_survivesARestart() {
        Pacer before(orders());
        before.settle(leave(before), told(0, 40s), kNow);
        const PacerMemory memory = before.remember(kNow, kWall);
        Pacer next(orders());
        const SteadyTime later{5h}; // another process, another steady clock
        next.recall(memory, later, kWall + 10s);
        // Memories are kept in whole milliseconds, rounded up.
        QCOMPARE(waitOf(next, later), later + 30s + 8ms);
        QVERIFY(next.view(later).fromServer);
        QCOMPARE(next.remember(later, kWall + 10s).windows.size(), std::size_t{1});
        QVERIFY(mayGo(next, later + 30s + 8ms));
    }

    void memory_ofAWindow_holdsToItsLastMillisecond() {
        Pacer before(orders());
        before.settle(leave(before), told(0, 40s), kNow);
        const PacerMemory memory = before.remember(kNow, kWall);
        Pacer next(orders());
        next.recall(memory, kNow, kWall + 40s + 7ms);
        QCOMPARE(waitOf(next, kNow), kNow + 1ms);
        Pacer later(orders());
        later.recall(memory, kNow, kWall + 40s + 8ms);
        QVERIFY(mayGo(later, kNow));
        QVERIFY(!later.view(kNow).fromServer);
    }

    void memory_ofAWindowLongerThanItsPolicy_isForgotten() {
        const auto recalled = [](milliseconds left) {
            Pacer pacer(orders());
            pacer.recall({{{"orders", 200, 60s, 0, kWall + left}}}, kNow, kWall);
            return pacer;
        };
        // A minute, the drift of the clocks, and a millisecond that was rounded up.
        Pacer longest = recalled(60s + 13ms);
        QVERIFY(!mayGo(longest, kNow));
        Pacer tooLong = recalled(60s + 14ms);
        QVERIFY(mayGo(tooLong, kNow));
    }

    void memory_recalledWhileARequestIsUnderWay_isNotUndoneByItsAnswer() {
        Pacer pacer(orders());
        const PaceTicket early = leave(pacer);
        pacer.recall({{{"orders", 200, 60s, 0, kWall + 30s}}}, kNow, kWall);
        pacer.settle(early, told(199, 60s), kNow);
        QCOMPARE(waitOf(pacer, kNow), kNow + 30s);
    }

    void memory_ofAWindowJustBegun_survivesARestart() {
        Pacer before(orders());
        before.settle(leave(before), told(0, 60s), kNow);
        Pacer next(orders());
        next.recall(before.remember(kNow, kWall), kNow, kWall);
        QCOMPARE(waitOf(next, kNow), kNow + 60s + 12ms);
    }

    void memory_withRequestsLeft_isCheckedByAPilot_data() {
        QTest::addColumn<int>("left");
        QTest::newRow("many") << 50;
        QTest::newRow("one") << 1;
    }
    void memory_withRequestsLeft_isCheckedByAPilot() {
        QFETCH(int, left);
        Pacer before(orders());
        before.settle(leave(before), told(left, 40s), kNow);
        Pacer next(orders());
        next.recall(before.remember(kNow, kWall), kNow, kWall);
        QCOMPARE(burst(next, kNow), 1);
    }

    void memory_clockSetBackOrForward_neverWaitsLongerThanAWindow_data() {
        QTest::addColumn<int>("shiftSeconds");
        QTest::newRow("back") << -86'400;
        QTest::newRow("forward") << 86'400;
    }
    void memory_clockSetBackOrForward_neverWaitsLongerThanAWindow() {
        QFETCH(int, shiftSeconds);
        Pacer before(orders());
        before.settle(leave(before), told(0, 40s), kNow);
        Pacer next(orders());
        next.recall(before.remember(kNow, kWall), kNow, kWall + seconds(shiftSeconds));
        QVERIFY(mayGo(next, kNow));
    }

    void memory_ofWhatTheServerDidNotTell_isNotKept() {
        Pacer local(orders());
        PaceAnswer bare;
        bare.status = 201;
        local.settle(leave(local), bare, kNow);
        QVERIFY(burst(local, kNow) > 1);
        QVERIFY(local.remember(kNow, kWall).windows.empty());
        Pacer ended(orders());
        ended.settle(leave(ended), told(0, 1s), kNow);
        (void)leave(ended, after(1s));
        QVERIFY(ended.remember(after(1s), kWall).windows.empty());
    }

    void memory_thatCannotBe_isForgotten_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<int>("quota");
        QTest::addColumn<int>("length"); // ms
        QTest::addColumn<bool>("taken");
        QTest::newRow("whole") << "orders" << 200 << 60'000 << true;
        QTest::newRow("nothing allowed") << "orders" << 0 << 60'000 << true;
        QTest::newRow("less than nothing") << "orders" << -1 << 60'000 << false;
        QTest::newRow("shortest") << "orders" << 200 << 1 << true;
        QTest::newRow("no length") << "orders" << 200 << 0 << false;
        QTest::newRow("of another pacer") << "default" << 200 << 60'000 << false;
        QTest::newRow("of a further policy") << "burst" << 200 << 60'000 << false;
    }
    void memory_thatCannotBe_isForgotten() {
        QFETCH(QString, policy);
        QFETCH(int, quota);
        QFETCH(int, length);
        QFETCH(bool, taken);
        Pacer pacer(orders());
        const milliseconds window(length);
        pacer.recall({{{policy.toStdString(), quota, window, 0, kWall + window}}}, kNow, kWall);
        QCOMPARE(pacer.view(kNow).quota, std::int64_t{taken ? quota : 5000});
        QCOMPARE(pacer.view(kNow).window, taken ? window : milliseconds(1h));
        const bool binds = taken || policy == "burst";
        QCOMPARE(mayGo(pacer, kNow), !binds);
        if (binds)
            QCOMPARE(waitOf(pacer, kNow), kNow + window);
    }

    void memory_ofAKnownPolicy_isThatPolicys() {
        Pacer pacer(orders());
        PaceAnswer answer = told(100, 60s);
        answer.limits.push_back({"burst", 5, 1s});
        pacer.settle(leave(pacer), answer, kNow);
        pacer.recall({{{"burst", 7, 2s, 0, kWall + 2s}}}, kNow, kWall);
        QCOMPARE(pacer.view(kNow).quota, std::int64_t{200});
        QCOMPARE(waitOf(pacer, kNow), kNow + 2s);
    }

    void memory_ofMoreThanEightPolicies_isOfTheFirst() {
        PacerMemory memory;
        for (int i = 1; i <= 10; ++i)
            memory.windows.push_back({"p" + std::to_string(i), 7, 60s, 0, kWall + seconds(i)});
        Pacer pacer(orders());
        pacer.recall(memory, kNow, kWall);
        QCOMPARE(waitOf(pacer, kNow), kNow + 7s);
        QCOMPARE(pacer.view(kNow).quota, std::int64_t{5000});
    }

    void noFields_localAccountingHolds() {
        SimulationOptions options;
        options.sendsFields = false;
        options.rows = 1000;
        PacerOptions local = pacerFor(options);
        local.limit = options.quota;
        local.window = options.window;
        Pacer pacer(local);
        const SimulationResult result = simulate(options, pacer);
        QCOMPARE(result.refused, 0);
        QVERIFY(result.finished < 4500ms);
    }

    void simulation_benchmarkLoad_isFastAndRefusesNothing_data() {
        QTest::addColumn<bool>("windowsFollowAtOnce");
        QTest::newRow("windows follow at once") << true;
        QTest::newRow("next request opens the window") << false;
    }
    void simulation_benchmarkLoad_isFastAndRefusesNothing() {
        QFETCH(bool, windowsFollowAtOnce);
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            SimulationOptions options;
            options.windowsFollowAtOnce = windowsFollowAtOnce;
            options.seed = seed;
            const SimulationResult result = simulate(options);
            QCOMPARE(result.refused, 0);
            // 2,000 rows at 200 a second: ten windows, the last of which needs no waiting out.
            QVERIFY(result.finished < microseconds(9'200'000));
            QVERIFY(result.mostInFlight <= options.maxInFlight);
        }
    }

    void simulation_failuresAndLostAnswers_useUpTheBudgetButRefuseNothing() {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            SimulationOptions options;
            options.everyNthFails = 40;
            options.everyNthIsCut = 37;
            options.seed = seed;
            const SimulationResult result = simulate(options);
            QCOMPARE(result.refused, 0);
            const auto ideal = microseconds(result.requests * 1'000'000LL / options.quota);
            QVERIFY(result.finished < ideal + 500ms);
        }
    }

    void simulation_lostAnswerHidesTheTurnOfAWindow_refusesNothing_data() {
        QTest::addColumn<SimulationOptions>("options");
        const auto world = [](const char* name, std::int64_t quota, int rows, int fails, int cut,
                              int latency, std::uint64_t seed) {
            SimulationOptions options;
            options.windowsFollowAtOnce = true;
            options.quota = quota;
            options.rows = rows;
            options.everyNthFails = fails;
            options.everyNthIsCut = cut;
            options.mostLatency = microseconds(latency);
            options.seed = seed;
            QTest::newRow(name) << options;
        };
        world("five a second, some fail", 5, 100, 5, 31, 119'340, 998'152'188);
        world("four a second", 4, 253, 0, 31, 350'698, 372'534'239);
        world("twelve a second, many lost", 12, 183, 0, 7, 309'127, 1'064'323'310);
    }
    void simulation_lostAnswerHidesTheTurnOfAWindow_refusesNothing() {
        QFETCH(SimulationOptions, options);
        const SimulationResult result = simulate(options);
        QCOMPARE(result.refused, 0);
    }

    void simulation_clocksDrift_refuseNothing_data() {
        QTest::addColumn<int>("windowSeconds");
        QTest::addColumn<int>("slowPpm");
        for (const int window : {1, 60, 3600})
            for (const int ppm : {-150, 50, 150})
                QTest::addRow("%d s, %d ppm", window, ppm) << window << ppm;
    }
    void simulation_clocksDrift_refuseNothing() {
        QFETCH(int, windowSeconds);
        QFETCH(int, slowPpm);
        SimulationOptions options;
        options.window = std::chrono::seconds(windowSeconds);
        options.quota = 50;
        options.rows = 500;
        options.serverSlowPpm = slowPpm;
        const SimulationResult result = simulate(options);
        QCOMPARE(result.refused, 0);
        // Ten windows, the last of which need not be waited for; 0.1 % for drift and round trips.
        QVERIFY(result.finished < std::chrono::seconds(9 * windowSeconds) * 1001 / 1000 + 200ms);
    }

    void simulation_somebodyElseUsesTheBudget_refusalsStayFew() {
        SimulationOptions options;
        options.window = 7000ms;
        options.quota = 100;
        options.rows = 800;
        options.othersEveryMilliseconds = 300;
        const SimulationResult result = simulate(options);
        QVERIFY(result.refused <= 2 * static_cast<int>(result.usedPerWindow.size()));
    }

    void property_aloneOnABudget_neverRefused() {
        QVERIFY(rc::check("a client alone on its key never provokes a 429", [] {
            SimulationOptions options;
            options.quota = *rc::gen::inRange<std::int64_t>(1, 60);
            options.window = seconds(*rc::gen::inRange(1, 30));
            options.windowsFollowAtOnce = *rc::gen::arbitrary<bool>();
            options.rows = *rc::gen::inRange(1, 300);
            options.everyNthFails = *rc::gen::element(0, 5, 40);
            options.everyNthIsCut = *rc::gen::element(0, 7, 31);
            options.mostLatency = microseconds(*rc::gen::inRange(200, 400'000));
            options.seed = *rc::gen::arbitrary<std::uint64_t>();
            RC_ASSERT(simulate(options).refused == 0);
        }));
    }
};

LEADSHEET_TEST(tst_pacer, PacerTest);
#include "tst_pacer.moc"
