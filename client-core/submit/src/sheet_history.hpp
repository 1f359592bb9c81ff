// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The runs of one sheet over time. A run never competes with its own past (product rules, "Row
/// identity").
namespace leadsheet::submit::detail {

/// See Ledger::earlierRuns.
std::vector<EarlierRun> earlierRuns(Database& database, std::int64_t planned);

/// The newest approved run of the same sheet that came after this one.
std::optional<RunId> newerRun(Database& database, std::int64_t run);

/// Retires the rows of `earlier` that were not sent and that the sheet of `run` no longer has as
/// they were.
void retire(Database& database, std::int64_t earlier, std::int64_t run, WallTime now);

/// See Ledger::giveUp.
Ledger::GivenUp giveUp(Database& database, std::int64_t run, WallTime now);

/// Runs whose last row went elsewhere have nothing left to do.
void finishEmptied(Database& database, const std::set<std::int64_t>& runs, WallTime now);

} // namespace leadsheet::submit::detail
