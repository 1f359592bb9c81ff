// SPDX-License-Identifier: Apache-2.0
#include "map/countries.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unicode/locid.h>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace leadsheet::app {
namespace {

using Names = std::unordered_map<std::string, std::string>; // to two-letter codes

// Below, one changed letter makes another name: Vienna is not Vietnã.
constexpr std::size_t kShortestEnglish = 6;
constexpr std::size_t kShortestSwapped = 5; // two letters that changed places: "Itlay"
constexpr std::size_t kShortestOther = 8;
constexpr std::size_t kLongestName = 60;
constexpr std::array kLanguages = {"en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da"};
// Read as they are written, and no slips of them.
constexpr std::array kMoreLanguages = {"nb", "cs", "tr"};
constexpr std::size_t kShortestOfMore = 4; // "\u00C7ad" is Chad in Turkish, and CAD a program

struct ShortForm {
    const char* name;
    const char* code;
};
constexpr std::array kShortForms = {ShortForm{"uk", "GB"},
                                    ShortForm{"usa", "US"},
                                    ShortForm{"us", "US"},
                                    ShortForm{"u.s.", "US"},
                                    ShortForm{"u.s.a.", "US"},
                                    ShortForm{"uae", "AE"},
                                    ShortForm{"holland", "NL"},
                                    ShortForm{"great britain", "GB"},
                                    ShortForm{"england", "GB"},
                                    ShortForm{"scotland", "GB"},
                                    ShortForm{"czechia", "CZ"},
                                    ShortForm{"turkey", "TR"},
                                    ShortForm{"south korea", "KR"},
                                    ShortForm{"russia", "RU"},
                                    ShortForm{"wales", "GB"},
                                    ShortForm{"vereinigtes koenigreich", "GB"},
                                    ShortForm{"holanda", "NL"},
                                    ShortForm{"hollande", "NL"},
                                    ShortForm{"olanda", "NL"},
                                    ShortForm{"inglaterra", "GB"},
                                    ShortForm{"angleterre", "GB"},
                                    ShortForm{"inghilterra", "GB"},
                                    ShortForm{"engeland", "GB"},
                                    ShortForm{"anglia", "GB"},
                                    ShortForm{"gran bretana", "GB"},
                                    ShortForm{"grande bretagne", "GB"},
                                    ShortForm{"gran bretagna", "GB"},
                                    ShortForm{"grossbritannien", "GB"},
                                    ShortForm{"ivory coast", "CI"},
                                    ShortForm{"cape verde", "CV"},
                                    ShortForm{"eeuu", "US"},
                                    ShortForm{"estados unidos de america", "US"},
                                    ShortForm{"united states of america", "US"},
                                    ShortForm{"tschechien", "CZ"},
                                    ShortForm{"holandia", "NL"},
                                    ShortForm{"republic of ireland", "IE"},
                                    ShortForm{"eire", "IE"},
                                    ShortForm{"britain", "GB"},
                                    ShortForm{"czech republic", "CZ"},
                                    ShortForm{"slovak republic", "SK"},
                                    ShortForm{"hellenic republic", "GR"},
                                    ShortForm{"turkiye", "TR"},
                                    ShortForm{"tuerkiye", "TR"},
                                    ShortForm{"republic of turkiye", "TR"},
                                    ShortForm{"burma", "MM"},
                                    ShortForm{"swaziland", "SZ"},
                                    ShortForm{"east timor", "TL"},
                                    ShortForm{"czech rep", "CZ"},
                                    ShortForm{"slovak rep", "SK"},
                                    ShortForm{"dominican rep", "DO"},
                                    ShortForm{"dom rep", "DO"},
                                    ShortForm{"korea", "KR"},
                                    ShortForm{"rep of korea", "KR"},
                                    ShortForm{"brd", "DE"},
                                    ShortForm{"bundesrepublik deutschland", "DE"},
                                    ShortForm{"tschechische republik", "CZ"},
                                    ShortForm{"republique tcheque", "CZ"},
                                    ShortForm{"republica checa", "CZ"},
                                    ShortForm{"repubblica ceca", "CZ"},
                                    ShortForm{"bosnia", "BA"},
                                    ShortForm{"bosnien", "BA"},
                                    ShortForm{"bosnie", "BA"},
                                    ShortForm{"bosnia herzegovina", "BA"},
                                    ShortForm{"bosnia and herz", "BA"},
                                    ShortForm{"ksa", "SA"},
                                    ShortForm{"saudi", "SA"},
                                    ShortForm{"kingdom of saudi arabia", "SA"},
                                    ShortForm{"emirates", "AE"},
                                    ShortForm{"the emirates", "AE"},
                                    ShortForm{"emirate", "AE"},
                                    ShortForm{"emiraten", "AE"},
                                    ShortForm{"arab emirates", "AE"},
                                    ShortForm{"vereinigte emirate", "AE"},
                                    ShortForm{"macedonia", "MK"},
                                    ShortForm{"mazedonien", "MK"},
                                    ShortForm{"macedoine", "MK"},
                                    ShortForm{"fyrom", "MK"},
                                    ShortForm{"fyr macedonia", "MK"},
                                    ShortForm{"prc", "CN"},
                                    ShortForm{"pr china", "CN"},
                                    ShortForm{"mainland china", "CN"},
                                    ShortForm{"palestine", "PS"},
                                    ShortForm{"palaestina", "PS"},
                                    ShortForm{"palestina", "PS"},
                                    ShortForm{"vatican", "VA"},
                                    ShortForm{"vatikan", "VA"},
                                    ShortForm{"eua", "US"},
                                    ShortForm{"the united states", "US"},
                                    ShortForm{"the united states of america", "US"},
                                    ShortForm{"the usa", "US"},
                                    ShortForm{"the us", "US"},
                                    ShortForm{"the united kingdom", "GB"},
                                    ShortForm{"the uk", "GB"},
                                    ShortForm{"the netherlands", "NL"},
                                    ShortForm{"the philippines", "PH"},
                                    ShortForm{"the uae", "AE"},
                                    ShortForm{"drc", "CD"},
                                    ShortForm{"dr congo", "CD"},
                                    ShortForm{"antigua", "AG"},
                                    ShortForm{"st kitts", "KN"},
                                    ShortForm{"trinidad", "TT"},
                                    ShortForm{"suomi", "FI"},
                                    ShortForm{"hellas", "GR"},
                                    ShortForm{"magyarorszag", "HU"},
                                    ShortForm{"hrvatska", "HR"},
                                    ShortForm{"eesti", "EE"},
                                    ShortForm{"latvija", "LV"},
                                    ShortForm{"lietuva", "LT"},
                                    ShortForm{"slovensko", "SK"},
                                    ShortForm{"slovenija", "SI"},
                                    ShortForm{"srbija", "RS"}};

// As the United Nations and the standards write them, with the form that lists are sorted by.
constexpr std::array kOfficialNames = {
    ShortForm{"united mexican states", "MX"},
    ShortForm{"federated states of micronesia", "FM"},
    ShortForm{"federal republic of germany", "DE"},
    ShortForm{"swiss confederation", "CH"},
    ShortForm{"russian federation", "RU"},
    ShortForm{"republic of korea", "KR"},
    ShortForm{"korea south", "KR"},
    ShortForm{"korea republic of", "KR"},
    ShortForm{"korea north", "KP"},
    ShortForm{"democratic peoples republic of korea", "KP"},
    ShortForm{"korea democratic peoples republic of", "KP"},
    ShortForm{"kingdom of the netherlands", "NL"},
    ShortForm{"united kingdom of great britain and northern ireland", "GB"},
    ShortForm{"peoples republic of china", "CN"},
    ShortForm{"islamic republic of iran", "IR"},
    ShortForm{"bolivarian republic of venezuela", "VE"},
    ShortForm{"plurinational state of bolivia", "BO"},
    ShortForm{"united republic of tanzania", "TZ"},
    ShortForm{"republic of moldova", "MD"},
    ShortForm{"lao peoples democratic republic", "LA"},
    ShortForm{"syrian arab republic", "SY"},
    ShortForm{"state of palestine", "PS"},
    ShortForm{"palestine state of", "PS"},
    ShortForm{"the democratic republic of the congo", "CD"},
    ShortForm{"democratic republic of the congo", "CD"},
    ShortForm{"congo the democratic republic of the", "CD"},
    ShortForm{"congo democratic republic of the", "CD"},
    ShortForm{"republic of the congo", "CG"},
    ShortForm{"congo republic of the", "CG"},
    ShortForm{"congo republic of", "CG"},
    ShortForm{"china republic of", "TW"},
    ShortForm{"viet nam", "VN"},
    ShortForm{"brunei darussalam", "BN"},
    ShortForm{"cabo verde", "CV"},
    ShortForm{"taiwan province of china", "TW"},
    ShortForm{"macedonia the former yugoslav republic of", "MK"},
    ShortForm{"bonaire sint eustatius and saba", "BQ"},
    ShortForm{"saint helena ascension and tristan da cunha", "SH"}};

std::string shownName(const char* code, const char* language) {
    icu::UnicodeString shown;
    icu::Locale("", code).getDisplayCountry(icu::Locale(language), shown);
    std::string name;
    shown.toUTF8String(name);
    return name;
}

// "Trinidad & Tobago" is written with a word as well.
void addName(Names& names, const std::string& shown, const char* code) {
    names.emplace(plainName(shown), code);
    constexpr std::string_view kSaint = "St. ";
    if (shown.starts_with(kSaint))
        addName(names, "Saint " + shown.substr(kSaint.size()), code);
    const auto sign = shown.find(" & ");
    if (sign == std::string::npos)
        return;
    for (const char* word : {"and", "und", "et", "y", "e", "en", "i", "och", "og"})
        names.emplace(plainName(shown.substr(0, sign) + " " + word + shown.substr(sign + 2)), code);
}

Names countryNames() {
    Names names;
    for (const ShortForm& form : kShortForms)
        names.emplace(plainName(form.name), form.code);
    for (const ShortForm& form : kOfficialNames)
        names.emplace(plainName(form.name), form.code);
    for (const char* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code)
        for (const char* language : kLanguages)
            addName(names, shownName(*code, language), *code);
    for (const char* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code)
        for (const char* language : kMoreLanguages)
            if (const std::string shown = shownName(*code, language);
                plainName(shown).size() >= kShortestOfMore)
                addName(names, shown, *code);
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

/// Countries by what is left of their names without one letter.
struct NearNames {
    struct Country {
        std::string plain;
        std::string shown;
        std::string code;
    };
    std::vector<Country> countries;
    std::unordered_multimap<std::string, std::size_t> shortened;

    NearNames() {
        for (const char* language : kLanguages)
            for (const char* const* code = icu::Locale::getISOCountries(); *code != nullptr; ++code)
                add(*code, shownName(*code, language), std::string_view(language) == "en");
        for (const char* name :
             {"England", "Scotland", "Holland", "Great Britain", "Czechia", "South Korea"})
            add(countryCode(name).data(), name, true);
    }

    void add(const char* code, std::string shown, bool english) {
        std::string plain = plainName(shown);
        const std::size_t shortest = english ? kShortestEnglish : kShortestOther;
        const bool swaps = english && plain.size() >= kShortestSwapped;
        if ((!swaps && plain.size() < shortest) || !known_.insert(plain).second)
            return;
        if (swaps)
            swapped_.emplace(sorted(plain), countries.size());
        if (plain.size() < shortest) {
            countries.push_back({std::move(plain), std::move(shown), code});
            return;
        }
        shortened.emplace(plain, countries.size());
        for (std::size_t at = 0; at < plain.size(); ++at)
            shortened.emplace(std::string(plain).erase(at, 1), countries.size());
        countries.push_back({std::move(plain), std::move(shown), code});
    }

    const Country* near(const std::string& plain) const {
        const Country* found = nullptr;
        bool several = false;
        const auto look = [&](const std::string& key) {
            const auto [from, to] = shortened.equal_range(key);
            for (auto at = from; at != to; ++at) {
                const Country& country = countries[at->second];
                if (country.plain.front() != plain.front() ||
                    editDistance(country.plain, plain) != 1)
                    continue;
                several = several || (found != nullptr && found->code != country.code);
                found = found == nullptr ? &country : found;
            }
        };
        if (plain.size() >= kShortestEnglish) {
            look(plain);
            for (std::size_t at = 0; at < plain.size(); ++at)
                look(std::string(plain).erase(at, 1));
        }
        const auto [from, to] = swapped_.equal_range(sorted(plain));
        for (auto at = from; found == nullptr && at != to; ++at)
            if (isSwapped(countries[at->second].plain, plain))
                found = &countries[at->second];
        return several ? nullptr : found;
    }

private:
    static std::string sorted(std::string letters) {
        std::sort(letters.begin(), letters.end());
        return letters;
    }
    static bool isSwapped(const std::string& one, const std::string& other) {
        const auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
        return one.end() - a >= 2 && *a == b[1] && a[1] == *b &&
               std::equal(a + 2, one.end(), b + 2, other.end());
    }

    std::unordered_multimap<std::string, std::size_t> swapped_; ///< by their letters in order
    std::unordered_set<std::string> known_;
};

// "Islamic Republic of", "The": stands behind a name in lists that are sorted by it, and is not one
// by itself.
bool isTurnedTail(std::string_view text) {
    const std::string plain = lowerCase(text);
    if (plain == "the")
        return true;
    if (!plain.ends_with(" of") && !plain.ends_with(" of the"))
        return false;
    bool state = false;
    for (const std::string_view word : trimmedParts(plain, " ")) {
        const bool names = isOneOf(word, {"republic", "kingdom", "state", "federation", "emirates",
                                          "principality", "sultanate", "commonwealth", "union"});
        if (!names &&
            !isOneOf(word, {"the", "of", "and", "islamic", "democratic", "people's",
                            "people\u2019s", "peoples", "plurinational", "bolivarian", "federal",
                            "federated", "states", "united", "arab", "socialist", "independent"}))
            return false;
        // "States of" alone may be some of them.
        state = state || names || word == "federated";
    }
    return state;
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
    // Small letters are words: "it" and "no" are not countries.
    const bool code = text.size() <= 3 && std::all_of(text.begin(), text.end(),
                                                      [](char c) { return c >= 'A' && c <= 'Z'; });
    if (code)
        if (const auto meant = find(codes, std::string(text)); !meant.empty())
            return meant;
    if (text.size() > kLongestName)
        return {};
    const std::string_view known = find(names, plain);
    const auto comma = known.empty() ? text.find(',') : std::string_view::npos;
    return comma != std::string_view::npos && isTurnedTail(trimmed(text.substr(comma + 1)))
               ? find(names, plainName(text.substr(0, comma)))
               : known;
}

bool isCountryWithComma(std::string_view text) {
    const auto comma = text.find(',');
    return comma != std::string_view::npos &&
           // What stands behind a bracket is left out of plain names.
           text.find('(') == std::string_view::npos && isCountry(text);
}

std::string_view countryOfCarSign(std::string_view text) {
    constexpr std::array<std::pair<char, std::string_view>, 10> kSigns{{{'A', "AT"},
                                                                        {'B', "BE"},
                                                                        {'D', "DE"},
                                                                        {'E', "ES"},
                                                                        {'F', "FR"},
                                                                        {'I', "IT"},
                                                                        {'L', "LU"},
                                                                        {'N', "NO"},
                                                                        {'P', "PT"},
                                                                        {'S', "SE"}}};
    // As in lists of results of games, where they differ from the codes of ISO.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kTeams{{{"GER", "DE"},
                                                                                    {"SUI", "CH"},
                                                                                    {"NED", "NL"},
                                                                                    {"DEN", "DK"},
                                                                                    {"POR", "PT"},
                                                                                    {"GRE", "GR"},
                                                                                    {"CRO", "HR"},
                                                                                    {"BUL", "BG"},
                                                                                    {"LAT", "LV"},
                                                                                    {"RSA", "ZA"}}};
    for (const auto& [letters, code] : kTeams)
        if (text == letters)
            return code;
    const auto* const found = std::find_if(kSigns.begin(), kSigns.end(), [&](const auto& sign) {
        return text.size() == 1 && text.front() == sign.first;
    });
    return found == kSigns.end() ? std::string_view() : found->second;
}

std::string countryName(std::string_view code) {
    // Asked for the place of every row.
    static const Names names = [] {
        Names shown;
        for (const char* const* one = icu::Locale::getISOCountries(); *one != nullptr; ++one)
            shown.emplace(*one, shownName(*one, "en"));
        return shown;
    }();
    const std::string key(code);
    const auto found = names.find(key);
    return found == names.end() ? shownName(key.c_str(), "en") : found->second;
}

namespace {

std::string findNear(std::string_view text) {
    if (text.size() > kLongestName || isCountry(text))
        return {};
    const std::string plain = plainName(text);
    // Places that are one letter away from a country.
    if (plain.size() < kShortestSwapped ||
        isOneOf(plain, {"granada", "iberia", "columbia", "victoria", "tunisi", "algiers",
                        "montreal", "valencia", "palermo", "brasilia"}))
        return {};
    static const NearNames names;
    const auto* country = names.near(plain);
    return country == nullptr ? std::string() : country->shown;
}

} // namespace

std::string nearCountry(std::string_view text) {
    // A column names few places, many times.
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::unordered_map<std::string, std::string> known;
    if (known.size() >= kMaxKept)
        known.clear();
    const auto [found, fresh] = known.try_emplace(std::string(text));
    if (fresh)
        found->second = findNear(text);
    return found->second;
}

} // namespace leadsheet::app
