// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/postgres/connection.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::server::store::postgres {

/// Every table of the schema; what a row refers to is in a table before its own. Rows of the keys
/// refer to each other, to older ones.
struct TableOrder {
    std::string_view table;
    std::string_view rows = {}; ///< the column whose order they need
};
inline constexpr std::array kTables = {
    TableOrder{"service_identity"},
    TableOrder{"accounts"},
    TableOrder{"api_keys", "seq"},
    TableOrder{"rate_windows"},
    TableOrder{"daily_spending"},
    TableOrder{"idempotency_keys"},
    TableOrder{"quotes"},
    TableOrder{"orders"},
    TableOrder{"order_events"},
    TableOrder{"ledger_transfers"},
    TableOrder{"ledger_entries"},
    TableOrder{"ledger_balances"},
    TableOrder{"holds"},
    TableOrder{"lead_owners"},
    TableOrder{"leads"},
    TableOrder{"lead_identities"},
    TableOrder{"deliveries"},
    TableOrder{"staged_leads"},
    TableOrder{"staged_identities"},
    TableOrder{"dropped_stagings"},
    TableOrder{"publications"},
    TableOrder{"lead_moments"},
    TableOrder{"webhooks"},
    TableOrder{"webhook_sequences"},
    TableOrder{"webhook_messages"},
    TableOrder{"webhook_deliveries"},
    TableOrder{"webhook_attempts"},
    TableOrder{"webhook_fan_outs"},
    TableOrder{"webhook_lead_sweeps"},
    TableOrder{"webhook_backlogs"},
    TableOrder{"webhook_waiting"},
    TableOrder{"destinations"},
    TableOrder{"pushes"},
    TableOrder{"push_counts"},
    TableOrder{"push_fan_outs"},
    TableOrder{"outreach_workspaces"},
};

/// Copies one table, inside transactions of both; the number of its rows. Throws StoreFailure.
std::int64_t copyTable(SqlSession& from, Connection& to, const TableOrder& table);

/// Lets the numbers that the database gives out go on behind those that were copied.
void setSequences(Connection& to);

} // namespace leadsheet::server::store::postgres
