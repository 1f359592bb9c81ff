// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/model/account.hpp"

#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace leadsheet::desktop {

/// One limit of a key, in words, and how much of it is used up.
struct UsageRow {
    QString name;
    QString used;
    QString left;
    QString limit;
    QString resets; ///< when it is full again
    double share;   ///< 0 to 1
};

/// How many of what an account may have only so many of there are; not set = the key may not see
/// them, or they could not be asked for.
struct Possessions {
    std::optional<std::int64_t> webhooks;
    std::optional<std::int64_t> destinations;
};

/// What the contract allows an account (contract section 3, published limits), beside what it has.
QList<UsageRow> possessionRows(const Possessions& owned);

/// Request budgets as told at `asked`, and the key's daily cap where `account` is known and has
/// one.
QList<UsageRow> usageRows(const std::vector<BudgetStatus>& budgets, const Account* account,
                          WallTime asked);

} // namespace leadsheet::desktop
