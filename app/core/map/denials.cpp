// SPDX-License-Identifier: Apache-2.0
#include "map/denials.hpp"

#include "map/countries.hpp"
#include "map/places.hpp"
#include "map/vocabulary.hpp"
#include "map/word_sums.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestText = 300; // longer ones are not values
constexpr std::string_view kPlaces = "locations";

bool isLetterOrDigit(char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isSmall(char c) {
    return c >= 'a' && c <= 'z';
}

/// Tells nearly all texts without a denial by the sums of their words, without a copy.
class Filter {
public:
    Filter() {
        const Vocabulary& words = Vocabulary::builtIn();
        for (const std::string& word : words.denialStarts())
            words_.add(word);
        for (const std::string& stem : words.denialStems())
            stems_.add(stem);
    }

    bool mayDeny(std::string_view text) const {
        WordSum word;
        bool stem = false;
        for (const char c : text) {
            if (static_cast<unsigned char>(c) >= 0x80)
                return true;
            if (isLetterOrDigit(c)) {
                word.add(c);
                stem = stem || stems_.mayHave(word);
                continue;
            }
            if (stem || (word.letters() > 0 && words_.mayHave(word)))
                return true;
            word = {};
        }
        return stem || (word.letters() > 0 && words_.mayHave(word));
    }

private:
    WordSums<16'384> words_;
    WordSums<16'384> stems_;
};

/// A word of the text, also of what is in brackets.
struct Word {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string plain;
};

std::vector<Word> wordsOf(std::string_view text) {
    std::vector<Word> words;
    const auto isBlankAt = [&](std::size_t at) {
        return text.substr(at).starts_with("\xC2\xA0") || text.substr(at).starts_with("\xE2\x80");
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && isLetterOrDigit(text[at]) && !isBlankAt(at))
            ++at;
        if (at == begin) {
            at += isBlankAt(at) ? (text[at] == '\xC2' ? 2 : 3) : 1;
            continue;
        }
        std::string plain = plainName(text.substr(begin, at - begin));
        if (!plain.empty())
            words.push_back({begin, at, std::move(plain)});
    }
    return words;
}

// A sign that denies what follows it at once: "-crm", "!Berlin".
bool startsWithDenial(std::string_view text) {
    for (const std::string_view sign : {"!=", "<>", "\u2260", "\u00AC", "!", "-", "\u2212"})
        if (text.starts_with(sign)) {
            text.remove_prefix(sign.size());
            const bool far = sign == "-" || sign == "\u2212";
            text = far ? text : trimmed(text);
            return !text.empty() && isLetterOrDigit(text.front()) &&
                   !(text.front() >= '0' && text.front() <= '9');
        }
    return false;
}

// "EU" of "EU (".
std::string_view withoutEndSigns(std::string_view text) {
    text = trimmed(text);
    while (!text.empty() && !isLetterOrDigit(text.back()) && text.back() != ')')
        text = trimmed(text.substr(0, text.size() - 1));
    return text;
}

// "-in" and "-trice" behind a title: the other form of it.
bool isTitleEnding(std::string_view word) {
    return isOneOf(word, {"in", "innen", "frau", "frauen", "e", "r", "es", "rin", "trice", "rice",
                          "euse", "ess", "a", "o", "os", "as", "ka"});
}

// "Hersteller und -händler": the dash stands for what both words share. No place has one.
bool isSharedStem(std::string_view before, std::string_view word, std::string_view target) {
    before = trimmed(before);
    if (target == kPlaces || before.empty() || word.empty())
        return false;
    if (before.back() == '&' || before.back() == '/')
        return !(word.front() >= 'A' && word.front() <= 'Z');
    const auto blank = before.rfind(' ');
    return blank != std::string_view::npos &&
           isOneOf(before.substr(blank + 1),
                   {"und", "oder", "sowie", "bzw.", "en", "of", "och", "og", "eller"});
}

// Where a sign begins that denies what follows it at once: "Germany (-Bavaria)", "CRM -Excel". A
// dash with blanks on both sides joins.
std::size_t denialInside(std::string_view text, std::string_view target) {
    if (text.find_first_of("-!<\xC2\xE2") == std::string_view::npos)
        return std::string_view::npos;
    for (std::size_t at = 1; at + 1 < text.size(); ++at) {
        if (text[at - 1] != ' ' && text[at - 1] != '(' && text[at - 1] != '[')
            continue;
        const std::string_view rest = text.substr(at);
        if (!startsWithDenial(rest))
            continue;
        const std::string_view word = rest.substr(1, rest.find_first_of(" ,;)]/", 1) - 1);
        if (rest.front() != '-' ||
            !(isTitleEnding(word) || isSharedStem(text.substr(0, at), word, target)))
            return at;
    }
    return std::string_view::npos;
}

class Finder {
public:
    Finder(std::string_view text, std::string_view target)
        : text_(text)
        , target_(target)
        , words_(wordsOf(text)) {}

    // Index of the first word of the denial; the number of words when there is none.
    std::size_t find() const {
        const Vocabulary& known = Vocabulary::builtIn();
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const std::string two =
                i + 1 < words_.size() ? words_[i].plain + words_[i + 1].plain : std::string();
            const std::string three =
                i + 2 < words_.size() ? two + words_[i + 2].plain : std::string();
            std::size_t length = 0;
            if (!three.empty() && known.isFixedPhrase(three))
                i += 2;
            else if (!two.empty() && known.isFixedPhrase(two))
                i += 1;
            else if (!three.empty() && known.isNegationPhrase(three))
                length = 3;
            else if (!two.empty() && known.isNegationPhrase(two))
                length = 2;
            else if (denies(i))
                length = 1;
            if (length > 0 && hasObject(i, length))
                return i;
        }
        return words_.size();
    }
    std::string_view before(std::size_t word) const { return text_.substr(0, words_[word].begin); }
    bool found(std::size_t word) const { return word < words_.size(); }

private:
    // "Germany excluded" and "Almanya haric" deny what is before them, "no" only what follows.
    // A longer one that stands alone is what is left of a sentence.
    bool hasObject(std::size_t word, std::size_t length) const {
        constexpr std::size_t kShortestBehind = 6;
        return word + length < words_.size() || words_[word].plain.size() >= kShortestBehind ||
               Vocabulary::builtIn().isCellWord(word > 0 ? "denialBehind" : "denialAlone",
                                                words_[word].plain);
    }

    bool denies(std::size_t i) const {
        const Word& word = words_[i];
        if (i > 0 && word.plain == "ex" && isOneOf(words_[i - 1].plain, {"p", "par", "por"}))
            return false; // "par ex. textile": for example
        const Vocabulary& known = Vocabulary::builtIn();
        // "All but Spain"; "but" alone may begin a name.
        const bool alsoHere =
            (i > 0 && known.isCellWord("denial", word.plain)) ||
            (target_ == kPlaces && (word.plain == "ex" || word.plain == "outside")) ||
            (i > 0 && word.plain == "ex" && isShortened(word)); // "Manufacturing ex. cars"
        if (!alsoHere &&
            (!known.is(word.plain, WordKind::Negation) || known.isCellWord("noDenial", word.plain)))
            return false;
        const char follows = word.end < text_.size() ? text_[word.end] : ' ';
        if (word.plain == "non" && follows == '-')
            return target_ == kPlaces && i + 1 < words_.size() && isPlace(words_[i + 1]);
        if (word.plain == "no" && (follows == '.' || follows == '\xC2' ||
                                   (i + 1 < words_.size() && words_[i + 1].plain.front() >= '0' &&
                                    words_[i + 1].plain.front() <= '9')))
            return false;
        return !isAbbreviation(i);
    }

    // In small letters and with a dot: "ex.".
    bool isShortened(const Word& word) const {
        return text_.substr(word.begin).starts_with("ex. ");
    }

    bool isPlace(const Word& word) const {
        const auto text = text_.substr(word.begin, word.end - word.begin);
        return isCountry(text) || isWideArea(word.plain);
    }

    // SEM, NE, NIE, and NO for Norway among other letters.
    bool isAbbreviation(std::size_t i) const {
        constexpr std::size_t kLongest = 3;
        const auto isCapitals = [&](const Word& word) {
            const auto letters = text_.substr(word.begin, word.end - word.begin);
            return letters.size() <= kLongest &&
                   std::all_of(letters.begin(), letters.end(),
                               [](char c) { return c >= 'A' && c <= 'Z'; });
        };
        if (!isCapitals(words_[i]))
            return false;
        const bool followed = i + 1 < words_.size() && isCapitals(words_[i + 1]);
        if (words_[i].plain == "no")
            return followed;
        return words_[i].plain != "not" && words_[i].plain != "non" &&
               (followed || std::any_of(text_.begin(), text_.end(), isSmall));
    }

    std::string_view text_;
    std::string_view target_;
    std::vector<Word> words_;
};

// Length of what is before the denial; npos when there is none.
std::size_t findDenial(std::string_view text, std::string_view target) {
    const Finder finder(text, target);
    const std::size_t word = finder.find();
    if (!finder.found(word))
        return std::string_view::npos;
    return withoutEndSigns(finder.before(word)).size();
}

} // namespace

std::optional<std::string_view> deniedIn(std::string_view text, std::string_view target) {
    static const Filter filter;
    text = trimmed(text);
    if (text.empty() || text.size() > kLongestText)
        return std::nullopt;
    if (startsWithDenial(text))
        return text.substr(0, 0);
    if (const auto inside = denialInside(text, target); inside != std::string_view::npos)
        return withoutEndSigns(text.substr(0, inside));
    const bool exPlace = text.find(" ex. ") != std::string_view::npos ||
                         (target == kPlaces && (text.find("ex") != std::string_view::npos ||
                                                text.find("Ex") != std::string_view::npos));
    if (!exPlace && !filter.mayDeny(text))
        return std::nullopt;
    // A column has few texts, many times.
    constexpr std::size_t kMaxKept = 4096;
    thread_local std::unordered_map<std::string, std::size_t> known;
    if (known.size() >= kMaxKept)
        known.clear();
    const auto [entry, fresh] =
        known.try_emplace(std::string(target == kPlaces ? "@" : " ").append(text));
    if (fresh)
        entry->second = findDenial(text, target);
    if (entry->second == std::string_view::npos)
        return std::nullopt;
    return text.substr(0, entry->second);
}

} // namespace leadsheet::app
