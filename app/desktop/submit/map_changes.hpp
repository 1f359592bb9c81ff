// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

namespace leadsheet::desktop {

// What a person does to a map, one act each. Every function gives a whole new map that keeps its
// rules: a field is filled by at most one column, and what a person stated is marked as given.

/// The column fills this field and no other; another column that did no longer does. A column that
/// fills it already, alone or joined with others, is left as it is.
app::ColumnMap withTarget(app::ColumnMap map, std::uint32_t column, const std::string& target);
/// The column is left out on request.
app::ColumnMap withIgnored(app::ColumnMap map, std::uint32_t column);
/// The column fills nothing, and nothing is stated about it. Columns that were joined with it stay.
app::ColumnMap withoutTarget(app::ColumnMap map, std::uint32_t column);
app::ColumnMap withSteps(app::ColumnMap map, std::uint32_t column,
                         std::vector<app::Transform> steps);
app::ColumnMap withSuggestion(app::ColumnMap map, const app::Suggestion& suggestion);
/// As many suggestions as have a free field and a free column, in their order.
app::ColumnMap withAllSuggestions(app::ColumnMap map);
/// Replaces a value for the same field. A value for every row frees the column that filled it.
app::ColumnMap withValue(app::ColumnMap map, app::ValueRule rule);
app::ColumnMap withoutValue(app::ColumnMap map, const std::string& target);

/// The rule that reads a column, alone or joined with others; null when it fills nothing.
const app::ColumnRule* ruleOf(const app::ColumnMap& map, std::uint32_t column);
const app::Suggestion* suggestionFor(const app::ColumnMap& map, std::uint32_t column);

} // namespace leadsheet::desktop
