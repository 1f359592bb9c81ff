// SPDX-License-Identifier: Apache-2.0
#include "check/note_meaning.hpp"

#include "check/held_back.hpp"
#include "check/line_meaning.hpp"
#include "map/row_marks.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

/// The first line or sentence of the comment of which `says` is true; empty when of none.
template <typename Says>
std::string_view sentenceThat(std::string_view note, Says says) {
    while (!note.empty()) {
        auto end = note.find_first_of("\n;!");
        end = std::min(end, note.find(". "));
        std::string_view sentence = trimmed(note.substr(0, end));
        while (sentence.ends_with('.'))
            sentence.remove_suffix(1);
        if (!sentence.empty() && says(sentence))
            return sentence;
        note = end == std::string_view::npos ? std::string_view() : note.substr(end + 1);
    }
    return {};
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
    return !sentenceThat(note, [](std::string_view sentence) {
                return marksRow(sentence, RowMarks::ByWords) || holdsBack(sentence, false);
            }).empty();
}

std::string_view sentenceHoldingSheet(std::string_view note) {
    return sentenceThat(note, [](std::string_view sentence) { return holdsBack(sentence, true); });
}

bool noteTells(std::string_view note) {
    return !sentenceThat(note, [](std::string_view sentence) {
                return isTellingNote(sentence) || marksRow(sentence, RowMarks::ByWords) ||
                       holdsBack(sentence, false);
            }).empty();
}

bool isSentence(std::string_view text) {
    constexpr std::size_t kFewestWords = 4;
    return plainWords(text).size() >= kFewestWords;
}

} // namespace leadsheet::app
