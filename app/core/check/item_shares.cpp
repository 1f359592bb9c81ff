// SPDX-License-Identifier: Apache-2.0
#include "check/item_shares.hpp"

#include "map/countries.hpp"
#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <string>
#include <unicode/unistr.h>

namespace leadsheet::app {
namespace {

std::size_t endOfDigits(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of("0123456789", at), text.size());
}

// Where a share ends that begins at `at`: "60%", "60 %", "2/3", "50/50"; `at` where there is none.
std::size_t endOfShare(std::string_view text, std::size_t at, bool place) {
    constexpr std::size_t kMostDigits = 3;
    constexpr int kAll = 100; // percent
    if (!isDigit(text[at]) || (at > 0 && (isDigit(text[at - 1]) || isLetter(text[at - 1]))))
        return at;
    std::size_t end = endOfDigits(text, at);
    if (end - at > kMostDigits)
        return at;
    const int first = std::stoi(std::string(text.substr(at, end - at)));
    if (end + 1 < text.size() && text[end] == '/' && isDigit(text[end + 1])) {
        const std::size_t last = endOfDigits(text, end + 1);
        if (last - end > kMostDigits || (last < text.size() && isLetter(text[last])))
            return at;
        // "Tier 1/2 suppliers", "PLZ 70/71"
        const std::string before = plainName(text.substr(0, at));
        if (place ? Vocabulary::builtIn().placePart(before) == PlacePart::Postcode
                  : at > 0 && text[at - 1] != '(')
            return at;
        // "24/7" divides nothing.
        const int second = std::stoi(std::string(text.substr(end + 1, last - end - 1)));
        return first <= second || first + second == kAll ? last : at;
    }
    if (first == kAll) // "100%"
        return at;
    if (end < text.size() && text[end] == ' ')
        ++end;
    return end < text.size() && text[end] == '%' ? end + 1 : at;
}

bool isHalf(std::string_view word) {
    return isOneOf(plainName(word), {"half", "halb", "haelfte", "halfte", "moitie", "mitad", "meta",
                                     "helft", "polowa", "metade"});
}

// "Germany 100", "DE:50": a country and how many. A number of four digits is a postcode.
std::string_view countryOfCount(std::string_view part) {
    constexpr std::size_t kMostDigits = 3;
    const auto digit = part.find_first_of("0123456789");
    if (digit == std::string_view::npos || digit == 0 || endOfDigits(part, digit) < part.size() ||
        part.size() - digit > kMostDigits)
        return {};
    std::string_view name = part.substr(0, digit);
    while (!name.empty() && std::string_view(" :=x").find(name.back()) != std::string_view::npos)
        name.remove_suffix(1);
    return isCountry(name) ? name : std::string_view();
}

// What is left, its parts divided: "France / Spain" is "France;Spain", and "of the UK" the UK.
std::string listOf(const std::string& text) {
    std::string list;
    for (const std::string_view part : trimmedParts(text, "/;,+()")) {
        bool begins = true;
        for (const std::string_view word : trimmedParts(part, isCountry(part) ? "" : " "))
            if (isHalf(word) || isOneOf(word, {"and", "und", "et", "y", "e", "en"})) {
                begins = true;
            } else if (!begins || !isOneOf(word, {"of", "the", "von", "der", "de", "di"})) {
                list.append(list.empty() ? "" : begins ? ";" : " ").append(word);
                begins = false;
            }
    }
    return list;
}

// "half Germany half Austria"; "Half Moon Bay" and "Meta, Colombia" are towns.
bool areHalves(const std::string& item) {
    const auto words = trimmedParts(item, " ");
    if (words.size() < 2 || !isHalf(words.front()) || words.front().back() == ',')
        return false;
    const std::string list = listOf(item);
    const auto parts = trimmedParts(list, ";");
    return std::all_of(parts.begin(), parts.end(),
                       [](std::string_view part) { return !placeRoles(part).isUnknown(); });
}

} // namespace

std::optional<std::string> withoutShares(std::string_view item, bool place) {
    std::string left;
    bool found = false;
    for (std::size_t at = 0; at < item.size();) {
        const std::size_t end = endOfShare(item, at, place);
        found = found || end > at;
        left += end > at ? ';' : item[at];
        at = std::max(end, at + 1);
    }
    if (!found && place) {
        const auto words = trimmedParts(item, " ");
        found = areHalves(std::string(item));
        // "DE:50 AT:50"
        const bool counts = std::all_of(words.begin(), words.end(), [](std::string_view word) {
            return !countryOfCount(word).empty();
        });
        left.clear();
        for (const std::string_view word : counts ? words : trimmedParts(item, "")) {
            const auto country = countryOfCount(word);
            found = found || !country.empty();
            left.append(left.empty() ? "" : ";").append(country.empty() ? word : country);
        }
    }
    if (!found || std::none_of(left.begin(), left.end(), isLetter))
        return std::nullopt;
    return listOf(left);
}

bool isIndustryCode(std::string_view item) {
    const auto isCode = [](std::string_view text) {
        return !text.empty() && text.size() <= 8 && isDigit(text.back()) &&
               text.find_first_not_of("0123456789.", isLetter(text.front()) ? 1 : 0) ==
                   std::string_view::npos;
    };
    const auto words = trimmedParts(item, " ");
    if (words.size() == 1) // "3D" and "24" may be names
        return isCode(item) && item.find_first_not_of("0123456789") != std::string_view::npos &&
               item.find('.') != std::string_view::npos;
    return words.size() >= 2 && isCode(words[words.size() - 1]) &&
           isOneOf(lowerCase(words.front()), {"nace", "sic", "naics", "naf", "ape", "wz", "ateco",
                                              "cnae", "pkd", "sbi", "isic"});
}

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
