// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/retry_machine.hpp"
#include "leadsheet/testing/seeded_rng.hpp"
#include "test_main.hpp"

#include <QtTest>
#include <rapidcheck.h>

#include <set>

using namespace leadsheet;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

const SteadyTime kNow{100h};

Attempt answered(int status, ErrorCode code = ErrorCode::Unknown) {
    Attempt attempt;
    attempt.status = status;
    attempt.code = code;
    attempt.progress = Progress::AnswerCut;
    return attempt;
}

Attempt broken(TransportProblem problem, Progress progress) {
    Attempt attempt;
    attempt.problem = problem;
    attempt.progress = progress;
    return attempt;
}

Attempt asked(int status, milliseconds wait) {
    Attempt attempt = answered(status);
    attempt.retryAfter = wait;
    return attempt;
}

struct Machine {
    explicit Machine(RetryPolicy policy = RetryPolicy::interactive())
        : state(policy, kNow) {}

    RetryStep next(const Attempt& attempt, SteadyTime now = kNow) {
        (void)begin(state, now);
        return step(state, attempt, now, rng, budget);
    }

    RetryState state;
    testing::SeededRng rng;
    RetryBudget budget;
};

std::string nameOf(const RetryStep& step) {
    if (std::holds_alternative<Done>(step))
        return "done";
    if (std::holds_alternative<Send>(step))
        return "send";
    if (const auto* wait = std::get_if<WaitUntil>(&step))
        return "wait " + std::string(toString(wait->why));
    return "give up " + std::string(toString(std::get<GiveUp>(step).reason));
}

milliseconds waitOf(const RetryStep& step, SteadyTime now = kNow) {
    return std::chrono::duration_cast<milliseconds>(std::get<WaitUntil>(step).time - now);
}

} // namespace
Q_DECLARE_METATYPE(Attempt)

class RetryMachineTest : public QObject {
    Q_OBJECT

private slots:
    void step_waitThatEndsWithTheDeadline_isGivenUp() {
        class LowestRng final : public Rng {
            std::uint64_t next() override { return 0; }
        } lowest;
        const auto stepped = [&](SteadyTime deadline, bool drained) {
            RetryPolicy policy = RetryPolicy::batch(1h);
            RetryState state(policy, kNow);
            state.deadline = deadline;
            RetryBudget budget;
            while (drained && budget.tryTake(RetryBudget::kCost)) {
            }
            (void)begin(state, kNow);
            return nameOf(step(state, asked(503, 2s), kNow, lowest, budget));
        };
        const milliseconds longest = RetryPolicy::batch(1h).maxDelay;
        QVERIFY(longest > 2s);
        QVERIFY(stepped(kNow + 2s, false).starts_with("give up"));
        QVERIFY(stepped(kNow + 2s + 1ms, false).starts_with("wait"));
        QVERIFY(stepped(kNow + longest, true).starts_with("give up"));
        QVERIFY(stepped(kNow + longest + 1ms, true).starts_with("wait"));
    }

    void step_firstAttempt_decides_data() {
        QTest::addColumn<Attempt>("attempt");
        QTest::addColumn<std::string>("expected");
        QTest::addColumn<bool>("mayBeApplied");
        const auto row = [](const char* name, const Attempt& attempt, const char* expected,
                            bool mayBeApplied) {
            QTest::newRow(name) << attempt << std::string(expected) << mayBeApplied;
        };
        for (const int status : {200, 201, 204})
            row(qPrintable(QString::number(status)), answered(status), "done", false);
        for (const int status : {400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 431})
            row(qPrintable(QString::number(status)), answered(status), "give up permanent", false);
        for (const int status : {408, 425, 429})
            row(qPrintable(QString::number(status)), answered(status), "wait backoff", false);
        for (const int status : {500, 502, 503, 504})
            row(qPrintable(QString::number(status)), answered(status), "wait backoff", true);
        row("503 of the service itself", answered(503, ErrorCode::Unavailable), "wait backoff",
            false);
        row("501", answered(501, ErrorCode::NotImplemented), "give up permanent", false);
        row("301", answered(301), "give up permanent", false);
        row("409 in progress", answered(409, ErrorCode::IdempotencyInProgress), "wait backoff",
            true);
        row("409 other", answered(409, ErrorCode::QuoteExpired), "give up permanent", false);

        Attempt hint = answered(503);
        hint.retryable = false;
        row("server says no", hint, "give up permanent", true);
        hint = answered(422);
        hint.retryable = true;
        row("server says yes", hint, "wait backoff", false);

        Attempt unreadable = answered(201);
        unreadable.unreadable = true;
        row("answer not readable", unreadable, "wait backoff", true);

        Attempt second = answered(503, ErrorCode::Unavailable);
        second.sentBefore = true;
        row("503 of the service itself, sent before", second, "wait backoff", true);

        using P = TransportProblem;
        row("resolve", broken(P::Resolve, Progress::NothingSent), "wait backoff", false);
        row("connect", broken(P::Connect, Progress::NothingSent), "wait backoff", false);
        row("reset after sending", broken(P::Receive, Progress::MaybeSent), "wait backoff", true);
        row("answer cut", broken(P::Receive, Progress::AnswerCut), "wait backoff", true);
        row("timeout", broken(P::Timeout, Progress::MaybeSent), "wait backoff", true);
        row("handshake", broken(P::TlsHandshake, Progress::NothingSent), "wait backoff", false);
        row("certificate", broken(P::Tls, Progress::NothingSent), "give up permanent", false);
        row("too large", broken(P::TooLarge, Progress::AnswerCut), "give up permanent", true);
        row("cancelled early", broken(P::Cancelled, Progress::NothingSent), "give up cancelled",
            false);
        row("cancelled late", broken(P::Cancelled, Progress::MaybeSent), "give up cancelled", true);
        row("refused request", broken(P::InvalidRequest, Progress::NothingSent),
            "give up permanent", false);
    }
    void step_firstAttempt_decides() {
        QFETCH(Attempt, attempt);
        QFETCH(std::string, expected);
        QFETCH(bool, mayBeApplied);
        Machine machine;
        QCOMPARE(nameOf(machine.next(attempt)), expected);
        QCOMPARE(machine.state.certainty == Certainty::Unknown, mayBeApplied);
    }

    void step_interactive_threeRetriesThenExhausted() {
        Machine machine;
        for (int i = 0; i < 3; ++i)
            QCOMPARE(nameOf(machine.next(answered(503))), std::string("wait backoff"));
        QCOMPARE(nameOf(machine.next(answered(503))), std::string("give up attempts_exhausted"));
        QCOMPARE(machine.state.attempts, 4);
    }

    void step_singleAttempt_neverWaits() {
        Machine machine(RetryPolicy::singleAttempt());
        QCOMPARE(nameOf(machine.next(answered(503))), std::string("give up attempts_exhausted"));
    }

    void step_batch_retriesUntilTheDeadline() {
        Machine machine(RetryPolicy::batch(1h));
        SteadyTime now = kNow;
        std::string last;
        while (last != "give up deadline") {
            const auto next = machine.next(asked(503, 60s), now);
            last = nameOf(next);
            if (const auto* wait = std::get_if<WaitUntil>(&next))
                now = wait->time;
        }
        QVERIFY(now < kNow + 1h);
        QVERIFY(machine.state.attempts > 50);
    }

    void step_retryAfter_isWaitedInFull_data() {
        QTest::addColumn<int>("asked");
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("most");
        QTest::newRow("zero waits the floor") << 0 << 100 << 110;
        QTest::newRow("one second") << 1000 << 1000 << 1100;
        QTest::newRow("up to the ceiling") << 50'000 << 50'000 << 55'000;
    }
    void step_retryAfter_isWaitedInFull() {
        QFETCH(int, asked);
        QFETCH(int, least);
        QFETCH(int, most);
        const auto next = Machine().next(::asked(429, milliseconds(asked)));
        QCOMPARE(nameOf(next), std::string("wait server_asked"));
        QVERIFY(waitOf(next).count() >= least);
        QVERIFY(waitOf(next).count() <= most);
    }

    void step_retryAfter_isSpreadOverATenth() {
        testing::SeededRng rng;
        std::set<std::int64_t> seen;
        for (int i = 0; i < 400; ++i) {
            Machine machine;
            (void)begin(machine.state, kNow);
            seen.insert(
                waitOf(step(machine.state, asked(429, 100ms), kNow, rng, machine.budget)).count());
        }
        QCOMPARE(*seen.begin(), 100);
        QCOMPARE(*seen.rbegin(), 110);
        QCOMPARE(seen.size(), std::size_t{11});
    }

    void step_batch_waitsAtLeastHalfItsFirstDelay() {
        const auto wait = waitOf(Machine(RetryPolicy::batch()).next(asked(503, 0ms)));
        QVERIFY(wait >= 25ms && wait <= 28ms);
    }

    void step_eachFailure_waitsTwiceAsLong() {
        Machine machine(RetryPolicy::batch());
        milliseconds most = 50ms;
        for (int failure = 0; failure < 5; ++failure, most *= 2) {
            const auto wait = waitOf(machine.next(answered(503)));
            QVERIFY(wait >= most / 2 && wait <= most);
        }
    }

    void waitReasons_haveNames() {
        std::set<std::string_view> names;
        for (const auto reason :
             {WaitReason::Backoff, WaitReason::ServerAsked, WaitReason::InProgress,
              WaitReason::BudgetDrained, WaitReason::RequestBudget, WaitReason::InFlight})
            names.insert(toString(reason));
        QCOMPARE(names.size(), std::size_t{6});
        QVERIFY(!names.contains(""));
        Attempt waiting = asked(409, 1s);
        waiting.code = ErrorCode::IdempotencyInProgress;
        QCOMPARE(nameOf(Machine().next(waiting)), std::string("wait in_progress"));
    }

    void step_retryAfterOverTheCeiling_isReportedAndNeverShortened() {
        const auto next = Machine().next(asked(429, 61s));
        QCOMPARE(nameOf(next), std::string("give up server_asked_too_long"));
        QCOMPARE(std::get<GiveUp>(next).retryAfter->count(), 61'000);
        QCOMPARE(nameOf(Machine(RetryPolicy::batch()).next(asked(429, 3600s))),
                 std::string("wait server_asked"));
        QCOMPARE(nameOf(Machine(RetryPolicy::batch()).next(asked(429, 3601s))),
                 std::string("give up server_asked_too_long"));
    }

    void step_waitPastTheDeadline_givesUpAtOnce() {
        Machine machine;
        QCOMPARE(nameOf(machine.next(asked(503, 10s), kNow + 55s)),
                 std::string("give up deadline"));
    }

    void begin_afterTheDeadline_doesNotSend() {
        Machine machine;
        QCOMPARE(nameOf(begin(machine.state, kNow + 60s)), std::string("give up deadline"));
        QCOMPARE(machine.state.attempts, 0);
        QCOMPARE(nameOf(begin(machine.state, kNow + 59s)), std::string("send"));
    }

    void certainty_afterATimeout_staysUnknownUntilProven_data() {
        QTest::addColumn<Attempt>("second");
        QTest::addColumn<bool>("keyedUnknown");
        QTest::addColumn<bool>("keylessUnknown");
        const auto row = [](const char* name, const Attempt& second, bool keyed, bool keyless) {
            QTest::newRow(name) << second << keyed << keyless;
        };
        using E = ErrorCode;
        row("key no longer good", answered(401, E::RevokedApiKey), true, true);
        row("account suspended", answered(403, E::AccountSuspended), true, true);
        row("gone, perhaps by the first attempt", answered(404, E::NotFound), true, true);
        row("endpoint gone", answered(410, E::EndpointRetired), true, true);
        row("still limited", answered(429, E::RateLimited), true, true);
        row("not sent", broken(TransportProblem::Connect, Progress::NothingSent), true, true);
        row("version moved, perhaps by the first attempt", answered(409, E::VersionConflict), false,
            true);
        row("step taken, perhaps by the first attempt", answered(409, E::InvalidTransition), false,
            true);
        row("delivery name stands for other content", answered(409, E::DuplicateDelivery), false,
            false);
        row("still being worked on", answered(409, E::IdempotencyInProgress), true, true);
        row("quote expired", answered(409, E::QuoteExpired), false, true);
        row("not valid", answered(422, E::ValidationFailed), false, true);
        row("no credit", answered(402, E::InsufficientCredit), false, true);
        Attempt newer = answered(409);
        newer.explained = true;
        row("a code of a newer service", newer, false, true);
        row("a gateway's 422", answered(422), true, true);
        row("a gateway's 409", answered(409), true, true);
        row("a gateway's 402", answered(402), true, true);
        row("done", answered(200), false, false);
    }
    void certainty_afterATimeout_staysUnknownUntilProven() {
        QFETCH(Attempt, second);
        QFETCH(bool, keyedUnknown);
        QFETCH(bool, keylessUnknown);
        for (const bool keyed : {true, false}) {
            Machine machine;
            machine.state.keyed = keyed;
            (void)machine.next(broken(TransportProblem::Timeout, Progress::MaybeSent));
            (void)machine.next(second);
            QCOMPARE(machine.state.certainty == Certainty::Unknown,
                     keyed ? keyedUnknown : keylessUnknown);
        }
    }

    void budget_retries_costAndAreRefunded() {
        Machine machine;
        (void)machine.next(answered(503));
        QCOMPARE(machine.budget.available(), 95);
        (void)machine.next(broken(TransportProblem::Timeout, Progress::MaybeSent));
        QCOMPARE(machine.budget.available(), 85);
        (void)machine.next(answered(200));
        QCOMPARE(machine.budget.available(), 100);
    }

    void budget_cleanSuccess_givesOneBack() {
        Machine machine;
        QVERIFY(machine.budget.tryTake(50));
        (void)machine.next(answered(200));
        QCOMPARE(machine.budget.available(), 51);
    }

    void budget_refund_isGivenOnce() {
        Machine machine;
        QVERIFY(machine.budget.tryTake(50));
        (void)machine.next(answered(503));
        QCOMPARE(machine.budget.available(), 45);
        (void)machine.next(answered(200));
        QCOMPARE(machine.budget.available(), 50);
        QCOMPARE(machine.state.budgetHeld, 0);
        (void)machine.next(answered(200));
        QCOMPARE(machine.budget.available(), 51);
    }

    void budget_drained_pastTheDeadline_givesUpAtOnce() {
        Machine batch(RetryPolicy::batch(10s));
        QVERIFY(batch.budget.tryTake(96));
        QCOMPARE(nameOf(batch.next(answered(503))), std::string("give up deadline"));
    }

    void budget_drained_interactiveGivesUpAndBatchWaitsLonger() {
        Machine person;
        QVERIFY(person.budget.tryTake(96));
        QCOMPARE(nameOf(person.next(answered(503))), std::string("give up budget_drained"));
        Machine batch(RetryPolicy::batch());
        QVERIFY(batch.budget.tryTake(96));
        const auto next = batch.next(answered(503));
        QCOMPARE(nameOf(next), std::string("wait retry_budget_drained"));
        QCOMPARE(waitOf(next).count(), 30'000);
    }

    void budget_drained_recoversThroughSuccesses() {
        RetryBudget budget;
        QVERIFY(budget.tryTake(100));
        QVERIFY(!budget.tryTake(5));
        for (int i = 0; i < 5; ++i)
            budget.giveBack(RetryBudget::kCleanSuccess);
        QVERIFY(budget.tryTake(5));
        budget.giveBack(1000);
        QCOMPARE(budget.available(), 100);
    }

    void property_wait_isNeverEarlierThanTheServerAsked() {
        QVERIFY(rc::check("no wait ends before the moment the server named", [] {
            const auto wait = *rc::gen::inRange<std::int64_t>(0, 3'600'000);
            const auto seed = *rc::gen::arbitrary<std::uint64_t>();
            const auto earlier = *rc::gen::inRange(0, 6);
            Machine machine(RetryPolicy::batch());
            testing::SeededRng rng(seed);
            machine.state.attempts = earlier;
            (void)begin(machine.state, kNow);
            const auto next =
                step(machine.state, asked(429, milliseconds(wait)), kNow, rng, machine.budget);
            RC_ASSERT(std::holds_alternative<WaitUntil>(next));
            RC_ASSERT(waitOf(next) >= milliseconds(wait));
            RC_ASSERT(waitOf(next) <= milliseconds(std::max<std::int64_t>(wait + wait / 10, 110)));
        }));
    }

    void property_backoff_jitterSurvivesTheCap() {
        QVERIFY(rc::check("delays stay within [cap/2, cap] and differ", [] {
            const auto retry = *rc::gen::inRange(6, 1000);
            testing::SeededRng rng(*rc::gen::arbitrary<std::uint64_t>());
            const RetryPolicy policy = RetryPolicy::interactive();
            std::set<std::int64_t> seen;
            for (int i = 0; i < 20; ++i) {
                const auto delay = backoff(policy, retry, rng);
                RC_ASSERT(delay >= 15s);
                RC_ASSERT(delay <= 30s);
                seen.insert(delay.count());
            }
            RC_ASSERT(seen.size() >= 15U);
        }));
    }

    void backoff_batch_beginsShortAndWithJitter() {
        testing::SeededRng rng;
        const RetryPolicy policy = RetryPolicy::batch();
        std::set<std::int64_t> seen;
        for (int i = 0; i < 50; ++i) {
            const auto delay = backoff(policy, 0, rng);
            QVERIFY(delay >= 25ms && delay <= 50ms);
            seen.insert(delay.count());
        }
        QVERIFY(seen.size() > 5);
    }

    void backoff_retries_double() {
        testing::SeededRng rng;
        const RetryPolicy policy;
        milliseconds most = 500ms;
        for (int retry = 0; retry < 6; ++retry, most = std::min<milliseconds>(most * 2, 30s))
            for (int i = 0; i < 50; ++i) {
                const auto delay = backoff(policy, retry, rng);
                QVERIFY(delay >= most / 2 && delay <= most);
            }
        milliseconds shortest = 30s;
        for (int i = 0; i < 100; ++i)
            shortest = std::min(shortest, backoff(policy, 100, rng));
        QVERIFY(shortest < 16s); // a half is as likely as the whole

        RetryPolicy slow;
        slow.baseDelay = 11s;
        for (int i = 0; i < 50; ++i)
            QVERIFY(backoff(slow, 1, rng) <= 22s);
    }
};

LEADSHEET_TEST(tst_retry_machine, RetryMachineTest);
#include "tst_retry_machine.moc"
