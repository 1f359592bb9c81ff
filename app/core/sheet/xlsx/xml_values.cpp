// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/xml_values.hpp"

#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace leadsheet::app {
namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

constexpr std::size_t kFittingDigits = 9; // any number of so many digits fits into 32 bits

// What nearly all numbers of attributes are: a few digits and nothing else.
std::optional<std::uint32_t> plainUnsigned(std::string_view text) {
    if (text.empty() || text.size() > kFittingDigits)
        return std::nullopt;
    std::uint32_t value = 0;
    for (const char c : text) {
        if (!isDigit(c))
            return std::nullopt;
        value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
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
    if (const auto plain = plainUnsigned(text))
        return plain;
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

namespace {

constexpr std::uint64_t kTooLarge = std::numeric_limits<std::uint32_t>::max();

} // namespace

std::optional<CellReference> parseCellReference(std::string_view text) {
    std::uint64_t column = 0;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char letter = static_cast<char>(text[at] & ~0x20);
        if (letter < 'A' || letter > 'Z')
            break;
        column = std::min(column * 26 + static_cast<std::uint64_t>(letter - 'A' + 1), kTooLarge);
    }
    const std::size_t letters = at;
    std::uint64_t row = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
        row = std::min(row * 10 + static_cast<std::uint64_t>(text[at] - '0'), kTooLarge);
    if (letters == 0 || at != text.size() || row == 0)
        return std::nullopt;
    return CellReference{static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column - 1)};
}

std::optional<CellRange> parseCellRange(std::string_view text) {
    const auto colon = text.find(':');
    const auto first = parseCellReference(text.substr(0, colon));
    const auto last =
        colon == std::string_view::npos ? first : parseCellReference(text.substr(colon + 1));
    if (!first || !last)
        return std::nullopt;
    return CellRange{std::min(first->row, last->row), std::max(first->row, last->row),
                     std::min(first->column, last->column), std::max(first->column, last->column)};
}

std::string cellName(std::uint32_t row, std::uint32_t column) {
    return columnLetter(column) + std::to_string(row);
}

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

namespace {

constexpr std::size_t kExactDigits = 15;    // any decimal of so many digits has a double of its own
constexpr std::size_t kMaxLeadingZeros = 3; // after the point; more may take an exponent

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
