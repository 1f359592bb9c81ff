// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/step_run.hpp"

#include "api/context.hpp"
#include "api/handlers/order_json.hpp"
#include "api/money_text.hpp"
#include "api/not_found.hpp"
#include "api/publishing.hpp"
#include "api/replay.hpp"
#include "api/store_problem.hpp"
#include "api/write_outcome.hpp"
#include "store/publishing.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

using contract::ErrorCode;
using Kind = domain::TransitionError::Kind;

Outcome refusal(const store::OrderStepResult& result, std::string_view verb) {
    const std::string state(domain::name(result.order->status));
    switch (result.refusal->kind) {
    case Kind::AmountTooEarly: {
        const std::string detail = "The order is " + state +
                                   ", not delivered: a refund ends it and gives everything back, "
                                   "what its parts captured too. Leave amount out.";
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
    case Kind::NothingStaged:
        return refuse(ErrorCode::InvalidTransition,
                      "The order is " + state +
                          ", but has no leads that wait to be delivered. Ingest some first, or "
                          "deliver without \"part\" to end it.");
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
    case store::OrderStepResult::Outcome::Publishing:
    case store::OrderStepResult::Outcome::Done:
        break;
    }
    Reply reply;
    reply.body = render(reader, *result.order);
    reply.headers.push_back({"ETag", entityTag(*result.order)});
    return reply;
}

/// What was kept when the delivery ended, which is what a repetition is answered with: the order
/// may have gone on since.
Outcome answerLater(store::Reader& reader, const Exchange& exchange, const store::OrderStep& step,
                    OrderRenderer render) {
    if (auto kept = replayOf(reader, exchange); kept && *kept) {
        Reply reply;
        reply.body = std::move((*kept)->body);
        store::Order order;
        order.version = boost::json::parse(reply.body).at("version").as_int64();
        reply.headers.push_back({"ETag", entityTag(order)});
        return reply;
    }
    const auto order = reader.findOrder(step.number);
    return answer(reader, {store::OrderStepResult::Outcome::Done, order, std::nullopt}, "delivered",
                  render);
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
    while (true) {
        bool publishing = false;
        Outcome outcome = writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
            publishing = false;
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            const auto result = store::performStep(tx, step);
            publishing = result.outcome == store::OrderStepResult::Outcome::Publishing;
            Outcome stepped = answer(tx, result, verb, render);
            if (!publishing)
                keepOutcome(tx, exchange, stepped);
            return stepped;
        });
        if (!publishing)
            return outcome;
        if (auto problem = awaitDelivery(context, exchange, step.number))
            return tl::make_unexpected(std::move(*problem));
    }
}

Outcome runDelivery(Context& context, Exchange& exchange, const store::OrderStep& step,
                    OrderRenderer render) {
    using Stepped = store::OrderStepResult::Outcome;
    std::optional<store::AnswerClaim> claim;
    if (exchange.idempotencyKey)
        claim = {exchange.caller->account.id, std::string(exchange.operation().id),
                 *exchange.idempotencyKey, exchange.fingerprint};
    while (true) {
        store::DeliveryStart start;
        Outcome outcome = writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
            start = {};
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            start = store::startDelivery(tx, step, claim, render);
            Outcome begun = answer(tx, start.result, "delivered", render);
            if (!begun)
                keepOutcome(tx, exchange, begun);
            return begun;
        });
        if (!outcome || start.result.outcome != Stepped::Publishing)
            return outcome;
        if (auto problem = awaitDelivery(context, exchange, step.number))
            return tl::make_unexpected(std::move(*problem));
        if (!start.begun)
            continue;
        auto delivered = context.store->read(
            [&](store::Reader& reader) { return answerLater(reader, exchange, step, render); });
        if (!delivered)
            return storeProblem(context, exchange, delivered.error());
        return std::move(*delivered);
    }
}

} // namespace leadsheet::server::api
