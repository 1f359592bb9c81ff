// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"
#include "http/rejection.hpp"

#include <cstdint>
#include <tl/expected.hpp>

namespace leadsheet::server::http {

/// How a request is delimited and what its client expects of the connection.
struct Framing {
    bool http11 = true;
    bool keepAlive = true;
    bool expectContinue = false;
    bool chunked = false;
    std::uint64_t contentLength = 0; ///< zero when chunked
};

/// Fields every answer to a wrong method names.
inline constexpr std::string_view kAllowedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/// The rules that Beast leaves to us (RFC 9112 3.2, 6, 9.3; RFC 9110 10.1.1): exactly one valid
/// Host in 1.1; one Content-Length of digits; Transfer-Encoding only "chunked" (else 501), never
/// in 1.0 and never beside a Content-Length; Expect only "100-continue" (else 417); known methods
/// only (501; CONNECT and TRACE 405). A Content-Length over `maxBody` is 413.
tl::expected<Framing, Rejection> vetFraming(const Request& request, bool http11,
                                            std::uint64_t maxBody);

} // namespace leadsheet::server::http
