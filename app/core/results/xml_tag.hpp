// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

// A start tag as it stands in a document, "<x:row r="5" spans='1:8'/>", already known to be well
// formed. Values are as written, entities and all, so that they can be put into another tag.

/// "x:" of "<x:row ...>", or nothing.
std::string_view tagPrefix(std::string_view tag);
bool closesItself(std::string_view tag);
/// By the name as written, with its prefix.
std::optional<std::string_view> rawAttribute(std::string_view tag, std::string_view name);
/// The tag with the attribute set, added at the end when it was not there. `value` needs no
/// escaping.
std::string withAttribute(std::string_view tag, std::string_view name, std::string_view value);
std::string withoutAttribute(std::string_view tag, std::string_view name);
/// "<row>" of "<row/>"; other tags unchanged.
std::string opened(std::string_view tag);
/// "<row/>" of "<row>"; other tags unchanged.
std::string closed(std::string_view tag);

} // namespace leadsheet::app
