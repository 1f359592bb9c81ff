// SPDX-License-Identifier: Apache-2.0
#include "orders/order_money.hpp"

#include "domain/money.hpp"

#include <algorithm>

namespace leadsheet::server::orders {

using store::MinorUnits;
using store::Order;

domain::OrderState moneyStateOf(const Order& order) {
    const bool held = order.payment == domain::PaymentStatus::Held;
    return {order.status, order.payment, held ? order.total - order.captured : 0, order.captured,
            order.refunded};
}

MinorUnits amountToCapture(const Order& order, std::int64_t published) {
    const std::int64_t leads = std::min(order.delivered + published, order.leadCount);
    const auto amount = domain::amountFor(order.unitPrice, leads);
    return (amount ? std::min(*amount, order.total) : order.total) - order.captured;
}

void moveMoney(store::Tx& tx, const Order& order, const domain::Transition& move,
               std::string_view reason, store::Timestamp now) {
    if (move.capture > 0)
        tx.capture(order.account, order.number, move.capture, now);
    if (move.release > 0)
        tx.release(order.account, order.number, move.release, now);
    if (move.refund > 0)
        tx.refund(order.account, order.number, move.refund, reason, now);
}

} // namespace leadsheet::server::orders
