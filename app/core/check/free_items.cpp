// SPDX-License-Identifier: Apache-2.0
#include "check/free_items.hpp"

#include "check/closed_values.hpp"
#include "check/item_remarks.hpp"
#include "leadsheet/messages/check.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/countries.hpp"
#include "map/denials.hpp"
#include "map/name_meaning.hpp"
#include "map/parts_at_commas.hpp"
#include "map/places.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unicode/unistr.h>
#include <unicode/ustring.h>
#include <unordered_map>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

using contract::FieldInfo;

// "tbd, Germany" would be looked for as a place of that name.
bool hasPlaceholder(const FieldInput& input, const std::string& item, const FieldInfo& field,
                    ProblemSink& problems) {
    if (field.name != "locations" || item.find(',') == std::string::npos)
        return false;
    const auto isMissing = [](std::string_view part) {
        // "ND" is North Dakota, and "NA" may be Namibia.
        constexpr std::string_view kSigns = "-?.*/_";
        return (part.size() > 2 || part.find_first_not_of(kSigns) == std::string::npos) &&
               CellWords::builtIn().placeholder(part) != Placeholder::No;
    };
    const auto parts = trimmedParts(item, ",");
    std::string meant;
    for (const std::string_view part : parts)
        if (!isMissing(part))
            meant.append(meant.empty() ? "" : ", ").append(part);
    if (std::none_of(parts.begin(), parts.end(), isMissing))
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::Placeholder, input.of(item),
                 say::partStandsForMissingValue(quotable(item)), say::writePlaceOrKnownPart(),
                 readAs(input.of(item), {meant}, false));
    return true;
}

// "bundesweit" beside no country: read as nothing, it would buy all over the world.
bool isNational(const FieldInput& input, const std::string& item, const FieldInfo& field,
                ProblemSink& problems) {
    if (field.name != "locations" || !CellWords::builtIn().isNational(plainName(item)))
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::Placeholder, input.of(item),
                 say::countryNotNamed(quotable(item)), say::writeTheCountry(),
                 readAs(input.of(item), {"", item}, false));
    return true;
}

// "North" alone: a region of any country, or of none.
bool isSideAlone(const FieldInput& input, const std::string& item, const FieldInfo& field,
                 ProblemSink& problems) {
    if (field.name != "locations" || input.joined || !placeRoles(item).isUnknown() ||
        !Vocabulary::builtIn().isCellWord("placeSide", plainName(item)))
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::UnclearPlace, input.of(item),
                 say::sideOfNoPlace(quotable(item)), say::writeCountryBesideSide(),
                 readAs(input.of(item), {item}, false));
    return true;
}

// The byte that Windows programs read as this character; negative when there is none.
int windowsByte(UChar32 c) {
    constexpr std::array<std::uint16_t, 32> kSpecial = {
        0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
    if (c < 0x100)
        return static_cast<int>(c);
    const auto* const found = std::find(kSpecial.begin(), kSpecial.end(), c);
    return found == kSpecial.end() ? -1 : static_cast<int>(0x80 + (found - kSpecial.begin()));
}

// "M\u00C3\u00BCnchen" is the UTF-8 of M\u00FCnchen, read as if it were Windows-1252. Empty for
// other texts.
std::string repaired(std::string_view text) {
    // Nearly all texts have none of the letters that the first bytes of UTF-8 become.
    const auto isLead = [](char c) {
        return c == '\xC3';
    };
    const auto lead = std::find_if(text.begin(), text.end(), isLead);
    if (lead == text.end() || text.end() - lead < 4)
        return {};
    const auto letters =
        icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
    std::string bytes;
    for (std::int32_t at = 0; at < letters.length(); at = letters.moveIndex32(at, 1)) {
        const int byte = windowsByte(letters.char32At(at));
        if (byte < 0)
            return {};
        bytes += static_cast<char>(byte);
    }
    UErrorCode status = U_ZERO_ERROR;
    std::int32_t length = 0;
    u_strFromUTF8(nullptr, 0, &length, bytes.data(), static_cast<std::int32_t>(bytes.size()),
                  &status);
    const bool valid = status == U_BUFFER_OVERFLOW_ERROR || status == U_ZERO_ERROR;
    return valid && bytes != text ? bytes : std::string();
}

bool isRepairable(const FieldInput& input, const std::string& item, ProblemSink& problems) {
    const std::string meant = repaired(item);
    if (meant.empty())
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::ReplacedText, input.of(item),
                 say::garbledByEncoding(quotable(item), quotable(meant)),
                 say::correctOrExportUtf8(), readAs(input.of(item), {meant}, true));
    return true;
}

// "G\u0435rmany": a Cyrillic letter among Latin ones looks the same, and is found nowhere.
bool hasOtherLetters(const FieldInput& input, const std::string& item, ProblemSink& problems) {
    if (item.find_first_of("\xD0\xD1") == std::string::npos)
        return false;
    constexpr std::u16string_view kCyrillic =
        u"\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0410\u0412\u0415\u041A\u041C\u041D"
        u"\u041E\u0420\u0421\u0422\u0425\u0406";
    constexpr std::string_view kLatin = "aeopcyxiABEKMHOPCTXI";
    auto text = icu::UnicodeString::fromUTF8({item.data(), static_cast<std::int32_t>(item.size())});
    bool latin = false;
    bool cyrillic = false;
    bool mixed = false;
    for (std::int32_t at = 0; at < text.length(); ++at) {
        const char16_t c = text.charAt(at);
        const bool ascii = c < 0x80 && isLetter(static_cast<char>(c));
        const bool letter = ascii || c >= 0x80;
        latin = letter && (latin || ascii);
        cyrillic = letter && (cyrillic || (c >= 0x400 && c < 0x500));
        mixed = mixed || (latin && cyrillic);
        if (const auto alike = kCyrillic.find(c); alike != kCyrillic.npos)
            text.setCharAt(at, static_cast<char16_t>(kLatin[alike]));
    }
    if (!mixed)
        return false;
    std::string meant;
    text.toUTF8String(meant);
    problems.add(ProblemLevel::Blocks, ProblemCode::NearValue, input.of(item),
                 say::almostKnownValue(quotable(item), quotable(meant)), say::correctUnlessMeant(),
                 readAs(input.of(item), {meant, item}, true));
    return true;
}

bool isAddress(const FieldInput& input, const std::string& item, const FieldInfo& field,
               ProblemSink& problems) {
    if (item.find('@') == std::string::npos && item.find("://") == std::string::npos)
        return false;
    if (!looksLikeEmail(item) && !looksLikeUrl(item))
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(item),
                 say::addressNotAValue(quotable(item), field.name), say::writeWordsOrRemap());
    return true;
}

// "VP*" and "%sales%" would be looked for with their signs; "100%" is a number.
bool hasWildcard(const FieldInput& input, const std::string& item, ProblemSink& problems) {
    const auto letterAt = [&](std::size_t at) {
        return at < item.size() && isLetter(item[at]);
    };
    std::string bare = item;
    bool found = false;
    for (std::size_t i = 0; i < item.size(); ++i) {
        const bool share = item[i] == '%' && i > 0 && item[i - 1] >= '0' && item[i - 1] <= '9';
        if ((item[i] != '*' && item[i] != '%') || share)
            continue;
        bare[i] = ' ';
        found = found || i == 0 || i + 1 == item.size() || letterAt(i - 1) || letterAt(i + 1);
    }
    const auto words = trimmedParts(bare, " ");
    if (!found || words.empty())
        return false;
    std::string meant;
    for (const std::string_view word : words)
        meant.append(meant.empty() ? "" : " ").append(word);
    problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(item),
                 say::wildcardIsText(quotable(item)), say::writeWordsWithoutWildcard(),
                 readAs(input.of(item), {meant, item}, true));
    return true;
}

// Where "50 km" ends in it; npos without a distance. "Detroit, MI 48226" has none.
std::size_t endOfDistance(std::string_view text) {
    const std::string lower = lowerCase(text);
    const auto isDigit = [&](std::size_t at) {
        return at < lower.size() && lower[at] >= '0' && lower[at] <= '9';
    };
    for (std::size_t at = 0; at < lower.size(); ++at) {
        if (!isDigit(at) || isDigit(at + 1))
            continue;
        std::size_t begin = at + 1;
        while (begin < lower.size() && lower[begin] == ' ')
            ++begin;
        std::size_t end = begin;
        while (end < lower.size() && isLetter(lower[end]))
            ++end;
        if (isOneOf(lower.substr(begin, end - begin),
                    {"km", "kms", "kilometer", "kilometers", "kilometern", "kilometre",
                     "kilometres", "kilom\u00E8tres", "kil\u00F3metros", "chilometri", "miles",
                     "meilen"}))
            return end;
    }
    return std::string_view::npos;
}

// "Stuttgart" of "50 km um Stuttgart" and of "Stuttgart (50 km)"; empty where it is not clear.
std::string placeAround(std::string_view item, std::size_t end) {
    const auto bracket = item.find_first_of("([");
    std::string_view place;
    if (bracket != std::string_view::npos && bracket > 0 && bracket < end) {
        place = item.substr(0, bracket);
    } else {
        const std::string_view rest = item.substr(end);
        std::size_t first = std::string_view::npos;
        for (const std::string_view before : {" um ", " around ", " of ", " from ", " autour de ",
                                              " de ", " di ", " rond ", " von ", " alrededor de "})
            if (const auto at = rest.find(before); at < first) {
                first = at;
                place = rest.substr(at + before.size());
            }
    }
    return place.find_first_of("0123456789()[]") == std::string_view::npos
               ? std::string(trimmed(place))
               : std::string();
}

// "Umkreis 50 km um Stuttgart" would be looked for as a place of that name.
bool hasRadius(const FieldInput& input, const std::string& item, const FieldInfo& field,
               ProblemSink& problems) {
    if (field.name != "locations")
        return false;
    const std::size_t end = endOfDistance(item);
    if (end == std::string_view::npos)
        return false;
    std::vector<std::string> meanings{item};
    if (auto place = placeAround(item, end); !place.empty())
        meanings.insert(meanings.begin(), std::move(place));
    problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(item),
                 say::radiusIsText(quotable(item)), say::namePlacesYouMean(),
                 readAs(input.of(item), meanings, false));
    return true;
}

} // namespace

void leaveOutNational(std::vector<ListItem>& places) {
    if (std::any_of(places.begin(), places.end(),
                    [](const ListItem& place) { return isCountry(place.text); }))
        std::erase_if(places, [](const ListItem& place) {
            return !place.stated && CellWords::builtIn().isNational(plainName(place.text));
        });
}

bool canBeMeant(const FieldInput& input, const std::string& item, const FieldInfo& field,
                ProblemSink& problems) {
    if (isNational(input, item, field, problems) || isSideAlone(input, item, field, problems) ||
        isPlaceholder(input.of(item), field, problems) ||
        hasPlaceholder(input, item, field, problems) || isRepairable(input, item, problems) ||
        hasOtherLetters(input, item, problems) || hasUnseen(input.of(item), problems))
        return false;
    if (!field.format.empty())
        return true;
    if (const auto before = deniedIn(item, input.target)) {
        const bool nothing = namesNothing(*before, field);
        const std::string wanted = nothing ? std::string() : std::string(*before);
        std::vector<std::string> meanings{wanted};
        // "not Bavaria, Saxony" may want Saxony.
        std::string also = wanted;
        const auto parts = partsOutsideBrackets(std::string_view(item).substr(before->size()), ",");
        for (std::size_t i = 1; i < parts.size(); ++i)
            also.append(also.empty() ? "" : ";").append(parts[i]);
        if (also != wanted)
            meanings.push_back(also);
        meanings.push_back(item);
        addDenied(input, item, meanings, problems);
        return false;
    }
    return !isAddress(input, item, field, problems) && !hasRadius(input, item, field, problems) &&
           !isRemarked(input, item, field, problems) && !hasWildcard(input, item, problems);
}

namespace {

// "Sofware development" -> "Software development"; empty where no word is misspelt.
std::string spelt(const std::string& text) {
    std::string meant;
    std::size_t copied = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && isLetter(text[at]))
            ++at;
        const auto word = std::string_view(text).substr(begin, at - begin);
        if (word.empty()) {
            ++at;
            continue;
        }
        std::string known(CellWords::builtIn().wordMisspelt(word));
        if (known.empty())
            continue;
        if (word.front() >= 'A' && word.front() <= 'Z' && known.front() >= 'a' &&
            known.front() <= 'z')
            known.front() = word.front();
        meant.append(text.substr(copied, begin - copied)).append(known);
        copied = at;
    }
    return copied == 0 ? std::string() : meant.append(text.substr(copied));
}

// What a function makes of an item: a column has few of them, many times.
template <auto Made>
const std::string& kept(const std::string& item) {
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::unordered_map<std::string, std::string> known;
    if (known.size() >= kMaxKept)
        known.clear();
    const auto [made, fresh] = known.try_emplace(item);
    if (fresh)
        made->second = Made(item);
    return made->second;
}

} // namespace

void checkSpelling(const FieldInput& input, const std::string& item, ProblemSink& problems) {
    if (const std::string& meant = kept<&spelt>(item); !meant.empty())
        problems.add(ProblemLevel::Odd, ProblemCode::NearValue, input.of(item),
                     say::almostKnownValue(quotable(item), quotable(meant)),
                     say::correctUnlessMeant(), readAs(input.of(item), {meant, item}, true));
}

namespace {

// The part of a place that a column's name says. Columns are few, and their cells many.
PlacePart placePartOf(std::string_view header) {
    thread_local std::pair<std::string, PlacePart> known{"", PlacePart::None};
    if (known.first != header)
        known = {std::string(header), meaningOf(header).place};
    return known.second;
}

bool saysWhichPart(std::string_view header) {
    const PlacePart part = placePartOf(header);
    return part == PlacePart::Country || part == PlacePart::Region;
}

// Where "Canada" and "California, United States" are as likely.
void askWhichPlace(ProblemLevel level, const FieldInput& input,
                   const std::vector<std::string>& meanings, ProblemSink& problems) {
    std::vector<std::string> shown;
    for (const std::string& place : meanings) {
        const auto comma = place.find(", ");
        shown.push_back(comma == std::string::npos
                            ? place
                            : place.substr(0, comma) + " (" + place.substr(comma + 2) + ")");
    }
    problems.add(level, ProblemCode::UnclearPlace, input,
                 say::placeUnclear(quotable(input.text), std::move(shown)), say::choosePlace(),
                 readAs(input, meanings, false));
}

std::vector<std::string> meaningsOf(const PlaceCode& code) {
    std::vector<std::string> meanings{code.country};
    meanings.insert(meanings.end(), code.regions.begin(), code.regions.end());
    return meanings;
}

} // namespace

bool isKnownToService(std::string_view letters) {
    return letters == "DE";
}

PlacePart partBeside(const std::vector<std::string_view>& items) {
    bool countries = false;
    bool regions = false;
    for (const std::string_view item : items) {
        const PlaceRoles roles = placeRoles(item);
        countries = countries || (!roles.countries.empty() && roles.regionOf.empty());
        regions = regions || (!roles.regionOf.empty() && roles.countries.empty());
    }
    return countries == regions ? PlacePart::None
           : countries          ? PlacePart::Country
                                : PlacePart::Region;
}

namespace {

// Orders the place in full, and says so.
bool sayPlaceMeant(const FieldInput& input, std::string& item, std::string meant,
                   ProblemSink& problems) {
    problems.add(ProblemLevel::Odd, ProblemCode::UnclearPlace, input.of(item),
                 say::wasReadAs(quotable(item), {meant}), say::writePlaceInFull(),
                 readAs(input.of(item), {item}, false));
    item = std::move(meant);
    return true;
}

} // namespace

bool readPlaceCode(const FieldInput& input, std::string& item, PlacePart beside,
                   ProblemSink& problems) {
    constexpr std::size_t kLongest = 3;
    const PlacePart named = placePartOf(input.header);
    if (item.size() > kLongest || (beside == PlacePart::Region && named != PlacePart::Region))
        return true;
    const PlaceCode code = placeCode(item, input.header);
    const std::string_view sign = countryOfCarSign(item);
    if (!sign.empty() && !input.joined &&
        (beside == PlacePart::None ? named : beside) == PlacePart::Country)
        return sayPlaceMeant(input, item, countryName(sign), problems);
    if (code.regions.empty() ||
        (code.country.empty() && code.isState)) // "TX" is known by its letters
        return true;
    std::string meant;
    switch (beside == PlacePart::None ? named : beside) {
    case PlacePart::Country:
        if (code.isState && !isKnownToService(item))
            meant = code.country;
        break;
    case PlacePart::Region:
        if (input.joined)
            break;
        if (code.regions.size() == 1)
            meant = code.regions.front();
        else // a state of the US, and one of Brazil
            askWhichPlace(ProblemLevel::Odd, input.of(item), code.regions, problems);
        break;
    case PlacePart::None:
    case PlacePart::Postcode:
    case PlacePart::City:
    case PlacePart::District:
        if (!code.isState || input.joined || isKnownToService(item))
            break;
        askWhichPlace(ProblemLevel::Blocks, input.of(item), meaningsOf(code), problems);
        return false;
    }
    return meant.empty() || sayPlaceMeant(input, item, std::move(meant), problems);
}

namespace {

// "Georgia" is a country and a state; empty for names that say one place. Puerto Rico is one place
// that counts as both.
std::string alsoRegion(const std::string& name) {
    const PlaceRoles roles = placeRoles(name);
    if (roles.countries.empty() || roles.regionOf.empty() || roles.code || roles.alsoCity ||
        roles.cityState || roles.plain == "puertorico")
        return {};
    const CountryCode of = roles.regionOf.front();
    return of == roles.countries.front() ? std::string()
                                         : name + ", " + countryName({of.data(), of.size()});
}

} // namespace

// The exact places are known, others are taken as they stand: only what is a letter away is said,
// and what is two places. "Munich, Germny" is one place that ends with its country.
void checkPlace(const FieldInput& input, const std::string& item, ProblemSink& problems) {
    if (item.find(',') == std::string::npos && !input.joined && !saysWhichPart(input.header))
        if (const std::string& region = kept<&alsoRegion>(item); !region.empty())
            askWhichPlace(ProblemLevel::Odd, input.of(item), {item, region}, problems);
    const auto comma = item.rfind(',');
    const std::string_view last =
        comma == std::string::npos ? item : std::string_view(item).substr(comma + 1);
    std::string meant = nearCountry(trimmed(last));
    if (!meant.empty() && comma != std::string::npos)
        meant = item.substr(0, comma) + ", " + meant;
    if (!meant.empty())
        problems.add(ProblemLevel::Odd, ProblemCode::NearValue, input.of(item),
                     say::almostKnownValue(quotable(item), quotable(meant)),
                     say::correctUnlessAnotherPlace(), readAs(input.of(item), {meant, item}, true));
}

} // namespace leadsheet::app
