// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/try.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/submit/order_service.hpp"

namespace leadsheet::work {

using submit::RowState;
using submit::RunState;

Result<RunLedger> beginRuns(std::unique_ptr<submit::Ledger> ledger, submit::RunLock lock,
                            const Client& client, const submit::AccountRef& account,
                            const submit::SubmissionOptions& options) {
    LEADSHEET_TRY_DONE(ledger->identify(account, lock));
    RunLedger runs;
    runs.ledger = std::move(ledger);
    runs.submission = std::make_unique<submit::Submission>(*runs.ledger, std::move(lock),
                                                           submit::serviceOver(client),
                                                           systemClock(), systemRng(), options);
    return runs;
}

Result<RunLedger> openRunLedger(const std::filesystem::path& file, const Client& client,
                                const submit::AccountRef& account) {
    LEADSHEET_TRY(auto opened, submit::Ledger::open(file));
    auto ledger = std::make_unique<submit::Ledger>(std::move(opened));
    LEADSHEET_TRY(auto lock, ledger->lock());
    return beginRuns(std::move(ledger), std::move(lock), client, account);
}

void PendingPlan::Remove::operator()(submit::Ledger* ledger) const {
    // A run that was approved is not removed; a plan that cannot be is only clutter.
    std::error_code ignored;
    if (ledger->discard(run, submission->lock()) && !copy.empty())
        std::filesystem::remove(copy, ignored);
}

Result<submit::Ledger> openToRead(const std::filesystem::path& file) {
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false; // checked whenever a run begins
    return submit::Ledger::open(file, options);
}

bool isOnlyPlanned(const submit::RunInfo& run) {
    if (run.state != RunState::Planned || run.cap)
        return false;
    const auto record = app::recordOf(run);
    return record && record->droppedUnlessApproved;
}

void removeLeftoverPlans(submit::Ledger& ledger, const submit::RunLock& lock) {
    // Whoever took the lock before removed those that are older.
    constexpr std::size_t kNewest = 100;
    const auto runs = ledger.runs(kNewest);
    if (!runs)
        return;
    for (const submit::RunInfo& run : *runs)
        if (isOnlyPlanned(run)) {
            [[maybe_unused]] const auto removed = ledger.discard(run.id, lock);
        }
}

bool needsApproval(const submit::RunInfo& run) {
    const bool capped =
        run.state == RunState::Paused && run.pauseReason == submit::PauseReason::SpendCap;
    return capped || run.totals.of(RowState::Ready) > 0;
}

Result<std::optional<submit::RunInfo>> unfinishedRun(const submit::Ledger& ledger,
                                                     const submit::AccountRef& account) {
    const bool held = ledger.lockHolder().has_value();
    return ledger.newestRun(
        [&](const submit::RunInfo& run) {
            return (run.interrupted || run.state == RunState::Paused ||
                    (run.state == RunState::Approved && !held)) &&
                   submit::isSameAccount(run.spec.account, account) && run.totals.left() > 0;
        },
        true);
}

} // namespace leadsheet::work
