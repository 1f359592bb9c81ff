// SPDX-License-Identifier: Apache-2.0
#include "store/operations/sql_tx.hpp"

namespace leadsheet::server::store {

namespace {

std::optional<domain::RateWindow> findWindow(SqlSession& session, std::string_view subject,
                                             const RateRule& rule) {
    const auto rows = session.query(
        "SELECT started_at, used FROM rate_windows WHERE subject = $1 AND policy = $2",
        {subject, rule.name});
    if (!rows->next())
        return std::nullopt;
    return domain::RateWindow{rows->time(0), rows->integer(1)};
}

} // namespace

domain::RateDecision SqlTx::peekRate(std::string_view subject, const RateRule& rule,
                                     Timestamp now) {
    return domain::chargeWindow(findWindow(session_, subject, rule), rule.quota, now, 0);
}

domain::RateDecision SqlTx::chargeRate(std::string_view subject, const RateRule& rule,
                                       Timestamp now, std::int64_t cost) {
    const auto decision =
        domain::chargeWindow(findWindow(session_, subject, rule), rule.quota, now, cost);
    if (decision.changed)
        session_.execute("INSERT INTO rate_windows (subject, policy, started_at, used)"
                         " VALUES ($1, $2, $3, $4) ON CONFLICT (subject, policy)"
                         " DO UPDATE SET started_at = excluded.started_at, used = excluded.used",
                         {subject, rule.name, decision.window.startedAt, decision.window.used});
    return decision;
}

MinorUnits SqlTx::spentOn(const KeyId& counterKey, std::int64_t day) {
    const auto rows = session_.query(
        "SELECT spent FROM daily_spending WHERE counter_key = $1 AND day = $2", {counterKey, day});
    return rows->next() ? rows->integer(0) : 0;
}

void SqlTx::addSpent(const KeyId& counterKey, std::int64_t day, MinorUnits amount) {
    session_.execute("INSERT INTO daily_spending (counter_key, day, spent) VALUES ($1, $2, $3)"
                     " ON CONFLICT (counter_key, day)"
                     " DO UPDATE SET spent = daily_spending.spent + excluded.spent",
                     {counterKey, day, amount});
}

} // namespace leadsheet::server::store
