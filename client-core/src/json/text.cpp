// SPDX-License-Identifier: Apache-2.0
#include "json/text.hpp"

#include <algorithm>

namespace leadsheet::detail {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::uint8_t byteAt(std::string_view text, std::size_t i) {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0;
}

/// Length of the well-formed UTF-8 sequence (Unicode table 3-7) at `i`; 0 when there is none.
std::size_t sequenceLength(std::string_view text, std::size_t i) {
    const auto within = [&](std::size_t at, int low, int high) {
        const int byte = byteAt(text, at);
        return byte >= low && byte <= high;
    };
    const int lead = byteAt(text, i);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return within(i + 1, 0x80, 0xBF) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const int low = lead == 0xE0 ? 0xA0 : 0x80;
        const int high = lead == 0xED ? 0x9F : 0xBF;
        return within(i + 1, low, high) && within(i + 2, 0x80, 0xBF) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const int low = lead == 0xF0 ? 0x90 : 0x80;
        const int high = lead == 0xF4 ? 0x8F : 0xBF;
        return within(i + 1, low, high) && within(i + 2, 0x80, 0xBF) && within(i + 3, 0x80, 0xBF)
                   ? 4
                   : 0;
    }
    return 0;
}

void appendAscii(std::string& out, char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\b':
        out += "\\b";
        return;
    case '\f':
        out += "\\f";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    const auto byte = static_cast<std::uint8_t>(c);
    if (byte < 0x20) {
        out += "\\u00";
        out += kHex[byte >> 4U];
        out += kHex[byte & 0x0FU];
    } else {
        out += c;
    }
}

} // namespace

std::optional<std::size_t> utf8Characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        const std::size_t bytes = sequenceLength(text, at);
        if (bytes == 0)
            return std::nullopt;
        at += bytes;
    }
    return count;
}

void appendJsonString(std::string& out, std::string_view text) {
    const auto isPlain = [](char c) {
        return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    };
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const auto start = text.begin() + static_cast<std::ptrdiff_t>(i);
        const auto end = std::find_if_not(start, text.end(), isPlain);
        out.append(start, end);
        i += static_cast<std::size_t>(end - start);
        if (i == text.size())
            break;
        const std::size_t length = sequenceLength(text, i);
        if (length == 1)
            appendAscii(out, text[i]);
        else
            out += length == 0 ? kReplacement : text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    out += '"';
}

} // namespace leadsheet::detail
