// SPDX-License-Identifier: Apache-2.0
#include "map/name_meaning.hpp"

#include "leadsheet/app/fields.hpp"
#include "map/column_samples.hpp"
#include "map/countries.hpp"
#include "map/name_denials.hpp"
#include "map/places.hpp"
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
constexpr std::string_view kMinRating = "minRating";

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

bool isNumber(const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
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
    // "Address 1: City"
    Words fewer = words;
    std::erase_if(fewer, [](const std::string& word) {
        return vocabulary().is(word, WordKind::Address) || isNumber(word);
    });
    if (vocabulary().isAny(words, WordKind::Address))
        if (auto meaning = of(fewer);
            meaning && meaning->target == kLocations && meaning->place != PlacePart::None)
            return meaning;
    return without(WordKind::Tool);
}

// "Lnad", "Krja": so short a name is one that is known only where the cells agree. Neighbours that
// were swapped are a slip all the same.
std::optional<NameMeaning> byShortName(const std::string& plain) {
    const std::string name(vocabulary().nearShortName(plain));
    if (name.empty())
        return std::nullopt;
    NameMeaning meaning = withFit(vocabulary().target(name), NameFit::Weak);
    meaning.place = vocabulary().placePart(name);
    meaning.ifProven = !std::is_permutation(plain.begin(), plain.end(), name.begin(), name.end());
    // "Heads" and "Loads" are not slips of "Leads", and numbers prove nothing.
    if (meaning.ifProven && meaning.target == kLeadCountTarget)
        return std::nullopt;
    return meaning;
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
    if (namesLeastRating(words))
        return withFit(kMinRating, NameFit::Core);
    auto byCores = byCore(words);
    if (!byCores)
        byCores = byWeakCore(words);
    if (byCores) {
        keepIfOwned(words, *byCores);
        return *byCores;
    }
    if (const auto near = vocabulary().nearTarget(plain); !near.empty())
        return withFit(near, NameFit::Near);
    if (auto meaning = byShortName(plain))
        return *meaning;
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
    const Words words = plainWords(wordsOfName(header).remarkText);
    return contains(header, "$") || contains(header, "\u20AC") || contains(header, "\u00A3") ||
           std::any_of(words.begin(), words.end(), [&](const std::string& word) {
               return isOneOf(word, {"eur", "euro", "usd", "gbp", "chf", "pln"});
           });
}

bool speaksOfMiles(std::string_view header) {
    const NameWords parts = wordsOfName(header);
    const Words words = plainWords(parts.text + " " + parts.remarkText);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return isOneOf(word, {"mile", "miles", "mi", "meilen", "millas", "miglia", "mijl", "mil"});
    });
}

// What an excluding name is about decides where it goes: domains have a field of their own.
NameMeaning excluding(const Words& words, const NameMeaning& about, bool beside) {
    const auto denying = [](std::string_view target, NameFit fit) {
        NameMeaning meaning = withFit(target, fit);
        meaning.excludes = true;
        return meaning;
    };
    const std::string_view exact = vocabulary().target(joined(words));
    if (exact == kExcludeDomains || exact == kExcludeOwned)
        return denying(exact, NameFit::Name);
    if (beside)
        return denying(about.target, NameFit::None);
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
bool specifies(const Words& name, const Words& remark, NameMeaning& meaning) {
    Words both = name;
    both.insert(both.end(), remark.begin(), remark.end());
    if (namesLeastRating(both)) { // "Bewertung (min.)"
        meaning = withFit(kMinRating, NameFit::Core);
        return true;
    }
    const NameMeaning said = meaningOfWords(remark);
    if (said.fit < NameFit::Weak)
        return false;
    const bool agrees =
        meaning.fit == NameFit::Weak &&
        (said.target == meaning.target || std::find(meaning.others.begin(), meaning.others.end(),
                                                    said.target) != meaning.others.end());
    const bool nameless = meaning.fit == NameFit::None &&
                          vocabulary().isAny(name, WordKind::Person) &&
                          mayBelongToPerson(said.target);
    // "Where (country)", "Kogo szukamy (stanowisko)": the name only asks.
    const bool asks = meaning.fit == NameFit::None && meaning.noField == NoField::No &&
                      said.fit >= NameFit::Core &&
                      std::all_of(name.begin(), name.end(), [](const std::string& word) {
                          return vocabulary().is(word, WordKind::Plain | WordKind::Wanted);
                      });
    if (agrees || nameless || asks) {
        meaning.target = said.target;
        meaning.place = std::max(meaning.place, said.place);
        meaning.fit = NameFit::Core;
        return true;
    }
    if (said.target != kDomains || meaning.fit >= NameFit::Core)
        return false;
    const NameMeaning whole = meaningOfWords(both);
    if (whole.fit < NameFit::Core)
        return false;
    meaning = whole;
    return true;
}

// "Leads (2025)" can be those of that year.
bool isYear(const std::string& word) {
    return isNumber(word) && word.size() == 4 && (word.starts_with("19") || word.starts_with("20"));
}

// A value of the field: "Country (DE, AT)", "Titles (CEO, CTO)".
bool isExample(std::string_view item, std::string_view target) {
    const std::string plain = plainName(item);
    if (target == kLocations)
        return isCountry(item) || !placeRoles(item).isUnknown();
    if (target == "jobTitles")
        return titlePart(item) == TitlePart::Whole || titlePart(item) == TitlePart::Rank;
    if (target == "companySizes")
        return looksLikeSizes(item);
    if (target == "technologies")
        return vocabulary().isCellWord("technology", plain);
    return !vocabulary().value(target, plain).empty() ||
           vocabulary().isCellWord("seniority", plain) ||
           vocabulary().isCellWord("department", plain);
}

// Several names of something, as values are written: "Industry (Software, Retail)".
bool listsNames(std::string_view remark) {
    const auto items = trimmedParts(remark, ",;");
    return items.size() > 1 && std::all_of(items.begin(), items.end(), [](std::string_view item) {
               return item.front() >= 'A' && item.front() <= 'Z';
           });
}

/// Whether a remark leaves the name what it is. What is not understood may change it.
bool changesNothing(const NameWords& parts, const NameMeaning& meaning) {
    const std::string& target = meaning.target;
    const auto keepsMeaning = [&](const std::string& word) {
        if (isYear(word))
            return target != kLeadCountTarget;
        constexpr WordKind kHarmless = WordKind::Plain | WordKind::Wanted | WordKind::Tool |
                                       WordKind::Area | WordKind::Company | WordKind::Person |
                                       WordKind::Remark | WordKind::Most | WordKind::Least |
                                       WordKind::Optional;
        if (isNumber(word) || vocabulary().is(word, kHarmless) || vocabulary().isFixedPhrase(word))
            return true;
        if (target == "companySizes" && isOneOf(word, {"from", "to", "bis", "ab", "tot", "od"}))
            return true; // both ends: one alone is something else
        if (isCount(target) &&
            vocabulary().is(word, WordKind::Count | WordKind::Leads | WordKind::Lead |
                                      WordKind::Quantity | WordKind::Businesses))
            return true;
        const auto& weak = vocabulary().weakTargets(word);
        return vocabulary().target(word) == target ||
               std::find(weak.begin(), weak.end(), target) != weak.end();
    };
    if (std::all_of(parts.remark.begin(), parts.remark.end(), keepsMeaning))
        return true;
    const NameMeaning said = meaningOfWords(parts.remark);
    const bool isDomains = target == "seedDomains" || target == kExcludeDomains;
    if (said.fit >= NameFit::Near &&
        (said.target == target || (isDomains && said.target == kDomains)))
        return true;
    if (isCount(target) && target != "companySizes")
        return false;
    // "e.g. Software": the rest are values.
    const std::string lower = lowerCase(trimmed(parts.remarkText));
    for (const std::string_view example :
         {"e.g",    "eg ",  "eg:",   "z.b",     "z. b",    "zb ",     "bsp",     "beispiel",
          "ex:",    "ex.",  "ex ",   "exemple", "example", "p.ex",    "p. ex",   "par ex",
          "por ej", "p.ej", "p. ej", "ejemplo", "es.",     "ad es",   "esempio", "bijv",
          "bv.",    "bv ",  "np.",   "np ",     "por ex",  "exemplo", "such as", "wie "})
        if (lower.starts_with(example))
            return true;
    // "Industry (from Segment)" names the column that it was taken from.
    if (parts.remark.size() > 1 && isOneOf(parts.remark.front(), {"from", "aus", "depuis"}))
        return true;
    const auto items = trimmedParts(parts.remarkText, ",;/|");
    const bool examples = std::all_of(
        items.begin(), items.end(), [&](std::string_view item) { return isExample(item, target); });
    return examples || (isOneOf(target, {"industries", "categories", "keywords", "technologies",
                                         "jobTitles"}) &&
                        listsNames(parts.remarkText));
}

bool isYesOrNo(std::string_view target) {
    const auto field = findTarget(target);
    return field && field->info != nullptr && field->info->kind == contract::FieldKind::Boolean;
}

// What stands around the words of a name can still change what they mean.
void readSurroundings(std::string_view header, const NameWords& parts, NameMeaning& meaning) {
    if (meaning.fit == NameFit::None)
        return;
    if (meaning.target == "radiusKm" && speaksOfMiles(header)) { // 25 of them are not 25 km
        meaning = NameMeaning();
        meaning.noField = NoField::Narrows;
        return;
    }
    if (isCount(meaning.target) &&
        (speaksOfMoney(header) || speaksOfMiles(header) || contains(header, "%")))
        meaning.fit = std::min(meaning.fit, NameFit::Word);
    if (parts.asks && meaning.target == kDomains)
        meaning.target = "hasWebsite";
    else if (parts.asks && !isYesOrNo(meaning.target))
        meaning.fit = std::min(meaning.fit, NameFit::Word);
    if (parts.isOptional && isYesOrNo(meaning.target)) {
        meaning.isOptional = true;
        meaning.fit = NameFit::None;
    }
    if (parts.end != RangeEnd::None && meaning.target == "companySizes") {
        meaning.end = parts.end;
        meaning.fit = NameFit::None;
    }
}

} // namespace

std::vector<std::string> allWordsOf(std::string_view header) {
    NameWords parts = wordsOfName(header);
    parts.all.insert(parts.all.end(), parts.remark.begin(), parts.remark.end());
    return parts.all;
}

NameMeaning meaningOf(std::string_view header) {
    const NameWords parts = wordsOfName(header);
    if (parts.all.empty())
        return {};
    if (parts.denies)
        return excluding(parts.all, meaningOfWords(parts.name), deniesSomethingBeside(header));
    NameMeaning meaning = meaningOfWords(parts.name);
    // "Country op" says how the country is meant.
    if (parts.name.size() > 1 && vocabulary().is(parts.name.back(), WordKind::Operator)) {
        meaning = NameMeaning();
        meaning.noField = NoField::Other;
        return meaning;
    }
    // "Größe bis": half of what the rest of the name may mean.
    if (meaning.fit == NameFit::None && meaning.noField == NoField::No &&
        parts.end != RangeEnd::None && parts.name.size() == 2)
        for (const std::string& word : parts.name)
            if (NameMeaning half = meaningOfWords({word}); half.target == kSizesTarget)
                meaning = std::move(half);
    const bool specified = !parts.remark.empty() && specifies(parts.name, parts.remark, meaning);
    if (meaning.fit < NameFit::Core && meaning.noField == NoField::No) {
        const auto sides = sidesOf(parts.text);
        if (sides.size() > 1)
            if (const auto both = meaningOfBoth(sides))
                meaning = *both;
    }
    if (!parts.remark.empty() && !specified && meaning.fit != NameFit::None &&
        !changesNothing(parts, meaning))
        meaning.fit = std::min(meaning.fit, NameFit::Word);
    if (meaning.target == kLeadCountTarget && namesScale(header))
        meaning.fit = std::min(meaning.fit, NameFit::Word);
    // A name that is known as a whole has its words weighed already: "our reference".
    const bool isPhrase = meaning.fit >= NameFit::Core &&
                          (meaning.target == kExcludeDomains || meaning.target == "seedDomains");
    const bool knownWhole = vocabulary().isName(joined(parts.all));
    const bool others =
        (!knownWhole && !isPhrase && vocabulary().isAny(parts.name, WordKind::Others)) ||
        vocabulary().isAny(parts.remark, WordKind::Others);
    readSurroundings(header, parts, meaning);
    if (others && meaning.noField == NoField::No) {
        meaning.ofOthers = true;
        meaning.fit = NameFit::None;
    }
    return meaning;
}

} // namespace leadsheet::app
