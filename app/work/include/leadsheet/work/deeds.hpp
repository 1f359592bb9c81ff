// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/work/pricing.hpp"

#include "leadsheet/submit/planner.hpp"

/// What is done with a run once its prices are known, and what decides about it. Blocking; under
/// the run lock.
namespace leadsheet::work {

/// Whether pricing found orders under the keys of the rows that the ledger did not know. `planned`
/// is from before it.
bool foundOrders(const Pricing& price, const submit::PlanSummary& planned);

/// Finishes a priced plan in which nothing is left to send: from then on the ledger has the orders
/// that pricing found.
Result<void> keepFoundOrders(RunLedger& held, submit::RunId run);

} // namespace leadsheet::work
