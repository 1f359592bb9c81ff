// SPDX-License-Identifier: Apache-2.0
#include "http/application_keeper.hpp"

#include <QCoreApplication>
#include <array>
#include <future>
#include <mutex>
#include <thread>

namespace leadsheet::server::http {

namespace {

class ApplicationThread {
public:
    ApplicationThread() {
        std::promise<void> made;
        std::future<void> isMade = made.get_future();
        thread_ = std::thread([this, done = std::move(made)]() mutable {
            std::array<char, 10> name = {'l', 'e', 'a', 'd', 's', 'h', 'e', 'e', 't', '\0'};
            std::array<char*, 2> arguments = {name.data(), nullptr};
            int count = 1;
            QCoreApplication application(count, arguments.data());
            done.set_value();
            finish_.get_future().wait();
        });
        isMade.wait();
    }

    ~ApplicationThread() {
        finish_.set_value();
        thread_.join();
    }

    ApplicationThread(const ApplicationThread&) = delete;
    ApplicationThread& operator=(const ApplicationThread&) = delete;

private:
    std::promise<void> finish_;
    std::thread thread_;
};

} // namespace

std::shared_ptr<void> keepApplication() {
    static std::mutex mutex;
    static std::weak_ptr<ApplicationThread> shared;
    const std::lock_guard lock(mutex);
    if (auto existing = shared.lock()) {
        return existing;
    }
    if (QCoreApplication::instance()) {
        return nullptr;
    }
    auto made = std::make_shared<ApplicationThread>();
    shared = made;
    return made;
}

} // namespace leadsheet::server::http
