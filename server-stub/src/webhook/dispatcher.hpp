// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "webhook/attempt.hpp"
#include "webhook/endpoint_slots.hpp"
#include "webhook/long_work.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace leadsheet::server {

namespace api {
struct Context;
}

namespace webhook {

/// Sends what the outbox holds: has leads divided into messages, claims deliveries that are due
/// with a lease, sends them and writes down what became of them, as soon as the database takes it.
/// It may die at any point: another one, of this or another process on the same database, sends
/// again what was not finished. One thread, and LongWork's; waiting for answers needs none.
class Dispatcher {
public:
    explicit Dispatcher(api::Context& context);
    /// Stops egress and store of the context too.
    ~Dispatcher();
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    /// Begins no further attempt and waits for those under way, at most `deadline`. What is left
    /// ends when the context's egress is stopped, and is due again at once. Must outlive the
    /// store's stop(), which writes the last results.
    void stop(std::chrono::milliseconds deadline);

    /// Attempts under way.
    std::size_t underWay() const { return slots_.count(); }

private:
    /// What is to be written of a claimed delivery, whose place is taken until then.
    struct Outcome {
        std::function<void(store::Tx&)> write;
        std::int64_t webhook = 0;
        std::int64_t delivery = 0;
        bool delivered = false;
        bool told = false; ///< the log knows that it waits
    };

    void run(const std::stop_token& stop);
    void wake();
    std::vector<store::WebhookDelivery> claim();
    std::vector<Attempt> prepare(std::vector<store::WebhookDelivery> claimed);
    void send(Attempt attempt);
    void finish(const Attempt& attempt, const egress::Result& answer);
    /// Due again at once.
    void giveBack(const store::WebhookDelivery& claimed);
    void keep(const std::shared_ptr<Outcome>& outcome);
    void kept(const std::shared_ptr<Outcome>& outcome, const store::StoreResult<void>& written);
    void keepWaiting();

    api::Context& context_;
    EndpointSlots slots_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool wake_ = false;
    bool stopped_ = false;
    std::vector<std::shared_ptr<Outcome>> waiting_; ///< until the database takes them
    std::jthread thread_;
    LongWork longWork_;
};

} // namespace webhook
} // namespace leadsheet::server
