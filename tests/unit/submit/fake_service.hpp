// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/order_service.hpp"
#include "leadsheet/testing/fake_clock.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::submit::test {

/// What goes wrong with one create.
enum class Fault {
    None,
    ResetBeforeSend,  ///< nothing reached the server
    LostRequest,      ///< cut off on the way; the server never saw it, the client cannot know
    LateOrder,        ///< cut off, and the order is to be seen only `lateness` later
    LostAnswer,       ///< applied, and the answer was lost
    CutAnswer,        ///< applied, and the answer broke off in the middle
    Unreadable,       ///< applied, and the 201 cannot be decoded
    Unavailable,      ///< 503
    UnavailableLater, ///< 503 with Retry-After: 2
    ServerError,      ///< 500 before anything was done
    ErrorAfterCommit, ///< 500 although the order was made
    RateLimited,      ///< 429 with Retry-After: limitPause
    LimitUntold,      ///< 429 that does not say how long
    InProgress,       ///< 409 idempotency_in_progress
    QuoteExpired,     ///< 409
    NoCredit,         ///< 402 insufficient_credit
    ServerSpendCap,   ///< 402 spend_cap_reached
    KeyRevoked,       ///< 401
    Suspended,        ///< 403
    Invalid,          ///< 422 validation_failed
    RouteNotFound,    ///< 404 in front of the idempotency check
    HeldTooMuch,      ///< made, but one cent more held than quoted
    TlsFailure,
};

/// A service in memory that keeps the contract: one order per key for ever, quotes that hold their
/// price. Thread-safe.
class FakeService final : public OrderService {
public:
    struct Made {
        std::string number;
        std::string body;
        std::int64_t held = 0;
        WallTime at{};
        std::string status = "pending_review";
        std::int64_t charged = 0; ///< when it ended
    };

    explicit FakeService(std::shared_ptr<testing::FakeClock> clock)
        : clock_(std::move(clock)) {}

    /// Decides the fault of the n-th create (0, 1, ...).
    std::function<Fault(int call, const std::string& body)> faults;
    /// Called inside every create, before anything else.
    std::function<void(int call)> onCreate;
    /// Called in the n-th call of quote() (0, 1, ...), before anything else.
    std::function<void(int call)> onQuoteCall;
    /// Called for every item that is priced.
    std::function<void(const QuoteAsk&)> onQuote;
    /// Whole-call failures of quote(), taken one a call.
    std::vector<Error> quoteErrors;
    /// The codes with which single items are refused, by their lead count.
    std::map<std::int64_t, std::string> refusedCounts;
    bool namesRefusedFields = true; ///< where it refuses an item
    std::int64_t centsPerLead = 20;
    std::vector<std::string> similar; ///< orders that it calls similar to whatever is priced
    bool losesAnAnswer = false;       ///< of each call of quote()
    bool tellsTheTime = true;
    bool tellsRequests = true;         ///< what was ordered, of orders that exist
    bool tellsHeld = true;             ///< what those hold
    bool refusesOrdered = false;       ///< refuses by refusedCounts what is ordered already, too
    bool findsOrders = true;           ///< find() works
    std::set<std::string> failingKeys; ///< keys for which find() always answers 500
    bool lookUpsSee = true;            ///< what keys bought is to be seen
    /// Whether it names orders that ask for the same, and refuses to make another on request.
    bool knowsWishes = true;
    std::size_t mostNamed = 20;   ///< of those orders, the newest; the others are only counted
    std::string currency = "USD"; ///< of quotes
    /// Order writes that may still go, then `pause` of waiting; negative = no limit.
    std::int64_t budget = -1;
    /// Calls of quote() and find() in each `budgetPause`; 0 = no limit.
    int requests = 0;
    std::chrono::milliseconds budgetPause{3'600'000};
    int waitsUntold = 0; ///< times that an order write has to wait for nobody knows how long
    std::chrono::milliseconds limitPause{7'000};
    std::chrono::milliseconds lateness{15'000}; ///< of orders that wait for a lock and a standby
    /// What the server tells when it is asked for the order budget; nothing = it does not.
    std::optional<PacerView> serverBudget;
    std::chrono::milliseconds budgetAnswerTakes{0};
    std::int64_t remembered = 4321; ///< left of the budget, as the run keeps it in the ledger

    std::map<std::string, Made> orders() const;
    std::int64_t moneyTaken() const;
    int creates() const;
    int quoteCalls() const;
    /// Of find().
    int finds() const;
    int mostInFlight() const;
    /// Puts an order there as another machine would have.
    void makeOrder(const std::string& key, const std::string& request, std::int64_t held);
    void expireQuotes();
    /// What became of an order.
    void setStatus(const std::string& number, const std::string& status, std::int64_t charged = 0);

    std::variant<PaceTicket, PaceWait> admit() override;
    void release(const PaceTicket& ticket) override;
    SendResult create(const std::string& body, const IdempotencyKey& key, const PaceTicket& ticket,
                      const std::stop_token& stop) override;
    Result<std::vector<QuoteAnswer>> quote(const std::vector<QuoteAsk>& asks,
                                           const std::stop_token& stop) override;
    Result<WallTime> serverTime(const std::stop_token& stop) override;
    Result<std::optional<PlacedOrder>> find(const IdempotencyKey& key,
                                            const std::stop_token& stop) override;
    RetryBudget& retryBudget() override { return retryBudget_; }
    PacerView pacing() const override;
    Result<PacerView> askPacing(const std::stop_token& stop) override;
    PacerMemory rememberPacing() const override;
    void recallPacing(const PacerMemory& memory) override;
    std::int64_t recalledWindows() const { return recalled_; }

private:
    struct OfferMade {
        std::int64_t amount;
        bool expired;
    };
    SendResult apply(const std::string& body, const std::string& key, Fault fault);
    PlacedOrder describe(const Made& made) const;
    std::optional<PlacedOrder> seen(const std::string& key) const;
    EquivalentOrders equivalentsOf(const std::string& body) const;
    std::optional<Error> requestLimit();

    std::shared_ptr<testing::FakeClock> clock_;
    mutable std::mutex mutex_;
    std::map<std::string, Made> orders_;
    std::map<std::string, OfferMade> offers_;
    RetryBudget retryBudget_;
    SteadyTime blockedUntil_{};
    SteadyTime requestsUntil_{};
    int requestsMade_ = 0; ///< before requestsUntil_
    int creates_ = 0;
    int quoteCalls_ = 0;
    int finds_ = 0;
    int inFlight_ = 0;
    int mostInFlight_ = 0;
    std::int64_t recalled_ = 0;
};

/// The number after `"name":` in a flat JSON text; 0 when absent.
std::int64_t numberIn(const std::string& json, const std::string& name);

Error serverError(int status, ErrorCode code, const std::string& message,
                  StopReason stop = StopReason::Permanent);

} // namespace leadsheet::submit::test
