// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace leadsheet::app {

/// A field that a column may fill, by its name, by what a person said of that name, or by its
/// cells.
struct ColumnCandidate {
    std::uint32_t column = 0;
    std::string target;
    Confidence confidence = Confidence::Unsure;
    Message why;
    int closeness = 0; ///< of the name to the field's own, and of the cells to its values
    bool industryOrCategory = false; ///< "Trade", "Activité": the product decides which
    bool tells = false;              ///< not taken, and why says it although another column is
};

/// At most one for each column that nothing was said about. What one column says by itself, another
/// can make doubtful: two counts of leads, a postcode beside an area.
std::vector<ColumnCandidate> columnCandidates(const std::vector<SampleRow>& samples,
                                              const LearnedNames* learned, const ColumnMap& map);

} // namespace leadsheet::app
