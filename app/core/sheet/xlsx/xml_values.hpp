// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace leadsheet::app {

/// Without the white space of XML at both ends.
std::string_view trimmedXml(std::string_view text);

/// Digits only, white space around them aside; absent for anything else and what does not fit.
std::optional<std::uint32_t> xmlUnsigned(std::string_view text);

/// xsd:boolean; false for what is none, and when absent.
bool xmlBoolean(std::optional<std::string_view> text);

} // namespace leadsheet::app
