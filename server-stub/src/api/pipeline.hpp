// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

namespace leadsheet::server::api {

struct Context;
struct Exchange;

/// Takes one request through the stages and encodes the outcome. Never throws: an unknown cause is
/// a bare 500 whose details are in the error log under the request id. Thread-safe.
http::Response handleRequest(Context& context, http::Request request);

/// The same for the request that a tool call became, on the thread of `outer`, the request that
/// carried the call; the answer is whole, not streamed. What the answer says of budgets, faults and
/// the outcome is noted in `outer`. Never throws. Thread-safe.
http::Response handleToolCall(Context& context, http::Request request, Exchange& outer);

} // namespace leadsheet::server::api
