// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What is kept of the comment at a cell: a longer one is prose, and is cut.
inline constexpr std::size_t kMaxNoteBytes = 1000;

/// The comments of a sheet while it is read, within its limits.
class CellNotes {
public:
    explicit CellNotes(std::uint32_t limit)
        : limit_(limit) {}

    /// False when there would be more than the limit. One without a text is left out.
    [[nodiscard]] bool add(std::uint32_t row, std::uint32_t column, std::string_view text);
    SheetError tooMany(std::uint32_t row) const;

    /// By row, then by column; those of one cell in the order in which they came.
    void sort();
    const std::vector<CellNote>& list() const { return list_; }

private:
    std::uint32_t limit_;
    std::vector<CellNote> list_;
};

} // namespace leadsheet::app
