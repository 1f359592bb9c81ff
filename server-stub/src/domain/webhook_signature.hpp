// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/random.hpp"
#include "domain/timestamp.hpp"

#include <span>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// "whsec_" + base64 of 24 random bytes (Standard Webhooks 1.0.0).
std::string makeWebhookSecret(const RandomBytes& random);

/// The value of the header webhook-timestamp: whole seconds since 1970.
std::string webhookTimestamp(Timestamp now);

/// The value of the header webhook-signature (Standard Webhooks 1.0.0, v1): one signature a secret,
/// separated by spaces. `body` is what is sent, byte for byte.
std::string webhookSignature(std::span<const std::string> secrets, std::string_view messageId,
                             std::string_view timestamp, std::string_view body);

} // namespace leadsheet::server::domain
