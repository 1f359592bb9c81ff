// SPDX-License-Identifier: Apache-2.0
#include "api/pipeline.hpp"

#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/exchange_recorder.hpp"
#include "api/reply.hpp"
#include "domain/trace_parent.hpp"

#include <exception>
#include <span>
#include <utility>

namespace leadsheet::server::api {

namespace {

void addRateLimit(const Exchange& exchange, std::vector<http::Header>& headers) {
    if (exchange.rateLimit.empty())
        return;
    headers.push_back({"RateLimit-Policy", exchange.rateLimitPolicy});
    headers.push_back({"RateLimit", exchange.rateLimit});
}

/// Turns an outcome into the answer: problem body, RateLimit fields, Retry-After, replay mark, wire
/// faults.
http::Response encode(const Exchange& exchange, Outcome outcome) {
    http::Response response;
    if (outcome) {
        response.status = outcome->status;
        response.headers = std::move(outcome->headers);
        response.body = std::move(outcome->body);
        response.stream = std::move(outcome->stream);
        response.streamLength = outcome->streamLength;
        if (response.status != 204)
            response.headers.push_back({"Content-Type", std::move(outcome->contentType)});
        if (outcome->replayed)
            response.headers.push_back({"Idempotent-Replayed", "true"});
        if (exchange.keyGenerated)
            response.headers.push_back({"Idempotency-Key-Generated", "true"});
    } else {
        Problem& problem = outcome.error();
        response.status = statusOf(problem);
        response.headers = std::move(problem.headers);
        response.body = problemBody(problem, exchange.request.requestId, exchange.request.path);
        response.headers.push_back({"Content-Type", "application/problem+json"});
        if (problem.retryAfter) {
            response.headers.push_back(
                {"Retry-After", std::to_string(problem.retryAfter->count())});
        }
    }
    // A key that was revoked while its request ran has no budget any more.
    if (response.status != 401)
        addRateLimit(exchange, response.headers);
    if (exchange.route.operation != nullptr)
        appendDeprecation(response.headers, exchange.operation());
    response.callerKnown = exchange.caller.has_value();
    if (exchange.caller)
        response.headers.push_back({"Cache-Control", "no-store"});
    response.headers.push_back({"X-Content-Type-Options", "nosniff"});
    if (exchange.spoilJson)
        response.stream.reset();
    if (exchange.spoilJson)
        response.body = "{" + response.body.substr(0, response.body.size() / 2);
    response.fault = exchange.wireFault;
    return response;
}

/// nullopt = every stage let the request pass.
StageResult runStages(Context& context, Exchange& exchange, std::span<const Stage> stages) {
    try {
        for (const Stage& stage : stages) {
            StageResult result = stage.run(context, exchange);
            if (!result)
                continue;
            if (StageResult refused = settleCharge(context, exchange))
                return std::move(*refused);
            if (!*result)
                return std::move(*result);
            const bool completed = (*result)->replayed && exchange.handler != nullptr &&
                                   exchange.handler->replay != nullptr;
            return completed ? exchange.handler->replay(context, exchange, std::move(**result))
                             : std::move(*result);
        }
        return std::nullopt;
    } catch (const std::exception& error) {
        context.logError(exchange.request.requestId + " " + error.what());
    } catch (...) {
        context.logError(exchange.request.requestId + " unknown exception");
    }
    return refuse(contract::ErrorCode::InternalError,
                  "The server failed. Quote the requestId when you report it.");
}

Outcome runAllStages(Context& context, Exchange& exchange) {
    // The last stage always answers.
    return *runStages(context, exchange, kStages);
}

/// Empty when the request names no trace, or in a way that is to be ignored.
std::string traceIn(const http::Request& request) {
    const std::string* field = request.header("traceparent");
    if (field == nullptr || request.headerCount("traceparent") > 1)
        return {};
    return domain::traceOf(*field).value_or("");
}

RequestNote noteOf(Context& context, const Exchange& exchange, const Outcome& outcome) {
    RequestNote note;
    note.trace = exchange.trace;
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
    exchange.trace = outer.trace;
    exchange.toolCall.name = outer.toolCall.name;
    Outcome outcome = runAllStages(context, exchange);
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
    exchange.trace = traceIn(exchange.request);
    StageResult outcome = exchange.request.bodyPending ? runStages(context, exchange, kHeadStages)
                                                       : runAllStages(context, exchange);
    if (!outcome) {
        http::Response goOn;
        goOn.status = 100;
        goOn.callerKnown = exchange.caller.has_value();
        addRateLimit(exchange, goOn.headers);
        if (exchange.handler != nullptr && exchange.handler->body == BodyKind::Leads)
            goOn.spool = std::make_shared<http::Spool>();
        return goOn;
    }
    RequestNote note = noteOf(context, exchange, *outcome);
    http::Response response = encode(exchange, std::move(*outcome));
    response.note = std::move(note);
    if (context.recorder && !exchange.portal)
        context.recorder->finishLine(std::move(recorded), exchange, response);
    return response;
}

StageResult handlerStage(Context& context, Exchange& exchange) {
    return exchange.handler->run(context, exchange);
}

} // namespace leadsheet::server::api
