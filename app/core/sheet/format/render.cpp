// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/render.hpp"

#include "sheet/format/number_format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
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

namespace {

int size(const std::string& places) {
    return static_cast<int>(places.size());
}

Decimal scaled(const FormatSection& section, double magnitude) {
    Decimal number = decimalOf(magnitude);
    if (!number.zero())
        number.point += section.powerOfTen;
    return number;
}

int floorToMultiple(int value, int step) {
    const int remainder = value % step;
    return value - remainder - (remainder < 0 ? step : 0);
}

// With several digits before the point the exponent is a multiple of their number.
int exponentFor(const FormatSection& section, const Decimal& number) {
    if (number.zero())
        return 0;
    const int places = size(section.integerPlaces);
    return places == 0 ? number.point : floorToMultiple(number.point - 1, places);
}

void appendExponentDigits(std::string& out, const FormatSection& section, const FormatPart& part,
                          int exponent) {
    const Decimal digits = decimalOf(std::abs(exponent));
    appendIntegerPart(out, digits, part, section.exponentPlaces, false);
}

} // namespace

void appendIntegerPart(std::string& out, const Decimal& number, const FormatPart& part,
                       const std::string& places, bool grouping) {
    const int digits = std::max(number.point, 0);
    const int begin = static_cast<int>(part.begin);
    const int end = begin + static_cast<int>(part.length);
    // Places are counted from the right: the last digit is place 0.
    const int leftmost = begin == 0 ? std::max(digits, size(places)) : size(places) - begin;
    for (int place = leftmost - 1; place >= size(places) - end; --place) {
        const std::size_t before = out.size();
        char kind = '0';
        if (place < digits) {
            out += number.at(digits - 1 - place);
        } else {
            kind = places[static_cast<std::size_t>(size(places) - 1 - place)];
            appendEmptyPlace(out, kind);
        }
        if (grouping && place > 0 && place % 3 == 0 && out.size() != before)
            out += kind == '?' ? ' ' : ',';
    }
}

void appendDecimalPart(std::string& out, const Decimal& number, const FormatPart& part,
                       const std::string& places) {
    for (std::uint32_t i = part.begin; i < part.begin + part.length; ++i) {
        const int index = number.point + static_cast<int>(i);
        if (index < number.count)
            out += number.at(index);
        else
            appendEmptyPlace(out, places[i]);
    }
}

namespace {

// What plain and scientific formats share.
void appendPart(std::string& out, const FormatSection& section, const FormatPart& part,
                const Decimal& number) {
    switch (part.kind) {
    case PartKind::Integer:
        appendIntegerPart(out, number, part, section.integerPlaces, section.grouping);
        break;
    case PartKind::Point:
        out += '.';
        break;
    case PartKind::Decimals:
        appendDecimalPart(out, number, part, section.decimalPlaces);
        break;
    default:
        out += section.literalOf(part);
        break;
    }
}

} // namespace

void renderNumber(std::string& out, const FormatSection& section, double magnitude, bool minus) {
    Decimal number = scaled(section, magnitude);
    roundDecimal(number, size(section.decimalPlaces));
    if (minus && !number.zero())
        out += '-';
    for (const FormatPart& part : section.parts)
        appendPart(out, section, part, number);
}

void renderScientific(std::string& out, const FormatSection& section, double magnitude,
                      bool minus) {
    Decimal number = scaled(section, magnitude);
    int exponent = exponentFor(section, number);
    const int decimals = size(section.decimalPlaces);
    roundDecimal(number, decimals - exponent);
    exponent = exponentFor(section, number); // 9.99 may have become 10.0
    if (minus && !number.zero())
        out += '-';
    number.point -= number.zero() ? 0 : exponent;
    for (const FormatPart& part : section.parts) {
        switch (part.kind) {
        case PartKind::Exponent:
            out += 'E';
            if (exponent < 0)
                out += '-';
            else if (part.width != 0)
                out += '+';
            break;
        case PartKind::ExponentDigits:
            appendExponentDigits(out, section, part, exponent);
            break;
        default:
            appendPart(out, section, part, number);
            break;
        }
    }
}

namespace {

constexpr int kLongestInteger = 21;    // digits
constexpr int kLongestTinyNumber = 11; // characters
constexpr int kTinyPoint = -3;         // below 0.0001

void appendDigits(std::string& out, const Decimal& number, int from, int count) {
    for (int i = from; i < from + count; ++i)
        out += number.at(i);
}

void appendExponential(std::string& out, const Decimal& number) {
    out += number.at(0);
    if (number.count > 1) {
        out += '.';
        appendDigits(out, number, 1, number.count - 1);
    }
    const int exponent = number.point - 1;
    out += exponent < 0 ? "E-" : "E+";
    if (std::abs(exponent) < 10)
        out += '0';
    out += std::to_string(std::abs(exponent));
}

// Programs have this much room, and turn to the exponent when digits would not fit.
bool isLongTinyNumber(const Decimal& number) {
    const int length = 2 - number.point + number.count;
    return number.point < kTinyPoint && length > kLongestTinyNumber;
}

} // namespace

void appendGeneral(std::string& out, double value) {
    if (!std::isfinite(value)) {
        out += "#NUM!";
        return;
    }
    const Decimal number = decimalOf(std::fabs(value));
    if (number.zero()) {
        out += '0';
        return;
    }
    if (value < 0)
        out += '-';
    if (number.point > kLongestInteger || isLongTinyNumber(number)) {
        appendExponential(out, number);
        return;
    }
    if (number.point <= 0)
        out += '0';
    else
        appendDigits(out, number, 0, number.point);
    if (number.count > number.point) {
        out += '.';
        appendDigits(out, number, number.point, number.count - number.point);
    }
}

} // namespace leadsheet::app
