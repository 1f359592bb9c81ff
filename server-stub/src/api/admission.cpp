// SPDX-License-Identifier: Apache-2.0
#include "api/pipeline.hpp"

#include "api/context.hpp"
#include "api/pepper_check.hpp"
#include "api/portal.hpp"
#include "api/reply.hpp"
#include "domain/ids.hpp"
#include "http/callers.hpp"
#include "mcp/spend_cap.hpp"
#include "store/records.hpp"

#include <leadsheet/contract/products.hpp>
#include <leadsheet/contract/scopes.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace leadsheet::server::api {

namespace {

using contract::ErrorCode;

/// One item of the RateLimit-Policy field: "default";q=1000;w=3600 (IETF ratelimit-headers draft).
inline std::string policyItem(const store::RateRule& rule) {
    return "\"" + rule.name + "\";q=" + std::to_string(rule.quota.limit) +
           ";w=" + std::to_string(rule.quota.window.count());
}

/// One item of the RateLimit field: "default";r=999;t=3600.
inline std::string limitItem(const store::RateRule& rule, const domain::RateDecision& decision) {
    return "\"" + rule.name + "\";r=" + std::to_string(decision.remaining) +
           ";t=" + std::to_string(decision.reset.count());
}

/// A key that was presented and refused. Missing keys are not counted: nobody guesses by sending
/// none.
Outcome failed(Context& context, const Exchange& exchange, Problem refusal) {
    context.metrics.authenticationFailed();
    if (const auto wait = context.failedAuthentication.record(
            http::callerNetwork(exchange.request.peerAddress), exchange.now)) {
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

constexpr std::string_view kBearer = "bearer ";

/// Credentials for others, for example of a proxy on the way, have another scheme.
bool isBearer(std::string_view authorization) {
    return http::equalsIgnoreCase(authorization.substr(0, kBearer.size()), kBearer);
}

/// The key of x-api-key, or of Authorization: Bearer, which means the same.
std::optional<std::string> presentedKey(const http::Request& request) {
    if (const std::string* key = request.header("x-api-key"))
        return *key;
    const std::string* authorization = request.header("authorization");
    if (authorization == nullptr || authorization->size() <= kBearer.size() ||
        !isBearer(*authorization))
        return std::nullopt;
    return authorization->substr(authorization->find_first_not_of(' ', kBearer.size() - 1));
}

bool ambiguous(const http::Request& request) {
    const std::string* authorization = request.header("authorization");
    const std::size_t schemes = request.headerCount("authorization");
    const bool ignored = schemes == 1 && !isBearer(*authorization);
    return request.headerCount("x-api-key") + (ignored ? 0 : schemes) > 1;
}

/// Whether the space-separated `list` holds `word`.
bool holdsWord(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word)
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool grants(const std::string& held, std::string_view wanted) {
    if (held == wanted)
        return true;
    const auto info = std::ranges::find(
        contract::kScopes, held, [](const auto& scope) { return std::string_view(scope.name); });
    return info != std::end(contract::kScopes) && holdsWord(info->implies, wanted);
}

/// An assistant's connection may spend less a day than its key, never more.
void lowerSpendCap(const Context& context, Exchange& exchange) {
    const std::string* field = exchange.request.header(mcp::kSpendCapField);
    if (field == nullptr)
        return;
    auto& cap = exchange.caller->key.dailySpendCap;
    // The endpoint has refused what is not an amount.
    const std::int64_t own =
        mcp::spendCapOf(*field, contract::kCurrency, contract::kCurrencyMinorDigits).value_or(0);
    cap = std::min(own, cap.value_or(context.config.limits.dailySpendCap.value_or(own)));
}

struct Charge {
    store::RateRule rule;
    domain::RateDecision decision;
};

contract::Budget budgetOf(const Exchange& exchange) {
    return exchange.budget.value_or(exchange.operation().budget);
}

/// The policies that a request draws on; the longest window first.
std::vector<Charge> policiesOf(const Context& context, const Exchange& exchange) {
    const contract::Budget budget = budgetOf(exchange);
    if (budget == contract::Budget::Lookups)
        return {{lookupRate(context), {}}};
    std::vector<Charge> charges{
        {budget == contract::Budget::Orders ? orderRate(context) : defaultRate(context), {}}};
    if (budget != contract::Budget::Free) {
        if (auto burst = burstRate(context))
            charges.push_back({std::move(*burst), {}});
    }
    return charges;
}

void publish(Exchange& exchange, const std::vector<Charge>& charges) {
    exchange.rateLimit.clear();
    exchange.rateLimitPolicy.clear();
    for (const Charge& charge : charges) {
        const std::string separator = exchange.rateLimit.empty() ? "" : ", ";
        exchange.rateLimitPolicy += separator + policyItem(charge.rule);
        exchange.rateLimit += separator + limitItem(charge.rule, charge.decision);
    }
}

/// The refusal by one of the policies that the request draws on.
Outcome exceeded(Exchange& exchange, const std::vector<Charge>& charges, const Charge& charge) {
    publish(exchange, charges);
    Problem problem;
    problem.code = contract::ErrorCode::RateLimited;
    problem.retryAfter = charge.decision.reset;
    problem.detail = "The key's budget \"" + charge.rule.name + "\" of " +
                     std::to_string(charge.rule.quota.limit) + " requests per " +
                     std::to_string(charge.rule.quota.window.count()) + " s is used up. Wait " +
                     std::to_string(charge.decision.reset.count()) + " s.";
    return Outcome(tl::unexpect, std::move(problem));
}

/// The only window that the request draws on, where orders draw on another.
std::optional<store::RateRule> onlyCharge(const Context& context, const Exchange& exchange) {
    const contract::Budget budget = budgetOf(exchange);
    if (budget == contract::Budget::Free || budget == contract::Budget::Orders)
        return std::nullopt;
    std::vector<Charge> charges = policiesOf(context, exchange);
    if (charges.size() > 1)
        return std::nullopt;
    return std::move(charges.front().rule);
}

/// What the request is charged to before anything else is known of it. Nothing for a head, which is
/// charged with its body.
std::optional<store::RateRule> earlyCharge(const Context& context, const Exchange& exchange) {
    return exchange.request.bodyPending ? std::nullopt : onlyCharge(context, exchange);
}

StageResult chargedEarly(Context& context, Exchange& exchange) {
    std::vector<Charge> charges = policiesOf(context, exchange);
    charges.front().decision = *exchange.charged;
    if (!exchange.charged->allowed) {
        context.metrics.rateLimited(charges.front().rule.name);
        return exceeded(exchange, charges, charges.front());
    }
    publish(exchange, charges);
    return std::nullopt;
}

/// Windows that requests are charged to when their keys are looked for are charged in a line of
/// the account that no order waits in: whoever holds one holds it for a moment.
store::WriteScope chargingScope(const Context& context, const Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    return onlyCharge(context, exchange) ? store::WriteScope("charges of " + account.str())
                                         : account;
}

bool lastUseIsOld(const Exchange& exchange) {
    const auto& last = exchange.caller->key.lastUsedAt;
    return !last || exchange.now - *last >= std::chrono::minutes(1);
}

} // namespace

std::vector<std::string> policyNames(const Context& context, const Exchange& exchange) {
    std::vector<std::string> names;
    for (const Charge& charge : policiesOf(context, exchange))
        names.push_back(charge.rule.name);
    return names;
}

using contract::KeyRule;

StageResult routeStage(Context& context, Exchange& exchange) {
    const std::string& path = exchange.request.path;
    exchange.route = context.router.find(exchange.request.method, path);
    const Router::Match& match = exchange.route;
    if (match.kind == Router::Match::Kind::NoRoute) {
        if (StageResult page = portalStage(context, exchange))
            return page;
        std::string detail = "There is no path " + path + ".";
        if (path.size() > 1 && path.ends_with('/'))
            detail += " Paths have no trailing slash.";
        return refuse(ErrorCode::RouteNotFound, detail + " GET /v1/openapi.json lists every path.");
    }
    if (exchange.request.method == "OPTIONS") {
        Reply reply;
        reply.status = 204;
        reply.headers.push_back({"Allow", match.allow});
        return reply;
    }
    if (match.kind == Router::Match::Kind::WrongMethod) {
        Problem problem{ErrorCode::MethodNotAllowed,
                        path + " knows " + match.allow + ", not " + exchange.request.method + ".",
                        {},
                        {},
                        {{"Allow", match.allow}}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    if (isRetired(*match.operation, exchange.now)) {
        return refuse(ErrorCode::EndpointRetired, path +
                                                      " was retired. GET /v1/changelog says what "
                                                      "took its place.");
    }
    exchange.handler = context.handlers.find(match.operation->id);
    return std::nullopt;
}

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
    auto admitted = context.store->admit({hash, exchange.now, earlyCharge(context, exchange)});
    if (!admitted)
        return storeProblem(context, exchange, admitted.error());
    auto& found = admitted->key;
    if (!found || !domain::constantTimeEqual(found->key.hash, hash))
        return failed(context, exchange, challenge(ErrorCode::InvalidApiKey, unknown));
    const store::ApiKey& key = found->key;
    noteWorkingKey(context, key);
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
    exchange.caller = *std::move(found);
    exchange.charged = admitted->charged;
    if (!exchange.toolCall.name.empty())
        lowerSpendCap(context, exchange);
    return std::nullopt;
}

StageResult rateLimitStage(Context& context, Exchange& exchange) {
    if (!exchange.caller)
        return std::nullopt;
    const contract::Budget budget = budgetOf(exchange);
    if (budget == contract::Budget::Free)
        return peekCharge(context, exchange);
    if (exchange.charged)
        return chargedEarly(context, exchange);
    exchange.chargePending = true;
    if (budget != contract::Budget::Orders)
        return settleCharge(context, exchange);
    // Creating an order charges in its own transaction, which saves a commit. Whatever ends the
    // request before that is charged by the pipeline, so a refusal of the limit still comes first;
    // a fault plan must not spend a step on a request that the limit will refuse.
    if (context.config.faults && peekCharge(context, exchange))
        return settleCharge(context, exchange);
    return std::nullopt;
}

StageResult headLimitStage(Context& context, Exchange& exchange) {
    if (!exchange.caller)
        return std::nullopt;
    exchange.chargePending = budgetOf(exchange) != contract::Budget::Free;
    if (peekCharge(context, exchange))
        return settleCharge(context, exchange);
    return std::nullopt;
}

StageResult keyTypeStage(Context&, Exchange& exchange) {
    if (!exchange.caller)
        return std::nullopt;
    const auto& caller = *exchange.caller;
    const KeyRule rule = exchange.operation().key;
    const bool admin = caller.key.type == domain::ApiKeyType::Admin;
    if (rule == KeyRule::Customer && admin) {
        return refuse(ErrorCode::WrongKeyType,
                      "This path is for customer keys, and the key sent is an admin key. Use a key "
                      "of the account that owns the resource.");
    }
    if (rule == KeyRule::Admin && !admin) {
        return refuse(ErrorCode::WrongKeyType,
                      "This path is for admin keys, and the key sent is a customer key.");
    }
    if (caller.account.suspended) {
        return refuse(ErrorCode::AccountSuspended,
                      "The account is suspended. Nothing was done; ask the operator.");
    }
    return std::nullopt;
}

StageResult keylessStage(Context& context, Exchange& exchange) {
    if (exchange.caller || exchange.handler == nullptr || exchange.handler->body != BodyKind::None)
        return std::nullopt;
    if (auto refused = bodyStage(context, exchange))
        return refused;
    return handlerStage(context, exchange);
}

StageResult scopeStage(Context&, Exchange& exchange) {
    const std::string_view wanted = exchange.operation().scope;
    if (!exchange.caller || wanted.empty())
        return std::nullopt;
    if (grantsScope(exchange.caller->key.scopes, wanted))
        return std::nullopt;
    return refuse(contract::ErrorCode::MissingScope,
                  "The key lacks the scope " + std::string(wanted) + ".");
}

bool grantsScope(const std::vector<std::string>& held, std::string_view wanted) {
    return std::ranges::any_of(
        held, [wanted](const std::string& scope) { return grants(scope, wanted); });
}

std::optional<Outcome> chargeIn(Context& context, Exchange& exchange, store::Tx& tx) {
    exchange.chargePending = false;
    const store::ApiKey& key = exchange.caller->key;
    if (lastUseIsOld(exchange))
        tx.touchKey(key.id, exchange.now);
    std::vector<Charge> charges = policiesOf(context, exchange);
    // The shorter window is asked first: what it refuses is not charged to the longer one.
    for (auto charge = charges.rbegin(); charge != charges.rend(); ++charge) {
        charge->decision = tx.chargeRate(key.rateKey.str(), charge->rule, exchange.now);
        if (!charge->decision.allowed) {
            context.metrics.rateLimited(charge->rule.name);
            for (auto other = charge + 1; other != charges.rend(); ++other)
                other->decision = tx.peekRate(key.rateKey.str(), other->rule, exchange.now);
            return exceeded(exchange, charges, *charge);
        }
    }
    publish(exchange, charges);
    return std::nullopt;
}

std::optional<Outcome> settleCharge(Context& context, Exchange& exchange) {
    if (!exchange.chargePending)
        return std::nullopt;
    auto charged =
        context.store->writeAndWait([&](store::Tx& tx) { return chargeIn(context, exchange, tx); },
                                    store::Durability::Relaxed, chargingScope(context, exchange));
    if (!charged)
        return storeProblem(context, exchange, charged.error());
    return std::move(*charged);
}

std::optional<Outcome> peekCharge(Context& context, Exchange& exchange) {
    std::vector<Charge> charges = policiesOf(context, exchange);
    const std::string& subject = exchange.caller->key.rateKey.str();
    SERVER_TRY_DONE(readStore(context, exchange, [&](store::Reader& reader) {
        for (Charge& charge : charges)
            charge.decision = reader.peekRate(subject, charge.rule, exchange.now);
    }));
    publish(exchange, charges);
    if (budgetOf(exchange) == contract::Budget::Free)
        return std::nullopt;
    for (const Charge& charge : charges) {
        if (charge.decision.remaining < 1)
            return exceeded(exchange, charges, charge);
    }
    return std::nullopt;
}

} // namespace leadsheet::server::api
