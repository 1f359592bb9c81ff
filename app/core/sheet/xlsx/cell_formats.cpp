// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/cell_formats.hpp"

#include <string>
#include <utility>

namespace leadsheet::app {

CellFormats::CellFormats(StyleTable styles)
    : styles_(std::move(styles))
    , byStyle_(styles_.size() + 1) {}

const CellFormat& CellFormats::examine(std::size_t style) {
    const NumberFormat& format = styles_.format(style);
    const auto [found, isNew] = byFormat_.try_emplace(&format);
    CellFormat& known = found->second;
    if (isNew) {
        std::string none;
        std::string one;
        format.appendText(none, "");
        format.appendText(one, "x");
        known.format = &format;
        known.kind = format.kind();
        known.general = format.general();
        known.textExtra = none.size();
        known.textCopies = one.size() - none.size();
        known.plainText = none.empty() && one == "x";
    }
    byStyle_[style] = &known;
    return known;
}

} // namespace leadsheet::app
