// SPDX-License-Identifier: Apache-2.0
#include "refresh_pace.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr std::int64_t kShare = 10; // one tenth of what is left
constexpr std::chrono::minutes kUnknownBudget{5};
constexpr int kNoticeable = 2; // times the usual wait

} // namespace

RefreshPace refreshPace(const std::vector<BudgetStatus>& budgets, std::chrono::seconds usual) {
    const auto found = std::find_if(budgets.begin(), budgets.end(),
                                    [](const BudgetStatus& b) { return b.policy == "default"; });
    if (found == budgets.end())
        return {std::max<std::chrono::seconds>(usual, kUnknownBudget), false, {}};
    RefreshPace pace{usual, false, *found};
    const std::int64_t left = std::max<std::int64_t>(found->resetSeconds, 1);
    const std::int64_t share = found->remaining / kShare;
    const std::chrono::seconds affordable(share > 0 ? (left + share - 1) / share : left);
    if (affordable > usual) {
        pace.wait = affordable;
        pace.slowed = affordable >= kNoticeable * usual;
    }
    return pace;
}

} // namespace leadsheet::desktop
