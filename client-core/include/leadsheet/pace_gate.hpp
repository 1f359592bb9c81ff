// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/pacer.hpp"
#include "leadsheet/result.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <variant>

namespace leadsheet {

/// A Pacer shared by the threads of one client. Thread-safe; never sleeps while holding its lock.
class PaceGate {
public:
    PaceGate(PacerOptions options, std::shared_ptr<Clock> clock);

    /// Never blocks.
    std::variant<PaceTicket, PaceWait> tryAcquire();
    /// Blocks until a request may go. ErrorCode::Cancelled on a stop request;
    /// ErrorCode::ClientTimeout with StopReason::Deadline at once when the wait would end at or
    /// after `deadline`.
    Result<PaceTicket> acquire(const std::stop_token& stop,
                               SteadyTime deadline = SteadyTime::max());

    void settle(const PaceTicket& ticket, const PaceAnswer& answer);
    void release(const PaceTicket& ticket);

    PacerMemory remember() const;
    void recall(const PacerMemory& memory);
    PacerView view() const;

private:
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::shared_ptr<Clock> clock_;
    Pacer pacer_;
};

} // namespace leadsheet
