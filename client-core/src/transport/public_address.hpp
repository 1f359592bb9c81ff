// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

namespace leadsheet::detail {

/// Whether an address belongs to the public internet: false for loopback, private (RFC 1918),
/// link-local, shared (RFC 6598), unique-local, multicast, unspecified, benchmarking, reserved, and
/// for IPv6 forms that carry such an IPv4 address (mapped, NAT64, 6to4). Anything but IP: false.
bool isPublicAddress(const sockaddr* address);

} // namespace leadsheet::detail
