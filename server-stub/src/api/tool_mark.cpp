// SPDX-License-Identifier: Apache-2.0
#include "api/tool_mark.hpp"

#include "api/exchange.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {

boost::json::object viaOf(const Exchange& exchange) {
    if (exchange.toolCall.name.empty())
        return {};
    return {{"via", "mcp"}, {"tool", exchange.toolCall.name}};
}

} // namespace leadsheet::server::api
