// SPDX-License-Identifier: Apache-2.0
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace leadsheet::app {
namespace {

// Longer names are sentences, and the distance below is quadratic.
constexpr std::size_t kLongestName = 200;

icu::UnicodeString unicode(std::string_view text) {
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

std::string utf8(const icu::UnicodeString& text) {
    std::string out;
    text.toUTF8String(out);
    return out;
}

icu::UnicodeString folded(std::string_view name) {
    icu::UnicodeString text = unicode(name);
    text.foldCase();
    UErrorCode status = U_ZERO_ERROR;
    const auto* decompose = icu::Normalizer2::getNFKDInstance(status);
    if (U_SUCCESS(status))
        text = decompose->normalize(text, status);
    return text;
}

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}
char lower(char c) {
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
char upper(char c) {
    return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

// Most names are ASCII, for which the rules of Unicode are simple.
std::vector<std::string> asciiWords(std::string_view name) {
    std::vector<std::string> words;
    bool inWord = false;
    for (const char c : name) {
        const bool letter = isLower(c) || isUpper(c) || (c >= '0' && c <= '9');
        if (letter && !inWord)
            words.emplace_back();
        if (letter)
            words.back() += lower(c);
        inWord = letter;
    }
    return words;
}

std::string_view withoutRemark(std::string_view name) {
    const auto open = name.find_first_of("([");
    return open == 0 || open == std::string_view::npos ? name : name.substr(0, open);
}

template <typename Change>
std::string changed(std::string_view text, Change change) {
    icu::UnicodeString value = unicode(text);
    change(value);
    return utf8(value);
}

} // namespace

std::vector<std::string> plainWords(std::string_view name) {
    const std::string_view bare = withoutRemark(name).substr(0, kLongestName);
    if (isAscii(bare))
        return asciiWords(bare);
    const icu::UnicodeString text = folded(bare);
    std::vector<std::string> words;
    icu::UnicodeString word;
    const auto finish = [&] {
        if (!word.isEmpty())
            words.push_back(utf8(word));
        word.remove();
    };
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 c = text.char32At(i);
        if (u_isalnum(c) != 0)
            word.append(c);
        else if (u_getCombiningClass(c) == 0)
            finish();
    }
    finish();
    return words;
}

std::string plainName(std::string_view name) {
    std::string joined;
    // Asked for every part of every cell with a comma.
    if (const std::string_view bare = withoutRemark(name).substr(0, kLongestName); isAscii(bare)) {
        for (const char c : bare)
            if (isLower(c) || isUpper(c) || (c >= '0' && c <= '9'))
                joined += lower(c);
        return joined;
    }
    for (const std::string& word : plainWords(name))
        joined += word;
    return joined;
}

std::string foldedText(std::string_view text) {
    std::string plain(text);
    if (isAscii(text)) {
        std::transform(plain.begin(), plain.end(), plain.begin(), lower);
        return plain;
    }
    const icu::UnicodeString whole = folded(text);
    icu::UnicodeString base;
    for (std::int32_t i = 0; i < whole.length(); i = whole.moveIndex32(i, 1))
        if (const UChar32 c = whole.char32At(i); u_getCombiningClass(c) == 0)
            base.append(c);
    return utf8(base);
}

std::size_t editDistance(std::string_view a, std::string_view b) {
    a = a.substr(0, kLongestName);
    b = b.substr(0, kLongestName);
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        beforeLast.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min(
                {last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::vector<std::string> closeNames(std::string_view name, const std::vector<std::string>& known,
                                    std::size_t most) {
    const std::string wanted = plainName(name);
    std::vector<std::pair<std::size_t, std::string>> scored;
    for (const std::string& candidate : known) {
        const std::string plain = plainName(candidate);
        const bool inside = wanted.size() >= 4 && (plain.find(wanted) != std::string::npos ||
                                                   wanted.find(plain) != std::string::npos);
        const std::size_t distance = inside ? 1 : editDistance(wanted, plain);
        if (distance <= std::max<std::size_t>(1, plain.size() / 3))
            scored.emplace_back(distance, candidate);
    }
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> close;
    for (const auto& [distance, candidate] : scored)
        if (close.size() < most)
            close.push_back(candidate);
    return close;
}

bool isBlank(std::string_view text) {
    const auto isGraphic = [](char c) {
        return c > ' ' && c < 0x7f;
    };
    if (std::any_of(text.begin(), text.end(), isGraphic))
        return false;
    const icu::UnicodeString characters = unicode(text);
    for (std::int32_t at = 0; at < characters.length(); at = characters.moveIndex32(at, 1)) {
        const UChar32 c = characters.char32At(at);
        if (u_isUWhiteSpace(c) == 0 &&
            u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0)
            return false;
    }
    return true;
}

std::string_view trimmed(std::string_view text) {
    const auto isSolid = [](char c) {
        return c > ' ' && static_cast<unsigned char>(c) < 0x80;
    };
    if (text.empty() || (isSolid(text.front()) && isSolid(text.back())))
        return text;
    constexpr std::array<std::string_view, 9> kBlanks = {
        " ", "\t", "\r", "\n", "\v", "\f", "\xC2\xA0", "\xE2\x80\xAF", "\xE3\x80\x80"};
    const auto cut = [&](auto matches, auto remove) {
        for (bool again = true; again;) {
            again = false;
            for (const std::string_view blank : kBlanks)
                if (matches(blank)) {
                    remove(blank.size());
                    again = true;
                }
        }
    };
    cut([&](std::string_view blank) { return text.starts_with(blank); },
        [&](std::size_t bytes) { text.remove_prefix(bytes); });
    cut([&](std::string_view blank) { return text.ends_with(blank); },
        [&](std::size_t bytes) { text.remove_suffix(bytes); });
    return text;
}

std::string withoutUnseen(std::string_view text) {
    // In UTF-8: next line and other old controls, soft hyphen; zero-width blank, marks of
    // direction; separators of lines; word joiner, isolates; byte order mark.
    const auto unseen = [&](std::size_t at) -> std::size_t {
        const auto byte = [&](std::size_t i) {
            return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
        };
        const unsigned second = byte(at + 1);
        const unsigned third = byte(at + 2);
        switch (byte(at)) {
        case 0xC2:
            return (second >= 0x80 && second < 0xA0) || second == 0xAD ? 2 : 0;
        case 0xE2:
            if (second == 0x80)
                return third == 0x8B || third == 0x8E || third == 0x8F ||
                               (third >= 0xA8 && third <= 0xAE)
                           ? 3
                           : 0;
            return second == 0x81 && third >= 0xA0 && third <= 0xAF ? 3 : 0;
        case 0xEF:
            return second == 0xBB && third == 0xBF ? 3 : 0;
        default:
            return 0;
        }
    };
    std::string seen;
    seen.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = unseen(at);
        if (bytes == 0) {
            seen += text[at++];
            continue;
        }
        const std::string_view sign = text.substr(at, bytes);
        if (sign == "\u2028" || sign == "\u2029" || sign == "\u0085")
            seen += ' ';
        at += bytes;
    }
    return seen;
}

std::size_t findAny(std::string_view text, std::string_view set, std::size_t from) {
    for (; from < text.size(); ++from)
        for (const char c : set)
            if (text[from] == c)
                return from;
    return std::string_view::npos;
}

std::vector<std::string_view> trimmedParts(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(findAny(text, separators, from), text.size());
        if (const auto part = trimmed(text.substr(from, to - from)); !part.empty())
            parts.push_back(part);
        from = to + 1;
    }
    return parts;
}

std::string upperCase(std::string_view text) {
    if (isAscii(text)) {
        std::string ascii(text);
        std::transform(text.begin(), text.end(), ascii.begin(), upper);
        return ascii;
    }
    return changed(text, [](icu::UnicodeString& value) { value.toUpper(icu::Locale::getRoot()); });
}

std::string lowerCase(std::string_view text) {
    if (isAscii(text)) {
        std::string ascii(text);
        std::transform(text.begin(), text.end(), ascii.begin(), lower);
        return ascii;
    }
    return changed(text, [](icu::UnicodeString& value) { value.toLower(icu::Locale::getRoot()); });
}

std::string titleCase(std::string_view text) {
    return changed(
        text, [](icu::UnicodeString& value) { value.toTitle(nullptr, icu::Locale::getRoot()); });
}

std::size_t characterCount(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

std::string listed(const std::vector<std::string>& items, std::string_view lastWord) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            text += i + 1 == items.size() ? " " + std::string(lastWord) + " " : ", ";
        text += items[i];
    }
    return text;
}

} // namespace leadsheet::app
