// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "map/column_candidates.hpp"

#include <vector>

namespace leadsheet::app {

/// Where several columns have numbers of leads (by month or country, planned and agreed, ordered
/// and delivered, old and corrected), or a cell says that they are counted in hundreds, which
/// number is to be bought is not told by names: none is taken then.
void doubtCounts(const std::vector<SampleRow>& samples, const ColumnMap& map,
                 std::vector<ColumnCandidate>& matches);

} // namespace leadsheet::app
