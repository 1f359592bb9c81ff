// SPDX-License-Identifier: Apache-2.0
#include "check/held_back.hpp"

#include "map/name_meaning.hpp"
#include "map/row_marks.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace leadsheet::app {
namespace {

using Words = std::vector<std::string>;

constexpr std::ptrdiff_t kMaxWords = 4;   ///< of a phrase
constexpr std::size_t kLongestLine = 120; ///< bytes; a longer text is prose

bool isListed(std::string_view list, const std::string& phrase) {
    return Vocabulary::builtIn().isCellWord(list, phrase);
}

bool isNumber(const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
}

/// What may stand beside such words without naming anything else.
bool saysLittle(const std::string& word) {
    using enum WordKind;
    constexpr WordKind kLittle = Negation | Plain | Leads | Lead | Company | Wanted | Include;
    return isNumber(word) || Vocabulary::builtIn().is(word, kLittle) ||
           isListed("sectionUse", word) || isListed("sectionWhen", word) ||
           isListed("sectionPart", word);
}

/// Whether nothing but phrases of the list and little words is left, and one of the former.
bool isOnly(const Words& words, std::string_view list) {
    bool found = false;
    for (auto word = words.begin(); word != words.end();) {
        std::ptrdiff_t taken = 0;
        std::string phrase;
        for (std::ptrdiff_t count = 1; count <= std::min(kMaxWords, words.end() - word); ++count)
            if (isListed(list, phrase += word[count - 1]))
                taken = count;
        found = found || taken > 0;
        if (taken == 0 && !saysLittle(*word))
            return false;
        word += std::max<std::ptrdiff_t>(taken, 1);
    }
    return found;
}

/// "Do not order before March": a negation of what is done with rows.
bool isNotNow(std::string_view part, const Words& words) {
    const bool uses = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return isListed("sectionUse", word) || Vocabulary::builtIn().is(word, WordKind::Include);
    });
    return uses && words.size() > 1 && meaningOf(part).excludes &&
           std::all_of(words.begin(), words.end(), saysLittle);
}

/// "Archive", "Examples", "Delivered in Q3": rows that are kept, and not ordered once more.
bool saysKept(const Words& words) {
    using enum WordKind;
    const Vocabulary& known = Vocabulary::builtIn();
    const auto is = [&](const std::string& word) {
        // "Pedido marzo" is the order of March.
        const bool names = isOneOf(word, {"pedido", "pedida", "encargado"});
        return (known.is(word, DealtWith | RowMark) && !names) || isListed("tabDone", word) ||
               isListed("tabExample", word) || isListed("sectionPast", word);
    };
    // "Rejected by the client"
    if (words.size() > 2 && is(words[0]) &&
        isOneOf(words[1], {"by", "von", "vom", "durch", "par", "por", "da", "door", "przez"}))
        return true;
    return std::any_of(words.begin(), words.end(), is) &&
           std::none_of(words.begin(), words.end(),
                        [&](const std::string& word) { return known.is(word, Negation); }) &&
           std::all_of(words.begin(), words.end(), [&](const std::string& word) {
               return is(word) || saysLittle(word) || known.is(word, DealtWhen) ||
                      isListed("sectionOrders", word);
           });
}

/// "Wave 2" and "do not order yet" of a line.
std::vector<std::string_view> partsOf(std::string_view line) {
    std::vector<std::string_view> parts{trimmed(line)};
    for (const std::string_view sign :
         {" - ", " -- ", " \u2013 ", " \u2014 ", ":", "(", ")", "[", "]", ",", ";", "|", "!"}) {
        std::vector<std::string_view> next;
        for (std::string_view part : parts) {
            for (auto at = part.find(sign); at != std::string_view::npos; at = part.find(sign)) {
                next.push_back(trimmed(part.substr(0, at)));
                part = part.substr(at + sign.size());
            }
            next.push_back(trimmed(part));
        }
        parts = std::move(next);
    }
    std::erase_if(parts, [](std::string_view part) { return part.empty(); });
    return parts;
}

} // namespace

bool holdsBack(std::string_view line, bool wholeSheet) {
    if (trimmed(line).size() > kLongestLine)
        return false;
    const auto parts = partsOf(line);
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
        const Words words = plainWords(part);
        // "Draft" alone may be what the list is called, and "none" alone fills a cell.
        const bool bare =
            words.size() == 1 &&
            (wholeSheet || Vocabulary::builtIn().is(words.front(), WordKind::Negation));
        // Above the columns, "Done in October" may be of an earlier order.
        const bool kept =
            wholeSheet && !words.empty() &&
            (saysKept(words) ||
             Vocabulary::builtIn().is(words.front(), WordKind::DealtWith | WordKind::RowMark) ||
             isListed("receivedMarks", words.front()));
        const bool marks = !bare && !kept && marksRow(part, RowMarks::ByWords);
        return !words.empty() &&
               (marks || isOnly(words, "sectionHold") || isNotNow(part, words) ||
                (!wholeSheet && (isOnly(words, "sectionOpen") || saysKept(words))));
    });
}

bool namesPartOfList(std::string_view line) {
    if (trimmed(line).size() > kLongestLine)
        return false;
    const auto parts = partsOf(line);
    const Words words = parts.empty() ? Words() : plainWords(parts.front());
    constexpr std::size_t kMostWords = 3;
    return words.size() > 1 && words.size() <= kMostWords &&
           std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return isListed("sectionPart", word); }) &&
           std::all_of(words.begin(), words.end(), [](const std::string& word) {
               return word.size() == 1 || saysLittle(word);
           });
}

} // namespace leadsheet::app
