// SPDX-License-Identifier: Apache-2.0
#include "map/title_columns.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/column_samples.hpp"
#include "map/name_meaning.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {

void takeTitlesOfProfiles(const std::vector<SampleRow>& samples, const ColumnMap& map,
                          std::vector<ColumnCandidate>& matches) {
    constexpr std::string_view kTitles = "jobTitles";
    const auto isTaken = [&](std::string_view target) {
        return map.fills(target) ||
               std::any_of(matches.begin(), matches.end(), [&](const ColumnCandidate& match) {
                   return match.target == target && match.confidence != Confidence::Unsure;
               });
    };
    if (isTaken(kTitles) || !isTaken("industries") || !isTaken(kLeadCountTarget))
        return;
    ColumnCandidate* only = nullptr;
    for (ColumnCandidate& match : matches) {
        if (match.target != kTitles)
            continue;
        if (only != nullptr)
            return;
        only = &match;
    }
    if (only == nullptr || only->why != messages::map::nameCanMeanIt() ||
        !Vocabulary::builtIn().isCellWord("titleNames", plainName(map.headerOf(only->column))))
        return;
    const ColumnShape shape = shapeOf(samples, only->column);
    if (shape.count(Look::JobTitle) == 0 || !shapeFits(shape, kTitles))
        return;
    only->confidence = Confidence::Likely;
    only->why = messages::map::nameAndOtherColumnsFit();
}

} // namespace leadsheet::app
