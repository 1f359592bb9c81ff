// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace leadsheet::app {
namespace {

constexpr int kSignificantDigits = 15;
constexpr double kFifteenDigits = 1e15;
constexpr double kExactIntegers = 9007199254740992.0; // 2^53

void dropTrailingZeros(Decimal& number) {
    while (number.count > 0 && number.at(number.count - 1) == '0')
        --number.count;
    if (number.count == 0)
        number.point = 0;
}

// `value` divided by ten to the power of `decimals`.
Decimal fromInteger(std::uint64_t value, int decimals) {
    Decimal number;
    const auto end =
        std::to_chars(number.digits.data(), number.digits.data() + number.digits.size(), value);
    number.count = static_cast<int>(end.ptr - number.digits.data());
    number.point = number.count - decimals;
    dropTrailingZeros(number);
    return number;
}

// Prices and their like, without the search for the shortest digits: when a decimal number of at
// most 15 digits divides to exactly this one, it is the only one that does.
std::optional<Decimal> fromFewDecimals(double magnitude) {
    struct Step {
        double factor;
        int decimals;
    };
    for (const Step step : {Step{1e2, 2}, Step{1e4, 4}, Step{1e6, 6}}) {
        const double scaled = magnitude * step.factor + 0.5;
        if (scaled >= kFifteenDigits)
            return std::nullopt;
        const auto whole = static_cast<std::uint64_t>(scaled);
        if (static_cast<double>(whole) / step.factor == magnitude)
            return fromInteger(whole, step.decimals);
    }
    return std::nullopt;
}

// Of "d.ddde-XX" as std::to_chars writes it.
Decimal fromScientific(const char* text, const char* end) {
    Decimal number;
    const char* at = text;
    for (; at != end && *at != 'e'; ++at)
        if (*at != '.')
            number.digits[static_cast<std::size_t>(number.count++)] = *at;
    if (at != end)
        at += at[1] == '+' ? 2 : 1;
    int exponent = 0;
    std::from_chars(at, end, exponent);
    number.point = exponent + 1;
    dropTrailingZeros(number);
    return number;
}

} // namespace

Decimal decimalOf(double magnitude) {
    if (magnitude < kExactIntegers) {
        const auto whole = static_cast<std::uint64_t>(magnitude);
        if (static_cast<double>(whole) == magnitude)
            return whole == 0 ? Decimal() : fromInteger(whole, 0);
    }
    if (const auto number = fromFewDecimals(magnitude))
        return *number;
    std::array<char, 40> text;
    char* const last = text.data() + text.size();
    const auto shortest =
        std::to_chars(text.data(), last, magnitude, std::chars_format::scientific);
    Decimal number = fromScientific(text.data(), shortest.ptr);
    if (number.count <= kSignificantDigits || number.point > kSignificantDigits)
        return number;
    const auto rounded = std::to_chars(text.data(), last, magnitude, std::chars_format::scientific,
                                       kSignificantDigits - 1);
    return fromScientific(text.data(), rounded.ptr);
}

void roundDecimal(Decimal& number, int decimals) {
    const int keep = number.point + decimals;
    if (keep >= number.count)
        return;
    if (keep < 0) {
        number.count = number.point = 0;
        return;
    }
    const bool up = number.at(keep) >= '5';
    number.count = keep;
    if (!up) {
        dropTrailingZeros(number);
        return;
    }
    while (number.count > 0 && number.at(number.count - 1) == '9')
        --number.count;
    if (number.count > 0) {
        ++number.digits[static_cast<std::size_t>(number.count - 1)];
        return;
    }
    number.digits[0] = '1';
    number.count = 1;
    ++number.point;
}

} // namespace leadsheet::app
