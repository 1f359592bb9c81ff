// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/order_steps.hpp"

#include "api/context.hpp"
#include "api/handlers/order_json.hpp"
#include "api/handlers/step_body.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "store/order_actions.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using contract::ErrorCode;

Outcome answer(const store::OrderStepResult& result, std::string_view verb) {
    switch (result.outcome) {
    case store::OrderStepResult::Outcome::NotFound:
        return notFound();
    case store::OrderStepResult::Outcome::VersionConflict:
        return refuse(ErrorCode::VersionConflict, "The order has version " +
                                                      std::to_string(result.order->version) +
                                                      " by now. Read it again and decide anew.");
    case store::OrderStepResult::Outcome::Refused:
        return refuse(ErrorCode::InvalidTransition,
                      "An order that is " + std::string(domain::name(result.order->status)) +
                          " cannot be " + std::string(verb) + ".");
    case store::OrderStepResult::Outcome::Done:
        break;
    }
    Reply reply;
    reply.body = orderBody(*result.order);
    reply.headers.push_back({"ETag", entityTag(*result.order)});
    return reply;
}

/// What a customer does to an own order: one transaction for the step and the kept answer.
Outcome customerStep(Context& context, Exchange& exchange, store::OrderStep step,
                     std::string_view verb) {
    auto written = context.store->writeAndWait([&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        Outcome outcome = answer(store::performStep(tx, step), verb);
        if (outcome)
            keepAnswer(tx, exchange, *outcome);
        return outcome;
    });
    if (!written)
        return storeProblem(context, exchange, written.error());
    return std::move(*written);
}

store::OrderStep stepOf(const Exchange& exchange, domain::OrderAction action) {
    store::OrderStep step;
    step.number = store::OrderNumber(exchange.parameter(0));
    step.owner = exchange.caller->account.id;
    step.action = action;
    step.actor = domain::Actor::Customer;
    step.key = exchange.caller->key.id;
    step.now = exchange.now;
    return step;
}

} // namespace

Outcome cancelOrder(Context& context, Exchange& exchange) {
    const auto body = readStepBody(exchange, {"reason", false});
    if (!body)
        return tl::make_unexpected(body.error());
    store::OrderStep step = stepOf(exchange, domain::OrderAction::Cancel);
    step.expectedVersion = body->expectedVersion;
    step.reason = body->text;
    if (!body->text.empty())
        step.dataJson = json::serialize(json::object{{"reason", body->text}});
    return customerStep(context, exchange, std::move(step), "cancelled");
}

Outcome replyToOrder(Context& context, Exchange& exchange) {
    const auto body = readStepBody(exchange, {"message", true});
    if (!body)
        return tl::make_unexpected(body.error());
    store::OrderStep step = stepOf(exchange, domain::OrderAction::Reply);
    step.expectedVersion = body->expectedVersion;
    step.dataJson = json::serialize(json::object{{"message", body->text}});
    return customerStep(context, exchange, std::move(step), "replied to");
}

} // namespace leadsheet::server::api
