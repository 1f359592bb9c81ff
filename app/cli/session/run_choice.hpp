// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"
#include "run_execution.hpp"

#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::cli {

/// The run with that number, or the newest one that `fits`. `none` is the failure when there is
/// none.
Outcome<submit::RunInfo> chooseRun(const Context& context, const submit::Ledger& ledger,
                                   std::int64_t number,
                                   const std::function<bool(const submit::RunInfo&)>& fits,
                                   Failure none);

/// Refuses a run of another account than the connected one.
Outcome<void> checkAccount(const Context& context, const submit::RunInfo& run,
                           const submit::AccountRef& account);

/// Whether a run that was named for allowOlderRun() is the newest of the sheet; 0 = none was. What
/// is typed wrong is said before anything is asked of the service.
Outcome<void> checkBeside(const submit::RunInfo& run, std::int64_t beside);

/// What is left of a run costs money although a newer run of its sheet exists: that is a new
/// question. `beside`: the newer run, as it was named for that; 0 = none was. `command` is what the
/// person gave, without that option.
Outcome<void> allowOlderRun(Context& context, const submit::RunInfo& run, std::int64_t beside,
                            const std::string& command);

/// Refuses `named` (numbers as typed) of which the ledger has no run.
Outcome<void> checkReplaced(const Context& context, const submit::Ledger& ledger,
                            const std::vector<std::string>& named);

/// Names of the tabs that a run was made from, in its order; empty when it does not say.
std::vector<std::string> tabsOf(const submit::RunInfo& run);
/// Whether rows of the run are only told apart by tab and number.
bool hasSeveralTabs(const submit::RunInfo& run);

/// Rows that earlier runs of the sheet have left go with the approval of what is priced: a run
/// never competes with its own past. Says how many and for how much. Where it is not sure that a
/// run was of this sheet, it has to be `named` (numbers as typed), or the person is asked, but not
/// in a rehearsal. A number that is not such a run is a usage failure.
Outcome<void> replaceEarlier(Context& context, const RunSession& session,
                             const work::Pricing& price, const std::vector<std::string>& named,
                             SpendLimit& limit, bool rehearsal = false);

} // namespace leadsheet::cli
