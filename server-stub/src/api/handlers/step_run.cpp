// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/step_run.hpp"

#include "api/context.hpp"
#include "api/handlers/order_json.hpp"
#include "api/money_text.hpp"
#include "api/not_found.hpp"
#include "api/replay.hpp"
#include "api/write_outcome.hpp"

namespace leadsheet::server::api {
namespace {

using contract::ErrorCode;
using Kind = domain::TransitionError::Kind;

Outcome refusal(const store::OrderStepResult& result, std::string_view verb) {
    const std::string state(domain::name(result.order->status));
    switch (result.refusal->kind) {
    case Kind::AmountTooEarly: {
        const std::string detail = "The order is " + state +
                                   ": nothing is captured yet, so a refund gives back the whole "
                                   "hold. Leave amount out.";
        return refuse(ErrorCode::ValidationFailed, detail, {{"/amount", "not_allowed", detail}});
    }
    case Kind::RefundTooLarge: {
        const std::string detail =
            "At most " + moneyText(result.refusal->limit) + " can be refunded.";
        return refuse(ErrorCode::ValidationFailed, detail,
                      {{"/amount/amount", "out_of_range", detail}});
    }
    case Kind::NothingCaptured:
        return refuse(ErrorCode::InvalidTransition,
                      "The order is " + state +
                          ", and nothing of its price is captured or left "
                          "to refund.");
    case Kind::LeadsHandedOver:
        return refuse(
            ErrorCode::InvalidTransition,
            "The order is " + state + ", but " + std::to_string(result.order->delivered) +
                " of its leads were handed over already, so it cannot be cancelled. "
                "Answer the question with a reply, or ask the operator to end the order.");
    case Kind::WrongActor:
    case Kind::InvalidTransition:
    case Kind::InvalidAmount:
        break;
    }
    return refuse(ErrorCode::InvalidTransition,
                  "An order that is " + state + " cannot be " + std::string(verb) + ".");
}

Outcome answer(store::Reader& reader, const store::OrderStepResult& result, std::string_view verb,
               OrderRenderer render) {
    switch (result.outcome) {
    case store::OrderStepResult::Outcome::NotFound:
        return notFound();
    case store::OrderStepResult::Outcome::VersionConflict:
        return refuse(ErrorCode::VersionConflict, "The order has version " +
                                                      std::to_string(result.order->version) +
                                                      " by now. Read it again and decide anew.");
    case store::OrderStepResult::Outcome::Refused:
        return refusal(result, verb);
    case store::OrderStepResult::Outcome::Done:
        break;
    }
    Reply reply;
    reply.body = render(reader, *result.order);
    reply.headers.push_back({"ETag", entityTag(*result.order)});
    return reply;
}

} // namespace

store::OrderStep stepBy(const Exchange& exchange, domain::OrderAction action, domain::Actor actor) {
    store::OrderStep step;
    step.number = store::OrderNumber(exchange.parameter(0));
    if (actor == domain::Actor::Customer)
        step.owner = exchange.caller->account.id;
    step.action = action;
    step.actor = actor;
    step.key = exchange.caller->key.id;
    step.now = exchange.now;
    return step;
}

Outcome runStep(Context& context, Exchange& exchange, const store::OrderStep& step,
                std::string_view verb, OrderRenderer render) {
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto earlier = replayOf(tx, exchange))
            return std::move(*earlier);
        Outcome outcome = answer(tx, store::performStep(tx, step), verb, render);
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
}

} // namespace leadsheet::server::api
