// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/order_steps.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/order_json.hpp"
#include "api/pipeline.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/money.hpp"
#include "domain/order_request.hpp"
#include "domain/text_check.hpp"
#include "orders/placement.hpp"
#include "orders/search.hpp"

#include <boost/json.hpp>
#include <variant>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;
using domain::Actor;
using domain::OrderAction;
using orders::PlacementResult;

constexpr std::size_t kMaxSearchLength = 200;

tl::unexpected<Problem> quoteFault(ErrorCode code, std::string fieldCode,
                                   const std::string& detail) {
    return refuse(code, detail, {{"/quoteId", std::move(fieldCode), detail}});
}

tl::unexpected<Problem> equivalentOrder(const store::Equivalents& equivalents) {
    const store::EquivalentOrder& newest = equivalents.orders.front();
    const auto others = static_cast<std::int64_t>(equivalents.orders.size()) - 1 + equivalents.more;
    const std::string same = newest.match == store::OrderMatch::SameReference
                                 ? "has the same externalRef"
                                 : "asks for the same people";
    Problem problem{ErrorCode::EquivalentOrder,
                    "Order " + newest.number.str() + " of " +
                        domain::formatTimestamp(newest.createdAt) + " " + same +
                        (others > 0 ? ", as do " + std::to_string(others) + " more" : "") +
                        ". Nothing was ordered. To order all the same, name every one of "
                        "equivalentOrders in acknowledgeDuplicateOf and repeat the request with "
                        "the same Idempotency-Key. As it was sent, the request gets this answer "
                        "for as long as a quote holds, even when these orders have ended: ask "
                        "for a new quote then and name it in quoteId, which makes the request "
                        "another attempt.",
                    {},
                    {},
                    {}};
    addEquivalents(problem.extension, equivalents);
    return tl::make_unexpected(std::move(problem));
}

tl::unexpected<Problem> refusal(const PlacementResult& result) {
    const std::string price = moneyText(result.price);
    switch (result.outcome) {
    case PlacementResult::Outcome::QuoteNotFound:
        return quoteFault(ErrorCode::NotFound, "not_found",
                          "There is no such quote in this account. Ask for one with POST "
                          "/v1/quotes.");
    case PlacementResult::Outcome::QuoteMismatch:
        return quoteFault(ErrorCode::PriceChanged, "conflict",
                          "The quote was made for another order or another Idempotency-Key, so its "
                          "price does not hold here. Quote exactly what is to be ordered.");
    case PlacementResult::Outcome::QuoteConsumed:
        return quoteFault(ErrorCode::PriceChanged, "duplicate",
                          "Another order has used this quote, so its price does not hold here. Ask "
                          "for a new one.");
    case PlacementResult::Outcome::QuoteExpired:
        return refuse(ErrorCode::QuoteExpired,
                      "The quote is past its expiresAt. Today's price is " + price +
                          "; ask for a new quote and order with that.");
    case PlacementResult::Outcome::EquivalentOrder:
        return equivalentOrder(result.equivalents);
    case PlacementResult::Outcome::PriceChanged:
        return refuse(ErrorCode::PriceChanged, "The order costs " + price +
                                                   ", which is more than maxPrice. Nothing was "
                                                   "ordered; raise maxPrice to accept the price.");
    case PlacementResult::Outcome::SpendCapReached:
        return refuse(ErrorCode::SpendCapReached,
                      "The order costs " + price + ", and the key may spend " +
                          moneyText(result.available) +
                          " more today. Raise the key's daily spend cap, use another key, or "
                          "repeat the request after midnight UTC with the same Idempotency-Key.");
    case PlacementResult::Outcome::InsufficientCredit:
        return refuse(ErrorCode::InsufficientCredit,
                      "The order costs " + price + ", and " + moneyText(result.available) +
                          " is available. Top up the account and repeat the request with the same "
                          "Idempotency-Key.");
    case PlacementResult::Outcome::Created:
        break;
    }
    return refuse(ErrorCode::InternalError, "The server failed.");
}

store::OrderAhead aheadOf(const Context& context, const Exchange& exchange,
                          const orders::Placement& placement) {
    store::OrderAhead ahead;
    ahead.rateSubject = exchange.caller->key.rateKey.str();
    if (exchange.chargePending)
        ahead.ratePolicies = policyNames(context, exchange);
    ahead.counterKey = placement.key.counterKey;
    ahead.day = domain::utcDay(exchange.now);
    ahead.operation = placement.operation;
    ahead.idempotencyKey = placement.idempotencyKey;
    orders::lookForQuoteAndEquivalents(ahead, placement);
    if (orders::refusesEquivalents(placement))
        ahead.refusalKey = refusalKeyOf(exchange);
    return ahead;
}

using Placed = std::variant<Outcome, PlacementResult>;

/// Within the transaction that places the order: an answer that is kept already, or what came of
/// it.
Placed placeIn(store::Tx& tx, const Context& context, Exchange& exchange,
               orders::Placement& placement) {
    if (auto earlier = replayOf(tx, exchange))
        return std::move(*earlier);
    // As it is now: since the request was authenticated it may have become stricter.
    if (const auto account = tx.findAccount(placement.key.account)) {
        placement.duplicates = account->duplicates;
        placement.duplicatesSince = orders::windowStart(*account, exchange.now);
    }
    if (orders::refusesEquivalents(placement)) {
        const auto since = exchange.now - context.config.limits.quoteValidity;
        if (auto refused = keptRefusalOf(tx, exchange, since))
            return std::move(*refused);
    }
    PlacementResult result = orders::placeOrder(tx, placement);
    if (result.outcome == PlacementResult::Outcome::EquivalentOrder)
        keepRefusal(tx, exchange, equivalentOrder(result.equivalents).value());
    return result;
}

/// POST /v1/orders and /v1/orders/submit: one transaction writes order, hold, event, and the stored
/// answer.
Outcome createOrder(Context& context, Exchange& exchange) {
    domain::RequestRules rules;
    rules.maxLeadCount = context.config.limits.maxLeadCount;
    const auto draft = domain::validateOrder(*exchange.body, rules);
    if (!draft)
        return tl::make_unexpected(validationProblem(draft.error(), rules.maxLeadCount));
    const auto price = priceToday(context, *draft);
    if (!price)
        return refuse(ErrorCode::LeadCountOutOfRange, "The price of that many leads is too large.");

    orders::Placement placement{
        exchange.caller->key,
        *draft,
        *price,
        exchange.operation().id,
        *exchange.idempotencyKey,
        exchange.fingerprint,
        [&] { return domain::makeOrderNumber(context.random); },
        201,
        createdOrderBody,
        context.config.limits.dailySpendCap,
        exchange.now,
        json::serialize(viaOf(exchange)),
        exchange.caller->account.duplicates,
        orders::windowStart(exchange.caller->account, exchange.now),
    };
    const bool charge = exchange.chargePending;
    auto written = context.store->writeAndWait(
        [&](store::Tx& tx) -> Placed {
            tx.follow(exchange.trace);
            if (charge) {
                if (auto limited = chargeIn(context, exchange, tx))
                    return std::move(*limited);
            }
            return placeIn(tx, context, exchange, placement);
        },
        store::Durability::Full, exchange.caller->account.id,
        aheadOf(context, exchange, placement));
    if (!written)
        return storeProblem(context, exchange, written.error());
    if (auto* earlier = std::get_if<Outcome>(&*written))
        return std::move(*earlier);
    auto& result = std::get<PlacementResult>(*written);
    if (result.outcome != PlacementResult::Outcome::Created)
        return refusal(result);
    context.metrics.orderCreated();
    Reply reply;
    reply.status = 201;
    reply.body = std::move(result.answer);
    reply.headers.push_back({"Location", orderPath(result.order->number)});
    reply.headers.push_back({"ETag", entityTag(*result.order)});
    return reply;
}

std::string customersView(store::Reader&, const store::Order& order) {
    return orderBody(order);
}

/// POST /v1/orders/{n}/cancel: the customer's way out before the work begins; the hold is released.
Outcome cancelOrder(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto body, readStepBody(exchange, {.text = "reason"}));
    orders::OrderStep step = stepBy(exchange, OrderAction::Cancel, Actor::Customer);
    step.expectedVersion = body.expectedVersion;
    step.reason = body.text;
    if (!body.text.empty())
        step.dataJson = json::serialize(json::object{{"reason", body.text}});
    return runStep(context, exchange, step, "cancelled", customersView);
}

/// POST /v1/orders/{n}/reply: answers the service's question; the order goes back to review.
Outcome replyToOrder(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto body, readStepBody(exchange, {.text = "message", .textRequired = true}));
    orders::OrderStep step = stepBy(exchange, OrderAction::Reply, Actor::Customer);
    step.expectedVersion = body.expectedVersion;
    json::object data = viaOf(exchange);
    data["message"] = body.text;
    step.dataJson = json::serialize(data);
    return runStep(context, exchange, step, "replied to", customersView);
}

Outcome listOrders(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto filter, readOrderFilter(exchange));
    const std::string* const asked = exchange.query("search");
    const orders::OrderSearch search(asked != nullptr ? *asked : std::string());
    if (asked != nullptr && (search.empty() || domain::codePoints(*asked) > kMaxSearchLength))
        return wrongParameter("search", "search must be 1 to " + std::to_string(kMaxSearchLength) +
                                            " characters, and not only spaces.");
    const store::AccountId& account = exchange.caller->account.id;
    const auto find = [&](store::Reader& reader, const PageRequest& page) {
        return pageContent(
            search.empty()
                ? reader.listOrders(account, filter, page.after, page.limit)
                : orders::searchOrders(reader, account, filter, search, page.after, page.limit),
            orderJson);
    };
    return answerPage(context, exchange, "orders:" + account.str(),
                      orderFilterText(filter) + (asked != nullptr ? *asked : std::string()), find);
}

Outcome getOrder(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto order, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.findOrder(exchange.caller->account.id,
                                           store::OrderNumber(exchange.parameter(0)));
               }));
    if (!order)
        return notFound();
    Reply reply;
    reply.body = orderBody(*order);
    reply.headers.push_back({"ETag", entityTag(*order)});
    return reply;
}

Outcome listEvents(Context& context, Exchange& exchange) {
    return answerEvents(context, exchange, exchange.caller->account.id);
}

} // namespace

Outcome answerEvents(Context& context, const Exchange& exchange,
                     const std::optional<store::AccountId>& customer) {
    const store::OrderNumber number(exchange.parameter(0));
    const auto find = [&](store::Reader& reader,
                          const PageRequest& page) -> std::optional<PageContent> {
        if (!(customer ? reader.findOrder(*customer, number) : reader.findOrder(number)))
            return std::nullopt;
        return pageContent(reader.listEvents(number, page.after, page.limit), eventJson);
    };
    const std::string whose = customer ? "events:" + customer->str() : "admin events";
    return answerPage(context, exchange, whose + ":" + number.str(), {}, find);
}

void addOrderHandlers(HandlerTable& table) {
    table.add("createOrder", BodyKind::Order, createOrder);
    table.add("listOrders", BodyKind::None, listOrders,
              {"status", "idempotencyKey", "externalRef", "mark", "createdAfter", "search", "limit",
               "cursor"});
    table.add("getOrder", BodyKind::None, getOrder);
    table.add("listOrderEvents", BodyKind::None, listEvents, {"limit", "cursor"});
    table.add("cancelOrder", BodyKind::OptionalJson, cancelOrder);
    table.add("replyToOrder", BodyKind::Json, replyToOrder);
}

} // namespace leadsheet::server::api
