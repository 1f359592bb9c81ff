// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <optional>

namespace leadsheet::server::api {

struct Context;

/// Finds out what a body of leads is and unpacks it in place: afterwards Exchange::format is set
/// and the request's body is text. A value = the refusal.
std::optional<Outcome> readLeadBody(const Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
