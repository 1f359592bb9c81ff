// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <atomic>

namespace leadsheet::test {

/// The computer's clocks, except that waiting is shortened: after a twentieth of the wait the clock
/// jumps to its end. For tests against a real server, where pauses between attempts must be taken
/// but need not be sat out.
class HurriedClock final : public Clock {
public:
    SteadyTime now() const override;
    WallTime wallNow() const override;
    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
              SteadyTime until, const std::stop_token& stop) override;

private:
    std::chrono::milliseconds skipped() const { return std::chrono::milliseconds(skipped_.load()); }
    std::atomic<std::int64_t> skipped_{0}; ///< milliseconds
};

} // namespace leadsheet::test
