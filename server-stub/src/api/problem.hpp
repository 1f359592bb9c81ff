// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"

#include <string>
#include <string_view>

namespace leadsheet::server::api {

/// HTTP status of a problem.
int statusOf(const Problem& problem);

/// The application/problem+json body (RFC 9457 with the members of contract section 4). Text that
/// is not UTF-8 is replaced, so the result is always valid JSON.
std::string problemBody(const Problem& problem, std::string_view requestId,
                        std::string_view instance);

/// The same for an answer whose status the caller has chosen, for example by the connection itself.
std::string problemBody(int status, std::string_view code, std::string_view detail,
                        std::string_view requestId);

} // namespace leadsheet::server::api
