// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

namespace leadsheet::server::api {

struct Context;

/// Sees the deliveries of an order that are under way to their end, with those of its account that
/// began before them. A piece at a time, so that nobody else waits for more than one of them; the
/// others of this process take turns.
store::StoreResult<void> settleDelivery(Context& context, const store::OrderNumber& order);

/// One piece of the deliveries under way of every account, and of what ended orders left staged.
/// Whether there was any. Crash-safe, and any number of processes may do it.
bool moveDeliveries(Context& context);

} // namespace leadsheet::server::api
