// SPDX-License-Identifier: Apache-2.0
#include "domain/text_check.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace leadsheet::server::domain {

namespace {

constexpr std::size_t kMaxDomainLength = 253;
constexpr std::size_t kMaxLabelLength = 63;

bool isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isLabel(std::string_view label) {
    if (label.empty() || label.size() > kMaxLabelLength || label.front() == '-' ||
        label.back() == '-')
        return false;
    return std::ranges::all_of(label, [](char c) {
        return isAlphanumeric(c) || c == '-' || static_cast<unsigned char>(c) >= 0x80;
    });
}

bool startsWithNoCase(std::string_view text, std::string_view lowerPrefix) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return text.size() >= lowerPrefix.size() &&
           std::ranges::equal(text.substr(0, lowerPrefix.size()), lowerPrefix, {}, lower);
}

} // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool isInvisible(std::string_view text) {
    const auto isGraphic = [](char c) {
        return c > ' ' && c < 0x7f;
    };
    if (std::any_of(text.begin(), text.end(), isGraphic))
        return false;
    const auto characters = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    for (std::int32_t at = 0; at < characters.length(); at = characters.moveIndex32(at, 1)) {
        const UChar32 c = characters.char32At(at);
        if (u_isUWhiteSpace(c) == 0 &&
            u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0)
            return false;
    }
    return true;
}

bool hasControlCharacters(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
    });
}

bool isDomain(std::string_view text) {
    if (text.size() > kMaxDomainLength || text.find('.') == std::string_view::npos)
        return false;
    while (true) {
        const auto dot = text.find('.');
        if (!isLabel(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        text.remove_prefix(dot + 1);
    }
}

bool isWebUrl(std::string_view text) {
    for (const std::string_view scheme : {"https://", "http://"}) {
        if (!startsWithNoCase(text, scheme))
            continue;
        const auto rest = text.substr(scheme.size());
        const auto host = rest.substr(0, rest.find_first_of("/?#"));
        return !host.empty() && host.front() != ':' && !host.ends_with('@') &&
               std::ranges::all_of(rest, [](char c) {
                   return static_cast<unsigned char>(c) > ' ' && c != '\x7F' && c != '"' &&
                          c != '<' && c != '>' && c != '\\';
               });
    }
    return false;
}

bool isIdentifier(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return isAlphanumeric(c) || c == '_' || c == '-';
    });
}

} // namespace leadsheet::server::domain
