// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/store.hpp"

namespace leadsheet::server::api {

struct Context;

/// Sees the deliveries of an order that are under way to their end, with those of its account that
/// began before them. A piece at a time, so that nobody else waits for more than one of them; the
/// others of this process take turns.
store::StoreResult<void> settleDelivery(Context& context, const store::OrderNumber& order);

/// The same for a handler that cannot go on before. Of all threads, and of an account's requests,
/// only some may wait like that: a value, 503 with Retry-After, is what the others answer. The
/// delivery goes on by itself.
std::optional<Problem> awaitDelivery(Context& context, const Exchange& exchange,
                                     const store::OrderNumber& order);

/// One piece of the deliveries under way of some accounts, those behind `reached` and then from the
/// first one on again, and of what ended orders left staged. Whether there was any. Crash-safe, and
/// any number of processes may do it.
bool moveDeliveries(Context& context, store::AccountId& reached);

/// Does a piece of what is to be done to the deliveries of each webhook that has more of them than
/// one transaction touches. Whether there was any. Crash-safe: what is left stands in the database.
bool moveBacklogs(Context& context);

/// Does all of it for one webhook of the account, as long as a request may take; false = some is
/// left.
bool settleBacklog(Context& context, const store::AccountId& account, std::int64_t webhook);

} // namespace leadsheet::server::api
