// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "api/handlers/order_json.hpp"
#include "domain/order_request.hpp"
#include "domain/pricing.hpp"
#include "store/store.hpp"

#include <boost/json.hpp>
#include <optional>
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
};

/// Checks and prices one body; a refusal is the one that creating the order would give.
QuoteItem checkQuoteItem(const Context& context, const boost::json::value& body);

/// Turns a draft into the order that its idempotencyKey bought already, or into a stored quote.
void priceQuoteItem(const Context& context, const Exchange& exchange, store::Tx& tx,
                    QuoteItem& item);

boost::json::object quoteJson(const store::Quote& quote);
/// {"index", and one of "quote", "existingOrder" and "problem"}
boost::json::object quoteItemJson(const QuoteItem& item, std::size_t index);

} // namespace leadsheet::server::api
