// SPDX-License-Identifier: Apache-2.0
#include "map/name_meaning.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <string_view>

namespace leadsheet::app {
namespace {

using Words = std::vector<std::string>;

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
