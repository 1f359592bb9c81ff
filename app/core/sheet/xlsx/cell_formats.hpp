// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/style_table.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace leadsheet::app {

/// What has to be known of a cell's format again and again.
struct CellFormat {
    const NumberFormat* format = nullptr;
    CellKind kind = CellKind::Number;
    bool general = true;   ///< numbers look as appendGeneral shows them
    bool plainText = true; ///< texts look as they are
    // The displayed form of a text takes `textExtra` bytes and `textCopies` times its own.
    std::size_t textExtra = 0;
    std::size_t textCopies = 1;
};

/// The formats of a workbook by style number, examined when first used. Not thread-safe.
class CellFormats {
public:
    explicit CellFormats(StyleTable styles);

    /// General for a number that the workbook does not define.
    const CellFormat& at(std::uint32_t style) {
        const std::size_t index = style < byStyle_.size() ? style : byStyle_.size() - 1;
        return byStyle_[index] != nullptr ? *byStyle_[index] : examine(index);
    }

private:
    const CellFormat& examine(std::size_t style);

    StyleTable styles_;
    std::unordered_map<const NumberFormat*, CellFormat> byFormat_;
    std::vector<const CellFormat*> byStyle_; // the last is for undefined numbers
};

} // namespace leadsheet::app
