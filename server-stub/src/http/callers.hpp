// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

namespace leadsheet::server::http {

/// Who asks when requests come through proxies. What these proxies say in X-Forwarded-For is
/// believed; what anybody else says there is not, or a caller could choose the address that failed
/// authentications are counted under. Thread-safe once made.
class TrustedProxies {
public:
    /// Nobody is believed.
    TrustedProxies() = default;

    /// Numeric addresses and networks: 127.0.0.1, ::1, 10.0.0.0/8. The error names the bad one.
    static tl::expected<TrustedProxies, std::string> parse(const std::vector<std::string>& texts);

    /// The last address of the chain that no trusted proxy has: `peer` itself unless that is one;
    /// else the field's entries from the last to the first, as each proxy adds the address it was
    /// called from at the end. An entry that is not an address ends the chain at who wrote it.
    /// Ports behind addresses are left out.
    std::string callerOf(const std::string& peer, const std::vector<Header>& headers) const;

    /// Whether what this address says is believed.
    bool trusts(const std::string& peer) const;

private:
    /// IPv6 in network order; IPv4 as ::ffff:a.b.c.d.
    using Address = std::array<unsigned char, 16>;
    struct Network {
        Address address;
        unsigned bits; ///< that count, of 128
    };
    static std::optional<Address> addressIn(std::string_view entry);
    static std::optional<Network> networkIn(std::string_view text);
    static std::string textOf(const Address& address);
    bool contains(const Address& address) const;

    std::vector<Network> networks_;
};

/// "127.0.0.0/8", "::1" or "localhost".
bool isLoopback(std::string_view address);

/// What limits count as one caller: an IPv4 address itself, and of IPv6 the first 64 bits, since a
/// subscriber has all addresses behind them ("2001:db8:1:2::/64").
std::string callerNetwork(const std::string& address);

/// How much each caller has open, against HttpLimits::connectionsPerAddress. A caller is an IPv4
/// address or an IPv6 /64; loopback and trusted proxies are none. Belongs to one thread.
class CallerLimit {
public:
    /// `max` 0 = no limit. `limitLoopback` is for tests.
    CallerLimit(std::size_t max, bool limitLoopback, const TrustedProxies& proxies)
        : max_(max)
        , limitLoopback_(limitLoopback)
        , proxies_(proxies) {}

    /// What the address counts for; empty when it is not counted.
    std::string countedAs(const std::string& address) const;
    bool isReached(const std::string& caller) const;
    void add(const std::string& caller);
    /// Takes one back and clears the text, so that it is taken back once.
    void remove(std::string& caller);

private:
    const std::size_t max_;
    const bool limitLoopback_;
    const TrustedProxies& proxies_;
    std::unordered_map<std::string, std::size_t> open_;
};

} // namespace leadsheet::server::http
