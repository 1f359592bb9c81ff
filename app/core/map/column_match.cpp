// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/messages/map.hpp"
#include "leadsheet/text/render.hpp"
#include "leadsheet/try.hpp"
#include "map/auto_match.hpp"
#include "map/column_samples.hpp"
#include "map/comma_parts.hpp"
#include "map/map_spec.hpp"
#include "map/name_meaning.hpp"
#include "map/narrower_places.hpp"
#include "map/transform.hpp"
#include "map/wish_columns.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

SheetResult<std::uint32_t> findColumn(const std::string& wanted,
                                      const std::vector<std::string>& headers, std::size_t width) {
    std::vector<std::uint32_t> found;
    const auto collect = [&](auto matches) {
        for (std::uint32_t c = 0; found.empty() || c < headers.size(); ++c) {
            if (c >= headers.size())
                break;
            if (matches(headers[c]))
                found.push_back(c);
        }
    };
    collect([&](const std::string& header) { return trimmed(header) == trimmed(wanted); });
    if (found.empty() && wanted.starts_with('@')) {
        const auto column = columnFromLetters(std::string_view(wanted).substr(1));
        if (column && *column < width)
            return *column;
        return tl::unexpected(unknownColumn(wanted, headers));
    }
    const std::string plain = plainName(wanted);
    if (found.empty() && !plain.empty())
        collect([&](const std::string& header) { return plainName(header) == plain; });
    if (found.empty())
        return tl::unexpected(unknownColumn(wanted, headers));
    if (found.size() > 1)
        return tl::unexpected(
            mapConflict(say::severalColumnsNamed(static_cast<std::int64_t>(found.size()), wanted),
                        say::nameColumnByLetter(columnLetter(found.front()))));
    return found.front();
}

SheetResult<void> applySpec(const MapSpec& spec, std::size_t width, ColumnMap& map) {
    std::set<std::string> used;
    for (const MapSpec::Entry& entry : spec.columns) {
        const auto target = findTarget(entry.target);
        if (!target)
            return tl::unexpected(unknownTarget(entry.target));
        if (!used.insert(target->name).second)
            return tl::unexpected(
                mapConflict(say::fieldFilledByTwo(entry.target), say::keepOneOfThem()));
        LEADSHEET_TRY(const auto column, findColumn(entry.header, map.headers, width));
        ColumnRule rule{column,           map.headerOf(column), target->name,
                        entry.transforms, Confidence::Certain,  given()};
        for (const std::string& name : entry.with) {
            LEADSHEET_TRY(const auto joined, findColumn(name, map.headers, width));
            if (rule.reads(joined))
                return tl::unexpected(mapConflict(say::joinedWithItself(name), say::nameItOnce()));
            rule.with.push_back({joined, map.headerOf(joined)});
        }
        map.columns.push_back(std::move(rule));
    }
    for (ValueRule rule : spec.values) {
        const auto target = findTarget(rule.target);
        if (!target)
            return tl::unexpected(unknownTarget(rule.target));
        rule.target = target->name;
        if (map.valueFor(rule.target) != nullptr ||
            (!rule.fillOnly && map.columnFor(rule.target) != nullptr))
            return tl::unexpected(mapConflict(say::fieldFilledTwice(rule.target),
                                              say::useValueForEmptyCells(rule.target)));
        map.values.push_back(rule);
    }
    for (const std::string& name : spec.ignored) {
        LEADSHEET_TRY(const auto column, findColumn(name, map.headers, width));
        map.ignored.push_back(column);
    }
    return {};
}

// A number column whose cells allow a single way of writing gets that way as a visible step.
void addNumberSteps(const std::vector<SampleRow>& samples, ColumnMap& map) {
    for (ColumnRule& rule : map.columns) {
        const auto target = findTarget(rule.target);
        if (!target || target->info == nullptr || hasStep(rule.transforms, TransformKind::Number))
            continue;
        if (target->info->kind != contract::FieldKind::Integer)
            continue;
        const NumberStyle style = styleOf(shapeOf(samples, rule.column));
        if (style != NumberStyle::Auto)
            rule.transforms.push_back({TransformKind::Number, {}, {}, style});
    }
}

} // namespace

Message given() {
    return say::given();
}

std::string columnTitle(std::uint32_t column, const std::string& header) {
    return header.empty() ? "column " + columnLetter(column) : header;
}

std::string ColumnRule::names() const {
    std::vector<std::string> all{columnTitle(column, header)};
    for (const JoinedColumn& joined : with)
        all.push_back(columnTitle(joined.column, joined.header));
    return listed(all, "and");
}

bool ColumnRule::joinsEnds() const {
    if (target != kSizesTarget || with.size() != 1)
        return false;
    const RangeEnd one = sizeEndOf(header);
    const RangeEnd other = sizeEndOf(with.front().header);
    return one != RangeEnd::None && other != RangeEnd::None && one != other;
}

bool ColumnRule::joinsItems() const {
    if (with.empty() || joinsEnds())
        return false;
    const std::string name = plainName(unnumbered(header));
    return target != kJoinedTarget ||
           (!name.empty() && std::all_of(with.begin(), with.end(), [&](const JoinedColumn& joined) {
               return plainName(unnumbered(joined.header)) == name;
           }));
}

bool ColumnRule::reads(std::uint32_t sheetColumn) const {
    return column == sheetColumn ||
           std::any_of(with.begin(), with.end(), [sheetColumn](const JoinedColumn& joined) {
               return joined.column == sheetColumn;
           });
}

std::vector<std::uint32_t> ColumnRule::columns() const {
    std::vector<std::uint32_t> all{column};
    for (const JoinedColumn& joined : with)
        all.push_back(joined.column);
    return all;
}

std::string ColumnMap::headerOf(std::uint32_t column) const {
    return column < headers.size() ? headers[column] : std::string();
}

const ColumnRule* ColumnMap::columnFor(std::string_view target) const {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const ColumnRule& rule) { return rule.target == target; });
    return found == columns.end() ? nullptr : &*found;
}

const ValueRule* ColumnMap::valueFor(std::string_view target) const {
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const ValueRule& rule) { return rule.target == target; });
    return found == values.end() ? nullptr : &*found;
}

bool ColumnMap::fills(std::string_view target) const {
    return columnFor(target) != nullptr || valueFor(target) != nullptr;
}

MapSpec specFor(const MapSpec& spec, const std::vector<std::string>& header, std::size_t width,
                std::vector<std::string>& absent) {
    MapSpec own = spec;
    const auto isAbsent = [&](const std::string& name) {
        const auto column = findColumn(name, header, width);
        // A name that is there twice is left to makeMap, which says so.
        const bool missing = !column && column.error().code == SheetErrorCode::MapUnknownColumn;
        if (missing)
            absent.push_back(name);
        return missing;
    };
    for (MapSpec::Entry& entry : own.columns)
        if (!entry.with.empty()) {
            // What is left of a place that this tab has only some columns of.
            entry.with.insert(entry.with.begin(), entry.header);
            std::erase_if(entry.with, isAbsent);
            entry.header = entry.with.empty() ? std::string() : entry.with.front();
            if (!entry.with.empty())
                entry.with.erase(entry.with.begin());
        }
    std::erase_if(own.columns, [&](const auto& entry) {
        return entry.header.empty() || isAbsent(entry.header);
    });
    std::erase_if(own.ignored, isAbsent);
    return own;
}

namespace {

// A row with text beyond the last name may have its cells shifted: others say what columns hold.
std::vector<SampleRow> withinNames(const std::vector<SampleRow>& samples, std::size_t names) {
    std::vector<SampleRow> within;
    std::copy_if(samples.begin(), samples.end(), std::back_inserter(within),
                 [names](const SampleRow& row) {
                     for (std::size_t c = names; c < row.cells.size(); ++c)
                         if (!row.textAt(c).empty())
                             return false;
                     return true;
                 });
    return within.empty() ? samples : within;
}

// Columns that may hold the number of leads: the one that is stated, or those that are named so.
std::vector<std::uint32_t> countColumnsOf(const ColumnMap& map) {
    std::vector<std::uint32_t> found;
    if (const ColumnRule* stated = map.columnFor(kLeadCountTarget))
        return {stated->column};
    for (std::uint32_t c = 0; c < map.headers.size() && !map.fills(kLeadCountTarget); ++c) {
        const NameMeaning meaning = meaningOf(map.headers[c]);
        if (meaning.target == kLeadCountTarget && meaning.fit >= NameFit::Near)
            found.push_back(c);
    }
    return found;
}

// Lines around the table have no number of leads: "Best regards, Anna" says nothing of what the
// column holds that it stands in. Nor does a single cell, where no column has such numbers.
std::vector<SampleRow> thatOrder(const std::vector<SampleRow>& samples, const ColumnMap& map) {
    const auto counts = countColumnsOf(map);
    std::vector<SampleRow> ordering;
    std::copy_if(
        samples.begin(), samples.end(), std::back_inserter(ordering), [&](const SampleRow& row) {
            return counts.empty() ? row.filled() > 1
                                  : std::any_of(counts.begin(), counts.end(), [&](auto column) {
                                        return !row.textAt(column).empty();
                                    });
        });
    return ordering.empty() ? samples : ordering;
}

} // namespace

SheetResult<ColumnMap> makeMap(const std::vector<std::string>& header,
                               const std::vector<SampleRow>& allSamples, const MapSpec& spec,
                               const LearnedNames* learned) {
    ColumnMap map;
    map.headers = header;
    map.decisions = spec.decisions;
    map.againAfter = spec.againAfter;
    const std::size_t width = std::max(header.size(), widthOf(allSamples));
    for (std::uint32_t c = 0; c < header.size(); ++c)
        if (isOwnHeader(header[c]))
            map.resultColumns.push_back(c);
    LEADSHEET_TRY_DONE(applySpec(spec, width, map));
    const std::vector<SampleRow> samples = thatOrder(withinNames(allSamples, header.size()), map);
    if (!spec.exclusive) {
        if (!saySoughtPlaces(header, samples))
            joinPlaceColumns(samples, learned, map);
        joinNumberedColumns(samples, map);
        joinSizeEnds(samples, map);
        matchColumns(samples, learned, map);
        takeCountryCodes(samples, map);
        joinPostcodes(samples, map);
        suggestCounts(samples, map);
    }
    for (const MapSpec::Fix& fix : spec.fixes)
        for (ColumnRule& rule : map.columns)
            if (rule.target == fix.target)
                rule.transforms = withStep(std::move(rule.transforms), fix.step);
    addNumberSteps(samples, map);
    decideCommas(samples, map);
    if (!spec.exclusive)
        inferProduct(samples, map);
    std::sort(map.columns.begin(), map.columns.end(),
              [](const ColumnRule& a, const ColumnRule& b) { return a.column < b.column; });
    doubtSuggestions(samples, map);
    findUnused(allSamples, map);
    dropDoubted(samples, map);
    return map;
}

namespace {

// Two columns of one name, and neither is taken: leaving both out would order wider than the sheet
// says.
std::optional<SheetError> twinColumns(const ColumnMap& map) {
    for (auto one = map.suggestions.begin(); one != map.suggestions.end(); ++one) {
        const auto two =
            std::find_if(std::next(one), map.suggestions.end(), [&](const auto& other) {
                return other.target == one->target && other.header == one->header;
            });
        if (two == map.suggestions.end() || map.fills(one->target) ||
            one->why == say::cellsAreCounts())
            continue;
        const std::string first = columnLetter(one->column);
        const std::string second = columnLetter(two->column);
        return mapConflict(say::columnsNamedAlike(first, second, one->header),
                           say::sayWhichColumn(one->target, first, first, second));
    }
    return std::nullopt;
}

// Where each product lacks a column: what it would cost to choose one of those that lack least.
std::vector<Message> whatProductsLeaveOut(const ColumnMap& map) {
    std::vector<std::pair<std::string, std::vector<std::string>>> lacking;
    const std::size_t used = map.columns.size() - map.empty.size();
    std::size_t least = used;
    for (const auto& product : contract::kProducts) {
        std::vector<std::string> columns;
        for (const ColumnRule& rule : map.columns) {
            const auto target = findTarget(rule.target);
            const bool empty =
                std::find(map.empty.begin(), map.empty.end(), rule.column) != map.empty.end();
            if (!empty && target && !target->products.empty() &&
                std::find(target->products.begin(), target->products.end(), product.id) ==
                    target->products.end())
                columns.push_back(rule.names());
        }
        least = std::min(least, columns.size());
        lacking.emplace_back(product.id, std::move(columns));
    }
    std::vector<Message> said;
    for (auto& [product, columns] : lacking)
        if (least > 0 && columns.size() == least && least < used)
            said.push_back(say::productWouldLeaveOut(product, std::move(columns)));
    return said;
}

} // namespace

std::optional<SheetError> missingTargets(const ColumnMap& map) {
    if (auto twins = twinColumns(map))
        return twins;
    std::vector<std::string> missing;
    const auto need = [&](std::string_view target) {
        if (!map.fills(target))
            missing.emplace_back(target);
    };
    need(kLeadCountTarget);
    need(kProductTarget);
    const auto* fixed =
        map.columnFor(kProductTarget) == nullptr ? map.valueFor(kProductTarget) : nullptr;
    if (const auto* product = fixed == nullptr ? nullptr : productFromText(fixed->value)) {
        for (const auto& field : product->fields)
            if (field.required)
                need(field.name);
    }
    if (missing.empty())
        return std::nullopt;
    const std::string& first = missing.front();
    std::vector<Message> wayOut{first == kProductTarget ? say::nameProductOrItsColumn()
                                : map.headers.empty()   ? say::nameColumnLetterForField(first)
                                                        : say::nameColumnForField(first)};
    for (const Suggestion& suggestion : map.suggestions)
        if (suggestion.target == first)
            wayOut.push_back(say::columnMightBeIt(columnLetter(suggestion.column),
                                                  suggestion.header, suggestion.why));
    if (first == kProductTarget)
        for (Message& product : whatProductsLeaveOut(map))
            wayOut.push_back(std::move(product));
    return SheetError{SheetErrorCode::MapIncomplete,
                      {},
                      {missing.size() == 1 ? say::requiredFieldNotMapped(first)
                                           : say::requiredFieldsNotMapped(missing)},
                      {std::move(wayOut)},
                      {}};
}

} // namespace leadsheet::app
