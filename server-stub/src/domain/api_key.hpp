// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/digest.hpp"
#include "domain/random.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

enum class ApiKeyType { Customer, Admin };

std::string_view name(ApiKeyType type); ///< customer or admin

/// A new secret, to be shown once. Contract section 10: prefix + 30 base62 characters + 6 base62
/// characters of their CRC-32.
struct MintedSecret {
    std::string text;   ///< the whole key; never stored, never logged
    Digest hash;        ///< what is stored
    std::string prefix; ///< the public beginning, for lists
    std::string last4;
};

MintedSecret mintApiKey(ApiKeyType type, const RandomBytes& random, std::string_view pepper);

/// Whether `text` is shaped like a key of this service and its checksum is right: a mistyped key is
/// refused without a look into the store. The type in the text is decoration: the stored row
/// decides.
bool isWellFormedApiKey(std::string_view text);

/// SHA-256 keyed with the server's pepper. Defined for any text.
Digest hashApiKey(std::string_view text, std::string_view pepper);

} // namespace leadsheet::server::domain
