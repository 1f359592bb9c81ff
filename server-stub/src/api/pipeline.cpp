// SPDX-License-Identifier: Apache-2.0
#include "api/pipeline.hpp"

#include "api/context.hpp"
#include "api/encode.hpp"
#include "api/exchange_recorder.hpp"
#include "api/handlers/key_making.hpp"
#include "api/handlers/webhook_secret.hpp"
#include "api/rate_charge.hpp"
#include "api/stages/stages.hpp"
#include "api/store_problem.hpp"

#include <exception>
#include <utility>

namespace leadsheet::server::api {
namespace {

Outcome runStages(Context& context, Exchange& exchange) {
    try {
        for (const Stage& stage : kStages) {
            StageResult result = stage.run(context, exchange);
            if (!result)
                continue;
            if (StageResult refused = settleCharge(context, exchange))
                return std::move(*refused);
            if (!*result)
                return std::move(*result);
            Outcome restored = restoreSecret(context, exchange, std::move(**result));
            if (restored)
                openSealedSecret(context, exchange, *restored);
            return restored;
        }
        context.logError(exchange.request.requestId + " no stage answered");
    } catch (const std::exception& error) {
        context.logError(exchange.request.requestId + " " + error.what());
    } catch (...) {
        context.logError(exchange.request.requestId + " unknown exception");
    }
    return refuse(contract::ErrorCode::InternalError,
                  "The server failed. Quote the requestId when you report it.");
}

RequestNote noteOf(Context& context, const Exchange& exchange, const Outcome& outcome) {
    RequestNote note;
    if (exchange.route.operation != nullptr)
        note.operationId = exchange.operation().id;
    if (exchange.caller) {
        note.apiKeyId = exchange.caller->key.id.str();
        note.accountId = exchange.caller->account.id.str();
    }
    if (outcome)
        note.replayed = outcome->replayed;
    else
        note.code = contract::info(outcome.error().code).name;
    if (!exchange.toolCall.name.empty()) {
        note.tool = exchange.toolCall.name;
        note.code = note.code.empty() ? exchange.toolCall.code : note.code;
        note.replayed = note.replayed || exchange.toolCall.replayed;
    }
    if (note.replayed)
        context.metrics.idempotentReplay();
    return note;
}

/// The whole of a streamed body; what cannot be finished is a server error.
void gather(http::Response& response) {
    if (!response.stream)
        return;
    constexpr std::size_t kPiece = std::size_t{64} * 1024;
    auto state = http::BodySource::State::More;
    while (state == http::BodySource::State::More)
        state = response.stream->read(response.body, kPiece);
    response.stream.reset();
    if (state == http::BodySource::State::Failed)
        response.status = contract::info(contract::ErrorCode::InternalError).status;
}

} // namespace

http::Response handleToolCall(Context& context, http::Request request, Exchange& outer) {
    std::string recorded;
    if (context.recorder)
        recorded = context.recorder->beginLine(request);
    Exchange exchange;
    exchange.request = std::move(request);
    exchange.now = outer.now;
    exchange.toolCall.name = outer.toolCall.name;
    Outcome outcome = runStages(context, exchange);
    if (outcome)
        outer.toolCall.replayed = outcome->replayed;
    else
        outer.toolCall.code = contract::info(outcome.error().code).name;
    // Damage on purpose is done to the answer that leaves the server.
    outer.spoilJson = std::exchange(exchange.spoilJson, false);
    outer.wireFault = std::exchange(exchange.wireFault, {});
    outer.faulted = exchange.faulted;
    if (!exchange.rateLimit.empty()) {
        outer.rateLimit = exchange.rateLimit;
        outer.rateLimitPolicy = exchange.rateLimitPolicy;
    }
    http::Response response = encode(exchange, std::move(outcome));
    if (context.recorder)
        context.recorder->finishLine(std::move(recorded), exchange, response);
    gather(response);
    return response;
}

http::Response handleRequest(Context& context, http::Request request) {
    std::string recorded;
    if (context.recorder)
        recorded = context.recorder->beginLine(request);
    Exchange exchange;
    exchange.request = std::move(request);
    exchange.now = context.now();
    Outcome outcome = runStages(context, exchange);
    RequestNote note = noteOf(context, exchange, outcome);
    http::Response response = encode(exchange, std::move(outcome));
    response.note = std::move(note);
    if (context.recorder)
        context.recorder->finishLine(std::move(recorded), exchange, response);
    return response;
}

} // namespace leadsheet::server::api
