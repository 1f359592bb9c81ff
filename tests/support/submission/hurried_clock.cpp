// SPDX-License-Identifier: Apache-2.0
#include "hurried_clock.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::test {
namespace {

constexpr int kHaste = 20;
constexpr std::chrono::milliseconds kLongestNap{40};

} // namespace

SteadyTime HurriedClock::now() const {
    return std::chrono::steady_clock::now() + skipped();
}

WallTime HurriedClock::wallNow() const {
    const auto real = std::chrono::system_clock::now();
    return std::chrono::time_point_cast<std::chrono::milliseconds>(real) + skipped();
}

void HurriedClock::wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
                        SteadyTime until, const std::stop_token& stop) {
    const SteadyTime start = now();
    if (until <= start)
        return;
    const bool endless = until == SteadyTime::max();
    const auto wanted = std::chrono::ceil<std::chrono::milliseconds>(
        endless ? SteadyTime::duration(kLongestNap) : until - start);
    const auto nap = std::clamp(wanted / kHaste, std::chrono::milliseconds(1), kLongestNap);
    bool woken = false;
    changed.wait_for(lock, stop, nap, [&woken] { return std::exchange(woken, true); });
    const auto passed = std::chrono::floor<std::chrono::milliseconds>(now() - start);
    // Only a wait that nobody ended is skipped; a notification comes long before its nap is over.
    if (!endless && passed >= nap && passed < wanted && !stop.stop_requested())
        skipped_ += (wanted - passed).count();
}

} // namespace leadsheet::test
