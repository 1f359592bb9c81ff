// SPDX-License-Identifier: Apache-2.0
#include "usage_rows.hpp"

#include "../shell/words.hpp"

#include <leadsheet/contract/limits.hpp>

#include <QCoreApplication>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct UsageWords {
    Q_DECLARE_TR_FUNCTIONS(UsageRows)
};

QString nameOf(const BudgetStatus& budget) {
    const QString window = durationText(std::chrono::seconds(budget.windowSeconds));
    if (budget.policy == "orders")
        return UsageWords::tr("New orders in %1").arg(window);
    if (budget.policy == "default")
        return UsageWords::tr("Other requests in %1").arg(window);
    return text(budget.policy);
}

double usedShare(std::int64_t used, std::int64_t limit) {
    return limit > 0 ? static_cast<double>(used) / static_cast<double>(limit) : 0;
}

UsageRow possessionRow(const QString& name, const std::optional<std::int64_t>& owned,
                       std::int64_t limit) {
    const QString unknown = QStringLiteral("–");
    return {name,
            owned ? number(*owned) : unknown,
            owned ? number(std::max<std::int64_t>(0, limit - *owned)) : unknown,
            number(limit),
            UsageWords::tr("when you delete some"),
            owned ? usedShare(*owned, limit) : 0};
}

} // namespace

QList<UsageRow> possessionRows(const Possessions& owned) {
    return {possessionRow(UsageWords::tr("Webhooks of the account"), owned.webhooks,
                          contract::kMaxWebhooks),
            possessionRow(UsageWords::tr("Destinations of the account"), owned.destinations,
                          contract::kMaxDestinations)};
}

QList<UsageRow> usageRows(const std::vector<BudgetStatus>& budgets, const Account* account,
                          WallTime asked) {
    QList<UsageRow> rows;
    for (const BudgetStatus& budget : budgets) {
        const std::int64_t used = budget.limit - budget.remaining;
        // A window begins with its first request.
        const QString resets =
            used > 0 ? clockText(asked + std::chrono::seconds(budget.resetSeconds), asked)
                     : UsageWords::tr("unused");
        rows << UsageRow{nameOf(budget),       number(used), number(budget.remaining),
                         number(budget.limit), resets,       usedShare(used, budget.limit)};
    }
    if (account != nullptr && account->spendCap) {
        const SpendCap& cap = *account->spendCap;
        const Money left{std::max<std::int64_t>(0, cap.daily.amount - cap.spentToday.amount),
                         cap.daily.currency};
        rows << UsageRow{UsageWords::tr("Daily spending"),
                         money(cap.spentToday),
                         money(left),
                         money(cap.daily),
                         timeText(cap.resetsAt, asked),
                         usedShare(cap.spentToday.amount, cap.daily.amount)};
    }
    return rows;
}

} // namespace leadsheet::desktop
