// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace leadsheet {

/// A thread that runs one task after another; waking it is quicker than starting one each time.
/// Destruction waits for the task under way. run() belongs to one thread.
class SideThread {
public:
    SideThread()
        : thread_([this] { loop(); }) {}
    ~SideThread();
    SideThread(const SideThread&) = delete;
    SideThread& operator=(const SideThread&) = delete;

    /// Only once the task before has ended. It must not throw.
    void run(std::function<void()> task);

private:
    void loop();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::function<void()> task_;
    bool stopping_ = false;
    std::thread thread_; ///< last: it uses the others from its start
};

} // namespace leadsheet
