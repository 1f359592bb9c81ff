// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::server::domain {

/// Without white space (space, tab, line ends) at both ends.
std::string_view trimmed(std::string_view text);

/// Whether nothing of the text is to be seen: white space and invisible characters (zero-width
/// spaces, soft hyphens), which no mark counts either.
bool isInvisible(std::string_view text);

/// Whether the text holds a control character other than tab and line ends.
bool hasControlCharacters(std::string_view text);

/// A host name with at least one dot: labels of letters, digits, hyphens or non-ASCII characters.
bool isDomain(std::string_view text);

/// An absolute http or https address with a host and without white space.
bool isWebUrl(std::string_view text);

/// Letters, digits, "_" and "-", at least one.
bool isIdentifier(std::string_view text);

} // namespace leadsheet::server::domain
