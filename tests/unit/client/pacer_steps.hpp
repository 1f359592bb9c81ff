// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/pacer.hpp"

#include <chrono>
#include <cstdint>
#include <variant>

/// A pacer of the order budget, one request and one answer at a time.
namespace leadsheet::test {

inline const SteadyTime kNow{std::chrono::hours(100)};

inline PacerOptions orders() {
    PacerOptions options;
    options.budget = "orders";
    options.otherBudgets = {"default"};
    options.limit = 5000;
    return options;
}

/// What the server says of a budget of 200 a minute.
inline PaceAnswer told(std::int64_t remaining, std::chrono::seconds reset, int status = 201) {
    PaceAnswer answer;
    answer.status = status;
    answer.limits = {{"orders", remaining, reset}};
    answer.policies = {{"orders", 200, std::chrono::seconds(60)}};
    return answer;
}

inline PaceTicket leave(Pacer& pacer, SteadyTime now = kNow) {
    return std::get<PaceTicket>(pacer.tryAcquire(now));
}

inline bool mayGo(Pacer& pacer, SteadyTime now) {
    return std::holds_alternative<PaceTicket>(pacer.tryAcquire(now));
}

/// When `wait` is over by the server's clock, however the clocks drift.
inline SteadyTime after(std::chrono::milliseconds wait, SteadyTime since = kNow) {
    return since + wait + std::chrono::nanoseconds(wait) / 5000;
}

inline SteadyTime waitOf(Pacer& pacer, SteadyTime now) {
    return std::get<PaceWait>(pacer.tryAcquire(now)).time;
}

/// How many may go at once.
inline int burst(Pacer& pacer, SteadyTime now) {
    int count = 0;
    while (mayGo(pacer, now))
        ++count;
    return count;
}

} // namespace leadsheet::test
