// SPDX-License-Identifier: Apache-2.0
#include "spool/spool_block.hpp"

#include <algorithm>

namespace leadsheet::app::detail {
namespace {

void putNumber(std::string& bytes, std::uint64_t value) {
    while (value >= 0x80) {
        bytes.push_back(static_cast<char>((value & 0x7F) | 0x80));
        value >>= 7;
    }
    bytes.push_back(static_cast<char>(value));
}

std::uint32_t takeNumber(std::string_view bytes, std::size_t& at) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0)
            return static_cast<std::uint32_t>(value);
    }
}

} // namespace

void encodeRow(std::string& bytes, std::uint32_t number, std::uint32_t repeat, bool hidden,
               std::span<const Cell> cells) {
    const auto filled = std::count_if(cells.begin(), cells.end(),
                                      [](const Cell& cell) { return !cell.text.empty(); });
    putNumber(bytes, number);
    putNumber(bytes, repeat);
    putNumber(bytes, hidden ? 1 : 0);
    putNumber(bytes, static_cast<std::uint64_t>(filled));
    for (const Cell& cell : cells) {
        if (cell.text.empty())
            continue;
        putNumber(bytes, cell.column);
        putNumber(bytes, cell.text.size());
        bytes.append(cell.text);
    }
}

SpoolBlock decodeBlock(std::string bytes) {
    SpoolBlock block;
    std::size_t at = 0;
    std::uint64_t offset = 0;
    while (at < bytes.size()) {
        SpoolRecord record;
        record.number = takeNumber(bytes, at);
        record.repeat = takeNumber(bytes, at);
        record.hidden = takeNumber(bytes, at) != 0;
        record.cellCount = takeNumber(bytes, at);
        record.firstCell = static_cast<std::uint32_t>(block.cells.size());
        record.offset = offset;
        offset += record.repeat;
        for (std::uint32_t i = 0; i < record.cellCount; ++i) {
            SpoolCell cell;
            cell.column = takeNumber(bytes, at);
            cell.length = takeNumber(bytes, at);
            cell.start = static_cast<std::uint32_t>(at);
            at += cell.length;
            block.cells.push_back(cell);
        }
        block.records.push_back(record);
    }
    block.bytes = std::move(bytes);
    return block;
}

std::size_t SpoolBlock::memory() const {
    return sizeof(SpoolBlock) + bytes.capacity() + records.capacity() * sizeof(SpoolRecord) +
           cells.capacity() * sizeof(SpoolCell);
}

std::size_t SpoolBlock::recordAt(std::uint64_t offset) const {
    const auto after = std::upper_bound(
        records.begin(), records.end(), offset,
        [](std::uint64_t wanted, const SpoolRecord& record) { return wanted < record.offset; });
    return static_cast<std::size_t>(after - records.begin()) - 1;
}

std::string_view SpoolBlock::textAt(const SpoolRecord& record, std::uint32_t column) const {
    const auto first = cells.begin() + record.firstCell;
    const auto last = first + record.cellCount;
    const auto found =
        std::lower_bound(first, last, column, [](const SpoolCell& cell, std::uint32_t wanted) {
            return cell.column < wanted;
        });
    if (found == last || found->column != column)
        return {};
    return std::string_view(bytes).substr(found->start, found->length);
}

} // namespace leadsheet::app::detail
