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

    /// One without a text is left out, and one beyond the limit only counted.
    void add(std::uint32_t row, std::uint32_t column, std::string_view text);

    /// By row, then by column; those of one cell in the order in which they came.
    void sort();
    const std::vector<CellNote>& list() const { return list_; }
    std::uint64_t unread() const { return unread_; }

private:
    std::uint32_t limit_;
    std::vector<CellNote> list_;
    std::uint64_t unread_ = 0; ///< beyond the limit
};

} // namespace leadsheet::app
