// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

namespace leadsheet::server::webhook {

/// Who may have how many attempts under way, so that endpoints that hang cannot take the place of
/// those that answer: an endpoint starts with two, gets one more with each success up to sixteen,
/// and falls back to one when it fails; and those that have not answered lately may together use at
/// most half of all places. Thread-safe.
class EndpointSlots {
public:
    static constexpr int kAll = 256;
    static constexpr int kUnproven = kAll / 2;
    static constexpr int kFirst = 2;
    static constexpr int kMost = 16;

    /// How many more attempts may begin now.
    int free(std::int64_t webhook) const;
    void begin(std::int64_t webhook, std::int64_t delivery);
    /// Frees the place. What `delivered` says counts for the future.
    void end(std::int64_t webhook, std::int64_t delivery, bool delivered);

    /// Deliveries of all endpoints that are under way.
    std::set<std::int64_t> underWay() const;
    std::size_t count() const;

private:
    struct Endpoint {
        int inFlight = 0;
        int allowed = kFirst;
        bool proven = false;
    };

    mutable std::mutex mutex_;
    std::map<std::int64_t, Endpoint> endpoints_;
    std::map<std::int64_t, bool> deliveries_; ///< whether it took an unproven place
    int unproven_ = 0;
};

} // namespace leadsheet::server::webhook
