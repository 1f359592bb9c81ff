// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace leadsheet::app {

/// Finds the lines that a plan has below its table and that are none of its rows: "Budget,,,2000".
class PlanLines {
public:
    /// `counts`: the column of the numbers of leads.
    explicit PlanLines(std::optional<std::uint32_t> counts)
        : counts_(counts) {}

    /// Whether it is such a line, by itself and the rows before it. `apart`: a blank row is above.
    bool judge(const RowView& row, bool apart);

private:
    std::optional<std::uint32_t> counts_;
    std::size_t rows_ = 0;
    std::size_t fewest_ = std::numeric_limits<std::size_t>::max(); ///< texts of a row above
};

} // namespace leadsheet::app
