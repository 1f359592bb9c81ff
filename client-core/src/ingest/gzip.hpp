// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::detail {

/// `bytes` as one gzip member (RFC 1952), the same for the same bytes; nothing when out of memory.
std::optional<std::string> gzip(std::string_view bytes);

} // namespace leadsheet::detail
