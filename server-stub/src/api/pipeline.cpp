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
            if (*result) {
                restoreSecret(context, exchange, **result);
                openSealedSecret(context, exchange, **result);
            }
            return std::move(*result);
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

void leaveNote(Context& context, const Exchange& exchange, const Outcome& outcome) {
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
    if (note.replayed)
        context.metrics.idempotentReplay();
    context.accessLog.note(exchange.request.requestId, std::move(note));
}

} // namespace

http::Response handleRequest(Context& context, http::Request request) {
    std::string recorded;
    if (context.recorder)
        recorded = context.recorder->beginLine(request);
    Exchange exchange;
    exchange.request = std::move(request);
    exchange.now = context.now();
    Outcome outcome = runStages(context, exchange);
    leaveNote(context, exchange, outcome);
    http::Response response = encode(exchange, std::move(outcome));
    if (context.recorder)
        context.recorder->finishLine(std::move(recorded), exchange, response);
    return response;
}

} // namespace leadsheet::server::api
