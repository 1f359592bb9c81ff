// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/rate_charge.hpp"
#include "api/stages/stages.hpp"

namespace leadsheet::server::api {

StageResult rateLimitStage(Context& context, Exchange& exchange) {
    if (!exchange.caller)
        return std::nullopt;
    const contract::Budget budget = exchange.operation().budget;
    if (budget == contract::Budget::Free)
        return peekCharge(context, exchange);
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

} // namespace leadsheet::server::api
