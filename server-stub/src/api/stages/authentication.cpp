// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/stages/stages.hpp"
#include "api/store_problem.hpp"
#include "domain/api_key.hpp"

namespace leadsheet::server::api {
namespace {

using contract::ErrorCode;

/// A key that was presented and refused. Missing keys are not counted: nobody guesses by sending
/// none.
Outcome failed(Context& context, const Exchange& exchange, Problem refusal) {
    context.metrics.authenticationFailed();
    if (const auto wait =
            context.failedAuthentication.record(exchange.request.peerAddress, exchange.now)) {
        context.metrics.rateLimited("authentication");
        Problem problem{ErrorCode::RateLimited,
                        "Too many requests with a wrong API key came from this address.",
                        {},
                        *wait,
                        {}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    return Outcome(tl::unexpect, std::move(refusal));
}

/// The key of x-api-key, or of Authorization: Bearer, which means the same.
std::optional<std::string> presentedKey(const http::Request& request) {
    if (const std::string* key = request.header("x-api-key"))
        return *key;
    const std::string* authorization = request.header("authorization");
    constexpr std::string_view kScheme = "bearer ";
    if (authorization == nullptr || authorization->size() <= kScheme.size() ||
        !http::equalsIgnoreCase(std::string_view(*authorization).substr(0, kScheme.size()),
                                kScheme))
        return std::nullopt;
    return authorization->substr(authorization->find_first_not_of(' ', kScheme.size() - 1));
}

bool ambiguous(const http::Request& request) {
    return request.headerCount("x-api-key") + request.headerCount("authorization") > 1;
}

} // namespace

StageResult authenticationStage(Context& context, Exchange& exchange) {
    if (exchange.operation().key == contract::KeyRule::None)
        return std::nullopt;
    const auto text = presentedKey(exchange.request);
    if (!text || text->empty()) {
        return Outcome(tl::unexpect,
                       challenge(ErrorCode::MissingApiKey,
                                 "Send the API key in the x-api-key header (or as a Bearer "
                                 "token)."));
    }
    if (ambiguous(exchange.request)) {
        return failed(context, exchange,
                      challenge(ErrorCode::InvalidApiKey,
                                "The request carries more than one credential; send exactly "
                                "one."));
    }
    const std::string unknown = "The API key is not known here. Check that it was copied whole and "
                                "belongs to this service.";
    if (!domain::isWellFormedApiKey(*text))
        return failed(context, exchange, challenge(ErrorCode::InvalidApiKey, unknown));
    const domain::Digest hash = domain::hashApiKey(*text, context.config.pepper);
    auto found =
        context.store->read([&](store::Reader& reader) { return reader.findKeyByHash(hash); });
    if (!found)
        return storeProblem(context, exchange, found.error());
    if (!*found || !domain::constantTimeEqual((*found)->key.hash, hash))
        return failed(context, exchange, challenge(ErrorCode::InvalidApiKey, unknown));
    const store::ApiKey& key = (*found)->key;
    // Whatever the clock says by now: it may have been set back.
    if (key.revokedAt) {
        return failed(context, exchange, revokedKey());
    }
    if (key.expiresAt && *key.expiresAt <= exchange.now) {
        return failed(context, exchange,
                      challenge(ErrorCode::ExpiredApiKey,
                                "The API key has expired. Use its successor or another key of the "
                                "account."));
    }
    exchange.caller = std::move(**found);
    return std::nullopt;
}

} // namespace leadsheet::server::api
