// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"
#include "leadsheet/options.hpp"

#include <QObject>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace leadsheet::desktop {

/// One thread beside the GUI's that does jobs in order and hands each result back to the GUI
/// thread. A result of a job that was cancelled is never delivered, nor one after this object is
/// gone. Belongs to the GUI thread; the destructor asks the running job to stop and waits for it,
/// so jobs must heed their stop token.
class Background : public QObject {
    Q_OBJECT

public:
    Background();
    ~Background() override;

    /// `work(stop)` runs in the other thread, `done(result)` here afterwards. What `work` captures
    /// must not be touched by others until then.
    template <class Work, class Done>
    void run(Work work, Done done) {
        post([work = std::move(work), done = std::move(done)](
                 const std::stop_token& stop) mutable -> std::function<void()> {
            using Value = decltype(work(stop));
            if constexpr (std::is_void_v<Value>) {
                work(stop);
                return [done = std::move(done)]() mutable {
                    done();
                };
            } else {
                auto value = std::make_shared<Value>(work(stop));
                return [value, done = std::move(done)]() mutable {
                    done(std::move(*value));
                };
            }
        });
    }

    /// Stops the running job, forgets the waiting ones, and drops what they would have delivered.
    void cancel();
    /// Lets the jobs go on to their ends, but drops what they would have delivered.
    void letGo();
    /// Jobs that are running, waiting, or about to be delivered.
    bool busy() const { return pending_ > 0; }

signals:
    void busyChanged(bool busy);

private:
    using Job = std::function<std::function<void()>(const std::stop_token&)>;
    struct Entry {
        std::uint64_t epoch;
        Job job;
    };

    void post(Job job);
    void work(const std::stop_token& end);
    void deliver(std::uint64_t epoch, const std::function<void()>& completion);

    // GUI thread only.
    std::uint64_t epoch_ = 0;
    int pending_ = 0;

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::deque<Entry> jobs_;
    std::stop_source current_;
    std::jthread thread_; ///< last: ends before anything it uses
};

/// For a call that a job makes.
CallOptions callUntil(const std::stop_token& stop);
/// A key for one act of the person. The same act sent again must have the same key.
IdempotencyKey newActKey(const char* act);

/// Carries the newest of many values from any thread to the GUI thread: at most one delivery is
/// queued at a time, and values in between are skipped. Lives in the GUI thread; what sender() gave
/// away may outlive it and then does nothing.
template <class Value>
class Latest {
public:
    explicit Latest(std::function<void(const Value&)> receive)
        : state_(std::make_shared<State>()) {
        state_->receive = std::move(receive);
    }
    ~Latest() {
        const std::lock_guard lock(state_->mutex);
        state_->receiver = nullptr;
        state_->receive = nullptr;
    }
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    /// Thread-safe, and cheap enough to call a thousand times a second.
    std::function<void(Value)> sender() const {
        return [state = state_](Value value) {
            const std::lock_guard lock(state->mutex);
            state->value = std::move(value);
            if (state->receiver == nullptr || std::exchange(state->queued, true))
                return;
            QMetaObject::invokeMethod(
                state->receiver, [state] { state->deliver(); }, Qt::QueuedConnection);
        };
    }

    /// Forgets a value that is on its way.
    void drop() {
        const std::lock_guard lock(state_->mutex);
        state_->value.reset();
    }

private:
    struct State {
        std::mutex mutex;
        std::optional<Value> value;
        bool queued = false;
        std::function<void(const Value&)> receive;
        QObject anchor;
        QObject* receiver = &anchor; ///< null once the owner is gone

        void deliver() {
            std::optional<Value> newest;
            std::function<void(const Value&)> receiveNow;
            {
                const std::lock_guard lock(mutex);
                queued = false;
                newest.swap(value);
                receiveNow = receive;
            }
            if (newest && receiveNow)
                receiveNow(*newest);
        }
    };

    std::shared_ptr<State> state_;
};

/// Carries values from any thread to the GUI thread, all of them and in order, many at a time; when
/// more than `most` wait, the oldest are dropped. Lives in the GUI thread; what sender() gave away
/// may outlive it and then does nothing.
template <class Value>
class Inbox {
public:
    Inbox(std::size_t most, std::function<void(std::vector<Value>)> receive)
        : state_(std::make_shared<State>()) {
        state_->most = most;
        state_->receive = std::move(receive);
    }
    ~Inbox() {
        const std::lock_guard lock(state_->mutex);
        state_->receiver = nullptr;
        state_->receive = nullptr;
    }
    Inbox(const Inbox&) = delete;
    Inbox& operator=(const Inbox&) = delete;

    /// Thread-safe.
    std::function<void(Value)> sender() const {
        return [state = state_](Value value) {
            const std::lock_guard lock(state->mutex);
            state->waiting.push_back(std::move(value));
            if (state->waiting.size() > state->most)
                state->waiting.pop_front();
            if (state->receiver == nullptr || std::exchange(state->queued, true))
                return;
            QMetaObject::invokeMethod(
                state->receiver, [state] { state->deliver(); }, Qt::QueuedConnection);
        };
    }

private:
    struct State {
        std::mutex mutex;
        std::size_t most = 0;
        std::deque<Value> waiting;
        bool queued = false;
        std::function<void(std::vector<Value>)> receive;
        QObject anchor;
        QObject* receiver = &anchor; ///< null once the owner is gone

        void deliver() {
            std::vector<Value> values;
            std::function<void(std::vector<Value>)> receiveNow;
            {
                const std::lock_guard lock(mutex);
                queued = false;
                values.assign(std::make_move_iterator(waiting.begin()),
                              std::make_move_iterator(waiting.end()));
                waiting.clear();
                receiveNow = receive;
            }
            if (!values.empty() && receiveNow)
                receiveNow(std::move(values));
        }
    };

    std::shared_ptr<State> state_;
};

} // namespace leadsheet::desktop
