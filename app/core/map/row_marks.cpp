// SPDX-License-Identifier: Apache-2.0
#include "map/row_marks.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/text/render.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestMark = 40;
constexpr std::size_t kMaxCells = 50; // more would say the same

const Vocabulary& markWords() {
    return Vocabulary::builtIn();
}

bool all(const std::vector<std::string>& words, WordKind kinds) {
    return std::all_of(words.begin(), words.end(),
                       [kinds](const std::string& word) { return markWords().is(word, kinds); });
}

bool isNumber(const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
}

// "already ordered", "bestellt am": the row was ordered before.
bool saysDealtWith(const NameWords& words) {
    return !words.denies && markWords().isAny(words.name, WordKind::DealtWith) &&
           all(words.name, WordKind::DealtWith | WordKind::DealtWhen);
}

// "later", "en pausa"
bool isLater(std::string_view cell) {
    std::string phrase;
    for (const std::string& word : plainWords(cell))
        phrase += word;
    return markWords().isCellWord("sectionHold", phrase);
}

// "Exclude", "cancelled", "do not order"; a name beside it is something else.
bool saysSo(std::string_view cell) {
    if (cell.size() > kLongestMark || looksLikeUrl(cell) || looksLikeEmail(cell))
        return false;
    NameWords words = wordsOfName(cell);
    if (!words.denies)
        std::erase_if(words.name, isNumber); // "ordered 3/11"
    if (markWords().isAny(words.name,
                          WordKind::DealtWith)) // "to be ordered" and "not sent" are not
        return saysDealtWith(words);
    if (isLater(cell))
        return true;
    return (words.denies || markWords().isAny(words.name, WordKind::RowMark)) &&
           all(words.name, WordKind::Plain | WordKind::Wanted | WordKind::Include |
                               WordKind::RowMark | WordKind::AfterNegation);
}

// What stands before a remark: "cancelled" of "cancelled - see Anna".
std::string_view headOf(std::string_view cell) {
    auto end = cell.find_first_of("(,;:!\n");
    for (const std::string_view dash : {" - ", " \u2013 ", " \u2014 "})
        end = std::min(end, cell.find(dash));
    return trimmed(cell.substr(0, end));
}

// "Closed - won", "Abgeschlossen (gewonnen)": how far a sale is, and not the row.
bool isStageOfSale(std::string_view remark) {
    const auto words = plainWords(remark);
    return words.size() == 1 &&
           isOneOf(words.front(), {"won", "lost", "gewonnen", "verloren", "gagne", "gagnee",
                                   "perdu", "perdue", "ganado", "ganada", "perdido", "perdida",
                                   "vinto", "vinta", "perso", "persa", "ganho", "ganha"});
}

// The same, with a remark, or a remark that does: "Customer (do not target)", "Prospect - do not
// contact". A single word may be about what stands before it.
bool marksBeside(std::string_view cell) {
    const std::string_view head = headOf(cell);
    if (saysSo(cell) || (saysSo(head) && !isStageOfSale(cell.substr(head.size()))))
        return true;
    std::string_view remark;
    if (const auto bracket = cell.find('('); bracket != std::string_view::npos)
        remark = cell.substr(bracket + 1, cell.find(')', bracket) - bracket - 1);
    else if (const auto dash = cell.find(" - "); dash != std::string_view::npos)
        remark = cell.substr(dash + 3);
    remark = trimmed(remark);
    if (isLater(remark)) // "3 (sp\u00E4ter)"
        return true;
    return remark.find(' ') != std::string_view::npos && saysSo(remark);
}

// Below "Include?" and "Skip" an O is oui: nobody marks rows by zeros.
std::optional<bool> answerIn(std::string_view cell) {
    if (isCross(cell))
        return true;
    if (isOneOf(trimmed(cell), {"\u2610", "\u274C", "\u274E", "\u2716", "\U0001F6AB", "[ ]", "[]"}))
        return false;
    return isLetterOfYes(cell) ? std::optional(true) : readBoolean(cell);
}

// "go", "ok", "approved": a yes below "Go?".
bool saysInclude(std::string_view cell) {
    const NameWords words = wordsOfName(cell);
    return !words.denies && markWords().isAny(words.name, WordKind::Include) &&
           all(words.name, WordKind::Include | WordKind::Plain | WordKind::Wanted);
}

// What a yes or a no below this name says of its row.
RowMarks byName(std::string_view header) {
    const NameWords name = wordsOfName(header);
    const auto& words = name.denies ? name.all : name.name;
    constexpr WordKind kLittle = WordKind::Plain | WordKind::Wanted | WordKind::Include |
                                 WordKind::Negation | WordKind::RowMark;
    const auto needs = [](const std::string& word) { // "Needed", "Erforderlich"
        return markWords().isCellWord("rowNeeds", word);
    };
    if (words.empty() || !std::all_of(words.begin(), words.end(), [&](const std::string& word) {
            return markWords().is(word, kLittle) || needs(word);
        }))
        return RowMarks::No;
    if (name.denies || markWords().isAny(words, WordKind::RowMark))
        return RowMarks::ByYes;
    return markWords().isAny(words, WordKind::Include) ||
                   std::any_of(words.begin(), words.end(), needs)
               ? RowMarks::ByNo
               : RowMarks::No;
}

// "Budget approved", "Freigegeben von", "Sign-off": below it a no holds its row back, whatever else
// the name says.
bool namesRelease(std::string_view header) {
    if (wordsOfName(header).denies)
        return false;
    const std::vector<std::string> words = plainWords(header);
    for (auto word = words.begin(); word != words.end(); ++word)
        if (markWords().isCellWord("releaseNames", *word) ||
            (word + 1 != words.end() && markWords().isCellWord("releaseNames", *word + word[1])))
            return true;
    return false;
}

// "Existing customer", "Wettbewerber": a cross below it says what its row is, and not that it is
// wanted.
bool namesWhom(std::string_view header) {
    const auto words = wordsOfName(header).all;
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return markWords().is(word, WordKind::Customer) ||
               markWords().isCellWord("knownAlready", word);
    });
}

// "Needs a fix: …", "Ordered: in work": what results files and the connectors write.
bool isOfProgram(std::string_view status) {
    namespace say = messages::clirun;
    static const auto states = [] {
        std::vector<std::string> all;
        for (const Message& state :
             {say::rowReady(), say::rowNeedsFix(), say::rowSkipped(), say::rowQueued(),
              say::rowSending(), say::rowRefused(), say::rowWillRetry()})
            all.push_back(lowerCase(text::render(state)));
        return all;
    }();
    constexpr std::array<std::string_view, 9> kBeginnings{"ordered, then ",
                                                          "needs a fix: ",
                                                          "muss korrigiert werden: ",
                                                          "in the sheet twice: ",
                                                          "refused: ",
                                                          "abgelehnt: ",
                                                          "stopped: ",
                                                          "left out: ",
                                                          "ausgelassen: "};
    const std::string lower = lowerCase(status);
    return isOneOf(lower, {"not ordered", "nicht bestellt"}) || saysOrdered(status) ||
           std::find(states.begin(), states.end(), lower) != states.end() ||
           std::any_of(kBeginnings.begin(), kBeginnings.end(),
                       [&](std::string_view beginning) { return lower.starts_with(beginning); });
}

} // namespace

bool isCross(std::string_view cell) {
    return isOneOf(trimmed(cell), {"x", "X", "xx", "XX", "\u00D7", "\u2713", "\u2714",
                                   "\u2714\uFE0F", "\u2611", "\u2611\uFE0F", "\u2705", "\u2612",
                                   "[x]", "[X]", "(x)", "\u2022", "\u25CF", "\u25A0"});
}

bool saysOrdered(std::string_view status) {
    const std::string lower = lowerCase(trimmed(status));
    return isOneOf(lower,
                   {"placed", "already ordered", "unknown outcome", "ordered", "bestellt"}) ||
           lower.starts_with("ordered: ") || lower.starts_with("bestellt: ");
}

bool isNoteInStatus(std::string_view cell) {
    cell = trimmed(cell);
    if (cell.empty() || cell.size() > kLongestMark || isOfProgram(cell))
        return false;
    // What the connectors say of a row is a sentence.
    return marksBeside(cell) || !cell.ends_with('.');
}

RowMarks rowMarksOf(std::string_view header, const std::vector<SampleRow>& samples,
                    std::uint32_t column, bool mayChoose) {
    const RowMarks named = byName(header);
    std::size_t cells = 0;
    std::size_t answers = 0;
    std::size_t dates = 0;
    std::size_t marks = 0;
    std::size_t crosses = 0;
    std::size_t yes = 0;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column);
        if (text.empty() || cells == kMaxCells)
            continue;
        ++cells;
        crosses += isCross(text);
        yes += answerIn(text) == true || saysInclude(text);
        if (answerIn(text))
            ++answers;
        else if (looksLikeDate(text))
            ++dates;
        else
            marks += marksBeside(text);
    }
    const bool chosen = (mayChoose && !namesWhom(header) && crosses == cells) ||
                        (named == RowMarks::ByNo && yes == cells);
    if (cells > 0 && chosen && named != RowMarks::ByYes && !wordsOfName(header).denies &&
        !saysDealtWith(wordsOfName(header)))
        return RowMarks::ByCross;
    // Numbers below it are how many leads were ordered.
    if (saysDealtWith(wordsOfName(header)) && answers + dates + marks == cells)
        return RowMarks::ByYes;
    // Below "Exclude" a yes marks its row also where other cells say what is not meant, and below
    // "Approved" what is "open" is not.
    if (named == RowMarks::ByYes || (named == RowMarks::ByNo && (answers + marks) * 2 >= cells))
        return named;
    if (answers > 0 && answers + marks == cells && namesRelease(header))
        return RowMarks::ByNo;
    return marks > 0 ? RowMarks::ByWords : RowMarks::No;
}

bool marksRow(std::string_view cell, RowMarks how) {
    cell = trimmed(cell);
    if (cell.empty() || how == RowMarks::No)
        return false;
    if (how == RowMarks::ByCross) // "waiting for Tom" says no yes either
        return answerIn(cell) != true && !saysInclude(cell);
    if (how == RowMarks::InStatus)
        return isNoteInStatus(cell) && (marksBeside(cell) || readBoolean(cell) == false);
    if (how == RowMarks::ByNo && saysInclude(cell))
        return false;
    if (const auto answer = answerIn(cell))
        return (how == RowMarks::ByYes && *answer) || (how == RowMarks::ByNo && !*answer);
    return how == RowMarks::ByNo || marksBeside(cell) ||
           (how == RowMarks::ByYes && looksLikeDate(cell));
}

} // namespace leadsheet::app
