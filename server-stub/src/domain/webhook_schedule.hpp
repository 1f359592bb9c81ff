// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/random.hpp"
#include "domain/timestamp.hpp"

#include <chrono>
#include <optional>

namespace leadsheet::server::domain {

/// How often a message is tried, from its creation or its resending on (contract section 8).
inline constexpr int kWebhookAttempts = 10;
/// An endpoint that only failed for this long is disabled.
inline constexpr auto kWebhookFailingFor = std::chrono::hours(24 * 5);
/// How long messages are kept: held ones can be recovered for this long.
inline constexpr auto kWebhookRetention = std::chrono::hours(24 * 30);
/// How long messages carry a signature of the secret that was replaced.
inline constexpr auto kWebhookSecretOverlap = std::chrono::hours(24);

/// When to try again after `attempts` attempts (1 or more) of which the last failed at `now`: the
/// step of the schedule +-10 %, or `retryAfter` where that is longer (a day at most). nullopt: that
/// was the last attempt.
std::optional<Timestamp> nextWebhookAttempt(int attempts, Timestamp now,
                                            std::optional<std::chrono::seconds> retryAfter,
                                            const RandomBytes& random);

} // namespace leadsheet::server::domain
