// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace leadsheet::server::domain {

/// Offset of the first byte that is not part of well-formed UTF-8 (no overlong forms, no
/// surrogates, nothing above U+10FFFF); nullopt when the text is valid.
std::optional<std::size_t> invalidUtf8At(std::string_view text);

/// The longest beginning of valid UTF-8 that has at most `bytes` bytes and no cut character.
std::string_view utf8Prefix(std::string_view text, std::size_t bytes);

/// Code points of valid UTF-8.
std::size_t codePoints(std::string_view text);

} // namespace leadsheet::server::domain
