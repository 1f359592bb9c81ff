// SPDX-License-Identifier: Apache-2.0
#include "map/auto_match.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

constexpr int kSaidBefore = 10; // closer than any name that is not the field's own

struct Match {
    std::uint32_t column = 0;
    std::string target;
    Confidence confidence = Confidence::Unsure;
    Message why;
    int closeness = 0; ///< of the name to the field's own, and of the cells to its values
    bool industryOrCategory = false; ///< "Trade", "Activité": the product decides which
};

// Sent to other people, or part of what makes an order new: never filled from a name alone.
bool askFirst(std::string_view target) {
    return isOneOf(target, {"notes", "autoDeliver", "reference"});
}

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
        return 3;
    if (std::includes(words.begin(), words.end(), own.begin(), own.end()))
        return 2;
    return std::includes(own.begin(), own.end(), words.begin(), words.end()) ? 1 : 0;
}

bool isOwnName(std::string_view target, const std::string& plain) {
    const auto field = findTarget(target);
    return plain == plainName(target) ||
           (field && field->info != nullptr && plain == plainName(field->info->title));
}

Match fromName(NameMeaning meaning, const std::string& header, const ColumnShape& shape) {
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
    Match match{0, meaning.target, Confidence::Unsure, {}, closenessTo(meaning.target, header) * 2};
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
std::optional<Match> learnedMatch(const NameMeaning& meaning, const std::string& header,
                                  const LearnedNames& learned) {
    const std::string_view before = learned.targetFor(header);
    const bool named = meaning.fit >= NameFit::Near;
    if (before.empty() || meaning.vetoed() ||
        (named && isOwnName(meaning.target, plainName(header))))
        return std::nullopt;
    if (before != LearnedNames::kLeftOut)
        return Match{0, std::string(before), Confidence::Certain, say::mappedSoBefore(),
                     kSaidBefore};
    return Match{0, named ? meaning.target : std::string(), Confidence::Unsure,
                 say::leftOutBefore(), 0};
}

// "Teléfono?" above yes and no asks whether there has to be one.
std::optional<Match> byQuestion(const std::string& header, const ColumnShape& shape) {
    const NameWords parts = wordsOfName(header);
    const Vocabulary& vocabulary = Vocabulary::builtIn();
    const bool email = vocabulary.isAny(parts.name, WordKind::Email);
    const bool phone = vocabulary.isAny(parts.name, WordKind::Phone);
    const bool nothingElse =
        std::all_of(parts.name.begin(), parts.name.end(), [&](const std::string& word) {
            return vocabulary.is(word, WordKind::Email | WordKind::Phone | WordKind::Plain |
                                           WordKind::Wanted | WordKind::Count | WordKind::Remark);
        });
    if (email == phone || !nothingElse || parts.denies || parts.isOptional ||
        !shapeProves(shape, "hasWebsite"))
        return std::nullopt;
    return Match{0, email ? "requireEmail" : "requirePhone", Confidence::Likely,
                 say::nameAndCellsFit(), 0};
}

std::optional<Match> byShape(const ColumnShape& shape) {
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
            return Match{0, std::string(target), Confidence::Unsure, why(), 0};
    return std::nullopt;
}

// Rows that name their product and have a value for a field this product lacks.
bool contradictsProducts(const std::vector<SampleRow>& samples, const ColumnMap& map,
                         const Match& match) {
    const auto target = findTarget(match.target);
    if (!target || target->products.empty())
        return false;
    const auto* productColumn = map.columnFor(kProductTarget);
    const auto* fixed = map.valueFor(kProductTarget);
    std::size_t filled = 0;
    std::size_t against = 0;
    for (const SampleRow& row : samples) {
        if (row.textAt(match.column).empty())
            continue;
        const contract::ProductInfo* product = nullptr;
        if (productColumn != nullptr)
            product = productFromText(row.textAt(productColumn->column));
        if (product == nullptr && fixed != nullptr)
            product = productFromText(fixed->value);
        if (product == nullptr)
            continue;
        ++filled;
        against += std::find(target->products.begin(), target->products.end(), product->id) ==
                   target->products.end();
    }
    return against * 2 > filled;
}

// Whether a field takes most of the cells; free texts always.
bool canRead(const std::vector<SampleRow>& samples, std::uint32_t column, std::string_view target) {
    const auto field = findTarget(target);
    if (!field || field->info == nullptr)
        return true;
    const contract::FieldInfo& info = *field->info;
    if (info.allowed.empty() || target == "companySizes") {
        const bool isFree = info.kind == contract::FieldKind::List && info.format.empty() &&
                            info.allowed.empty() && target != "linkedinUrls";
        return isFree || shapeFits(shapeOf(samples, column), target);
    }
    const auto members = trimmedParts(info.allowed, "|");
    const auto isMember = [&](std::string_view item) {
        const std::string plain = plainName(item);
        return !Vocabulary::builtIn().value(target, plain).empty() ||
               std::any_of(members.begin(), members.end(),
                           [&](std::string_view member) { return plainName(member) == plain; });
    };
    std::size_t filled = 0;
    std::size_t read = 0;
    for (const SampleRow& row : samples) {
        const auto items = trimmedParts(row.textAt(column), ",;|/\n");
        filled += !items.empty();
        read += !items.empty() && std::all_of(items.begin(), items.end(), isMember);
    }
    return read * 2 >= filled;
}

void suggest(ColumnMap& map, const Match& match, Message why) {
    map.suggestions.push_back(
        {match.column, map.headerOf(match.column), match.target, std::move(why)});
}

bool namesBoth(const NameMeaning& meaning, std::string_view one, std::string_view other) {
    const auto names = [&](std::string_view target) {
        return meaning.target == target || std::find(meaning.others.begin(), meaning.others.end(),
                                                     target) != meaning.others.end();
    };
    return names(one) && names(other);
}

bool isBoolean(std::string_view target) {
    const auto field = findTarget(target);
    return field && field->info != nullptr && field->info->kind == contract::FieldKind::Boolean;
}

std::optional<Match> matchOf(const std::string& header, const ColumnShape& shape,
                             const LearnedNames* learned) {
    const NameMeaning meaning = meaningOf(header);
    std::optional<Match> match;
    if (learned != nullptr)
        match = learnedMatch(meaning, header, *learned);
    const bool speaks =
        meaning.fit != NameFit::None && (!meaning.ifProven || shapeProves(shape, meaning.target));
    if (!match && !meaning.vetoed() && speaks) {
        match = fromName(meaning, header, shape);
        match->industryOrCategory =
            meaning.fit == NameFit::Weak && namesBoth(meaning, "industries", "categories");
    }
    if (!meaning.vetoed() && (!match || meaning.fit < NameFit::Near))
        if (auto asked = byQuestion(header, shape))
            match = std::move(asked);
    // "Email sent" asks for none.
    if (match && meaning.fit == NameFit::Word && match->confidence == Confidence::Unsure &&
        isBoolean(match->target))
        return std::nullopt;
    // What a name denies, cells do not bring back.
    const bool silent = !meaning.vetoed() && meaning.noField == NoField::No;
    if (!match && silent)
        return byShape(shape);
    if (!match)
        return std::nullopt;
    if (!shapeFits(shape, match->target)) {
        match->confidence = Confidence::Unsure;
        match->why = say::cellsContradictName();
    }
    if (meaning.excludes && match->confidence == Confidence::Unsure)
        return std::nullopt; // nothing to offer: it would be ordered
    return match;
}

// A kind of business is an industry beside people's titles, and a category beside a radius.
void settleByProduct(const std::vector<SampleRow>& samples, const ColumnMap& map,
                     std::vector<Match>& matches) {
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
    for (const Match& match : matches)
        if (match.confidence != Confidence::Unsure)
            see(match.target);
    if (local == people)
        return;
    const std::string_view target = local ? "categories" : "industries";
    const bool taken =
        map.fills(target) || std::any_of(matches.begin(), matches.end(), [&](const Match& match) {
            return match.target == target && match.confidence != Confidence::Unsure;
        });
    for (Match& match : matches)
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
void doubtPlaces(const ColumnMap& map, std::vector<Match>& matches) {
    const auto isPlace = [](const Match& match) {
        return match.target == kJoinedTarget && match.confidence != Confidence::Unsure;
    };
    const auto anyOf = [&](bool NameMeaning::*owner) {
        return std::any_of(matches.begin(), matches.end(), [&](const Match& match) {
            return isPlace(match) && meaningOf(map.headerOf(match.column)).*owner;
        });
    };
    if (!anyOf(&NameMeaning::ofCompany) || !anyOf(&NameMeaning::ofPerson))
        return;
    for (Match& match : matches)
        if (isPlace(match)) {
            match.confidence = Confidence::Unsure;
            match.why = say::severalColumnsPossible();
        }
}

std::vector<Match> candidates(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                              const ColumnMap& map) {
    const std::size_t width = std::max(map.headers.size(), widthOf(samples));
    std::vector<Match> matches;
    for (std::uint32_t c = 0; c < width; ++c) {
        if (isSpokenFor(map, c))
            continue;
        auto match = matchOf(map.headerOf(c), shapeOf(samples, c), learned);
        if (!match || match->target.empty())
            continue;
        match->column = c;
        matches.push_back(std::move(*match));
    }
    settleByProduct(samples, map, matches);
    doubtPlaces(map, matches);
    return matches;
}

// The rank decides between columns that want the same target: the own name wins over a synonym.
int rank(const Match& match) {
    constexpr int kOwnName = 100;
    return match.confidence == Confidence::Unsure
               ? 0
               : (match.why == say::sameName() ? kOwnName : 0) + 4 * match.closeness +
                     static_cast<int>(match.confidence);
}

/// A Reference is unique over all sheets: a column that repeats itself, has gaps or counts 1, 2, 3
/// cannot be one.
bool mayIdentify(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::set<std::string_view> seen;
    bool counts = true;
    std::optional<std::int64_t> before;
    for (const SampleRow& row : samples) {
        const std::string_view cell = row.textAt(column);
        if (cell.empty() || !seen.insert(cell).second)
            return false;
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
        counts = counts && error == std::errc() && end == cell.data() + cell.size() &&
                 (!before || number == *before + 1);
        before = number;
    }
    return samples.size() < 2 || !counts;
}

void accept(const std::vector<Match>& matches, const Match& match,
            const std::vector<SampleRow>& samples, ColumnMap& map) {
    if (match.target == kReferenceTarget && !mayIdentify(samples, match.column))
        return;
    if (map.columnFor(match.target) != nullptr)
        return suggest(map, match, say::fieldMappedAlready());
    const auto* value = map.valueFor(match.target);
    if (value != nullptr && !value->fillOnly)
        return;
    if (match.confidence == Confidence::Unsure)
        return suggest(map, match, match.why);
    if (askFirst(match.target))
        return suggest(map, match,
                       match.target == "notes"            ? say::wouldBeSentToFulfilment()
                       : match.target == kReferenceTarget ? say::uniqueValuesIdentifyOrders()
                                                          : say::wouldJoinEveryOrder());
    const auto rivals = std::count_if(matches.begin(), matches.end(), [&](const Match& other) {
        // Also better ones that were not taken: they do not make a weaker one right.
        return other.target == match.target && rank(other) >= rank(match);
    });
    if (rivals > 1)
        return suggest(map, match, say::severalColumnsPossible());
    if (contradictsProducts(samples, map, match))
        return suggest(map, match, say::productLacksField());
    map.columns.push_back(
        {match.column, map.headerOf(match.column), match.target, {}, match.confidence, match.why});
}

// Whether all rows still have a product with this field: one that was told by the columns may
// become another.
bool leavesAProduct(const ColumnMap& map, const Suggestion& suggestion) {
    const ValueRule* product = map.valueFor(kProductTarget);
    const auto target = findTarget(suggestion.target);
    if (product == nullptr || !target || target->products.empty())
        return true;
    if (product->why == say::onlyProductWithColumns()) {
        ColumnMap other;
        other.columns = map.columns;
        other.columns.push_back({suggestion.column, {}, suggestion.target, {}, {}, {}});
        other.values = map.values;
        std::erase_if(other.values, [](const ValueRule& value) {
            return value.why == say::onlyProductWithColumns();
        });
        inferProduct(other);
        return other.fills(kProductTarget);
    }
    const auto* known = productFromText(product->value);
    return known == nullptr || std::find(target->products.begin(), target->products.end(),
                                         known->id) != target->products.end();
}

} // namespace

void doubtSuggestions(const std::vector<SampleRow>& samples, ColumnMap& map) {
    for (Suggestion& suggestion : map.suggestions)
        if (!canRead(samples, suggestion.column, suggestion.target))
            suggestion.why = say::cellsContradictName();
        else if (!leavesAProduct(map, suggestion))
            suggestion.why = say::productLacksField();
}

void dropDoubted(const std::vector<SampleRow>& samples, ColumnMap& map) {
    std::erase_if(map.suggestions, [&](const Suggestion& suggestion) {
        return suggestion.target != kLeadCountTarget && suggestion.target != kProductTarget &&
               (suggestion.why == say::productLacksField() ||
                !canRead(samples, suggestion.column, suggestion.target));
    });
}

bool isSpokenFor(const ColumnMap& map, std::uint32_t column) {
    const auto in = [column](const std::vector<std::uint32_t>& columns) {
        return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    return in(map.ignored) || in(map.resultColumns) ||
           std::any_of(map.columns.begin(), map.columns.end(),
                       [column](const ColumnRule& rule) { return rule.reads(column); });
}

void matchColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                  ColumnMap& map) {
    auto matches = candidates(samples, learned, map);
    // The product first: it decides which fields make sense.
    std::stable_sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
        const bool firstA = a.target == kProductTarget;
        const bool firstB = b.target == kProductTarget;
        return firstA != firstB ? firstA : rank(a) > rank(b);
    });
    for (const Match& match : matches)
        accept(matches, match, samples, map);
}

void inferProduct(ColumnMap& map) {
    if (map.fills(kProductTarget))
        return;
    const contract::ProductInfo* only = nullptr;
    for (const auto& product : contract::kProducts) {
        bool any = false;
        const bool has =
            std::all_of(map.columns.begin(), map.columns.end(), [&](const ColumnRule& rule) {
                const auto target = findTarget(rule.target);
                if (!target || target->products.empty())
                    return true;
                any = true;
                return std::find(target->products.begin(), target->products.end(), product.id) !=
                       target->products.end();
            });
        const bool complete = std::all_of(product.fields.begin(), product.fields.end(),
                                          [&](const contract::FieldInfo& field) {
                                              return !field.required || map.fills(field.name);
                                          });
        const auto choice = trimmedParts(product.requiredAny, "|");
        const bool chosen =
            choice.empty() || std::any_of(choice.begin(), choice.end(),
                                          [&](std::string_view name) { return map.fills(name); });
        if (!has || !any || !complete || !chosen)
            continue;
        if (only != nullptr)
            return;
        only = &product;
    }
    if (only != nullptr)
        map.values.push_back({std::string(kProductTarget), std::string(only->id), false,
                              say::onlyProductWithColumns()});
}

} // namespace leadsheet::app
