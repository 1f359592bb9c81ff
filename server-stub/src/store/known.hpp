// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"
#include "store/webhooks.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::server::store {

/// What a write transaction has found out about the account whose lock it holds, so that its jobs
/// ask for each thing once. It stays true: nobody else writes that account meanwhile, and what the
/// jobs write is noted here too. Belongs to one transaction and goes with it.
struct Known {
    explicit Known(AccountId of)
        : account(std::move(of)) {}

    const AccountId account;
    std::optional<Account> record;
    std::optional<Balance> balance;
    /// By subject and policy; nothing = the window has not begun.
    std::map<std::pair<std::string, std::string>, std::optional<domain::RateWindow>> windows;
    std::map<std::pair<std::string, std::int64_t>, MinorUnits> spent; ///< by counter key and day
    std::optional<std::vector<Webhook>> webhooks;
    bool allMarked = false; ///< no order is left for markOrders()
    /// By operation and key; nothing = there is none.
    std::map<std::pair<std::string, std::string>, std::optional<IdempotencyRecord>> answers;
};

} // namespace leadsheet::server::store
