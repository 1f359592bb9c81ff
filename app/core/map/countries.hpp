// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::app {

/// The name of a country in one of the languages people keep such sheets in, or its two- or
/// three-letter code in capitals (ISO 3166-1), or a common short form such as "UK" or "USA".
bool isCountry(std::string_view text);

/// The country's name that a text misspells by one letter, in the language of the text; empty for
/// countries themselves, for other places, and when two countries could be meant.
std::string nearCountry(std::string_view text);

} // namespace leadsheet::app
