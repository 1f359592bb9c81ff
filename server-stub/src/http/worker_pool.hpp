// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"
#include "http/mailbox.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
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
    void push(Job&& job);

    const std::size_t maxQueuedRequests_;
    const Handler handler_;
    const std::shared_ptr<Mailbox> mailbox_;

    std::mutex mutex_;
    std::condition_variable wakeUp_;
    bool stopping_ = false;
    std::size_t idle_ = 0;
    std::size_t queuedRequests_ = 0;
    std::deque<Job> queue_;
    std::vector<std::jthread> threads_; ///< last: stopped before the rest goes
};

} // namespace leadsheet::server::http
