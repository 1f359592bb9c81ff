// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app::detail {

/// One row, or several identical ones in a row, of a block.
struct SpoolRecord {
    std::uint32_t number = 0;
    std::uint32_t repeat = 1;
    std::uint32_t firstCell = 0; ///< in SpoolBlock::cells
    std::uint32_t cellCount = 0;
    std::uint64_t offset = 0; ///< rows of the block before it
    bool hidden = false;
};

struct SpoolCell {
    std::uint32_t column = 0;
    std::uint32_t start = 0; ///< in SpoolBlock::bytes
    std::uint32_t length = 0;
};

/// A decoded block: the bytes as they were written and where everything is in them.
struct SpoolBlock {
    std::string bytes;
    std::vector<SpoolRecord> records;
    std::vector<SpoolCell> cells;

    std::size_t memory() const;
    /// The record that holds the row `offset` rows after the block's first.
    std::size_t recordAt(std::uint64_t offset) const;
    std::string_view textAt(const SpoolRecord& record, std::uint32_t column) const;
};

/// Appends a row to the bytes of a block; `cells` empty = a blank row.
void encodeRow(std::string& bytes, std::uint32_t number, std::uint32_t repeat, bool hidden,
               std::span<const Cell> cells);
/// Only for bytes that encodeRow() made.
SpoolBlock decodeBlock(std::string bytes);

} // namespace leadsheet::app::detail
