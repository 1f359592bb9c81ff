// SPDX-License-Identifier: Apache-2.0
#include "check/tab_names.hpp"

#include "check/line_meaning.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace leadsheet::app {
namespace {

using TabWords = std::vector<std::string>;

constexpr std::ptrdiff_t kMostTabWords = 4; // of a phrase

// What stands in brackets says as much: "Q1 (done)".
TabWords wordsOfTab(std::string_view name) {
    std::string text(name);
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return std::string_view("()[]{}_").find(c) != std::string_view::npos; }, ' ');
    return plainWords(text);
}

bool isListedPhrase(TabWords::const_iterator from, TabWords::const_iterator to,
                    std::string_view list) {
    std::string phrase;
    for (; from != to; ++from)
        phrase += *from;
    return Vocabulary::builtIn().isCellWord(list, phrase);
}

bool hasListedPhrase(const TabWords& words, std::string_view list) {
    for (auto from = words.begin(); from != words.end(); ++from)
        for (auto to = from + 1; to - from <= kMostTabWords; ++to) {
            if (isListedPhrase(from, to, list))
                return true;
            if (to == words.end())
                break;
        }
    return false;
}

bool isBareNumber(const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

bool hasPhraseAtAnEnd(std::vector<std::string> words, std::string_view list) {
    while (!words.empty() && isBareNumber(words.back()))
        words.pop_back();
    for (auto count = std::min(kMostTabWords, std::ssize(words)); count > 0; --count)
        if (isListedPhrase(words.begin(), words.begin() + count, list) ||
            isListedPhrase(words.end() - count, words.end(), list))
            return true;
    return false;
}

namespace {

/// Nothing beside the negation but what it forbids: "Do not contact", "Nicht bestellen".
bool onlyForbids(const TabWords& words) {
    using enum WordKind;
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        return Vocabulary::builtIn().is(word, Negation | Plain | Leads | Lead | Company | Wanted) ||
               Vocabulary::builtIn().isCellWord("sectionUse", word);
    });
}

// "v3", "V 2", "version4"
int versionIn(const std::string& word) {
    for (const std::string_view start : {"version", "ver", "v"})
        if (word.size() > start.size() && word.starts_with(start) &&
            word.size() <= start.size() + 3 && isBareNumber(word.substr(start.size())))
            return std::stoi(word.substr(start.size()));
    return -1;
}

} // namespace

TabName tabNameOf(std::string_view name) {
    const TabWords words = wordsOfTab(name);
    if (words.empty())
        return TabName::Plain;
    const bool negated = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return Vocabulary::builtIn().is(word, WordKind::Negation);
    });
    // "Not yet ordered"
    const bool notYet = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return isOneOf(word, {"yet", "noch", "encore", "aun", "todavia", "ancora", "nog", "jeszcze",
                              "ainda", "endnu", "enn\u00E5"});
    });
    if (hasListedPhrase(words, "tabUnwanted") ||
        (negated && !(notYet && Vocabulary::builtIn().isAny(words, WordKind::DealtWith)) &&
         words.size() > 1 && meaningOf(name).excludes && onlyForbids(words)))
        return TabName::NotWanted;
    if (hasPhraseAtAnEnd(words, "tabExample"))
        return TabName::Example;
    // "To be ordered", "Not yet sent", "Wird versendet"
    const bool undone =
        negated || (words.size() > 1 && Vocabulary::builtIn().isCellWord("tabUndone", words[0]));
    const bool done =
        hasPhraseAtAnEnd(words, "tabDone") || (!undone && hasPhraseAtAnEnd(words, "tabAside"));
    return done ? TabName::Done : TabName::Plain;
}

bool tabHoldsBack(std::string_view name) {
    const TabName says = tabNameOf(name);
    const TabWords words = wordsOfTab(name);
    if (says == TabName::NotWanted || says == TabName::Example || words.empty())
        return says == TabName::NotWanted;
    // "Not yet ordered", "To be ordered"
    const bool undone = Vocabulary::builtIn().isCellWord("tabUndone", words.front()) ||
                        Vocabulary::builtIn().isAny(words, WordKind::Negation);
    // "Offen" and "Pending" are what is still to be ordered, "Leads fertig" what is ready for it.
    return (says == TabName::Done || !undone) && !hasPhraseAtAnEnd(words, "draftNames") &&
           !hasPhraseAtAnEnd(words, "sectionOpen") && !hasPhraseAtAnEnd(words, "tabReady") &&
           sectionIn(name).says == SectionLine::Says::NotWanted;
}

TabVersion tabVersionOf(std::string_view name) {
    constexpr int kFinal = 1000; // more than any number
    TabVersion version;
    for (const std::string& word : wordsOfTab(name)) {
        const int number = versionIn(word);
        if (number >= 0)
            version.number += number;
        else if (Vocabulary::builtIn().isCellWord("tabFinal", word))
            version.number += kFinal;
        else
            version.of += word + ' ';
    }
    return version;
}

} // namespace leadsheet::app
