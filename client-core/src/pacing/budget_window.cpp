// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/budget_window.hpp"

#include <algorithm>

namespace leadsheet {
namespace {

/// Two computers' clocks drift apart by up to 0.2 ms a second, so what has to be added to a wait by
/// the server's clock grows with the wait.
constexpr std::int64_t kDriftShare = 5000;
constexpr std::chrono::seconds kWorthAsking{30};
constexpr std::chrono::milliseconds kFirstSlack{50};
constexpr std::chrono::milliseconds kMaxSlack{1000};
/// In which servers tell when a window ends, rounded up.
constexpr std::chrono::seconds kResetUnit{1};

SteadyTime::duration withDrift(SteadyTime::duration wait) {
    return wait + wait / kDriftShare;
}

SteadyTime::duration withoutDrift(SteadyTime::duration wait) {
    return wait - wait / kDriftShare;
}

} // namespace

BudgetWindow::BudgetWindow(std::string policy, std::int64_t quota, std::chrono::milliseconds length)
    : policy_(std::move(policy))
    , quota_(quota)
    , length_(length) {}

std::int64_t BudgetWindow::available(std::int64_t underWay) const {
    const auto uncertain = underWay + static_cast<std::int64_t>(marks_.size());
    return std::max<std::int64_t>(0, remaining_ - uncertain);
}

void BudgetWindow::advance(SteadyTime now, std::uint64_t lastTicket) {
    if (proven_ && now >= endsBy_) {
        proven_ = false;
        expiredWith_ = lastTicket;
    }
}

std::optional<SteadyTime> BudgetWindow::closedUntil(const Flights& flights, SteadyTime now) const {
    if (asleep_ || available(flights.count) > 0)
        return {};
    if (!proven_) {
        const SteadyTime patience = flights.newestSentAt + kPilotPatience;
        return flights.newest > expiredWith_ && now < patience ? std::optional(patience)
                                                               : std::nullopt;
    }
    // Only requests whose fate is unknown hold the rest back. One more tells the truth, at the risk
    // of a 429: worth it when the alternative is a long wait.
    if (flights.count == 0 && remaining_ > 0 && endsBy_ - now > kWorthAsking)
        return {};
    return endsBy_;
}

void BudgetWindow::learn(std::int64_t remaining, std::optional<std::chrono::milliseconds> reset,
                         const Reply& reply) {
    fromServer_ = true;
    asleep_ = false;
    const SteadyTime endsBy = reply.now + withDrift(reset.value_or(length_)) + slack_;
    const SteadyTime endsFrom =
        reply.sentAt + withoutDrift(reset.value_or(kResetUnit) - kResetUnit);
    const bool sameWindow = reply.ticket > openedWith_;
    const bool jumped = sameWindow && remaining >= reply.remainingAtSend;
    const bool endsLater = sameWindow && endsFrom > endsBy_;
    const bool afterExpiry = !proven_ && reply.ticket > expiredWith_;
    if (jumped || endsLater || afterExpiry) {
        open(remaining, endsBy, reply);
        endsFrom_ = endsFrom;
        return;
    }
    if (!sameWindow) {
        marks_.push_back(reply.lastTicket);
        return;
    }
    remaining_ = std::min(remaining_, remaining);
    // The end of a window that no answer opened was only assumed.
    const bool isFirstTold = endsFrom_ == SteadyTime::min();
    latestEnd_ = isFirstTold ? endsBy : std::max(latestEnd_, endsBy);
    if (isFirstTold)
        endsFrom_ = endsFrom;
    if (proven_)
        endsBy_ = doubted_ ? latestEnd_ : std::min(endsBy_, endsBy);
    dropMarksBefore(reply.ticket);
}

void BudgetWindow::learnNothing(bool answered, const Reply& reply) {
    const bool pilot = !proven_ && reply.ticket > expiredWith_;
    if (pilot && fromServer_ && ++lostPilots_ >= quota_)
        open(0, reply.now + length_, reply);
    else if (pilot && answered)
        open(std::max<std::int64_t>(0, quota_ - 1), reply.now + length_, reply);
    else if (fromServer_)
        missed(reply);
    else
        remaining_ = std::max<std::int64_t>(0, remaining_ - 1);
}

void BudgetWindow::missed(const Reply& reply) {
    marks_.push_back(reply.lastTicket);
    if (reply.now < endsFrom_)
        return;
    doubted_ = true;
    endsBy_ = latestEnd_;
}

void BudgetWindow::refused(std::chrono::milliseconds wait, const Reply& reply) {
    asleep_ = false;
    const bool wasPilot = !proven_ && fromServer_ && reply.ticket > expiredWith_;
    if (wasPilot)
        slack_ = std::clamp(slack_ * 2, kFirstSlack, kMaxSlack);
    const SteadyTime endsBy = reply.now + withDrift(wait);
    if (proven_ && remaining_ == 0)
        endsBy_ = std::min(endsBy_, endsBy);
    else
        open(0, endsBy, reply);
}

void BudgetWindow::setQuota(std::int64_t quota, std::chrono::milliseconds length) {
    quota_ = quota;
    length_ = length;
}

void BudgetWindow::recall(std::int64_t remaining, std::optional<std::chrono::milliseconds> left,
                          std::uint64_t lastTicket, SteadyTime now) {
    constexpr std::chrono::milliseconds kRounding{1};
    if (remaining > 0 || !left || *left <= std::chrono::milliseconds(0) ||
        *left > withDrift(length_) + kRounding)
        return; // unproven: the pilot finds out
    fromServer_ = true;
    Reply reply;
    reply.ticket = reply.lastTicket = lastTicket;
    open(0, now + *left, reply);
}

void BudgetWindow::open(std::int64_t remaining, SteadyTime endsBy, const Reply& reply) {
    proven_ = true;
    remaining_ = remaining;
    endsBy_ = latestEnd_ = endsBy;
    doubted_ = false;
    openedWith_ = reply.lastTicket;
    lostPilots_ = 0;
    dropMarksBefore(reply.ticket);
    // Their numbers were taken for the old window's, but they may have been counted in this one.
    marks_.insert(marks_.end(), static_cast<std::size_t>(reply.settledMeanwhile), reply.lastTicket);
}

void BudgetWindow::dropMarksBefore(std::uint64_t ticket) {
    std::erase_if(marks_, [ticket](std::uint64_t mark) { return mark < ticket; });
}

} // namespace leadsheet
