// SPDX-License-Identifier: Apache-2.0
#include "map/auto_match.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/column_candidates.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

// Sent to other people, or part of what makes an order new: never filled from a name alone.
bool askFirst(std::string_view target) {
    return isOneOf(target, {"notes", "autoDeliver", "reference"});
}

// Rows that name their product and have a value for a field this product lacks.
bool contradictsProducts(const std::vector<SampleRow>& samples, const ColumnMap& map,
                         const ColumnCandidate& match) {
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

void suggest(ColumnMap& map, const ColumnCandidate& match, Message why) {
    map.suggestions.push_back(
        {match.column, map.headerOf(match.column), match.target, std::move(why)});
}

// The rank decides between columns that want the same target: the own name wins over a synonym.
int rank(const ColumnCandidate& match) {
    constexpr int kOwnName = 100;
    return match.confidence == Confidence::Unsure
               ? 0
               : (match.why == say::sameName() ? kOwnName : 0) + 4 * match.closeness +
                     static_cast<int>(match.confidence);
}

/// 1, 2, 3: the numbers of the rows.
bool countsUp(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::optional<std::int64_t> before;
    for (const SampleRow& row : samples) {
        const std::string_view cell = row.textAt(column);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
        if (error != std::errc() || end != cell.data() + cell.size() ||
            (before && number != *before + 1))
            return false;
        before = number;
    }
    return true;
}

/// A Reference is unique over all sheets: a column that repeats itself, has gaps or counts 1, 2, 3
/// cannot be one.
bool mayIdentify(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::set<std::string_view> seen;
    for (const SampleRow& row : samples) {
        const std::string_view cell = row.textAt(column);
        if (cell.empty() || !seen.insert(cell).second)
            return false;
    }
    return samples.size() < 2 || !countsUp(samples, column);
}

void accept(const std::vector<ColumnCandidate>& matches, const ColumnCandidate& match,
            const std::vector<SampleRow>& samples, ColumnMap& map) {
    if (match.target == kReferenceTarget && !mayIdentify(samples, match.column))
        return;
    if (map.columnFor(match.target) != nullptr)
        return suggest(map, match, match.tells ? match.why : say::fieldMappedAlready());
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
    const auto rivals =
        std::count_if(matches.begin(), matches.end(), [&](const ColumnCandidate& other) {
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

// Of a template that has columns for every product.
bool isEmpty(const std::vector<SampleRow>& samples, const ColumnRule& rule) {
    return !samples.empty() &&
           std::all_of(samples.begin(), samples.end(), [&](const SampleRow& row) {
               const auto columns = rule.columns();
               return std::all_of(columns.begin(), columns.end(),
                                  [&](std::uint32_t column) { return row.textAt(column).empty(); });
           });
}

// The one product that has all mapped fields and all it requires.
void inferFromFields(const std::vector<SampleRow>& samples, ColumnMap& map) {
    const contract::ProductInfo* only = nullptr;
    for (const auto& product : contract::kProducts) {
        bool any = false;
        const bool has =
            std::all_of(map.columns.begin(), map.columns.end(), [&](const ColumnRule& rule) {
                const auto target = findTarget(rule.target);
                if (!target || target->products.empty() || isEmpty(samples, rule))
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

// Whether all rows still have a product with this field: one that was told by the columns may
// become another.
bool leavesAProduct(const std::vector<SampleRow>& samples, const ColumnMap& map,
                    const Suggestion& suggestion) {
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
        inferFromFields(samples, other);
        return other.fills(kProductTarget);
    }
    const auto* known = productFromText(product->value);
    return known == nullptr || std::find(target->products.begin(), target->products.end(),
                                         known->id) != target->products.end();
}

} // namespace

void suggestCounts(const std::vector<SampleRow>& samples, ColumnMap& map) {
    const auto isKnown = [&](const Suggestion& suggestion) {
        return suggestion.target == kLeadCountTarget;
    };
    if (map.fills(kLeadCountTarget) ||
        std::any_of(map.suggestions.begin(), map.suggestions.end(), isKnown))
        return;
    for (std::uint32_t c = 0; c < map.headers.size(); ++c) {
        const bool free = !isSpokenFor(map, c) &&
                          std::none_of(map.suggestions.begin(), map.suggestions.end(),
                                       [c](const Suggestion& known) { return known.column == c; });
        const NameMeaning meaning = meaningOf(map.headers[c]);
        if (free && meaning.fit == NameFit::None && meaning.noField == NoField::No &&
            !meaning.vetoed() && !countsUp(samples, c) &&
            shapeProves(shapeOf(samples, c), kLeadCountTarget))
            map.suggestions.push_back(
                {c, map.headers[c], std::string(kLeadCountTarget), say::cellsAreCounts()});
    }
}

void doubtSuggestions(const std::vector<SampleRow>& samples, ColumnMap& map) {
    for (Suggestion& suggestion : map.suggestions)
        if (!canRead(samples, suggestion.column, suggestion.target))
            suggestion.why = say::cellsContradictName();
        else if (!leavesAProduct(samples, map, suggestion))
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
    auto matches = columnCandidates(samples, learned, map);
    // The product first: it decides which fields make sense.
    std::stable_sort(matches.begin(), matches.end(),
                     [](const ColumnCandidate& a, const ColumnCandidate& b) {
                         const bool firstA = a.target == kProductTarget;
                         const bool firstB = b.target == kProductTarget;
                         return firstA != firstB ? firstA : rank(a) > rank(b);
                     });
    for (const ColumnCandidate& match : matches)
        accept(matches, match, samples, map);
}

namespace {

bool speaksOfLists(std::string_view text) {
    const auto words = plainWords(text);
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return Vocabulary::builtIn().isCellWord("productWords", word);
    });
}

// "IT decision makers", "Firmenliste": kinds of lists that no product is called, and not the name
// of what somebody sells.
bool mostlySpeakOfLists(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::size_t filled = 0;
    std::size_t lists = 0;
    for (const SampleRow& row : samples) {
        const auto text = row.textAt(column);
        filled += !text.empty();
        lists += !text.empty() && speaksOfLists(text);
    }
    return lists * 2 > filled;
}

// A column that is called so, or nothing, and has cells that name products, or may: another one
// must not be taken for all rows.
bool findProductColumn(const std::vector<SampleRow>& samples, ColumnMap& map) {
    for (std::uint32_t c = 0; c < std::max(map.headers.size(), widthOf(samples)); ++c) {
        const std::string header(map.headerOf(c));
        const NameMeaning meaning = meaningOf(header);
        const bool isNamed = meaning.target == kProductTarget;
        const bool kind =
            isOneOf(plainName(header), {"type", "typ", "art", "kind", "tipo", "soort", "rodzaj"});
        const bool maySo = trimmed(header).empty() || isNamed || kind;
        const ColumnShape shape = shapeOf(samples, c);
        // "CRM Pro" below "Product" is what somebody sells, in all likelihood: that is asked.
        const bool others = isNamed && !shape.cells.empty() &&
                            (meaning.fit == NameFit::Name ||
                             (meaning.fit >= NameFit::Core &&
                              (speaksOfLists(header) || mostlySpeakOfLists(samples, c))));
        if (isSpokenFor(map, c) || !maySo || (shape.count(Look::Product) == 0 && !others))
            continue;
        if (kind && shape.count(Look::Product) == shape.cells.size()) {
            std::erase_if(map.suggestions, [c](const Suggestion& one) { return one.column == c; });
            map.columns.push_back({c,
                                   header,
                                   std::string(kProductTarget),
                                   {},
                                   Confidence::Likely,
                                   say::nameAndCellsFit()});
            return true;
        }
        const bool known =
            std::any_of(map.suggestions.begin(), map.suggestions.end(),
                        [&](const Suggestion& suggestion) { return suggestion.column == c; });
        if (!known)
            map.suggestions.push_back(
                {c, header, std::string(kProductTarget), say::cellsNameProducts()});
        return true;
    }
    return false;
}

} // namespace

void inferProduct(const std::vector<SampleRow>& samples, ColumnMap& map) {
    if (map.fills(kProductTarget) || findProductColumn(samples, map))
        return;
    inferFromFields(samples, map);
}

} // namespace leadsheet::app