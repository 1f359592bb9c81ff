// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

namespace leadsheet::server::api {

struct Context;

/// Takes one request through the stages and encodes the outcome. Never throws: an unknown cause is
/// a bare 500 whose details are in the error log under the request id. Thread-safe.
http::Response handleRequest(Context& context, http::Request request);

} // namespace leadsheet::server::api
