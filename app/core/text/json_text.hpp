// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::app {

/// Appends `text`, which is UTF-8, as a JSON string with its quotation marks (RFC 8259, section 7).
void appendJsonString(std::string& out, std::string_view text);

} // namespace leadsheet::app
