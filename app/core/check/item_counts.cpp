// SPDX-License-Identifier: Apache-2.0
#include "check/item_counts.hpp"

#include "check/item_shares.hpp"
#include "map/cell_words.hpp"
#include "map/countries.hpp"
#include "map/parts_at_commas.hpp"
#include "map/places.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

using Kind = ItemRemark::Kind;

constexpr std::string_view kDigits = "0123456789";

bool areDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos;
}

bool hasLetters(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return isLetter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

bool isHeld(std::string_view title) {
    const TitlePart part = titlePart(title);
    return part == TitlePart::Whole || part == TitlePart::Rank;
}

bool isNamedPlace(std::string_view text) {
    return !placeRoles(text).isUnknown();
}

// "Fortune 500", "Level 12": a number that is part of a name.
bool isNumberOfName(std::string_view before) {
    const auto words = plainWords(before);
    return words.empty() ||
           isOneOf(words.back(),
                   {"fortune", "top",   "level", "global", "forbes", "inc",   "dax",
                    "cac",     "sbf",   "ftse",  "stoxx",  "grade",  "stufe", "tier",
                    "band",    "class", "iso",   "nace",   "ibex",   "mdax",  "sdax"});
}

/// What a field's item can be told by.
struct Known {
    std::string_view field;

    bool isPlace() const { return field == "locations"; }
    /// It is known as a value of the field, where there is a list of those.
    bool named(std::string_view text) const {
        return isPlace() ? isNamedPlace(text) : field == "jobTitles" && isHeld(text);
    }
    /// It can be one: any text but a place that is not known.
    bool possible(std::string_view text) const {
        return hasLetters(text) && (!isPlace() || named(text));
    }
};

// "CEO" of "2x CEO" and of "50 CEO"; empty for other texts.
std::string_view countedBehind(std::string_view part, const Known& known) {
    const std::size_t kMostDigits = known.isPlace() ? 3 : 5; // "1012 AB" is a postcode
    const std::size_t digits = std::min(part.find_first_not_of(kDigits), part.size());
    if (digits == 0 || digits > kMostDigits || digits == part.size())
        return {};
    std::string_view rest = trimmed(part.substr(digits));
    for (const std::string_view times : {"x ", "X ", "\u00D7 "})
        if (rest.starts_with(times) && known.possible(rest.substr(times.size())))
            return trimmed(rest.substr(times.size()));
    const bool many = digits > 1 || known.isPlace(); // "2 Support Engineer" is the end of "1/2 …"
    // "28 Madrid" has the number of its province.
    const bool named = known.isPlace() ? isCountry(rest) : known.named(rest);
    return many && part[digits] == ' ' && named ? rest : std::string_view();
}

// "CEO" of "CEO: 50", "CEO (50)", "CEO x50", "CEO - 50", "CEO 50" and "CEO 50 leads".
std::string_view countedBefore(std::string_view part, const Known& known) {
    constexpr std::size_t kMostDigits = 4;
    const bool round = part.ends_with(')');
    if (round || part.ends_with(']')) {
        const auto open = part.find_last_of("([");
        if (open == std::string_view::npos || open == 0)
            return {};
        const auto inner = trimmed(part.substr(open + 1, part.size() - open - 2));
        const auto name = trimmed(part.substr(0, open));
        // "Startups (2024)", "Head of HR (1)"
        const bool year = inner.size() == 4 && inner >= "1900" && inner <= "2099";
        const bool counted =
            (areDigits(inner) && inner.size() <= kMostDigits && !year && inner != "1") ||
            (!inner.empty() && isDigit(inner.front()) &&
             !CellWords::builtIn().numberIn(inner, NumberUnit::Count).empty());
        // "Paris (75)" is in that department.
        return counted && (known.isPlace() ? isCountry(name) : hasLetters(name))
                   ? name
                   : std::string_view();
    }
    const auto digit = part.find_first_of(kDigits);
    if (digit == std::string_view::npos || digit == 0)
        return {};
    const auto tail = part.substr(digit);
    auto name = trimmed(part.substr(0, digit));
    if (!areDigits(tail))
        return tail.find_first_of("%/") == std::string_view::npos && hasLetters(tail) &&
                       !CellWords::builtIn().numberIn(tail, NumberUnit::Count).empty() &&
                       tail.find(' ') != std::string_view::npos && known.possible(name)
                   ? name
                   : std::string_view();
    if (tail.size() > kMostDigits)
        return {};
    for (const std::string_view sign : {":", "=", " x", " X", " \u00D7"})
        if (name.ends_with(sign)) {
            name = trimmed(name.substr(0, name.size() - sign.size()));
            return known.possible(name) ? name : std::string_view();
        }
    for (const std::string_view sign : {" -", " \u2013", " \u2014"})
        if (name.ends_with(sign)) {
            name = trimmed(name.substr(0, name.size() - sign.size()));
            return known.named(name) ? name : std::string_view();
        }
    // "Software Engineer 2" is a title of some firms, and "Wien 1010" has its postcode.
    const bool many = tail.size() > 1 && !known.isPlace();
    return many && part[digit - 1] == ' ' && known.named(name) && !isNumberOfName(name)
               ? name
               : std::string_view();
}

// "DE;AT;" of "DE (50) AT (20)": a number in brackets ends a part.
std::string dividedAtNumbers(std::string_view item) {
    std::string divided;
    std::size_t brackets = 0;
    for (std::size_t at = 0; at < item.size(); ++at) {
        divided += item[at];
        const auto open = item.rfind('(', at);
        if (item[at] == ')' && open != std::string_view::npos &&
            areDigits(item.substr(open + 1, at - open - 1)) && at + 2 < item.size() &&
            item[at + 1] == ' ' && isLetter(item[at + 2])) {
            divided += ';';
            ++brackets;
        }
    }
    return brackets > 0 ? divided : std::string(item);
}

} // namespace

std::optional<ItemRemark> countIn(std::string_view item, std::string_view field) {
    if (item.find_first_of(kDigits) == std::string_view::npos)
        return std::nullopt;
    const Known known{field};
    const std::string divided = dividedAtNumbers(item);
    std::string list;
    bool counted = false;
    bool named = true;
    for (const std::string_view part : partsOutsideBrackets(divided, ",;/|&+\n")) {
        auto name = countedBehind(part, known);
        if (name.empty())
            name = countedBefore(part, known);
        counted = counted || !name.empty();
        named = named && (!name.empty() || known.possible(part));
        list.append(list.empty() ? "" : ";").append(name.empty() ? part : name);
    }
    if (!counted || !named)
        return std::nullopt;
    return ItemRemark{Kind::Shares, {list}};
}

namespace {

constexpr std::string_view kClassifications[] = {"nace", "sic",   "naics", "naf", "ape",
                                                 "wz",   "ateco", "cnae",  "pkd", "sbi",
                                                 "isic", "noga",  "onace", "cae"};

// The divisions of each section of the European classification, "C10" to "C33".
constexpr std::array<std::pair<int, int>, 21> kDivisions = {
    {{1, 3},   {5, 9},   {10, 33}, {35, 35}, {36, 39}, {41, 43}, {45, 47},
     {49, 53}, {55, 56}, {58, 63}, {64, 66}, {68, 68}, {69, 75}, {77, 82},
     {84, 84}, {85, 85}, {86, 88}, {90, 93}, {94, 96}, {97, 98}, {99, 99}}};

bool isSection(char c) {
    return c >= 'A' && c < 'A' + static_cast<char>(kDivisions.size());
}

// "C28", "C.28.1"
bool isCodeOfSection(std::string_view code) {
    if (code.size() < 3 || !isSection(code.front()))
        return false;
    std::string_view number = code.substr(code[1] == '.' ? 2 : 1);
    if (number.size() < 2 || !isDigit(number[0]) || !isDigit(number[1]) ||
        number.find_first_not_of("0123456789.") != std::string_view::npos)
        return false;
    const auto [low, high] = kDivisions.at(static_cast<std::size_t>(code.front() - 'A'));
    const int division = std::stoi(std::string(number.substr(0, 2)));
    return division >= low && division <= high;
}

// "62.01", "25.11.0", "62.01.Z", "4711Z", "7372", "6201-5/01"; years are none.
bool isNumberOfClass(std::string_view code) {
    constexpr std::size_t kShortest = 4;
    constexpr std::size_t kLongest = 10;
    if (code.size() > 1 && code.back() >= 'A' && code.back() <= 'Z')
        code.remove_suffix(code[code.size() - 2] == '.' ? 2 : 1);
    if (code.size() < kShortest || code.size() > kLongest || !isDigit(code.front()) ||
        !isDigit(code.back()))
        return false;
    if (areDigits(code))
        return code.size() <= 6 && (code.size() > kShortest || code < "1900" || code > "2099");
    const auto sign = code.find_first_not_of(kDigits);
    if (code[sign] == '.')
        return sign == 2 && code.find_first_not_of("0123456789.") == std::string_view::npos &&
               code.find("..") == std::string_view::npos;
    return code[sign] == '-' && sign == kShortest &&
           code.find_first_not_of("0123456789-/") == std::string_view::npos &&
           code.find('/') == sign + 2;
}

bool isCode(std::string_view text, bool stated) {
    if (isCodeOfSection(text) || isNumberOfClass(text))
        return true;
    return stated && !text.empty() && text.size() <= 8 &&
           (text.size() == 1 ? isSection(text.front()) || isDigit(text.front())
                             : text.find_first_not_of("0123456789.", isSection(text.front())) ==
                                   std::string_view::npos);
}

// "C10-C12", "62.01 / 62.02"
bool areCodes(std::string_view text, bool stated) {
    const auto parts = trimmedParts(text, " /,;+&-");
    return isCode(text, stated) ||
           (!parts.empty() && std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
               return isCode(part, stated);
           }));
}

std::string_view nameBehind(std::string_view text) {
    constexpr std::string_view kSigns = " :|/,)]";
    for (bool cut = true; cut;) {
        cut = false;
        while (!text.empty() && kSigns.find(text.front()) != std::string_view::npos) {
            text.remove_prefix(1);
            cut = true;
        }
        for (const std::string_view dash : {"- ", "\u2013", "\u2014"})
            if (text.starts_with(dash)) {
                text.remove_prefix(dash.size());
                cut = true;
            }
    }
    return text;
}

// "J - Information and communication"; "E - Commerce" is none.
bool isLetterOfSection(std::string_view text) {
    if (text.size() < 4 || !isSection(text.front()))
        return false;
    const auto rest = text.substr(1);
    const bool parted = rest.starts_with(" - ") || rest.starts_with(" \u2013 ") ||
                        rest.starts_with(" \u2014 ") || rest.starts_with(": ");
    const auto words = plainWords(rest);
    constexpr std::string_view kElectronic[] = {"commerce", "learning", "mobil",   "health",
                                                "bike",     "sport",    "gov",     "business",
                                                "gaming",   "auto",     "banking", "payment"};
    return parted && !words.empty() &&
           std::none_of(std::begin(kElectronic), std::end(kElectronic),
                        [&](std::string_view word) { return words.front().starts_with(word); });
}

} // namespace

std::optional<ItemRemark> codeIn(std::string_view industry) {
    const auto coded = [](std::string_view name) {
        return ItemRemark{Kind::Code,
                          std::vector<std::string>(hasLetters(name) ? 1 : 0, std::string(name))};
    };
    std::string_view text = industry;
    bool stated = false;
    if (const auto blank = text.find(' '); blank != std::string_view::npos) {
        const std::string first = lowerCase(withoutJoinSigns(text.substr(0, blank)));
        stated = std::any_of(std::begin(kClassifications), std::end(kClassifications),
                             [&](std::string_view one) { return one == first; });
        if (stated)
            text = trimmed(text.substr(blank));
    }
    if (isIndustryCode(industry) || areCodes(text, stated))
        return coded({});
    if (text.ends_with(')') || text.ends_with(']')) {
        const auto open = text.find_last_of("([");
        auto inner = open == std::string_view::npos
                         ? std::string_view()
                         : trimmed(text.substr(open + 1, text.size() - open - 2));
        const bool number = text.ends_with(']') && areDigits(inner);
        if (open != std::string_view::npos && open > 0 &&
            (number || areCodes(inner, false) || isIndustryCode(inner)))
            return coded(trimmed(text.substr(0, open)));
    }
    if (isLetterOfSection(text))
        return coded(nameBehind(text.substr(1)));
    if (text.starts_with('(') || text.starts_with('['))
        text.remove_prefix(1);
    const auto end = std::min(text.find_first_of(" :)]"), text.size());
    if (!isCode(text.substr(0, end), stated))
        return std::nullopt;
    const auto name = nameBehind(text.substr(end));
    return hasLetters(name) ? std::optional(coded(areCodes(name, stated) ? "" : name))
                            : std::nullopt;
}

} // namespace leadsheet::app
