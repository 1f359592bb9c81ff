// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/order_service.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace leadsheet::submit::detail {

/// The order that a key bought, nothing where it bought none, or why that is not known.
using FoundOrder = Result<std::optional<PlacedOrder>>;

/// What keys have bought, of many in one call: a price is asked for under each, and where the key
/// has bought an order, that is the answer. What would be refused today may have been ordered
/// before: `find` asks for those one by one, by their place in `asks`. One that fails ends these
/// calls, unless the service has answered and only this order may be the trouble; what is known by
/// then is kept. `isRefused`, one for each ask, tells whose prices are refused, and is told.
std::vector<FoundOrder> ordersUnder(
    const std::vector<QuoteAsk>& asks, std::vector<bool>& isRefused,
    const std::function<Result<std::vector<QuoteAnswer>>(const std::vector<QuoteAsk>&)>& quote,
    const std::function<FoundOrder(std::size_t)>& find);

/// Whether the service answered, and the next order may be found although this one was not: no
/// limit, no outage, nothing about the key of the account.
bool mayBeOfOneOrder(const Error& error);

} // namespace leadsheet::submit::detail
