// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What a run came to, in the few figures that are asked for first. The window and the command line
/// take them from here. Blocking; any thread.
namespace leadsheet::work {

/// The one thing to do next with a run.
enum class NextStep {
    None,
    Resume, ///< it goes on where it stopped
    Price,  ///< rows wait for a price to be seen, or for a new limit
    Fix,    ///< rows were refused, or cannot be ordered as they stand
    Answer, ///< rows wait for a word: see RunSummary::toAnswer
    Orders, ///< nothing is left to do but to look at what was ordered
};

/// Each row is counted in one of these, or it is left out.
struct RunFigures {
    std::int64_t placed = 0;
    std::int64_t toFix = 0;     ///< refused, or not to be ordered as they stand
    std::int64_t unknown = 0;   ///< sent, without an answer that says what came of it
    std::int64_t toRetry = 0;   ///< sent and certainly not ordered; sent again
    std::int64_t notSent = 0;   ///< queued or ready
    std::int64_t committed = 0; ///< submit::RunTotals::committed(), in minor units

    /// The rows that are left: what a resume would send, and what waits for an approval.
    std::int64_t left() const { return unknown + toRetry + notSent; }

    friend bool operator==(const RunFigures&, const RunFigures&) = default;
};

/// The rows that RunFigures::toFix counts.
std::vector<submit::RowState> toFixStates();
RunFigures figuresOf(const submit::RunTotals& totals);

struct RunSummary : RunFigures {
    /// Left out until the person says that they are wanted all the same: ordered before, or changed
    /// since they were ordered.
    std::int64_t toAnswer = 0;
    std::int64_t leftOut = 0; ///< the other skipped rows, and those that have their order already
    std::int64_t alreadyOrdered = 0; ///< of those left out: their order is of an earlier run
    std::string currency;
    NextStep next = NextStep::None;

    friend bool operator==(const RunSummary&, const RunSummary&) = default;
};

Result<RunSummary> summaryOf(const submit::Ledger& ledger, const submit::RunInfo& run);

/// What was last ordered of a sheet.
struct SheetPast {
    submit::RunId run;
    WallTime at; ///< when that run was made
    RunSummary summary;
};

/// For each of these sheets (absolute paths) its newest run for an account that was more than a
/// plan; nothing for a sheet without one.
Result<std::vector<std::optional<SheetPast>>> pastOf(const submit::Ledger& ledger,
                                                     const submit::AccountRef& account,
                                                     std::span<const std::string> sheets);

} // namespace leadsheet::work
