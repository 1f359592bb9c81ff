// SPDX-License-Identifier: Apache-2.0
#include "map/parts_at_commas.hpp"

#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/denials.hpp"
#include "map/places.hpp"
#include "map/transform.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <unordered_map>

namespace leadsheet::app {
namespace {

using Parts = std::vector<std::string_view>;

constexpr std::string_view kPlaces = "locations";
constexpr std::string_view kTitles = "jobTitles";
constexpr std::size_t kMostWords = 3; // of a phrase

std::string_view lastWord(std::string_view text) {
    const auto blank = text.rfind(' ');
    return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

// In small letters only: "DE" is Germany.
bool isOpen(std::string_view text) {
    return isOneOf(lastWord(text), {"of", "for", "from", "von", "f\u00FCr", "de", "des", "du",
                                    "del", "della", "di", "van", "voor", "dla", "av", "af"});
}

// "North" alone, behind a comma.
bool isSide(std::string_view part) {
    constexpr std::size_t kLongest = 12;
    return part.size() <= kLongest &&
           Vocabulary::builtIn().isCellWord("placeSide", plainName(part)) &&
           placeRoles(part).isUnknown();
}

bool continues(std::string_view target, std::string_view part) {
    return (target == kPlaces || target == kTitles) &&
           (isOpen(part) || (target == kPlaces && isSide(part)));
}

bool isJoin(std::string_view word) {
    const std::string plain = plainName(word);
    return plain.empty() || CellWords::builtIn().sizeWord(plain) == SizeWord::Or;
}

// "Munich" of "Munich &" and "Munich und".
std::string_view withoutJoin(std::string_view text) {
    constexpr std::string_view kSigns = " ,;:(-/&[+";
    for (;;) {
        while (!text.empty() && kSigns.find(text.back()) != std::string_view::npos)
            text.remove_suffix(1);
        const std::string_view word = lastWord(text);
        if (word.size() == text.size() || !isJoin(word))
            return trimmed(text);
        text.remove_suffix(word.size());
    }
}

std::string_view from(const Parts& words, std::size_t first, std::size_t end) {
    if (first >= end)
        return {};
    const std::string_view last = words[end - 1];
    return {words[first].data(),
            static_cast<std::size_t>(last.data() + last.size() - words[first].data())};
}

} // namespace

std::vector<std::string_view> partsOutsideBrackets(std::string_view text,
                                                   std::string_view separators) {
    if (text.find_first_of("([") == std::string_view::npos)
        return trimmedParts(text, separators);
    Parts parts;
    std::size_t from = 0;
    int depth = 0;
    const auto take = [&](std::size_t to) {
        if (const auto part = trimmed(text.substr(from, to - from)); !part.empty())
            parts.push_back(part);
        from = to + 1;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        depth += text[at] == '(' || text[at] == '[' ? 1 : 0;
        depth -= text[at] == ')' || text[at] == ']' ? 1 : 0;
        if (depth == 0 && separators.find(text[at]) != std::string_view::npos)
            take(at);
    }
    if (depth != 0) // a bracket that nothing closes holds nothing together
        return trimmedParts(text, separators);
    take(text.size());
    return parts;
}

// "Iran, Islamic Republic of" and "Bonaire, Sint Eustatius and Saba" are one part each.
std::vector<std::string_view> partsAtCommas(std::string_view target, std::string_view text) {
    const Parts parts = partsOutsideBrackets(text, ",");
    if ((target != kPlaces && target != kTitles) || parts.size() < 2)
        return parts;
    Parts whole;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string_view next = parts[std::min(i + 1, parts.size() - 1)];
        const std::string_view both(
            parts[i].data(), static_cast<std::size_t>(next.data() + next.size() - parts[i].data()));
        const bool one = i + 1 < parts.size() &&
                         ((target == kPlaces && isCountryWithComma(both)) ||
                          continues(target, next) || (target == kTitles && isOpen(parts[i])));
        whole.push_back(one ? both : parts[i]);
        i += one ? 1 : 0;
    }
    return whole;
}

std::size_t endOfDenial(std::string_view target, const std::vector<std::string_view>& parts,
                        std::size_t first) {
    const auto denies = [&](std::size_t i) {
        return deniedIn(parts[i], target).has_value();
    };
    std::size_t last = first;
    if (!isLetter(parts[first].front()) || first + 1 == parts.size() || !denies(first))
        return last;
    while (last + 1 < parts.size() && !denies(last + 1))
        ++last;
    return last;
}

std::optional<std::string> placeBeside(std::string_view place) {
    if (const auto open = place.find('('); // "Germany (South)"
        open != std::string_view::npos && place.ends_with(')') &&
        isSide(trimmed(place.substr(open + 1, place.size() - open - 2))) &&
        isCountry(trimmed(place.substr(0, open))))
        return std::string(trimmed(place.substr(0, open)));
    const Vocabulary& known = Vocabulary::builtIn();
    const std::string plain = plainName(place);
    if (!placeRoles(place).isUnknown() || isWideArea(plain) || known.isCellWord("places", plain))
        return std::nullopt;
    const Parts words = trimmedParts(place, " ");
    if (words.size() > 1 && words[words.size() - 2].ends_with(',') && isSide(words.back()))
        return std::string(withoutJoin(from(words, 0, words.size() - 1)));
    // "Ost, Schweiz" and "Ost Schweiz", which no list of places has; "Northern Italy" is a name.
    if (words.size() > 1)
        if (const std::string_view rest = withoutJoin(from(words, 1, words.size()));
            !words.front().ends_with("ern") && isSide(withoutJoin(words.front())) &&
            isCountry(rest))
            return std::string(rest);
    for (std::size_t first = 0; first < words.size(); ++first)
        for (std::size_t count = std::min(kMostWords, words.size() - first); count > 0; --count) {
            const std::size_t end = first + count;
            const std::string phrase = plainName(from(words, first, end));
            const bool is = known.isCellWord("placeBeside", phrase) ||
                            (end == words.size() && known.isCellWord("placeAround", phrase)) ||
                            (first == 0 && known.isCellWord("placeBehind", phrase));
            if (!is || words.size() == 1)
                continue;
            // "in and around Munich", "n\u00F6rdlich von M\u00FCnchen"
            const std::string_view before = withoutJoin(from(words, 0, first));
            if (!before.empty() && !isOneOf(before, {"in", "au", "\u00E0", "a", "al", "na", "ten"}))
                return std::string(before);
            std::size_t rest = end;
            while (rest + 1 < words.size() && isOpen(words[rest]))
                ++rest;
            return std::string(from(words, rest, words.size()));
        }
    return std::nullopt;
}

namespace {

// "Germany - nationwide", "DE / bundesweit", "Schweiz (landesweit)": what joins them says nothing.
std::string withoutSigns(std::string_view text) {
    std::string plain(text);
    for (const std::string_view sign :
         {" - ", " \u2013 ", " \u2014 ", ",", "/", ":", "(", ")", "[", "]"})
        for (auto at = plain.find(sign); at != std::string::npos; at = plain.find(sign, at))
            plain.replace(at, sign.size(), " ");
    return plain;
}

std::optional<std::string> findWholePlace(std::string_view text) {
    const auto isNamed = [](std::string_view name) {
        return !name.empty() && (isCountry(name) || isWideArea(plainName(name)) ||
                                 !placeRoles(name).regionOf.empty());
    };
    const std::string plain = withoutSigns(text);
    const std::string_view place = trimmed(plain);
    for (const std::string_view end : {"weit", "-wide", "wide"})
        if (place.size() > end.size() && place.ends_with(end))
            if (const auto name = trimmed(place.substr(0, place.size() - end.size()));
                isNamed(name))
                return std::string(name);
    const Vocabulary& known = Vocabulary::builtIn();
    const CellWords& national = CellWords::builtIn();
    const Parts words = trimmedParts(place, " ");
    if (words.empty())
        return std::nullopt;
    for (std::size_t count = std::min(kMostWords, words.size() - 1); count > 0; --count) {
        const auto behind = from(words, count, words.size());
        const std::string first = plainName(from(words, 0, count));
        if ((known.isCellWord("wholePlace", first) || national.isNational(first)) &&
            isNamed(behind))
            return std::string(behind);
        const std::size_t rest = words.size() - count;
        const auto before = withoutJoin(from(words, 0, rest));
        const std::string last = plainName(from(words, rest, words.size()));
        if ((known.isCellWord("wholePlaceEnd", last) || national.isNational(last)) &&
            isNamed(before))
            return std::string(before);
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> wholePlace(std::string_view place) {
    // A column names few places, many times.
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::unordered_map<std::string, std::optional<std::string>> known;
    if (known.size() >= kMaxKept)
        known.clear();
    const auto [found, fresh] = known.try_emplace(std::string(place));
    if (fresh)
        found->second = findWholePlace(place);
    return found->second;
}

bool leavesPlaceWhole(std::string_view cell) {
    const CellWords& words = CellWords::builtIn();
    return words.placeholder(cell) == Placeholder::Missing &&
           (std::none_of(cell.begin(), cell.end(),
                         [](char c) { return isLetter(c) || isDigit(c) || c == '?'; }) ||
            isOneOf(lowerCase(trimmed(cell)),
                    {"n/a", "n.a.", "n/a.", "n.v.", "n/v", "not applicable", "none",
                     "nicht zutreffend", "entf\u00E4llt", "sans objet", "no aplica",
                     "non applicabile", "n.v.t.", "nvt", "niet van toepassing", "nie dotyczy",
                     "n\u00E3o se aplica"}));
}

std::optional<std::string> unfinishedText(std::string_view text) {
    const Parts parts = partsOutsideBrackets(text, ",");
    if (parts.size() == 2 && isOpen(parts[0]))
        return std::string(parts[0]) + " " + std::string(parts[1]);
    if (parts.empty() || !isOpen(text) || isCountry(text))
        return std::nullopt;
    return parts.size() == 2 ? std::string(parts[1]) + " " + std::string(parts[0]) : std::string();
}

} // namespace leadsheet::app
