// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/testing/fake_clock.hpp"

#include <utility>

namespace leadsheet::testing {

FakeClock::FakeClock()
    : now_(std::chrono::hours(1000))
    , wall_(std::chrono::sys_days(std::chrono::year(2026) / 3 / 1) + std::chrono::hours(12)) {}

SteadyTime FakeClock::now() const {
    const std::lock_guard lock(mutex_);
    return now_;
}

WallTime FakeClock::wallNow() const {
    const std::lock_guard lock(mutex_);
    return wall_;
}

void FakeClock::wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
                     SteadyTime until, const std::stop_token& stop) {
    {
        const std::lock_guard guard(mutex_);
        if (stopSource_ && static_cast<int>(waits_.size()) >= stopAfter_)
            stopSource_->request_stop();
        if (until == SteadyTime::max()) {
            // Only another thread can end such a wait.
        } else if (until > now_ && !stop.stop_requested()) {
            const auto length = std::chrono::ceil<std::chrono::milliseconds>(until - now_);
            waits_.push_back(length);
            now_ = until;
            wall_ += length;
        }
    }
    if (until == SteadyTime::max()) {
        bool woken = false;
        changed.wait(lock, stop, [&woken] { return std::exchange(woken, true); });
    }
}

void FakeClock::advance(std::chrono::nanoseconds by) {
    const std::lock_guard lock(mutex_);
    now_ += by;
    wall_ += std::chrono::duration_cast<std::chrono::milliseconds>(by);
}

void FakeClock::setWall(WallTime wall) {
    const std::lock_guard lock(mutex_);
    wall_ = wall;
}

std::vector<std::chrono::milliseconds> FakeClock::waits() const {
    const std::lock_guard lock(mutex_);
    return waits_;
}

void FakeClock::stopDuringWait(std::stop_source source, int nth) {
    const std::lock_guard lock(mutex_);
    stopSource_ = std::move(source);
    stopAfter_ = static_cast<int>(waits_.size()) + nth;
}

} // namespace leadsheet::testing
