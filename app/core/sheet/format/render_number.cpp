// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/render.hpp"

#include <algorithm>
#include <cstdlib>

namespace leadsheet::app {
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

} // namespace leadsheet::app
