// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/budget_window.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/rate_limit_fields.hpp"
#include "leadsheet/retry_machine.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Pacing: as fast as the server's request budget allows, and no faster. How the windows are
/// followed is told in budget_window.hpp.
namespace leadsheet {

struct PacerOptions {
    std::string budget = "default"; ///< the policy name in the RateLimit fields
    std::int64_t limit = 1000;      ///< used until the server has said its own
    std::chrono::milliseconds window{3'600'000};
    /// Starts at kStartInFlight, +1 after 20 successes, halved by a 429.
    int maxInFlight = 16;
    static constexpr int kStartInFlight = 8;
    static constexpr int kSuccessesPerStep = 20;
    /// Policies that other pacers follow; any further policy in an answer (for example "burst")
    /// binds this pacer too.
    std::vector<std::string> otherBudgets;
};

/// Leave to send one request. Hand it back exactly once with settle() or release().
struct PaceTicket {
    std::uint64_t number = 0; ///< 0 = none
    SteadyTime issuedAt{};
};

/// Not now. Ask again at `time`, or earlier when another request has been settled;
/// SteadyTime::max() means only then.
struct PaceWait {
    SteadyTime time;
    WaitReason why = WaitReason::RequestBudget;
};

/// What an answer says about the budget.
struct PaceAnswer {
    int status = 0; ///< 0 = no answer
    std::vector<RateLimitItem> limits;
    std::vector<RateLimitPolicyItem> policies;
    /// A 429 closes a window for this long, or until the reset of the policy with nothing left.
    /// With neither of them it closes nothing: whoever sends has to back off by itself.
    std::optional<std::chrono::milliseconds> retryAfter;
};

/// What must survive a restart, per policy name. Wall-clock times, because no other clock survives.
struct PacerMemory {
    struct Window {
        std::string policy;
        std::int64_t quota = 0;
        std::chrono::milliseconds length{0};
        std::int64_t remaining = 0;
        WallTime ends{};
    };
    std::vector<Window> windows;
};

/// What a person is shown: "4,820 of 5,000 left, next window at 14:07".
struct PacerView {
    std::int64_t quota = 0;
    std::int64_t remaining = 0;
    std::chrono::milliseconds window{0};
    SteadyTime windowEnds{}; ///< no later than this; in the past when no window is running
    int inFlight = 0;
    int inFlightLimit = 0;
    bool fromServer = false; ///< the numbers are the server's, not the built-in ones
};

/// The pure accounting of one budget: no clock, no lock, no sleep. Not thread-safe; see PaceGate.
class Pacer {
public:
    explicit Pacer(PacerOptions options);

    std::variant<PaceTicket, PaceWait> tryAcquire(SteadyTime now);
    /// The request of `ticket` was answered, or failed (status 0) and may have been counted.
    void settle(const PaceTicket& ticket, const PaceAnswer& answer, SteadyTime now);
    /// The request of `ticket` certainly never reached the server.
    void release(const PaceTicket& ticket);

    PacerMemory remember(SteadyTime now, WallTime wall) const;
    /// Takes over what an earlier process knew. Windows never last longer than their length,
    /// whatever the wall clock did meanwhile.
    void recall(const PacerMemory& memory, SteadyTime now, WallTime wall);

    PacerView view(SteadyTime now) const;

private:
    struct Flight {
        SteadyTime sentAt{};
        std::int64_t settledBefore = 0;
        std::vector<std::int64_t> remainingAtSend; ///< per window, in the order of windows_
    };

    bool followedElsewhere(const std::string& policy) const;
    std::size_t windowFor(const std::string& policy);
    void adaptInFlight(const PaceTicket& ticket, int status);

    PacerOptions options_;
    std::vector<BudgetWindow> windows_; ///< the first is options_.budget
    std::map<std::uint64_t, Flight> flights_;
    std::uint64_t lastTicket_ = 0;
    std::int64_t settled_ = 0;
    int inFlightLimit_;
    int successes_ = 0;
    std::uint64_t halvedAt_ = 0; ///< tickets up to here left before the last halving
};

} // namespace leadsheet
