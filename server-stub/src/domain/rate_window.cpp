// SPDX-License-Identifier: Apache-2.0
#include "domain/rate_window.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

RateDecision chargeWindow(const std::optional<RateWindow>& window, const RateQuota& quota,
                          Timestamp now, std::int64_t cost) {
    RateWindow current = window.value_or(RateWindow{now, 0});
    if (now >= current.startedAt + quota.window)
        current = {now, 0};
    else if (now < current.startedAt)
        current.startedAt = now;

    RateDecision decision;
    // Written without adding up to the limit, which a setting may have made huge.
    decision.allowed = cost <= quota.limit && current.used <= quota.limit - cost;
    if (decision.allowed)
        current.used += cost;
    decision.remaining = std::max<std::int64_t>(quota.limit - current.used, 0);
    decision.reset =
        std::chrono::ceil<std::chrono::seconds>(current.startedAt + quota.window - now);
    decision.changed = window ? current != *window : current.used > 0;
    decision.window = current;
    return decision;
}

} // namespace leadsheet::server::domain
