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

struct GivenUp : submit::Ledger::GivenUp {
    std::int64_t turnedOutOrdered = 0; ///< rows of unknown outcome that are orders
};

/// Gives up for good what a run has left. Rows of unknown outcome are asked about first; when the
/// service does not say, that is the error, and nothing is given up.
Result<GivenUp> giveUpRest(RunLedger& held, submit::RunId run, const std::stop_token& stop);

} // namespace leadsheet::work
