// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// base64 with padding (RFC 4648 section 4).
std::string toBase64(std::span<const unsigned char> bytes);
/// Takes missing padding; refuses white space and foreign characters.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace leadsheet::server::domain
