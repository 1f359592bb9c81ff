// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <string>
#include <string_view>
#include <sys/socket.h>
#include <utility>
#include <vector>

namespace leadsheet::detail {

/// A checked base URL without a slash at its end.
struct BaseUrl {
    std::string text; ///< `https://host:port/path`
    std::string host; ///< lower case, IPv6 without brackets
    bool secure = true;
};

/// ErrorCode::InvalidArgument naming what is wrong: scheme, host, port, user information, query,
/// fragment, white space or control characters.
Result<BaseUrl> parseBaseUrl(std::string_view text);

/// `localhost`, 127.0.0.0/8 and ::1.
bool isLoopbackHost(std::string_view host);

/// One path segment: everything but unreserved characters (RFC 3986) percent-encoded.
std::string encodeSegment(std::string_view text);

/// `?a=1&b=2`, or nothing for no parameters.
std::string encodeQuery(const std::vector<std::pair<std::string, std::string>>& parameters);

/// Whether an address belongs to the public internet: false for loopback, private (RFC 1918),
/// link-local, shared (RFC 6598), unique-local, multicast, unspecified, benchmarking, reserved, and
/// for IPv6 forms that carry such an IPv4 address (mapped, NAT64, 6to4). Anything but IP: false.
bool isPublicAddress(const sockaddr* address);

} // namespace leadsheet::detail
