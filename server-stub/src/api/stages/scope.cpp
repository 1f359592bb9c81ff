// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/scope_check.hpp"
#include "api/stages/stages.hpp"

namespace leadsheet::server::api {

StageResult scopeStage(Context&, Exchange& exchange) {
    const std::string_view wanted = exchange.operation().scope;
    if (!exchange.caller || wanted.empty())
        return std::nullopt;
    if (grantsScope(exchange.caller->key.scopes, wanted))
        return std::nullopt;
    return refuse(contract::ErrorCode::MissingScope,
                  "The key lacks the scope " + std::string(wanted) + ".");
}

} // namespace leadsheet::server::api
