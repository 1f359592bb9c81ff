// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/problem.hpp"
#include "api/stages/stages.hpp"
#include "domain/idempotency.hpp"
#include "http/response_head.hpp"

#include <leadsheet/contract/error_codes.hpp>

#include <algorithm>

namespace leadsheet::server::api {
namespace {

contract::ErrorCode codeFor(const Fault& fault) {
    if (const auto named = contract::errorCodeFromName(fault.code))
        return *named;
    const auto usual =
        std::ranges::find_if(contract::kErrorCodes, [&](const contract::ErrorCodeInfo& info) {
            return info.origin == contract::ErrorOrigin::Contract && info.status == fault.status;
        });
    return usual == contract::kErrorCodes.end() ? contract::ErrorCode::InternalError : usual->code;
}

Outcome answer(const Context& context, const Exchange& exchange, const Fault& fault) {
    Reply reply;
    reply.status = fault.status;
    reply.contentType = fault.contentType;
    Problem problem;
    problem.code = codeFor(fault);
    problem.detail = "A fault plan asked for this answer. Nothing was done.";
    reply.body = fault.body.empty()
                     ? problemBody(problem, exchange.request.requestId, exchange.request.path)
                     : fault.body;
    if (fault.retryAfter) {
        const auto at = exchange.now + *fault.retryAfter + context.config.faults->dateSkew();
        reply.headers.push_back(
            {"Retry-After", fault.retryAfterForm == Fault::RetryAfterForm::HttpDate
                                ? http::httpDate(at)
                                : std::to_string(fault.retryAfter->count())});
    }
    return reply;
}

} // namespace

StageResult faultStage(Context& context, Exchange& exchange) {
    if (!context.config.faults || !exchange.caller)
        return std::nullopt;
    const std::string* header = exchange.request.header("idempotency-key");
    const auto key = header ? domain::parseIdempotencyKey(*header) : std::nullopt;
    const auto fault = context.config.faults->take(
        exchange.operation().id, exchange.request.method, key.value_or(""),
        exchange.caller->key.id.str(), std::chrono::system_clock::time_point(exchange.now));
    if (!fault)
        return std::nullopt;
    context.metrics.faultApplied();
    exchange.faulted = true;
    switch (fault->kind) {
    case Fault::Kind::Status:
        return answer(context, exchange, *fault);
    case Fault::Kind::ResetBeforeCommit:
        exchange.wireFault.kind = http::WireFault::Kind::ResetBeforeReply;
        return refuse(contract::ErrorCode::Unavailable, "A fault plan cut this connection.");
    case Fault::Kind::ResetAfterCommit:
        exchange.wireFault.kind = http::WireFault::Kind::ResetBeforeReply;
        break;
    case Fault::Kind::Stall:
        exchange.wireFault.kind = http::WireFault::Kind::Stall;
        exchange.wireFault.delay = fault->delay;
        break;
    case Fault::Kind::TruncateBody:
        exchange.wireFault.kind = http::WireFault::Kind::TruncateBody;
        exchange.wireFault.bytes = fault->bytes;
        break;
    case Fault::Kind::BadJson:
        exchange.spoilJson = true;
        break;
    }
    return std::nullopt;
}

} // namespace leadsheet::server::api
