// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace leadsheet::app {

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

} // namespace leadsheet::app
