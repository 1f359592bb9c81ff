// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/order_service.hpp"
#include "leadsheet/submit/run.hpp"
#include "leadsheet/submit/said.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::submit::detail {

/// A row on its way: what is needed to send it and to judge the answer.
struct SentRow {
    std::int64_t ordinal = 0;
    std::string key;
    std::string body;
    std::string request; ///< canonical, without the quote
    std::string product;
    std::int64_t leadCount = 0;
    std::int64_t attempts = 0; ///< including the one under way
    std::int64_t quoted = 0;
    WallTime quoteExpires{};
    RowState before = RowState::Queued; ///< what it goes back to when it was not sent after all
    bool mayHavePlaced = false;         ///< an earlier send may have placed its order
    WallTime waitedUntil{};
    bool byReference = false; ///< the key says nothing about the body
    bool keyReused = false;   ///< its key bought an order; which one is still to be asked
    bool isRefused = false;   ///< its price is: only its key tells what it bought
    int pricing = 0;          ///< how often the run had priced rows again when this one was taken
};

/// What an answer means for the row and the run. Made once per answer, then written to the ledger.
struct Verdict {
    enum class Next {
        Nothing,
        Requote, ///< the accepted price no longer holds: ask for a new one
        LookUp,  ///< ask what the key bought; the row stays Sending until then
        Weigh,   ///< the account ordered the same before: did the person agree to that?
    };
    RowState state = RowState::Unknown;
    Next next = Next::Nothing;
    WallTime waitUntil{};
    PauseReason pause = PauseReason::None;
    Said pauseDetail;
    int httpStatus = 0;
    std::string code;
    Said message;
    std::string requestId;
    std::string orderNumber;
    std::optional<std::int64_t> price;
    bool outcomeKnown = true;
    bool serverFailed = false; ///< no usable answer: counts towards an outage
    bool limited = false;      ///< 429 that says how long to wait
    bool limitUntold = false;  ///< 429 that does not: a failure like any other
    bool quotesExpired = false;
    std::optional<WallTime> orderedAt{};
    std::string orderStatus;      ///< of an order that ended
    EquivalentOrders equivalents; ///< Next::Weigh
};

/// The two times of one moment. `wall` is monotonic within a run, whatever the computer's clock
/// does.
struct Moment {
    SteadyTime steady{};
    WallTime wall{};
};

/// Judges the answer to a create. Pure but for jitter and the retry budget.
Verdict judge(const SentRow& row, const SendResult& sent, const std::string& currency,
              const Moment& now, Rng& rng, RetryBudget& budget);

/// Whether the answer is anything but an order at the quoted price: only such a one can end or hold
/// back a run. Pure.
bool isDoubtful(const SentRow& row, const SendResult& sent, const std::string& currency);

inline constexpr std::string_view kKeyReused = "idempotency_key_reused";

/// Judges the look-up that follows idempotency_key_reused.
Verdict judgeLookUp(const SentRow& row, const Result<std::optional<PlacedOrder>>& found,
                    const std::string& currency, const Moment& now, Rng& rng);

/// Judges an order that a row's key turns out to have bought already.
Verdict judgeBought(const SentRow& row, const PlacedOrder& order, const std::string& currency);

/// Whether the order a key bought is the row's own. The content decides where the server tells it.
bool isSameOrder(const PlacedOrder& order, const std::string& product, std::int64_t leadCount,
                 const std::string& request);

/// The bytes of a create: the canonical body, the accepted quote, and the guard against ordering
/// the same again (see duplicateGuard; may be empty).
std::string withQuote(const std::string& canonical, const std::string& quoteId,
                      const std::string& guard);

/// The canonical body in bytes made by withQuote().
std::string withoutQuote(const std::string& body);

/// Errors that concern the key or the account, not the row; None for all others.
PauseReason accountProblem(const Error& error);

/// The key's request budget is used up, by the service's word or by the client's own count, and it
/// is known for how long.
bool isBudgetWait(const Error& error);

/// Waits without an end in sight: the run's own deadline ends them, never the row's.
RetryPolicy rowPolicy();

/// Doublings after which a pause has long reached the policy's longest.
inline constexpr int kLongestBackoffStep = 10;

} // namespace leadsheet::submit::detail
