// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include "egress/client.hpp"
#include "store/store.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::sim {

/// A campaign at an outreach platform that the leads of one account go to, and what should be in
/// it.
class Campaign {
public:
    /// `skips`: the platform takes no lead twice.
    Campaign(std::string account, std::string platform, bool skips)
        : account_(std::move(account))
        , platform_(std::move(platform))
        , skips_(skips) {}

    const std::string& account() const { return account_; }
    const std::string& platform() const { return platform_; }
    bool skips() const { return skips_; }
    /// Leads that are delivered from then on are expected.
    void expect(const std::string& destination, WallTime since);
    bool isAt(const server::egress::Request& request) const;
    /// Takes the leads of a call in; what the platform says of them. Throws Broken.
    server::egress::Result take(const server::egress::Request& request);
    /// The server was told of these leads, by an answer that says what became of each.
    void told(const server::egress::Request& request);
    /// After a round of the server: whatever it has written down of what it was told is not to be
    /// sent again.
    void remember(server::store::Reader& reader);
    /// At the end: every lead is there, or was refused, and the server says which.
    void check(server::store::Reader& reader) const;
    /// Leads that came.
    std::size_t size() const { return times_.size(); }
    /// Leads that it would not have.
    std::size_t refused() const { return refused_.size(); }

private:
    std::vector<std::string> leadsOf(const server::egress::Request& request) const;
    std::optional<server::store::Push> pushOf(server::store::Reader& reader,
                                              const std::string& lead) const;

    std::string account_;
    std::string platform_;
    bool skips_;
    std::string destination_;
    std::optional<WallTime> since_;
    std::map<std::string, int> times_; ///< how often each address was taken
    std::set<std::string> told_;       ///< addresses that may be written down by now
    std::set<std::string> recorded_;   ///< the server has written down what became of them
    std::set<std::string> refused_;    ///< addresses that came and were refused by themselves
};

} // namespace leadsheet::sim
