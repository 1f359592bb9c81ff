// SPDX-License-Identifier: Apache-2.0
#include "send_crew.hpp"

#include <utility>

namespace leadsheet::submit::detail {

SendCrew::SendCrew(OrderService& service, int senders, Doubt doubt, std::stop_token cancel,
                   Threads threads)
    : service_(service)
    , calledInWait_(threads == Threads::None ? senders : 0)
    , doubt_(std::move(doubt))
    , cancel_(std::move(cancel)) {
    for (int i = 0; threads == Threads::Own && i < senders; ++i)
        threads_.emplace_back([this] { work(); });
}

SendCrew::~SendCrew() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    work_.notify_all();
    threads_.clear();
}

void SendCrew::stage(std::vector<SentRow> rows) {
    if (rows.empty())
        return;
    {
        const std::lock_guard lock(mutex_);
        std::size_t again = 0;
        for (SentRow& row : rows) {
            if (row.before == RowState::Queued)
                staged_.push_back(std::move(row));
            else
                staged_.insert(staged_.begin() + static_cast<std::ptrdiff_t>(again++),
                               std::move(row));
        }
    }
    // One wakes the next as long as there is work: no stampede of sixteen threads for one row.
    work_.notify_one();
}

std::vector<SentRow> SendCrew::unstage() {
    const std::lock_guard lock(mutex_);
    std::vector<SentRow> rows(std::make_move_iterator(staged_.begin()),
                              std::make_move_iterator(staged_.end()));
    staged_.clear();
    return rows;
}

void SendCrew::lookUp(QuoteJob job) {
    {
        const std::lock_guard lock(mutex_);
        errands_.push_back(LookUp{std::move(job)});
    }
    work_.notify_one();
}

void SendCrew::quote(QuoteJob job) {
    {
        const std::lock_guard lock(mutex_);
        errands_.push_back(std::move(job));
    }
    work_.notify_one();
}

std::vector<Answer> SendCrew::collect() {
    const std::lock_guard lock(mutex_);
    collected_ = doubts_;
    return std::exchange(answers_, {});
}

void SendCrew::release() {
    {
        const std::lock_guard lock(mutex_);
        released_ = collected_;
    }
    work_.notify_one();
}

std::size_t SendCrew::staged() const {
    const std::lock_guard lock(mutex_);
    return staged_.size();
}

std::size_t SendCrew::busy() const {
    const std::lock_guard lock(mutex_);
    return busy_ + errands_.size() + answers_.size();
}

std::size_t SendCrew::inFlight() const {
    const std::lock_guard lock(mutex_);
    return inFlight_;
}

std::optional<PaceWait> SendCrew::paceWait() const {
    const std::lock_guard lock(mutex_);
    return staged_.empty() ? std::nullopt : paceWait_;
}

void SendCrew::retryPace() {
    {
        const std::lock_guard lock(mutex_);
        paceWait_.reset();
    }
    work_.notify_one();
}

void SendCrew::wait(Clock& clock, SteadyTime until) {
    std::unique_lock lock(mutex_);
    for (int i = 0; i < calledInWait_ && hasWork(); ++i)
        workOnce(lock);
    if (answers_.empty() && !poked_)
        clock.wait(lock, news_, until, {});
    if (calledInWait_ == 0)
        gather(lock);
    poked_ = false;
}

/// Answers share a commit: as long as the senders have enough to do, the first one waits a moment
/// for others. Not for one in doubt, on which the staged rows wait.
void SendCrew::gather(std::unique_lock<std::mutex>& lock) {
    constexpr std::chrono::milliseconds kMoment{2};
    news_.wait_for(lock, kMoment, [this] {
        return poked_ || answers_.empty() || answers_.size() >= threads_.size() / 2 ||
               staged_.size() < threads_.size() || heldBack() || paceWait_;
    });
}

void SendCrew::poke() {
    {
        const std::lock_guard lock(mutex_);
        poked_ = true;
    }
    news_.notify_all();
}

bool SendCrew::hasWork() const {
    return quit_ || !errands_.empty() || (!staged_.empty() && !paceWait_ && !heldBack());
}

void SendCrew::deliver(std::unique_lock<std::mutex>& lock, Answer answer, bool doubtful) {
    lock.lock();
    --busy_;
    answers_.push_back(std::move(answer));
    doubts_ += doubtful ? 1 : 0;
    // An answer may have changed what the pacer allows.
    paceWait_.reset();
    news_.notify_all();
}

Answer SendCrew::perform(Errand errand) {
    if (auto* lookUp = std::get_if<LookUp>(&errand)) {
        QuoteJob& job = lookUp->job;
        std::vector<bool> isRefused;
        for (const SentRow& row : job.rows)
            isRefused.push_back(row.isRefused);
        auto found = ordersUnder(
            job.asks, isRefused,
            [this](const std::vector<QuoteAsk>& asks) { return service_.quote(asks, cancel_); },
            [&](std::size_t i) { return service_.find(job.asks[i].key, cancel_); });
        for (std::size_t i = 0; i < job.rows.size(); ++i)
            job.rows[i].isRefused = isRefused[i];
        return LookUpAnswer{std::move(job.rows), std::move(found)};
    }
    auto& job = std::get<QuoteJob>(errand);
    auto result = service_.quote(job.asks, cancel_);
    return QuoteReply{std::move(job.rows), std::move(result)};
}

void SendCrew::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        work_.wait(lock, [this] { return hasWork(); });
        if (quit_)
            return;
        workOnce(lock);
    }
}

/// One errand or one row, with the lock given up while the service is asked.
void SendCrew::workOnce(std::unique_lock<std::mutex>& lock) {
    if (!errands_.empty()) {
        Errand errand = std::move(errands_.front());
        errands_.pop_front();
        ++busy_;
        if (hasWork())
            work_.notify_one();
        lock.unlock();
        deliver(lock, perform(std::move(errand)), true);
        return;
    }
    // The pacer never blocks, so asking it with the lock held keeps row and ticket together.
    const auto leave = service_.admit();
    if (const auto* wait = std::get_if<PaceWait>(&leave)) {
        paceWait_ = *wait;
        poked_ = true;
        news_.notify_all();
        return;
    }
    SentRow row = std::move(staged_.front());
    staged_.pop_front();
    ++busy_;
    ++inFlight_;
    if (staged_.empty()) {
        poked_ = true;
        news_.notify_all();
    }
    if (hasWork())
        work_.notify_one();
    lock.unlock();
    const auto key = IdempotencyKey::parse(row.key);
    SendResult result = key ? service_.create(row.body, *key, std::get<PaceTicket>(leave), cancel_)
                            : SendResult{{}, failure(key.error())};
    const bool doubtful = doubt_(row, result);
    SendAnswer answer{std::move(row), std::move(result)};
    deliver(lock, std::move(answer), doubtful);
    --inFlight_;
}

} // namespace leadsheet::submit::detail
