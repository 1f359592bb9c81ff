// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/client.hpp"
#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/submission.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

namespace leadsheet::work {

/// A ledger with the right to run. Belongs to one thread.
struct RunLedger {
    std::unique_ptr<submit::Ledger> ledger; ///< at a fixed address: the submission refers to it
    std::unique_ptr<submit::Submission> submission;

    const submit::RunLock& lock() const { return submission->lock(); }
};

/// Tells a ledger that is open and locked the account, and makes a submission over it.
Result<RunLedger> beginRuns(std::unique_ptr<submit::Ledger> ledger, submit::RunLock lock,
                            const Client& client, const submit::AccountRef& account,
                            const submit::SubmissionOptions& options = {});

/// Opens the ledger, takes the run lock (ledger_locked while another program has it), then as
/// beginRuns(). Blocks.
Result<RunLedger> openRunLedger(const std::filesystem::path& file, const Client& client,
                                const submit::AccountRef& account);

/// For looking only; works while another program runs.
Result<submit::Ledger> openToRead(const std::filesystem::path& file);

/// A plan that is removed in the end, with `copy`, the sheet where that is a copy of ours, unless
/// it was approved or kept meanwhile. The ledger outlives it.
class PendingPlan {
public:
    PendingPlan(RunLedger& held, submit::RunId run, std::filesystem::path copy = {})
        : plan_(held.ledger.get(), {held.submission.get(), run, std::move(copy)}) {}

    void keep() { [[maybe_unused]] auto* const kept = plan_.release(); }
    void keepCopy() { plan_.get_deleter().copy.clear(); }

private:
    struct Remove {
        const submit::Submission* submission = nullptr;
        submit::RunId run;
        std::filesystem::path copy;
        void operator()(submit::Ledger* ledger) const;
    };
    std::unique_ptr<submit::Ledger, Remove> plan_;
};

/// Whether a run is a plan that was never approved. Such a plan lives as long as what made it: it
/// is not shown, and the next program that takes the run lock removes what a killed one left
/// behind.
bool isOnlyPlanned(const submit::RunInfo& run);
/// Removes these plans. Nobody is working on one: the caller holds the lock.
void removeLeftoverPlans(submit::Ledger& ledger, const submit::RunLock& lock);

/// A run whose next rows need a word from the person: a price to look at, or a new cap. Everything
/// else was approved before.
bool needsApproval(const submit::RunInfo& run);

/// The newest run of an account that a resume would go on with. An approved run while somebody
/// holds the lock is about to begin elsewhere.
Result<std::optional<submit::RunInfo>> unfinishedRun(const submit::Ledger& ledger,
                                                     const submit::AccountRef& account);

} // namespace leadsheet::work
