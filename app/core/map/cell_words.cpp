// SPDX-License-Identifier: Apache-2.0
#include "map/cell_words.hpp"

#include "map/size_reader.hpp"
#include "text/json_text.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <optional>
#include <utility>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

// Shorter names are too easily something else once their signs are gone: "n.c." is not NC.
constexpr std::size_t kShortName = 3;
constexpr std::size_t kMaxLetters = 31; // longer ones are counted as this many

bool isLetterOrDigit(char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Signs outside ASCII that stand where a value should.
constexpr std::array<std::string_view, 9> kSigns = {
    "\u2013", "\u2014", "\u2026", "\u2212", "\u2012", "\u2015", "\u00BF", "\u00B7", "\u00F7"};
constexpr std::array<std::string_view, 8> kDittoSigns = {"\"",     "\u3003", "\u201D", "\u201E",
                                                         "\u2193", "\u2B07", "\u2191", "\u21D3"};

std::string_view withoutSigns(std::string_view text) {
    while (!text.empty()) {
        const auto* sign = std::find_if(kSigns.begin(), kSigns.end(),
                                        [&](auto one) { return text.starts_with(one); });
        if (sign != kSigns.end())
            text.remove_prefix(sign->size());
        else if (!isLetterOrDigit(text.front()))
            text.remove_prefix(1);
        else
            break;
    }
    return text;
}

std::string shortForm(std::string_view text) {
    std::string form = lowerCase(text);
    std::erase(form, ' ');
    while (form.ends_with('.'))
        form.pop_back();
    return form;
}

std::string withoutLetter(const std::string& word, std::size_t at) {
    return word.substr(0, at) + word.substr(at + 1);
}

// How many letters two words share at their beginning and their end.
std::size_t lettersAlike(std::string_view one, std::string_view other) {
    const auto alike = [](auto from, auto to, auto otherFrom, auto otherTo) {
        return std::mismatch(from, to, otherFrom, otherTo).first - from;
    };
    return static_cast<std::size_t>(alike(one.begin(), one.end(), other.begin(), other.end()) +
                                    alike(one.rbegin(), one.rend(), other.rbegin(), other.rend()));
}

void addPlainNames(const json::object& object, std::string_view list,
                   std::unordered_set<std::string>& names) {
    if (const auto* words = object.if_contains(list))
        forEachText(*words, [&](std::string_view word) { names.insert(plainName(word)); });
}

void addPlainNames(const json::object& object, std::string_view section, std::string_view list,
                   std::unordered_set<std::string>& names) {
    if (const auto* words = objectIn(object, section))
        addPlainNames(*words, list, names);
}

} // namespace

const CellWords& CellWords::builtIn() {
    static const CellWords words(kCellWordsJson);
    return words;
}

CellWords::CellWords(std::string_view text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    const auto* root = error ? nullptr : document.if_object();
    if (root == nullptr)
        return;
    const auto placeholders = [&](std::string_view name, Placeholder meaning) {
        if (const auto* languages = root->if_contains(name))
            forEachText(*languages, [&](std::string_view word) { addPlaceholder(word, meaning); });
    };
    placeholders("missing", Placeholder::Missing);
    placeholders("nothing", Placeholder::Nothing);
    placeholders("above", Placeholder::Above);
    if (const auto* sizes = objectIn(*root, "sizes")) {
        constexpr std::array<std::pair<std::string_view, SizeWord>, 9> kKinds = {
            {{"unit", SizeWord::Unit},
             {"range", SizeWord::Range},
             {"between", SizeWord::Between},
             {"more", SizeWord::More},
             {"from", SizeWord::From},
             {"less", SizeWord::Less},
             {"upTo", SizeWord::UpTo},
             {"or", SizeWord::Or},
             {"filler", SizeWord::Filler}}};
        for (const auto& [name, kind] : kKinds)
            if (const auto* words = sizes->if_contains(name))
                forEachText(*words, [&, meaning = kind](std::string_view word) {
                    sizeWords_.emplace(plainName(word), meaning);
                });
        addPlainNames(*sizes, "label", labels_);
        addPlainNames(*sizes, "alone", alone_);
    }
    addPlainNames(*root, "everywhere", everywhere_);
    addPlainNames(*root, "national", national_);
    addPlainNames(*root, "example", examples_);
    addPlainNames(*root, "reference", "verbs", pointing_);
    addPlainNames(*root, "reference", "nouns", pointedAt_);
    addPlainNames(*root, "reference", "sameAs", sameAs_);
    if (const auto* words = root->if_contains("spelling"))
        forEachText(*words, [&](std::string_view word) {
            const std::string plain = plainName(word);
            const auto [known, fresh] = spelling_.try_emplace(plain);
            known->second.emplace_back(word);
            if (!fresh)
                return;
            for (std::size_t i = 0; i < plain.size(); ++i)
                spelling1_.emplace(withoutLetter(plain, i), plain);
        });
    addPlainNames(*root, "counts", "about", about_);
    addPlainNames(*root, "counts", "leads", counted_);
    addPlainNames(*root, "counts", "kilometres", distances_);
    addPlainNames(*root, "counts", "miles", miles_);
    addPlainNames(*root, "counts", "stars", stars_);
    addPlainNames(*root, "counts", "thousand", thousands_);
    if (const auto* months = objectIn(*root, "months"))
        for (const auto& entry : *months) {
            const int month = std::atoi(std::string(entry.key()).c_str());
            forEachText(entry.value(),
                        [&](std::string_view word) { months_.emplace(plainName(word), month); });
        }
}

void CellWords::addPlaceholder(std::string_view text, Placeholder meaning) {
    std::string plain = plainName(text);
    longest_ = std::max(longest_, text.size() + kShortName);
    if (const auto first = static_cast<unsigned char>(plain.front()); first < lengths_.size())
        lengths_[first] |= 1U << std::min(plain.size(), kMaxLetters);
    if (plain.size() <= kShortName)
        short_.emplace(shortForm(text), meaning);
    else
        placeholders_.emplace(std::move(plain), meaning);
}

// Nearly all cells are told by their first letter and their number of letters, without a copy.
bool CellWords::mayBePlaceholder(std::string_view text) const {
    std::size_t letters = 0;
    unsigned char first = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (static_cast<unsigned char>(c) >= 0x80)
            return true;
        if (i > 0 && (c == '(' || c == '['))
            break;
        if (isLetterOrDigit(c) && ++letters == 1)
            first = static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    return letters == 0 || (lengths_[first] >> std::min(letters, kMaxLetters) & 1U) != 0;
}

Placeholder CellWords::placeholder(std::string_view text) const {
    text = trimmed(text);
    if (text.empty() || (text.size() > longest_ && text.find(':') == std::string_view::npos))
        return Placeholder::No;
    if (text == "x" || text == "X")
        return Placeholder::Missing;
    if (isExample(text))
        return Placeholder::Missing;
    const Placeholder other = isReference(text) ? Placeholder::Missing : Placeholder::No;
    if (!mayBePlaceholder(text))
        return other;
    for (const std::string_view sign : kDittoSigns)
        if (text.size() <= 2 * sign.size() && text.starts_with(sign) && text.ends_with(sign))
            return Placeholder::Above;
    if (withoutSigns(text).empty())
        return text == "*" ? Placeholder::Nothing : Placeholder::Missing;
    const auto find = [other](const auto& known, const std::string& form) {
        const auto found = known.find(form);
        return found == known.end() ? other : found->second;
    };
    const std::string plain = plainName(text);
    return plain.size() <= kShortName ? find(short_, shortForm(text)) : find(placeholders_, plain);
}

bool CellWords::isExample(std::string_view text) const {
    constexpr std::size_t kLongestWord = 12;
    const auto colon = text.find(':');
    return colon != std::string_view::npos && colon <= kLongestWord &&
           examples_.contains(plainName(text.substr(0, colon)));
}

bool CellWords::isReference(std::string_view text) const {
    constexpr std::size_t kLongestSentence = 60;
    const auto first = text.find(' ');
    if (first == std::string_view::npos || text.size() > kLongestSentence ||
        !(isLetter(text.front()) || static_cast<unsigned char>(text.front()) >= 0x80))
        return false;
    if (pointing_.contains(plainName(text.substr(0, first)))) {
        const auto words = plainWords(text.substr(first));
        return std::any_of(words.begin(), words.end(),
                           [&](const std::string& word) { return pointedAt_.contains(word); });
    }
    const auto second = text.find(' ', first + 1);
    const auto third = second == std::string_view::npos ? second : text.find(' ', second + 1);
    for (const auto end : {second, third})
        if (end != std::string_view::npos && sameAs_.contains(plainName(text.substr(0, end))))
            return true;
    return false;
}

namespace {

// "1.5" thousand is 1500; nothing for "1.500", which already has its thousands.
std::string inThousands(std::string_view number) {
    constexpr std::size_t kDigits = 3;
    const auto mark = number.find_first_not_of("0123456789");
    std::string digits(number.substr(0, mark));
    std::string_view decimals;
    if (mark != std::string_view::npos)
        decimals = number.substr(mark + 1);
    if (decimals.size() >= kDigits || !std::all_of(decimals.begin(), decimals.end(), isDigit) ||
        (mark != std::string_view::npos && number[mark] != '.' && number[mark] != ','))
        return {};
    digits.append(decimals).append(kDigits - decimals.size(), '0');
    const auto first = digits.find_first_not_of('0');
    return first == std::string::npos ? "0" : digits.substr(first);
}

} // namespace

const std::unordered_set<std::string>& CellWords::unitsOf(NumberUnit unit) const {
    switch (unit) {
    case NumberUnit::Count:
        break;
    case NumberUnit::Kilometres:
        return distances_;
    case NumberUnit::Miles:
        return miles_;
    case NumberUnit::Stars:
        return stars_;
    }
    return counted_;
}

std::string CellWords::numberIn(std::string_view text, NumberUnit unit) const {
    constexpr std::size_t kLongestCount = 40;
    text = trimmed(text);
    const auto begin = text.find_first_of("0123456789");
    if (begin == std::string_view::npos || text.size() > kLongestCount)
        return {};
    std::string_view before = text.substr(0, begin);
    for (bool sign = true; sign;) {
        sign = false;
        before = trimmed(before);
        for (const std::string_view one : {"~", "\u2248", "\u00B1"})
            if (before.ends_with(one)) {
                before.remove_suffix(one.size());
                sign = true;
            }
    }
    if (!before.empty() && !about_.contains(plainName(before)))
        return {};
    std::size_t end = begin;
    while (end < text.size() &&
           (isDigit(text[end]) ||
            (end + 1 < text.size() && isDigit(text[end + 1]) &&
             std::string_view(",.' ").find(text[end]) != std::string_view::npos)))
        ++end;
    const std::string_view number = text.substr(begin, end - begin);
    std::string_view rest = text.substr(end);
    if (rest == ".")
        return std::string(number);
    if (rest.find_first_not_of(" .") == std::string_view::npos && !rest.empty())
        return {};
    if (unit == NumberUnit::Stars) {
        if (rest.starts_with('+'))
            rest = trimmed(rest.substr(1));
        if (rest.empty() || rest == "\u2605" || rest == "\u2B50")
            return number.size() == text.size() ? std::string() : std::string(number);
    }
    bool thousand = false;
    bool first = true;
    for (const std::string_view word : trimmedParts(rest, " ")) {
        const bool name = std::all_of(word.begin(), word.end(), [](char c) {
            return (isLetterOrDigit(c) && !isDigit(c)) || c == '.';
        });
        const std::string plain = plainName(word);
        const auto& units = unitsOf(unit);
        if (first && unit == NumberUnit::Count && name && thousands_.contains(plain))
            thousand = true;
        else if (!name || !units.contains(plain))
            return {};
        first = false;
    }
    if (thousand)
        return inThousands(number);
    return number.size() == text.size() ? std::string() : std::string(number);
}

std::optional<SizeWord> CellWords::sizeWord(const std::string& plainWord) const {
    const auto found = sizeWords_.find(plainWord);
    return found == sizeWords_.end() ? std::nullopt : std::optional(found->second);
}

std::string_view CellWords::wordMisspelt(std::string_view word) const {
    constexpr std::size_t kShortest = 6;
    const std::string plainWord = plainName(word);
    if (plainWord.size() < kShortest || spelling_.contains(plainWord))
        return {};
    const std::vector<std::string>* found = nullptr;
    const auto take = [&](const std::string& plain) {
        // The end of a word is its form, in one language or the other.
        constexpr std::size_t kForm = 2;
        const auto same =
            std::mismatch(plain.begin(), plain.end(), plainWord.begin(), plainWord.end());
        const auto at = static_cast<std::size_t>(same.first - plain.begin());
        const bool inside = at > 0 && at + kForm < std::min(plain.size(), plainWord.size());
        const auto* meant = &spelling_.find(plain)->second;
        if (!inside || found == meant)
            return true;
        const bool first = found == nullptr;
        found = meant;
        return first;
    };
    bool one = true;
    const auto [from, to] = spelling1_.equal_range(plainWord); // lacks a letter
    for (auto entry = from; one && entry != to; ++entry)
        one = take(entry->second);
    for (std::size_t i = 0; one && i < plainWord.size(); ++i) {
        if (const auto more = spelling_.find(withoutLetter(plainWord, i)); more != spelling_.end())
            one = take(more->first);
        std::string swapped = plainWord;
        if (i + 1 < swapped.size())
            std::swap(swapped[i], swapped[i + 1]);
        if (const auto other = spelling_.find(swapped); one && other != spelling_.end())
            one = take(other->first);
    }
    if (!one || found == nullptr)
        return {};
    // "Farmacêtica" is Portuguese, though Italian and Spanish have the word with other accents.
    const std::string written = lowerCase(word);
    return *std::max_element(found->begin(), found->end(),
                             [&](const std::string& less, const std::string& more) {
                                 return lettersAlike(written, less) < lettersAlike(written, more);
                             });
}

int CellWords::month(const std::string& plainWord) const {
    const auto found = months_.find(plainWord);
    return found == months_.end() ? 0 : found->second;
}

namespace {

constexpr std::size_t kLongestDate = 40;

/// The numbers of a date in their order; a month that is a word is among them.
struct Pieces {
    std::vector<int> numbers;
    std::size_t month = 0; ///< index + 1 of the month that was a word; 0 = none
    std::size_t year = 0;  ///< index + 1 of the number with four digits; 0 = none
};

// "1950-11-01 00:00:00" without its time.
std::string_view withoutTime(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return text;
    const auto before = text.substr(0, colon).find_last_of(" T");
    return before == std::string_view::npos ? std::string_view() : text.substr(0, before);
}

std::optional<Pieces> piecesOf(std::string_view text) {
    Pieces pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        if (isDigit(text[at])) {
            while (at < text.size() && isDigit(text[at]))
                ++at;
            const std::size_t digits = at - begin;
            if (digits > 4 || digits == 3)
                return std::nullopt;
            int number = 0;
            std::from_chars(text.data() + begin, text.data() + at, number);
            pieces.numbers.push_back(number);
            if (digits == 4)
                pieces.year = pieces.numbers.size();
        } else if (isLetter(text[at])) {
            while (at < text.size() && isLetter(text[at]))
                ++at;
            const std::string word = plainName(text.substr(begin, at - begin));
            const int month = CellWords::builtIn().month(word);
            // "1 de octubre"
            if (month == 0 && word != "de")
                return std::nullopt;
            if (month == 0)
                continue;
            if (pieces.month != 0)
                return std::nullopt;
            pieces.numbers.push_back(month);
            pieces.month = pieces.numbers.size();
        } else if (std::string_view(" -./,").find(text[at]) != std::string_view::npos) {
            ++at;
        } else {
            return std::nullopt;
        }
    }
    const bool enough = pieces.numbers.size() == 2 || pieces.numbers.size() == 3;
    return enough ? std::optional(pieces) : std::nullopt;
}

} // namespace

namespace {

/// As pairs of numbers, the likeliest first.
std::vector<std::pair<int, int>> pairsOf(std::string_view text) {
    text = withoutTime(trimmed(text));
    if (text.empty() || text.size() > kLongestDate)
        return {};
    const auto pieces = piecesOf(text);
    // "11 50" and "11,50" are something else.
    if (!pieces || (pieces->month == 0 && text.find_first_of("-./") == std::string_view::npos))
        return {};
    std::vector<int> others = pieces->numbers;
    std::optional<int> year;
    if (pieces->year != 0 || others.size() == 3) {
        const auto at =
            static_cast<std::ptrdiff_t>(pieces->year != 0 ? pieces->year - 1 : others.size() - 1);
        year = others[static_cast<std::size_t>(at)] % 100;
        others.erase(others.begin() + at);
    }
    const auto isDay = [&](std::size_t day, std::size_t month) {
        return others[month] >= 1 && others[month] <= 12 && others[day] >= 1 && others[day] <= 31;
    };
    if (others.size() == 2 && (year || pieces->month == 0) && !isDay(0, 1) && !isDay(1, 0))
        return {};
    std::vector<std::pair<int, int>> meant;
    // A month and a year are shown alone, or as the first day of that month.
    if (year && others.size() == 1)
        meant.emplace_back(others[0], *year);
    if (others.size() == 2) {
        if (year && (others[0] == 1 || others[1] == 1))
            meant.emplace_back(others[0] == 1 ? others[1] : others[0], *year);
        meant.emplace_back(others[0], others[1]);
        meant.emplace_back(others[1], others[0]);
    }
    return meant;
}

std::string rangeOf(std::pair<int, int> ends) {
    return std::to_string(ends.first) + "-" + std::to_string(ends.second);
}

} // namespace

std::string rangeMadeDate(std::string_view text, const std::vector<std::string>& bands) {
    const auto meant = pairsOf(text);
    for (const auto kind : {SizeReading::Kind::Exact, SizeReading::Kind::Wider})
        for (const auto& ends : meant)
            if (std::string range = rangeOf(ends); readSize(range, bands).kind == kind)
                return range;
    return {};
}

std::vector<std::string> rangesMadeDate(std::string_view text) {
    std::vector<std::string> ranges;
    for (const auto& ends : pairsOf(text))
        if (std::string range = rangeOf(ends);
            ends.first < ends.second &&
            std::find(ranges.begin(), ranges.end(), range) == ranges.end())
            ranges.push_back(std::move(range));
    return ranges;
}

} // namespace leadsheet::app
