// SPDX-License-Identifier: Apache-2.0
#include "webhook/base64.hpp"

#include <cstdint>

namespace leadsheet::detail {
namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned kDigitBits = 6;
constexpr unsigned kDigitMask = 63;

} // namespace

std::string encodeBase64(std::string_view bytes) {
    std::string text;
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const char c : bytes) {
        buffer = (buffer << 8U) | static_cast<unsigned char>(c);
        bits += 8;
        while (bits >= kDigitBits) {
            bits -= kDigitBits;
            text += kBase64Digits[(buffer >> bits) & kDigitMask];
        }
    }
    if (bits > 0)
        text += kBase64Digits[(buffer << (kDigitBits - bits)) & kDigitMask];
    text.append((4 - text.size() % 4) % 4, '=');
    return text;
}

std::optional<std::string> decodeBase64(std::string_view text) {
    std::string_view digits = text;
    while (digits.ends_with('=') && text.size() - digits.size() < 2)
        digits.remove_suffix(1);
    std::string bytes;
    std::uint32_t buffer = 0;
    unsigned bits = 0;
    for (const char c : digits) {
        const auto digit = kBase64Digits.find(c);
        if (digit == std::string_view::npos)
            return {};
        buffer = (buffer << kDigitBits) | static_cast<std::uint32_t>(digit);
        bits += kDigitBits;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((buffer >> bits) & 0xFFU);
        }
    }
    const std::string canonical = encodeBase64(bytes);
    const bool same = canonical == text || canonical.substr(0, canonical.find('=')) == text;
    return same ? std::optional(std::move(bytes)) : std::nullopt;
}

} // namespace leadsheet::detail
