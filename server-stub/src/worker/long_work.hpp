// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace leadsheet::server::api {
struct Context;
}

namespace leadsheet::server::worker {

/// What is too long for one transaction or request, a piece at a time so that it delays nobody.
/// Deliveries that began go on when their request is gone (api::moveDeliveries).
/// Leads that are to be sent are divided into messages of the outbox, an order in one transaction:
/// those of orders that were delivered, and, while no order waits, those that sweeps over an
/// account find. Deliveries are held, recovered and removed, where they are many. All of it stands
/// in the database: it may die at any point, and any number of processes may do it.
class LongWork {
public:
    /// `queued` is called on its thread when messages were queued. Without a thread it works in
    /// turn() only.
    LongWork(api::Context& context, std::function<void()> queued, bool ownThread = true);
    ~LongWork();
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;

    /// Ends after what is under way.
    void stop();
    /// One round on the caller's thread, where it has none; whether there was anything to do.
    bool turn(const std::stop_token& stop = {});

private:
    void run(const std::stop_token& stop);
    /// Whether there was anything to do.
    bool divideWaiting(const std::stop_token& stop);
    bool divide(const store::FanOut& fanOut);
    bool moveSweeps(const std::stop_token& stop);
    bool move(const store::LeadSweep& sweep);

    api::Context& context_;
    store::AccountId reached_; ///< by moveDeliveries(); the thread's own
    const std::function<void()> queued_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

} // namespace leadsheet::server::worker
