// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/webhook_signature.hpp"

#include "egress/client.hpp"
#include "store/store.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace leadsheet::sim {

/// What the webhook of one account received, and what it should have.
class Inbox {
public:
    Inbox(std::string account, std::string url)
        : account_(std::move(account))
        , url_(std::move(url)) {}

    const std::string& url() const { return url_; }
    /// From now on messages can be verified; those of what happens after `since` are expected.
    void expect(const WebhookSecret& secret, WallTime since);
    /// Takes a message in that is genuine; false = it cannot be verified. Throws Broken.
    bool take(const server::egress::Request& request, WallTime now);
    /// At the end: everything that happened was told at least once, and nothing else.
    void check(server::store::Reader& reader) const;

private:
    using Told = std::tuple<std::string, std::string, std::int64_t>; ///< kind, order, version

    std::string account_;
    std::string url_;
    std::vector<WebhookSecret> secrets_;
    std::optional<WallTime> since_;
    std::set<Told> told_;
    std::set<std::string> leads_;               ///< addresses
    std::map<std::string, std::string> bodies_; ///< by the message's id
};

} // namespace leadsheet::sim
