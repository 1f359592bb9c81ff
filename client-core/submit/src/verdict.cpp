// SPDX-License-Identifier: Apache-2.0
#include "verdict.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/submit/row_identity.hpp"

#include <algorithm>

namespace leadsheet::submit::detail {
namespace {

using std::chrono::milliseconds;
namespace say = messages::ledger;

/// A row's attempts are counted up to here: far beyond what any wait or budget depends on.
constexpr std::int64_t kMostAttempts = 1'000;

WallTime wallAfter(const Moment& now, SteadyTime until) {
    return now.wall + std::chrono::ceil<milliseconds>(until - now.steady);
}

void take(Verdict& verdict, const Error& error) {
    verdict.httpStatus = error.httpStatus;
    verdict.code = error.codeName();
    verdict.message = Said(error);
    verdict.requestId = error.requestId;
    verdict.limited = isBudgetWait(error);
    verdict.limitUntold = error.httpStatus == 429 && !verdict.limited;
    for (const FieldError& field : error.fields)
        verdict.message.text += " " + field.pointer + ": " + field.detail;
}

bool inOtherCurrency(const PlacedOrder& order, const std::string& currency) {
    return !order.currency.empty() && order.currency != currency;
}

bool heldAsQuoted(const SentRow& row, const PlacedOrder& order, const std::string& currency) {
    return !order.held || (*order.held == row.quoted && !inOtherCurrency(order, currency));
}

void checkHeld(Verdict& verdict, const SentRow& row, const PlacedOrder& order,
               const std::string& currency) {
    if (heldAsQuoted(row, order, currency))
        return;
    const bool otherCurrency = inOtherCurrency(order, currency);
    verdict.pause = PauseReason::HeldOtherThanQuoted;
    verdict.pauseDetail =
        Said({say::holdDiffersFromQuote(order.orderNumber,
                                        {*order.held, otherCurrency ? order.currency : currency},
                                        {row.quoted, currency}),
              say::nothingMoreSent(), say::settleWithServiceFirst()});
    verdict.message = verdict.pauseDetail;
}

Verdict placed(const SentRow& row, const PlacedOrder& order, const std::string& currency) {
    Verdict verdict;
    // Where no earlier send of the row can have placed it, the key bought the order elsewhere.
    const bool earlier = order.replayed && !row.mayHavePlaced;
    verdict.state = order.ended ? RowState::Ended
                    : earlier   ? RowState::AlreadyOrdered
                                : RowState::Placed;
    verdict.orderedAt = order.createdAt;
    if (order.ended)
        verdict.orderStatus = order.status;
    verdict.httpStatus = 201;
    verdict.requestId = order.requestId;
    verdict.orderNumber = order.orderNumber;
    verdict.price = order.ended ? order.charged : order.held.value_or(row.quoted);
    if (!earlier && !order.ended)
        checkHeld(verdict, row, order, currency);
    return verdict;
}

/// Left as it is for a later resume: the cause is not in the row.
void keepForLater(Verdict& verdict, Certainty certainty) {
    verdict.state = certainty == Certainty::Unknown ? RowState::Unknown : RowState::Queued;
    verdict.outcomeKnown = certainty != Certainty::Unknown;
}

void retryAt(Verdict& verdict, Certainty certainty, WallTime when) {
    verdict.state = certainty == Certainty::Unknown ? RowState::Unknown : RowState::WillRetry;
    verdict.outcomeKnown = certainty != Certainty::Unknown;
    verdict.waitUntil = when;
}

int backoffStep(const SentRow& row) {
    return static_cast<int>(std::min<std::int64_t>(row.attempts, kLongestBackoffStep));
}

void refuseReusedKey(Verdict& verdict) {
    verdict.httpStatus = 422;
    verdict.code = kKeyReused;
    verdict.state = RowState::Refused;
}

bool blamesConnection(const Attempt& attempt) {
    return attempt.problem && (*attempt.problem == TransportProblem::Tls ||
                               *attempt.problem == TransportProblem::Internal);
}

void judgePermanent(Verdict& verdict, const SentRow& row, const Attempt& attempt,
                    const Error& error, const RetryState& state, const Moment& now, Rng& rng) {
    // The service forgets a quote some time after it ended; nothing else of an order can be
    // missing.
    const bool quoteEnded = error.is(ErrorCode::QuoteExpired) || error.is(ErrorCode::NotFound);
    if (quoteEnded || error.is(ErrorCode::PriceChanged)) {
        verdict.state = RowState::Queued;
        verdict.next = Verdict::Next::Requote;
        verdict.quotesExpired = quoteEnded;
        return;
    }
    if (error.is(ErrorCode::EquivalentOrder)) {
        // A replay is answered before this is checked: the key has bought nothing.
        verdict.state = RowState::Sending;
        verdict.next = Verdict::Next::Weigh;
        verdict.equivalents = error.equivalents;
        return;
    }
    if (error.is(ErrorCode::IdempotencyKeyReused)) {
        verdict.state = RowState::Sending;
        verdict.next = Verdict::Next::LookUp;
        return;
    }
    if (const PauseReason problem = accountProblem(error); problem != PauseReason::None) {
        keepForLater(verdict, state.certainty);
        verdict.pause = problem;
        verdict.pauseDetail = Said(error);
        return;
    }
    const bool redirected = !attempt.problem && attempt.status < 400;
    if (blamesConnection(attempt) || redirected) {
        keepForLater(verdict, state.certainty);
        verdict.pause = PauseReason::ServerUnreachable;
        verdict.pauseDetail = Said(error);
        verdict.serverFailed = true;
        return;
    }
    if (state.certainty == Certainty::Unknown) {
        // The refusal came from in front of the idempotency check, so an earlier attempt may still
        // have been applied: never Refused.
        const auto wait = backoff(rowPolicy(), backoffStep(row), rng);
        retryAt(verdict, Certainty::Unknown, now.wall + wait);
        verdict.serverFailed = true;
        return;
    }
    verdict.state = RowState::Refused;
}

} // namespace

bool isSameOrder(const PlacedOrder& order, const std::string& product, std::int64_t leadCount,
                 const std::string& request) {
    if (!order.request.empty())
        return isSameRequest(order.request, request);
    return (order.product.empty() || order.product == product) &&
           (order.leadCount == 0 || order.leadCount == leadCount);
}

std::string withQuote(const std::string& canonical, const std::string& quoteId,
                      const std::string& guard) {
    std::string body = canonical.substr(0, canonical.rfind('}'));
    body += ",\"quoteId\":\"";
    // Ids are visible ASCII, so these two are all that JSON needs to have escaped.
    for (const char c : quoteId) {
        if (c == '"' || c == '\\')
            body += '\\';
        body += c;
    }
    body += '"';
    return body + guard + '}';
}

std::string withoutQuote(const std::string& body) {
    const auto quote = body.rfind(",\"quoteId\":\"");
    return quote == std::string::npos ? body : body.substr(0, quote) + '}';
}

bool isBudgetWait(const Error& error) {
    // Without a status the client did not send it: by its own count nothing is left.
    return (error.httpStatus == 429 || error.httpStatus == 0) && error.retryAfter > milliseconds(0);
}

RetryPolicy rowPolicy() {
    constexpr std::chrono::hours kNoEnd{24 * 366};
    RetryPolicy policy = RetryPolicy::batch(kNoEnd * 2);
    policy.retryAfterCeiling = kNoEnd;
    return policy;
}

PauseReason accountProblem(const Error& error) {
    if (error.httpStatus == 401)
        return PauseReason::KeyRejected;
    switch (error.code) {
    case ErrorCode::MissingApiKey:
    case ErrorCode::InvalidApiKey:
    case ErrorCode::ExpiredApiKey:
    case ErrorCode::RevokedApiKey:
    case ErrorCode::MissingScope:
    case ErrorCode::WrongKeyType:
        return PauseReason::KeyRejected;
    case ErrorCode::InsufficientCredit:
        return PauseReason::NoCredit;
    case ErrorCode::SpendCapReached:
        return PauseReason::ServerSpendCap;
    case ErrorCode::AccountSuspended:
        return PauseReason::AccountSuspended;
    default:
        return error.httpStatus == 402 ? PauseReason::NoCredit : PauseReason::None;
    }
}

Verdict judge(const SentRow& row, const SendResult& sent, const std::string& currency,
              const Moment& now, Rng& rng, RetryBudget& budget) {
    RetryState state(rowPolicy(), now.steady);
    state.keyed = true;
    state.attempts = static_cast<int>(std::min(row.attempts, kMostAttempts));
    state.budgetHeld = std::min(RetryBudget::kCapacity, (state.attempts - 1) * RetryBudget::kCost);
    if (row.before == RowState::Unknown)
        state.certainty = Certainty::Unknown;
    const RetryStep next = step(state, sent.attempt, now.steady, rng, budget);
    if (sent.result)
        return placed(row, *sent.result, currency);

    Verdict verdict;
    const Error& error = sent.result.error();
    take(verdict, error);
    if (const auto* wait = std::get_if<WaitUntil>(&next)) {
        retryAt(verdict, state.certainty, wallAfter(now, wait->time));
        verdict.serverFailed = !verdict.limited && !error.is(ErrorCode::IdempotencyInProgress);
        return verdict;
    }
    if (sent.attempt.problem == TransportProblem::Cancelled) {
        keepForLater(verdict, state.certainty);
        return verdict;
    }
    judgePermanent(verdict, row, sent.attempt, error, state, now, rng);
    return verdict;
}

bool isDoubtful(const SentRow& row, const SendResult& sent, const std::string& currency) {
    return !sent.result || !heldAsQuoted(row, *sent.result, currency);
}

Verdict judgeLookUp(const SentRow& row, const Result<std::optional<PlacedOrder>>& found,
                    const std::string& currency, const Moment& now, Rng& rng) {
    Verdict verdict;
    if (!found) {
        take(verdict, found.error());
        verdict.pause = accountProblem(found.error());
        verdict.pauseDetail = Said(found.error());
        verdict.serverFailed = !verdict.limited && verdict.pause == PauseReason::None &&
                               !found.error().is(ErrorCode::Cancelled);
        auto wait = backoff(rowPolicy(), backoffStep(row), rng);
        if (found.error().retryAfter)
            wait = std::max(wait, *found.error().retryAfter);
        retryAt(verdict, Certainty::Unknown, now.wall + wait);
        return verdict;
    }
    if (!*found) {
        refuseReusedKey(verdict);
        verdict.message = Said({say::keyUsedWithoutOrder(), say::orderWithNewKey()});
        return verdict;
    }
    return judgeBought(row, **found, currency);
}

Verdict judgeBought(const SentRow& row, const PlacedOrder& order, const std::string& currency) {
    // A key made from the body can only have bought this body; the difference was in the quote.
    const bool same =
        !row.byReference || isSameOrder(order, row.product, row.leadCount, row.request);
    if (!same) {
        Verdict verdict;
        refuseReusedKey(verdict);
        verdict.message =
            Said({say::keyBoughtOtherOrder(order.orderNumber, order.leadCount, order.product),
                  say::giveReferenceOrReorder()});
        return verdict;
    }
    PlacedOrder replay = order;
    replay.replayed = true;
    Verdict settled = placed(row, replay, currency);
    settled.httpStatus = 200;
    return settled;
}

} // namespace leadsheet::submit::detail
