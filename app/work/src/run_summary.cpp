// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/run_summary.hpp"

#include "leadsheet/try.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_rows.hpp"

#include <algorithm>
#include <limits>

namespace leadsheet::work {
namespace {

using submit::RowState;
using submit::RunState;

NextStep nextOf(const submit::RunInfo& run, const RunSummary& summary) {
    const bool stands =
        run.interrupted || run.state == RunState::Paused || run.state == RunState::Approved;
    if (needsApproval(run))
        return NextStep::Price;
    if (stands && run.totals.unsettled() > 0)
        return NextStep::Resume;
    if (summary.toFix > 0)
        return NextStep::Fix;
    if (summary.toAnswer > 0)
        return NextStep::Answer;
    return summary.placed > 0 ? NextStep::Orders : NextStep::None;
}

} // namespace

std::vector<RowState> toFixStates() {
    return {RowState::Refused, RowState::NeedsFix};
}

RunFigures figuresOf(const submit::RunTotals& totals) {
    std::int64_t toFix = 0;
    for (const RowState state : toFixStates())
        toFix += totals.of(state);
    return {totals.of(RowState::Placed),
            toFix,
            totals.unanswered(),
            totals.of(RowState::WillRetry),
            totals.of(RowState::Queued) + totals.of(RowState::Ready),
            totals.committed()};
}

Result<RunSummary> summaryOf(const submit::Ledger& ledger, const submit::RunInfo& run) {
    const submit::RunTotals& totals = run.totals;
    RunSummary summary;
    static_cast<RunFigures&>(summary) = figuresOf(totals);
    summary.currency = run.spec.currency;
    if (totals.of(RowState::Skipped) > 0) {
        LEADSHEET_TRY(const LeftOut left, leftOutOf(ledger, run.id));
        summary.toAnswer = left.of(submit::SkipReason::OrderedBefore) + left.changed();
    }
    summary.leftOut = totals.of(RowState::Skipped) + totals.of(RowState::AlreadyOrdered) +
                      totals.of(RowState::Ended) - summary.toAnswer;
    summary.alreadyOrdered = totals.of(RowState::AlreadyOrdered);
    summary.next = nextOf(run, summary);
    return summary;
}

Result<std::vector<std::optional<SheetPast>>> pastOf(const submit::Ledger& ledger,
                                                     const submit::AccountRef& account,
                                                     std::span<const std::string> sheets) {
    std::vector<std::optional<SheetPast>> past(sheets.size());
    LEADSHEET_TRY(const auto runs, ledger.runs(std::numeric_limits<std::int32_t>::max()));
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        const auto found = std::find_if(runs.begin(), runs.end(), [&](const auto& run) {
            return !isOnlyPlanned(run) && run.spec.sourcePath == sheets[i] &&
                   submit::isSameAccount(run.spec.account, account);
        });
        if (found == runs.end())
            continue;
        LEADSHEET_TRY(auto summary, summaryOf(ledger, *found));
        past[i] = SheetPast{found->id, found->createdAt, std::move(summary)};
    }
    return past;
}

} // namespace leadsheet::work
