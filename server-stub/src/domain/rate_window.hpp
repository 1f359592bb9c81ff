// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/timestamp.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace leadsheet::server::domain {

/// So many requests in a window that begins with the first one (contract section 3).
struct RateQuota {
    std::int64_t limit = 0;
    std::chrono::seconds window{3600};
};

/// The durable counter of one subject under one policy.
struct RateWindow {
    Timestamp startedAt;
    std::int64_t used = 0;

    friend bool operator==(const RateWindow&, const RateWindow&) = default;
};

struct RateDecision {
    bool allowed = false;
    std::int64_t remaining = 0; ///< after this request
    std::chrono::seconds reset{
        0};            ///< until the window ends, rounded up; 1 to window; wait this long
    RateWindow window; ///< the counter to store; unchanged usage when refused

    /// Whether `window` differs from what was handed in.
    bool changed = false;
};

/// Charges one request at `now`, or only looks when `cost` is 0. A window ends `quota.window` after
/// its start, and the next request begins a new one. When the clock went back behind the start, the
/// window keeps its usage and starts at `now`: nobody gains requests and nobody waits longer than
/// one window.
RateDecision chargeWindow(const std::optional<RateWindow>& window, const RateQuota& quota,
                          Timestamp now, std::int64_t cost = 1);

} // namespace leadsheet::server::domain
