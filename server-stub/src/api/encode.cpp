// SPDX-License-Identifier: Apache-2.0
#include "api/encode.hpp"

#include "api/deprecation.hpp"
#include "api/problem.hpp"

namespace leadsheet::server::api {

http::Response encode(const Exchange& exchange, Outcome outcome) {
    http::Response response;
    if (outcome) {
        response.status = outcome->status;
        response.headers = std::move(outcome->headers);
        response.body = std::move(outcome->body);
        response.stream = std::move(outcome->stream);
        if (response.status != 204)
            response.headers.push_back({"Content-Type", std::move(outcome->contentType)});
        if (outcome->replayed)
            response.headers.push_back({"Idempotent-Replayed", "true"});
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
    if (!exchange.rateLimit.empty() && response.status != 401) {
        response.headers.push_back({"RateLimit-Policy", exchange.rateLimitPolicy});
        response.headers.push_back({"RateLimit", exchange.rateLimit});
    }
    if (exchange.route.operation != nullptr)
        appendDeprecation(response.headers, exchange.operation());
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

} // namespace leadsheet::server::api
