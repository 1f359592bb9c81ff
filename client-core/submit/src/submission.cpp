// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/submission.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "quoting.hpp"
#include "run_table.hpp"
#include "submission_run.hpp"

namespace leadsheet::submit {

struct Submission::Parts {
    Ledger& ledger;
    RunLock lock;
    std::shared_ptr<OrderService> service;
    std::shared_ptr<Clock> clock;
    std::shared_ptr<Rng> rng;
    SubmissionOptions options;
};

void RunControl::request(Request wanted) {
    Request present = request_.load();
    // Stopping and cancelling go beyond pausing; nothing goes back.
    while (wanted > present && !request_.compare_exchange_weak(present, wanted)) {
    }
    const std::lock_guard lock(mutex_);
    if (wake_)
        wake_();
}

void RunControl::cancel() {
    cancel_.request_stop();
    request(Request::Cancel);
}

Submission::Submission(Ledger& ledger, RunLock lock, std::shared_ptr<OrderService> service,
                       std::shared_ptr<Clock> clock, std::shared_ptr<Rng> rng,
                       SubmissionOptions options)
    : parts_(std::make_unique<Parts>(Parts{ledger, std::move(lock), std::move(service),
                                           std::move(clock), std::move(rng), options})) {}

Submission::~Submission() = default;
Submission::Submission(Submission&&) noexcept = default;
Submission& Submission::operator=(Submission&&) noexcept = default;

const RunLock& Submission::lock() const {
    return parts_->lock;
}

Result<QuoteSummary> Submission::quote(RunId id, const std::stop_token& stop,
                                       RunObserver* observer) {
    return detail::quoteRun(
        {parts_->ledger.store(), *parts_->service, *parts_->clock, *parts_->rng, parts_->options},
        id, stop, observer);
}

Result<Settled> Submission::settle(RunId id, const std::stop_token& stop, RunObserver* observer) {
    return detail::guarded([&] {
        detail::LedgerStore& store = parts_->ledger.store();
        static_cast<void>(detail::loadRun(store.database(), id.value));
        return detail::settleRun(
            {store, *parts_->service, *parts_->clock, *parts_->rng, parts_->options}, id, stop,
            observer);
    });
}

Result<RunInfo> Submission::approve(RunId id, const Approval& approval) {
    return detail::guarded([&] {
        detail::approveRun(parts_->ledger.store(), id, approval);
        return detail::loadRun(parts_->ledger.store().database(), id.value);
    });
}

Result<RunReport> Submission::run(RunId id, RunControl& control, RunObserver* observer) {
    return detail::guarded([&] {
        detail::LedgerStore& store = parts_->ledger.store();
        // Also here and not only when the lock is taken: an earlier run() of this process may have
        // ended with a failing disk.
        detail::recover(store.database(), store.now());
        const RunInfo run = detail::loadRun(store.database(), id.value);
        if (run.state == RunState::Planned && run.totals.unsettled() == 0) {
            throw detail::StorageFailure(
                localError(ErrorCode::InvalidArgument,
                           {messages::ledger::runNotApproved(std::to_string(id.value)),
                            messages::ledger::priceAndApproveFirst()}));
        }
        SubmissionRun engine(
            {store, *parts_->service, *parts_->clock, *parts_->rng, parts_->options}, run, control,
            observer);
        return engine.execute();
    });
}

} // namespace leadsheet::submit
