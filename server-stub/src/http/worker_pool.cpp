// SPDX-License-Identifier: Apache-2.0
#include "http/worker_pool.hpp"

#include "http/message.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::server::http {

WorkerPool::WorkerPool(unsigned workers, std::size_t maxQueuedRequests, Handler handler,
                       std::shared_ptr<Mailbox> mailbox)
    : maxQueuedRequests_(maxQueuedRequests)
    , handler_(std::move(handler))
    , mailbox_(std::move(mailbox)) {
    for (unsigned i = 0; i < std::max(workers, 1U); ++i) {
        threads_.emplace_back([this] { work(); });
    }
}

WorkerPool::~WorkerPool() {
    std::deque<Job> dropped;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        std::swap(dropped, queue_);
    }
    wakeUp_.notify_all();
    threads_.clear();
}

bool WorkerPool::submitRequest(Job&& job) {
    std::unique_lock lock(mutex_);
    if (queuedRequests_ >= maxQueuedRequests_) {
        return false;
    }
    ++queuedRequests_;
    queue_.push_back(std::move(job));
    wakeAnother(std::move(lock));
    return true;
}

void WorkerPool::submitStream(Job&& job) {
    std::unique_lock lock(mutex_);
    queue_.push_back(std::move(job));
    wakeAnother(std::move(lock));
}

/// One at a time: who has woken up wakes the next one, if there is work for it by then.
void WorkerPool::wakeAnother(std::unique_lock<std::mutex> lock) {
    const bool needed = !queue_.empty() && idle_ > 0 && !waking_;
    waking_ = waking_ || needed;
    lock.unlock(); // it would only wait for the lock
    if (needed) {
        wakeUp_.notify_one();
    }
}

void WorkerPool::work() {
    for (;;) {
        std::unique_lock lock(mutex_);
        while (queue_.empty() && !stopping_) {
            ++idle_;
            wakeUp_.wait(lock);
            --idle_;
            waking_ = false;
        }
        if (stopping_) {
            return;
        }
        Job job = std::move(queue_.front());
        queue_.pop_front();
        if (!job.source) {
            --queuedRequests_;
        }
        wakeAnother(std::move(lock));
        run(std::move(job));
    }
}

void WorkerPool::run(Job job) {
    if (!job.source && job.responder.cancelled()) {
        return; // nobody waits for the answer, and nothing has been done yet
    }
    if (!job.source) {
        try {
            handler_(std::move(job.request), std::move(job.responder));
        } catch (...) {
            // The responder was dropped by unwinding, which answers 500 unless it was used before.
        }
        return;
    }
    Delivery delivery;
    delivery.connection = job.connection;
    delivery.exchange = job.exchange;
    try {
        delivery.state = job.source->read(delivery.data, job.wanted);
    } catch (...) {
        delivery.state = BodySource::State::Failed;
    }
    delivery.source = std::move(job.source);
    mailbox_->post(std::move(delivery));
}

void Mailbox::open(std::function<void()> wake) {
    const std::lock_guard lock(mutex_);
    wake_ = std::move(wake);
}

void Mailbox::post(Delivery delivery) {
    const std::lock_guard lock(mutex_);
    if (closed_) {
        return;
    }
    contents_.deliveries.push_back(std::move(delivery));
    if (contents_.deliveries.size() == 1) {
        wake_();
    }
}

void Mailbox::requestStop(std::chrono::milliseconds drain) {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
        contents_.stop = drain;
        wake_();
    }
}

void Mailbox::close() {
    Contents dropped;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    std::swap(dropped, contents_);
}

Mailbox::Contents Mailbox::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(contents_, Contents());
}

ResponderState::ResponderState(std::weak_ptr<Mailbox> mailbox, std::uint64_t connection,
                               std::uint64_t exchange,
                               std::shared_ptr<const std::atomic<bool>> cancelled)
    : mailbox_(std::move(mailbox))
    , connection_(connection)
    , exchange_(exchange)
    , cancelled_(std::move(cancelled)) {}

ResponderState::~ResponderState() {
    if (!sent_.exchange(true)) {
        Delivery delivery;
        delivery.unanswered = true;
        post(std::move(delivery));
    }
}

void ResponderState::send(Response response) {
    if (!sent_.exchange(true)) {
        Delivery delivery;
        delivery.response = std::move(response);
        post(std::move(delivery));
    }
}

void ResponderState::post(Delivery delivery) {
    if (const auto mailbox = mailbox_.lock()) {
        delivery.connection = connection_;
        delivery.exchange = exchange_;
        mailbox->post(std::move(delivery));
    }
}

Responder::Responder(std::shared_ptr<ResponderState> state)
    : state_(std::move(state)) {}

void Responder::send(Response response) const {
    if (state_) {
        state_->send(std::move(response));
    }
}

bool Responder::cancelled() const noexcept {
    return !state_ || state_->cancelled();
}

} // namespace leadsheet::server::http
