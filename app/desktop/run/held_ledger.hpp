// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../account/account_session.hpp"

#include "leadsheet/result.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/submission.hpp"

#include <memory>

namespace leadsheet::desktop {

template <class T>
using LaneResult = tl::expected<T, Trouble>;

/// A ledger with the right to run.
struct Held {
    std::unique_ptr<submit::Ledger> ledger; ///< at a fixed address: the submission refers to it
    std::unique_ptr<submit::Submission> submission;

    const submit::RunLock& lock() const { return submission->lock(); }
};

/// Opens the connection's ledger, takes the run lock and tells the ledger the account. Blocks.
LaneResult<Held> hold(const Connected& at);

/// A held ledger and one of its runs as it stands.
struct HeldRun : Held {
    submit::RunInfo run;
};

/// hold() for a run; fails with wrong_account when its rows are another account's, since the one
/// connected would pay for them. Blocks.
LaneResult<HeldRun> holdFor(const Connected& at, submit::RunId run);

/// What of a run is given up. Rows of unknown outcome are asked about first where the run's account
/// is connected; those that stay unknown are left as they are. `at` may be null.
LaneResult<submit::Ledger::GivenUp> giveUpRest(const std::filesystem::path& ledgerFile,
                                               const std::shared_ptr<const Connected>& at,
                                               submit::RunId run, const std::stop_token& stop);

} // namespace leadsheet::desktop
