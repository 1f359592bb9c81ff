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

/// Forgets resets that cannot be meant: longer than the policy's window, or than a day where that
/// is not told. Believing one would stop a run for that long.
void dropAbsurdResets(std::vector<RateLimitItem>& items,
                      const std::vector<RateLimitPolicyItem>& policies);

/// How long a refusal lasts by these items: the longest reset among policies with nothing left.
/// Nothing when none of them tells it.
std::optional<std::chrono::seconds> resetOfUsedUp(const std::vector<RateLimitItem>& items);

} // namespace leadsheet
