// SPDX-License-Identifier: Apache-2.0
#include "map/row_states.hpp"

#include "map/cell_words.hpp"
#include "map/mark_names.hpp"
#include "map/name_meaning.hpp"
#include "map/row_marks.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestNote = 60; // bytes; a longer text is prose

bool isStateWord(std::string_view list, const std::string& phrase) {
    return Vocabulary::builtIn().isCellWord(list, phrase);
}

// "complete" of "complete \u2713", "invoiced" of "invoiced in May".
bool beginsWith(const std::vector<std::string>& words, std::string_view list) {
    constexpr std::size_t kMaxPhrase = 4;
    std::string phrase;
    for (std::size_t i = 0; i < std::min(words.size(), kMaxPhrase); ++i)
        if (isStateWord(list, phrase += words[i]))
            return true;
    return false;
}

// "open" of "open since 12 Oct", and nothing of "open - waiting for budget".
bool isState(const std::vector<std::string>& words, std::string_view list) {
    const auto isWhen = [](const std::string& word) {
        return word.find_first_not_of("0123456789") == std::string::npos ||
               CellWords::builtIn().month(word) != 0 ||
               isOneOf(word, {"since", "seit", "depuis", "desde", "dal", "sinds", "on", "am"});
    };
    std::string phrase;
    for (auto word = words.begin(); word != words.end(); ++word)
        if (isStateWord(list, phrase += *word) && std::all_of(word + 1, words.end(), isWhen))
            return true;
    return false;
}

bool isDigits(const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
}

bool isPolite(const std::string& word) {
    return isOneOf(word,
                   {"please", "pls", "bitte", "svp", "graag", "perfavore", "note", "achtung"});
}

// "make it 200", "only 20 please", "auf 200 reduzieren": a number, and what is done with it.
bool changesCount(std::vector<std::string> words) {
    constexpr std::size_t kMaxPhrase = 4;
    while (!words.empty() && isPolite(words.front()))
        words.erase(words.begin());
    const auto isLead = [](const std::string& word) {
        return Vocabulary::builtIn().is(word, WordKind::Leads | WordKind::Lead | WordKind::Count) ||
               isStateWord("countWords", word);
    };
    std::string phrase;
    std::size_t start = 0;
    for (std::size_t i = 0; i < std::min(words.size(), kMaxPhrase) && !isDigits(words[i]); ++i)
        if (isStateWord("countChanges", phrase += words[i]))
            start = i + 1;
    if (start == words.size() || !isDigits(words[start]))
        return false;
    bool changes = start > 0;
    phrase.clear();
    for (auto word = words.begin() + static_cast<std::ptrdiff_t>(start) + 1; word != words.end();
         ++word) {
        if (phrase.empty() && (isLead(*word) || isDigits(*word))) // "1,500"
            continue;
        phrase += *word;
        if (isStateWord("countChangeEnds", phrase)) {
            changes = changes || !isPolite(*word);
            phrase.clear();
        }
    }
    return changes && phrase.empty();
}

} // namespace

bool isStateToOrder(std::string_view cell) {
    const std::vector<std::string> words = plainWords(cell);
    if (cell.find('?') != std::string_view::npos) // "approved? ask Tom"
        return false;
    if (isState(words, "goStates") || isStateWord("orderNumbers", plainName(cell)))
        return true;
    const NameWords name = wordsOfName(cell);
    const bool ordered = Vocabulary::builtIn().isAny(name.name, WordKind::DealtWith);
    return ordered && (name.denies || (words.size() > 1 && isStateWord("tabUndone", words[0])));
}

bool isStateNotToOrder(std::string_view cell) {
    if (marksRow(cell, RowMarks::ByWords)) // "new (cancelled)"
        return true;
    if (isStateToOrder(cell))
        return false;
    const std::vector<std::string> words = plainWords(cell);
    const auto isDone = [](const std::string& word) { // "Delivered 12 Oct"
        return Vocabulary::builtIn().is(word, WordKind::DealtWith | WordKind::RowMark);
    };
    return refuses(cell) || (!words.empty() && isDone(words.front())) ||
           beginsWith(words, "doneStates") || answerBelow(cell) == AnswerSays::NotWanted;
}

bool speaksOfCount(std::string_view cell) {
    if (cell.size() > kLongestNote)
        return false;
    const std::vector<std::string> words = plainWords(cell);
    const auto has = [&](std::string_view list) {
        return std::any_of(words.begin(), words.end(),
                           [&](const std::string& word) { return isStateWord(list, word); });
    };
    // "Leads must have 50+ employees" says something else.
    const bool onlyCounts = std::all_of(words.begin(), words.end(), [](const std::string& word) {
        return isStateWord("countWords", word) || isStateWord("timesWords", word) ||
               isStateWord("insteadWords", word) || isDigits(word) ||
               Vocabulary::builtIn().is(word, WordKind::Plain | WordKind::Wanted | WordKind::Leads |
                                                  WordKind::Lead | WordKind::Count);
    });
    const bool number = std::any_of(words.begin(), words.end(), isDigits);
    if (onlyCounts && has("countWords") && (has("timesWords") || (number && has("insteadWords"))))
        return true;
    if (number && changesCount(words))
        return true;
    // "2x", "x2" and nothing else.
    return !words.empty() && std::all_of(words.begin(), words.end(), [](const std::string& word) {
        return isOneOf(word, {"2x", "x2", "3x", "x3", "achtung", "attention", "please", "bitte",
                              "note", "order", "bestellen"});
    }) && std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return isOneOf(word, {"2x", "x2", "3x", "x3"});
    });
}

bool isNoteAgainst(std::string_view cell) {
    std::vector<std::string> words = plainWords(cell);
    while (!words.empty() && isPolite(words.front()))
        words.erase(words.begin());
    return cell.size() <= kLongestNote && beginsWith(words, "noteMarks");
}

bool isOrderNumber(std::string_view cell) {
    constexpr std::string_view kPrefix = "LS-";
    constexpr std::size_t kSigns = 10;
    cell = trimmed(cell);
    return cell.size() == kPrefix.size() + kSigns && cell.starts_with(kPrefix) &&
           std::all_of(cell.begin() + kPrefix.size(), cell.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
}

} // namespace leadsheet::app
