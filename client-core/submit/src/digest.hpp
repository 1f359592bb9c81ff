// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::submit::detail {

/// 32 raw bytes.
std::string sha256(std::string_view data);

/// RFC 4648 alphabet in lower case, without padding.
std::string base32(std::string_view bytes);

std::string hex(std::string_view bytes);

} // namespace leadsheet::submit::detail
