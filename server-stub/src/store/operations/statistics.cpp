// SPDX-License-Identifier: Apache-2.0
#include "domain/lead.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

namespace leadsheet::server::store {

namespace {

constexpr std::int64_t kDayMs = 86'400'000;

/// What a day's movements added to what is held.
MinorUnits addedToHeld(const DayStatistics& day) {
    const auto of = [&](TransferKind kind) {
        return day.moved[static_cast<std::size_t>(kind)];
    };
    return of(TransferKind::Hold) - of(TransferKind::Capture) - of(TransferKind::Release);
}

} // namespace

AccountStatistics Reader::statistics(const AccountId& account, const StatisticsSpan& span) {
    AccountStatistics found;
    const std::int64_t offset = std::chrono::milliseconds(span.offset).count();
    // From the newest movement back to the span's begin: what is older is not read. The ids of an
    // account are in the order of their times.
    auto rows = session_.query(
        "SELECT (at + $2) / 86400000 AS day, kind, CAST(SUM(amount) AS BIGINT)"
        " FROM ledger_transfers WHERE account_id = $1 AND at >= $3 AND id > COALESCE((SELECT id"
        " FROM ledger_transfers WHERE account_id = $1 AND at < $3 ORDER BY id DESC LIMIT 1), 0)"
        " GROUP BY 1, 2 ORDER BY 1",
        {account, offset, span.firstDay * kDayMs - offset});
    while (rows->next()) {
        const std::int64_t day = rows->integer(0);
        if (found.days.empty() || found.days.back().day != day)
            found.days.push_back({day});
        found.days.back().moved[static_cast<std::size_t>(transferKindFromName(rows->text(1)))] =
            rows->integer(2);
    }
    const Balance now = balance(account);
    found.charged = now.captured;
    found.refunded = now.refunded;
    MinorUnits held = now.held;
    for (auto day = found.days.rbegin(); day != found.days.rend(); ++day) {
        day->held = held;
        held -= addedToHeld(*day);
    }
    found.heldBefore = held;
    rows = session_.query("SELECT status, COUNT(*) FROM orders WHERE account_id = $1"
                          " GROUP BY status ORDER BY status",
                          {account});
    while (rows->next())
        found.orders.emplace_back(rows->text(0), rows->integer(1));
    found.leads = countLeads(account, {});
    for (const std::string_view result : domain::kLeadResults) {
        LeadFilter filter;
        filter.result = result;
        found.results.emplace_back(result, countLeads(account, filter));
    }
    return found;
}

} // namespace leadsheet::server::store
