// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace leadsheet::submit {

/// How the rows of a plan compare with the ledger (and, after pricing, with the server).
struct PlanSummary {
    RunId run;
    std::int64_t rows = 0;
    std::int64_t fresh = 0;   ///< New
    std::int64_t changed = 0; ///< skipped unless RunSpec::orderChanged
    std::int64_t alreadyOrdered = 0;
    std::int64_t inSheetTwice = 0; ///< skipped unless RunSpec::orderDuplicates
    std::int64_t unfinished = 0;
    std::int64_t orderedBefore = 0; ///< skipped; known after pricing (see Submission::quote)
    std::int64_t ended = 0;         ///< ordered, and ended since
    std::int64_t needsFix = 0;
    std::int64_t gone =
        0; ///< orders of the sheet's earlier runs that are no longer in it (see GoneReader)
    std::optional<RunId> comparedWith; ///< the one of these runs that shares most rows with it
};

/// The plan's numbers as they are now, also after pricing.
Result<PlanSummary> planSummary(const Ledger& ledger, RunId run);

/// Turns a stream of rows into a planned run: derives keys, compares with the ledger, stores.
/// Memory does not grow with the snapshots or bodies (about 100 bytes a row are held to count
/// identical rows). Not thread-safe.
class RunPlanner {
public:
    /// Error invalid_argument when the account is not named. The ledger and the lock must outlive
    /// the planner.
    static Result<RunPlanner> begin(Ledger& ledger, const RunLock& lock, const RunSpec& spec);

    RunPlanner(RunPlanner&&) noexcept;
    RunPlanner& operator=(RunPlanner&&) noexcept;
    /// Without finish() the plan is dropped.
    ~RunPlanner();

    /// Rows in sheet order. Rows are committed in groups; an error leaves the plan unfinished.
    Result<void> add(const RowInput& row);

    /// Checks that References are unique (rows sharing one become Needs Fix) and compares with
    /// earlier runs.
    Result<PlanSummary> finish();

private:
    friend class PlanPreview;
    class Impl;
    explicit RunPlanner(std::unique_ptr<Impl> impl);
    /// A plan in `plans` of what `known`, which is only read, knows of its rows.
    static Result<RunPlanner> beside(const Ledger& known, Ledger& plans, const RunSpec& spec);
    std::unique_ptr<Impl> impl_;
};

/// What a plan of rows would come to: RunPlanner's own work, in a place that goes with this object.
/// The ledger is only read, whoever has its run lock, and is asked for no more than what it knows
/// of these rows. Not thread-safe.
class PlanPreview {
public:
    /// Nothing when the ledger has no row of the account: every row is New. Once `stop` is
    /// requested everything here fails soon, finish() and what is read of its ledger() as well.
    static Result<std::optional<PlanPreview>> begin(Ledger known, const RunSpec& spec,
                                                    const std::stop_token& stop = {});

    PlanPreview(PlanPreview&&) noexcept;
    ~PlanPreview();

    /// As RunPlanner::add().
    Result<void> add(const RowInput& row);
    /// After the last row. Orders that are gone from the sheet are not counted.
    Result<PlanSummary> finish();
    /// The plan and the rows that it refers to, for whatever reads runs. Valid after finish(), as
    /// long as this object.
    const Ledger& ledger() const { return *plans_; }

private:
    PlanPreview(std::unique_ptr<Ledger> known, std::unique_ptr<Ledger> plans, RunPlanner planner);
    std::unique_ptr<Ledger> known_;
    std::unique_ptr<Ledger> plans_;
    RunPlanner planner_; ///< last: it refers to both
};

} // namespace leadsheet::submit
