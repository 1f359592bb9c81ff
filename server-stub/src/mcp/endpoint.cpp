// SPDX-License-Identifier: Apache-2.0
#include "mcp/endpoint.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace leadsheet::server::mcp {
namespace {

namespace json = boost::json;

/// Lists change with the server's version and the caller's scopes, both seldom.
constexpr std::int64_t kListTtlMs = 300'000;
constexpr std::array<std::string_view, 6> kCacheable{"server/discover", "tools/list",
                                                     "prompts/list",    "resources/list",
                                                     "resources/read",  "resources/templates/list"};

json::object described(const Identity& identity) {
    return {{"name", identity.name}, {"title", identity.title}, {"version", identity.version}};
}

void addInstructions(json::object& result, const Identity& identity) {
    if (!identity.instructions.empty())
        result["instructions"] = identity.instructions;
}

/// A client of a revision that is not served gets the newest, and decides whether it can go on.
json::object initialized(const Message& message, const Service& service) {
    const json::string* wanted = message.text("protocolVersion");
    const auto* offered = wanted == nullptr
                              ? kHandshakeRevisions.end()
                              : std::ranges::find(kHandshakeRevisions, std::string_view(*wanted));
    if (offered == kHandshakeRevisions.end())
        offered = kHandshakeRevisions.begin();
    json::object result{{"protocolVersion", *offered},
                        {"capabilities", service.capabilities(Era::Handshake)},
                        {"serverInfo", described(service.identity())}};
    addInstructions(result, service.identity());
    return result;
}

json::object discovered(const Service& service) {
    json::object result{{"supportedVersions", json::array{kStatelessRevision}},
                        {"capabilities", service.capabilities(Era::Stateless)}};
    addInstructions(result, service.identity());
    return result;
}

RpcResult handshakeResult(const Message& message, Service& service) {
    if (message.method == "initialize")
        return initialized(message, service);
    if (message.method == "ping")
        return json::object{};
    return service.call(message, Era::Handshake);
}

RpcResult statelessResult(const Message& message, Service& service) {
    RpcResult result = message.method == "server/discover" ? discovered(service)
                                                           : service.call(message, Era::Stateless);
    if (!result)
        return result;
    result->emplace("resultType", "complete");
    if (std::ranges::find(kCacheable, message.method) != kCacheable.end()) {
        result->emplace("ttlMs", kListTtlMs);
        result->emplace("cacheScope", "private");
    }
    json::value& meta = (*result)["_meta"];
    if (!meta.is_object())
        meta = json::object{};
    meta.get_object()["io.modelcontextprotocol/serverInfo"] = described(service.identity());
    return result;
}

/// Revisions with a handshake carry every error of a method in an answer that succeeds.
int statusOfError(RpcCode code, Era era) {
    if (era == Era::Handshake)
        return 200;
    if (code == RpcCode::MethodNotFound)
        return 404;
    return code == RpcCode::MissingClientCapability ? 400 : 200;
}

} // namespace

Answer answer(const json::value& body, const Fields& fields, Service& service) {
    auto message = readMessage(body);
    if (!message)
        return errorAnswer(400, message.error().id, std::move(message.error().error));
    const json::value id = message->id.value_or(nullptr);
    auto era = eraOf(*message, fields);
    if (!era)
        return errorAnswer(400, id, std::move(era.error()));
    if (message->isNotification())
        return {202, std::nullopt};
    RpcResult result = *era == Era::Stateless ? statelessResult(*message, service)
                                              : handshakeResult(*message, service);
    if (!result) {
        const int status = statusOfError(result.error().code, *era);
        return errorAnswer(status, id, std::move(result.error()));
    }
    return {200, json::object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(*result)}}};
}

} // namespace leadsheet::server::mcp
