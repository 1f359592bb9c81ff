// SPDX-License-Identifier: Apache-2.0
#include "map/name_meaning.hpp"

#include "leadsheet/app/fields.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace leadsheet::app {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kLocations = "locations";
constexpr std::string_view kDomains = "domains";
constexpr std::string_view kExcludeDomains = "excludeDomains";
constexpr std::string_view kExcludeOwned = "excludeOwned";
constexpr std::string_view kMaxPerCompany = "maxPerCompany";

const Vocabulary& vocabulary() {
    return Vocabulary::builtIn();
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words)
        text += word;
    return text;
}

bool contains(std::string_view text, std::string_view part) {
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

// "zielland" -> ziel, land; "branchenausschluss" -> branchen, ausschluss.
Words compoundParts(const std::string& word) {
    constexpr std::size_t kShortestPart = 3;
    if (word.size() < 2 * kShortestPart || vocabulary().isName(word) ||
        vocabulary().noField(word) != NoField::No)
        return {word};
    for (std::size_t i = kShortestPart; i + kShortestPart <= word.size(); ++i) {
        const std::string first = word.substr(0, i);
        const std::string second = word.substr(i);
        if ((vocabulary().is(first, WordKind::CompoundPart) && vocabulary().isName(second)) ||
            (vocabulary().isName(first) && vocabulary().is(second, WordKind::Negation)))
            return {first, second};
    }
    return {word};
}

Words wordsOf(std::string_view text) {
    Words words;
    for (const std::string& word : plainWords(text))
        for (std::string& part : compoundParts(word))
            words.push_back(std::move(part));
    return words;
}

// The part before a bracket names the column, the rest is a remark about it.
std::pair<std::string, std::string> nameAndRemark(std::string_view header) {
    const auto withoutBrackets = [](std::string_view text) {
        std::string plain(text);
        std::erase_if(plain, [](char c) { return c == '(' || c == ')' || c == '[' || c == ']'; });
        return plain;
    };
    const auto open = header.find_first_of("([{");
    if (open == std::string_view::npos || trimmed(header.substr(0, open)).empty())
        return {withoutBrackets(header), ""};
    return {std::string(header.substr(0, open)), withoutBrackets(header.substr(open))};
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
    return contains(text, "\u00BA") || contains(text, "\u2116") || contains(text, "n\u00B0") ||
           contains(text, "N\u00B0");
}

// Makes "number" of what is a number, so that what is left of "no" denies.
void nameNumbers(std::string_view text, Words& words) {
    const bool written = writesNumber(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "n" && i == 0 && (written || trimmed(text).substr(1).starts_with(".")))
            words[i] = "number";
        if (words[i] != "no" || words.size() == 1)
            continue;
        const bool of = i + 1 < words.size() && isOneOf(words[i + 1], {"of", "de", "di", "d", "von",
                                                                       "der", "do", "van", "da"});
        if (written || of || i + 1 == words.size())
            words[i] = "number";
    }
    const auto hash = text.find('#');
    if (hash != std::string_view::npos)
        words.insert(words.begin(), "number");
}

struct Negations {
    bool any = false;
    Words rest; ///< the other words
};

// "nonprofit" denies nothing, nor does "not required" behind a name.
Negations findNegations(const Words& words, bool behindName) {
    Negations found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string two = i + 1 < words.size() ? words[i] + words[i + 1] : std::string();
        const std::string three = i + 2 < words.size() ? two + words[i + 2] : std::string();
        if (!two.empty() && vocabulary().isFixedPhrase(two)) {
            found.rest.push_back(two);
            ++i;
        } else if (!three.empty() && vocabulary().isNegationPhrase(three)) {
            found.any = true;
            i += 2;
        } else if (!two.empty() && vocabulary().isNegationPhrase(two)) {
            found.any = true;
            ++i;
        } else if (vocabulary().is(words[i], WordKind::Negation)) {
            const bool behind = behindName || std::any_of(found.rest.begin(), found.rest.end(),
                                                          [](const std::string& word) {
                                                              return vocabulary().isName(word);
                                                          });
            if (behind && i + 1 < words.size() &&
                vocabulary().is(words[i + 1], WordKind::AfterNegation))
                ++i;
            else
                found.any = true;
        } else {
            found.rest.push_back(words[i]);
        }
    }
    return found;
}

bool isCount(std::string_view target) {
    const auto field = findTarget(target);
    return target == "companySizes" || (field && field->info != nullptr &&
                                        (field->info->kind == contract::FieldKind::Integer ||
                                         field->info->kind == contract::FieldKind::Decimal));
}

bool mayBelongToPerson(std::string_view target) {
    return isOneOf(target, {"jobTitles", "seniorities", "departments", "locations", "leadCount"});
}

bool mayBelongToCompany(std::string_view target) {
    return target != "jobTitles" && target != "seniorities";
}

void keepIfOwned(const Words& words, NameMeaning& meaning) {
    meaning.ofPerson = vocabulary().isAny(words, WordKind::Person);
    meaning.ofCompany = vocabulary().isAny(words, WordKind::Company);
    const bool fits =
        (!meaning.ofPerson || meaning.ofCompany || mayBelongToPerson(meaning.target)) &&
        (!meaning.ofCompany || mayBelongToCompany(meaning.target));
    if (!fits)
        meaning.fit = std::min(meaning.fit, NameFit::Word);
}

NameMeaning withFit(std::string_view target, NameFit fit) {
    NameMeaning meaning;
    meaning.target = target;
    meaning.fit = fit;
    return meaning;
}

std::optional<NameMeaning> weakly(const std::string& plain) {
    const auto& targets = vocabulary().weakTargets(plain);
    if (targets.empty())
        return std::nullopt;
    NameMeaning meaning = withFit(targets.front(), NameFit::Weak);
    meaning.others.assign(targets.begin() + 1, targets.end());
    return meaning;
}

std::optional<NameMeaning> exactly(const std::string& plain) {
    const auto target = vocabulary().target(plain);
    auto meaning = target.empty() ? weakly(plain) : std::optional(withFit(target, NameFit::Name));
    if (meaning)
        meaning->place = vocabulary().placePart(plain);
    return meaning;
}

std::optional<NameMeaning> byCore(const Words& words) {
    const auto of = [&](const Words& some) -> std::optional<NameMeaning> {
        const auto target = vocabulary().targetOfCore(some);
        if (target.empty())
            return std::nullopt;
        NameMeaning meaning = withFit(target, NameFit::Core);
        for (const std::string& word : some)
            meaning.place = std::max(meaning.place, vocabulary().placePart(word));
        return meaning;
    };
    if (auto meaning = of(words))
        return meaning;
    const auto without = [&](WordKind kind) {
        Words fewer = words;
        std::erase_if(fewer, [&](const std::string& word) { return vocabulary().is(word, kind); });
        return fewer.size() == words.size() ? std::nullopt : of(fewer);
    };
    // "Locations EMEA" says which ones beside what, "Industry LinkedIn" who calls them so.
    if (auto meaning = without(WordKind::Area); meaning && meaning->target == kLocations)
        return meaning;
    return without(WordKind::Tool);
}

// The weak names too keep their meaning among words that change nothing.
std::optional<NameMeaning> byWeakCore(const Words& words) {
    std::string plain;
    std::string owned;
    for (const std::string& word : words) {
        if (vocabulary().is(word, WordKind::Plain | WordKind::Wanted))
            continue;
        owned += word;
        if (!vocabulary().is(word, WordKind::Company | WordKind::Person))
            plain += word;
    }
    if (const auto target = vocabulary().target(owned); !target.empty())
        return withFit(target, NameFit::Core);
    auto meaning = weakly(plain);
    // "Contact number" is not a count.
    return meaning && meaning->target != kLeadCountTarget ? meaning : std::nullopt;
}

std::optional<NameMeaning> byWord(const Words& words) {
    NameMeaning meaning;
    const auto look = [&](const std::string& name) {
        const auto target = vocabulary().target(name);
        if (target.empty() || target == meaning.target)
            return true;
        const bool first = meaning.target.empty();
        meaning.target = target;
        meaning.place = vocabulary().placePart(name);
        return first;
    };
    for (const std::string& word : words)
        if (!look(word))
            return std::nullopt;
    for (std::size_t i = 0; meaning.target.empty() && i + 1 < words.size(); ++i)
        if (!look(words[i] + words[i + 1]))
            return std::nullopt;
    if (meaning.target.empty())
        return std::nullopt;
    meaning.fit = NameFit::Word;
    return meaning;
}

NameMeaning meaningOfWords(const Words& words) {
    const std::string plain = joined(words);
    if (auto meaning = exactly(plain)) {
        meaning->ofPerson = vocabulary().isAny(words, WordKind::Person);
        meaning->ofCompany = vocabulary().isAny(words, WordKind::Company);
        return *meaning;
    }
    if (const NoField known = vocabulary().noField(plain); known != NoField::No) {
        NameMeaning meaning;
        meaning.noField = known;
        return meaning;
    }
    if (const Counted counted = countedBy(words); counted != Counted::Nothing)
        return withFit(counted == Counted::PerCompany ? kMaxPerCompany : kLeadCountTarget,
                       counted == Counted::Businesses ? NameFit::Weak : NameFit::Core);
    auto byCores = byCore(words);
    if (!byCores)
        byCores = byWeakCore(words);
    if (byCores) {
        keepIfOwned(words, *byCores);
        return *byCores;
    }
    if (const auto near = vocabulary().nearTarget(plain); !near.empty())
        return withFit(near, NameFit::Near);
    return byWord(words).value_or(NameMeaning());
}

// "State/Region", "Job title or role": both sides have to mean the same.
std::optional<NameMeaning> meaningOfBoth(const std::vector<Words>& sides) {
    std::optional<NameMeaning> both;
    for (const Words& side : sides) {
        const NameMeaning one = meaningOfWords(side);
        if (one.fit < NameFit::Weak || (both && both->target != one.target))
            return std::nullopt;
        if (!both) {
            both = one;
            continue;
        }
        both->fit = std::max(NameFit::Weak, std::min(both->fit, one.fit));
        both->place = std::max(both->place, one.place);
        both->ofPerson = both->ofPerson || one.ofPerson;
        both->ofCompany = both->ofCompany || one.ofCompany;
    }
    if (both && both->fit == NameFit::Name)
        both->fit = NameFit::Core;
    return both;
}

std::vector<Words> sidesOf(std::string_view name) {
    std::vector<Words> sides(1);
    std::size_t from = 0;
    while (from <= name.size()) {
        const auto end = std::min(name.find_first_of("/|&,\n", from), name.size());
        for (std::string& word : wordsOf(name.substr(from, end - from))) {
            if (!isOneOf(word, {"or", "and", "oder", "und", "ou"}))
                sides.back().push_back(std::move(word));
            else if (!sides.back().empty())
                sides.emplace_back();
        }
        if (!sides.back().empty() && end < name.size())
            sides.emplace_back();
        from = end + 1;
    }
    std::erase_if(sides, [](const Words& side) { return side.empty(); });
    return sides;
}

// "Volume (EUR)" counts money.
bool speaksOfMoney(std::string_view header) {
    const Words words = plainWords(nameAndRemark(header).second);
    return contains(header, "$") || contains(header, "\u20AC") || contains(header, "\u00A3") ||
           std::any_of(words.begin(), words.end(), [&](const std::string& word) {
               return isOneOf(word, {"eur", "euro", "usd", "gbp", "chf", "pln"});
           });
}

bool speaksOfMiles(std::string_view header) {
    const auto [name, remark] = nameAndRemark(header);
    const Words words = plainWords(name + " " + remark);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return isOneOf(word, {"mile", "miles", "mi", "meilen", "millas", "miglia", "mijl", "mil"});
    });
}

// What an excluding name is about decides where it goes: domains have a field of their own.
NameMeaning excluding(const Words& words, const NameMeaning& about) {
    const auto denying = [](std::string_view target, NameFit fit) {
        NameMeaning meaning = withFit(target, fit);
        meaning.excludes = true;
        return meaning;
    };
    const std::string_view exact = vocabulary().target(joined(words));
    if (exact == kExcludeDomains || exact == kExcludeOwned)
        return denying(exact, NameFit::Name);
    const auto& weak = vocabulary().weakTargets(joined(words));
    const bool ownedLeads = about.target.empty() && vocabulary().isAny(words, WordKind::Leads);
    if (ownedLeads || std::find(weak.begin(), weak.end(), kExcludeOwned) != weak.end())
        return denying(kExcludeOwned, NameFit::Weak);
    if (about.target == kExcludeDomains || (about.target == kDomains && about.fit != NameFit::Word))
        return denying(kExcludeDomains, NameFit::Core);
    if (about.target.empty() || about.target == kDomains)
        return denying(kExcludeDomains, NameFit::Weak);
    return denying(about.target, NameFit::None);
}

// "Size (employees)" says what is meant by it, "Existing customers (domains)" how it is written.
void readRemark(const Words& name, const Words& remark, NameMeaning& meaning) {
    const NameMeaning said = meaningOfWords(remark);
    if (said.fit < NameFit::Weak)
        return;
    const bool agrees =
        meaning.fit == NameFit::Weak &&
        (said.target == meaning.target || std::find(meaning.others.begin(), meaning.others.end(),
                                                    said.target) != meaning.others.end());
    const bool nameless = meaning.fit == NameFit::None &&
                          vocabulary().isAny(name, WordKind::Person) &&
                          mayBelongToPerson(said.target);
    if (agrees || nameless) {
        meaning.target = said.target;
        meaning.fit = NameFit::Core;
    } else if (said.target == kDomains && meaning.fit < NameFit::Core) {
        Words both = name;
        both.insert(both.end(), remark.begin(), remark.end());
        const NameMeaning whole = meaningOfWords(both);
        if (whole.fit >= NameFit::Core)
            meaning = whole;
    }
}

} // namespace

NameMeaning meaningOf(std::string_view header) {
    const auto [name, remark] = nameAndRemark(header);
    const std::string spaced = withoutCamel(trimmed(name));
    Words words = wordsOf(spaced);
    nameNumbers(spaced, words);
    if (words.empty())
        return {};
    const Words remarks = wordsOf(remark);
    const Negations inName = findNegations(words, false);
    const Negations inRemark = findNegations(remarks, true);
    if (inName.any || inRemark.any)
        return excluding(words, meaningOfWords(inName.rest));
    NameMeaning meaning = meaningOfWords(inName.rest);
    if (!inRemark.rest.empty())
        readRemark(inName.rest, inRemark.rest, meaning);
    if (meaning.fit < NameFit::Core && meaning.noField == NoField::No) {
        const auto sides = sidesOf(spaced);
        if (sides.size() > 1)
            if (const auto both = meaningOfBoth(sides))
                meaning = *both;
    }
    // A name that is known as a whole has its words weighed already: "our reference".
    const bool isPhrase = meaning.fit >= NameFit::Core &&
                          (meaning.target == kExcludeDomains || meaning.target == "seedDomains");
    const bool knownWhole = vocabulary().isName(joined(words));
    const bool others =
        (!knownWhole && !isPhrase && vocabulary().isAny(inName.rest, WordKind::Others)) ||
        vocabulary().isAny(inRemark.rest, WordKind::Others);
    if (isCount(meaning.target) && (speaksOfMoney(header) || speaksOfMiles(header)))
        meaning.fit = std::min(meaning.fit, NameFit::Word);
    if (others && meaning.noField == NoField::No) {
        meaning.ofOthers = true;
        meaning.fit = NameFit::None;
    }
    return meaning;
}

} // namespace leadsheet::app
