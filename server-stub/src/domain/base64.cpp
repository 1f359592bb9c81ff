// SPDX-License-Identifier: Apache-2.0
#include "domain/base64.hpp"

#include "domain/digest.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

std::string toBase64(std::span<const unsigned char> bytes) {
    std::string text = toBase64Url(bytes);
    std::ranges::replace(text, '-', '+');
    std::ranges::replace(text, '_', '/');
    text.append((4 - text.size() % 4) % 4, '=');
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.find_first_of("-_") != std::string_view::npos)
        return std::nullopt;
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding)
        text.remove_suffix(1);
    std::string url(text);
    std::ranges::replace(url, '+', '-');
    std::ranges::replace(url, '/', '_');
    return fromBase64Url(url);
}

} // namespace leadsheet::server::domain
