// SPDX-License-Identifier: Apache-2.0
#include "map/mark_filter.hpp"

#include "map/vocabulary.hpp"
#include "map/word_sums.hpp"

#include <algorithm>
#include <string>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestText = 80;
constexpr std::size_t kShortestPart = 3; // of a compound word

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

class Filter {
public:
    Filter() {
        const Vocabulary& words = Vocabulary::builtIn();
        using enum WordKind;
        for (const std::string& word : words.words(Negation | DealtWith | RowMark | Customer))
            words_.add(word);
        // Phrases are known without their blanks.
        for (const std::string_view list :
             {"receivedMarks", "exampleRows", "notBefore", "sectionHold", "noteMarks",
              "countChanges", "countChangeEnds"})
            for (const std::string& phrase : words.cellWords(list))
                words_.addBeginnings(phrase);
        for (const std::string& word : words.cellWords("countWords"))
            words_.add(word);
        for (const std::string_view times : {"2x", "x2", "3x", "x3"})
            words_.add(times);
        for (const auto* phrases : {&words.negationPhrases(), &words.fixedPhrases()})
            for (const std::string& phrase : *phrases)
                words_.addBeginnings(phrase);
        for (const std::string& stem : words.denialStems())
            stems_.add(stem);
        for (const std::string& part : words.words(CompoundPart))
            parts_.add(part);
        for (const auto& [name, target] : words.targets())
            parts_.add(name);
        for (const auto& [name, targets] : words.weak())
            parts_.add(name);
    }

    bool mayMark(std::string_view text) const {
        if (text.size() > kLongestText)
            return true;
        bool blank = false; // without one, capitals begin words
        for (std::size_t at = 0; at < text.size();) {
            if (isLetterOrDigit(text[at])) {
                if (mayMark(text, at))
                    return true;
            } else if (text[at++] == ' ') {
                blank = true;
            } else {
                return true;
            }
        }
        return !blank;
    }

private:
    // Goes on behind the word.
    bool mayMark(std::string_view text, std::size_t& at) const {
        WordSum word;
        std::size_t firstPart = text.size(); // letters of the shortest part that it begins with
        for (; at < text.size() && isLetterOrDigit(text[at]); ++at) {
            word.add(text[at]);
            if (stems_.mayHave(word))
                return true;
            if (word.letters() >= kShortestPart && parts_.mayHave(word))
                firstPart = std::min(firstPart, word.letters());
        }
        return words_.mayHave(word) || firstPart + kShortestPart <= word.letters();
    }

    WordSums<65'536> words_; ///< those that say so, those that change others, beginnings of phrases
    WordSums<16'384> stems_;
    WordSums<131'072> parts_; ///< that a compound word may begin with
};

} // namespace

bool mayMarkInWords(std::string_view text) {
    static const Filter filter;
    return filter.mayMark(text);
}

} // namespace leadsheet::app
