// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The RateLimit and RateLimit-Policy fields (IETF draft ratelimit-headers, contract section 3):
/// lists of RFC 9651 strings with parameters. Parsing is strict; a malformed field is ignored as a
/// whole.
namespace leadsheet {

/// `"default";r=988;t=3421`
struct RateLimitItem {
    std::string policy;
    std::int64_t remaining = 0;
    std::optional<std::chrono::seconds> reset; ///< rounded up by the server

    bool operator==(const RateLimitItem&) const = default;
};

/// `"default";q=1000;w=3600`
struct RateLimitPolicyItem {
    std::string policy;
    std::int64_t quota = 0;
    std::optional<std::chrono::seconds> window;

    bool operator==(const RateLimitPolicyItem&) const = default;
};

std::optional<std::vector<RateLimitItem>> parseRateLimit(std::string_view field);
std::optional<std::vector<RateLimitPolicyItem>> parseRateLimitPolicy(std::string_view field);

} // namespace leadsheet
