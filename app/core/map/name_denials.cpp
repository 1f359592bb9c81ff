// SPDX-License-Identifier: Apache-2.0
#include "map/name_denials.hpp"

#include "map/name_meaning.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::app {
namespace {

using Words = std::vector<std::string>;

const Vocabulary& denialWords() {
    return Vocabulary::builtIn();
}

// "Noch nicht", "pas encore", "not yet", "if not": how far something is, and not what is meant.
bool isYet(const std::string& word) {
    return isOneOf(word,
                   {"yet", "if", "noch", "bisher", "bislang", "falls", "wenn", "encore", "todavia",
                    "aun", "ancora", "nog", "jeszcze", "ainda", "annu", "endnu", "enda"});
}

// What changes nothing beside a word that denies: "do not use these", "to be left out".
bool addsNothing(const std::string& word) {
    constexpr WordKind kLittle = WordKind::Plain | WordKind::Wanted | WordKind::Include |
                                 WordKind::Leads | WordKind::Lead | WordKind::Company |
                                 WordKind::Person | WordKind::Negation;
    const bool done =
        denialWords().isCellWord("dealtNames", word) || denialWords().is(word, WordKind::DealtWith);
    return !done && !isYet(word) &&
           (denialWords().is(word, kLittle) || denialWords().isCellWord("sectionUse", word));
}

bool addNothing(Words::const_iterator from, Words::const_iterator to) {
    return std::all_of(from, to, addsNothing);
}

/// Words, from the first to behind the last one.
using WordSpan = std::pair<std::size_t, std::size_t>;

// How many words from `at` on deny.
std::size_t denialAt(const Words& words, std::size_t at) {
    std::string phrase;
    std::size_t length = 0;
    for (std::size_t count = 1; count <= 3 && at + count <= words.size(); ++count) {
        phrase += words[at + count - 1];
        const bool denies = count == 1 ? denialWords().is(phrase, WordKind::Negation)
                                       : denialWords().isNegationPhrase(phrase);
        length = denies ? count : length;
    }
    return length;
}

WordSpan denialIn(const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (const std::size_t length = denialAt(words, i); length > 0)
            return {i, i + length};
    return {words.size(), words.size()};
}

// The words that name a field: "company size". "Exclude" may be a name by itself.
WordSpan fieldIn(const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (denialAt(words, i) > 0)
            continue;
        if (i + 1 < words.size() && denialWords().isName(words[i] + words[i + 1]))
            return {i, i + 2};
        if (denialWords().isName(words[i]))
            return {i, i + 1};
    }
    return {words.size(), words.size()};
}

// "Domain - no duplicates", "Title\n(please no assistants)": a remark without brackets.
std::pair<std::string_view, std::string_view> atDash(std::string_view text) {
    std::pair<std::string_view, std::string_view> parts{text, {}};
    for (const std::string_view dash : {" - ", " \u2013 ", " \u2014 ", ": ", ", ", "\n"})
        if (const auto at = text.find(dash); at != std::string_view::npos &&
                                             at < parts.first.size() &&
                                             !trimmed(text.substr(0, at)).empty())
            parts = {text.substr(0, at), text.substr(at + dash.size())};
    return parts;
}

// A remark that denies is about the column where it says nothing else: "(exclude)", "- do not use".
bool remarkIsOfColumn(std::string_view remark) {
    const NameWords words = wordsOfName(remark);
    return !words.denies || addNothing(words.name.begin(), words.name.end());
}

// "Not these websites", "Excluded EU countries", "Countries to avoid", "No country".
bool nameIsOfColumn(const Words& words) {
    if (std::any_of(words.begin(), words.end(), isYet))
        return false;
    const auto at = [&](std::size_t index) {
        return words.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const auto [begin, end] = denialIn(words);
    const auto [first, last] = fieldIn(words);
    if (begin == words.size()) // a sign
        return true;
    const bool bare = end == begin + 1 && isBareDenial(words[begin]);
    if (first == words.size())
        return !bare || addNothing(at(end), words.end());
    if (begin < first)
        return !bare || addNothing(at(end), at(first));
    return addNothing(at(end), words.end());
}

} // namespace

bool isBareDenial(std::string_view plainWord) {
    constexpr auto kBare = std::to_array<std::string_view>(
        {"not",   "no",      "non",     "never", "without", "wo",      "isnt",    "arent",
         "nicht", "ohne",    "kein",    "keine", "keinen",  "keiner",  "keines",  "keinem",
         "nie",   "niemals", "pas",     "ne",    "sans",    "jamais",  "aucun",   "aucune",
         "sin",   "nunca",   "senza",   "mai",   "nessun",  "nessuno", "nessuna", "niet",
         "geen",  "zonder",  "nooit",   "bez",   "nigdy",   "zaden",   "zadnych", "nao",
         "sem",   "nenhum",  "nenhuma", "inte",  "ej",      "utan",    "ikke",    "uden",
         "uten",  "unless"});
    return std::find(kBare.begin(), kBare.end(), plainWord) != kBare.end();
}

bool deniesSomethingBeside(std::string_view header) {
    const NameWords parts = wordsOfName(header);
    if (!parts.denies)
        return false;
    const auto [name, remark] = atDash(parts.text);
    const NameWords own = wordsOfName(name);
    if (own.denies)
        return !nameIsOfColumn(own.all);
    return !remarkIsOfColumn(remark) || !remarkIsOfColumn(parts.remarkText);
}

} // namespace leadsheet::app
