// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/retry_machine.hpp"

#include "leadsheet/retry_budget.hpp"

#include <algorithm>
#include <array>

namespace leadsheet {

using std::chrono::milliseconds;

bool RetryBudget::tryTake(int cost) {
    const std::lock_guard lock(mutex_);
    if (available_ < cost)
        return false;
    available_ -= cost;
    return true;
}

void RetryBudget::giveBack(int amount) {
    const std::lock_guard lock(mutex_);
    available_ = std::min(capacity_, available_ + amount);
}

int RetryBudget::available() const {
    const std::lock_guard lock(mutex_);
    return available_;
}

namespace {

/// Share of a server's wait that is added at random, so that its clients do not all come back at
/// once.
constexpr std::int64_t kServerJitterPercent = 10;

/// Shorter than for a single call: a batch is already held to the server's request budget and its
/// retries to the retry budget, and the last row of a run should not idle.
constexpr milliseconds kBatchBaseDelay{50};

bool retryableStatus(const Attempt& attempt) {
    switch (attempt.status) {
    case 408:
    case 425:
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
        return true;
    case 409:
        return attempt.code == ErrorCode::IdempotencyInProgress;
    default:
        return false;
    }
}

bool retryableProblem(TransportProblem problem) {
    switch (problem) {
    case TransportProblem::Resolve:
    case TransportProblem::Connect:
    case TransportProblem::Proxy:
    case TransportProblem::TlsHandshake:
    case TransportProblem::Send:
    case TransportProblem::Receive:
    case TransportProblem::Timeout:
        return true;
    case TransportProblem::Tls:
    case TransportProblem::TooLarge:
    case TransportProblem::Cancelled:
    case TransportProblem::InvalidRequest:
    case TransportProblem::Internal:
        return false;
    }
    return false;
}

/// The idempotency check comes after route, authentication, rate and body checks (contract section
/// 3): only a refusal from behind it proves that no earlier attempt with this key was applied,
/// because otherwise the answer would have been that attempt's.
bool provesNothingApplied(const RetryState& state, const Attempt& attempt) {
    // What stands between has no idea of keys.
    const bool ofService = attempt.explained || attempt.code != ErrorCode::Unknown;
    if (attempt.problem || attempt.unreadable || !ofService)
        return false;
    // The delivery's own name is its key, and it stands for other content.
    if (attempt.code == ErrorCode::DuplicateDelivery)
        return true;
    return state.keyed &&
           (attempt.status == 402 || attempt.status == 422 ||
            (attempt.status == 409 && attempt.code != ErrorCode::IdempotencyInProgress));
}

GiveUp giveUp(StopReason reason, const Attempt& attempt) {
    return GiveUp{reason, attempt.retryAfter};
}

WaitUntil plannedWait(const RetryState& state, const Attempt& attempt, SteadyTime now, Rng& rng) {
    const RetryPolicy& policy = state.policy;
    if (!attempt.retryAfter) {
        const auto delay = backoff(policy, state.attempts - 1, rng);
        return {now + delay, WaitReason::Backoff};
    }
    const milliseconds asked = std::max(*attempt.retryAfter, policy.minDelay);
    const milliseconds extra(rng.uniform(0, asked.count() * kServerJitterPercent / 100));
    const bool inProgress = attempt.code == ErrorCode::IdempotencyInProgress;
    return {now + asked + extra, inProgress ? WaitReason::InProgress : WaitReason::ServerAsked};
}

} // namespace

RetryPolicy RetryPolicy::interactive() {
    return {};
}

RetryPolicy RetryPolicy::batch(milliseconds runTime) {
    RetryPolicy policy;
    policy.maxRetries = -1;
    policy.baseDelay = kBatchBaseDelay;
    policy.minDelay = kBatchBaseDelay / 2; // a higher floor would cut off the jitter
    policy.totalTime = runTime;
    policy.retryAfterCeiling = std::chrono::hours(1);
    policy.waitWhenBudgetDrained = true;
    return policy;
}

RetryPolicy RetryPolicy::singleAttempt() {
    RetryPolicy policy;
    policy.maxRetries = 0;
    return policy;
}

std::string_view toString(WaitReason reason) {
    static constexpr auto kWords =
        std::to_array<std::string_view>({"backoff", "server_asked", "in_progress",
                                         "retry_budget_drained", "request_budget", "in_flight"});
    static_assert(kWords.size() == static_cast<std::size_t>(WaitReason::InFlight) + 1);
    return kWords[static_cast<std::size_t>(reason)];
}

RetryStep begin(RetryState& state, SteadyTime now) {
    if (now >= state.deadline)
        return GiveUp{StopReason::Deadline, {}};
    ++state.attempts;
    return Send{};
}

RetryStep step(RetryState& state, const Attempt& attempt, SteadyTime now, Rng& rng,
               RetryBudget& budget) {
    if (attempt.success()) {
        budget.giveBack(state.budgetHeld > 0 ? state.budgetHeld : RetryBudget::kCleanSuccess);
        state.budgetHeld = 0;
        state.certainty = Certainty::NotApplied;
        return Done{};
    }
    const bool isOpen = attempt.sentBefore && !provesNothingApplied(state, attempt);
    if (isOpen || certaintyOf(attempt) == Certainty::Unknown)
        state.certainty = Certainty::Unknown;
    else if (provesNothingApplied(state, attempt))
        state.certainty = Certainty::NotApplied;

    if (attempt.problem == TransportProblem::Cancelled)
        return giveUp(StopReason::Cancelled, attempt);
    if (!isRetryable(attempt))
        return giveUp(StopReason::Permanent, attempt);
    const RetryPolicy& policy = state.policy;
    if (policy.maxRetries >= 0 && state.attempts > policy.maxRetries)
        return giveUp(StopReason::AttemptsExhausted, attempt);
    if (attempt.retryAfter && *attempt.retryAfter > policy.retryAfterCeiling)
        return giveUp(StopReason::ServerAskedTooLong, attempt);

    WaitUntil wait = plannedWait(state, attempt, now, rng);
    if (wait.time >= state.deadline)
        return giveUp(StopReason::Deadline, attempt);
    const int cost = attempt.problem == TransportProblem::Timeout ? RetryBudget::kCostAfterTimeout
                                                                  : RetryBudget::kCost;
    if (budget.tryTake(cost)) {
        state.budgetHeld += cost;
        return wait;
    }
    if (!policy.waitWhenBudgetDrained)
        return giveUp(StopReason::BudgetDrained, attempt);
    wait = {std::max(wait.time, now + policy.maxDelay), WaitReason::BudgetDrained};
    if (wait.time >= state.deadline)
        return giveUp(StopReason::Deadline, attempt);
    return wait;
}

milliseconds backoff(const RetryPolicy& policy, int retry, Rng& rng) {
    milliseconds delay = std::min(policy.baseDelay, policy.maxDelay);
    for (int i = 0; i < retry && delay != policy.maxDelay; ++i)
        delay += std::min(delay, policy.maxDelay - delay); // doubled, up to the longest
    const std::int64_t most = delay.count();
    return std::max(policy.minDelay, milliseconds(rng.uniform(most - most / 2, most)));
}

bool isRetryable(const Attempt& attempt) {
    if (attempt.problem)
        return retryableProblem(*attempt.problem);
    if (attempt.unreadable)
        return true;
    return attempt.retryable.value_or(retryableStatus(attempt));
}

Certainty certaintyOf(const Attempt& attempt) {
    if (attempt.problem)
        return attempt.progress == Progress::NothingSent ? Certainty::NotApplied
                                                         : Certainty::Unknown;
    if (attempt.unreadable || attempt.code == ErrorCode::IdempotencyInProgress)
        return Certainty::Unknown;
    // A gateway's 5xx says nothing about what the server behind it did; `unavailable` in the
    // contract's own problem body does.
    if (attempt.status >= 500 && attempt.code != ErrorCode::Unavailable &&
        attempt.code != ErrorCode::NotImplemented)
        return Certainty::Unknown;
    return Certainty::NotApplied;
}

} // namespace leadsheet
