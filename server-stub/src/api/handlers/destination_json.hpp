// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/outreach.hpp"
#include "store/store.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::server::api {

/// The contract's Destination; the credential is never part of it.
boost::json::object destinationJson(store::Reader& reader, const store::Destination& destination);

/// The contract's Push.
boost::json::object pushJson(const store::Destination& destination, const store::Push& push);

} // namespace leadsheet::server::api
