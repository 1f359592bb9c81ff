// SPDX-License-Identifier: Apache-2.0
#include "map/name_meaning.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace leadsheet::app {
namespace {

using Words = std::vector<std::string>;

const Vocabulary& nameVocabulary() {
    return Vocabulary::builtIn();
}

bool hasPart(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// "companyCity" -> "company City". Names with blanks use capitals for something else.
std::string withoutCamel(std::string_view name) {
    std::string text;
    if (name.find_first_of(" _-./") != std::string_view::npos)
        return std::string(name);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool upper = name[i] >= 'A' && name[i] <= 'Z';
        if (i > 0 && upper && name[i - 1] >= 'a' && name[i - 1] <= 'z')
            text += ' ';
        text += name[i];
    }
    return text;
}

// "zielland" -> ziel, land; "branchenausschluss" -> branchen, ausschluss; "nichtzielland" -> nicht,
// ziel, land.
Words compoundParts(const std::string& word) {
    constexpr std::size_t kShortestPart = 3;
    if (word.size() < 2 * kShortestPart || nameVocabulary().isName(word) ||
        nameVocabulary().noField(word) != NoField::No ||
        nameVocabulary().is(word, WordKind::Negation))
        return {word};
    for (std::size_t i = kShortestPart; i + kShortestPart <= word.size(); ++i) {
        const std::string first = word.substr(0, i);
        const std::string second = word.substr(i);
        if ((nameVocabulary().isName(first) && nameVocabulary().is(second, WordKind::Negation)))
            return {first, second};
        if (!nameVocabulary().is(first, WordKind::CompoundPart))
            continue;
        if (nameVocabulary().isName(second))
            return {first, second};
        if (Words rest = compoundParts(second); rest.size() > 1) {
            rest.insert(rest.begin(), first);
            return rest;
        }
    }
    return {word};
}

Words splitWords(std::string_view text) {
    Words all;
    for (const std::string& word : plainWords(text))
        for (std::string& part : compoundParts(word))
            all.push_back(std::move(part));
    return all;
}

// "País del cliente ideal", "Ideal customer industry": who is sought, as "company" says it.
void nameSought(Words& all) {
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const auto pair = [&](std::size_t customer, std::size_t ideal) {
            return nameVocabulary().is(all[customer], WordKind::Customer) &&
                   nameVocabulary().is(all[ideal], WordKind::Ideal);
        };
        if (!pair(i, i + 1) && !pair(i + 1, i))
            continue;
        all[i] = "company";
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
}

/// What stands outside brackets names the column, the rest is a remark about it.
struct Brackets {
    std::string name;
    std::string remark;
};

// How much of "Title(s)", "Branche(n)" from `open` on is an ending.
std::size_t pluralEnding(std::string_view header, std::size_t open) {
    const bool attached = open > 0 && header[open] == '(' && header[open - 1] != ' ';
    const auto close = attached ? header.find(')', open) : std::string_view::npos;
    if (close == std::string_view::npos || !isOneOf(header.substr(open + 1, close - open - 1),
                                                    {"s", "n", "e", "en", "es", "er", "r", "x", "i",
                                                     "in", "innen", "as", "os", "ies"}))
        return 0;
    return close + 1 - open;
}

Brackets takenApart(std::string_view header) {
    Brackets parts;
    int depth = 0;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const char c = header[i];
        if (const std::size_t ending = pluralEnding(header, i); depth == 0 && ending > 0) {
            i += ending - 1;
            continue;
        }
        const bool opens = c == '(' || c == '[' || c == '{';
        const bool closes = c == ')' || c == ']' || c == '}';
        depth += opens ? 1 : closes && depth > 0 ? -1 : 0;
        if (opens || closes)
            (depth > 0 ? parts.remark : parts.name) += ' ';
        else
            (depth > 0 ? parts.remark : parts.name) += c;
    }
    // "(Country)" has its name in brackets.
    if (plainWords(parts.name).empty())
        std::swap(parts.name, parts.remark);
    return parts;
}

// "No." and "Nº" abbreviate a number, "No" denies.
bool writesNumber(std::string_view text) {
    const std::string lower = lowerCase(text);
    for (std::size_t at = lower.find("no"); at != std::string::npos;
         at = lower.find("no", at + 1)) {
        const bool starts = at == 0 || !((lower[at - 1] >= 'a' && lower[at - 1] <= 'z') ||
                                         static_cast<unsigned char>(lower[at - 1]) >= 0x80);
        if (starts && at + 2 < lower.size() && lower[at + 2] == '.')
            return true;
    }
    return hasPart(text, "\u00BA") || hasPart(text, "\u2116") || hasPart(text, "n\u00B0") ||
           hasPart(text, "N\u00B0");
}

// Makes "number" of what is a number, so that what is left of "no" denies.
void nameNumbers(std::string_view text, Words& all) {
    const bool written = writesNumber(text);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i] == "n" && i == 0 && (written || trimmed(text).substr(1).starts_with(".")))
            all[i] = "number";
        if (all[i] != "no" || all.size() == 1)
            continue;
        const bool of = i + 1 < all.size() && isOneOf(all[i + 1], {"of", "de", "di", "d", "von",
                                                                   "der", "do", "van", "da"});
        if (written || of || i + 1 == all.size())
            all[i] = "number";
    }
    if (hasPart(text, "#"))
        all.insert(all.begin(), "number");
}

// "yes/no", "ja oder nein", "t/n" ask, and deny nothing.
bool takeQuestion(Words& all) {
    const auto isYes = [](const std::string& word) {
        return isOneOf(word, {"yes", "y", "ja", "j", "oui", "o", "si", "s", "tak", "t", "sim",
                              "true", "wahr", "vrai", "1"});
    };
    const auto isNo = [](const std::string& word) {
        return isOneOf(
            word, {"no", "n", "nein", "non", "nee", "nie", "nao", "false", "falsch", "faux", "0"});
    };
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const bool linked = i + 2 < all.size() &&
                            isOneOf(all[i + 1], {"or", "oder", "ou", "o", "of", "lub", "czy"});
        const std::size_t other = i + (linked ? 2 : 1);
        if ((isYes(all[i]) && isNo(all[other])) || (isNo(all[i]) && isYes(all[other]))) {
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(i),
                      all.begin() + static_cast<std::ptrdiff_t>(other) + 1);
            return true;
        }
    }
    return false;
}

// "Country !=", "≠ Country", "❌ Country".
bool signDenies(std::string_view text) {
    constexpr std::array<std::string_view, 20> kSigns = {
        "!=",         "<>",         "=/=",        "\u2260",     "\u00AC",     "\u2717",    "\u2718",
        "\u2715",     "\u2716",     "\u274C",     "\u2298",     "\u2209",     "\u26D4",    "\u20E0",
        "\U0001F6AB", "\U0001F6D1", "\U0001F44E", "\U0001F645", "\U0001F5D1", "\U0001F6B7"};
    if (std::any_of(kSigns.begin(), kSigns.end(),
                    [&](std::string_view sign) { return hasPart(text, sign); }))
        return true;
    text = trimmed(text);
    if (text.starts_with("~") && !text.ends_with("~"))
        return true;
    // "Country!" and "!Country!" stress the name.
    if (text.starts_with("!") && !text.ends_with("!"))
        return true;
    // A dash at both ends, or several of them, decorate.
    for (const std::string_view dash : {"-", "\u2013", "\u2014", "\u2212"}) {
        const bool before = text.starts_with(dash);
        if (before == text.ends_with(dash)) {
            if (text == dash)
                return true;
            continue;
        }
        const auto rest =
            before ? text.substr(dash.size()) : text.substr(0, text.size() - dash.size());
        const bool isNumber = rest.front() >= '0' && rest.front() <= '9';
        return !isNumber && !(before ? rest.starts_with(dash) : rest.ends_with(dash));
    }
    return false;
}

/// Takes what denies out of the words: what is left is denied, or not.
class Denials {
public:
    Denials(const Words& all, bool behindName) {
        for (at_ = 0; at_ < all.size(); ++at_)
            look(all, behindName);
    }

    bool any = false;
    bool denyNeed = false; ///< "not required"
    Words rest;            ///< the other words

private:
    // "nonprofit" denies nothing, nor does "not required" behind a name.
    void look(const Words& all, bool behindName) {
        const std::size_t i = at_;
        const std::string two = i + 1 < all.size() ? all[i] + all[i + 1] : std::string();
        const std::string three = i + 2 < all.size() ? two + all[i + 2] : std::string();
        if (!two.empty() && nameVocabulary().isFixedPhrase(two)) {
            rest.push_back(two);
            ++at_;
        } else if (!three.empty() && nameVocabulary().isNegationPhrase(three)) {
            any = true;
            at_ += 2;
        } else if (!two.empty() && nameVocabulary().isNegationPhrase(two)) {
            any = true;
            ++at_;
        } else if (nameVocabulary().is(all[i], WordKind::Negation)) {
            const bool behind =
                behindName || std::any_of(rest.begin(), rest.end(), [](const std::string& word) {
                    return nameVocabulary().isName(word);
                });
            if (behind && i + 1 < all.size() &&
                nameVocabulary().is(all[i + 1], WordKind::AfterNegation)) {
                denyNeed = true;
                ++at_;
            } else {
                any = true;
            }
        } else {
            rest.push_back(all[i]);
        }
    }

    std::size_t at_ = 0;
};

// One end of a range is marked: "Employees (min)", "Mitarbeiter bis", "bis MA", "Employees >".
RangeEnd endOfRange(std::string_view text, const Words& name, const Words& remark) {
    bool lower = hasPart(text, ">") || hasPart(text, "\u2265");
    bool upper = hasPart(text, "<") || hasPart(text, "\u2264");
    const auto last = [](const Words& all) {
        return all.empty() ? std::string() : all.back();
    };
    for (const Words* some : {&name, &remark})
        for (const std::string& word : *some) {
            lower = lower || nameVocabulary().is(word, WordKind::Least);
            upper = upper || nameVocabulary().is(word, WordKind::Most);
        }
    // As a preposition it has to stand where what it needs is missing.
    for (const std::string& word : {last(name), last(remark)}) {
        const bool goesOn = isOneOf(word, {"to", "bis", "a", "ate", "do", "tot", "hasta", "until",
                                           "upto", "under", "unter", "jusque", "jusqu", "fino"});
        upper = upper || goesOn;
        lower = lower ||
                (!goesOn && isOneOf(word, {"from", "von", "ab", "de", "da", "od", "van", "vanaf",
                                           "desde", "over", "above", "uber", "depuis", "des"}));
    }
    // Or before what is counted. "De" and "van" begin names that say no range.
    if (name.size() > 1) {
        lower = lower || isOneOf(name.front(), {"from", "von", "ab", "od", "vanaf", "desde"});
        upper = upper || isOneOf(name.front(), {"to", "bis", "tot", "do", "ate", "hasta", "until",
                                                "upto", "jusque", "jusqu", "fino"});
    }
    // "von - bis" has both of them.
    for (const Words* some : {&name, &remark})
        for (std::size_t i = 0; i + 1 < some->size(); ++i)
            lower = lower ||
                    (upper &&
                     isOneOf((*some)[i], {"from", "von", "de", "da", "od", "van", "desde", "ab"}) &&
                     i + 2 == some->size());
    if (lower == upper)
        return RangeEnd::None;
    return lower ? RangeEnd::Lower : RangeEnd::Upper;
}

} // namespace

std::vector<std::string> wordsOf(std::string_view text) {
    return splitWords(text);
}

NameWords wordsOfName(std::string_view header) {
    Brackets parts = takenApart(header);
    NameWords result;
    result.text = withoutCamel(trimmed(parts.name));
    result.remarkText = parts.remark;
    result.all = splitWords(result.text);
    Words remarks = splitWords(parts.remark);
    result.asks = takeQuestion(result.all);
    result.asks = takeQuestion(remarks) || result.asks;
    nameSought(result.all);
    nameNumbers(result.text, result.all);
    if (remarks.size() > 2) // "(no)" denies
        nameNumbers(parts.remark, remarks);
    const Denials inName(result.all, false);
    const Denials inRemark(remarks, true);
    result.name = inName.rest;
    result.remark = inRemark.rest;
    result.denies = inName.any || inRemark.any || signDenies(parts.name) ||
                    (!trimmed(parts.remark).empty() && signDenies(parts.remark));
    const auto isOptional = [](const Words& some) {
        return nameVocabulary().isAny(some, WordKind::Optional);
    };
    // "(please do not edit)" is about the column, and not about what it means.
    if (inRemark.denyNeed && !inRemark.any)
        result.remark.clear();
    result.isOptional = inName.denyNeed || inRemark.denyNeed || isOptional(result.name) ||
                        isOptional(result.remark);
    result.end = endOfRange(header, result.name, result.remark);
    return result;
}

namespace {

// All words, those in brackets too; a sign stands for its word.
Words flatWords(std::string_view text) {
    std::string flat;
    for (const char c : text)
        flat += c == '(' || c == ')' || c == '[' || c == ']' ? ' ' : c;
    for (const std::string_view sign : {"\u00D7", "*"})
        for (auto at = flat.find(sign); at != std::string::npos; at = flat.find(sign, at))
            flat.replace(at, sign.size(), " x ");
    return plainWords(flat);
}

// How many words from `at` on say in what is counted: "hundreds", "x 100", "per month".
std::size_t scaleAt(const Words& words, std::size_t at) {
    if (nameVocabulary().isCellWord("scaleWords", words[at]))
        return 1;
    if (at + 1 == words.size())
        return 0;
    const bool power = isOneOf(words[at + 1], {"10", "100", "1000", "10000"}) &&
                       (words[at + 1] != "10" || words[at] != "in"); // "Leads in 10 days"
    const bool per = isOneOf(words[at], {"per", "pro", "je", "par", "por", "al", "na"});
    const bool times = per || isOneOf(words[at], {"x", "in", "times", "mal", "fois"});
    return (power && times) || (per && nameVocabulary().isCellWord("scalePeriods", words[at + 1]))
               ? 2
               : 0;
}

} // namespace

bool namesScale(std::string_view text) {
    if (hasPart(text, "'000") || hasPart(text, "\u2019000"))
        return true;
    const Words words = flatWords(text);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (scaleAt(words, i) > 0)
            return true;
    const Words name = plainWords(text); // "Quantity (max. 1000)" has a limit
    return std::any_of(name.begin(), name.end(), [](const std::string& word) {
        return isOneOf(word, {"000", "000s", "1000", "1000s"});
    });
}

bool isScaleAlone(std::string_view text) {
    constexpr std::size_t kLongest = 100; // bytes; longer texts are prose
    if (text.empty() || text.size() > kLongest)
        return false;
    const Words words = flatWords(text);
    bool found = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        constexpr WordKind kLittle = WordKind::Plain | WordKind::Wanted | WordKind::Leads |
                                     WordKind::Lead | WordKind::Count | WordKind::Quantity;
        const std::size_t scale = scaleAt(words, i);
        found = found || scale > 0;
        if (scale > 0)
            i += scale - 1;
        else if (!nameVocabulary().is(words[i], kLittle) &&
                 !nameVocabulary().isCellWord("scaledNumbers", words[i]))
            return false;
    }
    return found;
}

bool namesLimit(std::string_view header) {
    const auto limits = [](const Words& words) {
        return nameVocabulary().isAny(words, WordKind::Limit);
    };
    const NameWords parts = wordsOfName(header); // "YearsInBusiness"
    return limits(parts.all) || limits(parts.remark) || limits(wordsOf(header));
}

namespace {

const Vocabulary& knownWords() {
    return Vocabulary::builtIn();
}

// "Contacts needed", "# of leads": words for a count of what is ordered, and nothing else.
bool countsLeads(const Words& words) {
    bool leads = false;
    bool lead = false;
    bool count = false;
    bool quantity = false;
    bool plural = false;
    for (const std::string& word : words) {
        const auto is = [&](WordKind kind) {
            return knownWords().is(word, kind);
        };
        if (is(WordKind::Leads)) {
            leads = true;
            plural = plural || word.starts_with("lead");
        } else if (is(WordKind::Lead)) {
            lead = true;
        } else if (word.find_first_not_of("0123456789") == std::string::npos ||
                   is(WordKind::Most)) {
            continue; // "Leads wanted 2026", "Max. number of leads"
        } else if (is(WordKind::Count | WordKind::Wanted)) {
            count = true;
            quantity = quantity || is(WordKind::Quantity);
        } else if (!is(WordKind::Plain) || is(WordKind::Company)) {
            return false;
        }
    }
    // Without a word for leads it has to be both counted and wanted: "Target quantity".
    return (leads && (count || plural)) ||
           (lead && (quantity || knownWords().isAny(words, WordKind::Wanted))) ||
           (!leads && !lead && quantity && knownWords().isAny(words, WordKind::Wanted) &&
            knownWords().isAny(words, WordKind::Count));
}

// "Number of leads per company": a limit, not a count.
bool limitsPerCompany(const Words& words) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (!isOneOf(words[i], {"per", "pro", "je", "par", "por", "na"}) ||
            !knownWords().is(words[i + 1], WordKind::Company))
            continue;
        Words rest = words;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i),
                   rest.begin() + static_cast<std::ptrdiff_t>(i) + 2);
        const auto most = std::erase_if(rest, [&](const std::string& word) {
            return isOneOf(word, {"max", "maximum", "maximal", "limit", "maximo", "maks"});
        });
        const bool ofLeads = std::all_of(rest.begin(), rest.end(), [](const std::string& word) {
            return knownWords().is(word, WordKind::Leads | WordKind::Count | WordKind::Wanted |
                                             WordKind::Plain);
        });
        return ofLeads && (most > 0 || knownWords().isAny(rest, WordKind::Leads));
    }
    return false;
}

// "Number of businesses": who is ordered around a place, or how many there are.
bool countsBusinesses(const Words& words) {
    return knownWords().isAny(words, WordKind::Count) &&
           knownWords().isAny(words, WordKind::Businesses) &&
           std::all_of(words.begin(), words.end(), [](const std::string& word) {
               return knownWords().is(word, WordKind::Count | WordKind::Wanted | WordKind::Plain |
                                                WordKind::Businesses);
           });
}

} // namespace

Counted countedBy(const std::vector<std::string>& words) {
    if (limitsPerCompany(words))
        return Counted::PerCompany;
    if (countsLeads(words))
        return Counted::Leads;
    return countsBusinesses(words) ? Counted::Businesses : Counted::Nothing;
}

bool namesLeastRating(const std::vector<std::string>& words) {
    if (!knownWords().isAny(words, WordKind::Least))
        return false;
    std::string rest;
    for (const std::string& word : words)
        if (word != "at" && !knownWords().is(word, WordKind::Least | WordKind::Plain))
            rest += word;
    const auto& weak = knownWords().weakTargets(rest);
    return std::find(weak.begin(), weak.end(), "minRating") != weak.end();
}

} // namespace leadsheet::app
