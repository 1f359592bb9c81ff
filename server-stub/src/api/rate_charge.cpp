// SPDX-License-Identifier: Apache-2.0
#include "api/rate_charge.hpp"

#include "api/context.hpp"
#include "api/rate_fields.hpp"
#include "api/store_problem.hpp"

#include <vector>

namespace leadsheet::server::api {
namespace {

struct Charge {
    store::RateRule rule;
    domain::RateDecision decision;
};

/// The policies that a request draws on; the longest window first.
std::vector<Charge> policiesOf(const Context& context, const Exchange& exchange) {
    const contract::Budget budget = exchange.operation().budget;
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

Outcome exceeded(Exchange& exchange, const Charge& charge) {
    publish(exchange, {charge});
    Problem problem;
    problem.code = contract::ErrorCode::RateLimited;
    problem.retryAfter = charge.decision.reset;
    problem.detail = "The key's budget \"" + charge.rule.name + "\" of " +
                     std::to_string(charge.rule.quota.limit) + " requests per " +
                     std::to_string(charge.rule.quota.window.count()) + " s is used up. Wait " +
                     std::to_string(charge.decision.reset.count()) + " s.";
    return Outcome(tl::unexpect, std::move(problem));
}

bool lastUseIsOld(const Exchange& exchange) {
    const auto& last = exchange.caller->key.lastUsedAt;
    return !last || exchange.now - *last >= std::chrono::minutes(1);
}

} // namespace

std::optional<Outcome> chargeIn(Context& context, Exchange& exchange, store::Tx& tx) {
    exchange.chargePending = false;
    const store::ApiKey& key = exchange.caller->key;
    if (lastUseIsOld(exchange))
        tx.touchKey(key.id, exchange.now);
    std::vector<Charge> charges = policiesOf(context, exchange);
    // The shorter window is asked first: what it refuses is not charged to the longer one.
    for (auto charge = charges.rbegin(); charge != charges.rend(); ++charge) {
        charge->decision = tx.chargeRate(key.counterKey.str(), charge->rule, exchange.now);
        if (!charge->decision.allowed) {
            context.metrics.rateLimited(charge->rule.name);
            return exceeded(exchange, *charge);
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
                                    store::Durability::Relaxed, exchange.caller->account.id);
    if (!charged)
        return storeProblem(context, exchange, charged.error());
    return std::move(*charged);
}

std::optional<Outcome> peekCharge(Context& context, Exchange& exchange) {
    std::vector<Charge> charges = policiesOf(context, exchange);
    const std::string& subject = exchange.caller->key.counterKey.str();
    const auto peeked = context.store->read([&](store::Reader& reader) {
        for (Charge& charge : charges)
            charge.decision = reader.peekRate(subject, charge.rule, exchange.now);
    });
    if (!peeked)
        return storeProblem(context, exchange, peeked.error());
    publish(exchange, charges);
    if (exchange.operation().budget == contract::Budget::Free)
        return std::nullopt;
    for (const Charge& charge : charges) {
        if (charge.decision.remaining < 1)
            return exceeded(exchange, charge);
    }
    return std::nullopt;
}

} // namespace leadsheet::server::api
