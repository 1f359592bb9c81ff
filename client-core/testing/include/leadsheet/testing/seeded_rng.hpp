// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <mutex>
#include <random>

namespace leadsheet::testing {

/// The same numbers for the same seed. Thread-safe.
class SeededRng final : public Rng {
public:
    explicit SeededRng(std::uint64_t seed = 1)
        : engine_(seed) {}

    std::uint64_t next() override {
        const std::lock_guard lock(mutex_);
        return engine_();
    }

private:
    std::mutex mutex_;
    std::mt19937_64 engine_;
};

} // namespace leadsheet::testing
