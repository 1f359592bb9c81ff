// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/handlers.hpp"
#include "api/mcp/tool_service.hpp"
#include "check_config.hpp"
#include "mcp/access.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

/// The field's values, joined as HTTP has it; none when it was not sent.
std::optional<std::string> joinedField(const http::Request& request, std::string_view name) {
    std::optional<std::string> joined;
    for (const http::Header& field : request.headers) {
        if (!http::equalsIgnoreCase(field.name, name))
            continue;
        if (joined)
            joined->append(", ").append(field.value);
        else
            joined = field.value;
    }
    return joined;
}

Reply reply(mcp::Answer answer) {
    Reply out;
    out.status = answer.status;
    if (answer.body)
        out.body = json::serialize(*answer.body);
    return out;
}

Outcome callMcp(Context& context, Exchange& exchange) {
    const http::Request& request = exchange.request;
    const mcp::AccessRules rules{isLoopback(context.config.address), context.config.mcp.origins,
                                 context.config.mcp.hosts};
    const mcp::CallerFields caller{joinedField(request, "host"), joinedField(request, "origin")};
    if (auto refusal = mcp::refusalOf(rules, caller))
        return reply(mcp::errorAnswer(403, nullptr, {mcp::RpcCode::Forbidden, *refusal, {}}));
    const mcp::Fields fields{joinedField(request, "mcp-protocol-version"),
                             joinedField(request, "mcp-method"), joinedField(request, "mcp-name")};
    ToolService service(context, exchange);
    return reply(mcp::answer(*exchange.body, fields, service));
}

} // namespace

void addMcpHandlers(HandlerTable& table) {
    table.add("callMcp", BodyKind::Json, callMcp).takesIdempotencyKey = false;
}

} // namespace leadsheet::server::api
