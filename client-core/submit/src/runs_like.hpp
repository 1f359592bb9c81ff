// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <vector>

namespace leadsheet::submit::detail {

/// An approved run of the sheet that a plan is of.
struct RunLike {
    std::int64_t run = 0;
    bool kept = false; ///< the sheet still has some of its ordered rows
};

/// The runs in `ledger` that say what was ordered of the sheet of `run`, newest first: the newest
/// that ordered something, and those before it as long as all after them are of some rows of the
/// sheet. Runs of other files count only where the sheet's own ordered nothing: those of its name
/// and columns that have a row of it, and those of its name or columns that have half of theirs in
/// it. `plans` has the rows of `run`, and what the ledger knows of their keys and marks; it may be
/// the ledger.
std::vector<RunLike> runsLike(Database& ledger, const std::vector<std::int64_t>& accounts,
                              Database& plans, const RunSpec& spec, std::int64_t run);

} // namespace leadsheet::submit::detail
