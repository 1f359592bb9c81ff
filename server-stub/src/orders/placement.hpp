// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/money.hpp"
#include "domain/order_request.hpp"
#include "store/store.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::server::orders {

using store::Account;
using store::AccountId;
using store::ApiKey;
using store::Digest;
using store::Equivalents;
using store::IdempotencyRecord;
using store::MinorUnits;
using store::Order;
using store::OrderContent;
using store::OrderNumber;
using store::Quote;
using store::Reader;
using store::Timestamp;
using store::Tx;

/// What the idempotency record says about a request.
enum class IdempotencyVerdict {
    Fresh,     ///< never answered: go on
    Replay,    ///< answer as stored; with the body purged, from the order's current record
    KeyReused, ///< 422 idempotency_key_reused
};
struct IdempotencyCheck {
    IdempotencyVerdict verdict = IdempotencyVerdict::Fresh;
    std::optional<IdempotencyRecord> record; ///< not for Fresh
};
/// Stage "idempotency" of any POST; inside the same job as the write it guards.
IdempotencyCheck checkIdempotency(Reader& reader, const AccountId& account,
                                  std::string_view operation, std::string_view key,
                                  const Digest& fingerprint);

/// Everything that create order writes, for a request that passed the stages before "state".
struct Placement {
    const ApiKey& key;
    const domain::OrderDraft& draft;
    domain::Price price; ///< today's; a quote replaces it
    std::string_view operation;
    std::string_view idempotencyKey;
    Digest fingerprint{};
    /// Draws an order number; called again when the number is taken.
    std::function<OrderNumber()> drawNumber;
    /// The stored answer to the created order.
    int answerStatus = 201;
    /// The equivalent orders are those to warn of.
    std::function<std::string(const Order&, const Equivalents&)> renderAnswer;
    /// Caps a key without its own (a setting).
    std::optional<MinorUnits> defaultSpendCap;
    Timestamp now;
    std::string eventJson = "{}"; ///< kept in the event
    /// The account's; the stricter one of it and the draft's holds.
    domain::DuplicatePolicy duplicates = domain::DuplicatePolicy::Warn;
    Timestamp duplicatesSince = {}; ///< older orders are not equivalent, see windowStart()
};

struct PlacementResult {
    enum class Outcome {
        Created,
        QuoteNotFound,      ///< absent or foreign: 404 not_found at /quoteId
        QuoteMismatch,      ///< for another request or idempotency key: 409 price_changed
        QuoteConsumed,      ///< another order used it: 409 price_changed
        QuoteExpired,       ///< 409 quote_expired
        EquivalentOrder,    ///< there are some that were not acknowledged: 409 equivalent_order
        PriceChanged,       ///< the price is over maxPrice: 409 price_changed
        SpendCapReached,    ///< 402 spend_cap_reached
        InsufficientCredit, ///< 402 insufficient_credit
    };
    Outcome outcome = Outcome::Created;
    std::optional<Order> order; ///< Created
    std::string answer;         ///< Created: the stored bytes
    MinorUnits price = 0;       ///< what the order costs or would cost
    Equivalents equivalents;    ///< EquivalentOrder: all strict matches, the newest of many
    MinorUnits available = 0;   ///< InsufficientCredit: the balance; SpendCapReached: left today
};

/// Checks quote, equivalent orders, price guard, spend cap and credit, then writes order, hold,
/// event, quote use, spending and the idempotency record with the answer. Writes nothing unless
/// Created, so that a rate charge of the same job stands.
PlacementResult placeOrder(Tx& tx, const Placement& placement);

/// Whether equivalent orders that were not acknowledged stop this one.
bool refusesEquivalents(const Placement& placement);

/// Has the quote and the orders that placeOrder() will compare this one with looked for ahead.
void lookForQuoteAndEquivalents(store::OrderAhead& ahead, const Placement& placement);

/// What a request, or the quote of one, asks for; nullopt with excludeOwned, which asks for other
/// people by definition and has no equivalents.
std::optional<OrderContent> contentOf(const domain::OrderDraft& draft);
std::optional<OrderContent> contentOf(const Quote& quote);

/// The oldest moment that the account's window still holds.
Timestamp windowStart(const Account& account, Timestamp now);

/// Reader::findEquivalents(), before which orders that an older program wrote get their marks, so
/// that none is missed.
std::vector<Equivalents> findEquivalents(Tx& tx, const AccountId& account, Timestamp since,
                                         std::span<const OrderContent> contents, std::size_t limit);

} // namespace leadsheet::server::orders
