// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/cell_reference.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::app {
namespace {

constexpr std::uint64_t kTooLarge = std::numeric_limits<std::uint32_t>::max();

} // namespace

std::optional<CellReference> parseCellReference(std::string_view text) {
    std::uint64_t column = 0;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char letter = static_cast<char>(text[at] & ~0x20);
        if (letter < 'A' || letter > 'Z')
            break;
        column = std::min(column * 26 + static_cast<std::uint64_t>(letter - 'A' + 1), kTooLarge);
    }
    const std::size_t letters = at;
    std::uint64_t row = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
        row = std::min(row * 10 + static_cast<std::uint64_t>(text[at] - '0'), kTooLarge);
    if (letters == 0 || at != text.size() || row == 0)
        return std::nullopt;
    return CellReference{static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column - 1)};
}

std::optional<CellRange> parseCellRange(std::string_view text) {
    const auto colon = text.find(':');
    const auto first = parseCellReference(text.substr(0, colon));
    const auto last =
        colon == std::string_view::npos ? first : parseCellReference(text.substr(colon + 1));
    if (!first || !last)
        return std::nullopt;
    return CellRange{std::min(first->row, last->row), std::max(first->row, last->row),
                     std::min(first->column, last->column), std::max(first->column, last->column)};
}

std::string cellName(std::uint32_t row, std::uint32_t column) {
    return columnLetter(column) + std::to_string(row);
}

} // namespace leadsheet::app
