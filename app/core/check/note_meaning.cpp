// SPDX-License-Identifier: Apache-2.0
#include "check/note_meaning.hpp"

#include "check/held_back.hpp"
#include "check/line_meaning.hpp"
#include "map/row_marks.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

/// Whether `says` so of a line or a sentence of the comment.
template <typename Says>
bool anySentence(std::string_view note, Says says) {
    while (!note.empty()) {
        auto end = note.find_first_of("\n;!");
        end = std::min(end, note.find(". "));
        std::string_view sentence = trimmed(note.substr(0, end));
        while (sentence.ends_with('.'))
            sentence.remove_suffix(1);
        if (!sentence.empty() && says(sentence))
            return true;
        note = end == std::string_view::npos ? std::string_view() : note.substr(end + 1);
    }
    return false;
}

} // namespace

std::span<const CellNote> notesOfRow(std::span<const CellNote> notes, std::uint32_t row) {
    const auto first =
        std::lower_bound(notes.begin(), notes.end(), row,
                         [](const CellNote& note, std::uint32_t at) { return note.row < at; });
    auto end = first;
    while (end != notes.end() && end->row == row)
        ++end;
    return {first, end};
}

bool noteHoldsRow(std::string_view note) {
    return anySentence(note, [](std::string_view sentence) {
        return marksRow(sentence, RowMarks::ByWords) || holdsBack(sentence, false);
    });
}

bool noteHoldsSheet(std::string_view note) {
    return anySentence(note, [](std::string_view sentence) { return holdsBack(sentence, true); });
}

bool noteTells(std::string_view note) {
    return anySentence(note, [](std::string_view sentence) {
        return isTellingNote(sentence) || marksRow(sentence, RowMarks::ByWords) ||
               holdsBack(sentence, false);
    });
}

} // namespace leadsheet::app
