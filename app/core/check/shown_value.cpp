// SPDX-License-Identifier: Apache-2.0
#include "check/shown_value.hpp"
#include "text/names.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace leadsheet::app {
namespace {

constexpr int kWorkingDigits = 15; // that spreadsheet programs keep
constexpr double kNoise = 1e-9;    // of a day: less than a millisecond

bool isAsciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The digits that make up a number, without zeros at either end; equal for a number and its
/// multiples of ten.
std::string significant(std::string digits) {
    const auto first = digits.find_first_not_of('0');
    if (first == std::string::npos)
        return {};
    return digits.substr(first, digits.find_last_not_of('0') - first + 1);
}

std::string significantOf(double number) {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), std::fabs(number),
                                   std::chars_format::scientific, kWorkingDigits - 1)
                         .ptr;
    std::string digits;
    for (const char* at = text.data(); at != end && *at != 'e'; ++at)
        if (isDigit(*at))
            digits += *at;
    return significant(digits);
}

/// The text as a number when `point` separates its decimals; other marks only group digits.
double readWith(std::string_view text, char point) {
    std::string plain;
    bool decimals = false;
    for (const char c : text) {
        if (c == 'E' || c == 'e')
            break;
        if (isDigit(c) || (c == point && !decimals))
            plain += isDigit(c) ? c : '.';
        decimals = decimals || c == point;
    }
    double value = 0;
    std::from_chars(plain.data(), plain.data() + plain.size(), value);
    return value;
}

double exponentOf(std::string_view text) {
    const auto at = text.find_last_of("Ee");
    if (at == std::string_view::npos || at == 0 || !isDigit(text[at - 1]))
        return 1;
    text.remove_prefix(at + 1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    int power = 0;
    std::from_chars(text.data(), text.data() + text.size(), power);
    return std::pow(10.0, power);
}

bool reads(std::string_view text, double number) {
    const double scale =
        exponentOf(text) / (text.find('%') == std::string_view::npos ? 1.0 : 100.0);
    const double wanted = std::fabs(number);
    for (const char point : {'.', ','})
        if (std::fabs(readWith(text, point) * scale - wanted) <= wanted * 1e-13)
            return true;
    return false;
}

bool isNumberRounded(std::string_view text, double number) {
    double plain = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), plain);
    if (error == std::errc() && end == text.data() + text.size() && plain == number)
        return false;
    if (text.find('/') != std::string_view::npos || reads(text, number))
        return false;
    bool letters = false;
    std::string digits;
    for (const char c : text) {
        letters = letters || isAsciiLetter(c);
        if (isDigit(c))
            digits += c;
    }
    // Words may hold digits of their own: "Box 2: 1,500".
    return !letters || digits.find(significantOf(number)) == std::string::npos;
}

} // namespace

bool isShownRounded(const Cell& cell) {
    if (cell.kind == CellKind::Number)
        return isNumberRounded(cell.text, cell.number);
    if (cell.kind != CellKind::Date)
        return false;
    const double days = std::floor(cell.number + kNoise);
    return cell.number - days > kNoise && cell.text.find(':') == std::string_view::npos;
}

} // namespace leadsheet::app
