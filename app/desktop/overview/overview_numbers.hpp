// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/account.hpp"
#include "leadsheet/model/order.hpp"

#include <QDate>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace leadsheet::desktop {

/// The beginning of a list of the service that is read newest first.
template <class Row>
struct NewestRows {
    std::vector<Row> rows;
    bool all = true; ///< there are none behind them
};

/// Steps of time by which money is summed up.
enum class PeriodUnit { Day, Week, Month };

/// What moved in one step of time, in minor units of the account's currency.
struct MoneyPeriod {
    QDate begin;               ///< local
    std::int64_t charged = 0;  ///< at deliveries
    std::int64_t refunded = 0; ///< given back
    std::int64_t held = 0;     ///< set aside when it ended, or now
    bool known = true;         ///< false where it began before what was read of the ledger
};

/// So many steps up to the one that `today` is in, the oldest first.
std::vector<MoneyPeriod> moneyOverTime(const NewestRows<LedgerEntry>& ledger, PeriodUnit unit,
                                       int steps, const QDate& today);

/// How many orders there are of each status, as Order::status; Unknown comes first.
using StatusCounts = std::array<std::int64_t, 9>;
StatusCounts statusCounts(const std::vector<Order>& orders);

/// From an order's creation to its delivery.
struct DeliverySpeed {
    enum Class { TenMinutes, OneHour, OneDay, ThreeDays, Longer };

    std::array<std::int64_t, 5> orders{}; ///< by Class: delivered within that, not sooner
    std::int64_t delivered = 0;
    std::optional<std::chrono::seconds> median;
};
DeliverySpeed deliverySpeed(const std::vector<Order>& orders);

} // namespace leadsheet::desktop
