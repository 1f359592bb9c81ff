// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::app {

/// What the steps of a rule make of one cell.
struct TransformedCell {
    std::uint32_t row = 0;
    std::string before;
    std::vector<std::string> after; ///< one value, or the items of a list

    friend bool operator==(const TransformedCell&, const TransformedCell&) = default;
};

struct TransformPreview {
    std::uint64_t filled = 0;              ///< cells with text
    std::uint64_t changed = 0;             ///< cells that the steps change
    std::vector<TransformedCell> examples; ///< the first changed ones, different texts only
};

/// What the steps of `rule` change in these rows, with at most `examples` examples.
TransformPreview previewTransforms(const std::vector<SampleRow>& rows, const ColumnRule& rule,
                                   std::size_t examples);

} // namespace leadsheet::app
