// SPDX-License-Identifier: Apache-2.0
// The money of an order: what a delivery costs, and how a step moves it.
#pragma once

#include "domain/order_state.hpp"
#include "store/store.hpp"

#include <string_view>

namespace leadsheet::server::orders {

/// Of the order as it is; held is what no delivery has captured yet.
domain::OrderState moneyStateOf(const store::Order& order);

/// What publishing so many more leads captures: unitPrice x min(delivered, ordered), and never more
/// than is held (contract section 5), without what parts captured: in however many parts, it comes
/// to the same.
store::MinorUnits amountToCapture(const store::Order& order, std::int64_t published);

/// Posts what the move captures, releases and refunds; the reason is that of a refund. Throws
/// StoreFailure when the order does not have it.
void moveMoney(store::Tx& tx, const store::Order& order, const domain::Transition& move,
               std::string_view reason, store::Timestamp now);

} // namespace leadsheet::server::orders
