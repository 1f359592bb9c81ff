// SPDX-License-Identifier: Apache-2.0
#include "map/auto_match.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/learned_names.hpp"
#include "map/column_samples.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

namespace leadsheet::app {
namespace {

constexpr std::string_view kSameName = "same name";
constexpr std::string_view kKnownWord = "its name contains a known word";

struct Match {
    std::uint32_t column = 0;
    std::string target;
    Confidence confidence = Confidence::Unsure;
    std::string why;
};

// Sent to other people, or part of what makes an order new: never filled from a name alone.
bool askFirst(std::string_view target) {
    constexpr std::array<std::string_view, 3> kAskFirst = {"notes", "autoDeliver", "reference"};
    return std::find(kAskFirst.begin(), kAskFirst.end(), target) != kAskFirst.end();
}

std::optional<Match> byWord(const std::string& header) {
    std::string target;
    for (const std::string& word : plainWords(header)) {
        const std::string_view meant = Vocabulary::builtIn().target(word);
        if (meant.empty() || meant == target)
            continue;
        if (!target.empty())
            return std::nullopt;
        target = meant;
    }
    if (target.empty())
        return std::nullopt;
    return Match{0, target, Confidence::Unsure, std::string(kKnownWord)};
}

std::optional<Match> bySpelling(const std::string& plain) {
    constexpr std::size_t kShortest = 6; // below, one changed letter makes another word
    if (plain.size() < kShortest)
        return std::nullopt;
    std::string target;
    for (const auto& [name, meant] : Vocabulary::builtIn().targets()) {
        if (name.size() < kShortest || editDistance(plain, name) > 1)
            continue;
        if (!target.empty() && target != meant)
            return std::nullopt;
        target = meant;
    }
    if (target.empty())
        return std::nullopt;
    return Match{0, target, Confidence::Likely, "almost the same name"};
}

bool isOwnName(std::string_view target, const std::string& plain) {
    const auto field = findTarget(target);
    return plain == plainName(target) ||
           (field && field->info != nullptr && plain == plainName(field->info->title));
}

std::optional<Match> byName(const std::string& header, const LearnedNames* learned) {
    const std::string plain = plainName(header);
    if (plain.empty())
        return std::nullopt;
    const std::string_view meant = Vocabulary::builtIn().target(plain);
    if (!meant.empty() && isOwnName(meant, plain))
        return Match{0, std::string(meant), Confidence::Certain, std::string(kSameName)};
    if (learned != nullptr) {
        const std::string_view before = learned->targetFor(header);
        if (before == LearnedNames::kLeftOut)
            return meant.empty()
                       ? std::nullopt
                       : std::optional(Match{0, std::string(meant), Confidence::Unsure,
                                             "you left a column of this name out before"});
        if (!before.empty())
            return Match{0, std::string(before), Confidence::Certain,
                         "you mapped this name so before"};
    }
    if (!meant.empty())
        return Match{0, std::string(meant), Confidence::Certain, "another name for it"};
    if (auto match = bySpelling(plain))
        return match;
    return byWord(header);
}

// Cells that can hardly be anything else than values of this field.
bool shapeProves(const ColumnShape& shape, std::string_view target) {
    const auto nearlyAll = [&](std::size_t part) {
        return shape.filled >= 3 && part * 10 >= shape.filled * 9;
    };
    return (target == "searchUrl" && nearlyAll(shape.urls)) ||
           (target == "domains" && nearlyAll(shape.domains)) ||
           (target == "locations" && nearlyAll(shape.countries)) ||
           (target == "companySizes" && nearlyAll(shape.sizes)) ||
           (target == kProductTarget && nearlyAll(shape.products));
}

std::optional<Match> byShape(const ColumnShape& shape) {
    if (shape.filled >= 3 && shape.urls * 10 >= shape.filled * 9)
        return Match{0, "searchUrl", Confidence::Unsure, "its cells are web addresses"};
    if (shape.filled >= 3 && shape.domains * 10 >= shape.filled * 9)
        return Match{0, "domains", Confidence::Unsure, "its cells are web domains"};
    if (shapeProves(shape, "locations"))
        return Match{0, "locations", Confidence::Unsure, "its cells are countries"};
    if (shapeProves(shape, "companySizes"))
        return Match{0, "companySizes", Confidence::Unsure, "its cells are company sizes"};
    if (shapeProves(shape, kProductTarget))
        return Match{0, std::string(kProductTarget), Confidence::Unsure, "its cells name products"};
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
        if (match.column >= row.cells.size() || trimmed(row.cells[match.column]).empty())
            continue;
        const contract::ProductInfo* product = nullptr;
        if (productColumn != nullptr && productColumn->column < row.cells.size())
            product = productFromText(row.cells[productColumn->column]);
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

std::string headerAt(const ColumnMap& map, std::uint32_t column) {
    return column < map.headers.size() ? map.headers[column] : std::string();
}

void suggest(ColumnMap& map, const Match& match, std::string why) {
    map.suggestions.push_back(
        {match.column, headerAt(map, match.column), match.target, std::move(why)});
}

bool spokenFor(const ColumnMap& map, std::uint32_t column) {
    const auto in = [column](const std::vector<std::uint32_t>& columns) {
        return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    return in(map.ignored) || in(map.resultColumns) ||
           std::any_of(map.columns.begin(), map.columns.end(),
                       [column](const ColumnRule& rule) { return rule.reads(column); });
}

std::vector<Match> candidates(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                              const ColumnMap& map) {
    std::size_t width = map.headers.size();
    for (const SampleRow& row : samples)
        width = std::max(width, row.cells.size());
    std::vector<Match> matches;
    for (std::uint32_t c = 0; c < width; ++c) {
        if (spokenFor(map, c))
            continue;
        const ColumnShape shape = shapeOf(samples, c);
        auto match = byName(headerAt(map, c), learned);
        if (!match)
            match = byShape(shape);
        if (!match)
            continue;
        match->column = c;
        if (!shapeFits(shape, match->target)) {
            match->confidence = Confidence::Unsure;
            match->why = "its name fits, but its cells do not look like it";
        } else if (match->confidence == Confidence::Unsure && match->why == kKnownWord &&
                   shapeProves(shape, match->target)) {
            match->confidence = Confidence::Likely;
            match->why = "its name has a known word, and its cells look like it";
        }
        matches.push_back(std::move(*match));
    }
    return matches;
}

// The rank decides between columns that want the same target: the own name wins over a synonym.
int rank(const Match& match) {
    return static_cast<int>(match.confidence) * 2 + (match.why == kSameName ? 1 : 0);
}

/// A Reference is unique over all sheets: a column that repeats itself, has gaps or counts 1, 2, 3
/// cannot be one.
bool mayIdentify(const std::vector<SampleRow>& samples, std::uint32_t column) {
    std::set<std::string_view> seen;
    bool counts = true;
    std::optional<std::int64_t> before;
    for (const SampleRow& row : samples) {
        const std::string_view cell =
            column < row.cells.size() ? trimmed(row.cells[column]) : std::string_view();
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
        return suggest(map, match, "another column is mapped to it already");
    const auto* value = map.valueFor(match.target);
    if (value != nullptr && !value->fillOnly)
        return;
    if (match.confidence == Confidence::Unsure)
        return suggest(map, match, match.why);
    if (askFirst(match.target))
        return suggest(map, match,
                       match.target == "notes"
                           ? "it would be sent to the people who fulfil the orders"
                       : match.target == kReferenceTarget
                           ? "if its values are unique over all your sheets, they identify the "
                             "orders"
                           : "it would become part of every order");
    const auto rivals = std::count_if(matches.begin(), matches.end(), [&](const Match& other) {
        // Also better ones that were not taken: they do not make a weaker one right.
        return other.target == match.target && rank(other) >= rank(match);
    });
    if (rivals > 1)
        return suggest(map, match, "more than one column could be it");
    if (contradictsProducts(samples, map, match))
        return suggest(map, match, "the rows' product does not have this field");
    map.columns.push_back(
        {match.column, headerAt(map, match.column), match.target, {}, match.confidence, match.why});
}

} // namespace

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
        bool oneOf = product.requiredAny.empty();
        for (const auto& field : product.fields)
            oneOf =
                oneOf || (map.fills(field.name) &&
                          ("|" + std::string(product.requiredAny) + "|")
                                  .find("|" + std::string(field.name) + "|") != std::string::npos);
        if (!has || !any || !complete || !oneOf)
            continue;
        if (only != nullptr)
            return;
        only = &product;
    }
    if (only != nullptr)
        map.values.push_back({std::string(kProductTarget), std::string(only->id), false,
                              "the only product with all these columns"});
}

} // namespace leadsheet::app
