// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"
#include "store/sql_session.hpp"

namespace leadsheet::server::store {

#define LEADSHEET_KEY_COLUMNS                                                                      \
    "k.id, k.account_id, k.type, k.label, k.scopes, k.hash, k.prefix, k.last4, k.created_at,"      \
    " k.expires_at, k.revoked_at, k.predecessor, k.counter_key, k.daily_spend_cap,"                \
    " k.last_used_at, k.seq, COALESCE(k.rate_key, k.counter_key)"
inline constexpr int kKeyColumns = 17;
/// Of api_keys k and accounts a.
#define LEADSHEET_AUTHENTICATED_COLUMNS                                                            \
    LEADSHEET_KEY_COLUMNS                                                                          \
    ", a.name, a.environment, a.suspended, a.created_at, a.seq, a.duplicates, a.duplicate_window"

/// Of a row of LEADSHEET_AUTHENTICATED_COLUMNS.
AuthenticatedKey authenticatedOf(SqlRows& row);

/// Times of last use are kept to the minute.
inline constexpr std::int64_t kTouchEveryMillis = 60'000;

} // namespace leadsheet::server::store
