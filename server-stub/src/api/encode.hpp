// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

namespace leadsheet::server::api {

/// Turns an outcome into the answer: problem body, RateLimit fields, Retry-After, replay mark, wire
/// faults.
http::Response encode(const Exchange& exchange, Outcome outcome);

} // namespace leadsheet::server::api
