// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/escaped_text.hpp"

#include "sheet/utf8.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace leadsheet::app {
namespace {

constexpr std::size_t kEscapeBytes = 7; // _xHHHH_
constexpr std::uint32_t kReplacement = 0xFFFD;

std::optional<std::uint32_t> hexDigit(char c) {
    if (c >= '0' && c <= '9')
        return static_cast<std::uint32_t>(c - '0');
    const char letter = static_cast<char>(c | 0x20);
    if (letter >= 'a' && letter <= 'f')
        return static_cast<std::uint32_t>(letter - 'a' + 10);
    return std::nullopt;
}

// The code unit of the escape at the start of `text`, if there is one.
std::optional<std::uint32_t> escapeAt(std::string_view text) {
    if (text.size() < kEscapeBytes || text[0] != '_' || text[1] != 'x' || text[6] != '_')
        return std::nullopt;
    std::uint32_t unit = 0;
    for (const char c : text.substr(2, 4)) {
        const auto digit = hexDigit(c);
        if (!digit)
            return std::nullopt;
        unit = unit << 4 | *digit;
    }
    return unit;
}

bool isHighSurrogate(std::uint32_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}
bool isLowSurrogate(std::uint32_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

} // namespace

void decodeEscapes(std::string& text) {
    std::size_t at = text.find("_x");
    if (at == std::string::npos)
        return;
    std::string decoded(text, 0, at);
    const std::string_view whole = text;
    while (at < whole.size()) {
        const auto unit = escapeAt(whole.substr(at));
        if (!unit) {
            const std::size_t next = std::min(whole.find("_x", at + 1), whole.size());
            decoded.append(whole.substr(at, next - at));
            at = next;
            continue;
        }
        at += kEscapeBytes;
        const auto low = isHighSurrogate(*unit) ? escapeAt(whole.substr(at)) : std::nullopt;
        if (low && isLowSurrogate(*low)) {
            appendUtf8(decoded, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
            at += kEscapeBytes;
        } else if (isHighSurrogate(*unit) || isLowSurrogate(*unit)) {
            appendUtf8(decoded, kReplacement);
        } else if (*unit != 0) {
            appendUtf8(decoded, *unit);
        }
    }
    text = std::move(decoded);
}

} // namespace leadsheet::app
