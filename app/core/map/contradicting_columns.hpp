// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <vector>

namespace leadsheet::app {

/// Whether a column that is not used has a name that says its field, and cells that are plainly
/// something else: all of them ("Country" above e-mail addresses), or some beside some that fit.
bool contradictsName(const std::vector<SampleRow>& samples, const UnusedColumn& column);

/// Of a column whose name denies: its rows are asked about where nothing else fills its field, and
/// told what they lose otherwise.
void askForDenied(const std::vector<SampleRow>& samples, const ColumnMap& map,
                  UnusedColumn& column);

} // namespace leadsheet::app
