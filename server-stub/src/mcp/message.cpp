// SPDX-License-Identifier: Apache-2.0
#include "mcp/message.hpp"

#include "domain/utf8.hpp"

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
            return malformed(nullptr, "id must be a whole number or a text of at most 200 "
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
        return malformed(id, "method must be a text of 1 to 200 characters, for example "
                             "tools/list.");
    message.method = std::string(method->get_string());
    if (const json::value* params = fields->if_contains("params")) {
        if (!params->is_object())
            return malformed(id, "params must be an object.");
        message.params = params->get_object();
    }
    return message;
}

} // namespace leadsheet::server::mcp
