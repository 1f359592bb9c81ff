// SPDX-License-Identifier: Apache-2.0
#include "map/places.hpp"

#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/name_meaning.hpp"
#include "text/json_text.hpp"
#include "text/names.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

using Regions = std::unordered_map<std::string, std::vector<CountryCode>>;
struct CodedRegion {
    CountryCode country;
    std::string name;
};
using RegionCodes = std::unordered_map<std::string, std::vector<CodedRegion>>;
using WordSet = std::unordered_set<std::string>;

constexpr std::size_t kLongestCode = 3;
constexpr std::size_t kLongestPlace = 80; // bytes; what is longer is a sentence

struct Gazetteer {
    Regions regions;                                    ///< by plain name
    RegionCodes codes;                                  ///< by letters as they stand
    std::unordered_map<std::string, CountryCode> heads; ///< "Bundesland"
    WordSet wide;
    Regions areas; ///< their countries by plain name
    WordSet alsoCities;
    WordSet cityStates;
    WordSet ranks;
    WordSet ends;
    WordSet fields;
    WordSet owners;
    WordSet industries;
    WordSet industryStarts;
};

CountryCode codeOf(std::string_view letters) {
    return {letters[0], letters[1]};
}

WordSet wordSetOf(const json::object& root, std::string_view name, bool firstPart = false) {
    WordSet words;
    if (const auto* list = root.if_contains(name))
        forEachText(*list, [&](std::string_view word) {
            words.insert(plainName(firstPart ? word.substr(0, word.find(',')) : word));
        });
    return words;
}

void addRegions(const json::object& root, Gazetteer& gazetteer) {
    const auto* regions = objectIn(root, "regions");
    if (regions == nullptr)
        return;
    for (const auto& [country, parts] : *regions) {
        if (country.size() != 2 || !parts.is_object())
            continue;
        for (const auto& [letters, names] : parts.get_object()) {
            const auto* list = names.if_array();
            if (!letters.empty() && list != nullptr && !list->empty())
                gazetteer.codes[std::string(letters)].push_back(
                    {codeOf(country), std::string(list->front().as_string())});
            forEachText(names, [&, of = codeOf(country)](std::string_view name) {
                gazetteer.regions[plainName(name)].push_back(of);
            });
        }
    }
}

void addRegionHeads(const json::object& root, Gazetteer& gazetteer) {
    if (const auto* heads = objectIn(root, "regionHeads"))
        for (const auto& [country, names] : *heads)
            forEachText(names, [&, of = codeOf(country)](std::string_view name) {
                gazetteer.heads.emplace(plainName(name), of);
            });
}

void addAreas(const json::object& root, Gazetteer& gazetteer) {
    const auto* areas = root.if_contains("areas");
    if (areas == nullptr || !areas->is_array())
        return;
    for (const json::value& area : areas->get_array()) {
        std::vector<CountryCode> countries;
        forEachText(area.at("countries"),
                    [&](std::string_view code) { countries.push_back(codeOf(code)); });
        forEachText(area.at("names"),
                    [&](std::string_view name) { gazetteer.areas[plainName(name)] = countries; });
    }
}

Gazetteer readGazetteer() {
    Gazetteer gazetteer;
    json::error_code error;
    const json::value document = json::parse(kPlacesJson, error);
    const auto* root = error ? nullptr : document.if_object();
    if (root == nullptr)
        return gazetteer;
    addRegions(*root, gazetteer);
    addRegionHeads(*root, gazetteer);
    gazetteer.wide = wordSetOf(*root, "wide");
    addAreas(*root, gazetteer);
    gazetteer.alsoCities = wordSetOf(*root, "alsoCities");
    gazetteer.cityStates = wordSetOf(*root, "cityStates");
    gazetteer.ranks = wordSetOf(*root, "titleRanks");
    gazetteer.ends = wordSetOf(*root, "titleEnds");
    gazetteer.fields = wordSetOf(*root, "titleFields");
    gazetteer.owners = wordSetOf(*root, "titleOwners");
    gazetteer.industries = wordSetOf(*root, "industriesWithCommas");
    gazetteer.industryStarts = wordSetOf(*root, "industriesWithCommas", true);
    return gazetteer;
}

const Gazetteer& gazetteer() {
    static const Gazetteer known = readGazetteer();
    return known;
}

} // namespace

PlaceRoles placeRoles(std::string_view text) {
    PlaceRoles roles;
    text = trimmed(text);
    if (text.empty() || text.size() > kLongestPlace)
        return roles;
    const Gazetteer& known = gazetteer();
    roles.plain = plainName(text);
    if (const std::string_view country = countryCode(text, roles.plain); !country.empty())
        roles.countries.push_back(codeOf(country));
    if (text.size() <= kLongestCode)
        if (const auto found = known.codes.find(std::string(text)); found != known.codes.end()) {
            for (const CodedRegion& region : found->second)
                roles.regionOf.push_back(region.country);
            roles.code = true;
        }
    if (const auto found = known.regions.find(roles.plain); found != known.regions.end())
        roles.regionOf.insert(roles.regionOf.end(), found->second.begin(), found->second.end());
    roles.wide = known.wide.contains(roles.plain);
    roles.alsoCity = known.alsoCities.contains(roles.plain);
    roles.cityState = known.cityStates.contains(roles.plain);
    return roles;
}

namespace {

PlaceCode findPlaceCode(const std::string& letters, std::string_view header) {
    PlaceCode code;
    const auto found = gazetteer().codes.find(letters);
    if (found == gazetteer().codes.end())
        return code;
    if (const std::string_view country = countryCode(letters); !country.empty())
        code.country = countryName(country);
    auto regions = found->second;
    for (const std::string& word : wordsOf(header))
        if (const auto head = gazetteer().heads.find(word); head != gazetteer().heads.end()) {
            const auto isElsewhere = [&](const CodedRegion& region) {
                return region.country != head->second;
            };
            if (!std::all_of(regions.begin(), regions.end(), isElsewhere))
                std::erase_if(regions, isElsewhere);
        }
    for (const CodedRegion& region : regions) {
        const std::string_view of(region.country.data(), region.country.size());
        code.regions.push_back(region.name + ", " + countryName(of));
        code.isState = code.isState || of == "US";
    }
    return code;
}

} // namespace

PlaceCode placeCode(std::string_view letters, std::string_view header) {
    if (letters.size() > kLongestCode)
        return {};
    // Columns are few, and their cells many.
    constexpr std::size_t kMaxColumns = 64;
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::unordered_map<std::string, std::unordered_map<std::string, PlaceCode>> known;
    if (known.size() > kMaxColumns)
        known.clear();
    auto& codes = known[std::string(header)];
    if (codes.size() >= kMaxKept)
        codes.clear();
    const auto [code, fresh] = codes.try_emplace(std::string(letters));
    if (fresh)
        code->second = findPlaceCode(code->first, header);
    return code->second;
}

namespace {

bool findKnownPlace(std::string_view text) {
    const auto isKnown = [](std::string_view name) {
        return !placeRoles(name).isUnknown() || !countryOfCarSign(name).empty();
    };
    const std::string plain = plainName(text);
    const CellWords& words = CellWords::builtIn();
    if (isKnown(text) || words.isEverywhere(plain) || words.isNational(plain) ||
        words.placeholder(text) != Placeholder::No || !nearCountry(text).empty())
        return true;
    constexpr std::size_t kShortestWord = 3; // "AG" is a kind of company as well
    const auto parts = trimmedParts(text, " -()");
    const auto isNumber = [](std::string_view word) { // "EU 27"
        return word.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return parts.size() > 1 &&
           (std::any_of(parts.begin(), parts.end(),
                        [&](std::string_view word) {
                            return word.size() >= kShortestWord && isKnown(word);
                        }) ||
            (std::all_of(parts.begin(), parts.end(), // "DE-AT-CH"
                         [&](std::string_view word) { return isKnown(word) || isNumber(word); }) &&
             !std::all_of(parts.begin(), parts.end(), isNumber)));
}

} // namespace

bool isKnownPlace(std::string_view text) {
    // A column names few places, many times.
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::unordered_map<std::string, bool> known;
    if (known.size() >= kMaxKept)
        known.clear();
    const auto [found, fresh] = known.try_emplace(std::string(text));
    if (fresh)
        found->second = findKnownPlace(text);
    return found->second;
}

bool liesInArea(std::string_view country, const std::string& plainArea) {
    const auto found = gazetteer().areas.find(plainArea);
    return country.size() == 2 && found != gazetteer().areas.end() &&
           std::find(found->second.begin(), found->second.end(), codeOf(country)) !=
               found->second.end();
}

bool isWideArea(const std::string& plain) {
    return gazetteer().wide.contains(plain);
}

TitlePart titlePart(std::string_view text) {
    const Gazetteer& known = gazetteer();
    const std::string plain = plainName(text);
    if (known.ranks.contains(plain))
        return TitlePart::Rank;
    if (known.fields.contains(plain))
        return TitlePart::Field;
    const auto words = plainWords(text);
    const auto isWord = [&](const std::string& word) {
        return known.ends.contains(word) || known.ranks.contains(word);
    };
    if (std::any_of(words.begin(), words.end(), isWord))
        return TitlePart::Whole;
    // German titles are one word: "Vertriebsleiter".
    const auto endsLike = [&](std::string_view end) {
        return plain.size() > end.size() && plain.ends_with(end);
    };
    if (endsLike("leiter") || endsLike("leiterin") || endsLike("manager") || endsLike("managerin"))
        return TitlePart::Whole;
    const PlaceRoles roles = placeRoles(text);
    if (roles.wide || !roles.countries.empty() || !roles.regionOf.empty())
        return TitlePart::Place;
    return TitlePart::Unknown;
}

bool isOwnerTitle(std::string_view title) {
    return gazetteer().owners.contains(plainName(title));
}

bool namesField(std::string_view title) {
    const auto words = plainWords(title);
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return gazetteer().fields.contains(word); });
}

bool isIndustryWithCommas(std::string_view text) {
    return gazetteer().industries.contains(plainName(text));
}

bool startsIndustryWithCommas(std::string_view part) {
    return gazetteer().industryStarts.contains(plainName(part));
}

bool namesPlaceAmongWords(std::string_view text) {
    constexpr std::size_t kMostWords = 3;
    constexpr std::size_t kShortestName = 4; // "US" is one as well
    const auto isUpper = [](char c) {
        return c >= 'A' && c <= 'Z';
    };
    const auto words = trimmedParts(text, " ,;:()[]/|\"-\n");
    for (std::size_t from = 0; from < words.size(); ++from)
        for (std::size_t count = 1; count <= kMostWords && from + count <= words.size(); ++count) {
            const std::string_view last = words[from + count - 1];
            const std::string_view name(
                words[from].data(),
                static_cast<std::size_t>(last.data() + last.size() - words[from].data()));
            const bool code = std::all_of(name.begin(), name.end(), isUpper);
            const bool capital =
                isUpper(name.front()) || static_cast<unsigned char>(name.front()) >= 0x80;
            if (!capital ||
                (name.size() < kShortestName && !isOneOf(name, {"UK", "US", "EU", "USA", "UAE"})))
                continue;
            const PlaceRoles place = placeRoles(name);
            if (!place.countries.empty() || (place.wide && code))
                return true;
        }
    return false;
}

} // namespace leadsheet::app
