// SPDX-License-Identifier: Apache-2.0
#include "map/turnover.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {

bool saysTurnover(std::string_view text) {
    static constexpr std::array<std::string_view, 28> kMillions{
        "m",         "mm",     "mn",       "mio",     "mill",    "million", "millions",
        "millionen", "millón", "millones", "milioni", "miljoen", "mln",     "milhões",
        "mi",        "mrd",    "mld",      "b",       "bn",      "bio",     "billion",
        "md",        "msek",   "mnok",     "mdkk",    "mkr",     "mchf",    "meur"};
    const auto words = plainWords(text);
    return text.find_first_of("0123456789") != std::string_view::npos &&
           std::any_of(words.begin(), words.end(), [](const std::string& word) {
               const auto letters = word.find_first_not_of("0123456789");
               return letters != std::string::npos &&
                      std::any_of(kMillions.begin(), kMillions.end(), [&](std::string_view unit) {
                          return plainName(unit) == std::string_view(word).substr(letters);
                      });
           });
}

} // namespace leadsheet::app
