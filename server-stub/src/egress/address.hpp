// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

struct sockaddr;

namespace leadsheet::server::egress {

/// One IPv4 or IPv6 address, without port and zone.
struct Address {
    bool six = false;
    /// Network order; of IPv4 the first four.
    std::array<unsigned char, 16> bytes{};

    /// Only the usual spellings: dotted quad, RFC 4291 without brackets and zone.
    static std::optional<Address> parse(std::string_view text);
    /// Nullopt for other families.
    static std::optional<Address> of(const sockaddr* address);
    std::string text() const;

    friend bool operator==(const Address&, const Address&) = default;
};

/// Which addresses the server may connect to (contract section 8). Everything that is not globally
/// reachable is refused; IPv4 inside IPv6 (mapped, compatible, NAT64, 6to4) is judged as that IPv4.
struct AddressRules {
    bool allowLoopback = false; ///< 127.0.0.0/8 and ::1, for tests and sandboxes
};

/// What a refused address is, in words that say nothing about which address it was ("inside a
/// private network"); nullopt = allowed.
std::optional<std::string_view> forbiddenBecause(const Address& address, const AddressRules& rules);

} // namespace leadsheet::server::egress
