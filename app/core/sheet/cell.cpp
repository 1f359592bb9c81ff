// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/cell.hpp"

#include <algorithm>

namespace leadsheet::app {

bool RowView::blank() const {
    return std::all_of(cells.begin(), cells.end(), [](const Cell& cell) {
        return cell.text.find_first_not_of(" \t\r\n") == std::string_view::npos;
    });
}

std::string_view RowView::textAt(std::uint32_t column) const {
    // Dense rows are the rule, so the cell is nearly always at its own index.
    if (column < cells.size() && cells[column].column == column)
        return cells[column].text;
    const auto found = std::lower_bound(
        cells.begin(), cells.end(), column,
        [](const Cell& cell, std::uint32_t wanted) { return cell.column < wanted; });
    return found != cells.end() && found->column == column ? found->text : std::string_view();
}

std::string columnLetter(std::uint32_t column) {
    std::string letters;
    for (std::uint64_t rest = std::uint64_t{column} + 1; rest > 0; rest = (rest - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
    return letters;
}

std::optional<std::uint32_t> columnFromLetters(std::string_view letters) {
    std::uint64_t column = 0;
    for (const char c : letters) {
        const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (upper < 'A' || upper > 'Z' || column > 20'000)
            return std::nullopt;
        column = column * 26 + static_cast<std::uint64_t>(upper - 'A' + 1);
    }
    if (column == 0 || column > 16'384)
        return std::nullopt;
    return static_cast<std::uint32_t>(column - 1);
}

} // namespace leadsheet::app
