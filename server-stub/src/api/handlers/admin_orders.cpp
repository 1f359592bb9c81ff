// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/leads.hpp"
#include "api/handlers/order_steps.hpp"
#include "api/handlers/request.hpp"
#include "api/order_json.hpp"
#include "api/reply.hpp"

#include <boost/json.hpp>
#include <map>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using domain::OrderAction;

/// Names of accounts, each looked up once.
class AccountNames {
public:
    explicit AccountNames(store::Reader& reader)
        : reader_(reader) {}
    const std::string& of(const store::AccountId& id) {
        const auto [place, isNew] = names_.try_emplace(id);
        if (isNew) {
            if (const auto account = reader_.findAccount(id))
                place->second = account->name;
        }
        return place->second;
    }

private:
    store::Reader& reader_;
    std::map<store::AccountId, std::string> names_;
};

orders::OrderStep adminStep(const Exchange& exchange, OrderAction action, const StepBody& body) {
    orders::OrderStep step = stepBy(exchange, action, domain::Actor::Admin);
    step.expectedVersion = body.expectedVersion;
    return step;
}

/// A step that says nothing but the version it expects.
Outcome bareStep(Context& context, Exchange& exchange, OrderAction action, std::string_view verb) {
    const auto body = readStepBody(exchange, {});
    if (!body)
        return tl::make_unexpected(body.error());
    return runStep(context, exchange, adminStep(exchange, action, *body), verb, adminOrderBody);
}

Outcome stepWithReason(Context& context, Exchange& exchange, OrderAction action,
                       std::string_view verb) {
    const auto body = readStepBody(exchange, {.text = "reason", .textRequired = true});
    if (!body)
        return tl::make_unexpected(body.error());
    orders::OrderStep step = adminStep(exchange, action, *body);
    step.reason = body->text;
    step.dataJson = json::serialize(json::object{{"reason", body->text}});
    return runStep(context, exchange, step, verb, adminOrderBody);
}

// POST /v1/admin/orders/{n}/...: what fulfilment does to an order (contract section 6). One
// transaction each for the order, its money, the event and the kept answer.
Outcome approveOrder(Context& context, Exchange& exchange) {
    return bareStep(context, exchange, OrderAction::Approve, "approved");
}

Outcome rejectOrder(Context& context, Exchange& exchange) {
    return stepWithReason(context, exchange, OrderAction::Reject, "rejected");
}

Outcome requestOrderInfo(Context& context, Exchange& exchange) {
    const auto body = readStepBody(exchange, {.text = "question", .textRequired = true});
    if (!body)
        return tl::make_unexpected(body.error());
    orders::OrderStep step = adminStep(exchange, OrderAction::RequestInfo, *body);
    step.question = body->text;
    step.dataJson = json::serialize(json::object{{"question", body->text}});
    return runStep(context, exchange, step, "asked about", adminOrderBody);
}

Outcome deliverOrder(Context& context, Exchange& exchange) {
    const auto body = readStepBody(exchange, {.part = true});
    if (!body)
        return tl::make_unexpected(body.error());
    const auto action = body->part ? OrderAction::DeliverPart : OrderAction::Deliver;
    return runDelivery(context, exchange, adminStep(exchange, action, *body), adminOrderBody);
}

Outcome failOrder(Context& context, Exchange& exchange) {
    return stepWithReason(context, exchange, OrderAction::Fail, "given up");
}

Outcome refundOrder(Context& context, Exchange& exchange) {
    const auto body =
        readStepBody(exchange, {.text = "reason", .textRequired = true, .amount = true});
    if (!body)
        return tl::make_unexpected(body.error());
    orders::OrderStep step = adminStep(exchange, OrderAction::Refund, *body);
    step.reason = body->text;
    step.refund = body->amount;
    step.describe = [reason = body->text](const domain::Transition& move) {
        json::object data{{"reason", reason}};
        if (move.refund > 0)
            data["amount"] = moneyJson(move.refund);
        if (move.release > 0 || move.refund == 0)
            data["released"] = moneyJson(move.release);
        return json::serialize(data);
    };
    return runStep(context, exchange, step, "refunded", adminOrderBody);
}

Outcome listAdminOrders(Context& context, Exchange& exchange) {
    const auto filter = readOrderFilter(exchange);
    if (!filter)
        return tl::make_unexpected(filter.error());
    const auto account = readAccountFilter(exchange);
    if (!account)
        return tl::make_unexpected(account.error());
    const std::string scope = "admin orders";
    const std::string filters =
        orderFilterText(*filter) + (*account ? (*account)->str() : std::string());
    const auto page = pageRequest(context, exchange, scope, filters);
    if (!page)
        return tl::make_unexpected(page.error());
    struct Found {
        json::array rows;
        std::optional<store::CursorPosition> next;
    };
    auto found = context.store->read([&](store::Reader& reader) {
        const auto orders = reader.listOrders(*account, *filter, page->after, page->limit,
                                              store::Direction::OldestFirst);
        AccountNames names(reader);
        Found out{{}, orders.next};
        for (const store::Order& order : orders.rows)
            out.rows.push_back(adminOrderJson(order, names.of(order.account)));
        return out;
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    return pageReply(context, std::move(found->rows), *page, found->next, scope, filters);
}

Outcome getAdminOrder(Context& context, Exchange& exchange) {
    const store::OrderNumber number(exchange.parameter(0));
    auto found = context.store->read([&](store::Reader& reader) -> std::optional<Reply> {
        const auto order = reader.findOrder(number);
        if (!order)
            return std::nullopt;
        Reply reply;
        reply.body =
            json::serialize(adminOrderJson(*order, AccountNames(reader).of(order->account)));
        reply.headers.push_back({"ETag", entityTag(*order)});
        return reply;
    });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found)
        return notFound();
    return std::move(**found);
}

} // namespace

void addAdminOrderHandlers(HandlerTable& table) {
    table.add("listAdminOrders", BodyKind::None, listAdminOrders,
              {"status", "accountId", "createdAfter", "limit", "cursor"});
    table.add("getAdminOrder", BodyKind::None, getAdminOrder);
    table.add("approveOrder", BodyKind::OptionalJson, approveOrder);
    table.add("rejectOrder", BodyKind::Json, rejectOrder);
    table.add("requestOrderInfo", BodyKind::Json, requestOrderInfo);
    table.add("deliverOrder", BodyKind::OptionalJson, deliverOrder);
    table.add("failOrder", BodyKind::Json, failOrder);
    table.add("refundOrder", BodyKind::Json, refundOrder);
    table.add("exportOrderLeads", BodyKind::None, exportOrderLeads, {"format", "fields"});
}

} // namespace leadsheet::server::api
