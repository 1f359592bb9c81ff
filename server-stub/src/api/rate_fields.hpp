// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/records.hpp"

#include <string>

namespace leadsheet::server::api {

/// One item of the RateLimit-Policy field: "default";q=1000;w=3600 (IETF ratelimit-headers draft).
inline std::string policyItem(const store::RateRule& rule) {
    return "\"" + rule.name + "\";q=" + std::to_string(rule.quota.limit) +
           ";w=" + std::to_string(rule.quota.window.count());
}

/// One item of the RateLimit field: "default";r=999;t=3600.
inline std::string limitItem(const store::RateRule& rule, const domain::RateDecision& decision) {
    return "\"" + rule.name + "\";r=" + std::to_string(decision.remaining) +
           ";t=" + std::to_string(decision.reset.count());
}

} // namespace leadsheet::server::api
