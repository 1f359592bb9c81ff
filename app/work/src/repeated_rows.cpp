// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/repeated_rows.hpp"

#include <algorithm>

namespace leadsheet::work {
namespace {

constexpr std::size_t kMaxNamed = 5;

} // namespace

bool RepeatedRows::note(const app::CheckedRow& row) {
    const auto repeated =
        std::find_if(row.problems.begin(), row.problems.end(), [](const app::Problem& problem) {
            return problem.code == app::ProblemCode::DuplicateRow;
        });
    if (repeated == row.problems.end() || row.blocked || !row.input)
        return false;
    ++rows_;
    leads_ += row.input->request.leadCount;
    ++byProduct_[row.input->request.product];
    if (named_.size() < kMaxNamed) {
        named_.push_back(*repeated);
        named_.back().fix = {};
    }
    return true;
}

app::CheckSummary RepeatedRows::without(app::CheckSummary summary) const {
    summary.ready -= rows_;
    summary.withNotes -= rows_; // that they repeat a row is a note
    summary.leads -= leads_;
    for (const auto& [product, count] : byProduct_)
        summary.readyByProduct[product] -= count;
    return summary;
}

} // namespace leadsheet::work
