// SPDX-License-Identifier: Apache-2.0
#include "text/html_text.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <utility>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestName = 8;  // "thetasym" is the longest of HTML 4
constexpr std::size_t kLongestTag = 500; // "<span style=...>"
constexpr int kMostPasses = 3;           // "&amp;amp;" was written twice

using Entity = std::pair<std::string_view, char32_t>;
// Sorted by name.
constexpr std::array<Entity, 147> kEntities = {{
    {"AElig", 0xC6},    {"Aacute", 0xC1},  {"Acirc", 0xC2},    {"Agrave", 0xC0},
    {"Aring", 0xC5},    {"Atilde", 0xC3},  {"Auml", 0xC4},     {"Ccaron", 0x10C},
    {"Ccedil", 0xC7},   {"ETH", 0xD0},     {"Eacute", 0xC9},   {"Ecirc", 0xCA},
    {"Egrave", 0xC8},   {"Euml", 0xCB},    {"Iacute", 0xCD},   {"Icirc", 0xCE},
    {"Igrave", 0xCC},   {"Iuml", 0xCF},    {"Lstrok", 0x141},  {"Ntilde", 0xD1},
    {"OElig", 0x152},   {"Oacute", 0xD3},  {"Ocirc", 0xD4},    {"Ograve", 0xD2},
    {"Oslash", 0xD8},   {"Otilde", 0xD5},  {"Ouml", 0xD6},     {"Sacute", 0x15A},
    {"Scaron", 0x160},  {"THORN", 0xDE},   {"Uacute", 0xDA},   {"Ucirc", 0xDB},
    {"Ugrave", 0xD9},   {"Uuml", 0xDC},    {"Yacute", 0xDD},   {"Yuml", 0x178},
    {"Zcaron", 0x17D},  {"Zdot", 0x17B},   {"aacute", 0xE1},   {"acirc", 0xE2},
    {"acute", 0xB4},    {"aelig", 0xE6},   {"agrave", 0xE0},   {"amp", 0x26},
    {"aogon", 0x105},   {"apos", 0x27},    {"aring", 0xE5},    {"atilde", 0xE3},
    {"auml", 0xE4},     {"bdquo", 0x201E}, {"brvbar", 0xA6},   {"bull", 0x2022},
    {"cacute", 0x107},  {"ccaron", 0x10D}, {"ccedil", 0xE7},   {"cedil", 0xB8},
    {"cent", 0xA2},     {"copy", 0xA9},    {"curren", 0xA4},   {"deg", 0xB0},
    {"divide", 0xF7},   {"eacute", 0xE9},  {"ecaron", 0x11B},  {"ecirc", 0xEA},
    {"egrave", 0xE8},   {"emsp", 0x2003},  {"ensp", 0x2002},   {"eogon", 0x119},
    {"eth", 0xF0},      {"euml", 0xEB},    {"euro", 0x20AC},   {"frac12", 0xBD},
    {"frac14", 0xBC},   {"frac34", 0xBE},  {"ge", 0x2265},     {"gt", 0x3E},
    {"hellip", 0x2026}, {"iacute", 0xED},  {"icirc", 0xEE},    {"iexcl", 0xA1},
    {"igrave", 0xEC},   {"iquest", 0xBF},  {"iuml", 0xEF},     {"laquo", 0xAB},
    {"ldquo", 0x201C},  {"le", 0x2264},    {"lrm", 0x200E},    {"lsaquo", 0x2039},
    {"lsquo", 0x2018},  {"lstrok", 0x142}, {"lt", 0x3C},       {"macr", 0xAF},
    {"mdash", 0x2014},  {"micro", 0xB5},   {"middot", 0xB7},   {"minus", 0x2212},
    {"nacute", 0x144},  {"nbsp", 0xA0},    {"ndash", 0x2013},  {"not", 0xAC},
    {"ntilde", 0xF1},   {"oacute", 0xF3},  {"ocirc", 0xF4},    {"oelig", 0x153},
    {"ograve", 0xF2},   {"ordf", 0xAA},    {"ordm", 0xBA},     {"oslash", 0xF8},
    {"otilde", 0xF5},   {"ouml", 0xF6},    {"para", 0xB6},     {"plusmn", 0xB1},
    {"pound", 0xA3},    {"quot", 0x22},    {"raquo", 0xBB},    {"rcaron", 0x159},
    {"rdquo", 0x201D},  {"reg", 0xAE},     {"rlm", 0x200F},    {"rsaquo", 0x203A},
    {"rsquo", 0x2019},  {"sacute", 0x15B}, {"sbquo", 0x201A},  {"scaron", 0x161},
    {"sect", 0xA7},     {"shy", 0xAD},     {"sup1", 0xB9},     {"sup2", 0xB2},
    {"sup3", 0xB3},     {"szlig", 0xDF},   {"thinsp", 0x2009}, {"thorn", 0xFE},
    {"times", 0xD7},    {"trade", 0x2122}, {"uacute", 0xFA},   {"ucirc", 0xFB},
    {"ugrave", 0xF9},   {"uml", 0xA8},     {"uuml", 0xFC},     {"yacute", 0xFD},
    {"yen", 0xA5},      {"yuml", 0xFF},    {"zacute", 0x17A},  {"zcaron", 0x17E},
    {"zdot", 0x17C},    {"zwj", 0x200D},   {"zwnj", 0x200C},
}};

/// What windows-1252 has at 0x80 to 0x9F: exports mean these by "&#146;", and browsers show them.
constexpr std::array<char16_t, 32> kWindows = {
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

void append(std::string& text, char32_t character) {
    icu::UnicodeString(static_cast<UChar32>(character)).toUTF8String(text);
}

std::optional<char32_t> numbered(std::string_view digits) {
    int base = 10;
    if (digits.starts_with('x') || digits.starts_with('X')) {
        base = 16;
        digits.remove_prefix(1);
    }
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    constexpr std::uint32_t kLast = 0x10FFFF;
    const bool blank = value == '\t' || value == '\n' || value == '\r';
    if (error != std::errc() || end != digits.data() + digits.size() || (value < 0x20 && !blank) ||
        value > kLast || (value >= 0xD800 && value < 0xE000))
        return std::nullopt;
    if (value >= 0x80 && value < 0xA0)
        value = kWindows[value - 0x80];
    return static_cast<char32_t>(value);
}

/// What "amp" and "#39" stand for.
std::optional<char32_t> characterOf(std::string_view name) {
    if (name.starts_with('#'))
        return numbered(name.substr(1));
    const auto found = std::lower_bound(
        kEntities.begin(), kEntities.end(), name,
        [](const Entity& one, std::string_view wanted) { return one.first < wanted; });
    return found != kEntities.end() && found->first == name ? std::optional(found->second)
                                                            : std::nullopt;
}

struct Tag {
    std::size_t bytes = 0; ///< 0: it is none
    bool breaks = false;   ///< what follows stands on a line for itself
};

/// "<br>", "</p>", "<span class=x>", and not "<50".
Tag tagAt(std::string_view text) {
    const auto end = text.substr(0, kLongestTag).find('>');
    if (end == std::string_view::npos)
        return {};
    std::string_view name = text.substr(1, end - 1);
    if (name.starts_with('/'))
        name.remove_prefix(1);
    constexpr std::size_t kLongestTagName = 8;
    const std::string plain =
        lowerCase(name.substr(0, std::min(name.find_first_of(" /"), kLongestTagName)));
    const bool breaks = isOneOf(plain, {"br", "p", "div", "li", "ul", "ol", "tr", "td"});
    if (!breaks && !isOneOf(plain, {"b", "i", "u", "em", "strong", "span", "font", "small"}))
        return {};
    return {end + 1, breaks};
}

std::string decodedOnce(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '&') {
            const auto end = text.substr(at, kLongestName + 2).find(';');
            if (end != std::string_view::npos)
                if (const auto character = characterOf(text.substr(at + 1, end - 1))) {
                    append(plain, *character);
                    at += end + 1;
                    continue;
                }
        } else if (text[at] == '<') {
            if (const Tag tag = tagAt(text.substr(at)); tag.bytes > 0) {
                if (tag.breaks && !plain.empty() && plain.back() != '\n')
                    plain += '\n';
                at += tag.bytes;
                continue;
            }
        }
        plain += text[at++];
    }
    return plain;
}

} // namespace

std::optional<std::string> withoutHtml(std::string_view text) {
    if (text.find_first_of("&<") == std::string_view::npos)
        return std::nullopt;
    std::string plain(text);
    for (int pass = 0; pass < kMostPasses; ++pass) {
        std::string next = decodedOnce(plain);
        if (next == plain)
            break;
        plain = std::move(next);
    }
    return plain == text ? std::nullopt : std::optional(std::move(plain));
}

} // namespace leadsheet::app
