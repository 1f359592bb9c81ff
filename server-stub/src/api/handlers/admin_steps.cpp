// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/admin_steps.hpp"

#include "api/context.hpp"
#include "api/handlers/order_json.hpp"
#include "api/handlers/step_body.hpp"
#include "api/handlers/step_run.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using domain::OrderAction;

store::OrderStep adminStep(const Exchange& exchange, OrderAction action, const StepBody& body) {
    store::OrderStep step = stepBy(exchange, action, domain::Actor::Admin);
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
    store::OrderStep step = adminStep(exchange, action, *body);
    step.reason = body->text;
    step.dataJson = json::serialize(json::object{{"reason", body->text}});
    return runStep(context, exchange, step, verb, adminOrderBody);
}

} // namespace

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
    store::OrderStep step = adminStep(exchange, OrderAction::RequestInfo, *body);
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
    store::OrderStep step = adminStep(exchange, OrderAction::Refund, *body);
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

} // namespace leadsheet::server::api
