// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/retry_budget.hpp"
#include "leadsheet/transport.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <variant>

/// The retry machine decides and does nothing: no I/O, no clock, no sleep. Two drivers use it: the
/// blocking calls of Client, and the submission run, which stores WaitUntil in its ledger row.
namespace leadsheet {

struct RetryPolicy {
    int maxRetries = 3; ///< after the first attempt; negative = no limit
    std::chrono::milliseconds totalTime{60'000};
    std::chrono::milliseconds baseDelay{500};
    std::chrono::milliseconds maxDelay{30'000};
    /// The shortest wait, also where the server says Retry-After: 0.
    std::chrono::milliseconds minDelay{100};
    /// A longer Retry-After ends the call as ServerAskedTooLong instead of being shortened.
    std::chrono::milliseconds retryAfterCeiling{60'000};
    /// When the retry budget is empty: wait maxDelay (true) or end as BudgetDrained (false).
    bool waitWhenBudgetDrained = false;

    /// 3 retries within 60 s: a person is waiting.
    static RetryPolicy interactive();
    /// No limit on retries within the run's deadline; Retry-After up to one limit window.
    static RetryPolicy batch(std::chrono::milliseconds runTime = std::chrono::hours(24));
    static RetryPolicy singleAttempt();
};

/// What one attempt showed.
struct Attempt {
    int status = 0; ///< 0 when there was no complete answer
    std::optional<TransportProblem> problem;
    Progress progress = Progress::NothingSent;
    ErrorCode code = ErrorCode::Unknown; ///< from the problem body
    bool explained = false;              ///< with a problem body of the service, whatever its code
    std::optional<bool> retryable;       ///< the body's own hint; wins over the status, both ways
    /// Retry-After, or what RateLimit says in a 429 without one; nothing when neither tells it.
    std::optional<std::chrono::milliseconds> retryAfter;
    bool unreadable = false; ///< a 2xx whose body could not be decoded
    bool sentBefore = false; ///< see Exchange; what that sending did is not known

    bool success() const { return !problem && !unreadable && status >= 200 && status < 300; }
};

enum class WaitReason {
    Backoff,       ///< our own, after a failure
    ServerAsked,   ///< Retry-After
    InProgress,    ///< the same idempotency key is still being worked on
    BudgetDrained, ///< the retry budget is empty
    RequestBudget, ///< pacing: the server's window has no request left
    InFlight       ///< pacing: enough requests are under way
};
std::string_view toString(WaitReason reason);

struct Done {};
struct Send {};
struct WaitUntil {
    SteadyTime time;
    WaitReason why = WaitReason::Backoff;
};
struct GiveUp {
    StopReason reason = StopReason::Permanent;
    std::optional<std::chrono::milliseconds> retryAfter;
};
using RetryStep = std::variant<Done, Send, WaitUntil, GiveUp>;

/// One logical call. Copyable and small: a driver may keep it anywhere.
struct RetryState {
    RetryState(RetryPolicy retryPolicy, SteadyTime startedAt)
        : policy(retryPolicy)
        , deadline(startedAt + retryPolicy.totalTime) {}

    RetryPolicy policy;
    SteadyTime deadline;
    int attempts = 0;
    int budgetHeld = 0; ///< what this call took from the RetryBudget
    /// Every attempt carries one idempotency key that the service looks up, so a refusal from
    /// behind that check proves that no earlier attempt was applied. Without a key such a refusal
    /// may be the effect of an earlier attempt: its version is no longer the expected one, its
    /// record is gone, the step was taken.
    bool keyed = false;
    /// Sticky: an earlier attempt may have been applied, whatever a later one says, until an answer
    /// proves otherwise.
    Certainty certainty = Certainty::NotApplied;
};

/// Before an attempt: Send, or GiveUp when the deadline has passed. Counts the attempt.
RetryStep begin(RetryState& state, SteadyTime now);

/// After an attempt: Done, WaitUntil or GiveUp. A wait never ends before the moment the server
/// asked for, and never at or after the deadline.
RetryStep step(RetryState& state, const Attempt& attempt, SteadyTime now, Rng& rng,
               RetryBudget& budget);

/// min(maxDelay, baseDelay x 2^retry), then uniform in [d/2, d]: the cap comes first, so that
/// jitter survives it.
std::chrono::milliseconds backoff(const RetryPolicy& policy, int retry, Rng& rng);

/// Whether repeating the request unchanged can help: docs/architecture.md.
bool isRetryable(const Attempt& attempt);

/// What this attempt alone says about a keyed write.
Certainty certaintyOf(const Attempt& attempt);

} // namespace leadsheet
