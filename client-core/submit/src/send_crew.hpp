// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "key_lookup.hpp"
#include "run_book.hpp"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

namespace leadsheet::submit::detail {

/// Rows to be asked about in one call of quote().
struct QuoteJob {
    std::vector<SentRow> rows;
    std::vector<QuoteAsk> asks;
};

struct SendAnswer {
    SentRow row;
    SendResult result;
};
/// What the rows' keys have bought, or why that is not known: as many as rows.
struct LookUpAnswer {
    std::vector<SentRow> rows;
    std::vector<FoundOrder> found;
};
struct QuoteReply {
    std::vector<SentRow> rows;
    Result<std::vector<QuoteAnswer>> result;
};
using Answer = std::variant<SendAnswer, LookUpAnswer, QuoteReply>;

/// Whether an answer may speak against sending further rows. Called on the crew's threads.
using Doubt = std::function<bool(const SentRow&, const SendResult&)>;

/// The threads that talk to the service. They take rows already marked Sending on disk, wait for
/// leave from the pacer, send, and put the answers where the run collects them; they never touch
/// the ledger. An answer in doubt holds the staged rows back until the run has weighed it, so that
/// at most the rows already under way follow it, however late the run comes to look.
class SendCrew {
public:
    enum class Threads { Own, None };
    /// With Threads::None whoever calls wait() does the work, up to `senders` calls each time.
    SendCrew(OrderService& service, int senders, Doubt doubt, std::stop_token cancel,
             Threads threads = Threads::Own);
    SendCrew(const SendCrew&) = delete;
    SendCrew& operator=(const SendCrew&) = delete;
    /// Waits for calls under way; rows still staged are dropped.
    ~SendCrew();

    /// Rows that are sent again go before rows staged earlier: what fails once more has to wait
    /// longer, and should not be the last to begin.
    void stage(std::vector<SentRow> rows);
    /// Takes back the rows that nobody has begun to send.
    std::vector<SentRow> unstage();
    /// What the keys of these rows have bought, at most OrderService::kMaxQuoteItems of them.
    void lookUp(QuoteJob job);
    void quote(QuoteJob job);

    std::vector<Answer> collect();
    /// Staged rows may go again as far as the answers collected so far are concerned: call it when
    /// those are weighed and the rows that must not follow them are unstaged.
    void release();
    std::size_t staged() const;
    /// Calls under way, of any kind.
    std::size_t busy() const;
    /// Order writes under way.
    std::size_t inFlight() const;
    /// Why staged rows are not going out.
    std::optional<PaceWait> paceWait() const;
    /// Lets the crew ask the pacer again.
    void retryPace();

    /// Until an answer is there, the crew or poke() has news, or `until`.
    void wait(Clock& clock, SteadyTime until);
    void poke();

private:
    struct LookUp {
        QuoteJob job;
    };
    using Errand = std::variant<LookUp, QuoteJob>;

    void work();
    void workOnce(std::unique_lock<std::mutex>& lock);
    void gather(std::unique_lock<std::mutex>& lock);
    bool hasWork() const;
    bool heldBack() const { return doubts_ != released_; }
    Answer perform(Errand errand);
    void deliver(std::unique_lock<std::mutex>& lock, Answer answer, bool doubtful);

    OrderService& service_;
    const int calledInWait_; ///< at most
    Doubt doubt_;
    std::stop_token cancel_;
    mutable std::mutex mutex_;
    std::condition_variable work_;
    std::condition_variable_any news_;
    std::deque<SentRow> staged_;
    std::deque<Errand> errands_;
    std::vector<Answer> answers_;
    std::optional<PaceWait> paceWait_;
    std::size_t busy_ = 0;
    std::size_t inFlight_ = 0;
    std::uint64_t doubts_ = 0; ///< delivered, collected and released so far
    std::uint64_t collected_ = 0;
    std::uint64_t released_ = 0;
    bool poked_ = false;
    bool quit_ = false;
    std::vector<std::jthread> threads_;
};

} // namespace leadsheet::submit::detail
