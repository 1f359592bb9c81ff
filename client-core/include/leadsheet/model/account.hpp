// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead.hpp"
#include "leadsheet/model/order.hpp"
#include "leadsheet/money.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet {

/// The key that asked.
struct KeyInfo {
    std::string id;
    std::string type; ///< `customer` or `admin`
    std::string name;
    std::vector<std::string> scopes; ///< as granted
    std::string last4;
    std::optional<std::string> expiresAt; ///< RFC 3339

    /// Takes `orders:write implies orders:read` (contract section 1) into account.
    bool allows(std::string_view scope) const;
};

/// The daily (UTC) cap of the asking key.
struct SpendCap {
    Money daily;
    Money spentToday;
    std::string resetsAt; ///< RFC 3339
};

/// The version of the Leadsheet program that the service names, as it says it: nothing of it is
/// checked.
struct LatestClient {
    std::string version;
    std::string url; ///< where it is to be had; may be empty
};

struct Account {
    std::string id;
    std::string name;
    std::string environment; ///< `live` or `sandbox`
    /// The service's own id: with `id` it tells an account apart, whatever address led to it. Empty
    /// when the service does not tell.
    std::string instanceId;
    std::string duplicates; ///< policy for equivalent orders: `warn`, `refuse`, `off`; may be empty
    std::optional<std::int64_t> duplicateWindowDays; ///< 0 = orders of any age count
    Money available;                                 ///< what new orders can be paid from
    Money held;                                      ///< set aside for orders not delivered yet
    KeyInfo key;
    std::optional<SpendCap> spendCap;
    std::optional<LatestClient> latestClient; ///< where the service names one
    std::string serverTime;                   ///< RFC 3339
};

/// One movement of money.
struct LedgerEntry {
    std::string id;
    std::string at;   ///< RFC 3339
    std::string type; ///< `credit`, `hold`, `capture`, `release`, `refund`
    Money amount;     ///< above zero; the type gives the direction
    Money available;  ///< after this movement
    Money held;
    std::optional<std::string> orderNumber;
    std::optional<std::string> reason;
};

/// The days that money is summed up by.
struct StatisticsSpan {
    std::int64_t days = 30;            ///< up to today; at most 400
    std::int64_t utcOffsetMinutes = 0; ///< where they begin, ahead of UTC
};

/// The money that moved on one day.
struct DayStatistics {
    std::string day; ///< 2026-03-01
    Money credited;
    Money ordered; ///< set aside for new orders
    Money charged; ///< taken for what was delivered
    Money released;
    Money refunded;
    Money held; ///< set aside when the day ended, or now
};

struct StatusCount {
    OrderStatus status = OrderStatus::Unknown;
    std::int64_t count = 0;
};

struct ResultCount {
    std::optional<LeadResult> result; ///< nothing for one that this version does not know
    std::int64_t count = 0;
};

/// Sums over an account: money of the span asked for, all orders, all leads.
struct AccountStatistics {
    std::string firstDay;            ///< of the span
    Money charged;                   ///< taken for what was delivered, ever
    Money refunded;                  ///< given back of that, ever
    Money heldBefore;                ///< when the span began
    std::vector<DayStatistics> days; ///< on which money moved; the oldest first
    /// States without orders are left out; nothing for a key without `orders:read`.
    std::optional<std::vector<StatusCount>> orders;
    /// Nothing for a key without `leads:read`.
    std::optional<std::int64_t> leads;
    std::optional<std::vector<ResultCount>> results;
};

/// One request budget of the asking key.
struct BudgetStatus {
    std::string policy; ///< `default`, `orders`
    std::int64_t limit = 0;
    std::int64_t remaining = 0;
    std::int64_t windowSeconds = 0;
    std::int64_t resetSeconds = 0; ///< until the window ends, rounded up
};

} // namespace leadsheet
