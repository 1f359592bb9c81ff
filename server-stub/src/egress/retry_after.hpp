// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "egress/client.hpp"

#include <chrono>
#include <optional>

namespace leadsheet::server::egress {

/// How long the header Retry-After asks to wait: whole seconds, or any HTTP-date measured against
/// the answer's own Date (RFC 9110 section 10.2.3), so that wrong clocks do not matter. nullopt:
/// absent, in the past, or not understood.
std::optional<std::chrono::seconds> retryAfter(const Response& response);

} // namespace leadsheet::server::egress
