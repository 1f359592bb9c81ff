// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/number_text.hpp"

#include "sheet/xlsx/xml_values.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace leadsheet::app {
namespace {

constexpr std::size_t kExactDigits = 15;    // any decimal of so many digits has a double of its own
constexpr std::size_t kMaxLeadingZeros = 3; // after the point; more may take an exponent

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Most numbers of most sheets are short and whole, and need no general parser.
std::optional<double> shortWhole(std::string_view text) {
    if (text.empty() || text.size() > kExactDigits)
        return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : text) {
        if (!isDigit(c))
            return std::nullopt;
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return static_cast<double>(number);
}

} // namespace

std::optional<double> storedNumber(std::string_view text) {
    text = trimmedXml(text);
    if (const auto whole = shortWhole(text))
        return whole;
    const std::size_t sign = text.starts_with('+') || text.starts_with('-') ? 1 : 0;
    // "inf" and "nan" would be read as numbers.
    if (text.size() == sign || (!isDigit(text[sign]) && text[sign] != '.'))
        return std::nullopt;
    if (text.front() == '+')
        text.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size())
        return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        const auto exponent = text.find_first_of("eE");
        const bool small = exponent == std::string_view::npos
                               ? text.find_first_of("123456789") > text.find('.')
                               : text.substr(exponent + 1).starts_with('-');
        return small ? std::optional(0.0) : std::nullopt;
    }
    if (error != std::errc() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

bool isGeneralText(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    std::size_t whole = 0;
    while (whole < text.size() && isDigit(text[whole]))
        ++whole;
    if (whole == 0 || (whole > 1 && text[0] == '0'))
        return false;
    if (whole == text.size())
        return whole <= kExactDigits && !(negative && text == "0");
    if (text[whole] != '.')
        return false;
    const std::string_view decimals = text.substr(whole + 1);
    if (decimals.empty() || text.size() - 1 > kExactDigits || decimals.back() == '0')
        return false;
    for (const char c : decimals)
        if (!isDigit(c))
            return false;
    return text[0] != '0' || decimals.find_first_not_of('0') <= kMaxLeadingZeros;
}

} // namespace leadsheet::app
