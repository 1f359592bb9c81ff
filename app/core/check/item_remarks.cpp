// SPDX-License-Identifier: Apache-2.0
#include "check/item_remarks.hpp"

#include "check/item_conditions.hpp"
#include "check/item_counts.hpp"
#include "check/item_phrases.hpp"
#include "check/item_shares.hpp"
#include "leadsheet/messages/check.hpp"
#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/parts_at_commas.hpp"
#include "map/places.hpp"
#include "map/row_marks.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace leadsheet::app {

namespace say = messages::check;

namespace {

std::size_t digitsAt(std::string_view text, std::size_t at) {
    const auto end = std::min(text.find_first_not_of("0123456789", at), text.size());
    return end - std::min(at, end);
}

using Remark = ItemRemark;
using Kind = ItemRemark::Kind;

Remark meaning(Kind kind, std::string_view meant) {
    return {kind, {std::string(meant)}};
}

// What stands in brackets at the end, or the text.
std::string_view endBracket(std::string_view text) {
    const auto open = text.find_first_of("([");
    const bool closed = !text.empty() && (text.back() == ')' || text.back() == ']');
    return closed && open != std::string_view::npos && open > 0
               ? trimmed(text.substr(open + 1, text.size() - open - 2))
               : text;
}

// "mostly Germany", "US only", "UK (London only)", "CEO etc."
std::optional<Remark> wordsIn(std::string_view item) {
    const bool bracket = item.ends_with(')') && item.find('(') != std::string_view::npos;
    for (const std::string_view list : {"openEnd", "remarkEnd"})
        if (const auto rest = withoutPhraseAtEnd(item, list);
            rest && !(bracket && rest->find('(') != std::string_view::npos))
            return meaning(Kind::Remark, *rest);
    if (const auto rest = withoutPhraseAtStart(item, "remarkStart"))
        return meaning(Kind::Remark, *rest);
    const std::string_view inner = endBracket(item);
    if (inner.size() < item.size())
        for (const auto& found :
             {withoutPhraseAtEnd(inner, "openEnd"), withoutPhraseAtEnd(inner, "remarkEnd"),
              withoutPhraseAtStart(inner, "remarkStart")})
            if (found)
                return meaning(Kind::Remark,
                               withoutJoinSigns(item.substr(0, item.find_first_of("(["))));
    return std::nullopt;
}

// "SKIP THIS", "on hold": the row is not wanted; a single word may be a value.
std::optional<Remark> rowMarkIn(std::string_view item) {
    const bool marks =
        item.find(' ') != std::string_view::npos && marksRow(item, RowMarks::ByWords);
    return marks ? std::optional(meaning(Kind::Remark, {})) : std::nullopt;
}

// "COMPUTER_SOFTWARE", "head_of_sales": how programs write names.
std::optional<Remark> joinedByUnderscores(std::string_view item) {
    const bool joined = item.find('_') != std::string_view::npos && item.front() != '_' &&
                        item.back() != '_' && item.find("__") == std::string_view::npos &&
                        std::all_of(item.begin(), item.end(),
                                    [](char c) { return c == '_' || isLetter(c) || isDigit(c); });
    if (!joined)
        return std::nullopt;
    std::string words(item);
    std::replace(words.begin(), words.end(), '_', ' ');
    return meaning(Kind::Remark, words);
}

// "Germany first then Austria"
std::optional<Remark> orderIn(std::string_view item) {
    const auto words = trimmedParts(item, " ");
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
        if (isCellPhrase("remarkBetween", words[i]))
            return Remark{Kind::Remark, {}};
    return std::nullopt;
}

// "'Italy", which a spreadsheet program shows without its sign. "'s-Gravenhage" is a name.
bool isMarkedAsText(std::string_view item) {
    return item.size() > 2 && item.front() == '\'' && item[1] >= 'A' && item[1] <= 'Z' &&
           item.find('\'', 1) == std::string_view::npos;
}

// "#CEO", "//CEO", "~SaaS~", "CEO??", "(SaaS)"; "#1" and "C#" are names.
std::optional<Remark> signsAround(std::string_view item) {
    std::string_view bare = item;
    while (bare.size() > 1 &&
           (bare.front() == '~' || bare.front() == '?' || bare.front() == '#' ||
            isMarkedAsText(bare) || bare.starts_with("//")) &&
           !(bare.front() == '#' && isDigit(bare[1])))
        bare = trimmed(bare.substr(bare.starts_with("//") ? 2 : 1));
    while (bare.size() > 1 && (bare.back() == '?' || bare.back() == '~'))
        bare = trimmed(bare.substr(0, bare.size() - 1));
    const bool framed = bare.size() > 2 && (bare.front() == '(' || bare.front() == '[') &&
                        bare.find_first_of(")]") == bare.size() - 1;
    if (framed)
        bare = trimmed(bare.substr(1, bare.size() - 2));
    for (const std::string_view dots : {"...", "\u2026"})
        if (bare.size() > dots.size() && bare.ends_with(dots))
            bare = withoutJoinSigns(bare.substr(0, bare.size() - dots.size()));
    if (bare.size() == item.size() || std::none_of(bare.begin(), bare.end(), isLetter))
        return std::nullopt;
    return meaning(Kind::Remark, bare);
}

// Where "2." of "1. CEO 2. CFO" begins and ends; nothing when it is not there.
std::optional<std::pair<std::size_t, std::size_t>> numberedAt(std::string_view text, int number,
                                                              std::size_t from) {
    const std::string digits = std::to_string(number);
    for (auto at = text.find(digits, from); at != std::string_view::npos;
         at = text.find(digits, at + 1)) {
        const std::size_t end = at + digits.size();
        const bool opened = at > 0 && text[at - 1] == '(';
        const std::size_t begin = opened ? at - 1 : at;
        const bool starts = begin == 0 || text[begin - 1] == ' ';
        if (starts && end + 1 < text.size() && (text[end] == '.' || text[end] == ')') &&
            !isDigit(text[end + 1]))
            return std::pair(begin, end + 1);
    }
    return std::nullopt;
}

std::optional<Remark> numberedIn(std::string_view item) {
    auto at = numberedAt(item, 1, 0);
    if (!at || at->first != 0)
        return std::nullopt;
    std::string meant;
    for (int number = 2; at; ++number) {
        const auto next = numberedAt(item, number, at->second);
        const std::size_t end = next ? next->first : item.size();
        const auto piece = withoutJoinSigns(item.substr(at->second, end - at->second));
        meant.append(meant.empty() || piece.empty() ? "" : ";").append(piece);
        at = next;
    }
    return meant.empty() ? std::nullopt : std::optional(meaning(Kind::Numbered, meant));
}

// "70000" and "79999" of "70000-79999"; nothing for "90210-1234" and "60-001", which are codes.
std::optional<std::pair<std::int64_t, std::int64_t>> rangeIn(std::string_view text,
                                                             std::size_t at) {
    constexpr std::size_t kLongest = 6;
    const std::size_t digits = digitsAt(text, at);
    std::size_t next = at + digits;
    std::string_view between = text.substr(next);
    const auto second = between.find_first_of("0123456789");
    if (digits == 0 || digits > kLongest || second == std::string_view::npos)
        return std::nullopt;
    between = trimmed(between.substr(0, second));
    next += second;
    if (next < 3 || digitsAt(text, next) != digits)
        return std::nullopt;
    // "D-70000 bis D-79999"
    const std::string plain = plainName(between);
    const bool sign = plain.empty() && isOneOf(between, {"-", "\u2013", "\u2014", "..", "..."});
    const bool word = isOneOf(plain, {"to", "bis", "bisd", "a", "al", "tot", "do", "ate", "til"});
    const std::int64_t low = std::stoll(std::string(text.substr(at, digits)));
    const std::int64_t high = std::stoll(std::string(text.substr(next, digits)));
    return (sign || word) && low < high ? std::optional(std::pair(low, high)) : std::nullopt;
}

// Each code of a short range of whole codes, "70173;70174"; empty otherwise.
std::string eachOf(std::string_view digits, std::pair<std::int64_t, std::int64_t> range) {
    constexpr std::int64_t kMost = 20;
    constexpr std::size_t kDigitsOfACode = 4;
    std::string all;
    if (digits.size() < kDigitsOfACode || range.second - range.first >= kMost)
        return all;
    for (std::int64_t code = range.first; code <= range.second; ++code) {
        const std::string plain = std::to_string(code);
        all.append(all.empty() ? "" : ";").append(digits.size() - plain.size(), '0').append(plain);
    }
    return all;
}

// "7xxxx", "PLZ 7", "70000-79999", and a number too short for a code.
std::optional<Remark> postcodesIn(std::string_view item) {
    constexpr std::size_t kShortestCode = 3;
    const auto at = item.find_first_of("0123456789");
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::size_t digits = digitsAt(item, at);
    const std::string_view before = trimmed(item.substr(0, at));
    const std::string_view behind = item.substr(at + digits);
    const bool area = before.empty() || before.back() == '-' ||
                      Vocabulary::builtIn().placePart(plainName(before)) == PlacePart::Postcode;
    if (const auto range = rangeIn(item, at)) {
        Remark remark{Kind::Postcodes, {}};
        if (auto all = eachOf(item.substr(at, digits), *range);
            area && isDigit(item.back()) && !all.empty())
            remark.meanings.push_back(std::move(all));
        return remark;
    }
    const auto masked = behind.find_first_not_of("xX*#?_");
    const bool open = masked == std::string_view::npos && !behind.empty();
    const bool shortOne = digits < kShortestCode && // "PLZ 70/71" as well
                          behind.find_first_not_of("0123456789/") == std::string_view::npos;
    return area && (open || shortOne) ? std::optional(Remark{Kind::Postcodes, {}}) : std::nullopt;
}

// "Remote - US", "Germany (remote)"
std::optional<Remark> beside(std::string_view item) {
    const CellWords& words = CellWords::builtIn();
    const auto everywhere = [&](std::string_view part) {
        return !part.empty() && words.isEverywhere(plainName(part));
    };
    for (const std::string_view sign : {" - ", " \u2013 ", "("}) {
        const auto at = item.find(sign);
        if (at == std::string_view::npos)
            continue;
        const auto first = withoutJoinSigns(item.substr(0, at));
        auto second = withoutJoinSigns(item.substr(at + sign.size()));
        second = second.substr(0, second.find(')'));
        if (everywhere(first) != everywhere(second) && !first.empty() && !second.empty())
            return meaning(Kind::Remark, everywhere(first) ? second : first);
    }
    return std::nullopt;
}

// "Top 10 US metros", "Tier 1 cities": what the places have in common. "Nordic countries" are an
// area, and "Baltic states" too.
std::optional<Remark> placesDescribed(std::string_view item) {
    if (item.find(',') != std::string_view::npos || isWideArea(plainName(item)) ||
        !placeRoles(item).isUnknown() || isCellPhrase("places", item))
        return std::nullopt;
    const auto words = plainWords(item);
    bool kinds = false;
    for (std::size_t i = 0; i < words.size(); ++i)
        kinds = kinds || (isCellPhrase("placesDescribed", words[i]) &&
                          !(i > 0 && words[i - 1] == "united" && words[i] == "states"));
    return kinds || isCellPhrase("placesDescribed", item) ? std::optional(Remark{Kind::Places, {}})
                                                          : std::nullopt;
}

// "HR decision makers"
std::optional<Remark> peopleDescribed(std::string_view item) {
    auto rest = withoutPhraseAtEnd(item, "peopleDescribed");
    if (!rest) // "Entscheider Marketing"; "Executive Team Assistant" is a title
        if (const auto behind = withoutPhraseAtStart(item, "peopleDescribed");
            behind && titlePart(*behind) == TitlePart::Field)
            rest = behind;
    if (!isCellPhrase("peopleDescribed", item) && !rest)
        return std::nullopt;
    // "Assistant to the Executive Team" is a title.
    const auto words = plainWords(rest.value_or(std::string_view()));
    if (!words.empty() && isOneOf(words.back(), {"to", "of", "the", "fur", "der", "des", "zum",
                                                 "de", "du", "del", "al", "van", "di"}))
        return std::nullopt;
    return Remark{Kind::People, {}};
}

// "CEO\\CFO", "Germany -> France": what joins them is known from no list.
std::optional<Remark> joinedBySigns(std::string_view item, bool place) {
    std::string meant(item);
    bool found = false;
    for (const std::string_view sign : {"\u2192", "\u21D2", "->", "=>", "\\", " > ", "\u2022"})
        for (auto at = meant.find(sign); at != std::string::npos; at = meant.find(sign, at + 1)) {
            meant.replace(at, sign.size(), ";");
            found = true;
        }
    for (const std::string_view sign : {" \u2013 ", " \u2014 ", " - "})
        if (const auto at = item.find(sign); place && !found && at != std::string_view::npos &&
                                             isCountry(item.substr(0, at)) &&
                                             isCountry(item.substr(at + sign.size()))) {
            meant =
                std::string(item.substr(0, at)) + ";" + std::string(item.substr(at + sign.size()));
            found = true;
        } else if (at != std::string_view::npos && place && !found) {
            // With or without it: "Germany - Bavaria".
            const auto region = trimmed(item.substr(at + sign.size()));
            if (isCountry(item.substr(0, at)) && !placeRoles(region).regionOf.empty())
                return meaning(Kind::Remark,
                               std::string(region) + ", " + std::string(item.substr(0, at)));
        }
    const auto parts = trimmedParts(meant, ";");
    if (!found || parts.size() < 2)
        return std::nullopt;
    std::string list;
    for (const std::string_view part : parts)
        list.append(list.empty() ? "" : ";").append(part);
    return meaning(Kind::Remark, list);
}

std::optional<Remark> picturesIn(std::string_view item, bool place) {
    const auto rest = withoutPictures(item, place);
    return rest ? std::optional(meaning(Kind::Remark, *rest)) : std::nullopt;
}

std::optional<Remark> wholeCountry(std::string_view item) {
    const auto named = wholePlace(item);
    return named ? std::optional(meaning(Kind::Remark, *named)) : std::nullopt;
}

// "near Munich", "Portugal, north of", "Munich and surroundings"
std::optional<Remark> besidePlace(std::string_view item) {
    const auto known = placeBeside(item);
    return known ? std::optional(meaning(Kind::Places, *known)) : std::nullopt;
}

// "Head of", "Sales, head of"
std::optional<Remark> unfinished(std::string_view item) {
    const auto meant = unfinishedText(item);
    if (!meant)
        return std::nullopt;
    return Remark{Kind::Remark, std::vector<std::string>(meant->empty() ? 0 : 1, *meant)};
}

// "\"green energy\" AND solar": the search knows no such words. "OIL AND GAS" is in capitals.
std::optional<Remark> searchIn(std::string_view item) {
    const bool small = item.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos;
    return std::count(item.begin(), item.end(), '"') > 1 ||
                   (small && item.find(" AND ") != std::string_view::npos)
               ? std::optional(Remark{Kind::Remark, {}})
               : std::nullopt;
}

// "VP Marketing at SaaS companies"; "at Law" and "at Large" are titles.
std::optional<Remark> workplaceIn(std::string_view item) {
    const std::string lower = lowerCase(item) + ',';
    if (lower.find(" at law,") != std::string::npos || lower.find(" at large") != std::string::npos)
        return std::nullopt;
    for (const std::string_view word : {" at ", " @ ", " bei ", " chez "})
        if (const auto at = item.find(word); at != std::string_view::npos)
            return meaning(Kind::Remark, item.substr(0, at));
    return std::nullopt;
}

Remark find(std::string_view item, std::string_view field) {
    const bool place = field == "locations";
    const bool title = field == "jobTitles";
    const bool topic = field == "keywords";
    const bool industry = field == "industries";
    if (industry)
        for (const auto in : {codeIn, titleIn})
            if (auto found = in(item))
                return *std::move(found);
    if (place || title || industry) {
        if (auto whole = withoutShares(item, place))
            return {Kind::Shares, std::vector<std::string>(whole->empty() ? 0 : 1, *whole)};
        if (auto counted = countIn(item, field))
            return *std::move(counted);
    }
    std::optional<Remark> found;
    const auto look = [&](auto how) {
        if (!found)
            found = how(item);
    };
    const auto picture = [&](std::string_view text) {
        return picturesIn(text, place);
    };
    const auto joined = [&](std::string_view text) {
        return joinedBySigns(text, place);
    };
    look(picture);
    if (topic)
        look(searchIn);
    else
        look(joined);
    if (place)
        look(postcodesIn);
    if (!topic)
        look(joinedByUnderscores);
    look(numberedIn);
    look(signsAround);
    look(rowMarkIn);
    if (place)
        look(beside);
    if (!topic) // "invite only" is one
        look(wordsIn);
    if (place || title || industry)
        look([&](std::string_view text) { return conditionIn(text, field); });
    if (place) {
        look(wholeCountry);
        look(orderIn);
        look(placesDescribed);
        look(besidePlace);
        look(seatIn);
    }
    if (!topic)
        look(unfinished);
    if (title) {
        look(levelIn);
        look(peopleDescribed);
        look(workplaceIn);
    }
    return found.value_or(Remark());
}

// A column has few items, many times.
const Remark& remarkIn(const std::string& item, std::string_view field) {
    constexpr std::array<std::string_view, 4> kFields{"locations", "keywords", "jobTitles",
                                                      "industries"};
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::array<std::unordered_map<std::string, Remark>, kFields.size() + 1> known;
    auto& kept = known[static_cast<std::size_t>(std::find(kFields.begin(), kFields.end(), field) -
                                                kFields.begin())];
    if (kept.size() >= kMaxKept)
        kept.clear();
    const auto [entry, fresh] = kept.try_emplace(item);
    if (fresh)
        entry->second = find(item, field);
    return entry->second;
}

} // namespace

bool isRemarked(const FieldInput& input, const std::string& item, const contract::FieldInfo& field,
                ProblemSink& problems) {
    const Remark& remark = remarkIn(item, field.name);
    if (remark.kind == Kind::None)
        return false;
    auto meanings = remark.meanings;
    meanings.push_back(item);
    const std::string_view text = quotable(item);
    const auto add = [&](Message reason, Message fix) {
        problems.add(ProblemLevel::Blocks, ProblemCode::NotAllowed, input.of(item),
                     std::move(reason), std::move(fix), readAs(input.of(item), meanings, false));
    };
    switch (remark.kind) {
    case Kind::Postcodes:
        add(say::postcodesAreText(text), say::namePlacesOrPostcodes());
        break;
    case Kind::Numbered:
        add(say::numberedListIsText(text), say::writeOnlyWhatIsSearched());
        break;
    case Kind::Shares:
        add(say::sharesAreText(text), say::writeRowForEach());
        break;
    case Kind::Code:
        add(say::codeIsText(text), say::writeIndustries());
        break;
    case Kind::Title:
        add(say::titleIsText(text), say::writeIndustries());
        break;
    case Kind::Places:
        add(say::describesPlaces(text), say::namePlacesYouMean());
        break;
    case Kind::People:
        add(say::describesPeople(text), say::nameTitlesYouMean());
        break;
    case Kind::None:
    case Kind::Remark:
        add(say::remarkIsText(text), say::writeOnlyWhatIsSearched());
    }
    return true;
}

} // namespace leadsheet::app
