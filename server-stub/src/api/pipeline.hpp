// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"
#include "http/message.hpp"
#include "store/store.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

struct Context;

/// Takes one request through the stages and encodes the outcome. Never throws: an unknown cause is
/// a bare 500 whose details are in the error log under the request id. A head whose body is pending
/// passes kHeadStages only: 100 = the body may come, anything else is the answer. Thread-safe.
http::Response handleRequest(Context& context, http::Request request);

/// The same for the request that a tool call became, on the thread of `outer`, the request that
/// carried the call; the answer is whole, not streamed. What the answer says of budgets, faults and
/// the outcome is noted in `outer`. Never throws. Thread-safe.
http::Response handleToolCall(Context& context, http::Request request, Exchange& outer);

/// A stage ends the request by returning its outcome, or lets it go on with nullopt.
using StageResult = std::optional<Outcome>;
using StageFunction = StageResult (*)(Context&, Exchange&);

StageResult routeStage(Context& context, Exchange& exchange);
StageResult authenticationStage(Context& context, Exchange& exchange);
StageResult rateLimitStage(Context& context, Exchange& exchange);
StageResult keyTypeStage(Context& context, Exchange& exchange);
StageResult scopeStage(Context& context, Exchange& exchange);
/// Of a head: refuses what the limit would refuse, and charges nothing that will be charged with
/// the whole request.
StageResult headLimitStage(Context& context, Exchange& exchange);
/// Of a head: answers at once where neither a key nor a body is needed.
StageResult keylessStage(Context& context, Exchange& exchange);
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

/// What is checked before a large body, or one whose client waits, is read.
inline constexpr std::array kHeadStages = {
    Stage{"route", routeStage},     Stage{"authentication", authenticationStage},
    Stage{"limit", headLimitStage}, Stage{"key type", keyTypeStage},
    Stage{"scope", scopeStage},     Stage{"keyless", keylessStage},
};

/// Whether a Content-Type value is of this type, with no charset or with utf-8 (quoted or not).
bool isUtf8MediaType(std::string_view value, std::string_view type);

/// Whether a key that holds these scopes may do what `wanted` allows, itself or by implication.
bool grantsScope(const std::vector<std::string>& held, std::string_view wanted);

/// Of what chargeIn() charges.
std::vector<std::string> policyNames(const Context& context, const Exchange& exchange);

/// Charges the request to its policies and publishes the RateLimit fields; a value = 429. Runs
/// inside a job, so that creating an order needs one commit for everything.
std::optional<Outcome> chargeIn(Context& context, Exchange& exchange, store::Tx& tx);

/// Charges in a job of its own, unless nothing is pending any more.
std::optional<Outcome> settleCharge(Context& context, Exchange& exchange);

/// The fields without a charge; a value = the charge would be refused, or the store failed.
std::optional<Outcome> peekCharge(Context& context, Exchange& exchange);

} // namespace leadsheet::server::api
