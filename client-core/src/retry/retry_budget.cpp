// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/retry_budget.hpp"

#include <algorithm>

namespace leadsheet {

bool RetryBudget::tryTake(int cost) {
    const std::lock_guard lock(mutex_);
    if (available_ < cost)
        return false;
    available_ -= cost;
    return true;
}

void RetryBudget::giveBack(int amount) {
    const std::lock_guard lock(mutex_);
    available_ = std::min(capacity_, available_ + amount);
}

int RetryBudget::available() const {
    const std::lock_guard lock(mutex_);
    return available_;
}

} // namespace leadsheet
