// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"
#include "row_groups.hpp"

#include "leadsheet/submit/results.hpp"

namespace leadsheet::cli {

class Console;

/// Rows of a run that were ordered with other details, of those that `filter` names: each with its
/// order and what it asked for before and asks for now; as JSON one line each.
Outcome<void> sayChanges(Console& console, const submit::Ledger& ledger, submit::RunId run,
                         submit::RowFilter filter, bool severalTabs);

/// The same for those that are left out of the order because of that.
Outcome<void> sayLeftOutChanges(Console& console, const submit::Ledger& ledger, submit::RunId run,
                                const work::LeftOut& left);

} // namespace leadsheet::cli
