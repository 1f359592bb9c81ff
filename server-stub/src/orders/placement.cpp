// SPDX-License-Identifier: Apache-2.0
#include "orders/placement.hpp"

#include "leadsheet/contract/limits.hpp"
#include "leadsheet/contract/products.hpp"

#include "domain/json.hpp"
#include "orders/steps.hpp"
#include "store/schema.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <chrono>
#include <utility>

namespace leadsheet::server::orders {

using namespace store;

namespace {

using Outcome = PlacementResult::Outcome;

/// 50 random bits meet again after tens of millions of orders; a second draw is the end of it.
constexpr int kNumberDraws = 8;

PlacementResult refuse(Outcome outcome, MinorUnits price, MinorUnits available = 0) {
    PlacementResult result;
    result.outcome = outcome;
    result.price = price;
    result.available = available;
    return result;
}

/// Replaces today's price by the quoted one; another outcome than Created is a refusal.
Outcome applyQuote(Tx& tx, const Placement& placement, domain::Price& price) {
    const auto& draft = placement.draft;
    if (!draft.quoteId)
        return Outcome::Created;
    const auto quote = tx.findQuote(placement.key.account, *draft.quoteId);
    if (!quote)
        return Outcome::QuoteNotFound;
    const bool otherKey =
        quote->idempotencyKey && *quote->idempotencyKey != placement.idempotencyKey;
    if (otherKey || quote->requestDigest != draft.requestDigest)
        return Outcome::QuoteMismatch;
    if (quote->consumedBy)
        return Outcome::QuoteConsumed;
    if (placement.now >= quote->expiresAt)
        return Outcome::QuoteExpired;
    price = {quote->unitPrice, quote->total};
    return Outcome::Created;
}

domain::DuplicatePolicy policyFor(const Placement& placement) {
    return std::max(placement.duplicates,
                    placement.draft.duplicates.value_or(domain::DuplicatePolicy::Off));
}

/// What orders are compared with, and how many of them are named: to refuse with, synonyms left
/// aside, or to warn of. Nothing = none is.
std::optional<std::pair<OrderContent, std::size_t>> comparedContent(const Placement& placement) {
    const domain::DuplicatePolicy policy = policyFor(placement);
    auto content = contentOf(placement.draft);
    if (policy == domain::DuplicatePolicy::Off || !content)
        return std::nullopt;
    std::int64_t limit = contract::kMaxNamedEquivalents;
    if (policy == domain::DuplicatePolicy::Refuse) {
        limit = contract::kMaxRefusedEquivalents;
        content->marks.similar.reset();
    }
    return std::pair(std::move(*content), static_cast<std::size_t>(limit));
}

/// What the account has that asks for the same.
Equivalents equivalentsTo(Tx& tx, const Placement& placement) {
    const auto compared = comparedContent(placement);
    if (!compared)
        return {};
    return std::move(findEquivalents(tx, placement.key.account, placement.duplicatesSince,
                                     {&compared->first, 1}, compared->second)
                         .front());
}

bool isAcknowledged(const Placement& placement, const Equivalents& equivalents) {
    return std::ranges::all_of(equivalents.orders, [&](const EquivalentOrder& order) {
        return std::ranges::find(placement.draft.acknowledged, order.number) !=
               placement.draft.acknowledged.end();
    });
}

std::optional<PlacementResult> checkMoney(Tx& tx, const Placement& placement, MinorUnits total) {
    if (placement.draft.maxPrice && total > *placement.draft.maxPrice)
        return refuse(Outcome::PriceChanged, total);
    const auto cap =
        placement.key.dailySpendCap ? placement.key.dailySpendCap : placement.defaultSpendCap;
    if (cap) {
        const MinorUnits spent =
            tx.spentOn(placement.key.counterKey, domain::utcDay(placement.now));
        const MinorUnits left = std::max<MinorUnits>(*cap - spent, 0);
        if (total > left)
            return refuse(Outcome::SpendCapReached, total, left);
    }
    const MinorUnits available = tx.balance(placement.key.account).available;
    if (total > available)
        return refuse(Outcome::InsufficientCredit, total, available);
    return std::nullopt;
}

Order insert(Tx& tx, const Placement& placement, const domain::Price& price) {
    Order order;
    order.account = placement.key.account;
    order.key = placement.key.id;
    order.product = placement.draft.product->id;
    order.leadCount = placement.draft.leadCount;
    order.recordJson = placement.draft.recordJson;
    order.marks = placement.draft.marks;
    order.unitPrice = price.unitPrice;
    order.total = price.total;
    order.quote = placement.draft.quoteId;
    order.externalRef = placement.draft.externalRef;
    order.idempotencyKey = placement.idempotencyKey;
    order.createdAt = placement.now;
    order.updatedAt = placement.now;
    for (int draw = 0; draw < kNumberDraws; ++draw) {
        order.number = placement.drawNumber();
        if (const auto seq = tx.insertOrder(order)) {
            order.seq = *seq;
            return order;
        }
    }
    throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                        "no free order number was drawn: the random source repeats itself", 0});
}

} // namespace

IdempotencyCheck checkIdempotency(Reader& reader, const AccountId& account,
                                  std::string_view operation, std::string_view key,
                                  const Digest& fingerprint) {
    auto record = reader.findIdempotency(account, operation, key);
    if (!record)
        return {};
    const auto verdict = record->fingerprint == fingerprint ? IdempotencyVerdict::Replay
                                                            : IdempotencyVerdict::KeyReused;
    return {verdict, std::move(record)};
}

bool refusesEquivalents(const Placement& placement) {
    return policyFor(placement) == domain::DuplicatePolicy::Refuse && !placement.draft.excludeOwned;
}

void lookForQuoteAndEquivalents(OrderAhead& ahead, const Placement& placement) {
    ahead.quote = placement.draft.quoteId;
    const auto compared = comparedContent(placement);
    if (!compared)
        return;
    ahead.content = compared->first;
    ahead.maxEquivalents = compared->second;
    ahead.equivalentSince = placement.duplicatesSince;
}

PlacementResult placeOrder(Tx& tx, const Placement& placement) {
    domain::Price price = placement.price;
    if (const Outcome outcome = applyQuote(tx, placement, price); outcome != Outcome::Created)
        return refuse(outcome, price.total);
    Equivalents equivalents = equivalentsTo(tx, placement);
    if (policyFor(placement) == domain::DuplicatePolicy::Refuse) {
        if (!isAcknowledged(placement, equivalents)) {
            PlacementResult refusal = refuse(Outcome::EquivalentOrder, price.total);
            refusal.equivalents = std::move(equivalents);
            return refusal;
        }
        equivalents = {};
    }
    if (auto refusal = checkMoney(tx, placement, price.total))
        return std::move(*refusal);

    PlacementResult result;
    result.price = price.total;
    Order order = insert(tx, placement, price);
    if (order.quote)
        tx.consumeQuote(*order.quote, order.number);
    if (!tx.hold(order.account, order.number, order.total, placement.now))
        throw StoreFailure({StoreError::Kind::Internal, StoreError::Certainty::NotApplied,
                            "the balance changed inside a transaction", 0});
    tx.addSpent(placement.key.counterKey, domain::utcDay(placement.now), order.total);
    OrderEvent created;
    created.order = order.number;
    created.type = "order.created";
    created.actor = domain::name(domain::Actor::Customer);
    created.key = order.key;
    created.at = placement.now;
    created.dataJson = placement.eventJson;
    tx.appendEvent(created);
    announceOrderEvent(tx, order, created);

    result.answer = placement.renderAnswer(order, equivalents);
    IdempotencyRecord record;
    record.account = order.account;
    record.operation = placement.operation;
    record.key = placement.idempotencyKey;
    record.fingerprint = placement.fingerprint;
    record.status = placement.answerStatus;
    record.body = result.answer;
    record.order = order.number;
    record.createdAt = placement.now;
    tx.insertIdempotency(record);
    result.order = std::move(order);
    return result;
}

std::optional<OrderContent> contentOf(const domain::OrderDraft& draft) {
    if (draft.excludeOwned)
        return std::nullopt;
    return OrderContent{draft.marks, draft.externalRef, draft.leadCount};
}

std::optional<OrderContent> contentOf(const Quote& quote) {
    const auto record = domain::parseJson(quote.recordJson);
    if (!record || !record->is_object())
        return std::nullopt;
    const boost::json::object& members = record->get_object();
    const boost::json::value* excludeOwned = members.if_contains("excludeOwned");
    if (excludeOwned != nullptr && excludeOwned->is_bool() && excludeOwned->get_bool())
        return std::nullopt;
    OrderContent content{domain::orderMarks(members), {}, quote.leadCount};
    const boost::json::value* reference = members.if_contains("externalRef");
    if (reference != nullptr && reference->is_string())
        content.externalRef = std::string(std::string_view(reference->get_string()));
    return content;
}

Timestamp windowStart(const Account& account, Timestamp now) {
    if (account.duplicateWindowDays == 0)
        return Timestamp{};
    return now - std::chrono::days(account.duplicateWindowDays);
}

std::vector<Equivalents> findEquivalents(Tx& tx, const AccountId& account, Timestamp since,
                                         std::span<const OrderContent> contents,
                                         std::size_t limit) {
    if (contents.empty())
        return {};
    while (tx.markOrders(account, kMarkedAtOnce) > 0) {
    }
    return tx.findEquivalents(account, since, contents, limit);
}

} // namespace leadsheet::server::orders
