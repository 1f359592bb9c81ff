// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>

namespace leadsheet {

using SteadyTime = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// Time, and waiting for it. Everything in the library that waits does so through this interface,
/// so that tests need no real time. Implementations are thread-safe.
class Clock {
public:
    virtual ~Clock() = default;

    /// For waits and deadlines: never jumps.
    virtual SteadyTime now() const = 0;
    /// For what must survive a restart: may jump when somebody sets the computer's clock.
    virtual WallTime wallNow() const = 0;
    /// Gives up `lock` until `until`, a notification of `changed`, or a stop request, whichever is
    /// first. May return early for no reason; callers loop.
    virtual void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
                      SteadyTime until, const std::stop_token& stop) = 0;

    /// True when `until` was reached, false when `stop` came first.
    bool sleepUntil(SteadyTime until, const std::stop_token& stop);
};

/// The computer's clocks.
std::shared_ptr<Clock> systemClock();

/// Source of randomness for jitter (not for secrets). Implementations are thread-safe.
class Rng {
public:
    virtual ~Rng() = default;
    /// Uniform over all 64-bit values.
    virtual std::uint64_t next() = 0;
    /// Uniform in [low, high]; `low` when high <= low.
    std::int64_t uniform(std::int64_t low, std::int64_t high);
};

/// Seeded from the operating system.
std::shared_ptr<Rng> systemRng();

} // namespace leadsheet
