// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/pace_gate.hpp"

#include "leadsheet/messages/service.hpp"

namespace leadsheet {

PaceGate::PaceGate(PacerOptions options, std::shared_ptr<Clock> clock)
    : clock_(std::move(clock))
    , pacer_(std::move(options)) {}

std::variant<PaceTicket, PaceWait> PaceGate::tryAcquire() {
    const std::lock_guard lock(mutex_);
    return pacer_.tryAcquire(clock_->now());
}

Result<PaceTicket> PaceGate::acquire(const std::stop_token& stop, SteadyTime deadline) {
    std::unique_lock lock(mutex_);
    while (true) {
        if (stop.stop_requested()) {
            Error error =
                localError(ErrorCode::Cancelled, {messages::service::cancelledBeforeSent()});
            error.stop = StopReason::Cancelled;
            return failure(std::move(error));
        }
        const SteadyTime now = clock_->now();
        const auto answer = pacer_.tryAcquire(now);
        if (const auto* ticket = std::get_if<PaceTicket>(&answer))
            return *ticket;
        const SteadyTime until = std::get<PaceWait>(answer).time;
        const bool untilSettled = until == SteadyTime::max();
        if (now >= deadline || (!untilSettled && until >= deadline)) {
            Error error =
                localError(ErrorCode::ClientTimeout, {messages::service::requestBudgetUsedUp(),
                                                      messages::service::callNotSent()});
            error.stop = StopReason::Deadline;
            if (!untilSettled)
                error.retryAfter = std::chrono::ceil<std::chrono::milliseconds>(until - now);
            return failure(std::move(error));
        }
        clock_->wait(lock, changed_, std::min(until, deadline), stop);
    }
}

void PaceGate::settle(const PaceTicket& ticket, const PaceAnswer& answer) {
    {
        const std::lock_guard lock(mutex_);
        pacer_.settle(ticket, answer, clock_->now());
    }
    changed_.notify_all();
}

void PaceGate::release(const PaceTicket& ticket) {
    {
        const std::lock_guard lock(mutex_);
        pacer_.release(ticket);
    }
    changed_.notify_all();
}

PacerMemory PaceGate::remember() const {
    const std::lock_guard lock(mutex_);
    return pacer_.remember(clock_->now(), clock_->wallNow());
}

void PaceGate::recall(const PacerMemory& memory) {
    const std::lock_guard lock(mutex_);
    pacer_.recall(memory, clock_->now(), clock_->wallNow());
}

PacerView PaceGate::view() const {
    const std::lock_guard lock(mutex_);
    return pacer_.view(clock_->now());
}

} // namespace leadsheet
