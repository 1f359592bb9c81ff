// SPDX-License-Identifier: Apache-2.0
#include "api/mcp/tool_service.hpp"

#include "api/context.hpp"
#include "api/mcp/tool_request.hpp"
#include "api/mcp/tool_result.hpp"
#include "api/pipeline.hpp"
#include "api/problem.hpp"
#include "api/scope_check.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;
using mcp::RpcCode;

constexpr std::string_view kInstructions =
    "Leadsheet sells lists of business contacts. To order: list_products, then quote_order, then "
    "tell the person what is ordered and the quote's total and wait for their consent, then "
    "create_order with exactly the quoted order, the quoteId and a new idempotencyKey. What was "
    "ordered before is refused as equivalent_order until the person wants it again. Orders are "
    "reviewed and delivered later: follow them with get_order, answer questions with "
    "reply_to_order, and read what was delivered with list_leads. Amounts of money are in minor "
    "units of the currency (cents). A refused call says why in `detail` and `errors`; when "
    "`retryable` is true, wait as long as it says and repeat the same call.";

/// As an operation would answer it, for arguments that never became a request.
http::Response refusedCall(const Problem& problem, const Exchange& exchange) {
    http::Response response;
    response.status = statusOf(problem);
    response.body = problemBody(problem, exchange.request.requestId, exchange.request.path);
    return response;
}

} // namespace

const mcp::Identity& ToolService::identity() const {
    static const mcp::Identity identity{
        "leadsheet", "Leadsheet", ToolCatalogue::instance().version(), std::string(kInstructions)};
    return identity;
}

json::object ToolService::capabilities(mcp::Era) const {
    return {{"tools", json::object{}}};
}

mcp::RpcResult ToolService::call(const mcp::Message& message, mcp::Era) {
    if (message.method == "tools/list")
        return list(message);
    if (message.method == "tools/call")
        return callTool(message);
    return mcp::rpcError(RpcCode::MethodNotFound,
                         "There is no method " + message.method +
                             " here; this server has tools/list and tools/call.");
}

mcp::RpcResult ToolService::list(const mcp::Message& message) const {
    if (message.params.contains("cursor")) {
        return mcp::rpcError(RpcCode::InvalidParams,
                             "The list of tools has one page, so no cursor leads to another.");
    }
    json::array tools;
    for (const Tool& tool : ToolCatalogue::instance().tools()) {
        const std::string_view scope = tool.operation->scope;
        if (scope.empty() || grantsScope(exchange_.caller->key.scopes, scope))
            tools.push_back(tool.definition);
    }
    return json::object{{"tools", std::move(tools)}};
}

mcp::RpcResult ToolService::callTool(const mcp::Message& message) {
    const json::string* name = message.text("name");
    if (name == nullptr)
        return mcp::rpcError(RpcCode::InvalidParams, "params.name must be the name of a tool.");
    const json::value* given = message.params.if_contains("arguments");
    if (given != nullptr && !given->is_object())
        return mcp::rpcError(RpcCode::InvalidParams, "params.arguments must be an object.");
    const Tool* tool = ToolCatalogue::instance().find(*name);
    if (tool == nullptr) {
        return mcp::rpcError(RpcCode::InvalidParams, "There is no tool " +
                                                         std::string(std::string_view(*name)) +
                                                         "; tools/list names them.");
    }
    return run(*tool, given == nullptr ? json::object() : given->get_object());
}

json::object ToolService::run(const Tool& tool, const json::object& arguments) {
    ToolCall& call = exchange_.toolCall;
    call.name = tool.spec->name;
    auto request = toolRequest(tool, arguments, exchange_.request);
    if (!request) {
        call.code = contract::info(request.error().code).name;
        return toolResult(refusedCall(request.error(), exchange_));
    }
    http::Response response = handleToolCall(context_, std::move(*request), exchange_);
    pointToArguments(*tool.spec, response);
    return toolResult(response);
}

} // namespace leadsheet::server::api
