// SPDX-License-Identifier: Apache-2.0
#include "map_changes.hpp"

#include "leadsheet/app/fields.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

std::string headerOf(const app::ColumnMap& map, std::uint32_t column) {
    return column < map.headers.size() ? map.headers[column] : std::string();
}

void forgetSuggestions(app::ColumnMap& map, std::uint32_t column, const std::string& target) {
    std::erase_if(map.suggestions, [&](const app::Suggestion& suggestion) {
        return suggestion.column == column || suggestion.target == target;
    });
}

// Takes the column out of a rule; true when nothing is left of it.
bool leaves(app::ColumnRule& rule, std::uint32_t column) {
    if (!rule.reads(column))
        return false;
    std::erase_if(rule.with, [&](const auto& joined) { return joined.column == column; });
    if (rule.column == column) {
        if (rule.with.empty())
            return true;
        rule.column = rule.with.front().column;
        rule.header = rule.with.front().header;
        rule.with.erase(rule.with.begin());
    }
    rule.confidence = app::Confidence::Certain;
    rule.why = app::given();
    return false;
}

} // namespace

app::ColumnMap withoutTarget(app::ColumnMap map, std::uint32_t column) {
    std::erase_if(map.columns, [&](app::ColumnRule& rule) { return leaves(rule, column); });
    std::sort(map.columns.begin(), map.columns.end(),
              [](const auto& a, const auto& b) { return a.column < b.column; });
    std::erase(map.ignored, column);
    return map;
}

app::ColumnMap withTarget(app::ColumnMap map, std::uint32_t column, const std::string& target) {
    const app::ColumnRule* before = map.columnFor(target);
    if (before != nullptr && before->reads(column))
        return map;
    map = withoutTarget(std::move(map), column);
    std::erase_if(map.columns, [&](const auto& rule) { return rule.target == target; });
    std::erase_if(map.values,
                  [&](const auto& rule) { return rule.target == target && !rule.fillOnly; });
    forgetSuggestions(map, column, target);
    map.columns.push_back(
        {column, headerOf(map, column), target, {}, app::Confidence::Certain, app::given()});
    std::sort(map.columns.begin(), map.columns.end(),
              [](const auto& a, const auto& b) { return a.column < b.column; });
    return map;
}

app::ColumnMap withIgnored(app::ColumnMap map, std::uint32_t column) {
    map = withoutTarget(std::move(map), column);
    forgetSuggestions(map, column, {});
    map.ignored.push_back(column);
    std::sort(map.ignored.begin(), map.ignored.end());
    return map;
}

app::ColumnMap withSteps(app::ColumnMap map, std::uint32_t column,
                         std::vector<app::Transform> steps) {
    for (app::ColumnRule& rule : map.columns)
        if (rule.reads(column)) {
            rule.transforms = steps;
            rule.confidence = app::Confidence::Certain;
            rule.why = app::given();
        }
    return map;
}

app::ColumnMap withSuggestion(app::ColumnMap map, const app::Suggestion& suggestion) {
    const app::Suggestion taken = suggestion;
    return withTarget(std::move(map), taken.column, taken.target);
}

app::ColumnMap withAllSuggestions(app::ColumnMap map) {
    const std::vector<app::Suggestion> all = map.suggestions;
    for (const app::Suggestion& suggestion : all)
        if (!map.fills(suggestion.target) && ruleOf(map, suggestion.column) == nullptr)
            map = withSuggestion(std::move(map), suggestion);
    return map;
}

app::ColumnMap withValue(app::ColumnMap map, app::ValueRule rule) {
    map = withoutValue(std::move(map), rule.target);
    if (!rule.fillOnly)
        std::erase_if(map.columns, [&](const auto& one) { return one.target == rule.target; });
    rule.why = app::given();
    map.values.push_back(std::move(rule));
    return map;
}

app::ColumnMap withoutValue(app::ColumnMap map, const std::string& target) {
    std::erase_if(map.values, [&](const auto& rule) { return rule.target == target; });
    return map;
}

const app::ColumnRule* ruleOf(const app::ColumnMap& map, std::uint32_t column) {
    const auto found = std::find_if(map.columns.begin(), map.columns.end(),
                                    [&](const auto& rule) { return rule.reads(column); });
    return found == map.columns.end() ? nullptr : &*found;
}

const app::Suggestion* suggestionFor(const app::ColumnMap& map, std::uint32_t column) {
    const auto found = std::find_if(map.suggestions.begin(), map.suggestions.end(),
                                    [&](const auto& one) { return one.column == column; });
    return found == map.suggestions.end() ? nullptr : &*found;
}

} // namespace leadsheet::desktop
