// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/model/account.hpp"

#include <QList>
#include <QString>

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

/// Request budgets as told at `asked`, and the key's daily cap where `account` is known and has
/// one.
QList<UsageRow> usageRows(const std::vector<BudgetStatus>& budgets, const Account* account,
                          WallTime asked);

} // namespace leadsheet::desktop
