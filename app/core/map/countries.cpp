// SPDX-License-Identifier: Apache-2.0
#include "map/countries.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unicode/locid.h>
#include <unordered_set>

namespace leadsheet::app {
namespace {

using Names = std::unordered_set<std::string>;

constexpr std::array kLanguages = {"en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da"};
constexpr std::array kShortForms = {"uk",          "usa",           "us",
                                    "u.s.",        "u.s.a.",        "uae",
                                    "holland",     "great britain", "england",
                                    "scotland",    "czechia",       "turkey",
                                    "south korea", "russia",        "vereinigtes koenigreich"};

Names countryNames() {
    Names names;
    for (const char* form : kShortForms)
        names.insert(plainName(form));
    for (const char* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code) {
        const icu::Locale country("", *code);
        for (const char* language : kLanguages) {
            icu::UnicodeString shown;
            country.getDisplayCountry(icu::Locale(language), shown);
            std::string name;
            shown.toUTF8String(name);
            names.insert(plainName(name));
        }
    }
    return names;
}

Names countryCodes() {
    Names codes;
    for (const char* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code) {
        codes.insert(*code);
        codes.insert(icu::Locale("", *code).getISO3Country());
    }
    return codes;
}

} // namespace

bool isCountry(std::string_view text) {
    static const Names names = countryNames();
    static const Names codes = countryCodes();
    // Small letters are words: "it" and "no" are no countries.
    const bool code = text.size() <= 3 && std::all_of(text.begin(), text.end(),
                                                      [](char c) { return c >= 'A' && c <= 'Z'; });
    if (code && codes.contains(std::string(text)))
        return true;
    return text.size() <= 60 && names.contains(plainName(text));
}

} // namespace leadsheet::app
