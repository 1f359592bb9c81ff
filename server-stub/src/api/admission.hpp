// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/store.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// Whether a key that holds these scopes may do what `wanted` allows, itself or by implication.
bool grantsScope(const std::vector<std::string>& held, std::string_view wanted);

struct Context;

/// Charges the request to its policies and publishes the RateLimit fields; a value = 429. Runs
/// inside a job, so that creating an order needs one commit for everything.
std::optional<Outcome> chargeIn(Context& context, Exchange& exchange, store::Tx& tx);

/// Charges in a job of its own, unless nothing is pending any more.
std::optional<Outcome> settleCharge(Context& context, Exchange& exchange);

/// The fields without a charge; a value = the charge would be refused, or the store failed.
std::optional<Outcome> peekCharge(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
