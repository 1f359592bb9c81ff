// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/trusted_proxies.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace leadsheet::server::http {

/// How much each caller has open, against HttpLimits::connectionsPerAddress. A caller is an IPv4
/// address or an IPv6 /64; loopback and trusted proxies are none. Belongs to one thread.
class CallerLimit {
public:
    /// `most` 0 = no limit. `limitLoopback` is for tests.
    CallerLimit(std::size_t most, bool limitLoopback, const TrustedProxies& proxies)
        : most_(most)
        , limitLoopback_(limitLoopback)
        , proxies_(proxies) {}

    /// What the address counts for; empty when it is not counted.
    std::string countedAs(const std::string& address) const;
    bool isReached(const std::string& caller) const;
    void add(const std::string& caller);
    /// Takes one back and clears the text, so that it is taken back once.
    void remove(std::string& caller);

private:
    const std::size_t most_;
    const bool limitLoopback_;
    const TrustedProxies& proxies_;
    std::unordered_map<std::string, std::size_t> open_;
};

} // namespace leadsheet::server::http
