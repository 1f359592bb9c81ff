// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::detail {

/// Appends a JSON string: only the escapes RFC 8259 demands, invalid UTF-8 as U+FFFD.
void appendJsonString(std::string& out, std::string_view text);

} // namespace leadsheet::detail
