// SPDX-License-Identifier: Apache-2.0
#include "map/mark_signs.hpp"

#include "map/row_marks.hpp"
#include "text/names.hpp"

namespace leadsheet::app {

std::string_view withoutVariation(std::string_view sign) {
    sign = trimmed(sign);
    constexpr std::string_view kAsPicture = "\uFE0F";
    if (sign.size() > kAsPicture.size() && sign.ends_with(kAsPicture))
        sign.remove_suffix(kAsPicture.size());
    return sign;
}

bool isSignOfWaiting(std::string_view cell) {
    return isOneOf(withoutVariation(cell), {"\U0001F7E1", "\U0001F7E0", "\u23F8", "\u23F3",
                                            "\u231B", "\u2753", "\u2754", "?", "\U0001F6A7"});
}

bool isRing(std::string_view cell) {
    return isOneOf(withoutVariation(cell), {"\u25CB", "\u25EF", "\u3007", "\u2B55"});
}

bool isCross(std::string_view cell) {
    return isOneOf(trimmed(cell), {"x", "X", "xx", "XX", "\u00D7", "\u2713", "\u2714",
                                   "\u2714\uFE0F", "\u2611", "\u2611\uFE0F", "\u2705", "\u2612",
                                   "[x]", "[X]", "(x)", "\u2022", "\u25CF", "\u25A0"});
}

} // namespace leadsheet::app
