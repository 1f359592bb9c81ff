// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <vector>

namespace leadsheet::app {

/// Adds rules for columns that nothing was said about, by name first (what was learned included),
/// then checked against the cells. What is not clear becomes a suggestion.
void matchColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                  ColumnMap& map);

/// Without a product column: the one product that has all mapped fields and all it requires.
void inferProduct(ColumnMap& map);

} // namespace leadsheet::app
