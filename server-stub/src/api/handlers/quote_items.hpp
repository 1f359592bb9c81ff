// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "api/handlers/order_json.hpp"
#include "domain/order_request.hpp"
#include "domain/pricing.hpp"
#include "store/store.hpp"

#include <boost/json.hpp>
#include <optional>
#include <span>
#include <variant>

namespace leadsheet::server::api {

struct Context;

/// One body of a quote request on its way to its answer.
struct QuoteItem {
    /// Checked and priced, waiting for the store.
    struct Draft {
        domain::OrderDraft order;
        domain::Price price;
    };
    std::variant<Draft, store::Quote, store::Order, Problem> result;
    std::optional<store::Wish> wish = {}; ///< of a quote that may have equivalent orders
    store::Equivalents equivalents = {};  ///< of a quote
};

/// Checks and prices one body; a refusal is the one that creating the order would give.
QuoteItem checkQuoteItem(const Context& context, const boost::json::value& body);

/// Turns a draft into the order that its idempotencyKey bought already, or into a stored quote.
void priceQuoteItem(const Context& context, const Exchange& exchange, store::Tx& tx,
                    QuoteItem& item);

/// Tells the quotes among the items which orders the account has that ask for the same; few
/// statements for all of them.
void findEquivalents(const Exchange& exchange, store::Tx& tx, std::span<QuoteItem> items);

boost::json::object quoteJson(const store::Quote& quote, const store::Equivalents& equivalents);
/// {"index", and one of "quote", "existingOrder" and "problem"}
boost::json::object quoteItemJson(const QuoteItem& item, std::size_t index);

} // namespace leadsheet::server::api
