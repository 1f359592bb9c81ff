// SPDX-License-Identifier: Apache-2.0
#include "map/cell_words.hpp"

#include "text/json_text.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

// Shorter names are too easily something else once their signs are gone: "n.c." is no NC.
constexpr std::size_t kShortName = 3;
constexpr std::size_t kMostLetters = 31; // longer ones are counted as this many

bool isLetterOrDigit(char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Signs outside ASCII that stand where a value should.
constexpr std::array<std::string_view, 9> kSigns = {
    "\u2013", "\u2014", "\u2026", "\u2212", "\u2012", "\u2015", "\u00BF", "\u00B7", "\u00F7"};
constexpr std::array<std::string_view, 4> kDittoSigns = {"\"", "\u3003", "\u201D", "\u201E"};

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
        if (const auto* words = sizes->if_contains("label"))
            forEachText(*words, [&](std::string_view word) { labels_.insert(plainName(word)); });
        if (const auto* words = sizes->if_contains("alone"))
            forEachText(*words, [&](std::string_view word) { alone_.insert(plainName(word)); });
    }
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
        lengths_[first] |= 1U << std::min(plain.size(), kMostLetters);
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
    return letters == 0 || (lengths_[first] >> std::min(letters, kMostLetters) & 1U) != 0;
}

Placeholder CellWords::placeholder(std::string_view text) const {
    text = trimmed(text);
    if (text.empty() || text.size() > longest_)
        return Placeholder::No;
    if (text == "x" || text == "X")
        return Placeholder::Missing;
    if (!mayBePlaceholder(text))
        return Placeholder::No;
    for (const std::string_view sign : kDittoSigns)
        if (text.size() <= 2 * sign.size() && text.starts_with(sign) && text.ends_with(sign))
            return Placeholder::Above;
    if (withoutSigns(text).empty())
        return text == "*" ? Placeholder::Nothing : Placeholder::Missing;
    const auto find = [](const auto& known, const std::string& form) {
        const auto found = known.find(form);
        return found == known.end() ? Placeholder::No : found->second;
    };
    const std::string plain = plainName(text);
    return plain.size() <= kShortName ? find(short_, shortForm(text)) : find(placeholders_, plain);
}

std::optional<SizeWord> CellWords::sizeWord(const std::string& plainWord) const {
    const auto found = sizeWords_.find(plainWord);
    return found == sizeWords_.end() ? std::nullopt : std::optional(found->second);
}

int CellWords::month(const std::string& plainWord) const {
    const auto found = months_.find(plainWord);
    return found == months_.end() ? 0 : found->second;
}

} // namespace leadsheet::app
