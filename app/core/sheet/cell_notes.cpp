// SPDX-License-Identifier: Apache-2.0
#include "sheet/cell_notes.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <tuple>

namespace leadsheet::app {
namespace {

std::string_view cutText(std::string_view text) {
    text = trimmed(text);
    if (text.size() <= kMaxNoteBytes)
        return text;
    std::size_t end = kMaxNoteBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end; // not within a character
    return text.substr(0, end);
}

} // namespace

void CellNotes::add(std::uint32_t row, std::uint32_t column, std::string_view text) {
    text = cutText(text);
    if (text.empty())
        return;
    if (list_.size() < limit_)
        list_.push_back({row, column, std::string(text)});
    else
        ++unread_;
}

void CellNotes::sort() {
    std::stable_sort(list_.begin(), list_.end(), [](const CellNote& a, const CellNote& b) {
        return std::tie(a.row, a.column) < std::tie(b.row, b.column);
    });
}

} // namespace leadsheet::app
