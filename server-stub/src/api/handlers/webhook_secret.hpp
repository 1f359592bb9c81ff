// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/store.hpp"
#include "store/webhooks.hpp"

namespace leadsheet::server::api {

struct Context;

/// Keeps the answer for replays with its member `secret` sealed: no signing secret is stored in the
/// clear.
void keepWithSealedSecret(const Context& context, store::Tx& tx, const Exchange& exchange,
                          const Outcome& outcome, const store::WebhookId& webhook);

/// Opens the secret in the replayed answer of an operation that shows one.
void openSealedSecret(const Context& context, const Exchange& exchange, Reply& reply);

} // namespace leadsheet::server::api
