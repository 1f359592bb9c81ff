// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/object.hpp>

namespace leadsheet::server::api {

struct Exchange;

/// What an order's event says of how the request came: {"via": "mcp", "tool": name} of a tool call
/// of an assistant, else nothing.
boost::json::object viaOf(const Exchange& exchange);

} // namespace leadsheet::server::api
