// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// All addresses of a host, or in words why there are none.
using Lookup = tl::expected<std::vector<Address>, std::string>;

/// Looks up a host name or a numeric address in any spelling. May block; called from several
/// threads at once.
using Resolver = std::function<Lookup(const std::string& host)>;

/// The system's resolver. Names are absolute: search domains are not tried.
Resolver systemResolver();

/// Asks a blocking resolver on threads of its own, one question a host at a time: who asks for a
/// host that is being looked up gets that answer, so a name server that hangs keeps one thread.
/// Parties take turns, and a party has at most as many lookups under way as threads are left: one
/// whose hosts all hang takes half of the threads, a second one half of the rest, and none takes
/// the last from those that have none. Thread-safe.
class LookupPool {
public:
    /// Called on a lookup thread.
    using Done = std::function<void(const Lookup&)>;

    LookupPool(Resolver resolver, std::size_t maxThreads);
    /// Forgets the questions; waits a second at most for lookups under way.
    ~LookupPool();
    LookupPool(const LookupPool&) = delete;
    LookupPool& operator=(const LookupPool&) = delete;

    void ask(const std::string& party, const std::string& host, Done done);

private:
    struct State;
    static void work(const std::shared_ptr<State>& state);
    // Shared with the threads, which a resolver may hold for longer than this object lives.
    const std::shared_ptr<State> state_;
};

} // namespace leadsheet::server::egress
