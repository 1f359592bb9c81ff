// SPDX-License-Identifier: Apache-2.0
#include "background.hpp"

#include <QUuid>

namespace leadsheet::desktop {

Background::Background()
    : thread_([this](const std::stop_token& end) { work(end); }) {}

Background::~Background() {
    {
        const std::lock_guard lock(mutex_);
        jobs_.clear();
        current_.request_stop();
    }
    thread_.request_stop();
    thread_.join();
}

void Background::post(Job job) {
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back({epoch_, std::move(job)});
    }
    if (++pending_ == 1)
        emit busyChanged(true);
    wake_.notify_one();
}

void Background::cancel() {
    {
        const std::lock_guard lock(mutex_);
        jobs_.clear();
        current_.request_stop();
    }
    letGo();
}

void Background::letGo() {
    ++epoch_;
    if (std::exchange(pending_, 0) > 0)
        emit busyChanged(false);
}

void Background::work(const std::stop_token& end) {
    while (true) {
        Entry entry{};
        std::stop_token stop;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, end, [this] { return !jobs_.empty(); }) || end.stop_requested())
                return;
            entry = std::move(jobs_.front());
            jobs_.pop_front();
            current_ = std::stop_source();
            stop = current_.get_token();
        }
        std::function<void()> completion = entry.job(stop);
        QMetaObject::invokeMethod(
            this,
            [this, epoch = entry.epoch, completion = std::move(completion)] {
                deliver(epoch, completion);
            },
            Qt::QueuedConnection);
    }
}

void Background::deliver(std::uint64_t epoch, const std::function<void()>& completion) {
    if (epoch != epoch_)
        return;
    if (--pending_ == 0)
        emit busyChanged(false);
    completion();
}

CallOptions callUntil(const std::stop_token& stop) {
    CallOptions call;
    call.stop = stop;
    return call;
}

IdempotencyKey newActKey(const char* act) {
    return *IdempotencyKey::parse(std::string("desktop-") + act + "-" +
                                  QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString());
}

} // namespace leadsheet::desktop
