// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"

#include <memory>

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
    class Impl;
    explicit RunPlanner(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::submit
