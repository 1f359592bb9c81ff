// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/clock.hpp"

#include <algorithm>
#include <ctime>
#include <random>
#include <utility>

namespace leadsheet {
namespace {

class SystemClock final : public Clock {
public:
    // steady_clock stands still while the computer sleeps, and what a server said of time does not.
    SteadyTime now() const override {
        timespec time{};
        if (::clock_gettime(CLOCK_BOOTTIME, &time) != 0)
            return std::chrono::steady_clock::now();
        return SteadyTime(std::chrono::seconds(time.tv_sec) +
                          std::chrono::nanoseconds(time.tv_nsec));
    }

    WallTime wallNow() const override {
        return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    }

    void wait(std::unique_lock<std::mutex>& lock, std::condition_variable_any& changed,
              SteadyTime until, const std::stop_token& stop) override {
        // The overload with a stop token needs a predicate: true after the first wake-up keeps "may
        // return early", and its own time-out arithmetic overflows on far points in time.
        // It counts only the time that the computer is awake, so that a wait that ended during a
        // sleep is noticed this long after it.
        constexpr std::chrono::seconds kLongestWait{5};
        const auto left =
            std::min<SteadyTime::duration>(until - std::min(until, now()), kLongestWait);
        bool woken = false;
        changed.wait_for(lock, stop, left, [&woken] { return std::exchange(woken, true); });
    }
};

class SystemRng final : public Rng {
public:
    SystemRng() {
        std::random_device device;
        std::seed_seq seed{device(), device(), device(), device()};
        engine_.seed(seed);
    }

    std::uint64_t next() override {
        const std::lock_guard lock(mutex_);
        return engine_();
    }

private:
    std::mutex mutex_;
    std::mt19937_64 engine_;
};

} // namespace

bool Clock::sleepUntil(SteadyTime until, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        if (now() >= until)
            return true;
        wait(lock, never, until, stop);
    }
    return false;
}

std::shared_ptr<Clock> systemClock() {
    return std::make_shared<SystemClock>();
}

std::int64_t Rng::uniform(std::int64_t low, std::int64_t high) {
    if (high <= low)
        return low;
    const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    if (span == UINT64_MAX)
        return static_cast<std::int64_t>(next());
    const std::uint64_t range = span + 1;
    // Values of the last, incomplete stretch would favour the low end.
    const std::uint64_t fair = UINT64_MAX - UINT64_MAX % range;
    std::uint64_t value = next();
    while (value >= fair)
        value = next();
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + value % range);
}

std::shared_ptr<Rng> systemRng() {
    return std::make_shared<SystemRng>();
}

} // namespace leadsheet
