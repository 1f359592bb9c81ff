// SPDX-License-Identifier: Apache-2.0
#include "check/summary.hpp"

#include "leadsheet/app/cell.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/strip.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::app {

namespace {

namespace say = messages::strip;

Message placeOf(const Problem& problem) {
    const std::int64_t row = problem.place.row;
    if (problem.place.column == 0)
        return problem.tab.empty() ? messages::check::rowPlace(row) : say::tabRow(problem.tab, row);
    const std::string column = columnLetter(problem.place.column - 1);
    return problem.tab.empty() ? say::rowColumn(row, column)
                               : say::tabRowColumn(problem.tab, row, column);
}

} // namespace

std::string ProblemGroup::text(const text::Wording& wording) const {
    std::vector<Message> sentences = example.sentences();
    sentences.insert(sentences.begin(), say::rowsSay(static_cast<std::int64_t>(rows)));
    sentences.push_back(rows == 1 ? say::inPlace(placeOf(example))
                                  : say::firstInPlace(placeOf(example)));
    return text::render(sentences, wording);
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
