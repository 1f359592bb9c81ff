// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::http {

/// What the connection decides about an answer; the rest comes from the handler's Response.
struct HeadOptions {
    std::string_view date; ///< see httpDate()
    std::string_view requestId;
    std::optional<std::uint64_t> contentLength;
    bool chunked = false;
    bool close = false;
    bool keepAlive = false; ///< say so explicitly, for an HTTP/1.0 client
};

/// Status line and fields with the final empty line. Connection-level fields of `response` are left
/// out.
std::string writeHead(const Response& response, const HeadOptions& options);

/// RFC 9110 5.6.7: IMF-fixdate, for example "Sun, 06 Nov 1994 08:49:37 GMT".
std::string httpDate(std::chrono::system_clock::time_point time);

/// False for 1xx, 204 and 304 (RFC 9112 6.3).
constexpr bool statusHasBody(int status) noexcept {
    return status >= 200 && status != 204 && status != 304;
}

} // namespace leadsheet::server::http
