// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/mcp/tool_specs.hpp"
#include "http/message.hpp"

#include <boost/json/object.hpp>

namespace leadsheet::server::api {

/// An answer of the API as the result of a tool call: its document as text and as structured
/// content, `isError` for a problem. What is worth knowing of status and header is in `_meta`:
/// leadsheet/status, leadsheet/retryAfterSeconds, leadsheet/replayed.
boost::json::object toolResult(const http::Response& response);

/// The places that a problem names in the body of the tool's request, as places in the tool's
/// arguments.
void pointToArguments(const ToolSpec& spec, http::Response& response);

} // namespace leadsheet::server::api
