// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace leadsheet::server::api {

struct Context;

/// A stage ends the request by returning its outcome, or lets it go on with nullopt.
using StageResult = std::optional<Outcome>;
using StageFunction = StageResult (*)(Context&, Exchange&);

StageResult routeStage(Context& context, Exchange& exchange);
StageResult authenticationStage(Context& context, Exchange& exchange);
StageResult rateLimitStage(Context& context, Exchange& exchange);
StageResult keyTypeStage(Context& context, Exchange& exchange);
StageResult scopeStage(Context& context, Exchange& exchange);
StageResult faultStage(Context& context, Exchange& exchange);
StageResult bodyStage(Context& context, Exchange& exchange);
StageResult idempotencyStage(Context& context, Exchange& exchange);
/// Runs the operation's handler: validation, ownership, state.
StageResult handlerStage(Context& context, Exchange& exchange);

struct Stage {
    std::string_view name;
    StageFunction run;
};

/// The order of checks of contract section 3.
inline constexpr std::array kStages = {
    Stage{"route", routeStage},
    Stage{"authentication", authenticationStage},
    Stage{"rate limit", rateLimitStage},
    Stage{"key type", keyTypeStage},
    Stage{"scope", scopeStage},
    Stage{"fault plan", faultStage},
    Stage{"body", bodyStage},
    Stage{"idempotency", idempotencyStage},
    Stage{"handler", handlerStage},
};

} // namespace leadsheet::server::api
