// SPDX-License-Identifier: Apache-2.0
#include "check/item_pictures.hpp"

#include "map/countries.hpp"
#include "text/names.hpp"

#include <unicode/unistr.h>

namespace leadsheet::app {
namespace {

bool isPicture(UChar32 c) {
    return (c >= 0x1F000 && c <= 0x1FAFF) || (c >= 0x2600 && c <= 0x27BF) ||
           (c >= 0x2B00 && c <= 0x2BFF) || c == 0xFE0F || c == 0x20E3 ||
           (c >= 0xE0020 && c <= 0xE007F); // what follows a picture or a flag
}

// The country of a flag, which is written as two letters of a kind of its own.
std::string flagIn(const icu::UnicodeString& text) {
    constexpr UChar32 kFirst = 0x1F1E6;
    std::string letters;
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1))
        if (const UChar32 c = text.char32At(at); c >= kFirst && c < kFirst + 26)
            letters += static_cast<char>('A' + (c - kFirst));
    return letters.size() == 2 && isCountry(letters) ? countryName(letters) : std::string();
}

} // namespace

std::optional<std::string> withoutPictures(std::string_view item, bool place) {
    // Nearly all items have none of the bytes that pictures begin with.
    if (item.find_first_of("\xE2\xF0") == std::string_view::npos)
        return std::nullopt;
    const auto text =
        icu::UnicodeString::fromUTF8({item.data(), static_cast<std::int32_t>(item.size())});
    icu::UnicodeString bare;
    bool crossed = false;
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
        const UChar32 c = text.char32At(at);
        // Some scripts join letters by what joins pictures.
        const bool joins = c == 0x200D && at > 0 && isPicture(text.char32At(at - 1));
        if (!isPicture(c) && !joins)
            bare.append(c);
        crossed = crossed || c == 0x274C || c == 0x274E || c == 0x1F6AB || c == 0x26D4 ||
                  c == 0x2717 || c == 0x2718 || c == 0x2716;
    }
    if (bare.length() == text.length())
        return std::nullopt;
    std::string rest;
    bare.toUTF8String(rest);
    rest = std::string(trimmed(rest));
    if (rest.empty() && place && !crossed)
        rest = flagIn(text);
    return crossed ? std::string() : rest;
}

} // namespace leadsheet::app
