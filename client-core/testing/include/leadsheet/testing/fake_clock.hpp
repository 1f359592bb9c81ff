// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace leadsheet::testing {

/// A clock that moves only when told to, or when somebody waits: a wait jumps to its end at once
/// and is recorded. Thread-safe.
class FakeClock final : public Clock {
public:
    /// 2026-03-01T12:00:00Z.
    FakeClock();

    SteadyTime now() const override;
    WallTime wallNow() const override;
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
              SteadyTime until, const std::stop_token& stop) override;

    void advance(std::chrono::nanoseconds by);
    /// Sets the wall clock as a person would; the steady clock does not notice.
    void setWall(WallTime wall);
    /// The lengths of all waits so far.
    std::vector<std::chrono::milliseconds> waits() const;
    /// From the n-th wait on (0 = the next), `source` is asked to stop during the wait.
    void stopDuringWait(std::stop_source source, int nth = 0);

private:
    mutable std::mutex mutex_;
    SteadyTime now_{};
    WallTime wall_;
    std::vector<std::chrono::milliseconds> waits_;
    std::optional<std::stop_source> stopSource_;
    int stopAfter_ = 0;
};

} // namespace leadsheet::testing
