// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_session.hpp"

#include "leadsheet/work/run_summary.hpp"
#include "leadsheet/work/watched_folder.hpp"

#include <boost/json/object.hpp>
#include <filesystem>
#include <optional>
#include <string>

namespace leadsheet::cli {

/// The person's limit on what a command may spend.
struct SpendLimit {
    std::optional<std::string> maxTotal; ///< --max-total as typed: "500", "8,240.00", "500 USD"
    std::optional<std::int64_t> firstRows;
    /// --max-total is for a day and the sheets of a folder, with what they have spent before.
    std::optional<work::FolderDay> day{};
    bool retire = false;                   ///< see submit::Approval::retire
    std::vector<submit::RunId> replaces{}; ///< see submit::Approval::alsoRetire
};

/// Asks for leave to spend what was quoted and what an earlier approval left queued, then queues
/// the rows under that sum as the run's cap from now on. On a terminal the person types the word;
/// elsewhere --max-total must cover it. Enter alone never spends. The failure (money guard) says
/// that nothing was spent.
Outcome<void> authorise(Context& context, RunSession& session, const Quoted& price,
                        const SpendLimit& limit);

/// Refuses what authorise() would refuse of itself: more than --max-total or the balance.
Outcome<void> checkSpending(const RunSession& session, const Quoted& price,
                            const SpendLimit& limit);

/// Holds the rows that a resume sends without a new word, because they were approved before,
/// against the limit given now.
Outcome<void> allowApproved(const RunSession& session, const submit::RunInfo& run,
                            const SpendLimit& limit);

/// How the results of a run are written.
struct ResultsTarget {
    bool write = true;
    std::filesystem::path output; ///< empty = beside the sheet
};

/// Sends until the run ends or pauses, shows progress, and reports the end with money, reasons,
/// results file and how to go on.
Outcome<ExitCode> execute(Context& context, RunSession& session, submit::RunId run,
                          const ResultsTarget& results);

/// work::keepFoundOrders(), explained.
Outcome<bool> keepFoundOrders(RunSession& session, const work::Pricing& price,
                              std::optional<std::int64_t> known);

/// The last part of execute() alone: counts, money, reasons. `report` may be of an earlier run.
Outcome<void> reportRun(Context& context, const submit::Ledger& ledger, const submit::RunInfo& run);

/// The figures of a run as machines read them: what the window shows at its end.
boost::json::object figuresJson(const work::RunSummary& summary);

ExitCode exitCodeOf(const submit::RunReport& report);

/// Rows of a run or a sheet of which none is ordered now.
struct NothingToDo {
    std::int64_t alreadyOrdered = 0;
    std::int64_t orderedBefore = 0;
    std::int64_t ended = 0;
    std::int64_t changed = 0; ///< since they were ordered
    std::int64_t needsFix = 0;
};
/// The summary of a command that had nothing to do.
boost::json::object nothingToDoJson(const Context& context, const NothingToDo& counts);

} // namespace leadsheet::cli
