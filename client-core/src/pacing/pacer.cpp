// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/pacer.hpp"

#include "leadsheet/messages/service.hpp"
#include "leadsheet/pace_gate.hpp"

#include <algorithm>

namespace leadsheet {

using std::chrono::milliseconds;

namespace {

constexpr int kTooManyRequests = 429;

/// Policies a server may bind one pacer to; more are ignored, so that answers cannot fill the
/// memory.
constexpr std::size_t kMaxWindows = 8;

const RateLimitItem* itemFor(const PaceAnswer& answer, const std::string& policy) {
    const auto found =
        std::find_if(answer.limits.begin(), answer.limits.end(),
                     [&](const RateLimitItem& item) { return item.policy == policy; });
    return found == answer.limits.end() ? nullptr : &*found;
}

} // namespace

Pacer::Pacer(PacerOptions options)
    : options_(std::move(options))
    , inFlightLimit_(std::clamp(options_.maxInFlight, 1, PacerOptions::kStartInFlight)) {
    windows_.emplace_back(options_.budget, options_.limit, options_.window);
}

std::variant<PaceTicket, PaceWait> Pacer::tryAcquire(SteadyTime now) {
    if (flights_.size() >= static_cast<std::size_t>(inFlightLimit_))
        return PaceWait{SteadyTime::max(), WaitReason::InFlight};
    BudgetWindow::Flights flights;
    flights.count = static_cast<std::int64_t>(flights_.size());
    if (!flights_.empty()) {
        flights.newest = flights_.rbegin()->first;
        flights.newestSentAt = flights_.rbegin()->second.sentAt;
    }
    std::optional<SteadyTime> wait;
    for (BudgetWindow& window : windows_) {
        window.advance(now, lastTicket_);
        if (const auto until = window.closedUntil(flights, now))
            wait = std::max(wait.value_or(*until), *until);
    }
    if (wait)
        return PaceWait{*wait, WaitReason::RequestBudget};
    Flight flight;
    flight.sentAt = now;
    flight.settledBefore = settled_;
    for (const BudgetWindow& window : windows_)
        flight.remainingAtSend.push_back(window.remaining());
    flights_.emplace(++lastTicket_, std::move(flight));
    return PaceTicket{lastTicket_, now};
}

void Pacer::settle(const PaceTicket& ticket, const PaceAnswer& answer, SteadyTime now) {
    const auto found = flights_.find(ticket.number);
    if (found == flights_.end())
        return;
    const Flight flight = std::move(found->second);
    flights_.erase(found);

    for (const RateLimitItem& item : answer.limits)
        if (!followedElsewhere(item.policy))
            windowFor(item.policy);
    for (const RateLimitPolicyItem& policy : answer.policies)
        for (BudgetWindow& window : windows_)
            if (window.policy() == policy.policy && policy.window && policy.window->count() > 0)
                window.setQuota(policy.quota, *policy.window);

    const bool refused = answer.status == kTooManyRequests;
    const bool nothingNamed =
        std::none_of(windows_.begin(), windows_.end(), [&](const BudgetWindow& window) {
            const RateLimitItem* item = itemFor(answer, window.policy());
            return item && item->remaining == 0;
        });
    const milliseconds none(0);
    const milliseconds asked = std::max(answer.retryAfter.value_or(none), none);
    BudgetWindow::Reply reply;
    reply.ticket = ticket.number;
    reply.lastTicket = lastTicket_;
    reply.settledMeanwhile = settled_++ - flight.settledBefore;
    reply.sentAt = flight.sentAt;
    reply.now = now;
    for (std::size_t i = 0; i < windows_.size(); ++i) {
        BudgetWindow& window = windows_[i];
        const RateLimitItem* item = itemFor(answer, window.policy());
        reply.remainingAtSend =
            i < flight.remainingAtSend.size() ? flight.remainingAtSend[i] : window.remaining();
        const std::optional<milliseconds> reset = item ? item->reset : std::nullopt;
        const bool named = item && item->remaining == 0;
        // With requests left under every policy it is Retry-After alone that says how long.
        const bool meant = named || (i == 0 && nothingNamed && asked > none);
        const milliseconds wait = asked > none ? asked : reset.value_or(none);
        if (refused && meant && wait > none) {
            window.refused(wait, reply);
        } else if (item && !(refused && named)) {
            window.learn(item->remaining, reset, reply);
        } else {
            // A refusal that does not say for how long is a gateway's more often than the
            // service's: it tells of no window, and who sends has to back off as after a 503.
            const bool answered = !refused && answer.status >= 200 && answer.status < 500;
            if (answered && i > 0)
                window.sleep();
            else
                window.learnNothing(answered, reply);
        }
    }
    adaptInFlight(ticket, answer.status);
}

void Pacer::release(const PaceTicket& ticket) {
    flights_.erase(ticket.number);
}

PacerMemory Pacer::remember(SteadyTime now, WallTime wall) const {
    PacerMemory memory;
    for (const BudgetWindow& window : windows_) {
        if (!window.fromServer() || !window.proven())
            continue;
        const auto left = std::chrono::ceil<milliseconds>(window.endsBy() - now);
        memory.windows.push_back({window.policy(), window.quota(), window.length(),
                                  window.available(static_cast<std::int64_t>(flights_.size())),
                                  wall + left});
    }
    return memory;
}

void Pacer::recall(const PacerMemory& memory, SteadyTime now, WallTime wall) {
    for (const PacerMemory::Window& known : memory.windows) {
        if (known.quota < 0 || known.length <= milliseconds(0) || followedElsewhere(known.policy))
            continue;
        const std::size_t i = windowFor(known.policy);
        if (i >= windows_.size())
            continue;
        windows_[i].setQuota(known.quota, known.length);
        windows_[i].recall(known.remaining, known.ends - wall, lastTicket_, now);
    }
}

PacerView Pacer::view(SteadyTime now) const {
    const BudgetWindow& window = windows_.front();
    PacerView view;
    view.quota = window.quota();
    view.window = window.length();
    view.inFlight = static_cast<int>(flights_.size());
    view.inFlightLimit = inFlightLimit_;
    view.fromServer = window.fromServer();
    const bool running = window.proven() && now < window.endsBy();
    view.remaining = running ? window.available(view.inFlight) : window.quota();
    view.windowEnds = running ? window.endsBy() : now;
    return view;
}

bool Pacer::followedElsewhere(const std::string& policy) const {
    const auto& others = options_.otherBudgets;
    return std::find(others.begin(), others.end(), policy) != others.end();
}

std::size_t Pacer::windowFor(const std::string& policy) {
    for (std::size_t i = 0; i < windows_.size(); ++i)
        if (windows_[i].policy() == policy)
            return i;
    if (windows_.size() < kMaxWindows)
        windows_.emplace_back(policy, options_.limit, options_.window);
    else
        return windows_.size();
    return windows_.size() - 1;
}

void Pacer::adaptInFlight(const PaceTicket& ticket, int status) {
    if (status == kTooManyRequests) {
        // A burst of refusals is one piece of news.
        if (ticket.number > halvedAt_) {
            inFlightLimit_ = std::max(1, inFlightLimit_ / 2);
            halvedAt_ = lastTicket_;
        }
        successes_ = 0;
        return;
    }
    if (status < 200 || status >= 300 || ++successes_ < PacerOptions::kSuccessesPerStep)
        return;
    successes_ = 0;
    inFlightLimit_ = std::min(std::max(1, options_.maxInFlight), inFlightLimit_ + 1);
}

PaceGate::PaceGate(PacerOptions options, std::shared_ptr<Clock> clock)
    : clock_(std::move(clock))
    , pacer_(std::move(options)) {}

std::variant<PaceTicket, PaceWait> PaceGate::tryAcquire() {
    const std::lock_guard lock(mutex_);
    return pacer_.tryAcquire(clock_->now());
}

Result<PaceTicket> PaceGate::acquire(const std::stop_token& stop, SteadyTime deadline) {
    std::unique_lock lock(mutex_);
    while (true) {
        if (stop.stop_requested()) {
            Error error =
                localError(ErrorCode::Cancelled, {messages::service::cancelledBeforeSent()});
            error.stop = StopReason::Cancelled;
            return failure(std::move(error));
        }
        const SteadyTime now = clock_->now();
        const auto answer = pacer_.tryAcquire(now);
        if (const auto* ticket = std::get_if<PaceTicket>(&answer))
            return *ticket;
        const SteadyTime until = std::get<PaceWait>(answer).time;
        const bool untilSettled = until == SteadyTime::max();
        if (now >= deadline || (!untilSettled && until >= deadline)) {
            Error error =
                localError(ErrorCode::ClientTimeout, {messages::service::requestBudgetUsedUp(),
                                                      messages::service::callNotSent()});
            error.stop = StopReason::Deadline;
            if (!untilSettled)
                error.retryAfter = std::chrono::ceil<std::chrono::milliseconds>(until - now);
            return failure(std::move(error));
        }
        clock_->wait(lock, changed_, std::min(until, deadline), stop);
    }
}

void PaceGate::settle(const PaceTicket& ticket, const PaceAnswer& answer) {
    {
        const std::lock_guard lock(mutex_);
        pacer_.settle(ticket, answer, clock_->now());
    }
    changed_.notify_all();
}

void PaceGate::release(const PaceTicket& ticket) {
    {
        const std::lock_guard lock(mutex_);
        pacer_.release(ticket);
    }
    changed_.notify_all();
}

PacerMemory PaceGate::remember() const {
    const std::lock_guard lock(mutex_);
    return pacer_.remember(clock_->now(), clock_->wallNow());
}

void PaceGate::recall(const PacerMemory& memory) {
    const std::lock_guard lock(mutex_);
    pacer_.recall(memory, clock_->now(), clock_->wallNow());
}

PacerView PaceGate::view() const {
    const std::lock_guard lock(mutex_);
    return pacer_.view(clock_->now());
}

} // namespace leadsheet
