// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/stages/stages.hpp"

namespace leadsheet::server::api {

StageResult handlerStage(Context& context, Exchange& exchange) {
    return exchange.handler->run(context, exchange);
}

} // namespace leadsheet::server::api
