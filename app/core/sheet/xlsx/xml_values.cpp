// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/xml_values.hpp"

#include <charconv>

namespace leadsheet::app {

std::string_view trimmedXml(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<std::uint32_t> xmlUnsigned(std::string_view text) {
    text = trimmedXml(text);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool xmlBoolean(std::optional<std::string_view> text) {
    if (!text)
        return false;
    const std::string_view value = trimmedXml(*text);
    return value == "1" || value == "true";
}

} // namespace leadsheet::app
