// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"
#include "sheet/format/number_format.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::app {

/// Programs allow 65,490 cell styles; what goes beyond these is not a workbook but an attack.
inline constexpr std::size_t kMaxCellStyles = 1'000'000;
inline constexpr std::size_t kMaxCustomFormats = 100'000;

/// The number formats of a workbook's cells, by the index that a cell's `s` attribute gives
/// (ECMA-376 part 1, 18.8.10). Immutable; any thread may read it.
class StyleTable {
public:
    /// Of a workbook without styles: every cell is General.
    StyleTable();
    /// `formatIds` has the number format id of each style. Equal ids share one format, parsed here.
    /// `struck` has whether its font crosses out, for as many styles.
    StyleTable(const std::vector<std::uint32_t>& formatIds,
               const std::vector<std::pair<std::uint32_t, std::string>>& customCodes,
               std::vector<bool> struck = {});

    /// General for an index that the workbook does not define. Lives as long as the table.
    const NumberFormat& format(std::size_t style) const {
        return *formats_[style < byStyle_.size() ? byStyle_[style] : 0];
    }
    bool isStruck(std::size_t style) const { return style < struck_.size() && struck_[style]; }
    std::size_t size() const { return byStyle_.size(); }

private:
    std::vector<std::unique_ptr<NumberFormat>> formats_; ///< the first is General
    std::vector<std::uint32_t> byStyle_;
    std::vector<bool> struck_;
};

/// Reads a styles part (xl/styles.xml): its numFmts, fonts and cellXfs, nothing else. Damage and
/// LimitExceeded name `part`.
SheetResult<StyleTable> readStyleTable(ByteStream& stream, const std::string& part,
                                       const SheetLimits& limits);

/// What has to be known of a cell's format again and again.
struct CellFormat {
    const NumberFormat* format = nullptr;
    CellKind kind = CellKind::Number;
    bool general = true;   ///< numbers look as appendGeneral shows them
    bool plainText = true; ///< texts look as they are
    bool struck = false;   ///< what is shown is crossed out
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
    std::map<std::pair<const NumberFormat*, bool>, CellFormat> known_; // by format and struck
    std::vector<const CellFormat*> byStyle_; // the last is for undefined numbers
};

} // namespace leadsheet::app
