// SPDX-License-Identifier: Apache-2.0
#include "check/summary.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/app/display.hpp"
#include "leadsheet/text/render.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::app {

std::string ProblemGroup::text() const {
    const std::string line = displayCount(static_cast<std::int64_t>(rows), "row", "rows") + ": " +
                             text::render(example.sentences());
    std::string where = (example.tab.empty() ? "" : "tab \"" + example.tab + "\", ") + "row " +
                        std::to_string(example.place.row);
    if (example.place.column != 0)
        where += ", column " + columnLetter(example.place.column - 1);
    return line + (rows == 1 ? " (" : " (first in ") + where + ")";
}

void SummaryBuilder::addProblem(const Problem& problem) {
    Key key{problem.level, problem.code, problem.field, problem.value};
    if (groups_.size() >= kMaxProblemGroups && !groups_.contains(key))
        std::get<3>(key).clear();
    auto [group, fresh] = groups_.try_emplace(key);
    if (fresh)
        group->second = {problem.level, problem.code, problem.field, std::get<3>(key), 0, problem};
    ++group->second.rows;
}

void SummaryBuilder::add(const CheckedRow& row) {
    if (row.blank) {
        ++summary_.blank;
        return;
    }
    ++summary_.rows;
    for (const Problem& problem : row.problems)
        addProblem(problem);
    if (row.blocked || !row.input) {
        ++summary_.blocked;
        return;
    }
    ++summary_.ready;
    if (!row.problems.empty())
        ++summary_.withNotes;
    summary_.leads += row.input->request.leadCount;
    ++summary_.readyByProduct[row.input->request.product];
}

CheckSummary SummaryBuilder::build(const SheetStats& sheet, const SourceCounts& source) const {
    CheckSummary summary = summary_;
    summary.sheet = sheet;
    summary.source = source;
    for (const auto& [key, group] : groups_)
        summary.groups.push_back(group);
    std::stable_sort(summary.groups.begin(), summary.groups.end(),
                     [](const ProblemGroup& a, const ProblemGroup& b) {
                         return a.level != b.level ? a.level < b.level : a.rows > b.rows;
                     });
    return summary;
}

} // namespace leadsheet::app
