// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::detail {

/// RFC 4648 section 4, with padding.
std::string encodeBase64(std::string_view bytes);

/// Only what encodeBase64 writes, but for padding, which may be missing.
std::optional<std::string> decodeBase64(std::string_view text);

} // namespace leadsheet::detail
