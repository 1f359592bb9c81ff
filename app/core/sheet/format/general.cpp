// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/decimal.hpp"
#include "sheet/format/number_format.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

namespace leadsheet::app {
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
