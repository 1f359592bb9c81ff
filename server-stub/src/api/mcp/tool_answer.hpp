// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/mcp/tool_catalogue.hpp"
#include "http/message.hpp"

#include <boost/json/object.hpp>
#include <string>

namespace leadsheet::server::api {

/// A text of the API in the words of those who call tools: names of tools and arguments instead of
/// paths and header fields.
std::string forAssistants(std::string text);

/// An answer of the API as the result of a tool call: its document as text and as structured
/// content, `isError` for a problem, whose pointers then lead to the tool's arguments. What is
/// worth knowing of status and header is in `_meta`: leadsheet/status,
/// leadsheet/retryAfterSeconds, leadsheet/replayed.
boost::json::object toolResult(const Tool& tool, const boost::json::object& arguments,
                               const http::Response& response);

/// The same for a call that never became a request: a problem in the tool's own words.
boost::json::object refusedResult(const http::Response& problem);

} // namespace leadsheet::server::api
