// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/context.hpp"
#include "api/exchange.hpp"

namespace leadsheet::server::api {

/// A place among those who wait for somebody outside, taken until it goes away; 503 with
/// Retry-After when the server or the caller's account has none left.
tl::expected<OutsideWaits::Hold, Problem> placeOutside(Context& context, const Exchange& exchange);

} // namespace leadsheet::server::api
