// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace leadsheet::server::http {

namespace detail {

constexpr std::array<bool, 256> makeTokenTable() {
    std::array<bool, 256> table{};
    for (unsigned char c = 0x21; c < 0x7f; ++c) {
        table[c] = true;
    }
    for (const char c : std::string_view("\"(),/:;<=>?@[\\]{}")) {
        table[static_cast<unsigned char>(c)] = false;
    }
    return table;
}

inline constexpr std::array<bool, 256> kTokenTable = makeTokenTable();

} // namespace detail

/// RFC 9110 5.6.2: tchar.
constexpr bool isTokenChar(char c) noexcept {
    return detail::kTokenTable[static_cast<unsigned char>(c)];
}

constexpr bool isToken(std::string_view text) noexcept {
    for (const char c : text) {
        if (!isTokenChar(c)) {
            return false;
        }
    }
    return !text.empty();
}

constexpr bool isDigit(char c) noexcept {
    return c >= '0' && c <= '9';
}

constexpr bool isAlpha(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Controls but HTAB, and DEL: never allowed in a field value or a request line.
constexpr bool isForbiddenControl(char c) noexcept {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

/// 0..15, or -1.
constexpr int hexValue(char c) noexcept {
    if (isDigit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

} // namespace leadsheet::server::http
