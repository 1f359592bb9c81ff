// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/digest.hpp"
#include "domain/random.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

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
