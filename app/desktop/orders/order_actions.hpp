// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"

#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

/// An order with its whole history.
struct OrderStory {
    Order order;
    std::vector<OrderEvent> events; ///< oldest first
};

// What the Orders page does at the server and in the ledger. All block; any thread but the GUI's.

Result<OrderStory> readStory(const Connected& at, const OrderNumber& number,
                             const std::stop_token& stop);

/// Only while the order is as it was shown: an order that moved on meanwhile is left alone.
Result<OrderStory> replyTo(const Connected& at, const Order& shown, const std::string& message,
                           const std::stop_token& stop);
Result<OrderStory> cancelOrder(const Connected& at, const Order& shown,
                               const std::stop_token& stop);

/// Plans a second order of the row that bought this one: a new run of the ledger with one row, not
/// priced yet, and nothing is spent. Nothing when the ledger on this computer does not know it.
Result<std::optional<submit::RunId>> planAgain(const Connected& at, const Order& order,
                                               const std::stop_token& stop);

} // namespace leadsheet::desktop
