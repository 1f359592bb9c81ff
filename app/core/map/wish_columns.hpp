// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "map/column_candidates.hpp"

#include <vector>

namespace leadsheet::app {

/// Where several columns say the same of who is meant, and the name of one says more: "Target
/// industry" beside "Industry" is what is wanted, and is taken. Which of the two is meant is not
/// told by "Title (corrected)", "Prospect country" or "HQ" beside the plain name, or by the name of
/// a list below "Title" with titles in another column: none is taken then.
void preferWishes(const std::vector<SampleRow>& samples, const ColumnMap& map,
                  std::vector<ColumnCandidate>& matches);

/// Whether a column says by its name places of who may be sought, and says others than the columns
/// beside it: "Prospect country". They are not those of a person beside the company's.
bool saySoughtPlaces(const std::vector<std::string>& headers,
                     const std::vector<SampleRow>& samples);

/// Whether a column is not taken because another one may be meant as well.
bool isRivalled(const Message& why);

} // namespace leadsheet::app
