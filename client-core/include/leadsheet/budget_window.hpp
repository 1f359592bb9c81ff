// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet {

/// Follows one fixed window of the server's request counting (contract section 3) from the outside.
/// The server reports with each answer what remains (`r`) and the whole seconds, rounded up, until
/// the window ends (`t`).
///
/// How many may go now: answers arrive out of order, and a request under way may or may not be
/// counted yet. So a window holds `min(r seen) - under way - answered without numbers`. Each term
/// errs on the safe side and is corrected by the next answer. What is left goes as a burst: nothing
/// is gained by spreading.
///
/// When the window ends: an answer received at `a` proves that the end is not after `a + t`. The
/// smallest such value over the window's answers is used. The answer that opened the window gives
/// the end to within one round trip, and each tick of `t` in a long window narrows it further, so
/// whole seconds cost nothing. 0.02 % is added to every such time, because the two clocks drift
/// apart meanwhile.
///
/// The pilot: after that moment the window is unproven, and one request goes alone, because only
/// its answer proves that a new window began, whether the server's windows follow each other at
/// once or start with the next request. So a wrong estimate, a restart or a set clock costs one
/// round trip and at most one 429, never a burst of them. What remained of the old window is still
/// used meanwhile: it is allowed under both readings.
///
/// A pilot that is not answered within kPilotPatience is followed by another, so that one stalled
/// request does not hold up everybody.
///
/// A new window is also recognised earlier, by `r` not being lower than it was when the request
/// left, or by an end that is later than this window's can be: a request that left at `s` proves
/// that the end is later than `s + t - 1 s`. Requests that left before that proof may belong to
/// either window: their numbers are not used.
///
/// A lost answer may have been the one that told of a new window, whose further answers then look
/// like the old one's. So from the moment at which the window may have been over, a lost answer
/// lets the latest of the ends that were told count, for this window, instead of the earliest.
///
/// Requests are named by ascending ticket numbers. Pure accounting: no clock, no lock. Not
/// thread-safe.
class BudgetWindow {
public:
    static constexpr std::chrono::milliseconds kPilotPatience{2000};

    /// Until the server says its own numbers, `quota` per `length` is counted locally.
    BudgetWindow(std::string policy, std::int64_t quota, std::chrono::milliseconds length);

    /// The requests under way, as seen by one window.
    struct Flights {
        std::int64_t count = 0;
        std::uint64_t newest = 0; ///< highest ticket under way, 0 = none
        SteadyTime newestSentAt{};
    };

    /// Marks the window unproven once its end has passed. `lastTicket` is the newest issued so far.
    void advance(SteadyTime now, std::uint64_t lastTicket);
    /// Nothing when a request may go; otherwise the latest moment to ask again. A request settled
    /// meanwhile may open it earlier.
    std::optional<SteadyTime> closedUntil(const Flights& flights, SteadyTime now) const;

    /// What a window needs to know about a settled request besides its answer.
    struct Reply {
        std::uint64_t ticket = 0;
        std::uint64_t lastTicket = 0;      ///< the newest issued so far
        std::int64_t remainingAtSend = 0;  ///< remaining() when the ticket was issued
        std::int64_t settledMeanwhile = 0; ///< other requests settled since then
        SteadyTime sentAt{};
        SteadyTime now{};
    };

    /// An answer with numbers.
    void learn(std::int64_t remaining, std::optional<std::chrono::milliseconds> reset,
               const Reply& reply);
    /// An answer without numbers, or none at all: the request may have been counted. `answered` is
    /// true when the service itself spoke, so that local counting may start.
    void learnNothing(bool answered, const Reply& reply);
    /// The server no longer mentions this policy: it binds nobody until it is mentioned again.
    void sleep() { asleep_ = true; }
    /// A 429: nothing remains until `wait` is over.
    void refused(std::chrono::milliseconds wait, const Reply& reply);
    /// RateLimit-Policy, or a set limit.
    void setQuota(std::int64_t quota, std::chrono::milliseconds length);
    /// What an earlier process knew; see Pacer::recall.
    void recall(std::int64_t remaining, std::optional<std::chrono::milliseconds> left,
                std::uint64_t lastTicket, SteadyTime now);

    const std::string& policy() const { return policy_; }
    std::int64_t quota() const { return quota_; }
    std::chrono::milliseconds length() const { return length_; }
    bool fromServer() const { return fromServer_; }
    bool proven() const { return proven_; }
    std::int64_t remaining() const { return remaining_; }
    /// What may still be sent in this window with `underWay` requests not answered yet; not
    /// negative.
    std::int64_t available(std::int64_t underWay) const;
    SteadyTime endsBy() const { return endsBy_; }

private:
    void open(std::int64_t remaining, SteadyTime endsBy, const Reply& reply);
    void missed(const Reply& reply);
    void dropMarksBefore(std::uint64_t ticket);

    std::string policy_;
    std::int64_t quota_;
    std::chrono::milliseconds length_;
    bool fromServer_ = false;
    bool proven_ = false;
    bool asleep_ = false;
    std::int64_t remaining_ = 0; ///< the smallest seen
    SteadyTime endsBy_ = SteadyTime::min();
    SteadyTime latestEnd_ = SteadyTime::min(); ///< of those that the window's answers told
    SteadyTime endsFrom_ = SteadyTime::min();  ///< the answer that opened it: no earlier than this
    bool doubted_ = false;          ///< an answer is lost that may have told of the next window
    std::uint64_t openedWith_ = 0;  ///< tickets up to here may belong to the window before
    std::uint64_t expiredWith_ = 0; ///< tickets up to here left before the window was unproven
    std::int64_t lostPilots_ = 0;   ///< pilots of the unproven window that may have been counted
    /// Answers without numbers: the newest ticket at that time. Answers to later tickets include
    /// them.
    std::vector<std::uint64_t> marks_;
    /// Grows when a pilot is refused, for servers that round `t` in another way.
    std::chrono::milliseconds slack_{0};
};

} // namespace leadsheet
