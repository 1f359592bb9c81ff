// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/order.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace leadsheet {
class Client;
}

namespace leadsheet::app {

/// Where the money of one order or of several is. Minor units of one currency. What was held when
/// the orders were made is always `held` + `charged` + `released`, and `refunded` was part of
/// `charged`.
struct OrderMoney {
    std::int64_t held = 0;     ///< still set aside
    std::int64_t charged = 0;  ///< for leads that were handed over
    std::int64_t released = 0; ///< was held, and went back
    std::int64_t refunded = 0; ///< was charged, and was given back

    friend bool operator==(const OrderMoney&, const OrderMoney&) = default;
};

/// The service tells what an order was priced, charged and refunded; the rest is still held until
/// the order has ended, and was released then. InvalidResponse when it told a state, price or
/// charge from which this cannot be known, or more charged than held.
Result<OrderMoney> moneyOf(const Order& order);

/// InvalidResponse when a sum is too large for its type.
Result<void> add(OrderMoney& sums, const OrderMoney& more);

/// What became of the orders that a run placed.
struct RunMoney {
    std::string currency;
    WallTime askedAt;
    std::int64_t orders = 0;  ///< that the service told of
    std::int64_t missing = 0; ///< that it does not know
    std::map<std::string, std::int64_t>
        states; ///< orders by their status, as the service spells it
    OrderMoney sums;
};

/// Asks the service for the orders of a run's Placed rows. Needs the scope orders:read; costs a
/// request for each page of the orders made since the run began, or one for each order where these
/// are few. Errors: those of the service and of the ledger; CurrencyMismatch is InvalidResponse.
Result<RunMoney>
askForMoney(const Client& client, const submit::Ledger& ledger, const submit::RunInfo& run,
            const CallOptions& call,
            const std::function<void(std::int64_t done, std::int64_t all)>& progress = {});

} // namespace leadsheet::app
