// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"
#include "leadsheet/options.hpp"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace leadsheet::desktop {

/// One thread beside the GUI's that does jobs in order and hands each result back to the GUI
/// thread. A result of a job that was cancelled is never delivered, nor one after this object is
/// gone. Belongs to the GUI thread; the destructor asks the running job to stop and waits for it,
/// so jobs must heed their stop token.
class Background : public QObject {
    Q_OBJECT

public:
    explicit Background(QObject* parent = nullptr);
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

} // namespace leadsheet::desktop
