// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"
#include "webhook/delivery.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <vector>

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

/// Who may have how many attempts under way, so that endpoints that hang cannot take the place of
/// those that answer: an endpoint starts with two, gets one more with each success up to sixteen,
/// and falls back to one when it fails; and those that have not answered lately may together use at
/// most half of all places. Thread-safe.
class EndpointSlots {
public:
    static constexpr int kAll = 256;
    static constexpr int kUnproven = kAll / 2;
    static constexpr int kFirst = 2;
    static constexpr int kMax = 16;

    /// How many more attempts may begin now.
    int free(std::int64_t webhook) const;
    void begin(std::int64_t webhook, std::int64_t delivery);
    /// Frees the place. What `delivered` says counts for the future.
    void end(std::int64_t webhook, std::int64_t delivery, bool delivered);

    /// Deliveries of all endpoints that are under way.
    std::set<std::int64_t> underWay() const;
    std::size_t count() const;

private:
    struct Endpoint {
        int inFlight = 0;
        int allowed = kFirst;
        bool proven = false;
    };

    mutable std::mutex mutex_;
    std::map<std::int64_t, Endpoint> endpoints_;
    std::map<std::int64_t, bool> deliveries_; ///< whether it took an unproven place
    int unproven_ = 0;
};

/// Sends what the outbox holds: has leads divided into messages, claims deliveries that are due
/// with a lease, sends them and writes down what became of them, as soon as the database takes it.
/// It may die at any point: another one, of this or another process on the same database, sends
/// again what was not finished. One thread, and LongWork's; waiting for answers needs none.
class WebhookDispatcher {
public:
    /// Begins a request, as egress::Client::send().
    using Sender = std::function<void(egress::Request, egress::Client::Completion)>;

    explicit WebhookDispatcher(api::Context& context);
    /// Without threads, for a simulation: works in turn() only, and `sender` has the network's
    /// place. Completions must come on the thread of the turns.
    WebhookDispatcher(api::Context& context, Sender sender);
    /// Stops egress and store of the context too.
    ~WebhookDispatcher();
    WebhookDispatcher(const WebhookDispatcher&) = delete;
    WebhookDispatcher& operator=(const WebhookDispatcher&) = delete;

    /// Begins no further attempt and waits for those under way, at most `deadline`. What is left
    /// ends when the context's egress is stopped, and is due again at once. Must outlive the
    /// store's stop(), which writes the last results.
    void stop(std::chrono::milliseconds deadline);

    /// One round on the caller's thread, where it has none; whether LongWork had anything to do.
    bool turn();

    /// Attempts under way.
    std::size_t underWay() const { return slots_.count(); }

private:
    /// What is to be written of a claimed delivery, whose place is taken until then.
    struct Outcome {
        std::function<void(store::Tx&)> write;
        std::int64_t webhook = 0;
        std::int64_t delivery = 0;
        bool delivered = false;
        bool logged = false; ///< the log says that it waits
    };

    void run(const std::stop_token& stop);
    void sendDue();
    void wake();
    std::vector<store::WebhookDelivery> claim();
    std::vector<webhook::Attempt> prepare(std::vector<store::WebhookDelivery> claimed);
    void send(webhook::Attempt attempt);
    void finish(const webhook::Attempt& attempt, const egress::Result& answer);
    /// Due again at once.
    void giveBack(const store::WebhookDelivery& claimed);
    void keep(const std::shared_ptr<Outcome>& outcome);
    void kept(const std::shared_ptr<Outcome>& outcome, const store::StoreResult<void>& written);
    void keepWaiting();

    api::Context& context_;
    const Sender sender_;
    EndpointSlots slots_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool wake_ = false;
    bool stopped_ = false;
    std::vector<std::shared_ptr<Outcome>> waiting_; ///< until the database takes them
    std::jthread thread_;
    LongWork longWork_;
};

} // namespace leadsheet::server::worker
