// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/work/planning.hpp"

/// What is done with a run once its prices are known, and what decides about it. Blocking; under
/// the run lock.
namespace leadsheet::work {

/// Why this account may not touch the run: its rows are another account's, and this one would pay
/// for them. Nothing when it may.
std::optional<Message> notOfAccount(const submit::RunInfo& run, const submit::AccountRef& account);

/// Why the run does not go on without a word from the person: a later run of its sheet exists,
/// other than `seen`. Nothing when it may.
std::optional<Message> olderThanAnother(const submit::RunInfo& run,
                                        std::optional<submit::RunId> seen);

/// Finishes a run that has nothing left to send once it is priced, so that the ledger has the
/// orders that pricing found: a plan only when it found more than the `known` ones (absent = in any
/// case), a run that was approved before always. Whether it did.
Result<bool> keepFoundOrders(RunLedger& held, const Pricing& price,
                             std::optional<std::int64_t> known);

struct GivenUp : submit::Ledger::GivenUp {
    std::int64_t turnedOutOrdered = 0; ///< rows of unknown outcome that are orders
};

/// Gives up for good what a run has left. Rows of unknown outcome are asked about first; when the
/// service does not say, that is the error, and nothing is given up.
Result<GivenUp> giveUpRest(RunLedger& held, submit::RunId run, const std::stop_token& stop,
                           submit::RunObserver* observer = nullptr);

} // namespace leadsheet::work
