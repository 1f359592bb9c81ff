// SPDX-License-Identifier: Apache-2.0
// Which window an answer belongs to, and when a window is over.
#include "pacer_steps.hpp"
#include "test_main.hpp"

#include <QtTest>

using namespace leadsheet;
using namespace leadsheet::test;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

PaceAnswer refusal(seconds wait, std::int64_t remaining = 0) {
    PaceAnswer answer = told(remaining, wait, 429);
    answer.retryAfter = wait;
    return answer;
}

/// An answer, or none, that says nothing of any budget.
PaceAnswer bare(int status) {
    PaceAnswer answer;
    answer.status = status;
    return answer;
}

void succeed(Pacer& pacer, int times, int status = 201) {
    for (int i = 0; i < times; ++i)
        pacer.settle(leave(pacer), told(150, 60s, status), kNow);
}

/// With the policy that the server tells.
PaceAnswer ofPolicy(PaceAnswer answer, std::int64_t quota, seconds length) {
    answer.policies = {{"orders", quota, length}};
    return answer;
}

} // namespace

class BudgetWindowTest : public QObject {
    Q_OBJECT

private slots:
    void end_requestOfTheOldWindowUnderWay_holdsUpNoPilotAndIsNone() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(1, 1s), kNow);
        const PaceTicket slow = leave(pacer, kNow + 900ms);
        const SteadyTime end = after(1s);
        QVERIFY(!mayGo(pacer, end - 1ns));
        QVERIFY(mayGo(pacer, end));
        QVERIFY(!mayGo(pacer, end));
        // It was counted in the old window, whose numbers say nothing about the new one.
        pacer.settle(slow, told(0, 1s), end);
        QCOMPARE(waitOf(pacer, end), end + BudgetWindow::kPilotPatience);
    }

    void end_answerToThePilotWithFewerLeft_opensTheNewWindow() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(5, 1s), kNow);
        const SteadyTime later = kNow + 2s;
        pacer.settle(leave(pacer, later), told(3, 60s), later);
        QCOMPARE(pacer.view(later).remaining, std::int64_t{3});
        QCOMPARE(pacer.view(later).windowEnds, after(60s, later));
    }

    void newWindow_answersLostInTheOldOne_areForgotten() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(10, 1s), kNow);
        for (int i = 0; i < 3; ++i)
            pacer.settle(leave(pacer), PaceAnswer{}, kNow);
        const SteadyTime later = kNow + 2s;
        pacer.settle(leave(pacer, later), told(7, 60s), later);
        QCOMPARE(pacer.view(later).remaining, std::int64_t{7});
    }

    void newWindow_beforeItsTime_countsWhatWasAnsweredMeanwhile() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(5, 60s), kNow);
        (void)leave(pacer);
        const PaceTicket quick = leave(pacer);
        const PaceTicket proof = leave(pacer);
        pacer.settle(quick, told(4, 60s), kNow);
        pacer.settle(proof, told(199, 60s), kNow);
        // One is under way, and the quick one may have been counted in either window.
        QCOMPARE(pacer.view(kNow).remaining, std::int64_t{197});
    }

    void lostAnswers_oneMoreGoesOnlyWhereTheWaitIsLong() {
        const auto lost = [] {
            Pacer pacer(orders());
            pacer.settle(leave(pacer), told(1, 60s), kNow);
            pacer.settle(leave(pacer), PaceAnswer{}, kNow);
            return pacer;
        };
        const SteadyTime end = after(60s);
        Pacer inTime = lost();
        QVERIFY(mayGo(inTime, end - 30s - 1ns));
        Pacer late = lost();
        QCOMPARE(waitOf(late, end - 30s), end);
    }

    void newWindow_byAnEndThatIsLater_data() {
        QTest::addColumn<qint64>("sent"); // ns after the answer that told of 2 s
        QTest::addColumn<int>("reset");
        QTest::addColumn<bool>("opens");
        // A second for the rounding; the clocks drift by 0.4 ms in two seconds, 0.2 ms in one.
        const qint64 most = 1'000'600'000;
        QTest::newRow("within the rounding and the drift") << most << 2 << false;
        QTest::newRow("beyond") << most + 1 << 2 << true;
        QTest::newRow("far beyond") << most << 60 << true;
    }
    void newWindow_byAnEndThatIsLater() {
        QFETCH(qint64, sent);
        QFETCH(int, reset);
        QFETCH(bool, opens);
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(5, 2s), kNow);
        const SteadyTime then = kNow + std::chrono::nanoseconds(sent);
        const SteadyTime later = kNow + 1500ms;
        pacer.settle(leave(pacer, then), told(4, seconds(reset)), later);
        QCOMPARE(pacer.view(later).remaining, std::int64_t{4});
        QCOMPARE(pacer.view(later).windowEnds, opens ? after(seconds(reset), later) : after(2s));
    }

    void newWindow_byAnEndThatIsLater_isNotToldByRequestsOfTheOldOne() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(5, 2s), kNow);
        const PaceTicket old = leave(pacer);
        pacer.settle(leave(pacer), told(199, 60s), kNow);
        pacer.settle(old, told(4, 3600s), kNow);
        QCOMPARE(pacer.view(kNow).windowEnds, after(60s));
    }

    void lostAnswer_onceTheWindowMayBeOver_letsTheLatestEndCount_data() {
        QTest::addColumn<qint64>("lost"); // ns after the answer that opened a window of 10 s
        QTest::addColumn<bool>("doubted");
        // The end is not before 9 s after the request had left, less the drift of the clocks.
        const qint64 end = 9'000'000'000 - 9'000'000'000 / 5000;
        QTest::newRow("before") << end - 1 << false;
        QTest::newRow("then") << end << true;
    }
    void lostAnswer_onceTheWindowMayBeOver_letsTheLatestEndCount() {
        QFETCH(qint64, lost);
        QFETCH(bool, doubted);
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(5, 10s), kNow);
        const SteadyTime then = kNow + 9500ms;
        const PaceTicket unanswered = leave(pacer);
        const PaceTicket late = leave(pacer);
        pacer.settle(unanswered, PaceAnswer{}, kNow + std::chrono::nanoseconds(lost));
        pacer.settle(late, told(3, 10s), then);
        QCOMPARE(pacer.view(then).windowEnds, doubted ? after(10s, then) : after(10s));
        pacer.settle(leave(pacer, then), told(2, 1s), then);
        QCOMPARE(pacer.view(then).windowEnds, doubted ? after(10s, then) : after(10s));
    }

    void lostAnswer_afterTheOthersWere_letsTheLatestEndCount() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(3, 1s), kNow);
        const SteadyTime then = kNow + 700ms;
        const PaceTicket unanswered = leave(pacer);
        pacer.settle(leave(pacer), told(1, 1s), then);
        QCOMPARE(pacer.view(then).windowEnds, after(1s));
        pacer.settle(unanswered, PaceAnswer{}, then);
        QCOMPARE(pacer.view(then).windowEnds, after(1s, then));
    }

    void lostAnswer_ofAWindowThatWasAssumedBeforeTheServerTold_doesNotLastAsLongAsAssumed() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), bare(409), kNow); // an hour, by the pacer's own count
        QCOMPARE(pacer.view(kNow).windowEnds, kNow + 3600s);
        pacer.settle(leave(pacer), told(3, 10s), kNow);
        pacer.settle(leave(pacer), PaceAnswer{}, kNow + 1s);
        QCOMPARE(pacer.view(kNow).windowEnds, after(10s));
        const SteadyTime then = kNow + 9500ms;
        pacer.settle(leave(pacer), PaceAnswer{}, then);
        QCOMPARE(pacer.view(then).windowEnds, after(10s));
        // It is the window's first end that was told, and not its only one.
        pacer.settle(leave(pacer), told(0, 10s), then);
        QCOMPARE(pacer.view(then).windowEnds, after(10s, then));
    }

    void lostAnswer_beforeTheFirstEndThatWasTold_doubtsNothing() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), bare(409), kNow); // an hour, by the pacer's own count
        const PaceTicket late = leave(pacer);
        pacer.settle(leave(pacer), told(3, 10s), kNow);
        pacer.settle(leave(pacer), PaceAnswer{}, kNow + 1s);
        pacer.settle(late, told(2, 10s), kNow + 5s);
        QCOMPARE(pacer.view(kNow).windowEnds, after(10s));
    }

    void lostAnswer_ofTheWindowBefore_isForgotten() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(10, 1s), kNow);
        pacer.settle(leave(pacer), PaceAnswer{}, kNow + 500ms);
        const SteadyTime later = kNow + 2s;
        pacer.settle(leave(pacer, later), told(7, 1s), later);
        pacer.settle(leave(pacer, later), told(6, 1s), later + 500ms);
        QCOMPARE(pacer.view(later).windowEnds, after(1s, later));
    }

    void lostPilots_asManyAsTheQuota_closeAWindow() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), ofPolicy(told(0, 1s), 3, 60s), kNow);
        SteadyTime now = after(1s);
        for (int window = 0; window < 2; ++window) {
            for (int i = 0; i < 3; ++i)
                pacer.settle(leave(pacer, now), PaceAnswer{}, now);
            QCOMPARE(waitOf(pacer, now), now + 60s);
            now += 60s;
        }
    }

    void lostPilots_requestsOfTheOldWindow_areNone() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), ofPolicy(told(1, 1s), 1, 60s), kNow);
        const PaceTicket slow = leave(pacer);
        const SteadyTime end = after(1s);
        pacer.release(leave(pacer, end));
        pacer.settle(slow, PaceAnswer{}, end);
        QVERIFY(mayGo(pacer, end));
    }

    void refusedPilot_everyNextWindowIsTakenForLonger() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(0, 1s), kNow);
        SteadyTime now = after(1s);
        for (const milliseconds slack : {50ms, 100ms, 200ms, 400ms, 800ms, 1000ms, 1000ms}) {
            pacer.settle(leave(pacer, now), refusal(1s), now);
            now = after(1s, now);
            pacer.settle(leave(pacer, now), told(0, 1s), now);
            QCOMPARE(waitOf(pacer, now), after(1s, now) + slack);
            now = after(1s, now) + slack;
        }
    }

    void refused_butNoPilot_makesNoWindowLonger_data() {
        QTest::addColumn<bool>("open");    // the window that was told of
        QTest::addColumn<bool>("unknown"); // nothing was told before
        QTest::newRow("within the window") << true << false;
        QTest::newRow("of the window before") << false << false;
        QTest::newRow("the first of all") << false << true;
    }
    void refused_butNoPilot_makesNoWindowLonger() {
        QFETCH(bool, open);
        QFETCH(bool, unknown);
        Pacer pacer(orders());
        if (!unknown)
            pacer.settle(leave(pacer), told(1, 1s), kNow);
        const PaceTicket refused = leave(pacer);
        const SteadyTime then = open || unknown ? kNow : after(1s);
        if (then != kNow)
            pacer.release(leave(pacer, then));
        pacer.settle(refused, refusal(1s), then);
        const SteadyTime next = after(1s, then);
        QCOMPARE(waitOf(pacer, then), next);
        pacer.settle(leave(pacer, next), told(0, 1s), next);
        QCOMPARE(waitOf(pacer, next), after(1s, next));
    }

    void refused_withOneLeftByTheNumbers_closesTheWindow() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(2, 60s), kNow);
        const PaceTicket refused = leave(pacer);
        pacer.settle(leave(pacer), told(1, 60s), kNow);
        pacer.settle(refused, refusal(25s), kNow);
        QCOMPARE(waitOf(pacer, kNow), after(25s));
    }

    void refused_withNothingLeft_waitsForTheEarlierEnd_data() {
        QTest::addColumn<int>("asked");
        QTest::addColumn<int>("wait");
        QTest::newRow("earlier than the window's") << 20 << 20;
        QTest::newRow("later than the window's") << 90 << 60;
    }
    void refused_withNothingLeft_waitsForTheEarlierEnd() {
        QFETCH(int, asked);
        QFETCH(int, wait);
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(2, 60s), kNow);
        const PaceTicket refused = leave(pacer);
        pacer.settle(leave(pacer), told(0, 60s), kNow);
        pacer.settle(refused, refusal(seconds(asked)), kNow);
        QCOMPARE(waitOf(pacer, kNow), after(seconds(wait)));
    }

    void refused_withoutRetryAfter_waitsForTheReset() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(100, 60s), kNow);
        pacer.settle(leave(pacer), told(0, 20s, 429), kNow);
        QCOMPARE(waitOf(pacer, kNow), after(20s));
    }

    void refused_byRetryAfterAlone_isHeeded_data() {
        QTest::addColumn<int>("asked"); // ms
        QTest::newRow("shortest") << 1;
        QTest::newRow("seconds") << 25'000;
    }
    void refused_byRetryAfterAlone_isHeeded() {
        QFETCH(int, asked);
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(100, 60s), kNow);
        PaceAnswer answer = told(1, 60s, 429);
        answer.retryAfter = milliseconds(asked);
        pacer.settle(leave(pacer), answer, kNow);
        QCOMPARE(waitOf(pacer, kNow), after(milliseconds(asked)));
    }

    void refused_underAnotherPolicy_leavesTheRestAsTold() {
        Pacer pacer(orders());
        PaceAnswer answer = told(50, 60s);
        answer.limits.push_back({"burst", 2, 1s});
        pacer.settle(leave(pacer), answer, kNow);
        PaceAnswer refused = told(49, 60s, 429);
        refused.limits.push_back({"burst", 0, 5s});
        refused.retryAfter = 5s;
        pacer.settle(leave(pacer), refused, kNow);
        QCOMPARE(waitOf(pacer, kNow), after(5s));
        QCOMPARE(pacer.view(kNow).remaining, std::int64_t{49});
    }

    void furtherPolicy_mentionedOnceMore_bindsOnceMore() {
        Pacer pacer(orders());
        PaceAnswer both = told(100, 60s);
        both.limits.push_back({"burst", 5, 1s});
        pacer.settle(leave(pacer), both, kNow);
        pacer.settle(leave(pacer), told(99, 60s), kNow);
        both.limits = {{"orders", 98, 60s}, {"burst", 0, 1s}};
        pacer.settle(leave(pacer), both, kNow);
        QCOMPARE(waitOf(pacer, kNow), after(1s));
        pacer.settle(leave(pacer, after(1s)), told(97, 60s), after(1s));
        QVERIFY(mayGo(pacer, after(1s)));
    }

    void policy_isTakenOverWhereItIsWhole_data() {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<int>("window"); // seconds, -1 = not told
        QTest::addColumn<bool>("taken");
        QTest::newRow("whole") << "orders" << 30 << true;
        QTest::newRow("a second") << "orders" << 1 << true;
        QTest::newRow("no length") << "orders" << 0 << false;
        QTest::newRow("length not told") << "orders" << -1 << false;
        QTest::newRow("of another budget") << "other" << 30 << false;
    }
    void policy_isTakenOverWhereItIsWhole() {
        QFETCH(QString, policy);
        QFETCH(int, window);
        QFETCH(bool, taken);
        Pacer pacer(orders());
        PaceAnswer answer = told(10, 60s);
        answer.policies = {{policy.toStdString(), 7, std::nullopt}};
        if (window >= 0)
            answer.policies[0].window = seconds(window);
        pacer.settle(leave(pacer), answer, kNow);
        QCOMPARE(pacer.view(kNow).quota, std::int64_t{taken ? 7 : 5000});
        QCOMPARE(pacer.view(kNow).window, taken ? milliseconds(seconds(window)) : milliseconds(1h));
    }

    void localCounting_quotaOfOne_sendsOneAWindow() {
        PacerOptions options = orders();
        options.limit = 1;
        options.window = 1s;
        Pacer pacer(options);
        pacer.settle(leave(pacer), bare(201), kNow);
        QCOMPARE(waitOf(pacer, kNow), kNow + 1s);
        QVERIFY(mayGo(pacer, kNow + 1s));
    }

    void localCounting_beginsWithAnAnswerOfTheService_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("begins");
        QTest::newRow("none") << 0 << false;
        QTest::newRow("informational") << 199 << false;
        QTest::newRow("success") << 200 << true;
        QTest::newRow("refused") << 499 << true;
        QTest::newRow("failed") << 500 << false;
    }
    void localCounting_beginsWithAnAnswerOfTheService() {
        QFETCH(int, status);
        QFETCH(bool, begins);
        PacerOptions options = orders();
        options.limit = 5;
        Pacer pacer(options);
        pacer.settle(leave(pacer), bare(status), kNow);
        QCOMPARE(burst(pacer, kNow), begins ? 4 : 1);
    }

    void furtherPolicy_leftOutOfAFailure_bindsOn_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("binds");
        QTest::newRow("success") << 200 << false;
        QTest::newRow("failed") << 500 << true;
    }
    void furtherPolicy_leftOutOfAFailure_bindsOn() {
        QFETCH(int, status);
        QFETCH(bool, binds);
        Pacer pacer(orders());
        PaceAnswer both = told(100, 60s);
        both.limits.push_back({"burst", 2, 1s});
        pacer.settle(leave(pacer), both, kNow);
        pacer.settle(leave(pacer), told(99, 60s, status), kNow);
        QCOMPARE(burst(pacer, kNow) == 1, binds);
    }

    void furtherPolicy_refusedByIt_bindsOnceMore() {
        Pacer pacer(orders());
        PaceAnswer both = told(100, 60s);
        both.limits.push_back({"burst", 5, 1s});
        pacer.settle(leave(pacer), both, kNow);
        pacer.settle(leave(pacer), told(99, 60s), kNow);
        PaceAnswer refused = told(98, 60s, 429);
        refused.limits.push_back({"burst", 0, 5s});
        pacer.settle(leave(pacer), refused, kNow);
        QCOMPARE(waitOf(pacer, kNow), after(5s));
    }

    void view_afterTheEnd_isOfAFullWindow() {
        Pacer pacer(orders());
        pacer.settle(leave(pacer), told(1, 1s), kNow);
        const SteadyTime end = after(1s);
        QCOMPARE(pacer.view(end - 1ns).remaining, std::int64_t{1});
        QCOMPARE(pacer.view(end - 1ns).windowEnds, end);
        for (const SteadyTime now : {end, end + 1s}) {
            QCOMPARE(pacer.view(now).remaining, std::int64_t{200});
            QCOMPARE(pacer.view(now).windowEnds, now);
        }
    }

    void inFlight_refusedOverAndOver_isOne() {
        Pacer pacer(orders());
        succeed(pacer, 1);
        for (const int limit : {4, 2, 1, 1, 1}) {
            pacer.settle(leave(pacer), bare(429), kNow);
            QCOMPARE(pacer.view(kNow).inFlightLimit, limit);
        }
    }

    void inFlight_growsWithEveryTwentySuccesses() {
        Pacer pacer(orders());
        const auto limit = [&] {
            return pacer.view(kNow).inFlightLimit;
        };
        const int start = limit();
        for (int step = 0; step < 3; ++step) {
            succeed(pacer, PacerOptions::kSuccessesPerStep - 1, step == 0 ? 200 : 299);
            QCOMPARE(limit(), start + step);
            succeed(pacer, 1);
            QCOMPARE(limit(), start + step + 1);
        }
        // What is no success neither counts nor is held against the others; a refusal is.
        succeed(pacer, PacerOptions::kSuccessesPerStep - 1);
        for (const int status : {0, 199, 300, 404, 503})
            succeed(pacer, 1, status);
        QCOMPARE(limit(), start + 3);
        succeed(pacer, 1);
        QCOMPARE(limit(), start + 4);
        succeed(pacer, PacerOptions::kSuccessesPerStep - 1);
        pacer.settle(leave(pacer), bare(429), kNow);
        const int halved = limit();
        QCOMPARE(halved, (start + 4) / 2);
        succeed(pacer, PacerOptions::kSuccessesPerStep - 1);
        QCOMPARE(limit(), halved);
        succeed(pacer, 1);
        QCOMPARE(limit(), halved + 1);
    }

    void inFlight_limitOfOneOrLess_isOne() {
        for (const int most : {1, 0, -5}) {
            PacerOptions options = orders();
            options.maxInFlight = most;
            Pacer fresh(options);
            QCOMPARE(fresh.view(kNow).inFlightLimit, 1);
            Pacer pacer(options);
            for (int i = 0; i < 2 * PacerOptions::kSuccessesPerStep; ++i)
                pacer.settle(leave(pacer), told(150 - i, 60s), kNow);
            QCOMPARE(burst(pacer, kNow), 1);
            QCOMPARE(waitOf(pacer, kNow), SteadyTime::max());
        }
    }
};

LEADSHEET_TEST(tst_budget_window, BudgetWindowTest);
#include "tst_budget_window.moc"
