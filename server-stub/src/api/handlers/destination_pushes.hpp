// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "store/outreach.hpp"
#include "store/store.hpp"

#include <boost/json/object.hpp>
#include <optional>

namespace leadsheet::server::api {

/// The contract's Destination; the credential is never part of it.
boost::json::object destinationJson(store::Reader& reader, const store::Destination& destination);

/// The contract's Push.
boost::json::object pushJson(const store::Destination& destination, const store::Push& push);

struct Context;

/// The destination that the path names, if the caller's account has it.
std::optional<store::Destination> ownDestination(store::Reader& reader, const Exchange& exchange);

Outcome testDestination(Context& context, Exchange& exchange);
Outcome listDestinationCampaigns(Context& context, Exchange& exchange);
Outcome pushToDestination(Context& context, Exchange& exchange);
Outcome listDestinationPushes(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
