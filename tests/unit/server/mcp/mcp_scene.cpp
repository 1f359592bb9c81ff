// SPDX-License-Identifier: Apache-2.0
#include "mcp_scene.hpp"

#include "schema_check.hpp"

namespace leadsheet::test {

namespace json = boost::json;

McpScene::McpScene(TestServer& server, std::string secret)
    : server_(server)
    , secret_(secret.empty() ? server.customerKey() : std::move(secret)) {}

void McpScene::setHeader(std::string name, std::string value) {
    fields_[std::move(name)] = std::move(value);
}

RawResponse McpScene::send(const std::string& method, json::object params, RawHeaders headers) {
    const json::value* name = params.if_contains("name");
    if (name != nullptr && name->is_string())
        headers.emplace_back("Mcp-Name", std::string(name->get_string()));
    params["_meta"] = json::object{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                                   {"io.modelcontextprotocol/clientCapabilities", json::object{}}};
    const json::object message{
        {"jsonrpc", "2.0"}, {"id", ++sent_}, {"method", method}, {"params", std::move(params)}};
    headers.insert(headers.end(), fields_.begin(), fields_.end());
    headers.emplace_back("MCP-Protocol-Version", "2026-07-28");
    headers.emplace_back("Mcp-Method", method);
    headers.emplace_back("x-api-key", secret_);
    headers.emplace_back("Content-Type", "application/json");
    return rawRequest(server_.port(), "POST", "/mcp", headers, json::serialize(message));
}

json::value McpScene::call(const std::string& tool, json::object arguments) {
    const auto answer =
        jsonOf(send("tools/call", {{"name", tool}, {"arguments", std::move(arguments)}}));
    const json::value* result =
        answer.is_object() ? answer.get_object().if_contains("result") : nullptr;
    return result == nullptr ? json::value(json::object()) : *result;
}

json::array McpScene::tools() {
    return jsonOf(send("tools/list")).at("result").at("tools").as_array();
}

json::object McpScene::order(std::int64_t leads) {
    return {{"scrapingOption", "filters"}, {"leadCount", leads}, {"industries", "Software"}};
}

std::string McpScene::quote(std::int64_t leads) {
    return memberOf(call("quote_order", {{"order", order(leads)}}), "/structuredContent/id");
}

json::object McpScene::purchase(const std::string& quoteId, const std::string& key,
                                std::int64_t leads) const {
    return {{"order", order(leads)}, {"quoteId", quoteId}, {"idempotencyKey", key}};
}

std::int64_t errorOf(const RawResponse& answer) {
    const std::string code = memberOf(answer, "/error/code");
    return code.empty() ? 0 : std::stoll(code);
}

std::string codeOfResult(const json::value& result) {
    return memberOf(result, "/structuredContent/code");
}

std::string faultOf(const json::value& tool, const json::value& result) {
    const json::value* told = tool.as_object().if_contains("outputSchema");
    if (told == nullptr)
        return {};
    const auto faults = SchemaCheck(*told).faults(*told, result.at("structuredContent"));
    return faults.empty() ? std::string() : faults.front();
}

std::size_t ordersOf(TestServer& server) {
    return jsonOf(server.get("/v1/orders")).at("data").as_array().size();
}

} // namespace leadsheet::test
