// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <vector>

namespace leadsheet::app {

/// A column of postcodes beside countries or regions, where no column says the city: "10115" with
/// "Germany" becomes one place, "10115, Germany". Nothing changes where the cells are something
/// else, or where a person stated the columns of the place.
void joinPostcodes(const std::vector<SampleRow>& samples, ColumnMap& map);

/// Whether a column of places that is not used says more of where than those that are: a region
/// beside countries, what lies in the north of them, an office in another city.
bool saysNarrowerPlace(const std::vector<SampleRow>& samples, const UnusedColumn& column,
                       const ColumnRule& used);

} // namespace leadsheet::app
