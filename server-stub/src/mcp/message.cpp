// SPDX-License-Identifier: Apache-2.0
#include "mcp/message.hpp"

#include "domain/crypto.hpp"
#include "domain/text_check.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::mcp {

namespace {

namespace json = boost::json;

constexpr std::size_t kLongestName = 200; ///< of ids and methods, in code points
constexpr std::size_t kLongestMessage = 2'000;

bool isName(const json::value& value, std::size_t shortest) {
    if (!value.is_string())
        return false;
    const std::size_t length = domain::codePoints(value.get_string());
    return length >= shortest && length <= kLongestName;
}

bool isId(const json::value& value) {
    return value.is_int64() || value.is_uint64() || isName(value, 0);
}

tl::unexpected<MalformedMessage> malformed(json::value id, std::string message) {
    return tl::unexpected<MalformedMessage>(
        MalformedMessage{std::move(id), {RpcCode::InvalidRequest, std::move(message), {}}});
}

constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/// Revisions are dates, so they sort as text.
bool namesStatelessRevision(std::string_view revision) {
    return revision.size() == kStatelessRevision.size() && revision.starts_with("2") &&
           revision >= kStatelessRevision;
}

bool isHandshakeRevision(std::string_view revision) {
    return std::ranges::find(kHandshakeRevisions, revision) != kHandshakeRevisions.end();
}

/// A value of a header field, which may be any bytes, as it can stand in an answer.
std::string shown(std::string_view value) {
    return domain::invalidUtf8At(value) ? "a value that is not text" : std::string(value);
}

RpcError mismatch(std::string_view field, const std::string& why) {
    return {RpcCode::HeaderMismatch,
            "The header field " + std::string(field) + " and the message disagree: " + why,
            {{"header", field}}};
}

tl::unexpected<RpcError> unsupported(std::string_view requested, bool stateless) {
    json::array supported{kStatelessRevision};
    if (!stateless)
        supported.insert(supported.end(), kHandshakeRevisions.begin(), kHandshakeRevisions.end());
    return rpcError(RpcCode::UnsupportedVersion,
                    "The protocol revision " + shown(requested) +
                        " is not served here; use one of those in data.supported.",
                    {{"supported", std::move(supported)}, {"requested", shown(requested)}});
}

tl::unexpected<RpcError> badMeta(std::string_view key, const std::string& why) {
    return rpcError(RpcCode::InvalidParams, "params._meta[\"" + std::string(key) + "\"] " + why,
                    {{"key", key}});
}

/// The member of the parameters that Mcp-Name repeats, or null.
const json::string* namedBy(const Message& message) {
    if (message.method == "tools/call" || message.method == "prompts/get")
        return message.text("name");
    return message.method == "resources/read" ? message.text("uri") : nullptr;
}

/// A value as it was before it was made fit for a header field; none when it is broken.
std::optional<std::string> decodedName(std::string_view value) {
    constexpr std::string_view kBegin = "=?base64?";
    constexpr std::string_view kEnd = "?=";
    if (value.size() < kBegin.size() + kEnd.size() || !value.starts_with(kBegin) ||
        !value.ends_with(kEnd))
        return std::string(value);
    value = value.substr(kBegin.size(), value.size() - kBegin.size() - kEnd.size());
    return value.size() % 4 == 0 ? domain::fromBase64(value) : std::nullopt;
}

std::optional<RpcError> faultOfFields(const Message& message, const Fields& fields) {
    if (!fields.version)
        return mismatch("MCP-Protocol-Version", "it is missing.");
    if (!fields.method)
        return mismatch("Mcp-Method", "it is missing.");
    const json::string* named = namedBy(message);
    if (named == nullptr)
        return std::nullopt;
    if (!fields.name)
        return mismatch("Mcp-Name", "it is missing.");
    const auto name = decodedName(*fields.name);
    if (!name)
        return mismatch("Mcp-Name", "its Base64 is not valid.");
    if (*name != std::string_view(*named))
        return mismatch("Mcp-Name", "one names " + shown(*name) + ", the other " +
                                        std::string(std::string_view(*named)) + ".");
    return std::nullopt;
}

tl::expected<Era, RpcError> statelessEra(const Message& message, const Fields& fields,
                                         const json::object& meta, const json::value& claim) {
    if (!claim.is_string())
        return badMeta(kVersionKey, "must be the name of a revision.");
    const std::string_view version = claim.get_string();
    const json::value* capabilities = meta.if_contains(kCapabilitiesKey);
    if (!message.isNotification() && (capabilities == nullptr || !capabilities->is_object()))
        return badMeta(kCapabilitiesKey, "must be an object; {} when the client has none.");
    if (fields.version && *fields.version != version)
        return tl::make_unexpected(
            mismatch("MCP-Protocol-Version", "one names " + shown(*fields.version) +
                                                 ", the other " + std::string(version) + "."));
    if (fields.method && *fields.method != message.method)
        return tl::make_unexpected(
            mismatch("Mcp-Method",
                     "one names " + shown(*fields.method) + ", the other " + message.method + "."));
    if (version != kStatelessRevision)
        return unsupported(version, true);
    if (!message.isNotification()) {
        if (auto fault = faultOfFields(message, fields))
            return tl::make_unexpected(std::move(*fault));
    }
    return Era::Stateless;
}

} // namespace

Answer errorAnswer(int status, const json::value& id, RpcError error) {
    json::object described{{"code", static_cast<int>(error.code)},
                           {"message", domain::utf8Prefix(error.message, kLongestMessage)}};
    if (!error.data.empty())
        described["data"] = std::move(error.data);
    return {status, json::object{{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(described)}}};
}

const json::object* Message::object(std::string_view name) const {
    const json::value* member = params.if_contains(name);
    return member == nullptr ? nullptr : member->if_object();
}

const json::string* Message::text(std::string_view name) const {
    const json::value* member = params.if_contains(name);
    return member == nullptr ? nullptr : member->if_string();
}

tl::expected<Message, MalformedMessage> readMessage(const json::value& body) {
    if (body.is_array()) {
        return malformed(nullptr, "A batch was sent. Send one message in each request; batches are "
                                  "not served.");
    }
    const json::object* fields = body.if_object();
    if (fields == nullptr)
        return malformed(nullptr, "The body must be one JSON-RPC message, an object.");
    Message message;
    if (const json::value* id = fields->if_contains("id")) {
        if (!isId(*id))
            return malformed(nullptr, "id must be a whole number or a string of at most 200 "
                                      "characters. A notification has no id.");
        message.id = *id;
    }
    const json::value id = message.id.value_or(nullptr);
    const json::value* version = fields->if_contains("jsonrpc");
    if (version == nullptr || *version != "2.0")
        return malformed(id, "jsonrpc must be \"2.0\".");
    const json::value* method = fields->if_contains("method");
    if (method == nullptr && (fields->contains("result") || fields->contains("error"))) {
        return malformed(id, "An answer was posted, but this server asks its clients nothing. Send "
                             "a request.");
    }
    if (method == nullptr || !isName(*method, 1))
        return malformed(id,
                         "method must be a string of 1 to 200 characters, for example tools/list.");
    message.method = std::string(method->get_string());
    if (const json::value* params = fields->if_contains("params")) {
        if (!params->is_object())
            return malformed(id, "params must be an object.");
        message.params = params->get_object();
    }
    return message;
}

tl::expected<Era, RpcError> eraOf(const Message& message, const Fields& fields) {
    const json::object* meta = message.object("_meta");
    const json::value* claim = meta == nullptr ? nullptr : meta->if_contains(kVersionKey);
    if (claim != nullptr)
        return statelessEra(message, fields, *meta, *claim);
    const bool announced = fields.version && namesStatelessRevision(*fields.version);
    if (announced && message.method == "initialize") {
        return tl::make_unexpected(
            mismatch("MCP-Protocol-Version",
                     "revision " + shown(*fields.version) + " begins without initialize."));
    }
    if (announced && message.isNotification())
        return Era::Stateless;
    if (announced)
        return badMeta(kVersionKey, "is missing; revision " + shown(*fields.version) +
                                        " wants it in every request.");
    if (message.method != "initialize" && fields.version && !isHandshakeRevision(*fields.version))
        return unsupported(*fields.version, false);
    return Era::Handshake;
}

} // namespace leadsheet::server::mcp
