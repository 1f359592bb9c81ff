// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// Fills the whole span with cryptographically strong random bytes. Handed in by the caller: the
/// domain draws no randomness of its own.
using RandomBytes = std::function<void(std::span<unsigned char>)>;

/// A SHA-256 value.
using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view bytes);
Digest hmacSha256(std::string_view key, std::string_view bytes);

/// Takes the same time wherever the first difference is; different lengths are unequal.
bool constantTimeEqual(std::span<const unsigned char> a, std::span<const unsigned char> b);

/// What two requests must share to be "the same request" under one idempotency key: SHA-256 of the
/// operation id and the canonical JSON of the body (contract section 2), see canonicalJson().
Digest requestFingerprint(std::string_view operationId, std::string_view canonicalJson);

/// requestFingerprint() of a canonical text that comes in pieces.
class FingerprintStream {
public:
    explicit FingerprintStream(std::string_view operationId);
    ~FingerprintStream();
    FingerprintStream(const FingerprintStream&) = delete;
    FingerprintStream& operator=(const FingerprintStream&) = delete;

    void add(std::string_view piece);
    /// Once, at the end.
    Digest finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string toHex(std::span<const unsigned char> bytes);

/// base64url without padding (RFC 4648 section 5).
std::string toBase64Url(std::span<const unsigned char> bytes);
/// Refuses padding, white space, foreign characters and non-zero trailing bits.
std::optional<std::string> fromBase64Url(std::string_view text);

/// base64 with padding (RFC 4648 section 4).
std::string toBase64(std::span<const unsigned char> bytes);
/// Takes missing padding; refuses white space and foreign characters.
std::optional<std::string> fromBase64(std::string_view text);

/// Keeps secrets that the server must be able to read again (signing secrets, credentials of
/// platforms): AES-256-GCM under a key made out of the server's pepper. `context` names what the
/// secret belongs to, for example "webhook:wh_...", and is authenticated, so a stored value cannot
/// be moved to another row. Immutable, thread-safe.
class SecretBox {
public:
    explicit SecretBox(std::string_view pepper);

    /// Version, nonce, ciphertext and tag: 29 bytes longer than `plain`.
    std::string seal(std::string_view plain, std::string_view context,
                     const RandomBytes& random) const;
    /// nullopt: another pepper, another context, or changed bytes.
    std::optional<std::string> open(std::string_view sealed, std::string_view context) const;

private:
    Digest key_;
};

} // namespace leadsheet::server::domain
