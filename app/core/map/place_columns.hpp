// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <vector>

namespace leadsheet::app {

/// Columns that name a city, a region and a country of the same thing (at least two of them, each
/// once) become one place for each row. Nothing is joined when two columns could be one of the
/// parts, when one of them belongs to something else ("City" and "Company country"), or when
/// something is stated for the field already.
void joinPlaceColumns(const std::vector<SampleRow>& samples, const LearnedNames* learned,
                      ColumnMap& map);

} // namespace leadsheet::app
