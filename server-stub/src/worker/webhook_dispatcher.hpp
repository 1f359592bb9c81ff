// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"
#include "webhook/delivery.hpp"
#include "worker/long_work.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <thread>
#include <vector>

namespace leadsheet::server::api {
struct Context;
}

namespace leadsheet::server::worker {

/// Who may have how many attempts under way, so that endpoints that hang cannot take the place of
/// those that answer: an endpoint starts with two, gets one more with each success up to sixteen,
/// and falls back to one when it fails; and those that have not answered lately may use at most
/// half of all places together. When half of these are taken, an account gets no more than eight.
/// Thread-safe.
class EndpointSlots {
public:
    static constexpr int kAll = 256;
    static constexpr int kUnproven = kAll / 2;
    static constexpr int kForAnyAccount = kUnproven / 2;
    static constexpr int kUnprovenOfAccount = 8;
    static constexpr int kFirst = 2;
    static constexpr int kMax = 16;

    /// Of these the ones that have a place free, in the order in which they are to be served: first
    /// those of accounts that keep the fewest places waiting for an answer, and of these the ones
    /// that were served longest ago.
    std::vector<store::DueWebhook> inTurn(std::vector<store::DueWebhook> due) const;
    /// How many more attempts may begin now.
    int free(const store::DueWebhook& webhook) const;
    void begin(const store::DueWebhook& webhook, std::int64_t delivery);
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
        std::int64_t served = 0; ///< the number of its last attempt among all
    };

    /// As it is known here, or else as the database says.
    Endpoint known(const store::DueWebhook& webhook) const;
    /// Places of this account that wait for endpoints which have not answered lately.
    int unprovenOf(const store::AccountId& account) const;
    int freeOf(const Endpoint& endpoint, const store::AccountId& account) const;

    mutable std::mutex mutex_;
    std::map<std::int64_t, Endpoint> endpoints_;
    /// Whose unproven place each took; nobody's when its endpoint had answered.
    std::map<std::int64_t, std::optional<store::AccountId>> deliveries_;
    std::map<store::AccountId, int> unprovenOf_;
    int unproven_ = 0;
    std::int64_t attempts_ = 0;
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
        store::WriteScope scope;
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
