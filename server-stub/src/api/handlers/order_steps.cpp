// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/order_steps.hpp"

#include "api/context.hpp"
#include "api/handlers/order_json.hpp"
#include "api/handlers/step_body.hpp"
#include "api/handlers/step_run.hpp"
#include "api/tool_mark.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using domain::Actor;
using domain::OrderAction;

std::string customersView(store::Reader&, const store::Order& order) {
    return orderBody(order);
}

} // namespace

Outcome cancelOrder(Context& context, Exchange& exchange) {
    const auto body = readStepBody(exchange, {.text = "reason"});
    if (!body)
        return tl::make_unexpected(body.error());
    store::OrderStep step = stepBy(exchange, OrderAction::Cancel, Actor::Customer);
    step.expectedVersion = body->expectedVersion;
    step.reason = body->text;
    if (!body->text.empty())
        step.dataJson = json::serialize(json::object{{"reason", body->text}});
    return runStep(context, exchange, step, "cancelled", customersView);
}

Outcome replyToOrder(Context& context, Exchange& exchange) {
    const auto body = readStepBody(exchange, {.text = "message", .textRequired = true});
    if (!body)
        return tl::make_unexpected(body.error());
    store::OrderStep step = stepBy(exchange, OrderAction::Reply, Actor::Customer);
    step.expectedVersion = body->expectedVersion;
    json::object data = viaOf(exchange);
    data["message"] = body->text;
    step.dataJson = json::serialize(data);
    return runStep(context, exchange, step, "replied to", customersView);
}

} // namespace leadsheet::server::api
