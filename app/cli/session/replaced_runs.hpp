// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "run_execution.hpp"

#include <string>
#include <vector>

namespace leadsheet::cli {

/// Rows that earlier runs of the sheet have left go with the approval of what is priced: a run
/// never competes with its own past. Says how many and for how much. Where it is not sure that a
/// run was of this sheet, it has to be `named` (numbers as typed), or the person is asked, but not
/// in a rehearsal. A number that is not such a run is a usage failure.
Outcome<void> replaceEarlier(Context& context, const RunSession& session,
                             const work::Pricing& price, const std::vector<std::string>& named,
                             SpendLimit& limit, bool rehearsal = false);

} // namespace leadsheet::cli
