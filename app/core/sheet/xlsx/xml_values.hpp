// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Without the white space of XML at both ends.
std::string_view trimmedXml(std::string_view text);

/// Digits only, white space around them aside; absent for anything else and what does not fit.
std::optional<std::uint32_t> xmlUnsigned(std::string_view text);

/// xsd:boolean; false for what is none, and when absent.
bool xmlBoolean(std::optional<std::string_view> text);

/// "C7" in numbers: column 2, row 7. Larger than any sheet when the reference is.
struct CellReference {
    std::uint32_t row = 0;    ///< from 1
    std::uint32_t column = 0; ///< from 0
};

/// Absent when the text is not a reference; "$" is none here.
std::optional<CellReference> parseCellReference(std::string_view text);

/// "A1:C7", or a single cell. Corners in any order.
std::optional<CellRange> parseCellRange(std::string_view text);

/// "C7" of row 7 and column 2.
std::string cellName(std::uint32_t row, std::uint32_t column);

/// Turns the escapes of ECMA-376 part 1, 22.9.2.19 (ST_Xstring) into characters, in place:
/// "_x000D_" is a carriage return, "_x005F_x000D_" the text "_x000D_". Escaped surrogate pairs are
/// joined; halves without the other become U+FFFD, and NUL vanishes.
void decodeEscapes(std::string& text);

/// A number as a cell stores it (xsd:double); absent for what is not a number, too large for one,
/// or not finite. What is too small for one is zero.
std::optional<double> storedNumber(std::string_view text);

/// True when `appendGeneral` would give exactly `text` for the number it stands for: plain digits,
/// at most fifteen, nothing superfluous.
bool isGeneralText(std::string_view text);

} // namespace leadsheet::app
