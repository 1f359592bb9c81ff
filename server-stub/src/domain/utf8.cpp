// SPDX-License-Identifier: Apache-2.0
#include "domain/utf8.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

namespace {

struct Lead {
    std::size_t length;          ///< bytes of the sequence, 0 = not a first byte
    unsigned char secondLowest;  ///< the tighter range of the second byte keeps out overlong forms,
    unsigned char secondHighest; ///< surrogates and values above U+10FFFF
};

constexpr Lead leadOf(unsigned char byte) {
    if (byte < 0x80)
        return {1, 0, 0};
    if (byte >= 0xC2 && byte <= 0xDF)
        return {2, 0x80, 0xBF};
    if (byte == 0xE0)
        return {3, 0xA0, 0xBF};
    if (byte == 0xED)
        return {3, 0x80, 0x9F};
    if (byte >= 0xE1 && byte <= 0xEF)
        return {3, 0x80, 0xBF};
    if (byte == 0xF0)
        return {4, 0x90, 0xBF};
    if (byte >= 0xF1 && byte <= 0xF3)
        return {4, 0x80, 0xBF};
    if (byte == 0xF4)
        return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

} // namespace

std::optional<std::size_t> invalidUtf8At(std::string_view text) {
    const auto byteAt = [text](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    for (std::size_t at = 0; at < text.size();) {
        const Lead lead = leadOf(byteAt(at));
        if (lead.length == 0 || at + lead.length > text.size())
            return at;
        for (std::size_t i = 1; i < lead.length; ++i) {
            const unsigned char lowest = i == 1 ? lead.secondLowest : 0x80;
            const unsigned char highest = i == 1 ? lead.secondHighest : 0xBF;
            if (byteAt(at + i) < lowest || byteAt(at + i) > highest)
                return at;
        }
        at += lead.length;
    }
    return std::nullopt;
}

std::string_view utf8Prefix(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace leadsheet::server::domain
