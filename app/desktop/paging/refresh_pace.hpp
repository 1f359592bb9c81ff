// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/account.hpp"

#include <chrono>
#include <vector>

namespace leadsheet::desktop {

/// How long to wait before a list is refreshed by itself.
struct RefreshPace {
    std::chrono::seconds wait{0};
    bool slowed = false; ///< by the read budget, so much that a person should know
    BudgetStatus budget; ///< the one that counts: `default`; limit 0 = unknown
};

/// All refreshing until the budget's window ends takes at most a tenth of what is left in it, and
/// never comes faster than `usual`. An empty budget waits for its window's end.
RefreshPace refreshPace(const std::vector<BudgetStatus>& budgets, std::chrono::seconds usual);

} // namespace leadsheet::desktop
