// SPDX-License-Identifier: Apache-2.0
#include "console.hpp"

#include <algorithm>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kGap = 2;

std::string padded(const std::string& cell, std::size_t width, Table::Align align) {
    const std::size_t columns = columnsOf(cell);
    const std::string blanks(width > columns ? width - columns : 0, ' ');
    return align == Table::Align::Right ? blanks + cell : cell + blanks;
}

} // namespace

void Table::row(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    for (std::string& cell : cells)
        cell = cleanText(cell);
    rows_.push_back(std::move(cells));
}

void Table::print(Console& console, std::size_t indent) const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = columnsOf(columns_[i].title);
        for (const auto& cells : rows_)
            width = std::max(width, columnsOf(cells[i]));
        widths.push_back(width);
    }
    const auto line = [&](const auto& cellAt, Style style) {
        std::string text(indent, ' ');
        std::size_t used = indent; // columns of the text; counting them each time takes long
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string cell = cellAt(i);
            const bool last = i + 1 == columns_.size();
            if (last && columns_[i].align == Align::Left) {
                const std::size_t room = console.columns() > used ? console.columns() - used : 0;
                text += console.columns() == 0 ? cell : fitText(cell, room);
            } else {
                text += padded(cell, widths[i], columns_[i].align);
                used += std::max(widths[i], columnsOf(cell));
            }
            if (!last) {
                text.append(kGap, ' ');
                used += kGap;
            }
        }
        text.erase(text.find_last_not_of(' ') + 1);
        console.say(Text(text, style), indent + kGap);
    };
    const bool titled = std::any_of(columns_.begin(), columns_.end(),
                                    [](const Column& column) { return !column.title.empty(); });
    if (titled)
        line([&](std::size_t i) { return columns_[i].title; }, Style::Dim);
    for (const auto& cells : rows_)
        line([&](std::size_t i) { return cells[i]; }, Style::Plain);
}

} // namespace leadsheet::cli
