// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "map/column_candidates.hpp"

#include <vector>

namespace leadsheet::app {

/// "Titel" may be that of a book; beside industries and numbers of leads, and above a cell that is
/// a job title, it is taken for job titles.
void takeTitlesOfProfiles(const std::vector<SampleRow>& samples, const ColumnMap& map,
                          std::vector<ColumnCandidate>& matches);

} // namespace leadsheet::app
