// SPDX-License-Identifier: Apache-2.0
#include "check/item_signs.hpp"

#include "map/column_samples.hpp"
#include "map/countries.hpp"
#include "text/names.hpp"

#include <array>

namespace leadsheet::app {

std::string_view withoutBullet(std::string_view item) {
    for (const std::string_view bullet :
         {"\u2022", "\u25AA", "\u2023", "\u00B7", "* ", "- ", "\u2013 "})
        if (item.starts_with(bullet))
            return trimmed(item.substr(bullet.size()));
    return item;
}

std::string_view withoutQuotes(std::string_view item) {
    struct Pair {
        std::string_view open;
        std::string_view close;
    };
    static constexpr std::array<Pair, 11> kPairs{{{"\u201E", "\u201D"},
                                                  {"\u201D", "\u201D"},
                                                  {"\u201A", "\u2018"},
                                                  {"\u2019", "\u2019"},
                                                  {"\"", "\""},
                                                  {"'", "'"},
                                                  {"\u201C", "\u201D"},
                                                  {"\u201E", "\u201C"},
                                                  {"\u2018", "\u2019"},
                                                  {"\u00AB", "\u00BB"},
                                                  {"\u00BB", "\u00AB"}}};
    for (const Pair& pair : kPairs)
        if (item.size() > pair.open.size() + pair.close.size() && item.starts_with(pair.open) &&
            item.ends_with(pair.close)) {
            const auto inner = trimmed(
                item.substr(pair.open.size(), item.size() - pair.open.size() - pair.close.size()));
            return inner.find(pair.open) == std::string_view::npos && !inner.empty() ? inner : item;
        }
    return item;
}

std::string_view withoutEndJoin(std::string_view item, bool place) {
    for (;;) {
        const auto blank = item.rfind(' ');
        const bool word =
            blank != std::string_view::npos && blank > 0 &&
            isOneOf(lowerCase(item.substr(blank + 1)), {"/", "&", "+", "or", "and", "oder", "und",
                                                        "sowie", "bzw.", "et", "ou", "lub"});
        if (word && place && item.ends_with(" OR") && !isCountry(trimmed(item.substr(0, blank))))
            return item;
        if (word)
            item = trimmed(item.substr(0, blank));
        else if (item.size() > 1 &&
                 (item.back() == ',' || (item.back() == '/' && !looksLikeUrl(item))))
            item = trimmed(item.substr(0, item.size() - 1));
        else
            return item;
    }
}

} // namespace leadsheet::app
