// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/xml_values.hpp"

#include <charconv>

namespace leadsheet::app {
namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

} // namespace

std::string_view trimmedXml(std::string_view text) {
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
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
