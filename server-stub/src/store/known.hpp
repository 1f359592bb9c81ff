// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"
#include "store/sql_session.hpp"
#include "store/webhooks.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::server::store {

class SqlSession;

/// What a write transaction has found out about an account whose lock it holds, so that its jobs
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
    std::map<std::string, std::optional<Quote>> quotes; ///< by id; nothing = there is none
    /// The stored orders that are equivalent to one that may come: of each kind the newest, one
    /// more than `limit`, in any order. Gone when the transaction adds or changes one of them.
    struct Compared {
        OrderContent content;
        Timestamp since;
        std::size_t limit = 0;
        std::vector<EquivalentOrder> orders;
    };
    std::vector<Compared> compared;
    // Numbers that were taken for orders to come, and for what webhooks are told of them.
    std::deque<std::int64_t> orderSeqs;
    std::deque<std::int64_t> messageSeqs;
    std::optional<std::int64_t> webhookSeq; ///< the last one of the account's sequence
    std::int64_t gatheredMessage = 0;       ///< seq of the last message that is not written yet
};

/// An order to come, and what is known of its account.
struct ComingOrder {
    Known* known;
    const OrderAhead* order;
};

/// Finds out, in one round trip, what placing all these orders will ask of their accounts. Only
/// makes it quicker.
void lookAhead(SqlSession& session, std::span<const ComingOrder> orders, bool withWebhooks);

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
