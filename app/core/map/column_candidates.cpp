// SPDX-License-Identifier: Apache-2.0
#include "map/column_candidates.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/auto_match.hpp"
#include "map/column_samples.hpp"
#include "map/count_columns.hpp"
#include "map/name_meaning.hpp"
#include "map/title_columns.hpp"
#include "map/wish_columns.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

constexpr int kSaidBefore = 10; // closer than any name that is not the field's own
std::string singular(std::string word) {
    if (word.ends_with("ies"))
        return word.substr(0, word.size() - 3) + "y";
    if (word.ends_with("s") && word.size() > 3)
        word.pop_back();
    return word;
}

// "Job title" is the field's own name, "Title" a part of it, "Position" neither.
int closenessTo(std::string_view target, const std::string& header) {
    const auto field = findTarget(target);
    if (!field)
        return 0;
    const auto singularWords = [](std::string_view text) {
        std::set<std::string> words;
        for (const std::string& word : plainWords(text))
            words.insert(singular(word));
        return words;
    };
    const auto own = singularWords(field->info == nullptr ? target : field->info->title);
    const auto words = singularWords(header);
    if (words == own || plainName(header) == plainName(target))
        return wordsOfName(header).remark.empty() ? 3 : 2; // "Industry" before "Industry (DE)"
    if (std::includes(words.begin(), words.end(), own.begin(), own.end()))
        return 2;
    return std::includes(own.begin(), own.end(), words.begin(), words.end()) ? 1 : 0;
}

bool isOwnName(std::string_view target, const std::string& plain) {
    const auto field = findTarget(target);
    return plain == plainName(target) || (target == kProductTarget && plain == "product") ||
           (field && field->info != nullptr && plain == plainName(field->info->title));
}

ColumnCandidate fromName(NameMeaning meaning, const std::string& header, const ColumnShape& shape) {
    if (meaning.fit == NameFit::Weak && !shapeProves(shape, meaning.target))
        for (const std::string& other : meaning.others)
            if (shapeProves(shape, other)) {
                meaning.target = other;
                break;
            }
    // "Website?" with yes and no asks whether there is one.
    if (meaning.target == "domains" && shapeProves(shape, "hasWebsite")) {
        meaning.target = "hasWebsite";
        meaning.fit = NameFit::Weak;
    }
    ColumnCandidate match{
        0, meaning.target, Confidence::Unsure, {}, closenessTo(meaning.target, header) * 2};
    match.closeness += shapeProves(shape, meaning.target) ? 1 : 0;
    const auto is = [&](Confidence confidence, Message why) {
        match.confidence = confidence;
        match.why = std::move(why);
        return match;
    };
    switch (meaning.fit) {
    case NameFit::Name:
        return is(Confidence::Certain, isOwnName(meaning.target, plainName(header))
                                           ? say::sameName()
                                           : say::anotherName());
    case NameFit::Core:
        return is(Confidence::Likely, say::anotherNameReworded());
    case NameFit::Near:
        return is(Confidence::Likely, say::almostSameName());
    case NameFit::Weak:
        if (shapeProves(shape, meaning.target))
            return is(Confidence::Likely, say::nameAndCellsFit());
        return is(Confidence::Unsure, say::nameCanMeanIt());
    case NameFit::None:
    case NameFit::Word:
        break;
    }
    return is(Confidence::Unsure, say::nameContainsKnownWord());
}

// What a person said about this name counts for more than a synonym, and less than a field's own.
std::optional<ColumnCandidate> learnedMatch(const NameMeaning& meaning, const std::string& header,
                                            const LearnedNames& learned) {
    const std::string_view before = learned.targetFor(header);
    const bool named = meaning.fit >= NameFit::Near;
    if (before.empty() || meaning.vetoed() ||
        (named && isOwnName(meaning.target, plainName(header))))
        return std::nullopt;
    if (before != LearnedNames::kLeftOut)
        return ColumnCandidate{0, std::string(before), Confidence::Certain, say::mappedSoBefore(),
                               kSaidBefore};
    return ColumnCandidate{0, named ? meaning.target : std::string(), Confidence::Unsure,
                           say::leftOutBefore(), 0};
}

// "Teléfono?" above yes and no asks whether there has to be one.
std::optional<ColumnCandidate> byQuestion(const std::string& header, const ColumnShape& shape) {
    const NameWords parts = wordsOfName(header);
    const Vocabulary& vocabulary = Vocabulary::builtIn();
    const bool email = vocabulary.isAny(parts.name, WordKind::Email);
    const bool phone =
        std::any_of(parts.name.begin(), parts.name.end(),
                    [&](const std::string& word) { // "Direct" alone is another thing
                        return vocabulary.is(word, WordKind::Phone) && word != "direct";
                    });
    const bool nothingElse =
        std::all_of(parts.name.begin(), parts.name.end(), [&](const std::string& word) {
            return vocabulary.is(word, WordKind::Email | WordKind::Phone | WordKind::Plain |
                                           WordKind::Wanted | WordKind::Count | WordKind::Remark);
        });
    if (email == phone || !nothingElse || parts.denies || parts.isOptional ||
        !shapeFits(shape, "hasWebsite") || shape.count(Look::Boolean) == 0 ||
        shape.count(Look::Email | Look::Phone) > 0)
        return std::nullopt;
    return ColumnCandidate{0, email ? "requireEmail" : "requirePhone", Confidence::Likely,
                           say::nameAndCellsFit(), 0};
}

std::optional<ColumnCandidate> byShape(const ColumnShape& shape) {
    constexpr std::size_t kFewestCells = 3;
    constexpr std::array<std::pair<std::string_view, Message (*)()>, 6> kSayings = {{
        {"searchUrl", say::cellsAreSearchAddresses},
        {"domains", say::cellsAreWebDomains},
        {"locations", say::cellsAreCountries},
        {"companySizes", say::cellsAreCompanySizes},
        {kProductTarget, say::cellsNameProducts},
        {"jobTitles", say::cellsAreJobTitles},
    }};
    if (shape.cells.size() < kFewestCells)
        return std::nullopt;
    for (const auto& [target, why] : kSayings)
        if (shapeProves(shape, target))
            return ColumnCandidate{0, std::string(target), Confidence::Unsure, why(), 0};
    return std::nullopt;
}

bool canMean(const NameMeaning& meaning, std::string_view target) {
    return meaning.target == target ||
           std::find(meaning.others.begin(), meaning.others.end(), target) != meaning.others.end();
}

bool isOfDomains(std::string_view target) {
    const auto field = findTarget(target);
    return field && field->info != nullptr && field->info->format == "domain";
}

bool isBoolean(std::string_view target) {
    const auto field = findTarget(target);
    return field && field->info != nullptr && field->info->kind == contract::FieldKind::Boolean;
}

std::optional<ColumnCandidate> matchOf(const std::string& header, const ColumnShape& shape,
                                       const LearnedNames* learned) {
    const NameMeaning meaning = meaningOf(header);
    std::optional<ColumnCandidate> match;
    if (learned != nullptr)
        match = learnedMatch(meaning, header, *learned);
    const bool speaks =
        meaning.fit != NameFit::None && (!meaning.ifProven || shapeProves(shape, meaning.target));
    if (!match && !meaning.vetoed() && speaks) {
        match = fromName(meaning, header, shape);
        match->industryOrCategory = meaning.fit == NameFit::Weak &&
                                    canMean(meaning, "industries") &&
                                    canMean(meaning, "categories");
    }
    if (!meaning.vetoed() && (!match || meaning.fit < NameFit::Near))
        if (auto asked = byQuestion(header, shape))
            match = std::move(asked);
    // "Email sent" asks for none.
    if (match && meaning.fit == NameFit::Word && match->confidence == Confidence::Unsure &&
        isBoolean(match->target))
        return std::nullopt;
    // What a name denies, cells do not bring back.
    const bool silent = !meaning.vetoed() && meaning.noField == NoField::No && !namesLimit(header);
    if (!match && silent)
        return byShape(shape);
    if (!match)
        return std::nullopt;
    // One order and a few lines below the table: what is not a product is said row by row.
    const bool products = match->target == kProductTarget && meaning.fit >= NameFit::Core &&
                          shape.count(Look::Product) > 0;
    // So are notes among the domains below a name that means nothing else.
    const bool domains = meaning.fit == NameFit::Name && isOfDomains(match->target) &&
                         shape.count(Look::Domain | Look::Url) > shape.count(Look::SocialPage);
    // And texts among the addresses of searches.
    const bool searches = meaning.fit == NameFit::Name && match->target == "searchUrl" &&
                          shape.count(Look::SearchUrl) > 0;
    if (!products && !domains && !searches && !shapeFits(shape, match->target)) {
        match->confidence = Confidence::Unsure;
        match->why = say::cellsContradictName();
    }
    if (meaning.excludes && match->confidence == Confidence::Unsure)
        return std::nullopt; // nothing to offer: it would be ordered
    return match;
}

// A kind of business is an industry beside people's titles, and a category beside a radius.
void settleByProduct(const std::vector<SampleRow>& samples, const ColumnMap& map,
                     std::vector<ColumnCandidate>& matches) {
    constexpr std::string_view kLocal = "local_business";
    bool local = false;
    bool people = false;
    const auto see = [&](std::string_view target) {
        const auto field = findTarget(target);
        if (!field || field->products.empty())
            return;
        const bool has = std::find(field->products.begin(), field->products.end(), kLocal) !=
                         field->products.end();
        local = local || (has && field->products.size() == 1);
        people = people || !has;
    };
    for (const ColumnRule& rule : map.columns)
        see(rule.target);
    for (const ColumnCandidate& match : matches)
        if (match.confidence != Confidence::Unsure && match.target != "industries")
            see(match.target);
    // "Branche" beside a radius and no title.
    const bool kinds =
        local && !people && !map.fills("categories") &&
        std::none_of(matches.begin(), matches.end(), [](const ColumnCandidate& match) {
            return match.target == "categories" || match.industryOrCategory;
        });
    for (ColumnCandidate& match : matches)
        if (match.target == "industries" && match.confidence != Confidence::Unsure) {
            match.industryOrCategory = match.industryOrCategory || kinds;
            people = people || !kinds;
        }
    if (local == people)
        return;
    const std::string_view target = local ? "categories" : "industries";
    const bool taken =
        map.fills(target) ||
        std::any_of(matches.begin(), matches.end(), [&](const ColumnCandidate& match) {
            return match.target == target && match.confidence != Confidence::Unsure;
        });
    for (ColumnCandidate& match : matches)
        if (match.industryOrCategory) {
            match.target = target;
            if (!taken && shapeFits(shapeOf(samples, match.column), target)) {
                match.confidence = Confidence::Likely;
                match.why = say::nameAndOtherColumnsFit();
            }
        }
}

// A company's city beside a person's country: neither says where companies are to be found, and
// which of them does is not told by names.
void doubtPlaces(const ColumnMap& map, std::vector<ColumnCandidate>& matches) {
    const auto isPlace = [](const ColumnCandidate& match) {
        return match.target == kJoinedTarget && match.confidence != Confidence::Unsure;
    };
    const auto anyOf = [&](bool NameMeaning::*owner) {
        return std::any_of(matches.begin(), matches.end(), [&](const ColumnCandidate& match) {
            return isPlace(match) && meaningOf(map.headerOf(match.column)).*owner;
        });
    };
    if (!anyOf(&NameMeaning::ofCompany) || !anyOf(&NameMeaning::ofPerson))
        return;
    for (ColumnCandidate& match : matches)
        if (isPlace(match)) {
            match.confidence = Confidence::Unsure;
            match.why = say::severalColumnsPossible();
        }
}

// "Post code" beside "Area": together they may say one place; of the two a bare postcode says
// least.
void doubtPostcodes(const ColumnMap& map, std::vector<ColumnCandidate>& matches) {
    const auto isPostcode = [&](const ColumnCandidate& match) {
        return meaningOf(map.headerOf(match.column)).place == PlacePart::Postcode;
    };
    const bool beside = std::any_of(matches.begin(), matches.end(), [&](const auto& match) {
        return canMean(meaningOf(map.headerOf(match.column)), kJoinedTarget) && !isPostcode(match);
    });
    for (ColumnCandidate& match : matches)
        if (beside && match.target == kJoinedTarget && match.confidence != Confidence::Unsure &&
            isPostcode(match)) {
            match.confidence = Confidence::Unsure;
            match.why = say::severalColumnsPossible();
        }
}

// "Number of companies" beside job titles: each company may have several of those people.
void doubtBusinesses(const ColumnMap& map, std::vector<ColumnCandidate>& matches) {
    const auto isOfPeople = [](std::string_view target) {
        return isOneOf(target, {"jobTitles", "seniorities", "departments", "maxPerCompany"});
    };
    const bool people =
        std::any_of(map.columns.begin(), map.columns.end(),
                    [&](const ColumnRule& rule) { return isOfPeople(rule.target); }) ||
        std::any_of(matches.begin(), matches.end(), [&](const ColumnCandidate& match) {
            return match.confidence != Confidence::Unsure && isOfPeople(match.target);
        });
    for (ColumnCandidate& match : matches) {
        const std::string header(map.headerOf(match.column));
        if (people && match.target == kLeadCountTarget && match.why != say::mappedSoBefore() &&
            match.confidence != Confidence::Unsure &&
            (countedBy(wordsOf(header)) == Counted::Businesses ||
             countedBy(wordsOfName(header).name) == Counted::Businesses)) {
            match.confidence = Confidence::Unsure;
            match.why = say::nameCanMeanIt();
        }
    }
}

// What a person said of "Budget" or "Segment" in another sheet, and the plain "Leads" or
// "Industry": either may be meant. The map of these same columns is remembered as a whole.
void doubtLearned(std::vector<ColumnCandidate>& matches) {
    const auto isLearned = [](const ColumnCandidate& match) {
        return match.why == say::mappedSoBefore();
    };
    std::set<std::string> doubtful;
    for (const ColumnCandidate& learned : matches)
        for (const ColumnCandidate& named : matches)
            if (isLearned(learned) && !isLearned(named) && named.target == learned.target &&
                named.confidence == Confidence::Certain)
                doubtful.insert(named.target);
    for (ColumnCandidate& match : matches)
        if (doubtful.contains(match.target) && match.confidence != Confidence::Unsure) {
            match.confidence = Confidence::Unsure;
            match.why = say::severalColumnsPossible();
        }
}

// "Number of Contacts" in an export of accounts counts those that the account has.
void doubtCountsOfExports(const ColumnMap& map, std::vector<ColumnCandidate>& matches) {
    constexpr std::size_t kFewestSigns = 2;
    const auto signs =
        std::count_if(map.headers.begin(), map.headers.end(), [](const std::string& header) {
            return Vocabulary::builtIn().isCellWord("exportNames", plainName(header));
        });
    if (static_cast<std::size_t>(signs) < kFewestSigns)
        return;
    for (ColumnCandidate& match : matches)
        if (match.target == kLeadCountTarget && match.confidence != Confidence::Unsure &&
            Vocabulary::builtIn().isCellWord("exportCounts",
                                             plainName(map.headerOf(match.column)))) {
            match.confidence = Confidence::Unsure;
            match.why = say::nameCanMeanIt();
        }
}

} // namespace

std::vector<ColumnCandidate> columnCandidates(const std::vector<SampleRow>& samples,
                                              const LearnedNames* learned, const ColumnMap& map) {
    const std::size_t width = std::max(map.headers.size(), widthOf(samples));
    std::vector<ColumnCandidate> matches;
    for (std::uint32_t c = 0; c < width; ++c) {
        if (isSpokenFor(map, c))
            continue;
        auto match = matchOf(map.headerOf(c), shapeOf(samples, c), learned);
        if (!match || match->target.empty())
            continue;
        match->column = c;
        matches.push_back(std::move(*match));
    }
    doubtLearned(matches);
    settleByProduct(samples, map, matches);
    preferWishes(samples, map, matches);
    doubtPlaces(map, matches);
    doubtPostcodes(map, matches);
    doubtCounts(samples, map, matches);
    doubtBusinesses(map, matches);
    doubtCountsOfExports(map, matches);
    takeTitlesOfProfiles(samples, map, matches);
    return matches;
}

} // namespace leadsheet::app
