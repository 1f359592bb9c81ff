// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace leadsheet {

/// Bounds how much of a client's traffic may be retries, so that a failing server is not hit
/// harder. A retry costs 5 (10 after a timeout); a success at the first attempt gives 1 back, and a
/// success after retries gives back what they cost. First attempts are never held back, so the
/// budget refills as soon as the server recovers. Thread-safe.
class RetryBudget {
public:
    static constexpr int kCapacity = 100;
    static constexpr int kCost = 5;
    static constexpr int kCostAfterTimeout = 10;
    static constexpr int kCleanSuccess = 1;

    explicit RetryBudget(int capacity = kCapacity)
        : capacity_(capacity)
        , available_(capacity) {}

    /// Takes `cost` or, when less is left, nothing and answers false.
    bool tryTake(int cost);
    /// Never fills over the capacity.
    void giveBack(int amount);
    int available() const;

private:
    mutable std::mutex mutex_;
    const int capacity_;
    int available_;
};

} // namespace leadsheet
