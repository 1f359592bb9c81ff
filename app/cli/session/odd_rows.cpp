// SPDX-License-Identifier: Apache-2.0
#include "odd_rows.hpp"

#include "../output/console.hpp"
#include "check_report.hpp"
#include "leadsheet/app/problem_index.hpp"
#include "leadsheet/messages/clisheet.hpp"
#include "row_groups.hpp"

#include <algorithm>
#include <cstdint>

namespace leadsheet::cli {
namespace {

constexpr std::size_t kMaxKept = 20'000; // problems

} // namespace

void OddRows::note(const app::CheckedRow& row, bool duplicatesKept) {
    if (row.blocked || !row.input || row.input->skip)
        return;
    if (tabs_.empty() || tabs_.back() != row.input->tab)
        tabs_.push_back(row.input->tab);
    if (!duplicatesKept && repeated_.note(row))
        repeats_.emplace_back(tabs_.size() - 1, row.row);
    bool counted = false;
    for (const app::Problem& problem : row.problems) {
        if (problem.level != app::ProblemLevel::Odd ||
            problem.code == app::ProblemCode::DuplicateRow)
            continue;
        if (kept_ < kMaxKept) {
            ++kept_;
            rows_[{row.input->tab, row.row}].push_back(problem);
        } else if (!counted) {
            counted = true;
            ++uncounted_;
        }
    }
}

std::size_t OddRows::tabOf(const std::string& name) const {
    return static_cast<std::size_t>(std::find(tabs_.begin(), tabs_.end(), name) - tabs_.begin());
}

Outcome<void> OddRows::say(Console& console, const submit::Ledger& ledger, submit::RunId run,
                           const std::optional<std::int64_t>& firstRows) const {
    if (rows_.empty() && repeated_.rows() == 0)
        return {};
    app::ProblemIndex odd(0);
    bool any = false;
    Order last{SIZE_MAX, INT64_MAX};
    submit::RowFilter priced;
    priced.states = {submit::RowState::Ready};
    std::int64_t left = firstRows.value_or(INT64_MAX);
    auto walked = forRowsWhile(ledger, run, priced, [&](const submit::RowRecord& row) {
        any = true;
        if (firstRows && --left == 0)
            last = {tabOf(row.tab), row.sourceRow};
        if (const auto found = rows_.find({row.tab, row.sourceRow}); found != rows_.end()) {
            app::CheckedRow checked;
            checked.row = static_cast<std::uint32_t>(row.sourceRow);
            checked.problems = found->second;
            for (const app::Problem& problem : checked.problems)
                emitProblem(console, problem);
            odd.add(checked);
        }
        return left > 0 && (firstRows || !rows_.empty());
    });
    if (!walked)
        return walked;
    // In the order of the sheet, as the named ones are.
    const auto count = static_cast<std::size_t>(
        std::upper_bound(repeats_.begin(), repeats_.end(), last) - repeats_.begin());
    auto named = repeated_.named();
    named.resize(std::min(named.size(), count));
    if (any)
        sayRepeats(console, count, named);
    std::vector<app::ProblemGroup> groups;
    for (const std::size_t group : odd.groupsByWeight())
        groups.push_back(odd.groups()[group]);
    sayOdd(console, groups);
    if (!groups.empty() && uncounted_ > 0)
        console.say(Text("  ").add(messages::clisheet::moreRows(uncounted_)));
    return {};
}

} // namespace leadsheet::cli
