// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// A SHA-256 value.
using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view bytes);
Digest hmacSha256(std::string_view key, std::string_view bytes);

/// Takes the same time wherever the first difference is; different lengths are unequal.
bool constantTimeEqual(std::span<const unsigned char> a, std::span<const unsigned char> b);

/// What two requests must share to be "the same request" under one idempotency key: SHA-256 of the
/// operation id and the canonical JSON of the body (contract section 2), see canonicalJson().
Digest requestFingerprint(std::string_view operationId, std::string_view canonicalJson);

std::string toHex(std::span<const unsigned char> bytes);

/// base64url without padding (RFC 4648 section 5).
std::string toBase64Url(std::span<const unsigned char> bytes);
/// Refuses padding, white space, foreign characters and non-zero trailing bits.
std::optional<std::string> fromBase64Url(std::string_view text);

} // namespace leadsheet::server::domain
