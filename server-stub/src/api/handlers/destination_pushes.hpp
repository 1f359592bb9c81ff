// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/store.hpp"

#include <optional>

namespace leadsheet::server::api {

struct Context;

/// The destination that the path names, if the caller's account has it.
std::optional<store::Destination> ownDestination(store::Reader& reader, const Exchange& exchange);

Outcome testDestination(Context& context, Exchange& exchange);
Outcome listDestinationCampaigns(Context& context, Exchange& exchange);
Outcome pushToDestination(Context& context, Exchange& exchange);
Outcome listDestinationPushes(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
