// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/create_order.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/order_filter.hpp"
#include "api/handlers/order_json.hpp"
#include "api/handlers/order_steps.hpp"
#include "api/handlers/paging.hpp"
#include "api/not_found.hpp"
#include "api/store_problem.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

Outcome listOrders(Context& context, Exchange& exchange) {
    const auto filter = readOrderFilter(exchange);
    if (!filter)
        return tl::make_unexpected(filter.error());
    const store::AccountId& account = exchange.caller->account.id;
    const std::string scope = "orders:" + account.str();
    const std::string filters = orderFilterText(*filter);
    const auto page = pageRequest(context, exchange, scope, filters);
    if (!page)
        return tl::make_unexpected(page.error());
    const auto found = context.store->read([&](store::Reader& reader) {
        return reader.listOrders(account, *filter, page->after, page->limit);
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    json::array rows;
    for (const store::Order& order : found->rows)
        rows.push_back(orderJson(order));
    return pageReply(context, std::move(rows), *page, found->next, scope, filters);
}

Outcome getOrder(Context& context, Exchange& exchange) {
    const auto order = context.store->read([&](store::Reader& reader) {
        return reader.findOrder(exchange.caller->account.id,
                                store::OrderNumber(exchange.parameter(0)));
    });
    if (!order)
        return storeProblem(context, exchange, order.error());
    if (!*order)
        return notFound();
    Reply reply;
    reply.body = orderBody(**order);
    reply.headers.push_back({"ETag", entityTag(**order)});
    return reply;
}

Outcome listEvents(Context& context, Exchange& exchange) {
    const store::OrderNumber number(exchange.parameter(0));
    const std::string scope = "events:" + exchange.caller->account.id.str() + ":" + number.str();
    const auto page = pageRequest(context, exchange, scope, {});
    if (!page)
        return tl::make_unexpected(page.error());
    const auto found = context.store->read(
        [&](store::Reader& reader) -> std::optional<store::Page<store::OrderEvent>> {
            if (!reader.findOrder(exchange.caller->account.id, number))
                return std::nullopt;
            return reader.listEvents(number, page->after, page->limit);
        });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found)
        return notFound();
    json::array rows;
    for (const store::OrderEvent& event : (*found)->rows)
        rows.push_back(eventJson(event));
    return pageReply(context, std::move(rows), *page, (*found)->next, scope, {});
}

} // namespace

void addOrderHandlers(HandlerTable& table) {
    table.add("createOrder", BodyKind::Json, createOrder);
    table.add(
        "listOrders", BodyKind::None, listOrders,
        {"status", "idempotencyKey", "externalRef", "mark", "createdAfter", "limit", "cursor"});
    table.add("getOrder", BodyKind::None, getOrder);
    table.add("listOrderEvents", BodyKind::None, listEvents, {"limit", "cursor"});
    table.add("cancelOrder", BodyKind::OptionalJson, cancelOrder);
    table.add("replyToOrder", BodyKind::Json, replyToOrder);
}

} // namespace leadsheet::server::api
