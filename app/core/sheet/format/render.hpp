// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/format/decimal.hpp"
#include "sheet/format/format_code.hpp"

#include <string>

namespace leadsheet::app {

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
