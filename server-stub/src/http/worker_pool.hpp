// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"
#include "http/message.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace leadsheet::server::http {

/// A request for the handler, or a streamed body that should produce its next piece.
struct Job {
    Request request;
    Responder responder;

    std::unique_ptr<BodySource> source;
    std::size_t wanted = 0;
    std::uint64_t connection = 0;
    std::uint64_t exchange = 0;
};

/// Something for the I/O thread from another thread: an answer, or a piece of a streamed body.
struct Delivery {
    std::uint64_t connection = 0;
    std::uint64_t exchange = 0;
    std::optional<Response> response;
    bool unanswered = false; ///< the last Responder went away without an answer

    std::unique_ptr<BodySource> source;
    std::string data;
    BodySource::State state = BodySource::State::More;
};

/// The gate between worker threads and the I/O thread. Once closed, everything posted is dropped,
/// so whoever holds the mailbox may outlive the server.
class Mailbox {
public:
    // Any thread.
    void post(Delivery delivery);
    void requestStop(std::chrono::milliseconds drain);
    void close();

    // The I/O thread.
    /// `wake` is called on any thread, and no longer after close(), when take() has something.
    void open(std::function<void()> wake);
    struct Contents {
        std::vector<Delivery> deliveries;
        std::optional<std::chrono::milliseconds> stop;
    };
    Contents take();

private:
    std::mutex mutex_;
    std::function<void()> wake_ = [] {
    };
    bool closed_ = false;
    Contents contents_;
};

/// What the copies of a Responder share: it ends with the last of them.
class ResponderState {
public:
    /// `cancelled` is also the connection's, which sets it when nobody waits any more.
    ResponderState(std::weak_ptr<Mailbox> mailbox, std::uint64_t connection, std::uint64_t exchange,
                   std::shared_ptr<const std::atomic<bool>> cancelled);
    ~ResponderState();
    ResponderState(const ResponderState&) = delete;
    ResponderState& operator=(const ResponderState&) = delete;

    void send(Response response);
    bool cancelled() const noexcept { return cancelled_->load(std::memory_order_acquire); }

private:
    void post(Delivery delivery);

    const std::weak_ptr<Mailbox> mailbox_;
    const std::uint64_t connection_;
    const std::uint64_t exchange_;
    const std::shared_ptr<const std::atomic<bool>> cancelled_;
    std::atomic<bool> sent_{false};
};

/// The threads that run handlers and read streamed bodies, with one bounded queue.
class WorkerPool {
public:
    WorkerPool(unsigned workers, std::size_t maxQueuedRequests, Handler handler,
               std::shared_ptr<Mailbox> mailbox);
    /// Drops what is queued and waits for what runs.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// False, and the job left alone, when the queue is full.
    bool submitRequest(Job&& job);
    /// Never refused: answers already begun must go on, and there is at most one per connection.
    void submitStream(Job&& job);

private:
    void work();
    void run(Job job);
    void wakeAnother(std::unique_lock<std::mutex> lock);

    const std::size_t maxQueuedRequests_;
    const Handler handler_;
    const std::shared_ptr<Mailbox> mailbox_;

    std::mutex mutex_;
    std::condition_variable wakeUp_;
    bool stopping_ = false;
    std::size_t idle_ = 0;
    bool waking_ = false; ///< somebody was told to wake up and has not yet
    std::size_t queuedRequests_ = 0;
    std::deque<Job> queue_;
    std::vector<std::jthread> threads_; ///< last: stopped before the rest goes
};

} // namespace leadsheet::server::http
