// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/side_thread.hpp"

#include <utility>

namespace leadsheet {

SideThread::~SideThread() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void SideThread::run(std::function<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        task_ = std::move(task);
    }
    changed_.notify_one();
}

void SideThread::loop() {
    while (true) {
        std::function<void()> task;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return stopping_ || task_; });
            if (!task_)
                return;
            task = std::exchange(task_, nullptr);
        }
        task();
    }
}

} // namespace leadsheet
