// SPDX-License-Identifier: Apache-2.0
#include "mcp/endpoint.hpp"

#include "domain/text_check.hpp"

#include <algorithm>
#include <boost/json.hpp>

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

/// "name:8080" without its port; "[::1]:8080" without port and brackets.
std::string_view hostName(std::string_view authority) {
    if (authority.starts_with('[')) {
        const std::size_t end = authority.find(']');
        return end == std::string_view::npos ? std::string_view() : authority.substr(1, end - 1);
    }
    return authority.substr(0, authority.find(':'));
}

bool isThisMachine(std::string_view host) {
    return host == "localhost" || host == "127.0.0.1" || host == "::1";
}

bool holds(const std::vector<std::string>& list, std::string_view text) {
    return std::ranges::any_of(
        list, [text](const auto& item) { return domain::asciiLower(item) == text; });
}

/// The authority of an origin, empty when it is none.
std::string_view authorityOf(std::string_view origin) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (origin.starts_with(scheme))
            return origin.substr(scheme.size());
    }
    return {};
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

bool isOrigin(std::string_view text) {
    const std::string_view authority = authorityOf(text);
    return domain::asciiLower(text) == text && !hostName(authority).empty() &&
           authority.find_first_of("/?#@ ,*") == std::string_view::npos;
}

std::optional<std::string> refusalOf(const AccessRules& rules, const CallerFields& caller) {
    if (caller.origin) {
        const std::string origin = domain::asciiLower(*caller.origin);
        const bool own =
            rules.loopback && isOrigin(origin) && isThisMachine(hostName(authorityOf(origin)));
        if (!own && !holds(rules.origins, origin)) {
            return "Web pages of the origin " + *caller.origin +
                   " may not call this server. Its operator can allow them: leadsheet-server "
                   "--mcp-origin.";
        }
    }
    if (!rules.loopback && rules.hosts.empty())
        return std::nullopt;
    const std::string host = domain::asciiLower(hostName(caller.host.value_or("")));
    if ((rules.loopback && isThisMachine(host)) || holds(rules.hosts, host))
        return std::nullopt;
    return "This server is not reached by the host name " + (host.empty() ? "\"\"" : host) +
           ". Its operator can allow it: leadsheet-server --mcp-host.";
}

} // namespace leadsheet::server::mcp
