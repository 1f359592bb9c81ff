// SPDX-License-Identifier: Apache-2.0
#include "map/row_marks.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/text/render.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/mark_filter.hpp"
#include "map/mark_names.hpp"
#include "map/mark_signs.hpp"
#include "map/name_meaning.hpp"
#include "map/row_states.hpp"
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

bool isListed(std::string_view list, std::string_view cell) {
    return markWords().isCellWord(list, plainName(cell));
}

// "M\u00FCller 12.1."
bool hasDate(std::string_view cell) {
    const auto isDigit = [&](std::size_t at) {
        return at < cell.size() && cell[at] >= '0' && cell[at] <= '9';
    };
    for (std::size_t at = 1; at + 1 < cell.size(); ++at)
        if ((cell[at] == '.' || cell[at] == '/' || cell[at] == '-') && isDigit(at - 1) &&
            isDigit(at + 1))
            return true;
    return false;
}

// "March", "Q3", "2027", "Freigabe": what a row may wait for.
bool saysWhen(const std::string& word) {
    const bool quarter =
        word.size() == 2 && (word[0] == 'q' || word[0] == 'h') && word[1] >= '1' && word[1] <= '4';
    const bool year = word.size() == 4 && word.starts_with("20") && isNumber(word);
    return quarter || year || CellWords::builtIn().month(word) != 0 ||
           markWords().isCellWord("releaseNames", word) ||
           markWords().isCellWord("waitWords", word);
}

// "later", "en pausa", "erst ab M\u00E4rz"; "nur ab 50 MA" names no time.
bool isLater(std::string_view cell) {
    auto words = plainWords(cell);
    if (words.size() > 1 && isOneOf(words.front(), {"bitte", "please", "pls", "veuillez", "graag"}))
        words.erase(words.begin()); // "bitte erst nach Freigabe"
    std::string phrase;
    for (auto word = words.begin(); word != words.end(); ++word)
        if (markWords().isCellWord("notBefore", phrase += *word) &&
            (hasDate(cell) || std::any_of(word + 1, words.end(), saysWhen)))
            return true;
    return markWords().isCellWord("sectionHold", phrase);
}

// "EXAMPLE", "Beispiel": the row shows how one is filled in. "ES", "BV" and "NP" are codes.
bool isExample(std::string_view cell) {
    constexpr std::size_t kShortest = 6;
    return isListed("exampleRows", cell) &&
           (plainName(cell).size() >= kShortest || cell.ends_with('.') || cell.ends_with(':'));
}

std::string_view remarkOf(std::string_view cell) {
    const auto open = cell.find_first_of("([");
    return open == std::string_view::npos
               ? std::string_view()
               : trimmed(cell.substr(open + 1, cell.find_first_of(")]", open) - open - 1));
}

// "Exclude", "cancelled", "do not order"; a name beside it is something else.
bool saysSo(std::string_view cell) {
    if (cell.size() > kLongestMark || looksLikeUrl(cell) || looksLikeEmail(cell) ||
        plainName(cell).empty()) // "\u2013" is an empty cell
        return false;
    if (isListed("receivedMarks", cell))
        return true;
    NameWords words = wordsOfName(cell);
    if (!words.denies)
        std::erase_if(words.name, isNumber); // "ordered 3/11"
    if (markWords().isAny(words.name,
                          WordKind::DealtWith)) // "to be ordered" and "not sent" are not
        return saysDealtWith(words);
    if (isLater(cell))
        return true;
    constexpr WordKind kLittle = WordKind::Plain | WordKind::Wanted | WordKind::Include |
                                 WordKind::RowMark | WordKind::AfterNegation;
    return (words.denies || markWords().isAny(words.name, WordKind::RowMark)) &&
           std::all_of(words.name.begin(), words.name.end(), [&](const std::string& word) {
               return markWords().is(word, kLittle) ||
                      (words.denies && markWords().isCellWord("noLonger", word));
           });
}

// "already ordered" of "already ordered in Q3", "cancelled" of "cancelled by Tom".
std::string_view beforeLink(std::string_view cell) {
    for (auto at = cell.find(' '); at != std::string_view::npos; at = cell.find(' ', at + 1)) {
        const auto word = cell.substr(at + 1, cell.find(' ', at + 1) - at - 1);
        const auto head = cell.substr(0, at);
        // "Pedido de marzo" is the order of March, and a "Test in Berlin" what a row is called.
        if (isListed("markLinks", word) && !isListed("markLinks", head))
            return isListed("sectionOrders", head) || isListed("markNouns", head) ||
                           isListed("receivedMarks", head) ||
                           wordsOfName(head).name.empty() // "Not for profit"
                       ? std::string_view()
                       : head;
    }
    return {};
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
    if (!mayMarkInWords(cell))
        return false;
    const std::string_view head = headOf(cell);
    if (saysSo(cell) || isExample(cell) || isOrderNumber(cell) || speaksOfCount(cell) ||
        isNoteAgainst(cell) ||
        (head != cell && saysSo(head) && !isStageOfSale(cell.substr(head.size()))) ||
        (cell.size() <= 2 * kLongestMark && saysSo(beforeLink(head))))
        return true;
    std::string_view remark = remarkOf(cell);
    if (cell.starts_with('[') || cell.starts_with('(')) // "[OLD] IT CFO"
        return saysSo(remark) || isExample(remark) || isListed("tabDone", remark);
    if (const auto dash = cell.find(" - "); remark.empty() && dash != std::string_view::npos)
        remark = trimmed(cell.substr(dash + 3));
    if (isLater(remark)) // "3 (sp\u00E4ter)"
        return true;
    return remark.find(' ') != std::string_view::npos && saysSo(remark);
}

// Below "Include?" and "Skip" an O is oui: nobody marks rows by zeros.
std::optional<bool> answerIn(std::string_view cell) {
    const std::string_view sign = withoutVariation(cell);
    if (isCross(cell) || isRing(cell) || isOneOf(sign, {"+", "\U0001F7E2", "\U0001F44D"}))
        return true;
    if (isOneOf(sign, {"\u2610", "\u274C", "\u274E", "\u2716", "\U0001F6AB", "\u26D4", "\U0001F534",
                       "\U0001F44E", "[ ]", "[]"}))
        return false;
    return isLetterOfYes(cell) ? std::optional(true) : readBoolean(cell);
}

// "yes" of "yes (on hold)"
std::optional<bool> answerBeforeRemark(std::string_view cell) {
    const auto open = cell.find_first_of("([");
    return open == std::string_view::npos || open == 0 ? std::nullopt
                                                       : answerIn(trimmed(cell.substr(0, open)));
}

// "pending", "noch nicht", "tbd"
bool isPending(std::string_view cell) {
    return isListed("pendingAnswers", cell) || isListed("sectionOpen", cell) || isLater(cell) ||
           isSignOfWaiting(cell);
}

// "(from March)", "(on hold)": the yes before it does not hold now.
bool takesBack(std::string_view remark) {
    if (isPending(remark) || saysSo(remark) || wordsOfName(remark).denies)
        return true;
    const auto words = wordsOfName(remark).all;
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return markWords().isCellWord("sectionWhen", word) ||
               markWords().is(word, WordKind::RowMark | WordKind::DealtWith);
    });
}

// "(?)", "(if possible)"
bool doubts(std::string_view remark) {
    const auto words = wordsOfName(remark).all;
    return remark.find('?') != std::string_view::npos ||
           std::any_of(words.begin(), words.end(), [](const std::string& word) {
               return markWords().isCellWord("answerConditions", word);
           });
}

bool limitsYes(std::string_view remark) {
    return takesBack(remark) || doubts(remark);
}

// "go", "ok", "approved": a yes below "Go?".
bool saysInclude(std::string_view cell) {
    const NameWords words = wordsOfName(cell);
    return !words.denies && !limitsYes(remarkOf(cell)) &&
           markWords().isAny(words.name, WordKind::Include) &&
           all(words.name, WordKind::Include | WordKind::Plain | WordKind::Wanted);
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

namespace {

// "Anna", "M. Huber", "Finance Dept": each word begins with a capital letter.
bool looksLikeName(std::string_view text) {
    bool begins = true;
    for (const char c : text) {
        if (isDigit(c) || c == '?' || c == '!' || (begins && c >= 'a' && c <= 'z'))
            return false;
        begins = c == ' ';
    }
    return true;
}

/// What the cells of a column are, by how many of them.
struct MarkCounts {
    std::size_t cells = 0;
    std::size_t answers = 0; ///< a yes or a no, also before a remark
    std::size_t noes = 0;
    std::size_t dates = 0;
    std::size_t marks = 0;
    std::size_t crosses = 0;
    std::size_t rings = 0;
    std::size_t yes = 0;
    std::size_t included = 0; ///< "ok", "approved"
    std::size_t pending = 0;  ///< and none of the above
    std::size_t dated = 0;    ///< "M\u00FCller 12.1.", and none of the above

    std::size_t words = 0;   ///< answers of more than a letter or a digit
    std::size_t names = 0;   ///< "Anna", "M. Huber", and none of the above
    std::size_t numbers = 0; ///< and no answers
    std::size_t digits = 0;  ///< numbers, and 0 and 1 that answer
    std::size_t empty = 0;   ///< rows that say something elsewhere
    bool known = true;       ///< no letter that may be a name as well: north and south

    void skip(const SampleRow& row) { empty += row.hasSeveral(); }

    /// Crosses in some rows and not in others, or a yes in some and a no in others.
    bool areAnswers() const {
        return answers == cells && known && words > 0 && yes > 0 && (empty > 0 || noes > 0);
    }

    void add(std::string_view text) {
        ++cells;
        const auto answer = answerIn(text);
        const auto before = answer ? answer : answerBeforeRemark(text);
        crosses += isCross(text);
        rings += isRing(text);
        const bool letter = text.size() == 1 && !isDigit(text.front());
        words += text.size() > 1 || letter;
        known = known && (!letter || isOneOf(text, {"x", "X", "y", "Y", "n", "N", "j", "J"}));
        yes += answer == true || saysInclude(text);
        noes += before == false;
        const bool number = isNumber(std::string(text));
        numbers += number && !answer;
        digits += number;
        if (answer)
            ++answers;
        else if (looksLikeDate(text))
            ++dates;
        else if (marksBeside(text))
            ++marks;
        else if (before)
            ++answers;
        else if (saysInclude(text))
            ++included;
        else if (isPending(text))
            ++pending;
        else if (hasDate(text))
            ++dated;
        else
            names += looksLikeName(text);
    }
};

MarkCounts countMarks(const std::vector<SampleRow>& samples, std::uint32_t column) {
    MarkCounts of;
    for (const SampleRow& row : samples) {
        const std::string_view text = row.textAt(column);
        if (of.cells == kMaxCells)
            break;
        if (text.empty())
            of.skip(row);
        else
            of.add(text);
    }
    return of;
}

// Below "Approved?" one no is enough, whatever else is noted there, and so is a note that is
// neither a date nor a name.
bool asksForAnswers(const MarkCounts& of, std::string_view header) {
    if (of.cells == 0 || namesReleaser(header))
        return false;
    const std::size_t read = of.answers + of.marks + of.included + of.pending + of.dates + of.dated;
    const bool noted = namesRelease(header) && read + of.names < of.cells;
    const bool refused = of.noes > 0 || (of.pending > 0 && of.answers + of.included > 0);
    return (of.answers + of.marks) * 2 >= of.cells || (of.numbers == 0 && (refused || noted));
}

// "invoiced", "pending": below a status the row is not to be ordered.
bool hasStates(const std::vector<SampleRow>& samples, std::uint32_t column) {
    return std::any_of(samples.begin(), samples.end(), [column](const SampleRow& row) {
        const std::string_view text = row.textAt(column);
        return !text.empty() && isStateNotToOrder(text);
    });
}

} // namespace

bool asksWhichRows(std::string_view header, const std::vector<SampleRow>& samples,
                   std::uint32_t column) {
    return answerBelow(header) == AnswerSays::Unknown && !saysDealtWith(wordsOfName(header)) &&
           countMarks(samples, column).areAnswers();
}

RowMarks rowMarksOf(std::string_view header, const std::vector<SampleRow>& samples,
                    std::uint32_t column, bool mayAsk) {
    using enum AnswerSays;
    const AnswerSays named = answerBelow(header);
    const bool dealtWith = saysDealtWith(wordsOfName(header));
    const MarkCounts of = countMarks(samples, column);
    // Beside a ring a cross is a no, as in Japan.
    const bool ringed = of.rings > 0 && of.crosses > 0 && of.rings + of.crosses == of.cells;
    if (ringed && named == Wanted && !dealtWith)
        return RowMarks::ByStatus;
    if (ringed && mayAsk && named == Unknown && !dealtWith)
        return RowMarks::Unclear;
    const bool crossed = of.cells > 0 && of.crosses == of.cells;
    const bool chosen = (crossed && (named == Wanted || named == Chosen)) ||
                        (of.cells > 0 && of.yes == of.cells && named == Wanted);
    if (chosen && !dealtWith)
        return RowMarks::ByCross;
    // Numbers below it are how many leads were ordered.
    if (dealtWith && of.numbers == 0 && of.answers + of.dates + of.marks > 0)
        return RowMarks::ByYes;
    const std::size_t held = of.noes + of.marks + of.pending;
    const std::size_t clear = of.answers + of.marks + of.included + of.pending;
    // Who approved it, and when: any other text says that somebody did.
    if (held > 0 && (namesReleaser(header) || (namesRelease(header) && of.dated + of.dates > 0 &&
                                               clear + of.dated + of.dates == of.cells)))
        return RowMarks::ByRelease;
    // Below "Exclude" a yes marks its row also where other cells say what is not meant, and below
    // "Approved" what is "open" is not.
    if (of.numbers > 0 && of.digits == of.cells) // "No" with 1, 2, 3
        return RowMarks::No;
    if (named == NotWanted)
        return RowMarks::ByYes;
    if (named == Wanted && asksForAnswers(of, header))
        return RowMarks::ByNo;
    if (held > 0 && clear == of.cells && of.answers + of.pending > 0 && namesRelease(header))
        return RowMarks::ByNo;
    const bool status = namesStatus(header) && !trimmed(header).empty();
    if (of.noes > 0 && clear == of.cells && named != SomethingElse && status)
        return of.crosses == 0 || of.yes > of.crosses ? RowMarks::ByStatus : RowMarks::ByNo;
    if (status && hasStates(samples, column))
        return RowMarks::ByState;
    if (mayAsk && named == Unknown && !dealtWith && of.areAnswers())
        return RowMarks::Unclear;
    if (crossed && mayAsk && named == Unknown && !dealtWith) // later rows may have none
        return RowMarks::ByCross;
    return of.marks > 0 ? RowMarks::ByWords : RowMarks::No;
}

bool refuses(std::string_view cell) {
    cell = trimmed(cell);
    return marksBeside(cell) || isPending(cell) || answerIn(cell) == false ||
           answerBeforeRemark(cell) == false ||
           (answerBeforeRemark(cell) == true && limitsYes(remarkOf(cell)));
}

bool isDoubtfulYes(std::string_view cell) {
    return answerBeforeRemark(cell) == true && !takesBack(remarkOf(cell)) && doubts(remarkOf(cell));
}

namespace {

// Neither "urgent" nor a date is a state of an order.
bool saysToOrder(std::string_view cell) {
    return isStateToOrder(cell) || answerIn(cell) == true || saysInclude(cell) ||
           looksLikeDate(cell) || isNumber(std::string(cell)) ||
           markWords().isCellWord("urgencyNames", plainName(cell));
}

} // namespace

bool marksRow(std::string_view cell, RowMarks how) {
    cell = trimmed(cell);
    if (cell.empty() || how == RowMarks::No)
        return false;
    if (how == RowMarks::ByWords)
        return marksBeside(cell) && !answerIn(cell);
    const auto before = answerBeforeRemark(cell);
    const bool yesBefore = before == true && !limitsYes(remarkOf(cell));
    if (how == RowMarks::Unclear)
        return true;
    if (how == RowMarks::ByState)
        return isStateNotToOrder(cell) || !saysToOrder(cell);
    if (how == RowMarks::ByCross) // "waiting for Tom" says no yes either
        return answerIn(cell) != true && !yesBefore && !saysInclude(cell);
    if (how == RowMarks::InStatus)
        return isNoteInStatus(cell) && (marksBeside(cell) || readBoolean(cell) == false);
    if (how == RowMarks::ByRelease)
        return refuses(cell);
    const bool byNo = how == RowMarks::ByNo || how == RowMarks::ByStatus;
    if (byNo && (yesBefore || saysInclude(cell)))
        return false;
    if (how == RowMarks::ByStatus && isOneOf(cell, {"x", "X", "xx", "XX", "\u00D7", "\u2612"}))
        return true;
    if (const auto answer = answerIn(cell))
        return (how == RowMarks::ByYes && *answer) || (byNo && !*answer);
    return how == RowMarks::ByNo || marksBeside(cell) ||
           (how == RowMarks::ByYes && (looksLikeDate(cell) || before == true));
}

} // namespace leadsheet::app
