// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.hpp"
#include "leadsheet/pacer.hpp"
#include "leadsheet/submit/said.hpp"
#include "ledger_store.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::submit::detail {

/// The ledger's own number of an account; keys are compared only within it. Makes one of what is
/// known under addresses once the service tells who it is.
std::int64_t accountNumber(Database& database, const AccountRef& account);
/// The numbers of what accountNumber() would make one account; only reads. Empty when the ledger
/// does not know it.
std::vector<std::int64_t> accountNumbers(Database& database, const AccountRef& account);
/// See Ledger::accountAt.
std::optional<AccountRef> accountAt(Database& database, const std::string& baseUrl,
                                    const std::string& accountId);
/// 0 when there is no such run.
std::int64_t accountOfRun(Database& database, std::int64_t run);

/// Whichever orders the prices name are agreed to once, when they are first named.
void forgetAllowedAll(Database& database, std::int64_t run);

/// `wholeSheet`: the rows are all that the sheet has, so what is missing is no longer in it.
std::int64_t insertRun(Database& database, const RunSpec& spec, std::int64_t account, WallTime now,
                       bool wholeSheet);
/// Throws not_found.
RunInfo loadRun(Database& database, std::int64_t run);
/// The newest `limit` runs, newest first, until `visit` says false; `held`: somebody holds the run
/// lock.
void visitRuns(Database& database, std::size_t limit, bool withRowsLeft, bool held,
               const std::function<bool(RunInfo)>& visit);
RunTotals loadTotals(Database& database, std::int64_t run);
std::vector<ProductTotal> loadProductTotals(Database& database, std::int64_t run);

void setRunState(Database& database, std::int64_t run, RunState state, PauseReason reason,
                 const Said& detail, WallTime now);
void setRunOptions(Database& database, std::int64_t run, const std::string& options);
void setCap(Database& database, std::int64_t run, std::int64_t cap);
void setComparedWith(Database& database, std::int64_t run, std::int64_t other);
std::optional<std::int64_t> comparedWith(Database& database, std::int64_t run);
/// With all that belongs to it. In a transaction of the caller, WithoutForeignKeys around it.
void deleteRun(Database& database, std::int64_t run);

/// Rows left Sending by a crash become Unknown, their runs interrupted, and half-made plans go.
/// For the holder of the run lock, which sends nothing yet.
void recover(Database& database, WallTime now);

void savePacing(Database& database, std::int64_t account, const PacerMemory& memory);
PacerMemory loadPacing(Database& database, std::int64_t account);

} // namespace leadsheet::submit::detail
