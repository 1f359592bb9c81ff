// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/ids.hpp"
#include "domain/timestamp.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

/// "whsec_" + base64 of 24 random bytes (Standard Webhooks 1.0.0).
std::string makeWebhookSecret(const RandomBytes& random);

/// The value of the header webhook-timestamp: whole seconds since 1970.
std::string webhookTimestamp(Timestamp now);

/// The value of the header webhook-signature (Standard Webhooks 1.0.0, v1): one signature a secret,
/// separated by spaces. `body` is what is sent, byte for byte.
std::string webhookSignature(std::span<const std::string> secrets, std::string_view messageId,
                             std::string_view timestamp, std::string_view body);

} // namespace leadsheet::server::domain
