// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::app {

/// The two-letter code of the country that `text` names in one of the languages that sheets are
/// written in, or by its ISO code in capital letters; "GB" for England. Empty when it names none.
std::string_view countryCode(std::string_view text);

/// The same, with plainName(text) where it is known already.
std::string_view countryCode(std::string_view text, const std::string& plain);

/// The English name of the country with this two-letter code.
std::string countryName(std::string_view code);

/// The country of a sign on cars, of one letter: "D", "A", or of a team: "GER", "SUI"; empty for
/// other texts. Only where a country is expected: letters can be anything.
std::string_view countryOfCarSign(std::string_view text);

inline bool isCountry(std::string_view text) {
    return !countryCode(text).empty();
}

/// One country with a comma in its name: "Iran, Islamic Republic of".
bool isCountryWithComma(std::string_view text);

/// The country's name that a text misspells by one letter, in the language of the text; empty for
/// countries themselves, for other places, and when two countries could be meant.
std::string nearCountry(std::string_view text);

} // namespace leadsheet::app
