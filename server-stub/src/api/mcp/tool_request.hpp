// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/mcp/tool_catalogue.hpp"
#include "api/reply.hpp"
#include "http/message.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::server::api {

/// The request that a tool call stands for, sent with the key of `outer`, the request that carries
/// the call. Refuses arguments that the tool does not have, lacks what the operation itself cannot
/// ask for, and values that would not stay in their place; all else is the operation's to judge.
tl::expected<http::Request, Problem>
toolRequest(const Tool& tool, const boost::json::object& arguments, const http::Request& outer);

} // namespace leadsheet::server::api
