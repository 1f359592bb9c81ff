// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/format/number_format.hpp"

#include <array>
#include <string>

namespace leadsheet::app {

/// A magnitude as decimal digits: 0.DIGITS times ten to the power of `point`. No leading or
/// trailing zeros; zero has no digits.
struct Decimal {
    static constexpr int kCapacity = 24;

    std::array<char, kCapacity> digits{};
    int count = 0;
    int point = 0;

    bool zero() const { return count == 0; }
    /// The digit at `index` places after the first one, '0' outside of the stored ones.
    char at(int index) const {
        return index >= 0 && index < count ? digits[static_cast<std::size_t>(index)] : '0';
    }
};

/// The digits that spreadsheet programs work with: 15 significant ones, or the fewest that read
/// back to the same number where digits before the decimal point would be lost otherwise.
/// `magnitude` is finite and not negative.
Decimal decimalOf(double magnitude);

/// Rounds to `decimals` digits after the point, a five going up.
void roundDecimal(Decimal& number, int decimals);

/// Append what a section makes of `magnitude` (finite, not negative), with a minus in front when
/// `minus` is set and the text shows more than zero.
void renderNumber(std::string& out, const FormatSection& section, double magnitude, bool minus);
void renderScientific(std::string& out, const FormatSection& section, double magnitude, bool minus);
void renderFraction(std::string& out, const FormatSection& section, double magnitude, bool minus);

/// False, and nothing appended, when the section cannot show this serial.
bool renderDate(std::string& out, const FormatSection& section, double serial, bool date1904);

/// What a placeholder shows that has no digit.
inline void appendEmptyPlace(std::string& out, char place) {
    if (place == '0')
        out += '0';
    else if (place == '?')
        out += ' ';
}

/// The digits before the point that belong to `part`, a slice of the placeholders `places`. The
/// first part also has the digits that have no placeholder.
void appendIntegerPart(std::string& out, const Decimal& number, const FormatPart& part,
                       const std::string& places, bool grouping);
/// The same for the digits after the point.
void appendDecimalPart(std::string& out, const Decimal& number, const FormatPart& part,
                       const std::string& places);

} // namespace leadsheet::app
