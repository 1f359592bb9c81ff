// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/store.hpp"

#include <optional>

namespace leadsheet::server::api {

/// What an idempotency key already stands for: the stored answer, the refusal of another payload,
/// or nullopt when the request is new. After the stored bytes were purged it is the order's current
/// record. Used before a handler runs, and again inside its transaction, which is what keeps two
/// processes apart.
std::optional<Outcome> replayOf(store::Reader& reader, const Exchange& exchange);
/// Within a transaction, whose commit then waits until what the answer says is on the standbys too.
std::optional<Outcome> replayOf(store::Tx& tx, const Exchange& exchange);

/// What is fingerprinted before the payload: the operation, and what the path and, of a body that
/// is not JSON, the query say.
std::string fingerprintedOperation(const Exchange& exchange);

/// Stores `reply` under the request's key, if it has one.
void keepAnswer(store::Tx& tx, const Exchange& exchange, const Reply& reply);

/// The same for any outcome: successes and final refusals are kept, what can heal is not (contract
/// section 2).
void keepOutcome(store::Tx& tx, const Exchange& exchange, const Outcome& outcome);

/// Under what the refusal equivalent_order of exactly this order is kept: its key, its payload, and
/// what it says of equivalent orders. Another consent or another quote is another attempt, and so
/// is one under another rule of the account.
std::string refusalKeyOf(const Exchange& exchange);

/// The refusal equivalent_order that exactly this order was answered with, if it was since then: a
/// copy that comes late must not buy what its sender was told was not ordered.
std::optional<Outcome> keptRefusalOf(store::Tx& tx, const Exchange& exchange,
                                     domain::Timestamp since);
void keepRefusal(store::Tx& tx, const Exchange& exchange, const Problem& problem);

} // namespace leadsheet::server::api
