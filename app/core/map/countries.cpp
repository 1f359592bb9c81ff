// SPDX-License-Identifier: Apache-2.0
#include "map/countries.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unicode/locid.h>
#include <unordered_map>

namespace leadsheet::app {
namespace {

using Names = std::unordered_map<std::string, std::string>; // to two-letter codes

constexpr std::array kLanguages = {"en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da"};

struct ShortForm {
    const char* name;
    const char* code;
};
constexpr std::array kShortForms = {
    ShortForm{"uk", "GB"},          ShortForm{"usa", "US"},
    ShortForm{"us", "US"},          ShortForm{"u.s.", "US"},
    ShortForm{"u.s.a.", "US"},      ShortForm{"uae", "AE"},
    ShortForm{"holland", "NL"},     ShortForm{"great britain", "GB"},
    ShortForm{"england", "GB"},     ShortForm{"scotland", "GB"},
    ShortForm{"czechia", "CZ"},     ShortForm{"turkey", "TR"},
    ShortForm{"south korea", "KR"}, ShortForm{"russia", "RU"},
    ShortForm{"wales", "GB"},       ShortForm{"vereinigtes koenigreich", "GB"}};

Names countryNames() {
    Names names;
    for (const ShortForm& form : kShortForms)
        names.emplace(plainName(form.name), form.code);
    for (const char* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code) {
        const icu::Locale country("", *code);
        for (const char* language : kLanguages) {
            icu::UnicodeString shown;
            country.getDisplayCountry(icu::Locale(language), shown);
            std::string name;
            shown.toUTF8String(name);
            names.emplace(plainName(name), *code);
        }
    }
    return names;
}

Names countryCodes() {
    Names codes;
    for (const char* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code) {
        codes.emplace(*code, *code);
        codes.emplace(icu::Locale("", *code).getISO3Country(), *code);
    }
    return codes;
}

} // namespace

std::string_view countryCode(std::string_view text) {
    return countryCode(text, plainName(text));
}

std::string_view countryCode(std::string_view text, const std::string& plain) {
    static const Names names = countryNames();
    static const Names codes = countryCodes();
    const auto find = [](const Names& in, const std::string& name) {
        const auto found = in.find(name);
        return found == in.end() ? std::string_view() : std::string_view(found->second);
    };
    // Small letters are words: "it" and "no" are no countries.
    const bool code = text.size() <= 3 && std::all_of(text.begin(), text.end(),
                                                      [](char c) { return c >= 'A' && c <= 'Z'; });
    if (code)
        if (const auto meant = find(codes, std::string(text)); !meant.empty())
            return meant;
    return text.size() <= 60 ? find(names, plain) : std::string_view();
}

} // namespace leadsheet::app
