// SPDX-License-Identifier: Apache-2.0
#include "map/mark_names.hpp"

#include "map/name_denials.hpp"
#include "map/name_meaning.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace leadsheet::app {
namespace {

using Words = std::vector<std::string>;

constexpr std::ptrdiff_t kMaxPhrase = 4; // words

constexpr WordKind kBesideMarks =
    WordKind::Plain | WordKind::Wanted | WordKind::Include | WordKind::Negation | WordKind::RowMark;

bool isMarkWord(const std::string& word, WordKind kinds) {
    return Vocabulary::builtIn().is(word, kinds);
}

bool inList(std::string_view list, const std::string& phrase) {
    return Vocabulary::builtIn().isCellWord(list, phrase);
}

bool anyIn(const Words& words, std::string_view list) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return inList(list, word); });
}

bool anyOf(const Words& words, WordKind kinds) {
    return Vocabulary::builtIn().isAny(words, kinds);
}

// What may stand beside words that say what is to happen to a row.
bool addsLittle(const std::string& word) {
    return isMarkWord(word, kBesideMarks | WordKind::Leads | WordKind::Lead | WordKind::DealtWhen |
                                WordKind::DealtWith) ||
           inList("rowNeeds", word) || inList("choiceNames", word) || inList("sectionUse", word) ||
           inList("sectionWhen", word) || word.find_first_not_of("0123456789") == std::string::npos;
}

// "Delete", "Order later?", "Select for deletion", "N\u00E4chstes Jahr".
bool saysAgainst(const Words& words) {
    bool found = false;
    for (auto word = words.begin(); word != words.end();) {
        std::ptrdiff_t taken = 0;
        std::string phrase;
        for (std::ptrdiff_t count = 1; count <= std::min(kMaxPhrase, words.end() - word); ++count) {
            phrase += word[count - 1];
            if (inList("againstNames", phrase) || inList("sectionHold", phrase))
                taken = count;
        }
        if (taken == 0 && !addsLittle(*word))
            return false;
        found = found || taken > 0;
        word += std::max<std::ptrdiff_t>(taken, 1);
    }
    return found;
}

// "Needs approval", "To be approved", "Freigabe n\u00F6tig", "Noch freizugeben".
bool saysStillToClear(const Words& words) {
    const auto clears = [](const std::string& word) {
        return inList("clearingNames", word) || (inList("releaseNames", word) && word != "ok");
    };
    const auto needs = [](const std::string& word) {
        return inList("rowNeeds", word) || inList("clearingNeeds", word);
    };
    return words.size() > 1 && std::any_of(words.begin(), words.end(), clears) &&
           (std::any_of(words.begin(), words.end(), needs) ||
            (inList("tabUndone", words.front()) && words.front() != "not" &&
             words.front() != "yet"));
}

bool beginsWithAlready(const Words& words) {
    return !words.empty() &&
           isOneOf(words.front(), {"already", "bereits", "schon", "deja", "ya", "gia", "reeds",
                                   "juz", "ja", "redan", "allerede"}) &&
           words.size() > 1;
}

// "Already covered", "Bereits bearbeitet"
bool saysAlreadyDone(const Words& words) {
    return beginsWithAlready(words) &&
           std::all_of(words.begin() + 1, words.end(), [](const std::string& word) {
               return addsLittle(word) || inList("againstNames", word) ||
                      inList("dealtNames", word);
           });
}

// "Skip", "Not wanted", "Do not contact"
bool saysNot(const NameWords& name, const Words& words) {
    const bool little = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
        return isMarkWord(word, kBesideMarks) || inList("rowNeeds", word) ||
               (!name.denies && isMarkWord(word, WordKind::DealtWith)) || // "Pedido feito"
               (name.denies && inList("sectionUse", word) &&
                !isMarkWord(word, WordKind::Email | WordKind::Phone | WordKind::Company));
    });
    return !words.empty() && little && (name.denies || anyOf(words, WordKind::RowMark));
}

// "Q4", "2027"
bool isQuarterOrYear(const std::string& word) {
    return (word.size() == 2 && (word[0] == 'q' || word[0] == 'h') && isDigit(word[1])) ||
           (word.size() == 4 && word.starts_with("20"));
}

// "Include?", "Erforderlich"
bool saysInclude(const Words& words) {
    return std::all_of(words.begin(), words.end(),
                       [](const std::string& word) {
                           return isMarkWord(word, kBesideMarks) || inList("rowNeeds", word) ||
                                  isQuarterOrYear(word); // "Needed for Q4"
                       }) &&
           (anyOf(words, WordKind::Include) || anyIn(words, "rowNeeds"));
}

// "Auswahl", "Selected rows", and by `list` "Nur", "New".
bool saysChoice(const Words& words, std::string_view list) {
    return anyIn(words, list) &&
           std::all_of(words.begin(), words.end(), [&](const std::string& word) {
               return inList(list, word) || addsLittle(word) ||
                      isMarkWord(word, WordKind::Company | WordKind::Person);
           });
}

// "Not ordered yet"
bool saysNotYetDone(const NameWords& name) {
    return name.denies && anyOf(name.name, WordKind::DealtWith) &&
           std::all_of(name.name.begin(), name.name.end(), [](const std::string& word) {
               return isMarkWord(word, WordKind::DealtWith | WordKind::DealtWhen | WordKind::Plain);
           });
}

// "Blacklisted", "gesperrt", "contacted", "customer": what a row is that somebody knows already.
// What "not" makes of it may be why it is wanted.
bool isOfAnother(const Words& words) {
    return anyIn(words, "dealtNames") || anyIn(words, "knownAlready") ||
           anyOf(words, WordKind::Customer) ||
           std::any_of(words.begin(), words.end(), [](const std::string& word) {
               return isMarkWord(word, WordKind::Negation) && !isBareDenial(word) &&
                      !isOneOf(word, {"dont", "skip"});
           });
}

bool isAgainst(const Words& words) {
    return saysAgainst(words) || saysStillToClear(words) || saysAlreadyDone(words);
}

} // namespace

bool deniesTwice(std::string_view header) {
    const Words plain = plainWords(wordsOfName(header).text);
    return std::any_of(plain.begin(), plain.end(), isBareDenial) &&
           (isAgainst(plain) || anyOf(plain, WordKind::RowMark) || isOfAnother(plain));
}

AnswerSays answerBelow(std::string_view header) {
    using enum AnswerSays;
    const NameWords name = wordsOfName(header);
    const Words plain = plainWords(name.text); // "Approved (required)" asks for an answer
    if (plain.empty())
        return Unknown;
    if (saysNotYetDone(name))
        return Wanted;
    if (deniesTwice(header))
        return Unknown;
    // "Duplicates ok"
    const bool allows = std::any_of(plain.begin(), plain.end(), [](const std::string& word) {
        return isOneOf(word, {"ok", "okay", "allowed", "erlaubt", "permitted", "autorises"});
    });
    if (allows && plain.size() > 1 && anyOf(plain, WordKind::RowMark))
        return SomethingElse;
    if (isAgainst(plain) || saysNot(name, name.denies ? name.all : name.name))
        return NotWanted;
    if (namesWhom(header))
        return SomethingElse;
    if (inList("unclearNames", plainName(name.text)))
        return Unknown;
    if (!name.denies &&
        (saysInclude(name.name) || saysChoice(plain, "choiceNames") || namesRelease(header)))
        return Wanted;
    if (!name.denies && !namesDemand(header) && saysChoice(plain, "rowOnly"))
        return Chosen;
    // "Has been ordered"
    const bool mayBeDone =
        anyOf(plain, WordKind::DealtWith | WordKind::RowMark) || anyIn(plain, "againstNames");
    // "Not in CRM", "No website"
    const bool denied = name.denies && std::any_of(plain.begin(), plain.end(), isBareDenial);
    return !denied && !mayBeDone &&
                   (namesDemand(header) || anyIn(wordsOf(header), "urgencyNames") ||
                    namesLimit(header))
               ? SomethingElse
               : Unknown;
}

bool saysAlready(std::string_view header) {
    return beginsWithAlready(plainWords(header));
}

bool namesDemand(std::string_view header) {
    const Words words = wordsOf(header);
    return anyIn(words, "demandNames") || anyOf(words, WordKind::Email | WordKind::Phone);
}

bool namesRelease(std::string_view header) {
    if (wordsOfName(header).denies)
        return false;
    const Words words = plainWords(header);
    for (auto word = words.begin(); word != words.end(); ++word)
        // "OK Vertrieb" is one, and "Catch-all ok" asks for addresses.
        if ((inList("releaseNames", *word) &&
             (word == words.begin() || !isOneOf(*word, {"ok", "okay"}))) ||
            (word + 1 != words.end() && inList("releaseNames", *word + word[1])))
            return true;
    return false;
}

bool namesReleaser(std::string_view header) {
    return namesRelease(header) && anyIn(plainWords(header), "releasedBy");
}

bool namesStatus(std::string_view header) {
    const Words words = plainWords(header);
    constexpr WordKind kLittle = WordKind::Plain | WordKind::Wanted | WordKind::Include |
                                 WordKind::DealtWhen | WordKind::Leads | WordKind::Lead;
    return words.empty() || (anyIn(words, "statusNames") &&
                             std::all_of(words.begin(), words.end(), [&](const std::string& word) {
                                 return inList("statusNames", word) || isMarkWord(word, kLittle);
                             }));
}

bool namesWhom(std::string_view header) {
    const Words words = wordsOfName(header).all;
    return anyOf(words, WordKind::Customer) || anyIn(words, "knownAlready");
}

} // namespace leadsheet::app
