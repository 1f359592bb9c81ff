// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "egress/resolver.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace leadsheet::server::egress {

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
